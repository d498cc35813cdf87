// The sheet of keys: on ?, everywhere.

import { h } from "./dom.js";
import { iconButton } from "./icons.js";

const KEYS = [
  [
    "Everywhere",
    [
      ["?", "this sheet"],
      ["Ctrl+Z", "undo"],
      ["Ctrl+Y", "redo"],
      ["Tab", "from one thing to the next"],
    ],
  ],
  [
    "Game",
    [
      ["← →", "one move back or forward"],
      ["↑ ↓", "to the other variations"],
      ["Home End", "to the start, to the end"],
      ["wheel", "over the board: back and forward"],
      ["F", "flip the board"],
    ],
  ],
  [
    "Board, once it has the focus",
    [
      ["← ↑ → ↓", "over the points"],
      ["Enter", "choose"],
      ["Esc", "take a choice back"],
      ["B", "the bytes of a point"],
      ["Alt+click", "the bytes of a point"],
    ],
  ],
  [
    "Bytes",
    [
      ["arrows, Page ↑ ↓", "move"],
      ["Shift+arrows", "choose a range"],
      ["Ctrl+C", "copy it"],
      ["Ctrl+F", "find"],
      ["Ctrl+Enter", "apply a text"],
      ["0–9 A–F", "change a byte"],
      ["Insert", "replace or insert"],
      ["F2", "digits or text"],
    ],
  ],
  [
    "Tiles",
    [
      ["arrows, Enter", "move, paint"],
      ["D L R C F", "point, line, rectangle, circle, fill"],
      ["E P H", "eraser, pick, move the picture"],
      ["S, Ctrl+C, V", "select, copy, stamp"],
      ["1–9", "colours of the palette"],
      ["Delete", "erase what is selected"],
      ["+ −", "zoom"],
      ["Shift+drag", "move the board"],
    ],
  ],
];

let sheet = null;

function make() {
  const close = iconButton("close", "Close", () => sheet.close());
  const made = h(
    "dialog",
    { class: "sheet", id: "keys", "aria-labelledby": "keys-title" },
    h("header", {}, h("h2", { id: "keys-title" }, "Keys"), close),
    h(
      "div",
      { class: "key-groups" },
      KEYS.map(([title, rows]) =>
        h(
          "section",
          {},
          h("h3", {}, title),
          h(
            "dl",
            {},
            rows.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
          ),
        ),
      ),
    ),
  );
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  return made;
}

export function showKeys() {
  sheet ??= make();
  if (!sheet.open) sheet.showModal();
}

/** Shows the sheet when somebody asks for it, wherever nothing is being typed. */
export function listenForKeys() {
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable], #hex")) return;
    event.preventDefault();
    if (sheet?.open) sheet.close();
    else showKeys();
  });
}
