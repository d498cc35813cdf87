// The strip that says what a byte is: its place, its field, what it means, and a way to set it.

import { grouped, h } from "../core/dom.js";
import { parseHex } from "./edit.js";
import { complain } from "../core/messages.js";

export function fieldStrip(desk, { set }) {
  const place = h("p", { class: "strip-place" });
  const name = h("p", { class: "strip-name", id: "field-name" });
  const value = h("p", { class: "strip-value" });
  const meaning = h("p", { class: "strip-meaning", id: "field-meaning" });
  const wrong = h("p", { class: "strip-wrong" });
  const input = h("input", {
    id: "byte-value",
    type: "text",
    size: 2,
    maxlength: 4,
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "none",
  });
  const form = h(
    "form",
    { class: "strip-form", "aria-label": "Set the byte", on: { submit } },
    h("label", { for: "byte-value" }, "Byte"),
    input,
    h("button", { type: "submit" }, "Set"),
  );
  const away = h("button", { type: "button", class: "quiet", hidden: true });
  const after = h("button", { type: "button", id: "show-ply", hidden: true });
  let offset = 0;

  function submit(event) {
    event.preventDefault();
    const hex = parseHex(input.value.trim().padStart(2, "0"));
    if (hex?.length === 2) set(offset, hex);
    else complain(new Error("A byte is two hexadecimal digits, 00 to ff."));
  }

  return {
    element: h(
      "div",
      { class: "strip", id: "strip", tabIndex: 0, role: "group", "aria-label": "What this byte is" },
      h(
        "div",
        { class: "strip-words" },
        h("div", { class: "strip-top" }, name, value, place),
        meaning,
        wrong,
        away,
      ),
      h("div", { class: "strip-side" }, form, after),
    ),

    /** What is at an offset. */
    show(at, byte, spans, findings) {
      offset = at;
      place.textContent = `byte ${grouped(at)} · 0x${at.toString(16)}`;
      name.textContent =
        spans.length > 0
          ? spans.map((span) => span.name).join(" / ")
          : byte !== undefined
            ? "no field"
            : at < desk.view.size
              ? "…"
              : "end of the file";
      name.className = `strip-name ${spans[0] ? `hue-${spans[0].hue}` : ""}`;
      value.textContent = spans
        .map((span) => span.value)
        .join(" / ")
        .slice(0, 200);
      meaning.textContent = spans.map((span) => span.meaning).join(" / ");
      wrong.textContent = findings.map((finding) => finding.message).join(" ");
      wrong.hidden = findings.length === 0;
      if (document.activeElement !== input)
        input.value = byte === undefined ? "" : byte.toString(16).padStart(2, "0");
      form.hidden = byte === undefined;
      const ply = spans.find((span) => span.ply !== null)?.ply ?? null;
      after.hidden = ply === null || !desk.tree || ply > desk.last;
      after.textContent = ply === null ? "" : `Show move ${ply}`;
      after.onclick = () => desk.show(desk.nodeAfter(ply).path);
    },

    /** A way to a point's bytes, if they are out of sight. */
    away(query, far, lead) {
      away.hidden = far === null;
      if (far === null) return;
      away.textContent = `${query.point ?? `move ${query.ply}`} is at byte ${grouped(far)}: show`;
      away.onclick = () => lead(far);
    },

    /** The same in one sentence, to be said. */
    sentence: () =>
      [place.textContent, input.value, name.textContent, meaning.textContent, wrong.textContent]
        .filter(Boolean)
        .join(", "),
  };
}
