// What the bytes from the cursor on are as numbers, both ways round, as bits, and as text.

import { h } from "../core/dom.js";

const WIDTHS = [1, 2, 4, 8];
const ROWS = WIDTHS.flatMap((width) => [
  { width, isUnsigned: true, title: `u${8 * width}`, says: `unsigned, ${8 * width} bits` },
  { width, isUnsigned: false, title: `i${8 * width}`, says: `signed, ${8 * width} bits` },
]);
const ORDERS = ["little", "big"];
const SHOWN_TEXT = 24;

/** The number that some bytes make. @param {Uint8Array} bytes */
export function integer(bytes, isUnsigned, order) {
  const ordered = order === "little" ? [...bytes].reverse() : [...bytes];
  const value = ordered.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return isUnsigned ? value : BigInt.asIntN(8 * bytes.length, value);
}

/** @param {{at: (offset: number) => number|undefined, set: (offset: number, hex: string) => void}} hooks */
export function inspector(hooks) {
  let offset = 0;
  const rows = ROWS.map((row) => ({ ...row, cells: ORDERS.map(() => h("td", {})) }));
  const bits = Array.from({ length: 8 }, (_, index) => 7 - index).map((bit) =>
    h("button", { type: "button", class: "bit", on: { click: () => flip(bit) } }),
  );
  const text = h("code", { class: "inspected-text" });

  function flip(bit) {
    const byte = hooks.at(offset);
    if (byte !== undefined) hooks.set(offset, (byte ^ (1 << bit)).toString(16).padStart(2, "0"));
  }

  function bytesFrom(at, length) {
    const bytes = [];
    for (let index = 0; index < length; index += 1) {
      const byte = hooks.at(at + index);
      if (byte === undefined) break;
      bytes.push(byte);
    }
    return Uint8Array.from(bytes);
  }

  /** Shows what begins at an offset. */
  function show(at) {
    offset = at;
    for (const { width, isUnsigned, cells } of rows) {
      const bytes = bytesFrom(at, width);
      ORDERS.forEach((order, column) => {
        cells[column].textContent = bytes.length === width ? String(integer(bytes, isUnsigned, order)) : "–";
      });
    }
    const byte = hooks.at(at);
    bits.forEach((button, index) => {
      const set = byte !== undefined && (byte >> (7 - index)) & 1;
      button.textContent = byte === undefined ? "·" : String(set);
      button.disabled = byte === undefined;
      button.setAttribute("aria-pressed", String(Boolean(set)));
      button.setAttribute("aria-label", `Bit ${7 - index}: ${set ? 1 : 0}`);
    });
    const letters = new TextDecoder("utf-8").decode(bytesFrom(at, SHOWN_TEXT));
    text.textContent = letters.replace(/[\u0000-\u001f\u007f-\u009f\ufffd]/g, "·");
  }

  const element = h(
    "section",
    { class: "inspector", id: "inspector", "aria-labelledby": "inspector-title" },
    h("h3", { id: "inspector-title" }, "From the cursor on"),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("td", {}), ORDERS.map((order) => h("th", { scope: "col" }, `${order} end first`)))),
      h(
        "tbody",
        {},
        rows.map(({ title, says, cells }) =>
          h("tr", {}, h("th", { scope: "row", title: says }, title, h("span", { class: "unseen" }, ` ${says}`)), cells),
        ),
      ),
    ),
    h("div", { class: "bits", role: "group", "aria-label": "Bits of the byte; a click turns one over" }, bits),
    h("p", { class: "inspected" }, h("span", { class: "faint" }, "Text "), text),
  );
  return { element, show };
}
