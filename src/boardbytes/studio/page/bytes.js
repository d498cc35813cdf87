// The bytes: every field coloured and named, linked with the board both ways, open to editing.

import { ByteStore } from "./bytestore.js";
import { fieldStrip } from "./fieldstrip.js";
import { grouped, h } from "./dom.js";
import { editKeys } from "./hexedit.js";
import { hexGrid } from "./hexgrid.js";
import { say } from "./messages.js";
import { equalRows, textRows } from "./rows.js";
import { NO_LINK } from "./store.js";

const WIDE = 600;
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
  let findings = new Map();

  // ---- the tools above ----

  const hexButton = h("button", { type: "button", on: { click: () => setTextual(false) } }, "Hex");
  const textButton = h("button", { type: "button", on: { click: () => setTextual(true) } }, "Text");
  const insertButton = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-pressed": "false",
      title: "Typing puts bytes in between (Insert)",
      on: { click: toggleInsert },
    },
    "Insert",
  );
  const goTo = h("input", {
    id: "go-offset",
    type: "text",
    inputmode: "text",
    size: 8,
    placeholder: "0x1f or 31",
    autocomplete: "off",
  });
  const goForm = h(
    "form",
    { class: "go-form", "aria-label": "Go to an offset", on: { submit: jump } },
    h("label", { for: "go-offset" }, "Offset"),
    goTo,
    h("button", { type: "submit" }, "Go"),
  );
  const kinds = h("ul", { class: "kinds", "aria-label": "Kinds of field" });

  function jump(event) {
    event.preventDefault();
    const offset = Number(goTo.value.trim());
    if (goTo.value.trim() && Number.isInteger(offset) && offset >= 0)
      select(Math.min(offset, desk.view.size), true);
  }

  function toggleInsert() {
    cursor.inserting = !cursor.inserting;
    insertButton.setAttribute("aria-pressed", String(cursor.inserting));
    say(cursor.inserting ? "typing inserts" : "typing replaces");
    grid.draw();
  }

  function setTextual(wanted) {
    textLayout = wanted;
    cursor.column = wanted ? "text" : "hex";
    layOut();
  }

  // ---- layout ----

  const textual = () => textLayout ?? Boolean(desk.view.format?.is_text);

  function layOut() {
    const width = grid.element.clientWidth;
    if (width === 0) return;
    const { size } = desk.view;
    const text = textual();
    if (text) cursor.column = "text";
    const wide = width >= WIDE;
    const length = text ? Math.max(16, Math.floor((width - 90) / 9.6)) : wide ? 16 : 8;
    const whole = text && size <= LARGEST_TEXT ? allBytes() : null;
    const key = [desk.edition, size, text, length, Boolean(whole)].join();
    hexButton.setAttribute("aria-pressed", String(!text));
    textButton.setAttribute("aria-pressed", String(text));
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
    drawKinds();
    drawStrip();
  }

  function drawKinds() {
    const seen = new Map();
    for (const span of store.known()) if (!seen.has(span.kind)) seen.set(span.kind, span);
    kinds.replaceChildren(
      ...[...seen.values()]
        .slice(0, 14)
        .map((span) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: `kind hue-${span.hue}`,
                on: { click: () => select(span.offset, true) },
              },
              span.kind,
            ),
          ),
        ),
    );
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
      ranges: [],
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

  /** Shows an offset from elsewhere. */
  function select(offset, focus) {
    layOut();
    if (!grid.layout()) return;
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
    move,
    splice,
    redraw: () => grid.draw(),
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
  desk.on("ply", (ply) => open() && linkFrom(ply ? { ply } : null));
  desk.on("find", async ({ point, ply, offset, focus }) => {
    desk.open("bytes");
    if (offset === undefined) {
      linked = await store.where(point === undefined ? { ply } : { point });
      if (linked.length === 0) {
        say(`no bytes speak of ${point ?? `move ${ply}`}`);
        return;
      }
    }
    select(offset ?? linked[0][0], focus);
  });

  const element = h(
    "div",
    { class: "bytes-panel" },
    h(
      "div",
      { class: "bytes-tools" },
      h("div", { class: "switch", role: "group", "aria-label": "Show as" }, hexButton, textButton),
      insertButton,
      goForm,
    ),
    kinds,
    strip.element,
    grid.element,
    help,
    h(
      "p",
      { class: "faint hint" },
      "Click a byte and type two hex digits. Alt+click on the board leads to its bytes.",
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
