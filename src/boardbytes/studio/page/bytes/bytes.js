// The bytes: every field coloured and named, linked with the board both ways, open to editing.

import { ByteStore } from "./store.js";
import { bytesTools } from "./tools.js";
import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { fieldStrip } from "./strip.js";
import { fieldTree } from "./fields.js";
import { findBar } from "./find.js";
import { editKeys } from "./edit.js";
import { hexGrid } from "./grid.js";
import { inspector } from "./inspector.js";
import { LARGEST_DRAFT, textEditor } from "./editor.js";
import { attempt, say, tell } from "../core/messages.js";
import { equalRows, textRows } from "./rows.js";
import { NO_LINK } from "../core/store.js";
import { rangeBar } from "./range.js";
import { rangeOf, WRITTEN } from "./selection.js";

/** The pixels that a row of 16 bytes needs, and those that a letter in a text takes. */
const WIDE = 600;
const LETTER = 9.6;
/** The bytes that the largest number in the inspector has. */
const LONGEST = 24;

export function bytesPanel(desk) {
  const store = new ByteStore(desk, loaded);
  const cursor = { offset: 0, column: "hex", digit: null, inserting: false, anchor: null };
  const grid = hexGrid(store, { marks, digits, pointed, chosen, reached, resized });
  const editor = textEditor(desk, store.palette, { marks: marksOf, pointed, moved: movedInText, apply });
  const strip = fieldStrip(desk, { set: setByte });
  const look = inspector({ at: (offset) => store.at(offset), set: setByte });
  const tree = fieldTree({ pointed, chosen: choose });
  const range = rangeBar(desk, store, { range: bytesToCopy, isChosen: () => chosenRange() !== null, clear: () => move(cursor.offset) });
  const find = findBar(desk, { place: () => chosenRange()?.[0] ?? cursor.offset, found: choose });
  const help = h(
    "p",
    { class: "unseen", id: "hex-help" },
    "Arrow keys move, with Shift they choose a range, hexadecimal digits change a byte, Insert switches between replacing and inserting, Delete and Backspace remove, F2 switches between hexadecimal and text.",
  );
  let textLayout = null;
  let layoutKey = "";
  let lines = { edition: -1, lengths: null };
  let marking = false;
  let hovered = null;
  let linked = [];
  let awaited = null;
  let findings = new Map();
  let inEditor = false;

  const tools = bytesTools(desk, {
    show(wanted) {
      textLayout = wanted;
      cursor.column = wanted ? "text" : "hex";
      arrange();
    },
    insert: toggleInsert,
    mark() {
      marking = !marking;
      cursor.anchor = null;
      drawTools();
    },
    go: (offset) => select(offset, true),
  });

  const drawTools = () =>
    tools.draw({ textual: textual(), inserting: cursor.inserting, marking, hasGrid: !inEditor });

  function toggleInsert() {
    cursor.inserting = !cursor.inserting;
    drawTools();
    say(cursor.inserting ? "typing inserts" : "typing replaces");
    grid.draw();
  }

  function setByte(offset, hex) {
    splice(offset, 1, hex);
  }

  // ---- layout ----

  const textual = () => textLayout ?? desk.view.is_text;

  /** Whether the text is edited as a whole: not if it is long, or more than a text. */
  const edits = () =>
    textual() && desk.view.is_text && desk.view.size <= LARGEST_DRAFT && !editor.refused();

  async function arrange() {
    inEditor = edits();
    editor.element.hidden = !inEditor;
    grid.element.hidden = look.element.hidden = inEditor;
    drawTools();
    if (inEditor) {
      grid.clear();
      layoutKey = "";
      await editor.load();
      if (!edits()) return void (inEditor && arrange());
      store.need(cursor.offset, cursor.offset + LONGEST);
    } else layOut();
    redraw();
    drawStrip();
    if (awaited && isReady()) select(...awaited);
  }

  const isReady = () => (inEditor ? editor.isReady() : grid.layout());

  function layOut() {
    const width = grid.element.clientWidth;
    if (width === 0) return;
    const { size } = desk.view;
    const text = textual();
    if (text) cursor.column = "text";
    const length = text ? Math.max(16, Math.floor((width - 90) / LETTER)) : width >= WIDE ? 16 : 8;
    if (text && lines.edition !== desk.edition) {
      // While the lines of a text are on their way, what is there stays: nothing jumps under the pointer.
      learnLines();
      return;
    }
    const key = [size, text && desk.edition, length].join();
    if (key === layoutKey) return;
    layoutKey = key;
    grid.setLayout(text && lines.lengths ? textRows(lines.lengths, length) : equalRows(size, length), text);
  }

  async function learnLines() {
    const { edition } = desk;
    const answer = await attempt(() => api.lines(desk.id));
    if (!answer || edition !== desk.edition) return;
    lines = { edition, lengths: answer.lengths };
    loaded();
  }

  function redraw() {
    if (inEditor) editor.mark();
    else grid.draw();
  }

  function resized() {
    if (inEditor) return;
    layOut();
    grid.draw();
  }

  function loaded() {
    if (!inEditor) layOut();
    redraw();
    if (awaited && isReady()) select(...awaited);
    drawStrip();
  }

  // ---- what each byte looks like ----

  function digits(offset, byte) {
    if (offset === cursor.offset && cursor.digit !== null) return `${cursor.digit}_`;
    return byte.toString(16).padStart(2, "0");
  }

  const within = (offset, [start, size]) => offset >= start && offset < start + Math.max(1, size);
  const spansAt = (offset) => (inEditor ? editor.spansAt(offset) : store.spansAt(offset));
  const chosenRange = () => rangeOf(cursor, desk.view.size);

  /** What a field, or a part of it, looks like in a text. */
  function marksOf(offset, size, span) {
    const classes = [];
    if (span) classes.push(`hue-${span.hue}`, span.shade ? "shade" : "");
    if (span && hovered !== null && within(hovered, [span.offset, span.size])) classes.push("near");
    if (linked.some(([start, length]) => start < offset + size && offset < start + length)) classes.push("linked");
    if (findings.has(offset)) classes.push(findings.get(offset));
    return classes.join(" ");
  }

  function marks(offset) {
    const [span] = store.spansAt(offset);
    const classes = [marksOf(offset, 1, span)];
    if (span && offset === span.offset) classes.push("starts");
    if (span && offset === span.offset + span.size - 1) classes.push("ends");
    const range = chosenRange();
    if (range && offset >= range[0] && offset < range[1]) classes.push("selected");
    if (offset === cursor.offset)
      classes.push(cursor.inserting ? "cursor inserting" : "cursor", `in-${cursor.column}`);
    return classes.join(" ");
  }

  // ---- pointing and choosing ----

  function pointed(offset) {
    if (offset === hovered) return;
    hovered = offset;
    link(offset ?? (element.contains(document.activeElement) ? cursor.offset : null));
    redraw();
    drawStrip();
  }

  function link(offset) {
    const spans = offset === null ? [] : spansAt(offset);
    if (spans.length === 0) {
      desk.light(NO_LINK);
      return;
    }
    const points = [...new Set(spans.flatMap((span) => span.points))];
    desk.light({
      from: "bytes",
      points,
      ply: spans.find((span) => span.ply !== null)?.ply ?? null,
    });
  }

  function chosen(offset, column, extend) {
    cursor.column = textual() ? "text" : column;
    cursor.digit = null;
    grid.element.focus({ preventScroll: true });
    move(offset, extend || (marking && cursor.anchor !== null));
    if (marking) cursor.anchor ??= offset;
  }

  /** The range reaches to a byte. */
  function reached(offset) {
    if (offset !== cursor.offset || cursor.anchor !== null) move(offset, true);
  }

  function move(offset, extend = false) {
    cursor.anchor = extend ? (cursor.anchor ?? cursor.offset) : null;
    cursor.offset = Math.max(0, Math.min(desk.view.size, offset));
    hovered = null;
    grid.reveal(cursor.offset);
    grid.draw();
    grid.element.setAttribute(
      "aria-activedescendant",
      `${cursor.column === "text" ? "t" : "b"}-${cursor.offset}`,
    );
    arrived();
    const range = chosenRange();
    say(range ? `${range[1] - range[0]} bytes chosen` : strip.sentence());
  }

  function movedInText(offset, anchor) {
    Object.assign(cursor, { offset, anchor, column: "text" });
    hovered = null;
    store.need(offset, offset + LONGEST);
    arrived();
  }

  function arrived() {
    link(cursor.offset);
    drawStrip();
    tree.follow(cursor.offset);
  }

  /** Shows an offset from elsewhere, as soon as there are bytes to show. */
  function select(offset, focus, size = 1) {
    if (!inEditor) layOut();
    awaited = isReady() && !element.hidden ? null : [offset, focus, size];
    if (awaited) return;
    if (inEditor) {
      editor.reveal(offset, size, focus);
      movedInText(offset + size - 1, size > 1 ? offset : null);
      say(strip.sentence());
      return;
    }
    if (focus) grid.element.focus({ preventScroll: true });
    if (size > 1) {
      move(offset);
      move(offset + size - 1, true);
    } else move(offset);
  }

  /** Chooses some bytes, such as those of a field or what was found. */
  function choose(offset, size) {
    select(offset, false, size);
  }

  function drawStrip() {
    const offset = hovered ?? cursor.offset;
    strip.show(offset, offset < desk.view.size ? store.at(offset) : undefined, spansAt(offset), findingsAt(offset));
    look.show(offset);
    tree.show(inEditor ? editor.spans() : store.near(cursor.offset));
    range.draw();
  }

  const findingsAt = (offset) => desk.view.findings.filter((finding) => finding.offset === offset);

  /** What is copied: the chosen range, or the field under the cursor. @returns {[number, number]} */
  function bytesToCopy() {
    const [span] = spansAt(cursor.offset);
    const start = span?.offset ?? cursor.offset;
    return chosenRange() ?? [start, Math.min(desk.view.size, start + (span?.size ?? 1))];
  }

  // ---- changing ----

  function splice(offset, remove, insert) {
    for (let index = 0; index < Math.min(remove, insert.length / 2); index += 1)
      store.guess(offset + index, parseInt(insert.slice(2 * index, 2 * index + 2), 16));
    desk.change("bytes", { offset, remove, insert });
    grid.draw();
  }

  async function apply(change, on) {
    if (await desk.change("bytes", change, on)) say(`applied; ${desk.view.here?.status ?? "no board"}`);
  }

  const keys = editKeys(grid.element, cursor, {
    size: () => desk.view.size,
    layout: grid.layout,
    page: grid.page,
    move,
    splice,
    range: chosenRange,
    choose,
    find: find.focus,
    redraw: () => grid.draw(),
    copied(column) {
      const bytes = range.known();
      if (!bytes) tell("That much is copied with the buttons below.");
      return bytes ? WRITTEN[column === "text" ? "text" : "hex"](bytes) : "";
    },
    switchColumn() {
      if (!textual()) cursor.column = cursor.column === "hex" ? "text" : "hex";
      move(cursor.offset);
    },
    toggleInsert,
  });

  // ---- what comes from elsewhere ----

  function show() {
    findings = new Map(
      desk.view.findings
        .filter(({ offset }) => offset !== null)
        .map(({ offset, severity }) => [offset, severity === "error" ? "bad" : "odd"]),
    );
    cursor.offset = Math.min(cursor.offset, desk.view.size);
    if (!element.hidden) arrange();
  }

  let asked = 0;
  async function linkFrom(query) {
    const ticket = (asked += 1);
    const ranges = query ? await store.where(query) : [];
    if (ticket !== asked) return;
    linked = ranges;
    redraw();
    const isSeen = inEditor ? editor.visible : grid.visible;
    strip.away(
      query,
      ranges.length > 0 && !ranges.some(([offset]) => isSeen(offset)) ? ranges[0][0] : null,
      (offset) => select(offset, true),
    );
  }

  const open = () => !element.hidden && isReady();
  desk.on("view", show);
  desk.on("point", (point) => open() && linkFrom(point ? { point } : null));
  desk.on("find", async ({ point, ply, offset, focus }) => {
    desk.open("bytes");
    if (offset === undefined) {
      linked = await store.where(point === undefined ? { ply } : { point });
      if (linked.length === 0) {
        tell(`No bytes speak of ${point ?? `move ${ply}`}.`);
        return;
      }
    }
    select(offset ?? linked[0][0], focus);
  });

  editor.element.hidden = true;
  const element = h(
    "div",
    { class: "bytes-panel" },
    tools.element,
    h("div", { class: "seek" }, find.element, tools.form),
    strip.element,
    grid.element,
    editor.element,
    range.element,
    h("div", { class: "bytes-below" }, h("section", { class: "fields", "aria-label": "Fields" }, tree.element), look.element),
    help,
  );
  return {
    element,
    shown: () => {
      show();
      store.need(0, 1);
    },
    leave() {
      grid.leave();
      keys.leave();
      editor.leave();
    },
  };
}
