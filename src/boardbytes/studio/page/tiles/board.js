// The tile board to look at and to paint on.

import * as api from "../core/api.js";
import { brushOf, paintedColour, PAINTS } from "./brush.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt, say } from "../core/messages.js";
import { NO_LINK } from "../core/store.js";
import { onTheme } from "../core/theme.js";
import { Camera } from "./camera.js";
import { minimap } from "./minimap.js";
import { paintRulers } from "./rulers.js";
import { centre, circle, rectangle } from "./geometry.js";
import { decodeClasses, paintBoard, paintMarks } from "./paint.js";
import { tilePointers } from "./pointers.js";
import { nameOf, strokeOf } from "./strokes.js";

/** A tile is asked about when the pointer rests on it. */
const PAUSE = 60;
const HELP =
  "Arrow keys move over the tiles, Enter paints with the chosen tool, plus and minus zoom, B shows the bytes of a tile.";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function tileBoard(desk) {
  const brush = brushOf(desk);
  const camera = new Camera();
  const below = h("canvas", { "aria-hidden": "true" });
  const above = h("canvas", { "aria-hidden": "true" });
  const help = h("p", { class: "unseen", id: "tile-help" }, HELP);
  const stage = h(
    "div",
    { class: "tile-stage", id: "board", role: "application", tabIndex: 0, "aria-describedby": "tile-help" },
    below,
    above,
  );
  const map = minimap(camera, { moved: () => redraw() });
  stage.append(map.element);
  const words = h("p", { class: "point-words", id: "tile-words" });
  const showBytes = h(
    "button",
    { type: "button", class: "quiet", id: "show-bytes", hidden: true, on: { click: () => find(pointed) } },
    icon("link"),
    "Show bytes",
  );
  const legend = h("ul", { class: "legend", "aria-label": "Legend" });
  const summary = h("ul", { class: "summary" });
  const about = h("details", { class: "about-board" }, h("summary", {}, "About this board"), summary);
  const by = h("select", { id: "colour-by", on: { change: colourBy } });

  const state = { hover: null, cursor: null, link: NO_LINK };
  /** The stroke under the pointer, and those the server has not yet agreed to. */
  let stroke = null;
  /** The corner from which a selection is being drawn. */
  let selecting = null;
  const sent = new Set();
  let classes = new Uint8Array();
  let pointed = null;
  let fitted = "";
  let frame = 0;
  let wholly = false;
  let timer = 0;

  const tiles = () => desk.view.tiles;
  const find = (point) => desk.emit("find", { point, focus: true });

  function colourBy() {
    desk.by = by.value;
    desk.again();
  }

  // ---- drawing ----

  function redraw(everything = true) {
    wholly ||= everything;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!tiles() || stage.clientWidth === 0) return;
      if (wholly) {
        paintBoard(below, tiles(), classes, camera);
        map.draw(tiles(), classes, stage.clientWidth, stage.clientHeight);
      }
      wholly = false;
      const colours = markColours();
      paintMarks(above, tiles(), camera, marks(), colours);
      paintRulers(above, tiles(), camera, colours);
    });
  }

  function fit() {
    camera.fit(tiles(), stage.clientWidth, stage.clientHeight);
    redraw();
  }

  function zoom(factor) {
    camera.zoom(factor, stage.clientWidth / 2, stage.clientHeight / 2);
    redraw();
  }

  function markColours() {
    const style = getComputedStyle(stage);
    const colour = (name) => style.getPropertyValue(name).trim();
    return {
      hover: colour("--ink"),
      ink: colour("--ink"),
      paper: colour("--sunk"),
      selected: colour("--accent"),
      lit: colour("--lit"),
      brush: colour("--mark"),
      cursor: colour("--focus"),
    };
  }

  function marks() {
    const list = [];
    const lit = state.link.points
      .map((name) => name.split(",").map(Number))
      .filter(([x, y]) => x < tiles().width && y < tiles().length);
    if (lit.length > 0) list.push({ tiles: lit, kind: "lit" });
    const colour = paintedColour(desk, brush);
    for (const each of [...sent, stroke]) if (each) list.push({ tiles: each.tiles(), kind: "brush", colour });
    const { selected } = brush;
    if (selected) list.push({ tiles: rectangle(...selected).filter(([x, y]) => x < tiles().width && y < tiles().length), kind: "selected" });
    // What paints shows what it will paint.
    if (state.hover) list.push({ tiles: aimed(state.hover), kind: "hover", colour: PAINTS.includes(brush.tool) ? colour : undefined });
    if (state.cursor) list.push({ tiles: [state.cursor], kind: "cursor" });
    return list;
  }

  /** What a click on a tile would cover, as far as that is known here. */
  function aimed(tile) {
    if (brush.tool === "circle") return circle(tiles(), tile, brush.radius);
    const { piece } = brush;
    if (brush.tool !== "stamp" || !piece) return [tile];
    const high = [tile[0] + piece.width - 1, tile[1] + piece.tiles.length / piece.width - 1];
    return rectangle(tile, high.map((at, side) => Math.min(at, [tiles().width, tiles().length][side] - 1)));
  }

  // ---- looking ----

  function hover(tile) {
    if (nameOf(tile ?? []) === nameOf(state.hover ?? [])) return;
    state.hover = tile;
    redraw(false);
    tellAbout(tile ?? state.cursor);
    desk.emit("point", tile && nameOf(tile));
  }

  function tellAbout(tile, aloud = false) {
    clearTimeout(timer);
    words.textContent = "";
    if (tile) pointed = nameOf(tile);
    showBytes.hidden = !pointed;
    showBytes.setAttribute("aria-label", `Show bytes of ${pointed}`);
    if (!tile) return;
    const kind = classes[tile[0] + tile[1] * tiles().width];
    words.textContent = `${pointed}: ${tiles().legend.find((entry) => entry.class === kind)?.label ?? ""}`;
    timer = setTimeout(() => tellAll(tile, aloud), PAUSE);
  }

  async function tellAll(tile, aloud) {
    const answer = await attempt(() => api.tile(desk.id, ...tile));
    if (!answer || pointed !== nameOf(tile)) return;
    const parts = answer.parts.map(inWords);
    words.textContent = `${pointed}: ${parts.join(", ")} (${answer.tile})`;
    if (aloud) say(words.textContent);
  }

  // ---- painting ----

  function begin(tile) {
    if (brush.tool === "pick") pick(tile);
    if (brush.tool === "stamp") brush.stamp(tile);
    if (brush.tool === "select") selecting = tile;
    if (selecting) brush.select([tile, tile]);
    stroke = strokeOf(brush.tool, tile, tiles(), brush.radius);
    redraw(false);
  }

  function extend(tile) {
    stroke?.add(tile);
    if (selecting) brush.select([selecting, tile]);
    redraw(false);
  }

  async function finish() {
    selecting = null;
    const done = stroke;
    stroke = null;
    if (!done) return;
    sent.add(done);
    await brush.apply(done.where());
    sent.delete(done);
    redraw(false);
  }

  function cancel() {
    stroke = null;
    redraw(false);
  }

  async function pick(tile) {
    const answer = await attempt(() => api.tile(desk.id, ...tile));
    if (answer) brush.pick(answer.parts);
  }

  tilePointers(stage, camera, {
    under: (place) => camera.tileAt(tiles(), place),
    drags: () => brush.tool === "hand",
    hover,
    begin,
    extend,
    finish,
    cancel,
    find: (tile) => find(nameOf(tile)),
    moved: () => redraw(),
  });

  // ---- keys ----

  function moveCursor([right, up]) {
    const [x, y] = state.cursor ?? [0, 0];
    const step = state.cursor ? [right, up] : [0, 0];
    const within = (number, most) => Math.max(0, Math.min(most - 1, number));
    state.cursor = [within(x + step[0], tiles().width), within(y + step[1], tiles().length)];
    camera.keepInSight(centre(tiles(), ...state.cursor), stage.clientWidth, stage.clientHeight);
    tellAbout(state.cursor, true);
    desk.emit("point", nameOf(state.cursor));
    redraw();
  }

  function paintAtCursor() {
    if (!state.cursor) return;
    begin(state.cursor);
    finish();
  }

  const KEYS = {
    Enter: paintAtCursor,
    " ": paintAtCursor,
    "+": () => zoom(1.25),
    "-": () => zoom(0.8),
    Escape: cancel,
    b: () => state.cursor && find(nameOf(state.cursor)),
  };
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) moveCursor(ARROWS[event.key]);
    else if (event.key in KEYS) KEYS[event.key]();
    else return;
    event.preventDefault();
  });
  stage.addEventListener("blur", () => {
    state.cursor = null;
    redraw(false);
  });

  // ---- what comes from elsewhere ----

  function show() {
    if (!tiles()) return;
    classes = decodeClasses(tiles().classes);
    stage.setAttribute("aria-label", desk.view.here?.description ?? "Tile board");
    const looks = tiles().looks.map((name) =>
      h("option", { value: name, selected: name === tiles().by }, name),
    );
    by.replaceChildren(...looks);
    legend.replaceChildren(...tiles().legend.map(legendEntry));
    summary.replaceChildren(...(desk.view.here?.summary ?? []).map((line) => h("li", {}, line)));
    state.link = NO_LINK;
    if (shapeOf() !== fitted) measure();
    redraw();
  }

  const shapeOf = () => [tiles().width, tiles().length, tiles().hexagonal].join();

  /** The canvases as large as the stage, and the whole board in them. */
  function measure() {
    if (stage.clientWidth === 0 || !tiles()) return;
    for (const canvas of [below, above]) {
      canvas.width = Math.round(stage.clientWidth * devicePixelRatio);
      canvas.height = Math.round(stage.clientHeight * devicePixelRatio);
    }
    fitted = shapeOf();
    fit();
  }

  desk.on("view", show);
  desk.on("selected", () => redraw(false));
  desk.on("brush", () => redraw(false));
  desk.on("link", (link) => {
    state.link = link;
    redraw(false);
  });
  const watcher = new ResizeObserver(measure);
  watcher.observe(stage);
  const themes = onTheme(() => redraw());
  show();

  return {
    element: h(
      "div",
      { class: "board-block" },
      h(
        "div",
        { class: "tile-tools" },
        h("label", { class: "small-field", for: "colour-by" }, "Colour by", by),
        iconButton("minus", "Zoom out", () => zoom(0.8)),
        iconButton("plus", "Zoom in", () => zoom(1.25)),
        iconButton("fit", "Fit the board", fit),
      ),
      stage,
      help,
      h("div", { class: "point-bar" }, words, showBytes),
      legend,
      about,
    ),
    leave() {
      watcher.disconnect();
      themes();
    },
  };
}

/** "height 5"; just "in bounds", where the words name the part themselves. */
function inWords({ name, says, value }) {
  const part = name.replaceAll("_", " ");
  return says?.includes(part) ? says : `${part} ${says ?? value}`;
}

function legendEntry({ label, colour }) {
  const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = colour;
  return h("li", {}, swatch, label);
}

function iconButton(name, label, act) {
  const props = { type: "button", class: "icon-only", "aria-label": label, title: label, on: { click: act } };
  return h("button", props, icon(name));
}
