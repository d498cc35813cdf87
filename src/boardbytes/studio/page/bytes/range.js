// What is chosen, and copying exactly that in the form another program wants.

import * as api from "../core/api.js";
import { grouped, h, many } from "../core/dom.js";
import { attempt, tell } from "../core/messages.js";
import { WRITTEN } from "./selection.js";

/**
 * @param {import("./store.js").ByteStore} store
 * @param {{range: () => [number, number], isChosen: () => boolean, clear: () => void}} hooks
 */
export function rangeBar(desk, store, hooks) {
  const words = h("span", { class: "range-words", id: "range" });
  const clear = h("button", { type: "button", class: "quiet", on: { click: hooks.clear } }, "Nothing");
  const copies = Object.keys(WRITTEN).map((form) =>
    h("button", { type: "button", data: { copy: form }, on: { click: () => copy(form) } }, form),
  );
  const element = h(
    "div",
    { class: "range-bar", role: "group", "aria-label": "Copy the chosen bytes" },
    words,
    clear,
    h("span", { class: "faint" }, "Copy as"),
    copies,
  );

  /** The chosen bytes, if all of them are here. @returns {Uint8Array|null} */
  function known() {
    const [start, end] = hooks.range();
    const bytes = new Uint8Array(end - start);
    for (let offset = start; offset < end; offset += 1) {
      const byte = store.at(offset);
      if (byte === undefined) return null;
      bytes[offset - start] = byte;
    }
    return bytes;
  }

  async function fetched() {
    const [start, end] = hooks.range();
    const answer = await attempt(() => api.fileBytes(desk.id));
    return answer?.slice(start, end);
  }

  async function copy(form) {
    const bytes = known() ?? (await fetched());
    if (!bytes) return;
    if (await attempt(() => navigator.clipboard.writeText(WRITTEN[form](bytes)).then(() => true)))
      tell(`${many(bytes.length, "byte")} copied as ${form}.`);
  }

  return {
    element,
    known,
    draw() {
      const [start, end] = hooks.range();
      const place =
        end - start > 1
          ? `${many(end - start, "byte")}, ${grouped(start)} to ${grouped(end - 1)}`
          : end > start
            ? `byte ${grouped(start)}`
            : "no byte";
      words.textContent = `${hooks.isChosen() ? "Chosen" : "This field"}: ${place}`;
      clear.hidden = !hooks.isChosen();
      for (const button of copies) button.disabled = end === start;
    },
  };
}
