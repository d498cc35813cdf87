// A move as a sequence of points: what the points chosen so far can still become. Pure functions.

/** @typedef {{move: string, points: string[]}} Move */

/** The moves that begin with these points. */
export const startingWith = (moves, prefix) =>
  moves.filter(
    ({ points }) => points.length >= prefix.length && prefix.every((point, index) => points[index] === point),
  );

/** Which points can be chosen next, each with the moves it leads to. */
export function nextPoints(moves, prefix) {
  const next = new Map();
  for (const move of startingWith(moves, prefix)) {
    const point = move.points[prefix.length];
    if (point === undefined) continue;
    if (!next.has(point)) next.set(point, []);
    next.get(point).push(move);
  }
  return next;
}

/**
 * What choosing one more point does: play a move, go on choosing, or nothing.
 * A point further along will do if only one move goes there.
 * @returns {{play: Move|null, prefix: string[]}|null}
 */
export function choose(moves, prefix, point) {
  const longer = [...prefix, point];
  const candidates = startingWith(moves, longer);
  if (candidates.length === 1 && candidates[0].points.length === longer.length)
    return { play: candidates[0], prefix: [] };
  if (candidates.length > 0) return { play: null, prefix: longer };
  const through =
    prefix.length > 0 ? startingWith(moves, prefix).filter(({ points }) => points.at(-1) === point) : [];
  return through.length === 1 ? { play: through[0], prefix: [] } : null;
}

/** Moves that are complete with just these points: offered when others go on, or when there are several. */
export const complete = (moves, prefix) =>
  prefix.length === 0
    ? []
    : startingWith(moves, prefix).filter(({ points }) => points.length === prefix.length);

/** Moves that end on a point, for those who point at the target first. */
export const endingAt = (moves, point) =>
  moves.filter(({ points }) => points.length > 1 && points.slice(1).includes(point));

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Straight ahead counts as nearer; but on a checkerboard up and down lead to the next row. */
const slantOf = (game, key) => (game === "checkers" && (key === "ArrowUp" || key === "ArrowDown") ? 0.5 : 2.5);

/** The nearest spot in the direction of an arrow key. */
export function neighbour(spots, name, key, game) {
  const direction = ARROWS[key];
  if (!direction) return null;
  const [, x, y] = spots.find(([each]) => each === name) ?? spots[0];
  let best = null;
  let least = Infinity;
  for (const [other, otherX, otherY] of spots) {
    const ahead = (otherX - x) * direction[0] + (otherY - y) * direction[1];
    const aside = Math.abs((otherX - x) * direction[1]) + Math.abs((otherY - y) * direction[0]);
    const cost = ahead + slantOf(game, key) * aside;
    if (ahead > 0 && cost < least) {
      best = other;
      least = cost;
    }
  }
  return best;
}

/** The spot a place in the picture belongs to. */
export function spotAt(spots, reach, x, y) {
  let best = null;
  let least = reach * reach;
  for (const [name, spot] of spots) {
    const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2;
    if (distance <= least) {
      best = name;
      least = distance;
    }
  }
  return best;
}
