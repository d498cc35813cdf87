// Tiles on a canvas: the board below, what is pointed at above it.

import { centre, corners } from "./geometry.js";

/** Below this many pixels a hexagon is a dot, and no lines are drawn. */
const TINY = 5;
/** More marks than this at once would keep the eye and the machine waiting. */
const MOST_MARKED = 3000;

/** One byte for each tile, from base64. */
export function decodeClasses(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @typedef {{scale: number, left: number, top: number}} Camera */

/** Puts the board's units on the canvas, after wiping it. */
function prepare(canvas, { scale, left, top }) {
  const ratio = devicePixelRatio;
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top);
  return context;
}

/** @param {Camera} camera */
export function paintBoard(canvas, tiles, classes, camera) {
  const context = prepare(canvas, camera);
  if (tiles.hexagonal) paintHexagons(context, tiles, classes, camera, visible(canvas, tiles, camera));
  else paintSquares(context, tiles, classes, camera);
}

const images = new WeakMap();

/** Squares are an image of one pixel for each tile, however many there are, with lines between them. */
function paintSquares(context, tiles, classes, camera) {
  if (!images.has(tiles)) images.set(tiles, tileImage(tiles, classes));
  context.imageSmoothingEnabled = false;
  context.drawImage(images.get(tiles), 0, 0, tiles.width, tiles.length);
  context.strokeStyle = tiles.line;
  context.lineWidth = 1.5 / camera.scale;
  context.strokeRect(0, 0, tiles.width, tiles.length);
  if (camera.scale < TINY) return;
  context.globalAlpha = 0.3;
  context.lineWidth = 1 / camera.scale;
  context.beginPath();
  for (let x = 1; x < tiles.width; x += 1) context.rect(x, 0, 0, tiles.length);
  for (let y = 1; y < tiles.length; y += 1) context.rect(0, y, tiles.width, 0);
  context.stroke();
  context.globalAlpha = 1;
}

function tileImage({ width, length, legend, background }, classes) {
  const image = document.createElement("canvas");
  image.width = width;
  image.height = length;
  const colours = new Map(legend.map((entry) => [entry.class, rgb(entry.colour)]));
  const other = rgb(background);
  const pixels = new ImageData(width, length);
  for (let number = 0; number < classes.length; number += 1) {
    const row = length - 1 - Math.floor(number / width);
    pixels.data.set([...(colours.get(classes[number]) ?? other), 255], 4 * (row * width + (number % width)));
  }
  image.getContext("2d").putImageData(pixels, 0, 0);
  return image;
}

/** "#aabbcc" as three numbers. */
const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** Hexagons one by one, those in sight; drawn a little too small, so that the gaps look like lines. */
function paintHexagons(context, tiles, classes, camera, { fromX, toX, fromY, toY }) {
  const colours = new Map(tiles.legend.map((entry) => [entry.class, entry.colour]));
  const outline = corners(tiles).map(([right, below]) => [right * 0.97, below * 0.97]);
  for (let y = fromY; y <= toY; y += 1)
    for (let x = fromX; x <= toX; x += 1) {
      const [across, down] = centre(tiles, x, y);
      context.fillStyle = colours.get(classes[x + y * tiles.width]) ?? tiles.background;
      if (camera.scale < TINY) {
        context.fillRect(across - 0.5, down - 0.5, 1, 1);
        continue;
      }
      context.beginPath();
      for (const [right, below] of outline) context.lineTo(across + right, down + below);
      context.fill();
    }
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

/** The outlines of some tiles. */
function outlines(tiles, places) {
  const path = new Path2D();
  for (const [x, y] of places) {
    const [across, down] = centre(tiles, x, y);
    corners(tiles).forEach(([right, below], index) =>
      index === 0 ? path.moveTo(across + right, down + below) : path.lineTo(across + right, down + below),
    );
    path.closePath();
  }
  return path;
}

/**
 * @param {{tiles: number[][], kind: "hover"|"lit"|"brush"|"cursor"|"selected"}[]} marks
 * @param {Record<string, string>} colours a colour for each kind of mark
 */
export function paintMarks(canvas, tiles, camera, marks, colours) {
  const context = prepare(canvas, camera);
  for (const { tiles: places, kind, colour } of marks) {
    const path = outlines(tiles, places.slice(0, MOST_MARKED));
    context.fillStyle = colour ?? colours[kind];
    context.globalAlpha = kind === "brush" ? (colour ? 1 : 0.65) : colour ? 0.75 : 0.22;
    context.fill(path);
    context.globalAlpha = 1;
    context.lineWidth = (kind === "cursor" ? 3.5 : 2.5) / camera.scale;
    context.strokeStyle = colours[kind];
    if (kind !== "brush") context.stroke(path);
  }
}
