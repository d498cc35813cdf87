// A new game or board, without a file.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { openChannel, openNew } from "./opening.js";

const GAMES = [
  ["Nine Men’s Morris", { game: "mill" }],
  ["Go 9 × 9", { game: "go", size: 9 }],
  ["Go 13 × 13", { game: "go", size: 13 }],
  ["Go 19 × 19", { game: "go", size: 19 }],
  ["Checkers", { game: "checkers" }],
];

export function newGameBox() {
  return h(
    "section",
    { class: "card", "aria-labelledby": "new-title" },
    h("h2", { id: "new-title" }, "Begin"),
    h(
      "div",
      { class: "choices", id: "new-games" },
      GAMES.map(([title, settings]) =>
        h("button", { type: "button", on: { click: () => openNew(settings) } }, title),
      ),
      h(
        "button",
        { type: "button", on: { click: () => openChannel({ red: "new", white: "new" }) } },
        icon("key"),
        "Signed checkers",
      ),
    ),
    tileForm(),
  );
}

function number(name, label, value, min, max) {
  return h(
    "label",
    { class: "small-field" },
    label,
    h("input", { type: "number", name, value, min, max, required: true }),
  );
}

function tileForm() {
  const form = h(
    "form",
    {
      class: "inline-form",
      "aria-label": "New tile board",
      on: {
        submit: (event) => {
          event.preventDefault();
          const fields = new FormData(form);
          openNew({
            game: "tiles",
            width: Number(fields.get("width")),
            length: Number(fields.get("length")),
            depth: Number(fields.get("depth")),
            hexagonal: fields.get("shape") === "hexagonal",
          });
        },
      },
    },
    number("width", "Width", 12, 1, 255),
    number("length", "Length", 12, 1, 255),
    h(
      "label",
      { class: "small-field" },
      "Bits",
      h(
        "select",
        { name: "depth" },
        [8, 16, 32, 64].map((bits) => h("option", { value: bits, selected: bits === 16 }, bits)),
      ),
    ),
    h(
      "label",
      { class: "small-field" },
      "Tiles",
      h(
        "select",
        { name: "shape" },
        h("option", { value: "square" }, "square"),
        h("option", { value: "hexagonal" }, "hexagonal"),
      ),
    ),
    h("button", { type: "submit" }, "New tile board"),
  );
  return form;
}
