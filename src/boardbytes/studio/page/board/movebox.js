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

  function draw() {
    const { board } = desk.view;
    const moves = board?.moves ?? [];
    list.replaceChildren(...moves.map(({ move }) => h("option", { value: move })));
    plain.replaceChildren(
      ...moves
        .filter(({ points }) => points.length === 0)
        .map(({ move }) =>
          h(
            "button",
            { type: "button", on: { click: () => play(move) } },
            move[0].toUpperCase() + move.slice(1),
          ),
        ),
    );
    form.hidden = moves.length === 0;
  }

  desk.on("view", draw);
  draw();
  return { element: form };
}
