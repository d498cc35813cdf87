// What is drawn over and under the pieces: the last move, what people and panels marked, what is pointed at,
// chosen and possible, and what moves are worth.

import { s } from "../core/dom.js";
import { bestValue, shortValue } from "../desk/values.js";
import { complete, endingAt, nextPoints } from "./choosing.js";
import { arrow, label, shade, SHAPES } from "./marks.js";

/**
 * @typedef {{prefix: string[], hover: string|null, cursor: string|null, link: import("../core/store.js").Link,
 *   values: Map<string, object>|null}} State
 * @typedef {{game: string, spots: Map<string, {x: number, y: number}>, reach: number, turn: string|null,
 *   moves: object[], position: Map<string, string>, node: object|null, overlay: object}} Scene
 */

/** How far below the middle of a piece its badge stands, where a point reaches 1. */
const BELOW = 1.08;

/** Draws what lies over the pieces into one group, and what lies under them into another. */
export function drawOverlay(over, under, scene, state) {
  const pen = penFor(scene);
  const badges = state.values ? valuesHere(scene, state).filter(([point]) => pen.at(point)) : [];
  under.replaceChildren(...kept([...lastUnder(scene, pen), ...shades(scene, pen)]));
  over.replaceChildren(
    ...kept([
      ...lastOver(scene, pen),
      ...ghosts(scene, pen),
      ...marks(scene, pen),
      ...state.link.points.map((point) => pen.ring(point, "lit", 0.98)),
      ...moveMarks(scene, state, pen),
      ...arrows(scene, pen, badges),
      ...bests(scene, pen),
      ...badges.map(([point, value]) => valueMark(point, value, scene.reach, pen)),
      state.cursor && pen.ring(state.cursor, "cursor", 1.02),
    ]),
  );
}

const kept = (nodes) => nodes.filter(Boolean);

/** What draws on spots: a name that is not a point's draws nothing. */
function penFor({ spots, reach, position }) {
  const at = (name) => spots.get(name);
  return {
    at,
    reach,
    /** The colour of the piece on a spot: marks are drawn so that they can be seen on it. */
    on: (name) => position.get(name)?.split(/[ -]/)[0] ?? "",
    stands: (name) => Boolean(position.get(name)) && position.get(name) !== "ko",
    ring(name, kind, size = 0.92) {
      const spot = at(name);
      return spot && s("circle", { class: kind, cx: spot.x, cy: spot.y, r: reach * size, "data-spot": name });
    },
    square(name, kind) {
      const spot = at(name);
      return (
        spot &&
        s("rect", {
          class: kind,
          x: spot.x - reach,
          y: spot.y - reach,
          width: reach * 2,
          height: reach * 2,
          "data-spot": name,
        })
      );
    },
    line(names, kind) {
      const there = names.map(at).filter(Boolean);
      return s("polyline", { class: kind, points: there.map(({ x, y }) => `${x},${y}`).join(" ") });
    },
  };
}

// ---- the last move ----

/** Where a move went, where it came from, and what it took. */
function lastMove({ node, game }) {
  if (!node?.move) return { target: null, source: null, taken: [] };
  const came = new Set(node.change.filter(([, piece]) => piece && piece !== "ko").map(([spot]) => spot));
  const left = node.change.filter(([, piece]) => !piece).map(([spot]) => spot);
  const target = node.points.findLast((point) => came.has(point)) ?? null;
  const source = node.points.find((point) => left.includes(point) && node.points.indexOf(point) === 0) ?? null;
  return { target, source, taken: game === "go" ? [] : left.filter((spot) => spot !== source) };
}

function lastUnder(scene, pen) {
  const { target, source } = lastMove(scene);
  if (scene.game === "checkers") return [source, target].map((spot) => spot && pen.square(spot, "last-square"));
  return [source && pen.ring(source, "last-source", 0.34)];
}

function lastOver(scene, pen) {
  const { target, taken } = lastMove(scene);
  // What people wrote there keeps the middle: the ring goes round it.
  const size = isMarked(scene, target) ? 0.76 : 0.42;
  const ring = target && scene.game !== "checkers" && pen.ring(target, `last on-${pen.on(target)}`, size);
  return [ring, ...taken.filter((spot) => !pen.stands(spot)).map((spot) => SHAPES.cross(pen.at(spot), pen.reach, "taken"))];
}

/** Whether a mark or a label is on a point. */
const isMarked = ({ node, overlay }, point) =>
  [node, overlay].some(
    (source) => point in (source?.labels ?? {}) || Object.values(source?.marks ?? {}).some((points) => points.includes(point)),
  );

// ---- what people and panels have written ----

function marks({ node, overlay }, pen) {
  const drawn = [];
  for (const source of [node, overlay]) {
    for (const [kind, points] of Object.entries(source?.marks ?? {}))
      for (const point of points)
        if (pen.at(point) && SHAPES[kind])
          drawn.push(SHAPES[kind](pen.at(point), pen.reach, `note ${kind} on-${pen.on(point)}`));
    for (const [point, text] of Object.entries(source?.labels ?? {}))
      if (pen.at(point)) drawn.push(label(pen.at(point), pen.reach, text, pen.on(point)));
  }
  return drawn;
}

