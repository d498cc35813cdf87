// The board to look at and to play on: pointing, clicking, dragging, keys, and typing a move.

import { boardPointers } from "./pointers.js";
import { choose, complete, endingAt, neighbour, nextPoints, startingWith } from "./choosing.js";
import { h, many, s } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { say } from "../core/messages.js";
import { moveBox } from "./movebox.js";
import { drawOverlay } from "./overlay.js";
import { animate, pictureNode } from "./picture.js";
import { NO_LINK } from "../core/store.js";

const HELP =
  "Arrow keys move over the points, Enter chooses, Escape takes a choice back, B shows the bytes of a point.";

export function board(desk) {
  const overlay = s("svg", { class: "overlay", "aria-hidden": "true" });
  const frame = h("div", { class: "board-frame" });
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
      class: "quiet",
      id: "show-bytes",
      hidden: true,
      on: { click: () => find(pointed) },
    },
    icon("link"),
    "Show bytes",
  );
  const summary = h("ul", { class: "summary" });
  const typing = moveBox(desk, play);

  const state = { prefix: [], hover: null, cursor: null, link: NO_LINK, values: null };
  let pointed = null;

  const now = () => desk.view.board;
  const find = (point) => desk.emit("find", { point, focus: true });
  const spot = (name) => now().spots.find(([each]) => each === name);

  function redraw() {
    drawOverlay(overlay, now(), state);
    frame.classList.toggle(
      "pointing",
      Boolean(state.hover && nextPoints(now().moves, state.prefix).has(state.hover)),
    );
    words.textContent = sentence();
    showBytes.hidden = !pointed;
    showBytes.setAttribute("aria-label", `Show bytes of ${pointed}`);
    drawOptions();
  }

  /** Buttons stay while they are the same: one that is replaced between press and release is never clicked. */
  function drawOptions() {
    const whole = complete(now().moves, state.prefix).map(({ move }) => move);
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

  /** What the pointed point is and what choosing it would do. */
  function sentence() {
    const { prefix, hover } = state;
    const { moves } = now();
    const aimed = hover ?? state.cursor;
    const name = aimed === prefix.at(-1) ? null : aimed;
    if (!name && prefix.length === 0) return "";
    if (!name) return `${prefix.join("–")}, then choose ${[...nextPoints(moves, prefix).keys()].join(", ")}`;
    const stands = spot(name)?.[3] || "empty";
    const candidates = startingWith(moves, [...prefix, name]);
    if (candidates.length === 1) return `${name}, ${stands}: play ${candidates[0].move}`;
    if (candidates.length > 1 && prefix.length > 0)
      return `${[...prefix, name].join("–")}, then choose ${[...nextPoints(moves, [...prefix, name]).keys()].join(", ")}`;
    if (candidates.length > 1) return `${name}, ${stands}, ${many(candidates.length, "move")}`;
    const there = prefix.length === 0 ? endingAt(moves, name).length : 0;
    return `${name}, ${stands}${there > 0 ? `, ${many(there, "move")} there` : ""}`;
  }

  function play(move) {
    state.prefix = [];
    redraw();
    return desk.play(move).then((played) => {
      if (played) say(`${move}; ${desk.view.board?.status ?? ""}`);
      return played;
    });
  }

  function cancel() {
    state.prefix = [];
    pointers.drop();
    redraw();
  }

  /** Chooses a point; choosing a chosen one takes it back, another piece of mine begins anew. */
  function take(name) {
    pointed = name;
    const { moves } = now();
    let outcome = choose(moves, state.prefix, name);
    if (!outcome && state.prefix.length > 0) {
      const restart = !state.prefix.includes(name) && choose(moves, [], name);
      state.prefix = [];
      outcome = restart || null;
    }
    if (outcome?.play) {
      play(outcome.play.move);
      return;
    }
    if (outcome) state.prefix = outcome.prefix;
    redraw();
    say(sentence());
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
    /** A piece that can move is chosen by dragging it. */
    grab(name) {
      if (state.prefix.at(-1) === name) return true;
      if (nextPoints(now().moves, [name]).size === 0) return false;
      state.prefix = [name];
      return true;
    },
    /** The first tap of two: shows what the second will play. */
    aim(name) {
      if (state.hover === name || !choose(now().moves, state.prefix, name)?.play) return false;
      hover(name);
      say(`${sentence()}; tap again`);
      return true;
    },
  });

  // ---- keys ----

  stage.addEventListener("focus", () => {
    if (!stage.matches(":focus-visible")) return;
    state.cursor ??= now().last?.points.at(-1) ?? now().spots[0]?.[0] ?? null;
    redraw();
  });
  stage.addEventListener("blur", () => {
    state.cursor = null;
    redraw();
  });
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const start = state.cursor ?? now().spots[0]?.[0];
    const arrow = event.key.startsWith("Arrow");
    if (arrow) moveCursor(state.cursor ? (neighbour(now().spots, start, event.key, desk.view.game?.name) ?? start) : start);
    else if (event.key === "Enter" || event.key === " ") take(start);
    else if (event.key === "Escape") {
      cancel();
      say("choice taken back");
    } else if (event.key === "b") find(start);
    else return;
    event.preventDefault();
  });

  function moveCursor(name) {
    state.cursor = name;
    pointed = name;
    state.hover = null;
    redraw();
    say(sentence());
    desk.emit("point", name);
  }

  // ---- what comes from elsewhere ----

  function show({ view, before }) {
    if (!view.board?.svg) return;
    cancelQuietly(before?.board);
    const picture = pictureNode(view.board.svg);
    overlay.setAttribute("viewBox", `0 0 ${view.board.width} ${view.board.height}`);
    frame.style.setProperty("--ratio", view.board.width / view.board.height);
    frame.replaceChildren(picture, overlay);
    stage.setAttribute("aria-label", view.board.description);
    summary.replaceChildren(...view.board.summary.map((line) => h("li", {}, line)));
    if (before?.board?.svg && before.desk.revision !== view.desk.revision)
      animate(picture, before.board, view.board);
    state.link = NO_LINK;
    redraw();
  }

  function cancelQuietly(old) {
    pointers.drop();
    if (JSON.stringify(old?.moves) !== JSON.stringify(now().moves)) state.prefix = [];
    if (state.cursor && !spot(state.cursor)) state.cursor = null;
    if (pointed && !spot(pointed)) pointed = null;
    state.values = null;
  }

  function listen(name, listener) {
    desk.on(name, (detail) => now()?.svg && listener(detail));
  }
  listen("view", show);
  listen("link", (link) => {
    state.link = link.from === "board" ? NO_LINK : link;
    redraw();
  });
  listen("values", (values) => {
    state.values = values;
    redraw();
  });
  addEventListener("keydown", escape);
  function escape(event) {
    if (event.key === "Escape" && state.prefix.length > 0 && !event.defaultPrevented) cancel();
  }
  show({ view: desk.view });

  return {
    element: h(
      "div",
      { class: "board-block" },
      stage,
      help,
      h("div", { class: "point-bar" }, words, options, showBytes),
      typing.element,
      summary,
    ),
    leave() {
      pointers.leave();
      removeEventListener("keydown", escape);
    },
  };
}
