// A new game or board, without a file.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { openChannel, openNew } from "./opening.js";

/** Members of the family of mill, as players call them. */
const MILL = [
  ["match", "Nine Men’s Morris"],
  ["lasker", "Lasker Morris"],
  ["morabaraba", "Morabaraba"],
  ["twelve", "Twelve Men’s Morris"],
  ["eleven", "Eleven Men’s Morris"],
  ["ten", "Ten Men’s Morris"],
  ["six", "Six Men’s Morris"],
  ["five", "Five Men’s Morris"],
  ["three", "Three Men’s Morris"],
];
const GAMES = [
  ["mill", "Mill", ["white", "black"]],
  ["go", "Go", ["black", "white"]],
  ["checkers", "Checkers", ["red", "white"]],
];

export function newGameBox() {
  return h(
    "section",
    { class: "card", "aria-labelledby": "new-title" },
    h("h2", { id: "new-title" }, "Play"),
    gameForm(),
    h(
      "div",
      { class: "choices" },
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

function select(name, label, choices, chosen) {
  const field = h(
    "select",
    { name, id: `new-${name}` },
    choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return h("label", { class: "small-field" }, label, field);
}

/** Game, opponent, side, strength, and in Go size, komi and handicap. */
function gameForm() {
  const game = select("game", "Game", GAMES, "mill");
  const member = select("rules", "Kind", MILL, "match");
  const size = select("size", "Board", [[9, "9 × 9"], [13, "13 × 13"], [19, "19 × 19"]], 9);
  const komi = h(
    "label",
    { class: "small-field" },
    "Komi",
    h("input", { type: "number", name: "komi", step: 0.5, min: -400, max: 400, placeholder: "6.5" }),
  );
  const handicap = select("handicap", "Handicap", [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [n, n || "none"]), 0);
  const against = select("against", "Against", [["person", "a person here"], ["search", "the computer"]], "search");
  const side = h("span", {});
  const levels = Array.from({ length: 10 }, (_, n) => [n + 1, n + 1]);
  const level = select("level", "Strength", levels, 5);
  const value = (field) => field.querySelector("select").value;

  function draw() {
    const name = value(game);
    const sides = GAMES.find(([each]) => each === name)[2];
    const alone = value(against) !== "person";
    member.hidden = name !== "mill";
    size.hidden = komi.hidden = handicap.hidden = name !== "go";
    level.hidden = side.hidden = !alone;
    side.replaceChildren(select("side", "You play", [...sides.map((each) => [each, each])], sides[0]));
  }

  function start(event) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    const settings = { game: fields.game };
    if (fields.game === "mill") settings.rules = fields.rules;
    if (fields.game === "go") {
      settings.size = Number(fields.size);
      settings.handicap = Number(fields.handicap);
      if (fields.komi !== "") settings.komi = Number(fields.komi);
    }
    if (fields.against !== "person") {
      const sides = GAMES.find(([each]) => each === fields.game)[2];
      const other = sides.find((each) => each !== fields.side);
      settings.seats = { sides: { [other]: { player: "search", options: { level: Number(fields.level) } } } };
    }
    openNew(settings);
  }

  game.addEventListener("change", draw);
  against.addEventListener("change", draw);
  const form = h(
    "form",
    { class: "inline-form", id: "new-game-form", "aria-label": "New game", on: { submit: start } },
    game,
    member,
    size,
    komi,
    handicap,
    against,
    side,
    level,
    h("button", { type: "submit", class: "primary" }, icon("play"), "Play"),
  );
  draw();
  return form;
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
