// Typing a move, with the legal ones as suggestions; moves without a point are buttons.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";

export function moveBox(desk, play) {
  const list = h("datalist", { id: "legal-moves" });
  const input = h("input", {
    id: "move",
    type: "text",
    list: "legal-moves",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "none",
    placeholder: "type a move",
  });
  const button = h("button", { type: "submit" }, "Play");
  const plain = h("div", { class: "plain-moves" });
  const typed = h(
    "div",
    { class: "typed-move", id: "typed-move" },
    h("label", { for: "move", class: "unseen" }, "Type a move"),
    input,
    button,
  );
  const more = h(
    "button",
    {
      type: "button",
      class: "quiet icon-only type-toggle",
      "aria-label": "Type a move",
      "aria-expanded": "false",
      "aria-controls": "typed-move",
      title: "Type a move",
      on: { click: toggle },
    },
    icon("keyboard"),
  );
  const form = h(
    "form",
    { class: "move-form", "aria-label": "Type a move", on: { submit } },
    typed,
    list,
    plain,
    more,
  );

  /** On a small screen the box for typing is shown when it is asked for. */
  function toggle() {
    const open = form.classList.toggle("typing");
    more.setAttribute("aria-expanded", String(open));
    if (open) input.focus();
  }

  async function submit(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    const known = (desk.here?.moves ?? []).find(({ move }) => move.toLowerCase() === text.toLowerCase());
    if (await play(known?.move ?? text)) input.value = "";
  }

  /** The suggestions are made when somebody is about to type. */
  function suggest() {
    list.replaceChildren(...(desk.here?.moves ?? []).map(({ move }) => h("option", { value: move })));
  }

  function draw() {
    const moves = desk.here?.moves ?? [];
    const words = moves.filter(({ points }) => points.length === 0).map(({ move }) => move);
    plain.replaceChildren(...words.map(wordButton));
    // While the rules are asked it stays: somebody may be typing.
    form.hidden = moves.length === 0 && !desk.here?.pending;
    if (document.activeElement === input) suggest();
  }

  function wordButton(move) {
    const label = move[0].toUpperCase() + move.slice(1);
    return h("button", { type: "button", on: { click: () => play(move) } }, label);
  }

  input.addEventListener("focus", suggest);
  desk.watch("at", draw);
  return { element: form };
}
