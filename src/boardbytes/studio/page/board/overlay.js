// What is drawn over the board: what is pointed at, chosen, possible, linked, and worth how much.

import { s } from "../core/dom.js";
import { complete, endingAt, nextPoints } from "./choosing.js";
import { bestValue, shortValue } from "../desk/values.js";

/**
 * @typedef {{prefix: string[], hover: string|null, cursor: string|null, link: import("../core/store.js").Link,
 *   values: Map<string, object>|null}} State
 */

/** Draws the state over the board into an SVG of the same size. */
export function drawOverlay(svg, board, state) {
  const at = new Map(board.spots.map((spot) => [spot[0], spot]));
  const spotOf = (name) => at.get(name);
  const ring = (name, kind, size = 0.92) => {
    const spot = spotOf(name);
    return spot && s("circle", { class: kind, cx: spot[1], cy: spot[2], r: board.reach * size });
  };
  svg.replaceChildren(
    ...[
      ...state.link.points.map((point) => ring(point, "lit", 0.98)),
      ...moveMarks(board, state, spotOf, ring),
      ...(state.values ? valueMarks(board, state, spotOf) : []),
      state.cursor && ring(state.cursor, "cursor", 1.02),
    ].filter(Boolean),
  );
}

function moveMarks(board, state, spotOf, ring) {
  const { prefix, hover } = state;
  const marks = prefix.flatMap((point, index) => [
    index > 0 && !spotOf(point)?.[3] && ring(point, `ghost ${board.turn ?? ""}`, 0.8),
    ring(point, "chosen"),
  ]);
  const next = nextPoints(board.moves, prefix);
  const points = [...prefix];
  let shown = prefix.length > 0 ? next : new Map();
  if (hover && next.has(hover)) {
    const further = nextPoints(board.moves, [...prefix, hover]);
    if (further.size > 0 && !spotOf(hover)[3] === prefix.length > 0) points.push(hover);
    if (prefix.length === 0 || further.size > 0) shown = further;
    marks.push(...hovered(board, prefix, hover, spotOf, ring));
  } else if (hover && prefix.length === 0) {
    for (const move of endingAt(board.moves, hover))
      marks.push(line(move.points.slice(0, 2).map(spotOf), "maybe"), ring(move.points[0], "source"));
  }
  for (const point of shown.keys())
    marks.push(spotOf(point)?.[3] ? ring(point, "take") : ring(point, "target", 0.3));
  if (points.length > 1) marks.push(line(points.map(spotOf), "way"));
  return marks;
}

/** A ghost where a piece would come to stand, a ring round a piece that can be moved or taken. */
function hovered(board, prefix, hover, spotOf, ring) {
  if (spotOf(hover)[3]) return [ring(hover, prefix.length > 0 ? "take strong" : "source strong")];
  const marks = [ring(hover, `ghost ${board.turn ?? ""}`, 0.8)];
  if (prefix.length > 0) marks.push(line([prefix.at(-1), hover].map(spotOf), "way"));
  return marks;
}

function line(spots, kind) {
  const there = spots.filter(Boolean);
  return s("polyline", { class: kind, points: there.map(([, x, y]) => `${x},${y}`).join(" ") });
}

/** What each point that can be chosen next is worth, and before a choice the targets too. */
function valueMarks(board, { prefix, values, hover }, spotOf) {
  const best = new Map();
  const put = (point, moves) => {
    const value = bestValue(moves.map(({ move }) => values.get(move)).filter(Boolean));
    if (value) best.set(point, value);
  };
  const chosen = prefix.length === 0 && hover && nextPoints(board.moves, [hover]).size > 0 ? [hover] : prefix;
  if (chosen.length === 0)
    for (const point of new Set(board.moves.flatMap(({ points }) => points.slice(1, 2))))
      put(
        point,
        endingAt(board.moves, point).filter(({ points }) => points[1] === point),
      );
  for (const [point, moves] of nextPoints(board.moves, chosen)) put(point, moves);
  const whole = complete(board.moves, chosen);
  if (whole.length > 0) put(chosen.at(-1), whole);
  return [...best].map(([point, value]) => valueMark(spotOf(point), value, board.reach)).filter(Boolean);
}

function valueMark(spot, value, reach) {
  if (!spot) return null;
  const [, x, y] = spot;
  return s(
    "g",
    { class: `value ${value.value}` },
    s("rect", {
      x: x - reach * 0.72,
      y: y - reach * 0.42,
      width: reach * 1.44,
      height: reach * 0.84,
      rx: reach * 0.42,
    }),
    s(
      "text",
      { x, y, "font-size": reach * 0.58, "text-anchor": "middle", "dominant-baseline": "central" },
      shortValue(value),
    ),
  );
}
