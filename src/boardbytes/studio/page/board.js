// The board to look at and to play on: pointing, clicking, dragging, keys, and typing a move.

import { choose, complete, endingAt, neighbour, nextPoints, spotAt, startingWith } from "./choosing.js";
import { h, many, s } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";
import { moveBox } from "./movebox.js";
import { drawOverlay } from "./overlay.js";
import { animate, pictureNode, pieceAt } from "./picture.js";
import { NO_LINK } from "./store.js";

const DRAGGED = 6;
/** Points closer together than this on the screen are chosen with two taps of a finger. */
const FINGER = 30;

export function board(desk) {
  const overlay = s("svg", { class: "overlay", "aria-hidden": "true" });
  const frame = h("div", { class: "board-frame" });
  const help = h("p", { class: "unseen", id: "board-help" }, "Arrow keys move over the points, Enter chooses, Escape takes a choice back, B shows the bytes of a point.");
  const stage = h("div", { class: "board", id: "board", role: "application", tabIndex: 0, "aria-describedby": "board-help" }, frame);
  const words = h("p", { class: "point-words" });
  const options = h("div", { class: "point-options" });
  const showBytes = h("button", { type: "button", class: "quiet", id: "show-bytes", hidden: true, on: { click: () => desk.emit("find", { point: pointed, focus: true }) } }, icon("link"), "Show bytes");
  const summary = h("ul", { class: "summary" });
  const typing = moveBox(desk, play);

  const state = { prefix: [], hover: null, cursor: null, link: NO_LINK, values: null };
  let pointed = null;
  let picture = null;
  let drag = null;

  const now = () => desk.view.board;
  const spot = (name) => now().spots.find(([each]) => each === name);

  function redraw() {
    drawOverlay(overlay, now(), state);
    frame.classList.toggle("pointing", Boolean(state.hover && nextPoints(now().moves, state.prefix).has(state.hover)));
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
      ...whole.map((move) => h("button", { type: "button", class: "primary", on: { click: () => play(move) } }, `Play ${move}`)),
      ...(state.prefix.length > 0 ? [h("button", { type: "button", on: { click: cancel } }, "Cancel")] : []),
    );
  }

  /** What the pointed point is and what choosing it would do. */
  function sentence() {
    const { prefix, hover } = state;
    const { moves } = now();
    const name = hover ?? state.cursor;
    if (!name && prefix.length === 0) return "";
    if (!name || name === prefix.at(-1)) return `${prefix.join("–")}, then choose ${[...nextPoints(moves, prefix).keys()].join(", ")}`;
    const stands = spot(name)?.[3] || "empty";
    const candidates = startingWith(moves, [...prefix, name]);
    if (candidates.length === 1) return `${name}, ${stands}: play ${candidates[0].move}`;
    if (candidates.length > 1 && prefix.length > 0) return `${[...prefix, name].join("–")}, then choose ${[...nextPoints(moves, [...prefix, name]).keys()].join(", ")}`;
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
    endDrag();
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

  function placeOf(event) {
    const box = frame.getBoundingClientRect();
    const scale = now().width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale, scale };
  }

  function under(event) {
    const { x, y } = placeOf(event);
    return spotAt(now().spots, now().reach, x, y);
  }

  function point(name) {
    if (state.hover === name) return;
    state.hover = name;
    if (name) pointed = name;
    redraw();
    desk.emit("point", name);
  }

  frame.addEventListener("pointermove", (event) => {
    if (drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAGGED) startDrag(event);
    if (event.pointerType !== "touch" || drag?.moving) point(under(event));
  });
  frame.addEventListener("pointerleave", () => point(null));
  frame.addEventListener("pointerdown", (event) => {
    const name = under(event);
    if (event.button !== 0 || !name) return;
    if (event.altKey) {
      desk.emit("find", { point: name, focus: true });
      return;
    }
    drag = { name, x: event.clientX, y: event.clientY, moving: false, touch: event.pointerType === "touch" };
  });
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", endDrag);

  function startDrag(event) {
    if (!drag.moving) {
      if (state.prefix.at(-1) !== drag.name) {
        if (nextPoints(now().moves, [drag.name]).size === 0) return;
        state.prefix = [drag.name];
      }
      drag.moving = true;
      drag.piece = pieceAt(picture, spot(drag.name), now().reach);
      frame.setPointerCapture(event.pointerId);
    }
    const { x, y } = placeOf(event);
    const [, fromX, fromY] = spot(drag.name);
    for (const circle of drag.piece) circle.style.transform = `translate(${x - fromX}px, ${y - fromY}px)`;
  }

  function lift(event) {
    if (!drag) return;
    const { name, moving, touch } = drag;
    const target = under(event);
    endDrag();
    if (moving) {
      if (target && target !== name) take(target);
      else redraw();
    } else if (target === name) {
      if (touch && tight() && state.hover !== name && choose(now().moves, state.prefix, name)?.play) {
        point(name);
        say(`${sentence()}; tap again`);
      } else take(name);
    }
  }

  function endDrag() {
    for (const circle of drag?.piece ?? []) circle.style.transform = "";
    drag = null;
  }

  const tight = () => (now().reach * 2 * frame.clientWidth) / now().width < FINGER;

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
    if (arrow) moveCursor(state.cursor ? (neighbour(now().spots, start, event.key) ?? start) : start);
    else if (event.key === "Enter" || event.key === " ") take(start);
    else if (event.key === "Escape") {
      cancel();
      say("choice taken back");
    } else if (event.key === "b") desk.emit("find", { point: start, focus: true });
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
    picture = pictureNode(view.board.svg);
    overlay.setAttribute("viewBox", `0 0 ${view.board.width} ${view.board.height}`);
    frame.style.setProperty("--ratio", view.board.width / view.board.height);
    frame.replaceChildren(picture, overlay);
    stage.setAttribute("aria-label", view.board.description);
    summary.replaceChildren(...view.board.summary.map((line) => h("li", {}, line)));
    if (before?.board?.svg && before.desk.revision !== view.desk.revision) animate(picture, before.board, view.board);
    state.link = NO_LINK;
    redraw();
  }

  function cancelQuietly(old) {
    endDrag();
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
    element: h("div", { class: "board-block" }, stage, help, h("div", { class: "point-bar" }, words, options, showBytes), typing.element, summary),
    leave() {
      removeEventListener("pointerup", lift);
      removeEventListener("pointercancel", endDrag);
      removeEventListener("keydown", escape);
    },
  };
}
