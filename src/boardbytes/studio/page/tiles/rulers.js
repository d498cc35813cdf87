// The numbers of columns and rows along the edges of what is in sight.

import { centre } from "./geometry.js";

/** Pixels that a number needs. */
const ROOM = 26;
const EDGE = 7;
const STEPS = [1, 2, 5, 10, 20, 50, 100];

/** @param {import("./camera.js").Camera} camera */
export function paintRulers(canvas, tiles, camera, colour) {
  const ratio = devicePixelRatio;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = "10px ui-monospace, Menlo, Consolas, monospace";
  context.textAlign = "center";
  context.textBaseline = "middle";
  const [wide, high] = [canvas.width / ratio, canvas.height / ratio];
  const step = STEPS.find((each) => each * camera.scale >= ROOM) ?? STEPS.at(-1);
  const below = camera.top + (tiles.length + (tiles.hexagonal ? 0.5 : 0)) * camera.scale + EDGE;
  const bottom = Math.min(high - EDGE, below);
  const left = Math.max(EDGE + 1, camera.left - EDGE);
  const put = (number, x, y) => {
    if (x < EDGE || x > wide - EDGE || y < EDGE || y > high - 2) return;
    context.lineWidth = 3;
    context.strokeStyle = colour.paper;
    context.strokeText(number, x, y);
    context.fillStyle = colour.ink;
    context.fillText(number, x, y);
  };
  for (let x = 0; x < tiles.width; x += step)
    put(x, camera.left + centre(tiles, x, 0)[0] * camera.scale, bottom);
  for (let y = 0; y < tiles.length; y += step)
    put(y, left, camera.top + centre(tiles, 0, y)[1] * camera.scale);
}
