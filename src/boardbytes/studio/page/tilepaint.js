// Tiles on a canvas: the board below, what is pointed at above it.

import { centre, corners, extent } from "./tilegeometry.js";

/** Below this many pixels a hexagon is a dot, and no lines are drawn. */
const TINY = 5;

/** One byte a tile, from base64. */
export function decodeClasses(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {{scale: number, left: number, top: number}} camera */
export function paintBoard(canvas, tiles, classes, camera) {
  const ratio = devicePixelRatio;
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.left, ratio * camera.top);
  const shapes = pathsByClass(tiles, classes, visible(canvas, tiles, camera), tiles.hexagonal && camera.scale >= TINY);
  const colours = new Map(tiles.legend.map((entry) => [entry.class, entry.colour]));
  for (const [kind, path] of shapes) {
    context.fillStyle = colours.get(kind) ?? tiles.background;
    context.fill(path);
    if (camera.scale < TINY) continue;
    context.strokeStyle = tiles.line;
    context.globalAlpha = 0.35;
    context.lineWidth = 1 / camera.scale;
    context.stroke(path);
    context.globalAlpha = 1;
  }
  outline(context, tiles, camera);
}

function outline(context, tiles, camera) {
  if (tiles.hexagonal) return;
  context.strokeStyle = tiles.line;
  context.lineWidth = 1.5 / camera.scale;
  context.strokeRect(0, 0, ...extent(tiles));
}

/** Columns and rows that can be seen. */
function visible(canvas, { width, length }, { scale, left, top }) {
  const right = canvas.width / devicePixelRatio;
  const bottom = canvas.height / devicePixelRatio;
  const clamp = (number, most) => Math.max(0, Math.min(most, number));
  return {
    fromX: clamp(Math.floor(-left / scale) - 1, width - 1),
    toX: clamp(Math.ceil((right - left) / scale / 0.86) + 1, width - 1),
    fromY: clamp(length - 2 - Math.ceil((bottom - top) / scale), length - 1),
    toY: clamp(length + 1 - Math.floor(-top / scale), length - 1),
  };
}

function pathsByClass(tiles, classes, { fromX, toX, fromY, toY }, hexagons) {
  const paths = new Map();
  for (let y = fromY; y <= toY; y += 1)
    for (let x = fromX; x <= toX; x += 1) {
      const kind = classes[x + y * tiles.width];
      if (!paths.has(kind)) paths.set(kind, new Path2D());
      addTile(paths.get(kind), tiles, x, y, hexagons);
    }
  return paths;
}

function addTile(path, tiles, x, y, hexagons) {
  const [across, down] = centre(tiles, x, y);
  if (!hexagons) {
    path.rect(across - 0.5, down - 0.5, 1, 1);
    return;
  }
  corners(tiles).forEach(([right, below], index) => (index === 0 ? path.moveTo(across + right, down + below) : path.lineTo(across + right, down + below)));
  path.closePath();
}

/**
 * @param {{tiles: number[][], kind: "hover"|"lit"|"brush"|"cursor"}[]} marks
 * @param {Record<string, string>} colours a colour for each kind of mark
 */
export function paintMarks(canvas, tiles, camera, marks, colours) {
  const ratio = devicePixelRatio;
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.left, ratio * camera.top);
  for (const { tiles: places, kind, colour } of marks) {
    const path = new Path2D();
    for (const [x, y] of places) addTile(path, tiles, x, y, tiles.hexagonal);
    context.fillStyle = colour ?? colours[kind];
    context.globalAlpha = kind === "brush" ? (colour ? 1 : 0.65) : 0.22;
    context.fill(path);
    context.globalAlpha = 1;
    context.lineWidth = (kind === "cursor" ? 3.5 : 2.5) / camera.scale;
    context.strokeStyle = colours[kind];
    if (kind !== "brush") context.stroke(path);
  }
}
