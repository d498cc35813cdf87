// The players above and below the board: who they are, whose turn it is, what they hold and what they took.

import { grouped, h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { shown } from "../start/signed.js";

/** Red begins at the top of a checkerboard; elsewhere whoever begins sits below. */
const sitsAbove = (game) => (game === "checkers" ? 0 : 1);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const MOST_STONES = 12;

export function playerBars(desk) {
  const words = h("p", { class: "status-words", id: "status" });
  const thinking = h(
    "span",
    { class: "thinking", hidden: true },
    h("span", { class: "pulse", "aria-hidden": "true" }),
    h("span", {}, "thinking…"),
  );
  const thought = h("span", { class: "thought", id: "thought", hidden: true });
  const stop = h(
    "button",
    { type: "button", class: "small", hidden: true, "aria-label": "Stop", on: { click: () => desk.computer.pause() } },
    icon("stop"),
    h("span", { class: "wide-only" }, "Stop"),
  );
  const resume = h(
    "button",
    { type: "button", class: "small", hidden: true, on: { click: () => desk.computer.resume() } },
    icon("play"),
    "Let the computer play",
  );
  const result = h("div", { class: "result-place" });
  const bars = [bar(), bar()];
  let flipped = false;
  let isTaking = false;

  const sides = () => desk.view.game?.sides ?? [];
  const header = (name) => new Map(desk.tree?.headers ?? []).get(name);

  /** The side that sits above (0) or below (1). */
  function sideAt(place) {
    const above = sitsAbove(desk.view.game?.name);
    return sides()[(place === 0) === !flipped ? above : 1 - above];
  }

  function bar() {
    const stone = h("span", { class: "turn-stone", role: "img" });
    const name = h("span", { class: "player-name" });
    const rank = h("span", { class: "player-rank" });
    const turn = h("span", { class: "player-turn" });
    const off = h("span", { class: "off-board" });
    const clock = h("span", { class: "player-clock" });
    const element = h("div", { class: "player-bar" }, stone, name, rank, turn, off, clock);
    return { element, stone, name, rank, turn, off, clock };
  }

  /** Stones in hand one by one, taken ones counted. */
  function drawOff(off, side) {
    const hand = desk.at?.hand?.[side] ?? 0;
    const caught = desk.at?.caught?.[side] ?? 0;
    const other = sides().find((each) => each !== side) ?? "";
    off.replaceChildren(
      ...(hand > 0
        ? [
            h(
              "span",
              { class: "in-hand", role: "img", "aria-label": `${hand} in hand`, title: `${hand} in hand` },
              Array.from({ length: Math.min(hand, MOST_STONES) }, () => h("span", { class: `mini ${side}` })),
            ),
          ]
        : []),
      ...(caught > 0
        ? [
            h(
              "span",
              { class: "caught", role: "img", "aria-label": `${caught} captured`, title: `${caught} captured` },
              h("span", { class: `mini ${other}` }),
              `×${caught}`,
            ),
          ]
        : []),
    );
  }

  function draw() {
    const { here } = desk;
    const playing = Boolean(desk.view.board?.ground) && sides().length > 0;
    for (const [place, each] of bars.entries()) {
      const side = sideAt(place) ?? "";
      const known = header(side);
      const computer = desk.computer?.nameOf?.(side);
      each.element.hidden = !playing;
      each.element.dataset.side = side;
      each.element.classList.toggle("to-move", here?.turn === side && !here.over);
      each.stone.className = `turn-stone ${side}`;
      each.stone.setAttribute("aria-label", side);
      each.name.textContent = known ? shown(known) : (computer ?? capital(side));
      each.name.title = known ?? computer ?? side;
      each.rank.textContent = header(`${side}_rank`) ?? "";
      drawOff(each.off, side);
      drawClock(each.clock, side);
    }
    drawTurn(here);
    drawComputer();
  }

  /** The clock of the desk, if it has one; else what the record says. */
  function drawClock(clock, side) {
    const running = desk.clock?.(side);
    clock.textContent = running?.text ?? writtenClock(side) ?? "";
    clock.classList.toggle("running", Boolean(running?.running));
    clock.classList.toggle("low", Boolean(running?.low));
  }

  function writtenClock(side) {
    for (let node = desk.at; node; node = node.parent) if (node.clock?.[side]) return node.clock[side];
    return null;
  }

  /** The turn stands beside who has it, the end below the board. */
  function drawTurn(here) {
    const over = Boolean(here?.over) && !here?.pending;
    const turn = here?.turn;
    const status = isTaking && turn ? `${turn} to take a stone` : (desk.overlay.status ?? here?.status ?? "");
    // The side is in sight already, beside the words: only those who listen need to be told.
    const [first, rest] = turn && status.startsWith(`${turn} `) ? [turn, status.slice(turn.length)] : ["", status];
    words.replaceChildren(...(first ? [h("span", { class: "unseen" }, first)] : []), rest);
    words.classList.toggle("over", over);
    words.title = over ? words.textContent : "";
    const place = over ? null : bars.find(({ element }) => element.dataset.side === turn);
    (place?.turn ?? result).append(words, thinking, thought, stop, resume);
    result.hidden = !over;
  }

  function drawComputer() {
    const state = desk.computer?.state;
    thinking.hidden = state !== "thinking";
    if (state !== "thinking") drawThought(null);
    stop.hidden = state !== "thinking";
    resume.hidden = state !== "paused";
  }

  /** How far the computer has looked, and what it would play now. */
  function drawThought(found) {
    thought.hidden = !found;
    thinking.classList.toggle("brief", Boolean(found));
    if (!found) return;
    const far = found.depth === null ? `${grouped(found.playouts)} playouts` : `depth ${found.depth}`;
    thought.textContent = thought.title = `${far}: ${found.line.join(" ")}`;
  }

  desk.on("at", draw);
  desk.on("overlay", () => drawTurn(desk.here));
  desk.on("computer", draw);
  desk.on("thinking", (found) => desk.computer.state === "thinking" && drawThought(found));
  desk.on("clock", () => bars.forEach((each, place) => drawClock(each.clock, sideAt(place))));
  result.append(words);
  draw();
  return {
    top: bars[0].element,
    below: bars[1].element,
    /** Why it ended. */
    result,
    bottom: () => sideAt(1),
    flip(round) {
      flipped = round;
      draw();
    },
    taking(is) {
      if (is === isTaking) return;
      isTaking = is;
      drawTurn(desk.here);
    },
  };
}
