// What is painted on tiles, and with which tool: shared by the board and its panel.

import * as api from "../core/api.js";
import { many } from "../core/dom.js";
import { attempt, say, tell } from "../core/messages.js";

/** @typedef {"hand"|"point"|"line"|"rectangle"|"circle"|"fill"|"erase"|"pick"|"select"|"stamp"} Tool */

/** The tools that paint with the chosen colour. */
export const PAINTS = ["point", "line", "rectangle", "circle", "fill"];

const brushes = new WeakMap();
/** What was copied, on whichever desk. */
let copied = null;

/** The brush of a desk. */
export function brushOf(desk) {
  if (!brushes.has(desk)) brushes.set(desk, new Brush(desk));
  return brushes.get(desk);
}

class Brush {
  constructor(desk) {
    this.desk = desk;
    /** @type {Tool} */
    this.tool = "point";
    this.radius = 2;
    /** What is painted: values by the names of parts; a part that is not here is left as it is. */
    this.parts = {};
    this.clear = false;
    /** Two corners of what is selected. @type {number[][]|null} */
    this.selected = null;
  }

  /** What can be stamped. */
  get piece() {
    return copied?.depth === this.desk.view.tiles.depth ? copied : null;
  }

  use(tool) {
    this.tool = tool;
    this.desk.emit("brush");
  }

  /** Paints; `where` says which tiles, the way the API wants it. */
  apply(where) {
    if (this.tool === "erase") return this.erase(where);
    return this.desk.change("tiles", { edit: "set", where, parts: this.parts, clear: this.clear });
  }

  /** Takes tiles off the board. */
  erase(where) {
    return this.desk.change("tiles", { edit: "set", where, parts: {}, clear: true });
  }

  paint(parts) {
    this.parts = { ...parts };
    this.use(PAINTS.includes(this.tool) ? this.tool : "point");
  }

  /** Takes the values of a tile, and paints with them. */
  pick(parts) {
    this.parts = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    this.use("point");
    say(`picked ${many(parts.length, "value")}`);
  }

  select(corners) {
    this.selected = corners;
    this.desk.emit("selected");
  }

  #corners() {
    return this.selected.map((corner) => corner.join());
  }

  /** Takes a copy of what is selected, ready to be stamped. */
  async copy() {
    if (!this.selected) return tell("Select some tiles first (S).");
    const [corner, opposite] = this.#corners();
    const piece = await attempt(() => api.copiedTiles(this.desk.id, corner, opposite));
    if (!piece) return undefined;
    copied = piece;
    this.use("stamp");
    return tell(`${many(piece.tiles.length, "tile")} copied: click where their lower left corner goes.`);
  }

  stamp(tile) {
    if (!this.piece) return tell("Copy some tiles first: select (S), then Ctrl+C.");
    return this.desk.change("tiles", { edit: "stamp", piece: this.piece, target: tile.join() });
  }

  eraseSelected() {
    return this.selected && this.erase({ rectangle: this.#corners() });
  }

  fillSelected() {
    const where = { rectangle: this.#corners() };
    return this.desk.change("tiles", { edit: "set", where, parts: this.parts, clear: this.clear });
  }
}

/** The swatch that sets just these values. */
const fits = (swatch, parts) => Object.entries(swatch.parts).every(([name, value]) => Number(parts[name]) === value);

/** The swatch that the brush paints with. */
export const swatchOf = (desk, brush) => desk.view.tiles.palette.find((swatch) => fits(swatch, brush.parts));

/** The colour a stroke will have, if that is known. */
export function paintedColour(desk, brush) {
  if (brush.tool === "erase") return desk.view.tiles.background;
  return swatchOf(desk, brush)?.colour;
}
