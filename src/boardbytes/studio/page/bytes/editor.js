// A text with its fields in colours, edited as a whole: applied when one says so.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { attempt, tell } from "../core/messages.js";
import { characterAt, difference, rebase, splice, textOf } from "./draft.js";
import { hexOf } from "./edit.js";

/** Larger texts are shown line by line, letter by letter: see grid.js. */
export const LARGEST_DRAFT = 100_000;
const WINDOW = 65_536;

/**
 * @param {import("./palette.js").Palette} palette
 * @param {{marks: (offset: number, size: number, span: Span|null) => string, pointed: (offset: number|null) => void,
 *   moved: (offset: number, anchor: number|null) => void, apply: (splice: object, on: number) => Promise<void>}} hooks
 */
export function textEditor(desk, palette, hooks) {
  const coloured = h("pre", { class: "coloured", "aria-hidden": "true" });
  const area = h("textarea", {
    class: "draft",
    id: "draft",
    "aria-label": "Text of the file",
    spellcheck: "false",
    autocapitalize: "none",
    autocomplete: "off",
  });
  const apply = h("button", { type: "button", class: "primary", on: { click: applied } }, "Apply");
  const revert = h("button", { type: "button", on: { click: reverted } }, "Revert");
  const said = h("span", { class: "faint", role: "status" });
  const bar = h("div", { class: "draft-bar", hidden: true }, said, revert, apply);
  const page = h("div", { class: "draft-page" }, h("div", { class: "draft-sheet" }, coloured, area));
  const element = h(
    "div",
    { class: "text-editor" },
    page,
    bar,
  );
  /** The text on the desk and its fields; what the pieces of the picture are. */
  let base = null;
  let pieces = [];
  let edition = -1;
  let asked = 0;

  const isDirty = () => base !== null && area.value !== base.text;

  // ---- what is on the desk ----

  /** Fetches the text if it has changed. */
  async function load() {
    if (edition === desk.edition) return;
    const ticket = (asked += 1);
    const wanted = desk.edition;
    const { size } = desk.view;
    const { revision } = desk.view.desk;
    const parts = [];
    for (let start = 0; start < size; start += WINDOW) {
      const part = await attempt(() => api.bytes(desk.id, start, Math.min(size, start + WINDOW)));
      if (!part || ticket !== asked) return;
      parts.push(part);
    }
    edition = wanted;
    const bytes = Uint8Array.from(parts.map(({ hex }) => hex).join("").match(/../g) ?? [], (pair) => parseInt(pair, 16));
    take(textOf(bytes), parts.flatMap(({ spans }) => spans), revision);
  }

  function take(read, spans, revision) {
    const draft = isDirty() ? area.value : null;
    const before = base;
    palette.colour(spans);
    base = read && { ...read, spans, revision };
    if (!base) return;
    const merged = draft === null ? base.text : rebase(before.text, draft, base.text);
    if (merged === null) tell("This text was changed elsewhere; what you wrote is kept. Applying it replaces what is there.");
    write(merged ?? draft);
  }

  function write(text) {
    paint();
    if (area.value !== text) {
      const { selectionStart, selectionEnd } = area;
      area.value = text;
      area.setSelectionRange(selectionStart, selectionEnd);
    }
    typed();
  }

  // ---- what it looks like ----

  /** Cuts the text where a field begins or ends, and where something is found. */
  function paint() {
    const { at, text, spans } = base;
    const cuts = new Set([0, at[text.length]]);
    for (const { offset, size } of spans) cuts.add(offset).add(offset + size);
    for (const { offset } of desk.view.findings) if (offset !== null) cuts.add(offset).add(offset + 1);
    const places = [...new Set([...cuts].map((offset) => characterAt(at, offset)))].sort((a, b) => a - b);
    pieces = places.slice(0, -1).map((from, index) => piece(from, places[index + 1]));
    coloured.replaceChildren(...pieces.map(({ node }) => node), h("br"));
    mark();
  }

  function piece(from, to) {
    const [offset, end] = [base.at[from], base.at[to]];
    const span = spanAt(offset);
    const node = h("span", { id: `t-${offset}`, data: { offset, size: end - offset } }, base.text.slice(from, to));
    return { from, to, node, offset, size: end - offset, span };
  }

  /** The field of a byte: they are in order, one after the other. */
  function spanAt(offset) {
    const { spans } = base;
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle].offset <= offset) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    return span && offset < span.offset + span.size ? span : null;
  }

  /** Colours, links and findings of all pieces. */
  function mark() {
    for (const { node, offset, size, span } of pieces) {
      if (offset === null) continue;
      const name = `t ${hooks.marks(offset, size, span)}`;
      if (node.className !== name) node.className = name;
    }
  }

  /** What was typed replaces the pieces it touches. */
  function typed() {
    const shown = pieces.map(({ node }) => node.textContent).join("");
    const { start, remove, insert } = difference(shown, area.value);
    if (remove > 0 || insert) {
      let first = pieces.findIndex(({ to }) => to >= start);
      if (first < 0) first = pieces.length;
      let last = first;
      while (last < pieces.length && pieces[last].from <= start + remove) last += 1;
      const touched = pieces.slice(first, last);
      const from = touched[0]?.from ?? 0;
      const shift = insert.length - remove;
      const to = (touched.at(-1)?.to ?? 0) + shift;
      const node = h("span", { class: "t edited" }, area.value.slice(from, to));
      coloured.insertBefore(node, touched[0]?.node ?? coloured.lastChild);
      for (const each of touched) each.node.remove();
      const rest = pieces.slice(last).map((each) => ({ ...each, from: each.from + shift, to: each.to + shift }));
      pieces = [...pieces.slice(0, first), { from, to, node, offset: null, size: 0 }, ...rest];
    }
    const dirty = isDirty();
    bar.hidden = !dirty;
    said.textContent = dirty ? "Not applied yet (Ctrl+Enter)" : "";
  }

  // ---- applying ----

  async function applied() {
    if (!isDirty()) return;
    const change = splice(base, difference(base.text, area.value));
    // Places in a text are those of the revision it was read at, which may no longer be the desk's.
    await hooks.apply({ ...change, insert: hexOf(change.insert) }, base.revision);
  }

  function reverted() {
    write(base.text);
    area.focus();
  }

  area.addEventListener("input", typed);
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    applied();
  });

  // ---- links ----

  /** The byte of a character; what was typed and not applied has none. */
  function offsetOf(character) {
    const under = pieces.find(({ from, to }) => character >= from && character < to) ?? pieces.at(-1);
    if (!under || under.offset === null) return null;
    return base.at[characterAt(base.at, under.offset) + character - under.from] ?? null;
  }

  document.addEventListener("selectionchange", told);
  function told() {
    if (document.activeElement !== area || !base) return;
    const { selectionStart, selectionEnd } = area;
    const offset = offsetOf(selectionStart);
    if (offset === null) return;
    const last = selectionEnd > selectionStart ? offsetOf(selectionEnd - 1) : null;
    hooks.moved(last ?? offset, last === null ? null : offset);
  }

  area.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.parentNode === coloured);
    hooks.pointed(under?.dataset.offset === undefined ? null : Number(under.dataset.offset));
  });
  area.addEventListener("pointerleave", () => hooks.pointed(null));

  /** Brings some bytes into sight, with the cursor there. */
  function reveal(offset, size, focus) {
    const [from, to] = [characterAt(base.at, offset), characterAt(base.at, offset + size)];
    if (!isDirty()) area.setSelectionRange(from, size > 1 ? to : from);
    const node = pieces.find((each) => each.offset !== null && offset >= each.offset && offset < each.offset + each.size)?.node;
    if (node) {
      const top = node.offsetTop;
      if (top < page.scrollTop || top > page.scrollTop + page.clientHeight - 30)
        page.scrollTop = top - page.clientHeight / 3;
    }
    if (focus) area.focus({ preventScroll: true });
  }

  const visible = (offset) => {
    const node = pieces.find((each) => each.offset === offset)?.node;
    return !node || (node.offsetTop >= page.scrollTop && node.offsetTop < page.scrollTop + page.clientHeight);
  };

  return {
    element,
    load,
    isReady: () => base !== null && edition === desk.edition,
    /** Whether these bytes cannot be edited as a text. */
    refused: () => base === null && edition === desk.edition,
    mark,
    paint: () => base && !isDirty() && paint(),
    reveal,
    visible,
    spans: () => base?.spans ?? [],
    spansAt: (offset) => [base && spanAt(offset)].filter(Boolean),
    leave: () => document.removeEventListener("selectionchange", told),
  };
}
