// The tile board to look at and to paint on: zooming, dragging, tools, keys.

import * as api from "./api.js";
import { brushOf, paintedColour } from "./brush.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { attempt, say } from "./messages.js";
import { NO_LINK } from "./store.js";
import { onTheme } from "./theme.js";
import { between, centre, circle, extent, rectangle, tileAt } from "./tilegeometry.js";
import { decodeClasses, paintBoard, paintMarks } from "./tilepaint.js";

const MARGIN = 14;
const MOST = 96;
const PAUSE = 60;

export function tileBoard(desk) {
  const brush = brushOf(desk);
  const below = h("canvas", { "aria-hidden": "true" });
  const above = h("canvas", { "aria-hidden": "true" });
  const help = h(
    "p",
    { class: "unseen", id: "tile-help" },
    "Arrow keys move over the tiles, Enter paints with the chosen tool, plus and minus zoom, B shows the bytes of a tile.",
  );
  const stage = h(
    "div",
    { class: "tile-stage", id: "board", role: "application", tabIndex: 0, "aria-describedby": "tile-help" },
    below,
    above,
  );
  const words = h("p", { class: "point-words", id: "tile-words" });
  const showBytes = h(
    "button",
    {
      type: "button",
      class: "quiet",
      id: "show-bytes",
      hidden: true,
      on: { click: () => desk.emit("find", { point: pointed, focus: true }) },
    },
    icon("link"),
    "Show bytes",
  );
  const legend = h("ul", { class: "legend", "aria-label": "Legend" });
  const summary = h("ul", { class: "summary" });
  const by = h("select", {
    id: "colour-by",
    on: {
      change: () => {
        desk.by = by.value;
        desk.again();
      },
    },
  });
  const button = (name, label, act) =>
    h(
      "button",
      { type: "button", class: "icon-only", "aria-label": label, title: label, on: { click: act } },
      icon(name),
    );

  const camera = { scale: 1, left: 0, top: 0 };
  const pointers = new Map();
  const state = { hover: null, cursor: null, link: NO_LINK };
  let classes = new Uint8Array();
  let pointed = null;
  let stroke = null;
  let panning = null;
  let fitted = "";
  let frame = 0;
  let timer = 0;

  const tiles = () => desk.view.tiles;
  const nameOf = ([x, y]) => `${x},${y}`;
  const parse = (name) => name.split(",").map(Number);

  // ---- drawing ----

  function size() {
    const ratio = devicePixelRatio;
    for (const canvas of [below, above]) {
      canvas.width = Math.round(stage.clientWidth * ratio);
      canvas.height = Math.round(stage.clientHeight * ratio);
    }
  }

  function fit() {
    const [across, down] = extent(tiles());
    camera.scale = Math.min(
      (stage.clientWidth - 2 * MARGIN) / across,
      (stage.clientHeight - 2 * MARGIN) / down,
      MOST,
    );
    camera.left = (stage.clientWidth - across * camera.scale) / 2;
    camera.top = (stage.clientHeight - down * camera.scale) / 2;
    redraw();
  }

  function redraw(everything = true) {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!tiles() || stage.clientWidth === 0) return;
      if (everything || redraw.whole) paintBoard(below, tiles(), classes, camera);
      redraw.whole = false;
      paintMarks(above, tiles(), camera, marks(), markColours());
    });
    redraw.whole ||= everything;
  }

  const markColours = () => {
    const style = getComputedStyle(stage);
    const colour = (name) => style.getPropertyValue(name).trim();
    return {
      hover: colour("--ink"),
      lit: colour("--lit"),
      brush: colour("--mark"),
      cursor: colour("--focus"),
    };
  };

  function marks() {
    const list = [];
    const lit = state.link.points.map(parse).filter(([x, y]) => x < tiles().width && y < tiles().length);
    if (lit.length > 0) list.push({ tiles: lit, kind: "lit" });
    if (stroke) list.push({ tiles: stroke.tiles(), kind: "brush", colour: paintedColour(desk, brush) });
    if (state.hover)
      list.push({
        tiles: brush.tool === "circle" ? circle(tiles(), state.hover, brush.radius) : [state.hover],
        kind: "hover",
      });
    if (state.cursor) list.push({ tiles: [state.cursor], kind: "cursor" });
    return list;
  }

  // ---- looking ----

  function point(tile) {
    if (nameOf(tile ?? []) === nameOf(state.hover ?? [])) return;
    state.hover = tile;
    redraw(false);
    tellAbout(tile ?? state.cursor);
    desk.emit("point", tile && nameOf(tile));
  }

  function tellAbout(tile, aloud = false) {
    clearTimeout(timer);
    pointed = tile ? nameOf(tile) : pointed;
    showBytes.hidden = !pointed;
    showBytes.setAttribute("aria-label", `Show bytes of ${pointed}`);
    if (!tile) {
      words.textContent = "";
      return;
    }
    const kind = tiles().legend.find((entry) => entry.class === classes[tile[0] + tile[1] * tiles().width]);
    words.textContent = `${nameOf(tile)}: ${kind?.label ?? ""}`;
    timer = setTimeout(async () => {
      const answer = await attempt(() => api.tile(desk.id, ...tile));
      if (!answer || pointed !== nameOf(tile)) return;
      words.textContent = `${nameOf(tile)}: ${answer.parts.map((part) => `${part.name} ${part.says ?? part.value}`).join(", ")} (${answer.tile})`;
      if (aloud) say(words.textContent);
    }, PAUSE);
  }

  function zoom(factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
    const scale = Math.max(1, Math.min(MOST, camera.scale * factor));
    camera.left = x - ((x - camera.left) * scale) / camera.scale;
    camera.top = y - ((y - camera.top) * scale) / camera.scale;
    camera.scale = scale;
    redraw();
  }

  const placeOf = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const under = (event) => {
    const [x, y] = placeOf(event);
    return tileAt(tiles(), (x - camera.left) / camera.scale, (y - camera.top) / camera.scale);
  };

  // ---- painting ----

  /** A stroke that begins on a tile: which tiles it covers, and how it is told to the server. */
  const STROKES = {
    point(first) {
      const covered = new Map([[nameOf(first), first]]);
      let last = first;
      return {
        add(tile) {
          for (const each of between(last, tile)) covered.set(nameOf(each), each);
          last = tile;
        },
        tiles: () => [...covered.values()],
        where: () => ({ points: [...covered.keys()] }),
      };
    },
    rectangle(first) {
      let last = first;
      return {
        add: (tile) => {
          last = tile;
        },
        tiles: () => rectangle(first, last),
        where: () => ({ rectangle: [nameOf(first), nameOf(last)] }),
      };
    },
    circle: (first) => ({
      add: () => {},
      tiles: () => circle(tiles(), first, brush.radius),
      where: () => ({ circle: [nameOf(first)], radius: brush.radius }),
    }),
    fill: (first) => ({ add: () => {}, tiles: () => [first], where: () => ({ fill: nameOf(first) }) }),
  };

  async function finish() {
    const done = stroke;
    if (!done || !(await brush.apply(done.where()))) {
      stroke = null;
      redraw(false);
      return;
    }
    if (stroke === done) stroke = null;
    redraw(false);
  }

  async function pick(tile) {
    const answer = await attempt(() => api.tile(desk.id, ...tile));
    if (answer) brush.pick(answer.parts);
  }

  function begin(tile) {
    if (brush.tool === "pick") pick(tile);
    else if (brush.tool in STROKES) stroke = STROKES[brush.tool](tile);
    redraw(false);
  }

  // ---- pointers ----

  stage.addEventListener("pointerdown", (event) => {
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, placeOf(event));
    const tile = under(event);
    if (pointers.size === 2) {
      stroke = null;
      panning = null;
      return;
    }
    if (event.altKey) return;
    if (event.button === 1 || event.shiftKey || brush.tool === "hand" || !tile)
      panning = { at: placeOf(event) };
    else if (event.button === 0) begin(tile);
  });
  stage.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    if (pointers.size === 2 && pointers.has(event.pointerId)) pinch(event.pointerId, place);
    else if (panning) {
      camera.left += place[0] - panning.at[0];
      camera.top += place[1] - panning.at[1];
      panning.at = place;
      redraw();
    } else {
      const tile = under(event);
      if (stroke && tile) stroke.add(tile);
      point(tile);
      if (stroke) redraw(false);
    }
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, place);
  });
  for (const ending of ["pointerup", "pointercancel"])
    stage.addEventListener(ending, (event) => {
      pointers.delete(event.pointerId);
      panning = null;
      if (stroke && ending === "pointerup") finish();
      else if (stroke) stroke = null;
    });
  stage.addEventListener("pointerleave", () => point(null));
  stage.addEventListener(
    "click",
    (event) =>
      event.altKey && under(event) && desk.emit("find", { point: nameOf(under(event)), focus: true }),
  );

  function pinch(id, place) {
    const [, other] = [...pointers].find(([each]) => each !== id);
    const old = pointers.get(id);
    const before = Math.hypot(old[0] - other[0], old[1] - other[1]);
    const after = Math.hypot(place[0] - other[0], place[1] - other[1]);
    camera.left += (place[0] - old[0]) / 2;
    camera.top += (place[1] - old[1]) / 2;
    zoom(after / Math.max(1, before), (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
  }

  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...placeOf(event));
    },
    { passive: false },
  );

  // ---- keys ----

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = state.cursor ?? [0, 0];
    if (event.key in ARROWS) {
      const [right, up] = state.cursor ? ARROWS[event.key] : [0, 0];
      state.cursor = [
        Math.max(0, Math.min(tiles().width - 1, x + right)),
        Math.max(0, Math.min(tiles().length - 1, y + up)),
      ];
      keepInSight(state.cursor);
      tellAbout(state.cursor, true);
      desk.emit("point", nameOf(state.cursor));
      redraw(false);
    } else if ((event.key === "Enter" || event.key === " ") && state.cursor) {
      begin(state.cursor);
      finish();
    } else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1.25 : 0.8);
    else if (event.key === "Escape") {
      stroke = null;
      redraw(false);
    } else if (event.key === "b" && state.cursor)
      desk.emit("find", { point: nameOf(state.cursor), focus: true });
    else return;
    event.preventDefault();
  });
  stage.addEventListener("blur", () => {
    state.cursor = null;
    redraw(false);
  });

  function keepInSight(tile) {
    const [across, down] = centre(tiles(), ...tile);
    const x = camera.left + across * camera.scale;
    const y = camera.top + down * camera.scale;
    const inset = camera.scale;
    if (x < inset || x > stage.clientWidth - inset) camera.left += stage.clientWidth / 2 - x;
    if (y < inset || y > stage.clientHeight - inset) camera.top += stage.clientHeight / 2 - y;
    redraw();
  }

  // ---- what comes from elsewhere ----

  function show() {
    if (!tiles()) return;
    const { width, length, hexagonal, looks, legend: entries } = tiles();
    classes = decodeClasses(tiles().classes);
    stage.setAttribute("aria-label", desk.view.board?.description ?? "Tile board");
    by.replaceChildren(
      ...looks.map((name) => h("option", { value: name, selected: name === tiles().by }, name)),
    );
    legend.replaceChildren(...entries.map((entry) => legendEntry(entry)));
    summary.replaceChildren(...(desk.view.board?.summary ?? []).map((line) => h("li", {}, line)));
    state.link = NO_LINK;
    const shape = [width, length, hexagonal].join();
    if (shape !== fitted && stage.clientWidth > 0) {
      fitted = shape;
      fit();
    }
    redraw();
  }

  function legendEntry({ label, colour }) {
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = colour;
    return h("li", {}, swatch, label);
  }

  desk.on("view", show);
  desk.on("link", (link) => {
    state.link = link;
    redraw(false);
  });
  const watcher = new ResizeObserver(() => {
    if (stage.clientWidth === 0 || !tiles()) return;
    size();
    fit();
    fitted = [tiles().width, tiles().length, tiles().hexagonal].join();
  });
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
        button("minus", "Zoom out", () => zoom(0.8)),
        button("plus", "Zoom in", () => zoom(1.25)),
        button("fit", "Fit the board", fit),
      ),
      stage,
      help,
      h("div", { class: "point-bar" }, words, showBytes),
      legend,
      summary,
    ),
    leave() {
      watcher.disconnect();
      themes();
    },
  };
}