/** Arrows end where the badge on their target begins. */
function arrows({ node, overlay }, pen, badges) {
  const badged = new Map(badges);
  const all = [
    ...(node?.arrows ?? []).map(([from, to, head]) => ({ from, to, head, kind: "drawn" })),
    ...(overlay.arrows ?? []),
  ];
  return all.map(
    ({ from, to, head = true, kind = "best", weight = 1 }) =>
      pen.at(from) && pen.at(to) && arrow(pen.at(from), pen.at(to), pen.reach, { head, kind, weight, short: badged.has(to) ? pen.reach * 0.62 : 0 }),
  );
}

/** The best places for a piece that comes from the hand: there is nowhere for an arrow to begin. */
function bests({ overlay }, pen) {
  return (overlay.best ?? []).map(({ point, rank }) => {
    const ring = pen.ring(point, `top-place rank-${rank}`, 0.96);
    ring?.setAttribute("stroke-width", (pen.reach * 0.2) / rank);
    return ring;
  });
}

function shades({ node, overlay }, pen) {
  return [node?.territory, overlay.shades].flatMap((owned) =>
    Object.entries(owned ?? {}).flatMap(([side, points]) =>
      points.map((point) => pen.at(point) && shade(pen.at(point), pen.reach, side)),
    ),
  );
}

/** Stones that are not there yet, or no longer: a panel's proposal. */
function ghosts({ overlay }, pen) {
  return Object.entries(overlay.ghosts ?? {}).map(([point, side]) => pen.ring(point, `ghost proposed ${side}`, 0.8));
}

// ---- choosing a move ----

function moveMarks(scene, state, pen) {
  const { prefix, hover } = state;
  const drawn = prefix.flatMap((point, index) => [
    // The stone that goes there stays in sight while another is chosen to be taken.
    (index > 0 || prefix.length > 1) && !pen.stands(point) && pen.ring(point, `ghost placed ${scene.turn ?? ""}`, 0.8),
    pen.ring(point, "chosen"),
  ]);
  if (prefix.length === 1 && !pen.stands(prefix[0]))
    drawn.unshift(pen.ring(prefix[0], `ghost placed ${scene.turn ?? ""}`, 0.8));
  const next = nextPoints(scene.moves, prefix);
  const points = [...prefix];
  let shown = prefix.length > 0 ? next : new Map();
  if (hover && next.has(hover)) {
    const further = nextPoints(scene.moves, [...prefix, hover]);
    if (further.size > 0 && !pen.stands(hover) === prefix.length > 0) points.push(hover);
    if (prefix.length === 0 || further.size > 0) shown = further;
    drawn.push(...hovered(scene, prefix, hover, pen));
  } else if (hover && prefix.length === 0) {
    for (const move of endingAt(scene.moves, hover))
      drawn.push(pen.line(move.points.slice(0, 2), "maybe"), pen.ring(move.points[0], "source"));
  }
  for (const point of shown.keys())
    drawn.push(pen.stands(point) ? pen.ring(point, "take") : pen.ring(point, "target", 0.3));
  if (points.length > 1) drawn.push(pen.line(points, "way"));
  return drawn;
}

/** A ghost where a piece would come to stand, a ring round a piece that can be moved or taken. */
function hovered(scene, prefix, hover, pen) {
  if (pen.stands(hover)) return [pen.ring(hover, prefix.length > 0 ? "take strong" : "source strong")];
  const drawn = [pen.ring(hover, `ghost ${scene.turn ?? ""}`, 0.8)];
  if (prefix.length > 0) drawn.push(pen.line([prefix.at(-1), hover], "way"));
  return drawn;
}

// ---- what moves are worth ----

/** What each point that can be chosen next is worth, and before a choice the targets too: only where they differ. */
function valuesHere({ moves }, { prefix, values, hover }) {
  const best = new Map();
  const put = (point, leading) => {
    const value = bestValue(leading.map(({ move }) => values.get(move)).filter(Boolean));
    if (value) best.set(point, value);
  };
  const chosen = prefix.length === 0 && hover && nextPoints(moves, [hover]).size > 0 ? [hover] : prefix;
  if (chosen.length === 0)
    for (const point of new Set(moves.flatMap(({ points }) => points.slice(1, 2))))
      put(
        point,
        endingAt(moves, point).filter(({ points }) => points[1] === point),
      );
  for (const [point, leading] of nextPoints(moves, chosen)) put(point, leading);
  const whole = complete(moves, chosen);
  if (whole.length > 0) put(chosen.at(-1), whole);
  if (new Set([...best.values()].map(shortValue)).size < 2) return [];
  return [...best];
}

/** A badge; a piece keeps its face: there it is smaller and stands below it. */
function valueMark(point, value, reach, pen) {
  const { x, y: middle } = pen.at(point);
  const stands = pen.stands(point);
  const size = reach * (stands ? 0.68 : 0.84);
  const y = stands ? middle + reach * BELOW : middle;
  const text = shortValue(value);
  const width = size * (0.6 + 0.34 * text.length);
  return s(
    "g",
    { class: `value ${value.value}`, "data-spot": point },
    s("rect", { x: x - width / 2, y: y - size * 0.36, width, height: size * 0.72, rx: size * 0.36 }),
    s("text", { x, y, "font-size": size * 0.5, "text-anchor": "middle", "dominant-baseline": "central" }, text),
  );
}
