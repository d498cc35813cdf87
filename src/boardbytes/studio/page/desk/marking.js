// Tools that draw on the board: shapes, letters, numbers, arrows, and an eraser.

import { h } from "../core/dom.js";
import { say } from "../core/messages.js";

const TOOLS = [
  ["triangle", "△", "Triangle"],
  ["square", "□", "Square"],
  ["circle", "○", "Circle"],
  ["cross", "×", "Cross"],
  ["letter", "A", "Letter"],
  ["number", "#", "Number"],
  ["arrow", "→", "Arrow"],
  ["eraser", "⌫", "Eraser"],
];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The first of some texts that no label has yet. */
const free = (node, texts) => texts.find((text) => !Object.values(node.labels).includes(text)) ?? texts[0];
const NUMBERS = Array.from({ length: 99 }, (_, index) => String(index + 1));

export function markTools(desk) {
  let chosen = null;
  let from = null;

  const buttons = new Map(
    TOOLS.map(([name, sign, title]) => [
      name,
      h(
        "button",
        {
          type: "button",
          class: "icon-only mark-tool",
          "aria-label": title,
          "aria-pressed": "false",
          title,
          data: { tool: name },
          on: { click: () => choose(chosen === name ? null : name) },
        },
        sign,
      ),
    ]),
  );

  function choose(name) {
    chosen = name;
    from = null;
    desk.tool = name ? mark : null;
    for (const [each, button] of buttons) button.setAttribute("aria-pressed", String(each === name));
    desk.lay("tool", null);
    if (name) say(`${name}: choose a point, Escape puts the tool away`);
  }

  /** What a click on a point draws; another click takes it away again. */
  function mark(point) {
    const node = desk.at;
    if (chosen === "eraser") desk.edit([{ edit: "unmark", point }]);
    else if (chosen === "arrow") arrow(point);
    else if (chosen === "letter" || chosen === "number") {
      const text = point in node.labels ? "" : free(node, chosen === "letter" ? LETTERS : NUMBERS);
      desk.edit([{ edit: "label", point, text }]);
    } else {
      const there = node.marks[chosen]?.includes(point);
      desk.edit([there ? { edit: "unmark", point } : { edit: "mark", kind: chosen, point }]);
    }
    return true;
  }

  function arrow(point) {
    if (from === null || from === point) {
      from = from === point ? null : point;
      desk.lay("tool", from && { marks: { selected: [from] } });
      say(from ? `arrow from ${from}: choose where it ends` : "arrow taken back");
      return;
    }
    desk.lay("tool", null);
    desk.edit([{ edit: "arrow", point: from, to: point }]);
    from = null;
  }

  function keys(event) {
    if (event.key === "Escape" && chosen && !event.defaultPrevented) choose(null);
  }

  function draw() {
    element.hidden = Boolean(desk.view.channel);
  }

  const element = h(
    "div",
    { class: "mark-tools", role: "group", "aria-label": "Draw on the board" },
    [...buttons.values()],
  );
  addEventListener("keydown", keys);
  desk.watch("view", draw);
  return {
    element,
    leave() {
      removeEventListener("keydown", keys);
      desk.tool = null;
    },
  };
}
