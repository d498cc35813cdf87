// In place of a board: what damaged bytes still show, what stands in the way, and what could be done about it.

import { h } from "../core/dom.js";
import { formatPicker, readAs } from "../bytes/reading.js";

export function noBoard(desk) {
  const picture = h("img", { class: "salvage", alt: "", hidden: true });
  const title = h("p", { class: "no-board-title" });
  const words = h("p", {});
  const actions = h("div", { class: "actions" });
  const picker = formatPicker(desk, "read-as-instead");
  const element = h(
    "div",
    { class: "no-board" },
    picture,
    title,
    words,
    actions,
    h("div", { class: "actions" }, picker.element),
  );

  const button = (label, act, kind = null) => h("button", { type: "button", class: kind, on: { click: act } }, label);

  function draw() {
    const { salvage, nearest, can_repair: canRepair, format, size } = desk.view;
    picture.hidden = !salvage;
    if (salvage) {
      picture.src = `data:image/svg+xml,${encodeURIComponent(salvage.svg)}`;
      picture.alt = "The board, as far as the bytes can be read";
    }
    title.textContent = salvage
      ? "This much can be read"
      : format
        ? "No board can be made of these bytes yet"
        : size === 0
          ? "There is nothing in this file"
          : "We do not know what this is";
    words.textContent = salvage
      ? `The bytes are damaged: what is missing is left empty, and nothing can be played on it.${salvage.says_turn ? "" : " Whose turn it is cannot be read."}`
      : format
        ? "The findings say what stands in the way. Mend the bytes, and the board appears."
        : nearest.length > 0
          ? "It looks a little like these. If you know better, choose a format."
          : "It looks like no format we know. If you know better, choose one.";
    actions.replaceChildren(
      ...nearest.map(({ name, title: called }, index) =>
        button(`Read as ${called}`, () => readAs(desk, name), index === 0 ? "primary" : null),
      ),
      ...(canRepair ? [button("See the repair", () => desk.open("findings"), "primary")] : []),
    );
    picker.draw();
  }

  return { element, draw };
}
