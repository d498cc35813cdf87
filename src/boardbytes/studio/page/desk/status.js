// Whose turn it is, why it ended, by which rules, and whether a computer thinks.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";

export function statusLine(desk) {
  const stone = h("span", { class: "turn-stone", "aria-hidden": "true" });
  const words = h("p", { class: "status-words", id: "status" });
  const rules = h("select", { id: "rules", on: { change: () => changeRules(rules.value) } });
  const rulesField = h("label", { class: "small-field" }, "Rules", rules);
  const thinking = h(
    "span",
    { class: "thinking", hidden: true },
    h("span", { class: "pulse", "aria-hidden": "true" }),
    "thinking…",
  );
  const stop = h(
    "button",
    { type: "button", hidden: true, on: { click: () => desk.computer.pause() } },
    icon("stop"),
    "Stop",
  );
  const resume = h(
    "button",
    { type: "button", hidden: true, on: { click: () => desk.computer.resume() } },
    icon("play"),
    "Let the computer play",
  );

  function changeRules(name) {
    desk.rules = name;
    desk.again();
  }

  function draw() {
    const { board } = desk.view;
    const playing = board?.svg;
    stone.hidden = !playing || !board.turn || board.over;
    line.hidden = !playing;
    stone.className = `turn-stone ${board?.turn ?? ""}`;
    words.textContent = board?.status ?? "";
    words.classList.toggle("over", Boolean(board?.over));
    const sets = board?.rule_sets ?? [];
    rulesField.hidden = !playing || sets.length < 2;
    if ([...rules.options].map((option) => option.value).join() !== sets.join())
      rules.replaceChildren(...sets.map((name) => h("option", { value: name }, name)));
    if (board?.rules) rules.value = board.rules;
    drawComputer();
  }

  function drawComputer() {
    const { state } = desk.computer;
    thinking.hidden = state !== "thinking";
    stop.hidden = state !== "thinking";
    resume.hidden = state !== "paused";
  }

  const line = h("div", { class: "status-line" }, stone, words, thinking, stop, resume, rulesField);
  desk.on("view", draw);
  desk.on("computer", drawComputer);
  draw();
  return line;
}
