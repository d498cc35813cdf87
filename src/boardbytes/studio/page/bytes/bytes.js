// The bytes: every field coloured and named, linked with the board both ways, open to editing.

import { ByteStore } from "./store.js";
import { bytesTools } from "./tools.js";
import { h } from "../core/dom.js";
import { fieldStrip } from "./strip.js";
import { editKeys } from "./edit.js";
import { hexGrid } from "./grid.js";
import { say, tell } from "../core/messages.js";
import { equalRows, textRows } from "./rows.js";
import { NO_LINK } from "../core/store.js";

/** The pixels that a row of 16 bytes needs, and those that a letter in a text takes. */
const WIDE = 600;
const LETTER = 9.6;
/** Texts up to this size are laid out line by line: all of their bytes are fetched. */
const LARGEST_TEXT = 65_536;

export function bytesPanel(desk) {
  const store = new ByteStore(desk, loaded);
  const cursor = { offset: 0, column: "hex", digit: null, inserting: false };
  const grid = hexGrid(store, { marks, digits, pointed, chosen, resized });
  const strip = fieldStrip(desk, { set: (offset, hex) => splice(offset, 1, hex) });
  const help = h(
    "p",
    { class: "unseen", id: "hex-help" },
    "Arrow keys move, hexadecimal digits change a byte, Insert switches between replacing and inserting, Delete and Backspace remove, F2 switches between hexadecimal and text.",
  );
  let textLayout = null;
  let layoutKey = "";
  let hovered = null;
  let linked = [];
  let awaited = null;
  let findings = new Map();

  const tools = bytesTools({
    show(wanted) {
      textLayout = wanted;
      cursor.column = wanted ? "text" : "hex";
      layOut();
    },
    insert: toggleInsert,
    go: (offset) => select(Math.min(offset, desk.view.size), true),
  });

  function toggleInsert() {
    cursor.inserting = !cursor.inserting;
    tools.draw(textual(), cursor.inserting);
    say(cursor.inserting ? "typing inserts" : "typing replaces");
    grid.draw();
  }

  // ---- layout ----

  const textual = () => textLayout ?? Boolean(desk.view.format?.is_text);

  function layOut() {
    const width = grid.element.clientWidth;
    if (width === 0) return;
    const { size } = desk.view;
    const text = textual();
    tools.draw(text, cursor.inserting);
    if (text) cursor.column = "text";
    const length = text ? Math.max(16, Math.floor((width - 90) / LETTER)) : width >= WIDE ? 16 : 8;
    const byLines = text && size <= LARGEST_TEXT;
    const whole = byLines ? allBytes() : null;
    // While the bytes of a text are on their way, what is there stays: nothing jumps under the pointer.
    if (byLines && !whole) return;
    const key = whole ? ["lines", size, length, store.loads].join() : [size, text, length].join();
    if (key === layoutKey) return;
    layoutKey = key;
    grid.setLayout(whole ? textRows(whole, length) : equalRows(size, length), text);
  }

  function allBytes() {
    store.need(0, desk.view.size);
    const bytes = new Uint8Array(desk.view.size);
    for (let offset = 0; offset < bytes.length; offset += 1) {
      const byte = store.at(offset);
      if (byte === undefined) return null;
      bytes[offset] = byte;
    }
    return bytes;
  }

  function resized() {
    layOut();
    grid.draw();
  }

  function loaded() {
    layOut();
    grid.draw();
    if (awaited && grid.layout()) select(...awaited);
    tools.drawKinds(store.known());
    drawStrip();
  }

  // ---- what each byte looks like ----

  function digits(offset, byte) {
    if (offset === cursor.offset && cursor.digit !== null) return `${cursor.digit}_`;
    return byte.toString(16).padStart(2, "0");
  }

  const within = (offset, [start, size]) => offset >= start && offset < start + Math.max(1, size);

  function marks(offset) {
    const [span] = store.spansAt(offset);
    const classes = [];
    if (span) {
      classes.push(`hue-${span.hue}`, span.shade ? "shade" : "");
      if (offset === span.offset) classes.push("starts");
      if (offset === span.offset + span.size - 1) classes.push("ends");
      if (hovered !== null && within(hovered, [span.offset, span.size])) classes.push("near");
    }
    if (linked.some((range) => within(offset, range))) classes.push("linked");
    if (findings.has(offset)) classes.push(findings.get(offset));
    if (offset === cursor.offset)
      classes.push(cursor.inserting ? "cursor inserting" : "cursor", `in-${cursor.column}`);
    return classes.join(" ");
  }

  // ---- pointing and choosing ----

  function pointed(offset) {
    if (offset === hovered) return;
    hovered = offset;
    link(offset ?? (grid.element.matches(":focus-visible") ? cursor.offset : null));
    grid.draw();
    drawStrip();
  }

  function link(offset) {
    const spans = offset === null ? [] : store.spansAt(offset);
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

  function chosen(offset, column) {
    cursor.column = textual() ? "text" : column;
    cursor.digit = null;
    grid.element.focus({ preventScroll: true });
    move(offset);
  }

  function move(offset) {
    cursor.offset = Math.max(0, Math.min(desk.view.size, offset));
    hovered = null;
    grid.reveal(cursor.offset);
    grid.draw();
    grid.element.setAttribute(
      "aria-activedescendant",
      `${cursor.column === "text" ? "t" : "b"}-${cursor.offset}`,
    );
    link(cursor.offset);
    drawStrip();
    say(strip.sentence());
  }

  /** Shows an offset from elsewhere, as soon as there are bytes to show. */
  function select(offset, focus) {
    layOut();
    awaited = grid.layout() ? null : [offset, focus];
    if (awaited) return;
    if (focus) grid.element.focus({ preventScroll: true });
    move(offset);
  }

  function drawStrip() {
    const offset = hovered ?? cursor.offset;
    strip.show(
      offset,
      offset < desk.view.size ? store.at(offset) : undefined,
      store.spansAt(offset),
      findingsAt(offset),
    );
  }

  const findingsAt = (offset) => desk.view.findings.filter((finding) => finding.offset === offset);

  /** The field under the cursor as it is copied: hexadecimal digits or characters. */
  function fieldText(column) {
    const [span] = store.spansAt(cursor.offset);
    const start = span?.offset ?? cursor.offset;
    const bytes = Array.from({ length: span?.size ?? 1 }, (_, index) => store.at(start + index) ?? 0);
    if (column === "text") return new TextDecoder().decode(Uint8Array.from(bytes));
    return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  }

  // ---- changing ----

  function splice(offset, remove, insert) {
    for (let index = 0; index < Math.min(remove, insert.length / 2); index += 1)
      store.guess(offset + index, parseInt(insert.slice(2 * index, 2 * index + 2), 16));
    desk.change("bytes", { offset, remove, insert });
    grid.draw();
  }

  editKeys(grid.element, cursor, {
    size: () => desk.view.size,
    layout: grid.layout,
    page: grid.page,
    move,
    splice,
    redraw: () => grid.draw(),
    copied: (column) => fieldText(column),
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
    if (element.hidden) return;
    layOut();
    grid.draw();
    drawStrip();
  }

  let asked = 0;
  async function linkFrom(query) {
    const ticket = (asked += 1);
    const ranges = query ? await store.where(query) : [];
    if (ticket !== asked) return;
    linked = ranges;
    grid.draw();
    strip.away(
      query,
      ranges.length > 0 && !ranges.some(([offset]) => grid.visible(offset)) ? ranges[0][0] : null,
      (offset) => select(offset, true),
    );
  }

  const open = () => !element.hidden && grid.layout();
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

  const element = h(
    "div",
    { class: "bytes-panel" },
    tools.element,
    tools.kinds,
    strip.element,
    grid.element,
    help,
    h(
      "p",
      { class: "faint hint" },
      "Click a byte and type two hex digits. Alt+click a point on the board to find its bytes.",
    ),
  );
  return {
    element,
    shown: () => {
      show();
      store.need(0, 1);
    },
    leave: grid.leave,
  };
}
