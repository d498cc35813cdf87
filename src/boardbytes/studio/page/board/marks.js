// The shapes of marks on a board. Each is drawn around a spot, as large as its point reaches.

import { s } from "../core/dom.js";

const SIZE = 0.46;

const polygon = (corners) => (spot, reach, kind) =>
  s("polygon", {
    class: kind,
    points: corners.map(([x, y]) => `${spot.x + x * reach * SIZE},${spot.y + y * reach * SIZE}`).join(" "),
  });

/** By the names that notes have. */
export const SHAPES = {
  triangle: polygon([
    [0, -1.1],
    [0.95, 0.55],
    [-0.95, 0.55],
  ]),
  square: polygon([
    [-0.8, -0.8],
    [0.8, -0.8],
    [0.8, 0.8],
    [-0.8, 0.8],
  ]),
  circle: ({ x, y }, reach, kind) => s("circle", { class: kind, cx: x, cy: y, r: reach * SIZE }),
  cross({ x, y }, reach, kind) {
    const arm = reach * SIZE * 0.75;
    return s("path", { class: kind, d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}` });
  },
  selected: polygon([
    [-0.55, -0.55],
    [0.55, -0.55],
    [0.55, 0.55],
    [-0.55, 0.55],
  ]),
  dim: ({ x, y }, reach, kind) =>
    s("rect", { class: kind, x: x - reach, y: y - reach, width: reach * 2, height: reach * 2 }),
};

/** A short text; on an empty point the lines of the board do not run through it. */
export function label({ x, y }, reach, text, on) {
  const shown = [...text].slice(0, 3).join("");
  return s(
    "g",
    { class: `note-label on-${on}` },
    !on && s("circle", { class: "patch", cx: x, cy: y, r: reach * 0.62 }),
    s(
      "text",
      { x, y, "font-size": reach * (shown.length > 2 ? 0.62 : 0.82), "text-anchor": "middle", "dominant-baseline": "central" },
      shown,
    ),
  );
}

/** An arrow from the edge of one point to the middle of another, or up to what stands there, `short` of it. */
export function arrow(from, to, reach, { head, kind, weight, short = 0 }) {
  const whole = Math.hypot(to.x - from.x, to.y - from.y);
  if (whole === 0) return null;
  const length = whole - short;
  const [along, across] = [
    { x: (to.x - from.x) / whole, y: (to.y - from.y) / whole },
    { x: (from.y - to.y) / whole, y: (to.x - from.x) / whole },
  ];
  const thick = reach * (head ? 0.13 : 0.09) * weight;
  const tip = reach * (0.6 + 0.3 * weight);
  const place = (forward, aside) =>
    `${from.x + along.x * forward + across.x * aside},${from.y + along.y * forward + across.y * aside}`;
  const start = head ? reach * 0.45 : 0;
  const neck = head ? length - tip : length;
  const outline = [place(start, -thick), place(neck, -thick)];
  if (head) outline.push(place(neck, -tip * 0.5), place(length, 0), place(neck, tip * 0.5));
  outline.push(place(neck, thick), place(start, thick));
  return s("polygon", { class: `arrow ${kind}`, points: outline.join(" ") });
}

/** A point that belongs to a side. */
export function shade({ x, y }, reach, side) {
  const half = reach * 0.26;
  return s("rect", { class: `shade ${side}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: half * 0.2 });
}
