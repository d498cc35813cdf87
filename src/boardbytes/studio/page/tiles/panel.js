// Tools for tile boards: what to paint and how, the board's shape, its texts, the library.

import { brushOf } from "./brush.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { libraryBox, registryForm } from "../start/library.js";
import { tell } from "../core/messages.js";
import { changeForms } from "./forms.js";
import { decodeClasses } from "./paint.js";
import { palette, tileKeys, toolBox } from "./tools.js";

/** What a fresh brush paints: the first of these that most of the board is not, so that a first click shows. */
const FIRST = ["in bounds", "out of bounds"];

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
  const box = toolBox(brush);
  const colours = palette(desk, brush);
  const keys = tileKeys(desk, brush);
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
  const button = (label, title, act) => h("button", { type: "button", title, on: { click: act } }, label);
  const copy = button("Copy", "Ctrl+C, then click to stamp", () => brush.copy());
  const fill = button("Fill", "Paints what is selected", () => brush.fillSelected());
  const erase = button("Erase", "Delete", () => brush.eraseSelected());
  const selection = h("div", { class: "actions", role: "group", "aria-label": "Selected tiles" }, copy, fill, erase);
  const forms = changeForms(desk);
  const publish = h(
    "button",
    { type: "button", id: "publish", on: { click: put } },
    icon("book"),
    "Publish this board",
  );
  const library = h("div", {});
  let drawn = "";

  function drawBrush() {
    box.draw();
    radiusField.hidden = brush.tool !== "circle";
    const { selected, piece } = brush;
    copy.disabled = fill.disabled = erase.disabled = !selected;
    selection.hidden = !selected && !piece && brush.tool !== "select" && brush.tool !== "stamp";
    colours.draw();
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
          colours.draw();
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
      brush.selected = null;
      drawParts();
    }
    forms.draw();
    drawBrush();
  }

  function firstParts() {
    const { palette: swatches, classes, legend } = desk.view.tiles;
    const counts = new Map();
    for (const kind of decodeClasses(classes)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const [most] = [...counts].sort((a, b) => b[1] - a[1])[0];
    const common = legend.find((entry) => entry.class === most)?.label;
    const wanted = FIRST.find((label) => label !== common);
    return { ...swatches.find(({ label }) => label === wanted)?.parts };
  }

  desk.on("brush", () => {
    drawParts();
    drawBrush();
  });
  desk.on("selected", drawBrush);
  desk.watch("view", draw);

  const element = h(
    "div",
    { class: "tiles-panel" },
    h("h2", { class: "unseen" }, "Tiles"),
    h(
      "section",
      { class: "card", "aria-labelledby": "paint-title" },
      h("h3", { id: "paint-title" }, "Paint"),
      box.element,
      radiusField,
      selection,
      colours.element,
      h("details", { class: "all-parts" }, h("summary", {}, "Every part of a tile"), parts),
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
  return { element, shown: () => library.childElementCount === 0 && library.replaceChildren(libraryBox()), leave: keys };
}
