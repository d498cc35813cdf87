// The whole board in a corner, with a frame around what is in sight: shown once not all of it is.

import { h } from "../core/dom.js";
import { Camera } from "./camera.js";
import { extent } from "./geometry.js";
import { paintBoard } from "./paint.js";

const LARGEST = 132;

/** @param {{moved: () => void}} hooks told when the frame was moved */
export function minimap(camera, hooks) {
  const canvas = h("canvas", { class: "minimap", "aria-hidden": "true", hidden: true });
  const own = new Camera();
  let shape = null;
  let size = [0, 0];

  /** @param {number} width the stage's, in pixels */
  function draw(tiles, classes, width, height) {
    shape = tiles;
    size = [width, height];
    const [across, down] = extent(tiles);
    const whole =
      camera.left >= -1 && camera.top >= -1 && camera.left + across * camera.scale <= width + 1 &&
      camera.top + down * camera.scale <= height + 1;
    canvas.hidden = whole;
    if (whole) return;
    const scale = LARGEST / Math.max(across, down);
    canvas.width = Math.round(across * scale * devicePixelRatio);
    canvas.height = Math.round(down * scale * devicePixelRatio);
    canvas.style.width = `${across * scale}px`;
    canvas.style.height = `${down * scale}px`;
    Object.assign(own, { scale, left: 0, top: 0 });
    paintBoard(canvas, tiles, classes, own);
    const context = canvas.getContext("2d");
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const seen = [-camera.left, -camera.top, width, height].map((at) => (at / camera.scale) * scale);
    context.lineWidth = 4;
    context.strokeStyle = "#fff";
    context.strokeRect(...seen);
    context.lineWidth = 2;
    context.strokeStyle = "#a93314";
    context.strokeRect(...seen);
  }

  /** What is pointed at comes to the middle. */
  function follow(event) {
    event.stopPropagation();
    if (event.type === "pointerdown") canvas.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const box = canvas.getBoundingClientRect();
    const [across, down] = extent(shape);
    const place = [
      ((event.clientX - box.left) / box.width) * across,
      ((event.clientY - box.top) / box.height) * down,
    ];
    camera.left = size[0] / 2 - place[0] * camera.scale;
    camera.top = size[1] / 2 - place[1] * camera.scale;
    hooks.moved();
  }

  for (const kind of ["pointerdown", "pointermove"]) canvas.addEventListener(kind, follow);
  for (const kind of ["pointerup", "click"]) canvas.addEventListener(kind, (event) => event.stopPropagation());
  return { element: canvas, draw };
}
