// Tools for tile boards: what to paint and how, the board's shape, its texts, the library.

import { brushOf } from "./brush.js";
import { h, many } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { libraryBox, registryForm } from "../start/library.js";
import { say, tell } from "../core/messages.js";
import { changeForms } from "./forms.js";

const TOOLS = [
  ["point", "Point", "point"],
  ["rectangle", "Rectangle", "rectangle"],
  ["circle", "Circle", "circle"],
  ["fill", "Flood fill", "fill"],
  ["pick", "Pick from a tile", "pick"],
  ["hand", "Move the picture", "fit"],
];

/** What a board is mostly painted with. */
const FIRST = ["kind", "bounds"];

export function tilesPanel(desk) {
  const brush = brushOf(desk);
  const radius = h("input", {
    id: "radius",
    type: "number",
    min: 0,
    max: 255,
    value: brush.radius,
    on: {
      input: () => {
        brush.radius = Number(radius.value) || 0;
      },
    },
  });
  const radiusField = h("label", { class: "small-field", for: "radius" }, "Radius", radius);
  const tools = h("div", { class: "tools", role: "radiogroup", "aria-label": "Tool" });
  const parts = h("div", { class: "parts" });
  const clear = h("input", {
    type: "checkbox",
    id: "clear-first",
    on: {
      change: () => {
        brush.clear = clear.checked;
      },
    },
  });
  const all = h(
    "button",
    { type: "button", on: { click: () => brush.apply({ all: true }) } },
    "Paint every tile",
  );
  const forms = changeForms(desk);
  const publish = h(
    "button",
    { type: "button", id: "publish", on: { click: put } },
    icon("book"),
    "Publish this board",
  );
  const library = h("div", {});
  let drawn = "";

  for (const [name, label, image] of TOOLS) {
    const input = h("input", {
      type: "radio",
      name: "tool",
      value: name,
      checked: name === brush.tool,
      on: { change: () => choose(name) },
    });
    tools.append(h("label", { class: "tool", title: label }, input, icon(image), h("span", {}, label)));
  }

  function choose(name) {
    brush.tool = name;
    radiusField.hidden = name !== "circle";
  }

  function drawParts() {
    parts.replaceChildren(
      ...desk.view.tiles.parts.map(({ name, bits, values }) => {
        const id = `part-${name.replace(/\W+/g, "-")}`;
        const field = values
          ? h(
              "select",
              { id },
              h("option", { value: "" }, "leave as it is"),
              Object.entries(values).map(([value, label]) =>
                h("option", { value, selected: String(brush.parts[name]) === value }, label),
              ),
            )
          : h("input", {
              id,
              type: "number",
              min: 0,
              max: 2 ** bits - 1,
              placeholder: "leave",
              value: brush.parts[name] ?? "",
            });
        field.addEventListener("input", () => {
          if (field.value === "") delete brush.parts[name];
          else brush.parts[name] = Number(field.value);
        });
        return h("label", { class: "small-field", for: id }, name.replaceAll("_", " "), field);
      }),
    );
  }

  async function put() {
    if (await desk.change("publish")) {
      tell(`Published with the code ${desk.view.tiles.footer.code}.`);
      library.replaceChildren(libraryBox());
    }
  }

  function draw() {
    if (!desk.view.tiles) return;
    const key = JSON.stringify(desk.view.tiles.parts);
    if (key !== drawn) {
      drawn = key;
      brush.parts = firstParts();
      drawParts();
    }
    forms.draw();
  }

  function firstParts() {
    const named = desk.view.tiles.parts.find(({ name, values }) => values && FIRST.includes(name));
    const value = Object.entries(named?.values ?? {}).find(([, label]) => label === "in bounds")?.[0];
    return value === undefined ? {} : { [named.name]: Number(value) };
  }

  desk.on("brush", () => {
    drawParts();
    tools.querySelector(`[value="${brush.tool}"]`).checked = true;
    choose(brush.tool);
    say(`picked ${many(Object.keys(brush.parts).length, "value")}`);
  });
  desk.on("view", draw);
  choose(brush.tool);
  draw();

  const element = h(
    "div",
    { class: "tiles-panel" },
    h("h2", { class: "unseen" }, "Tiles"),
    h(
      "section",
      { class: "card", "aria-labelledby": "paint-title" },
      h("h3", { id: "paint-title" }, "Paint"),
      tools,
      radiusField,
      parts,
      h(
        "div",
        { class: "actions" },
        h(
          "label",
          { class: "switch-field", for: "clear-first" },
          clear,
          h("span", {}, "Clear the other parts"),
        ),
        all,
      ),
    ),
    forms.element,
    h("div", { class: "actions" }, publish),
    registryForm(desk),
    library,
  );
  return { element, shown: () => library.childElementCount === 0 && library.replaceChildren(libraryBox()) };
}
