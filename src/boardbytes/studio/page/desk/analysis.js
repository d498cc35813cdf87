// What a position is worth: the bar beside the board, the best lines, and a graph of the whole game.

import * as api from "../core/api.js";
import { h, rowButton } from "../core/dom.js";
import * as memory from "../core/memory.js";
import { listen } from "../core/stream.js";
import { lineFrom } from "../core/tree.js";
import { drawGraph } from "./graph.js";
import { shortValue, valued } from "./values.js";

/** In mill every move is listed: where tables reach, all are known at once. */
const LINES = { mill: 500, checkers: 8, go: 8 };
const ARROWS = 3;
/** What people write after a mistake. */
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
/** The desk that is analysed: it still is after a reload. */
const REMEMBERED = "analysing";

export function analysisPanel(desk) {
  const toggle = h("input", {
    type: "checkbox",
    id: "analyse",
    role: "switch",
    checked: memory.read(REMEMBERED) === desk.id,
    on: { change: () => change() },
  });
  const verdict = h("p", { class: "record-where", id: "value", role: "status" });
  const effort = h("p", { class: "faint", id: "effort" });
  const list = h("ol", { class: "rows values", id: "values", "aria-label": "Moves, best first" });
  const whole = h("button", { type: "button", id: "analyse-game", on: { click: () => wholeGame() } }, "Analyse the whole game");
  const graph = h("div", { class: "graph-place", id: "analysis-graph", hidden: true });
  const mistakes = h("ol", { class: "rows mistakes", id: "mistakes", "aria-label": "Mistakes" });
  const below = h("button", { type: "button", id: "analyse-record", on: { click: () => wholeGame() } }, "Analyse the whole game");
  const under = h("div", {});
  desk.graphPlace.append(below, under);
  let hangUp = () => {};
  let endGame = null;
  let looked = "";
  let reviewed = [];
  let reviewedLine = "";

  // ---- one position ----

  function change() {
    memory.write(REMEMBERED, toggle.checked ? desk.id : "");
    if (toggle.checked) look();
    else stop();
  }

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
    const differ = new Set(lines.map(shortValue)).size > 1;
    list.classList.toggle("even", !differ && lines.length > 1);
    list.replaceChildren(...lines.map((line, rank) => row(line, differ && isNews(line, lines[rank - 1]))));
    const best = lines.slice(0, ARROWS).map(({ points }, at) => ({ points, rank: at + 1 }));
    const share = found.turn === sides[0] ? found.expectation : 1 - found.expectation;
    desk.lay("analysis", {
      bar: { sides, share, text: `${found.turn} ${found.says}` },
      arrows: best.filter(({ points }) => points.length > 1).map(({ points, rank }) => ({ from: points[0], to: points[1], weight: 1 / rank })),
      best: best.filter(({ points }) => points.length === 1).map(({ points, rank }) => ({ point: points[0], rank })),
      values: new Map(lines.map((line) => [line.move, line])),
    });
  }

  /** A percentage says all by itself; what is the same as in the row before is not said again. */
  const isNews = (line, before) => (line.proven || typeof line.win_rate !== "number") && line.says !== before?.says;

  function row(line, isSaid) {
    return rowButton(
      {
        title: `Play ${line.move}: ${line.says}`,
        data: { says: line.says },
        on: { click: () => desk.play(line.move) },
      },
      h("span", { class: `worth ${line.value}` }, shortValue(line)),
      h("span", { class: "row-words" }, line.move),
      isSaid && h("span", { class: "faint" }, line.says),
      line.moves.length > 1 && h("span", { class: "line-moves" }, line.moves.slice(1, 8).join(" ")),
    );
  }

  // ---- the whole game ----

  function wholeGame() {
    if (endGame) {
      endGame();
      finish();
      return;
    }
    forget();
    graph.hidden = false;
    say("Stop");
    endGame = listen(api.deskPath(desk.id, "/graph"), {}, { part: add, end: finish, refused: finish });
  }

  function add(part) {
    reviewed.push(part);
    drawGraphs();
    if (!part.mistake) return;
    mistakes.append(mistake(part));
    desk.lay("mistakes", { mistakes: signs() });
  }

  function finish() {
    endGame = null;
    say("Analyse the whole game");
  }

  const signs = () =>
    Object.fromEntries(reviewed.filter((each) => each.mistake).map((each) => [each.path, SIGNS[each.mistake]]));
  const say = (words) => [whole, below].forEach((button) => (button.textContent = words));
  /** The same graph here and under the moves. */
  const drawGraphs = () => [graph, under].forEach((place) => drawGraph(place, desk, reviewed));

  function forget() {
    reviewed = [];
    reviewedLine = mainLine();
    mistakes.replaceChildren();
    under.replaceChildren();
    graph.hidden = true;
    desk.lay("mistakes", null);
  }

  const mainLine = () => (desk.nodes.length > 0 ? lineFrom(desk.nodes[0]).map(({ move }) => move).join(" ") : "");

  function mistake(part) {
    return rowButton(
      { on: { click: () => desk.show(part.path) } },
      h("span", { class: `worth ${part.mistake}` }, part.mistake),
      h("span", { class: "row-words" }, `${part.ply}. ${part.move}`),
      part.better && h("span", { class: "faint" }, `better ${part.better}`),
    );
  }

  function draw() {
    whole.hidden = below.hidden = (desk.end?.number ?? 0) === 0;
    if (reviewed.length > 0) drawGraphs();
    look();
  }

  desk.on("view", () => {
    // A comment or another theme changes nothing about the moves.
    if (mainLine() === reviewedLine) return;
    endGame?.();
    finish();
    forget();
  });
  desk.watch("at", draw);
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
