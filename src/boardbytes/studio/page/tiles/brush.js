// What is painted on tiles, and with which tool: shared by the board and its panel.

/** @typedef {"hand"|"point"|"rectangle"|"circle"|"fill"|"pick"} Tool */

const brushes = new WeakMap();

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
  }

  /** Paints; `where` says which tiles, the way the API wants it. */
  apply(where) {
    return this.desk.change("tiles", { edit: "set", where, parts: this.parts, clear: this.clear });
  }

  /** Takes the values of a tile, and paints with them. */
  pick(parts) {
    this.parts = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    this.tool = "point";
    this.desk.emit("brush");
  }
}

/** The colour a stroke will have, if what is painted is in the legend. */
export function paintedColour(desk, brush) {
  const { parts, legend } = desk.view.tiles;
  const labels = parts.map(({ name, values }) => values?.[brush.parts[name]]);
  return legend.find((entry) => labels.includes(entry.label))?.colour;
}
