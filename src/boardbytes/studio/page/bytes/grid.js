// The grid of bytes: only the rows in sight exist. It knows where things are, not what they mean.

import { h } from "../core/dom.js";
import { glyph } from "./rows.js";

const SPARE = 6;

/**
 * @param {import("./store.js").ByteStore} store
 * @param {{marks: (offset: number) => string, pointed: (offset: number|null) => void, chosen: (offset: number, column: string, extend: boolean) => void,
 *   reached: (offset: number) => void}} hooks
 */
export function hexGrid(store, hooks) {
  const space = h("div", { class: "hex-space", role: "rowgroup" });
  const grid = h(
    "div",
    {
      class: "hex",
      id: "hex",
      role: "grid",
      tabIndex: 0,
      "aria-label": "Bytes",
      "aria-describedby": "hex-help",
    },
    space,
  );
  const rows = new Map();
  const pool = [];
  let layout = null;
  let textOnly = false;
  let rowHeight = 28;
  let pending = 0;
  /** After a jump the pointer lies on some byte by chance: that does not count as pointing until it moves. */
  let resting = false;

  function setLayout(newLayout, onlyText) {
    if (layout?.length !== newLayout.length || textOnly !== onlyText) clear();
    layout = newLayout;
    textOnly = onlyText;
    grid.classList.toggle("text-only", onlyText);
    grid.setAttribute("aria-rowcount", layout.count);
    grid.setAttribute("aria-colcount", (onlyText ? 1 : 2) * layout.length + 1);
    rowHeight = parseFloat(getComputedStyle(grid).getPropertyValue("--row")) || 28;
    space.style.height = `${layout.count * rowHeight}px`;
    // A short file leaves its room to the fields below.
    grid.style.setProperty("--rows", Math.max(3, layout.count));
    draw();
  }

  /** Nothing is shown until the next layout. */
  function clear() {
    for (const row of rows.values()) row.element.remove();
    rows.clear();
    pool.length = 0;
    layout = null;
  }

  function makeRow() {
    const header = h("span", { class: "offset", role: "rowheader" });
    const cells = (kind) =>
      Array.from({ length: layout.length }, () => h("span", { class: kind, role: "gridcell" }));
    const hex = textOnly ? [] : cells("b");
    const text = cells("t");
    const element = h(
      "div",
      { class: "hex-row", role: "row" },
      header,
      h("span", { class: "hexes", role: "presentation" }, hex),
      h("span", { class: "texts", role: "presentation" }, text),
    );
    return { element, header, hex, text };
  }

  function paint(row, index) {
    const start = layout.start(index);
    const end = layout.end(index);
    row.header.textContent = start.toString(16).padStart(6, "0");
    for (let column = 0; column < layout.length; column += 1) {
      const offset = start + column;
      const inside = offset < end;
      const byte = inside && offset < store.size ? store.at(offset) : undefined;
      const marks = inside ? hooks.marks(offset) : "void";
      paintCell(
        row.text[column],
        "t",
        offset,
        inside,
        marks,
        byte === undefined ? "" : glyph(byte, offset, (at) => store.at(at), textOnly),
      );
      if (!textOnly)
        paintCell(
          row.hex[column],
          "b",
          offset,
          inside,
          marks,
          byte === undefined ? "" : hooks.digits(offset, byte),
        );
    }
  }

  function paintCell(cell, kind, offset, inside, marks, text) {
    const name = `${kind} ${marks}`;
    if (cell.className !== name) cell.className = name;
    if (cell.textContent !== text) cell.textContent = text;
    if (cell.offset !== offset || cell.inside !== inside) {
      cell.offset = offset;
      cell.inside = inside;
      cell.id = inside ? `${kind}-${offset}` : "";
    }
  }

  /** Shows the rows in sight: new ones are painted, all of them with `repaint`. */
  function draw(repaint = true) {
    pending = 0;
    if (!layout || grid.clientHeight === 0) return;
    const first = Math.max(0, Math.floor(grid.scrollTop / rowHeight) - SPARE);
    const last = Math.min(
      layout.count - 1,
      Math.ceil((grid.scrollTop + grid.clientHeight) / rowHeight) + SPARE,
    );
    for (const [index, row] of rows)
      if (index < first || index > last) {
        rows.delete(index);
        pool.push(row);
      }
    for (let index = first; index <= last; index += 1) {
      let row = rows.get(index);
      const fresh = !row;
      if (fresh) {
        row = pool.pop() ?? makeRow();
        rows.set(index, row);
        row.element.style.transform = `translateY(${index * rowHeight}px)`;
        row.element.setAttribute("aria-rowindex", index + 1);
        if (!row.element.isConnected) space.append(row.element);
      }
      if (fresh || repaint) paint(row, index);
    }
    for (const row of pool) row.element.remove();
    store.need(layout.start(first), layout.end(last));
  }

  function soon(repaint) {
    pending ||= requestAnimationFrame(() => draw(repaint));
  }

  /** Brings an offset into sight, in the middle if it was far off. */
  function reveal(offset) {
    resting = true;
    const top = layout.rowOf(offset) * rowHeight;
    if (top >= grid.scrollTop && top + rowHeight <= grid.scrollTop + grid.clientHeight) return;
    const near = Math.abs(top - grid.scrollTop) < grid.clientHeight + 3 * rowHeight;
    if (!near) grid.scrollTop = top - grid.clientHeight / 2;
    else grid.scrollTop = top < grid.scrollTop ? top : top + rowHeight - grid.clientHeight;
    draw(false);
  }

  const visible = (offset) => rows.has(layout.rowOf(offset));
  const cellOf = (event) => {
    const cell = event.target.closest?.(".b, .t");
    return cell?.inside ? cell : null;
  };

  grid.addEventListener("scroll", () => soon(false), { passive: true });
  const point = (event) => event.pointerType !== "touch" && !resting && hooks.pointed(cellOf(event)?.offset ?? null);
  const wake = () => {
    resting = false;
  };
  grid.addEventListener("wheel", wake, { passive: true });
  grid.addEventListener("pointermove", wake);
  grid.addEventListener("pointermove", point);
  grid.addEventListener("pointerover", point);
  grid.addEventListener("pointerleave", () => hooks.pointed(null));
  const choose = (cell, extend) =>
    hooks.chosen(cell.offset, cell.classList.contains("t") ? "text" : "hex", extend);
  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    // A mouse has chosen on its way down already.
    if (cell && event.pointerType !== "mouse") choose(cell, event.shiftKey);
  });
  grid.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event);
    if (!cell || event.pointerType !== "mouse" || event.button !== 0) return;
    event.preventDefault();
    choose(cell, event.shiftKey);
    drag();
  });

  /** Until the button is let go, the range reaches to the byte under the mouse; beyond the rim the rows move along. */
  function drag() {
    const over = (event) => {
      const box = grid.getBoundingClientRect();
      const beyond = event.clientY < box.top ? -1 : event.clientY > box.bottom ? 1 : 0;
      if (beyond !== 0) {
        grid.scrollTop += beyond * rowHeight;
        const edge = beyond < 0 ? grid.scrollTop : grid.scrollTop + grid.clientHeight - 1;
        const row = Math.max(0, Math.min(layout.count - 1, Math.floor(edge / rowHeight)));
        hooks.reached(beyond < 0 ? layout.start(row) : layout.end(row) - 1);
        return;
      }
      const cell = cellOf({ target: document.elementFromPoint(event.clientX, event.clientY) ?? grid });
      if (cell) hooks.reached(cell.offset);
    };
    const done = () => {
      removeEventListener("pointermove", over);
      removeEventListener("pointerup", done);
      removeEventListener("pointercancel", done);
    };
    addEventListener("pointermove", over);
    addEventListener("pointerup", done);
    addEventListener("pointercancel", done);
  }
  const watcher = new ResizeObserver(() => hooks.resized());
  watcher.observe(grid);

  return {
    element: grid,
    setLayout,
    clear,
    draw,
    reveal,
    visible,
    layout: () => layout,
    page: () => Math.max(1, Math.floor(grid.clientHeight / rowHeight) - 1),
    leave: () => watcher.disconnect(),
  };
}
