// What a position is worth: the bar beside the board, the best lines, and a graph of the whole game.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { listen } from "../core/stream.js";
import { drawGraph } from "./graph.js";
import { shortValue, valued } from "./values.js";

/** In mill every move is listed: where tables reach, all are known at once. */
const LINES = { mill: 500, checkers: 8, go: 8 };
const ARROWS = 3;

export function analysisPanel(desk) {
  const toggle = h("input", {
    type: "checkbox",
    id: "analyse",
    role: "switch",
    on: { change: () => (toggle.checked ? look() : stop()) },
  });
  const verdict = h("p", { class: "record-where", id: "value", role: "status" });
  const effort = h("p", { class: "faint", id: "effort" });
  const list = h("ol", { class: "rows values", id: "values", "aria-label": "Moves, best first" });
  const whole = h("button", { type: "button", id: "analyse-game", on: { click: () => wholeGame() } }, "Analyse the whole game");
  const graph = h("div", { class: "graph-place", id: "analysis-graph", hidden: true });
  const mistakes = h("ol", { class: "rows mistakes", id: "mistakes", "aria-label": "Mistakes" });
  let hangUp = () => {};
  let endGame = null;
  let looked = "";
  let reviewed = [];

  // ---- one position ----

  function look() {
    const place = `${desk.view.desk.revision} ${desk.at?.path}`;
    if (!toggle.checked || looked === place) return;
    stop();
    looked = place;
    const { here } = desk;
    if (!here?.turn || here.over) {
      verdict.textContent = here?.status ?? "";
      return;
    }
    verdict.textContent = "looking…";
    const query = { path: desk.at?.path, on: desk.view.desk.revision, lines: LINES[desk.view.game.name] };
    hangUp = listen(api.deskPath(desk.id, "/analysis"), query, {
      part: show,
      refused: (why) => (verdict.textContent = why),
    });
  }

  function stop() {
    hangUp();
    hangUp = () => {};
    looked = "";
    verdict.textContent = "";
    effort.textContent = "";
    list.replaceChildren();
    desk.lay("analysis", null);
  }

  function show(found) {
    const sides = desk.view.game.sides;
    const lines = found.lines.map(valued);
    verdict.textContent = `${found.turn}: ${found.says}`;
    effort.textContent = found.effort;
    list.replaceChildren(...lines.map(row));
    const share = found.turn === sides[0] ? found.expectation : 1 - found.expectation;
    desk.lay("analysis", {
      bar: { sides, share, text: `${found.turn} ${found.says}` },
      arrows: lines
        .slice(0, ARROWS)
        .filter(({ points }) => points.length > 1)
        .map(({ points }, rank) => ({ from: points[0], to: points[1], weight: 1 / (rank + 1) })),
      values: new Map(lines.map((line) => [line.move, line])),
    });
  }

  function row(line) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "row", title: `Play ${line.move}`, on: { click: () => desk.play(line.move) } },
        h("span", { class: `worth ${line.value}` }, shortValue(line)),
        h("span", { class: "row-words" }, line.move),
        h("span", { class: "faint" }, line.says),
        line.moves.length > 1 && h("span", { class: "line-moves" }, line.moves.slice(1, 8).join(" ")),
      ),
    );
  }

  // ---- the whole game ----

  function wholeGame() {
    if (endGame) {
      endGame();
      finish();
      return;
    }
    reviewed = [];
    mistakes.replaceChildren();
    graph.hidden = false;
    whole.textContent = "Stop";
    endGame = listen(api.deskPath(desk.id, "/graph"), {}, { part: add, end: finish, refused: finish });
  }

  function add(part) {
    reviewed.push(part);
    drawGraph(graph, desk, reviewed);
    if (part.mistake) mistakes.append(mistake(part));
  }

  function finish() {
    endGame = null;
    whole.textContent = "Analyse the whole game";
  }

  function mistake(part) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "row", on: { click: () => desk.show(part.path) } },
        h("span", { class: `worth ${part.mistake}` }, part.mistake),
        h("span", { class: "row-words" }, `${part.ply}. ${part.move}`),
        part.better && h("span", { class: "faint" }, `better ${part.better}`),
      ),
    );
  }

  function draw() {
    whole.hidden = (desk.end?.number ?? 0) === 0;
    if (reviewed.length > 0) drawGraph(graph, desk, reviewed);
    look();
  }

  desk.on("view", () => {
    reviewed = [];
    mistakes.replaceChildren();
    graph.hidden = true;
    endGame?.();
    finish();
  });
  desk.on("at", draw);
  draw();
  return {
    element: h(
      "div",
      { class: "analysis-panel" },
      h("h2", { class: "unseen" }, "Analysis"),
      h("label", { class: "switch-field", for: "analyse" }, toggle, h("span", {}, "Analyse this position")),
      verdict,
      effort,
      list,
      h("div", { class: "actions" }, whole),
      graph,
      mistakes,
    ),
    leave() {
      hangUp();
      endGame?.();
    },
  };
}
