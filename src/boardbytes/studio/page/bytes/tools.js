// Above the bytes: how they are shown and read, whether typing inserts, whether a tap marks, where to go.

import { h } from "../core/dom.js";
import { formatPicker } from "./reading.js";

/**
 * @param {{show: (textual: boolean) => void, insert: () => void, mark: () => void, go: (offset: number) => void}} hooks
 */
export function bytesTools(desk, hooks) {
  const hex = h("button", { type: "button", on: { click: () => hooks.show(false) } }, "Hex");
  const text = h("button", { type: "button", on: { click: () => hooks.show(true) } }, "Text");
  const insert = h(
    "button",
    { type: "button", title: "Typing inserts bytes (Insert)", on: { click: hooks.insert } },
    "Insert",
  );
  const mark = h(
    "button",
    {
      type: "button",
      title: "Choose a range: tap its first and its last byte (or drag, or Shift+arrows)",
      on: { click: hooks.mark },
    },
    "Range",
  );
  const offset = h("input", {
    id: "go-offset",
    type: "text",
    size: 8,
    placeholder: "0x1f or 31",
    autocomplete: "off",
    autocapitalize: "none",
    "aria-describedby": "go-wrong",
    on: { input: () => complain("") },
  });
  const wrong = h("span", { class: "found bad", id: "go-wrong", role: "status" });
  const form = h(
    "form",
    { class: "go-form", "aria-label": "Go to an offset", on: { submit } },
    h("label", { for: "go-offset" }, "Offset"),
    offset,
    h("button", { type: "submit" }, "Go"),
    wrong,
  );
  const picker = formatPicker(desk, "read-as");

  function complain(fault) {
    wrong.textContent = fault;
    if (fault) offset.setAttribute("aria-invalid", "true");
    else offset.removeAttribute("aria-invalid");
  }

  function submit(event) {
    event.preventDefault();
    const wanted = offset.value.trim();
    if (!wanted) return;
    const place = Number(wanted);
    const isPlace = Number.isInteger(place) && place >= 0;
    complain(
      !isPlace
        ? `“${wanted.slice(0, 20)}” is no offset: a number such as 31 or 0x1f`
        : place > desk.view.size
          ? `there are only ${desk.view.size} bytes`
          : "",
    );
    if (isPlace) hooks.go(Math.min(place, desk.view.size));
  }

  return {
    element: h(
      "div",
      { class: "bytes-tools" },
      h("div", { class: "switch", role: "group", "aria-label": "Show as" }, hex, text),
      insert,
      mark,
      picker.element,
    ),
    form,

    draw({ textual, inserting, marking, hasGrid }) {
      hex.setAttribute("aria-pressed", String(!textual));
      text.setAttribute("aria-pressed", String(textual));
      insert.setAttribute("aria-pressed", String(inserting));
      mark.setAttribute("aria-pressed", String(marking));
      insert.hidden = mark.hidden = !hasGrid;
      picker.draw();
    },
  };
}
