// Finding bytes or a text in the file, forward and back.

import * as api from "../core/api.js";
import { grouped, h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt } from "../core/messages.js";
import { hexOf, parseHex } from "./edit.js";

const encoder = new TextEncoder();

/** What is looked for, as hexadecimal digits: null if it is no such thing. */
const KINDS = {
  text: (words) => hexOf(encoder.encode(words)),
  hex: parseHex,
};

/**
 * @param {{place: () => number, found: (offset: number, size: number) => void}} hooks where the search begins, and
 *   what is done with what it finds
 */
export function findBar(desk, hooks) {
  const wanted = h("input", {
    id: "find-bytes",
    type: "search",
    size: 14,
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "none",
    "aria-describedby": "found",
    on: { input: look },
  });
  const kind = h(
    "select",
    { id: "find-kind", "aria-label": "Look for", on: { change: look } },
    h("option", { value: "text" }, "text"),
    h("option", { value: "hex" }, "hex"),
  );
  const said = h("span", { class: "found faint", id: "found", role: "status" });
  const step = (label, name, back) =>
    h(
      "button",
      { type: "button", class: "icon-only", "aria-label": label, title: label, on: { click: () => find(back) } },
      icon(name),
    );
  const element = h(
    "form",
    { class: "find-form", role: "search", "aria-label": "Find", on: { submit } },
    h("label", { for: "find-bytes" }, "Find"),
    wanted,
    kind,
    step("Previous", "up", true),
    step("Next", "down", false),
    said,
  );

  /** The digits that are looked for; says what is wrong with others. */
  function digits() {
    if (!wanted.value) return null;
    const found = KINDS[kind.value](wanted.value);
    const fault = found ? "" : `“${wanted.value.slice(0, 20)}” is no hex: pairs of 0–9 and a–f, such as 0d 0a`;
    wanted.toggleAttribute("aria-invalid", Boolean(fault));
    if (fault) wanted.setAttribute("aria-invalid", "true");
    said.textContent = fault;
    said.classList.toggle("bad", Boolean(fault));
    return found;
  }

  function look() {
    said.textContent = "";
    wanted.removeAttribute("aria-invalid");
  }

  async function find(back) {
    const hex = digits();
    if (!hex) return;
    const start = hooks.place() + (back ? 0 : 1);
    const query = { hex, start, back, same_case: kind.value === "hex" };
    const answer = await attempt(() => api.find(desk.id, query));
    if (!answer) return;
    const { offset, number, total } = answer;
    said.textContent = offset === null ? "not found" : `${grouped(number)} of ${grouped(total)}`;
    if (offset !== null) hooks.found(offset, hex.length / 2);
  }

  function submit(event) {
    event.preventDefault();
    find(false);
  }

  wanted.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    find(true);
  });
  return {
    element,
    focus() {
      wanted.focus();
      wanted.select();
    },
  };
}
