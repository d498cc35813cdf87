// A new game or board, without a file.

import * as api from "../core/api.js";
import { ruleNames, ruleTitle } from "../board/rulewords.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { OWN } from "../desk/computer.js";
import { openChannel, openNew } from "./opening.js";

/** Members of the family of mill; not those for programs. */
const MILL = ruleNames("mill").filter((name) => !["standard", "nine", "muehle"].includes(name)).map((name) => [name, ruleTitle("mill", name)]);
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
    h("h3", {}, "A board of tiles"),
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
  const clock = select("clock", "Clock", [["none", "none"], ["increment", "with increment"], ["periods", "with byo-yomi"]], "none");
  const minutes = number("minutes", "Minutes", 10, 1, 600);
  const seconds = number("seconds", "Seconds", 5, 0, 600);
  const periods = number("periods", "Periods", 3, 1, 20);
  const against = select("against", "Against", opponents([]), "search");
  let players = {};
  let isTouched = false;
  const side = h("div", {});
  const levels = Array.from({ length: 10 }, (_, n) => [n + 1, n + 1]);
  const level = select("level", "Strength", levels, 5);
  const value = (field) => field.querySelector("select").value;

  function draw() {
    const name = value(game);
    const sides = GAMES.find(([each]) => each === name)[2];
    const alone = value(against) !== "person";
    const levelled = players[name]?.find((each) => each.name === value(against))?.options ?? [{ name: "level" }];
    member.hidden = name !== "mill";
    size.hidden = komi.hidden = handicap.hidden = name !== "go";
    side.hidden = !alone;
    level.hidden = !alone || !levelled.some((option) => option.name === "level");
    level.querySelector("select").disabled = level.hidden;
    minutes.hidden = seconds.hidden = value(clock) === "none";
    periods.hidden = value(clock) !== "periods";
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
    settings.seats = { sides: opponent(fields), clock: timeControl(fields) };
    openNew(settings);
  }

  /** Programs that were found on this machine come first, and the best of them is proposed. */
  function offer() {
    const known = players[value(game)] ?? [];
    const field = against.querySelector("select");
    field.replaceChildren(...opponents(known).map(([name, words]) => h("option", { value: name }, words)));
    field.value = known[0]?.is_program ? known[0].name : "search";
    draw();
  }

  api.players().then(
    (found) => {
      players = found;
      if (!isTouched) offer();
    },
    () => {}, // Then a person and our own search are there.
  );
  game.addEventListener("change", offer);
  against.addEventListener("change", draw);
  clock.addEventListener("change", () => {
    seconds.querySelector("input").value = value(clock) === "periods" ? 30 : 5;
    draw();
  });
  against.addEventListener("change", () => (isTouched = true));
  const form = h(
    "form",
    { class: "fields-form", id: "new-game-form", "aria-label": "New game", on: { submit: start } },
    game,
    member,
    size,
    komi,
    handicap,
    against,
    side,
    level,
    clock,
    minutes,
    seconds,
    periods,
    h(
      "div",
      { class: "actions" },
      h("button", { type: "submit", class: "primary" }, icon("play"), "Play"),
      h(
        "button",
        { type: "button", on: { click: () => openChannel({ red: "new", white: "new" }) } },
        icon("key"),
        "Signed checkers",
      ),
    ),
  );
  draw();
  return form;
}

/** Who can play on the other side: programs of other people, our own computers, a person. */
function opponents(known) {
  const programs = known.filter((each) => each.is_program);
  const own = known.filter((each) => !each.is_program && each.name !== "search");
  const named = (each) => [each.name, each.title];
  return [...programs.map(named), ["search", OWN], ...own.map(named), ["person", "a person here"]];
}

/** The computer on the other side, if it plays. */
function opponent(fields) {
  if (fields.against === "person") return {};
  const other = GAMES.find(([each]) => each === fields.game)[2].find((each) => each !== fields.side);
  return { [other]: { player: fields.against, options: fields.level ? { level: Number(fields.level) } : {} } };
}

/** What the clocks of both sides are set to. */
function timeControl({ clock, minutes, seconds, periods }) {
  if (clock === "none") return null;
  const main = Number(minutes) * 60;
  if (clock === "increment") return { main, increment: Number(seconds) };
  return { main, period: Number(seconds), periods: Number(periods) };
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
      class: "fields-form narrow",
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
