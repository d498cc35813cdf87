// Typing a move, with the legal ones as suggestions; moves without a point are buttons.

import { h } from "../core/dom.js";

export function moveBox(desk, play) {
  const list = h("datalist", { id: "legal-moves" });
  const input = h("input", {
    id: "move",
    type: "text",
    list: "legal-moves",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "none",
  });
  const button = h("button", { type: "submit" }, "Play");
  const plain = h("div", { class: "plain-moves" });
  const form = h(
    "form",
    { class: "move-form", "aria-label": "Type a move", on: { submit } },
    h("label", { for: "move" }, "Type a move"),
    input,
    button,
    list,
    plain,
  );

  async function submit(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    const known = desk.view.board.moves.find(({ move }) => move.toLowerCase() === text.toLowerCase());
    if (await play(known?.move ?? text)) input.value = "";
  }

  /** The suggestions are made when somebody is about to type. */
  function suggest() {
    list.replaceChildren(...(desk.view.board?.moves ?? []).map(({ move }) => h("option", { value: move })));
  }

  function draw() {
    const moves = desk.view.board?.moves ?? [];
    const words = moves.filter(({ points }) => points.length === 0).map(({ move }) => move);
    plain.replaceChildren(...words.map(wordButton));
    form.hidden = moves.length === 0;
    if (document.activeElement === input) suggest();
  }

  function wordButton(move) {
    const label = move[0].toUpperCase() + move.slice(1);
    return h("button", { type: "button", on: { click: () => play(move) } }, label);
  }

  input.addEventListener("focus", suggest);
  desk.on("view", draw);
  draw();
  return { element: form };
}
