// Strokes: which tiles a tool covers as the pointer moves, and how the server is told.

import { between, circle, rectangle } from "./geometry.js";

export const nameOf = ([x, y]) => `${x},${y}`;

/** @typedef {{add: (tile: number[]) => void, tiles: () => number[][], where: () => object}} Stroke */

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

  line(first) {
    let last = first;
    const tiles = () => [first, ...between(first, last)];
    return {
      add(tile) {
        last = tile;
      },
      tiles,
      where: () => ({ points: tiles().map(nameOf) }),
    };
  },

  rectangle(first) {
    let last = first;
    return {
      add(tile) {
        last = tile;
      },
      tiles: () => rectangle(first, last),
      where: () => ({ rectangle: [nameOf(first), nameOf(last)] }),
    };
  },

  circle(first, shape, radius) {
    const covered = circle(shape, first, radius);
    return { add() {}, tiles: () => covered, where: () => ({ circle: [nameOf(first)], radius }) };
  },

  fill: (first) => ({ add() {}, tiles: () => [first], where: () => ({ fill: nameOf(first) }) }),
};

STROKES.erase = STROKES.point;

/** A stroke of a tool that begins on a tile; null if the tool paints nothing. @returns {Stroke|null} */
export const strokeOf = (tool, first, shape, radius) => STROKES[tool]?.(first, shape, radius) ?? null;
