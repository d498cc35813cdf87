// Who plays each side, and what players say to each other besides moves.

import { ruleTitle, ruleWords } from "../board/rulewords.js";
import { h, many } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { say, tell } from "../core/messages.js";
import { listen } from "../core/stream.js";
import * as api from "../core/api.js";
import { openNew } from "../start/opening.js";
import { OWN } from "./computer.js";
import { countingBox } from "./counting.js";
import { moveList } from "./moves.js";
import { questionCard } from "./question.js";

/** How many seconds a computer thinks about a hint, or about a draw. */
const THOUGHT = 1.5;
/** A computer that may expect no more than this agrees to a draw. */
const CONTENT = 0.55;
/** Of a handicap. */
const MOST_STONES = 9;

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Size, komi and handicap of a game of Go. */
function goSettings({ ground, komi, start }) {
  const stones = Object.values(start);
  const handicap = stones.length <= MOST_STONES && stones.every((stone) => stone.startsWith("black")) ? stones.length : 0;
  return { size: Math.round(Math.sqrt(ground.spots.length)), komi, handicap };
}

export function playersPanel(desk) {
  const sides = h("div", { class: "sides" });
  const question = questionCard();
  const button = (id, name, words, act) =>
    h("button", { type: "button", id, on: { click: act } }, icon(name), words);
  const hint = button("hint", "bulb", "Hint", () => showHint());
  const back = button("take-back", "undo", "Take back", () => takeBack());
  const resign = button("resign", "flag", "Resign", () => giveUp());
  const draw_ = button("offer-draw", "equal", "Offer a draw", () => offerDraw());
  const rematch = button("rematch", "again", "Play again", () => playAgain());
  const counting = countingBox(desk);
  const moves = moveList(desk, (node) => desk.show(node.path), "moves-played");
  const about = h("p", { class: "faint", id: "game-about" });
  let drawn = "";
  let hangUp = () => {};

  function drawSides() {
    const names = desk.computer.sides();
    const key = JSON.stringify([names, desk.view.players, desk.view.seats]);
    if (key === drawn) return;
    drawn = key;
    sides.replaceChildren(...names.map(side));
  }

  function side(name) {
    const chosen = desk.computer.seat(name);
    const who = h(
      "select",
      { id: `player-${name}` },
      h("option", { value: "person" }, "a person"),
      desk.view.players.map((player) =>
        h("option", { value: player.name, selected: player.name === chosen?.player }, player.name === "search" ? OWN : player.title),
      ),
    );
    const options = h("span", { class: "side-options" });

    const drawOptions = (wanted) => {
      const offered = desk.view.players.find((player) => player.name === who.value)?.options ?? [];
      options.replaceChildren(...offered.map((option) => field(option, wanted?.[option.name])));
    };
    const field = (option, wanted) =>
      h(
        "label",
        { class: "small-field", title: option.says },
        option.name[0].toUpperCase() + option.name.slice(1),
        h(
          "select",
          { id: `${option.name}-${name}`, name: option.name, on: { change: choose } },
          option.choices.map((number) =>
            h("option", { value: number, selected: number === (wanted ?? option.default) }, number),
          ),
        ),
      );
    const choose = () =>
      desk.computer.choose(
        name,
        who.value,
        Object.fromEntries(
          [...options.querySelectorAll("select")].map((select) => [select.name, Number(select.value)]),
        ),
      );
    who.addEventListener("change", () => {
      drawOptions(null);
      choose();
    });
    drawOptions(chosen?.options);
    return h(
      "div",
      { class: "card side" },
      h("span", { class: `turn-stone ${name}`, "aria-hidden": "true" }),
      h("label", { class: "small-field", for: who.id }, name, who),
      options,
    );
  }

  // ---- besides moves ----

  /** The best line that is seen in a moment. @returns {Promise<object|null>} */
  function think() {
    hangUp();
    return new Promise((resolve) => {
      let best = null;
      const query = { path: desk.at?.path, on: desk.view.desk.revision, lines: 1, seconds: THOUGHT };
      hangUp = listen(api.deskPath(desk.id, "/analysis"), query, {
        part: (found) => (best = found),
        end: () => resolve(best),
        refused: () => resolve(null),
      });
    });
  }

  async function showHint() {
    hint.disabled = true;
    const line = (await think())?.lines[0];
    hint.disabled = false;
    if (!line) return;
    const [from, to] = line.points;
    desk.lay("hint", to ? { arrows: [{ from, to }] } : { marks: { circle: [from] } });
    tell(`Hint: ${line.move} (${line.says})`);
  }

  async function takeBack() {
    if (!(await desk.computer.step("undo"))) return;
    desk.computer.resume();
    say("taken back");
  }

  async function giveUp() {
    const names = desk.computer.sides();
    const loser = names.find((name) => !desk.computer.seat(name) && name === desk.here?.turn) ?? names.find((name) => !desk.computer.seat(name));
    if (!loser) return;
    const winner = names.find((name) => name !== loser);
    if (!(await question.ask(`Does ${loser} resign? Then ${winner} wins.`, "Yes, resign"))) return;
    desk.computer.pause();
    if (await desk.edit([{ edit: "result", text: winner, reason: "resignation" }])) tell(`${loser} resigns: ${winner} wins.`);
  }

  async function offerDraw() {
    const names = desk.computer.sides();
    const other = names.find((name) => desk.computer.seat(name));
    if (other) {
      const found = await think();
      const share = !found ? 0.5 : found.turn === other ? found.expectation : 1 - found.expectation;
      if (share > CONTENT || (desk.end?.number ?? 0) < 10) {
        tell("The computer would rather play on.");
        return;
      }
    } else {
      const asking = desk.here.turn;
      const asked = names.find((name) => name !== asking);
      if (!(await question.ask(`${capital(asking)} offers a draw. Does ${asked} agree?`, "Agree"))) return;
    }
    if (await desk.edit([{ edit: "result", text: "draw" }])) tell("The game is a draw.");
  }

  /** The same game from the start; whoever plays against a computer changes sides. */
  async function playAgain() {
    const seats = desk.computer.seats();
    const names = desk.computer.sides();
    const turned = Object.fromEntries(
      names.filter((name) => seats[name]).map((name) => [names.find((other) => other !== name), seats[name]]),
    );
    const settings = { game: desk.view.game.name, rules: desk.view.board?.rules };
    if (settings.game === "go") Object.assign(settings, goSettings(desk.view.board));
    const one = Object.keys(seats).length === 1;
    await openNew({ ...settings, seats: { sides: one ? turned : seats, clock: desk.view.seats.clock } });
  }

  /** By which rules, on what board, with how much time. */
  function aboutGame() {
    const { game, board, seats } = desk.view;
    if (!game || !board?.ground) return "";
    const size = Math.round(Math.sqrt(board.ground.spots.length));
    const words = ruleWords(game.name, board.rules);
    const clock = seats?.clock;
    return [
      `${ruleTitle(game.name, board.rules)}: ${words || "rules of its own."}`,
      game.name === "go" && `${size} × ${size}, komi ${board.komi}.`,
      clock && `${many(Math.round(clock.main / 60), "minute")} each${clock.increment ? ` and ${many(clock.increment, "second")} a move` : ""}.`,
    ].filter(Boolean).join(" ");
  }

  function draw() {
    drawSides();
    const { here } = desk;
    const inGame = Boolean(here?.turn) && !here.over;
    hint.disabled = !inGame;
    resign.disabled = draw_.disabled = !inGame || !desk.atEnd;
    back.disabled = !desk.view.desk.undo;
    about.textContent = aboutGame();
    moves.element.hidden = (desk.end?.number ?? 0) === 0;
    moves.shown();
    rematch.hidden = (desk.end?.number ?? 0) === 0;
  }

  desk.on("view", ({ view, before }) => {
    desk.lay("hint", null);
    if (view.desk.revision !== before.desk.revision) question.settle(false);
    draw();
  });
  desk.watch("at", draw);
  return {
    element: h(
      "div",
      { class: "players-panel" },
      h("h2", { class: "unseen" }, "Play"),
      sides,
      h("div", { class: "actions play-actions" }, hint, back, resign, draw_, rematch),
      question.element,
      counting.element,
      about,
      moves.element,
    ),
    shown: moves.shown,
    leave() {
      hangUp();
      counting.leave();
    },
  };
}
