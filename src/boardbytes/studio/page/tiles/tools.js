// The tools for tile boards, their keys, and the palette.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { swatchOf } from "./brush.js";
import { paintBoard } from "./paint.js";

/** Name, words, picture, key. */
export const TOOLS = [
  ["point", "Point", "point", "d"],
  ["line", "Line", "line", "l"],
  ["rectangle", "Rectangle", "rectangle", "r"],
  ["circle", "Circle", "circle", "c"],
  ["fill", "Flood fill", "fill", "f"],
  ["erase", "Eraser", "erase", "e"],
  ["pick", "Pick from a tile", "pick", "p"],
  ["select", "Select", "select", "s"],
  ["stamp", "Stamp", "stamp", "v"],
  ["hand", "Move the picture", "hand", "h"],
];

/** The buttons for the tools: one of them is in use. */
export function toolBox(brush) {
  const element = h("div", { class: "tools", role: "radiogroup", "aria-label": "Tool" });
  for (const [name, label, image, key] of TOOLS) {
    const input = h("input", { type: "radio", name: "tool", value: name, on: { change: () => brush.use(name) } });
    const title = `${label} (${key.toUpperCase()})`;
    element.append(h("label", { class: "tool", title }, input, icon(image), h("span", {}, label)));
  }
  return {
    element,
    draw() {
      element.querySelector(`[value="${brush.tool}"]`).checked = true;
    },
  };
}

/** The colours to paint with, as tiles of the board. */
export function palette(desk, brush) {
  const element = h("div", { class: "palette", role: "group", "aria-label": "Palette" });
  let drawn = "";

  function draw() {
    const { palette: swatches, hexagonal, background, line } = desk.view.tiles;
    const look = { hexagonal, background, line };
    const key = JSON.stringify([swatches, look]);
    if (key !== drawn) {
      drawn = key;
      element.replaceChildren(...swatches.map((swatch, index) => button(swatch, index, look)));
    }
    const chosen = swatchOf(desk, brush);
    [...element.children].forEach((each, index) =>
      each.setAttribute("aria-pressed", String(swatches[index] === chosen)),
    );
  }

  function button(swatch, index, look) {
    return h(
      "button",
      {
        type: "button",
        class: "palette-swatch",
        title: index < 9 ? `${swatch.label} (${index + 1})` : swatch.label,
        on: { click: () => brush.paint(swatch.parts) },
      },
      tilePicture(swatch, look),
      h("span", { class: "swatch-words" }, swatch.label),
      index < 9 && h("kbd", { class: "swatch-key", "aria-hidden": "true" }, index + 1),
    );
  }

  return { element, draw };
}

const SIDE = 30;

/** A tile as the board draws it: a board of one. */
function tilePicture({ colour }, look) {
  const ratio = devicePixelRatio;
  const picture = h("canvas", { class: "swatch-tile", "aria-hidden": "true", width: 34 * ratio, height: SIDE * ratio });
  const one = { ...look, width: 1, length: 1, legend: [{ class: 0, colour }] };
  const scale = SIDE - 2;
  paintBoard(picture, one, new Uint8Array(1), { scale, left: look.hexagonal ? 1 : 3, top: 1 });
  return picture;
}

/** Keys that choose a tool or a colour, wherever nothing is being typed. Returns what ends that. */
export function tileKeys(desk, brush) {
  const byKey = Object.fromEntries(TOOLS.map(([name, , , key]) => [key, name]));
  const edits = { c: () => brush.copy(), v: () => brush.use("stamp") };

  function pressed(event) {
    if (!desk.view.tiles || event.altKey) return;
    if (event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, #hex, dialog")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      // What is selected on the page itself is copied as ever.
      if (!(key in edits) || (key === "c" && (!brush.selected || String(getSelection())))) return;
      event.preventDefault();
      edits[key]();
      return;
    }
    const swatch = desk.view.tiles.palette[Number(key) - 1];
    if (key in byKey) brush.use(byKey[key]);
    else if (swatch) brush.paint(swatch.parts);
    else if (key === "delete" && brush.selected) brush.eraseSelected();
    else if (key === "escape" && brush.selected) brush.select(null);
    else return;
    event.preventDefault();
  }

  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
