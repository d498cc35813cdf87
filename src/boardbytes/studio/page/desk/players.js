// Who plays each side, and what every move is worth.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { attempt, say } from "../core/messages.js";
import { shortValue } from "./values.js";

export function playersPanel(desk) {
  const sides = h("div", { class: "sides" });
  const toggle = h("input", { type: "checkbox", id: "show-values", role: "switch", on: { change: ask } });
  const toggleField = h(
    "label",
    { class: "switch-field", for: "show-values" },
    toggle,
    h("span", {}, "Show what every move is worth"),
  );
  const verdict = h("p", { class: "record-where", id: "value" });
  const list = h("ol", { class: "rows values", id: "values", "aria-label": "Moves, best first" });
  let drawn = "";
  let asked = 0;
  let controller = null;

  function drawSides() {
    const names = desk.computer.sides();
    const key = JSON.stringify([names, desk.view.players]);
    if (key === drawn) return;
    drawn = key;
    sides.replaceChildren(...names.map(side));
  }

  function side(name) {
    const chosen = desk.computer.player(name);
    const who = h(
      "select",
      { id: `player-${name}` },
      h("option", { value: "person" }, "a person"),
      desk.view.players.map((player) =>
        h("option", { value: player.name, selected: player.name === chosen.name }, player.title),
      ),
    );
    const level = h("select", { id: `level-${name}` });
    const levelField = h("label", { class: "small-field" }, "Level", level);

    const drawLevels = (wanted) => {
      const levels = desk.view.players.find((player) => player.name === who.value)?.levels ?? [];
      level.replaceChildren(...levels.map((number) => h("option", { value: number }, number)));
      if (levels.length > 0)
        level.value = levels.includes(wanted) ? wanted : levels[Math.floor(levels.length / 2)];
      levelField.hidden = levels.length === 0;
    };
    const choose = () =>
      desk.computer.choose(name, who.value, levelField.hidden ? null : Number(level.value));
    who.addEventListener("change", () => {
      drawLevels(null);
      choose();
    });
    level.addEventListener("change", choose);
    drawLevels(chosen.level);
    return h(
      "div",
      { class: "card side" },
      h("span", { class: `turn-stone ${name}`, "aria-hidden": "true" }),
      h("label", { class: "small-field", for: who.id }, name, who),
      levelField,
    );
  }

  async function ask() {
    const ticket = (asked += 1);
    controller?.abort();
    toggleField.hidden = !desk.view.has_values;
    if (!toggle.checked || !desk.view.has_values) {
      clear();
      return;
    }
    controller = new AbortController();
    const answer = await attempt(() =>
      api.values(desk.id, desk.query(desk.view.record ? desk.ply : null), controller.signal),
    );
    if (ticket !== asked) return;
    if (answer) show(answer);
    else clear();
  }

  function clear() {
    verdict.textContent = "";
    list.replaceChildren();
    desk.emit("values", null);
  }

  function show(answer) {
    verdict.textContent = `${desk.view.board?.turn ?? ""}: ${answer.says}`;
    list.replaceChildren(
      ...answer.moves.map((move) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "row", on: { click: () => desk.play(move.move) } },
            h("span", { class: `worth ${move.value}` }, shortValue(move)),
            h("span", { class: "row-words" }, move.move),
            h("span", { class: "faint" }, move.says),
          ),
        ),
      ),
    );
    desk.emit("values", new Map(answer.moves.map((move) => [move.move, move])));
    say(verdict.textContent);
  }

  function draw() {
    drawSides();
    ask();
  }

  desk.on("view", draw);
  draw();
  return {
    element: h(
      "div",
      { class: "players-panel" },
      h("h2", { class: "unseen" }, "Players"),
      sides,
      toggleField,
      verdict,
      list,
    ),
  };
}
