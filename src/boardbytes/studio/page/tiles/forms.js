// Forms that change a whole tile board: its size, depth, modifiers and texts.

import { h } from "../core/dom.js";

const EDGES = ["left", "right", "top", "bottom"];
/** What the modifiers mean to whoever plays on the board. */
const MODIFIERS = {
  pathed: "tokens go from tile to tile",
  level_flags: "a height is a set of levels",
  grouped: "tiles of a group are one",
  hexagonal: "six sides",
  wrap: "edges are joined",
  occupancy: "tokens on a tile",
};
const TEXTS = ["title", "author", "version", "code"];

export function changeForms(desk) {
  const modifiers = h("div", { class: "parts" });
  const texts = h("div", { class: "parts" });
  const edge = h(
    "select",
    { id: "edge" },
    EDGES.map((name) => h("option", { value: name }, name)),
  );
  const count = h("input", { id: "edge-count", type: "number", min: 1, max: 255, value: 1 });
  const around = h("input", { type: "checkbox", id: "around", checked: true });
  const depth = h(
    "select",
    { id: "depth" },
    [8, 16, 32, 64].map((bits) => h("option", { value: bits }, `${bits} bits`)),
  );
  const lossy = h("input", { type: "checkbox", id: "lossy" });
  let drawn = "";

  const edit = (body) => desk.change("tiles", body);
  const button = (label, act) => h("button", { type: "button", on: { click: act } }, label);
  const resize = (word) => edit({ edit: word, edge: edge.value, count: Number(count.value) });
  const shift = (right, up) => edit({ edit: "shift", right, up, around: around.checked });

  function modifierField(name, value) {
    const values = desk.view.tiles.modifier_values[name] ?? [];
    const id = `modifier-${name}`;
    const label = MODIFIERS[name] ?? name.replaceAll("_", " ");
    if (typeof value === "boolean") {
      const box = h("input", {
        type: "checkbox",
        id,
        checked: value,
        on: { change: () => edit({ edit: "modifier", name, value: String(box.checked) }) },
      });
      return h("label", { class: "switch-field", for: id }, box, h("span", {}, label));
    }
    const select = h(
      "select",
      { id, on: { change: () => edit({ edit: "modifier", name, value: select.value }) } },
      values.map((each) => h("option", { value: each, selected: each === value }, each)),
    );
    return h("label", { class: "small-field", for: id }, label, select);
  }

  function textField(name) {
    const value = desk.view.tiles.footer[name];
    const input = h("input", {
      id: `text-${name}`,
      type: name === "version" ? "number" : "text",
      value: value ?? "",
      on: { change: () => edit({ edit: "text", name, value: input.value }) },
    });
    return h("label", { class: "small-field wide", for: input.id }, name, input);
  }

  function draw() {
    const { tiles } = desk.view;
    const key = JSON.stringify([tiles.modifiers, tiles.footer, tiles.depth]);
    if (key === drawn) return;
    drawn = key;
    const focused = document.activeElement?.id;
    depth.value = tiles.depth;
    modifiers.replaceChildren(
      ...Object.entries(tiles.modifiers).map(([name, value]) => modifierField(name, value)),
    );
    texts.replaceChildren(...TEXTS.filter((name) => name in tiles.footer).map(textField));
    if (focused) document.getElementById(focused)?.focus();
  }

  const part = (title, ...content) => h("details", { class: "card" }, h("summary", {}, title), content);
  const element = h(
    "div",
    { class: "stack" },
    part(
      "Size and place",
      h(
        "div",
        { class: "inline-form" },
        h("label", { class: "small-field", for: "edge" }, "Edge", edge),
        h("label", { class: "small-field", for: "edge-count" }, "Tiles", count),
        button("Grow", () => resize("grow")),
        button("Shrink", () => resize("shrink")),
      ),
      h(
        "div",
        { class: "inline-form" },
        button("Shift left", () => shift(-1, 0)),
        button("Shift right", () => shift(1, 0)),
        button("Shift up", () => shift(0, 1)),
        button("Shift down", () => shift(0, -1)),
        h("label", { class: "switch-field", for: "around" }, around, h("span", {}, "around the edge")),
      ),
      h(
        "div",
        { class: "inline-form" },
        h("label", { class: "small-field", for: "depth" }, "Depth", depth),
        h(
          "label",
          { class: "switch-field", for: "lossy" },
          lossy,
          h("span", {}, "even if something is lost"),
        ),
        button("Change depth", () =>
          edit({ edit: "depth", bits: Number(depth.value), lossy: lossy.checked }),
        ),
      ),
    ),
    part("How it is played on", modifiers),
    part("Title and author", texts),
  );
  return { element, draw };
}
