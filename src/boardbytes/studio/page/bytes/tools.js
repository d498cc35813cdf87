// Above the bytes: how they are shown, whether typing inserts, where to go, and the kinds of field.

import { h } from "../core/dom.js";

const MOST_KINDS = 14;

/**
 * @param {{show: (textual: boolean) => void, insert: () => void, go: (offset: number) => void}} hooks
 */
export function bytesTools(hooks) {
  const hex = h("button", { type: "button", on: { click: () => hooks.show(false) } }, "Hex");
  const text = h("button", { type: "button", on: { click: () => hooks.show(true) } }, "Text");
  const insert = h(
    "button",
    { type: "button", title: "Typing inserts bytes (Insert)", on: { click: hooks.insert } },
    "Insert",
  );
  const offset = h("input", {
    id: "go-offset",
    type: "text",
    size: 8,
    placeholder: "0x1f or 31",
    autocomplete: "off",
    autocapitalize: "none",
  });
  const form = h(
    "form",
    { class: "go-form", "aria-label": "Go to an offset", on: { submit } },
    h("label", { for: "go-offset" }, "Offset"),
    offset,
    h("button", { type: "submit" }, "Go"),
  );
  const kinds = h("ul", { class: "kinds", "aria-label": "Kinds of field" });
  let drawn = "";

  function submit(event) {
    event.preventDefault();
    const wanted = offset.value.trim();
    if (wanted && Number.isInteger(Number(wanted)) && Number(wanted) >= 0) hooks.go(Number(wanted));
  }

  return {
    element: h(
      "div",
      { class: "bytes-tools" },
      h("div", { class: "switch", role: "group", "aria-label": "Show as" }, hex, text),
      insert,
      form,
    ),
    kinds,

    draw(textual, inserting) {
      hex.setAttribute("aria-pressed", String(!textual));
      text.setAttribute("aria-pressed", String(textual));
      insert.setAttribute("aria-pressed", String(inserting));
    },

    /** One button for each kind of field, which leads to the first of that kind. */
    drawKinds(spans) {
      const seen = new Map();
      for (const span of spans) if (!seen.has(span.kind)) seen.set(span.kind, span);
      const shown = [...seen.values()].slice(0, MOST_KINDS);
      const key = JSON.stringify(shown.map(({ kind, hue, offset: at }) => [kind, hue, at]));
      if (key === drawn) return;
      drawn = key;
      kinds.replaceChildren(...shown.map(kindButton));
    },
  };

  function kindButton({ kind, hue, offset: at }) {
    const props = { type: "button", class: `kind hue-${hue}`, on: { click: () => hooks.go(at) } };
    return h("li", {}, h("button", props, kind));
  }
}
