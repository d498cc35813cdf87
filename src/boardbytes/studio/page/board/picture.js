// The server's SVG on the page, and pieces that glide to where they went.

import { reducedMotion } from "../core/dom.js";

const GLIDE = 180;

/** The picture as a node of this page. Its title would be a tooltip over everything: the board has the words itself. */
export function pictureNode(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const node = document.importNode(parsed, true);
  node.querySelector("title")?.remove();
  node.setAttribute("aria-hidden", "true");
  node.removeAttribute("role");
  node.classList.add("picture");
  return node;
}

/** The circles of the piece on a spot: a king has two. */
export function pieceAt(picture, [, x, y], reach) {
  return [...picture.querySelectorAll("circle")].filter(
    (circle) =>
      Math.abs(circle.cx.baseVal.value - x) < 1 &&
      Math.abs(circle.cy.baseVal.value - y) < 1 &&
      circle.r.baseVal.value > reach * 0.35,
  );
}

/** Shows how the last move went: a piece that left its place glides, a new one appears. */
export function animate(picture, before, after) {
  if (reducedMotion() || !after.last || after.last.points.length === 0) return;
  const old = new Map(before.spots.map((spot) => [spot[0], spot]));
  const now = new Map(after.spots.map((spot) => [spot[0], spot]));
  const [source, ...rest] = after.last.points;
  const moved = old.get(source)?.[3] && !now.get(source)?.[3];
  const path = moved ? [source, ...rest.filter((point) => !old.get(point)?.[3])] : [source];
  const target = now.get(path.at(-1));
  if (!target) return;
  const steps = moved
    ? path.map((point) => ({
        transform: `translate(${now.get(point)[1] - target[1]}px, ${now.get(point)[2] - target[2]}px)`,
      }))
    : [{ opacity: 0 }, { opacity: 1 }];
  for (const circle of pieceAt(picture, target, after.reach))
    circle.animate(steps, { duration: GLIDE * Math.max(1, path.length - 1), easing: "ease-in-out" });
}
