// The board to look at and to play on: pointing, clicking, dragging, keys, and typing a move.

import { boardPointers } from "./pointers.js";
import { choose, complete, endingAt, neighbour, nextPoints, startingWith } from "./choosing.js";
import { h, many, s } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { say } from "../core/messages.js";
import { NO_LINK } from "../core/store.js";
import { playerBars } from "../desk/status.js";
import { evaluationBar } from "./evaluation.js";
import { moveBox } from "./movebox.js";
import { drawOverlay } from "./overlay.js";
import { picture as makePicture } from "./picture.js";
import { boardMenu } from "./menu.js";
import { sound } from "./sounds.js";

const HELP =
  "Arrow keys move over the points, Enter chooses, Escape takes a choice back, B shows the bytes of a point.";
const TAPS = "The first tap shows a move, the second plays it.";
/** More stones than that are not named where they can be seen. */
const MOST_NAMED = 3;
/** a1, f6 or e5 */
const either = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
const touches = matchMedia("(pointer: coarse)");

export function board(desk) {
  const picture = makePicture();
  const overlay = s("svg", { class: "overlay", "aria-hidden": "true" });
  const evaluation = evaluationBar();
  const frame = h("div", { class: "board-frame" }, picture.element, overlay, evaluation.element);
  const help = h("p", { class: "unseen", id: "board-help" }, HELP);
  const stage = h(
    "div",
    { class: "board", id: "board", role: "application", tabIndex: 0, "aria-describedby": "board-help" },
    frame,
  );
  const words = h("p", { class: "point-words" });
  const options = h("div", { class: "point-options" });
  const showBytes = h(
    "button",
    {
      type: "button",
      class: "quiet icon-only",
      id: "show-bytes",
      hidden: true,
      on: { click: () => find(pointed) },
    },
    icon("link"),
  );
  const summary = h("ul", { class: "summary unseen" });
  const typing = moveBox(desk, play);
  const bars = playerBars(desk);
  const menu = boardMenu(desk, { flip });

  const state = { prefix: [], hover: null, cursor: null, link: NO_LINK, values: null };
  let pointed = null;
  let flipped = false;
  /** Where the points are on the screen, which may show the board flipped. @type {Map<string, {x: number, y: number}>} */
  let spots = new Map();
  let shown = null;

  const game = () => desk.view.game?.name;
  const moves = () => desk.here?.moves ?? [];
  const find = (point) => desk.emit("find", { point, focus: true });
  const standsOn = (name) => desk.position.get(name) ?? "";
  /** What pointers need to know of the board as it lies. */
  const now = () => ({ spots, reach: desk.view.board.reach, width: desk.view.board.width });

  function redraw() {
    if (!desk.view.board?.ground) return;
    const { reach } = desk.view.board;
    const scene = {
      game: game(),
      spots,
      reach,
      turn: desk.here?.turn ?? null,
      moves: moves(),
      position: desk.position,
      node: desk.at,
      overlay: desk.overlay ?? {},
    };
    drawOverlay(overlay, picture.under, scene, { ...state, values: scene.overlay.values ?? state.values });
    evaluation.draw(scene.overlay.bar ?? null, flipped, bars.bottom());
    frame.classList.toggle(
      "pointing",
      Boolean(state.hover && nextPoints(moves(), state.prefix).has(state.hover)),
    );
    words.textContent = sentence() || (touches.matches && moves().length > 0 ? TAPS : "");
    showBytes.hidden = !pointed;
    showBytes.setAttribute("aria-label", `Show bytes of ${pointed}`);
    showBytes.title = `Show bytes of ${pointed}`;
    bars.taking(isTaking());
    drawOptions();
  }

  /** Whether only pieces of the other side can be chosen now: a mill was closed. */
  function isTaking() {
    const turn = desk.here?.turn;
    const next = [...nextPoints(moves(), state.prefix).keys()];
    return Boolean(turn) && next.length > 0 && next.every((name) => standsOn(name) && !standsOn(name).startsWith(turn));
  }

  /** Buttons stay while they are the same: one that is replaced between press and release is never clicked. */
  function drawOptions() {
    const whole = complete(moves(), state.prefix).map(({ move }) => move);
    const key = JSON.stringify([state.prefix, whole]);
    if (options.dataset.key === key) return;
    options.dataset.key = key;
    options.replaceChildren(
      ...whole.map((move) =>
        h(
          "button",
          { type: "button", class: "primary", on: { click: () => play(move) } },
          `Play ${move}`,
        ),
      ),
      ...(state.prefix.length > 0 ? [h("button", { type: "button", on: { click: cancel } }, "Cancel")] : []),
    );
  }

  /** What the pointed point is and what choosing it would do; those who listen are told every name. */
  function sentence(aloud = false) {
    const { prefix, hover } = state;
    const legal = moves();
    const aimed = hover ?? state.cursor;
    const name = aimed === prefix.at(-1) ? null : aimed;
    if (isTaking() && !nextPoints(legal, prefix).has(name)) {
      const takeable = [...nextPoints(legal, prefix).keys()];
      return takeable.length > MOST_NAMED && !aloud
        ? `A mill: take one of the ${takeable.length} ringed stones`
        : `A mill: take ${either(takeable)}`;
    }
    if (!name && prefix.length === 0) return "";
    if (!name) return `${prefix.join("–")}, then choose ${[...nextPoints(legal, prefix).keys()].join(", ")}`;
    const stands = standsOn(name) || "empty";
    const candidates = startingWith(legal, [...prefix, name]);
    if (candidates.length === 1) return `${name}, ${stands}: play ${candidates[0].move}`;
    if (candidates.length > 1 && prefix.length > 0)
      return `${[...prefix, name].join("–")}, then choose ${[...nextPoints(legal, [...prefix, name]).keys()].join(", ")}`;
    if (candidates.length > 1) return `${name}, ${stands}, ${many(candidates.length, "move")}`;
    const there = prefix.length === 0 ? endingAt(legal, name).length : 0;
    return `${name}, ${stands}${there > 0 ? `, ${many(there, "move")} there` : ""}`;
  }

  function play(move) {
    state.prefix = [];
    state.hover = touches.matches ? null : state.hover;
    redraw();
    return desk.play(move).then((played) => {
      if (played) say(`${move}; ${desk.here?.status ?? ""}`);
      return played;
    });
  }

  function cancel() {
    state.prefix = [];
    pointers.drop();
    redraw();
  }

  /** Chooses a point; choosing a chosen one takes it back, another of one's own pieces starts again. */
  function take(name) {
    pointed = name;
    if (desk.tool?.(name)) return;
    if (desk.computer?.isDue()) {
      say("it is the computer's turn");
      return;
    }
    const legal = moves();
    let outcome = choose(legal, state.prefix, name);
    if (!outcome && state.prefix.length > 0) {
      const restart = !state.prefix.includes(name) && choose(legal, [], name);
      state.prefix = [];
      outcome = restart || null;
    }
    if (outcome?.play) {
      play(outcome.play.move);
      return;
    }
    if (outcome) state.prefix = outcome.prefix;
    redraw();
    say(sentence(true));
  }

  // ---- pointing ----

  function hover(name) {
    if (state.hover === name) return;
    state.hover = name;
    if (name) pointed = name;
    redraw();
    desk.emit("point", name);
  }

  const pointers = boardPointers(frame, now, {
    hover,
    take,
    find,
    dropped: redraw,
    pieceAt: picture.at,
    /** A piece that can move is chosen by dragging it. */
    grab(name) {
      if (desk.tool || desk.computer?.isDue()) return false;
      if (state.prefix.at(-1) === name) return true;
      if (nextPoints(moves(), [name]).size === 0) return false;
      state.prefix = [name];
      return true;
    },
    /** The first tap of two: shows what the second will play. */
    aim(name) {
      if (state.prefix.length > 0 || state.hover === name || !choose(moves(), [], name)?.play) return false;
      hover(name);
      say(`${sentence(true)}; tap again`);
      return true;
    },
  });

  // ---- keys ----

  stage.addEventListener("focus", () => {
    if (!stage.matches(":focus-visible")) return;
    state.cursor ??= begin();
    redraw();
  });
  stage.addEventListener("blur", () => {
    state.cursor = null;
    redraw();
  });
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const start = state.cursor ?? begin();
    const arrow = event.key.startsWith("Arrow");
    // Arrows walk over the points for those who came here by keyboard, otherwise through the game.
    if (!start || (arrow && !state.cursor)) return;
    const listed = [...spots].map(([name, { x, y }]) => [name, x, y]);
    if (arrow) moveCursor(neighbour(listed, start, event.key, game()) ?? start);
    else if (event.key === "Enter" || event.key === " ") take(start);
    else if (event.key === "Escape") {
      cancel();
      say("choice taken back");
    } else if (event.key === "b") find(start);
    else return;
    event.preventDefault();
  });

  /** Where the cursor begins: where the last move went, else at the first point. */
  const begin = () => desk.at?.points.findLast((point) => spots.has(point)) ?? spots.keys().next().value ?? null;

  function moveCursor(name) {
    state.cursor = name;
    pointed = name;
    state.hover = null;
    redraw();
    say(sentence(true));
    desk.emit("point", name);
  }

  // ---- what comes from elsewhere ----

  /** Turns the board round. */
  function flip(round = !flipped) {
    flipped = round;
    bars.flip(flipped);
    lay();
    redraw();
  }

  /** Lays the board down: another one, in other colours, or turned round. */
  function lay() {
    const { board } = desk.view;
    if (!board?.ground) return;
    const { width, height } = board;
    spots = new Map(
      board.ground.spots.map(([name, x, y]) => [name, flipped ? { x: width - x, y: height - y } : { x, y }]),
    );
    overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    block.style.setProperty("--ratio", width / height);
    picture.lay(board, spots, flipped);
    resized();
  }

  /** How many units of the picture make a pixel of the screen: coordinates have the same size on every board. */
  function resized() {
    const wide = frame.clientWidth;
    if (wide === 0 || !desk.view.board) return;
    const { width, reach } = desk.view.board;
    frame.style.setProperty("--unit", width / wide);
    frame.style.setProperty("--mark-line", `${Math.min(2.5, Math.max(1.25, (reach * wide) / width / 9))}px`);
  }

  /** Another desk, another board: everything is laid down again. */
  function show() {
    if (!desk.view.board?.ground) return;
    lay();
    turn();
  }

  /** Another node, or more is known of it. */
  function turn() {
    if (!desk.view.board?.ground) return;
    const node = desk.at;
    const before = shown;
    const isOther = before?.node?.path !== node?.path || before?.revision !== desk.view.desk.revision;
    if (isOther) {
      cancelQuietly();
      state.values = null;
      const near = before && (before.node?.path === node?.parent?.path || before.node?.parent?.path === node?.path);
      const played = before && node && before.node?.path === node.parent?.path && node.move !== null;
      const path = played ? node.points : (before?.node?.points ?? []);
      picture.put(desk.position, path, Boolean(near));
      if (played) sound(desk.here?.over ? "end" : takes(node, before.node) ? "take" : "move");
    }
    shown = { node, revision: desk.view.desk.revision };
    stage.setAttribute("aria-label", desk.here?.description || stage.getAttribute("aria-label") || "Board");
    if (!desk.here?.pending) summary.replaceChildren(...(desk.here?.summary ?? []).map((line) => h("li", {}, line)));
    if (isOther) state.link = NO_LINK;
    redraw();
  }

  const takes = (node, before) =>
    Object.entries(node.caught ?? {}).some(([side, count]) => count > (before?.caught?.[side] ?? 0));

  function cancelQuietly() {
    pointers.drop();
    state.prefix = [];
    if (state.cursor && !spots.has(state.cursor)) state.cursor = null;
    if (pointed && !spots.has(pointed)) pointed = null;
  }

  function listen(name, listener) {
    desk.on(name, (detail) => desk.view.board?.ground && listener(detail));
  }
  listen("view", show);
  listen("at", turn);
  listen("overlay", redraw);
  listen("values", (values) => {
    state.values = values;
    redraw();
  });
  listen("flip", (round) => flip(round));
  listen("link", (link) => {
    state.link = link.from === "board" ? NO_LINK : link;
    redraw();
  });
  addEventListener("keydown", keys);
  function keys(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && state.prefix.length > 0) cancel();
    const typed = event.target.closest?.("input, textarea, select, [contenteditable], #hex, dialog");
    if (event.key === "f" && !typed) flip();
  }
  const watcher = new ResizeObserver(resized);
  watcher.observe(frame);
  const block = h(
    "div",
    { class: "board-block" },
    bars.top,
    stage,
    bars.below,
    help,
    h("div", { class: "point-bar" }, bars.result, words, options, showBytes, typing.element, menu.element),
    summary,
  );
  show();

  return {
    element: block,
    leave() {
      pointers.leave();
      watcher.disconnect();
      removeEventListener("keydown", keys);
    },
  };
}
