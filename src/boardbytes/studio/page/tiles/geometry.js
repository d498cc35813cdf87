// Where tiles are in the picture: y grows upward on the board and downward on the screen. Pure functions.

const COLUMN = Math.sqrt(3) / 2;
const CORNERS = Array.from({ length: 6 }, (_, corner) => [
  Math.cos((corner * Math.PI) / 3) / Math.sqrt(3),
  Math.sin((corner * Math.PI) / 3) / Math.sqrt(3),
]);
const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

/** @typedef {{width: number, length: number, hexagonal: boolean}} Shape */

/** Width and height of the whole picture, in tiles. @param {Shape} shape */
export function extent({ width, length, hexagonal }) {
  return hexagonal ? [(width - 1) * COLUMN + 1.16, length + (width > 1 ? 0.5 : 0)] : [width, length];
}

/** The middle of a tile. @param {Shape} shape */
export function centre({ width, length, hexagonal }, x, y) {
  const row = length - 1 - y;
  if (!hexagonal) return [x + 0.5, row + 0.5];
  return [x * COLUMN + 0.58, row + 0.5 + (width > 1 && x % 2 === 0 ? 0.5 : 0)];
}

export const corners = ({ hexagonal }) => (hexagonal ? CORNERS : SQUARE);

/** The tile under a place of the picture, or null beside the board. @param {Shape} shape */
export function tileAt(shape, across, down) {
  const { width, length, hexagonal } = shape;
  if (!hexagonal) return inside(shape, Math.floor(across), length - 1 - Math.floor(down));
  const near = Math.round((across - 0.58) / COLUMN);
  let best = null;
  let least = 0.34;
  for (let x = Math.max(0, near - 1); x <= Math.min(width - 1, near + 1); x += 1) {
    const [, top] = centre(shape, x, length - 1);
    const y = length - 1 - Math.round(down - top);
    if (!inside(shape, x, y)) continue;
    const [middleX, middleY] = centre(shape, x, y);
    const distance = (middleX - across) ** 2 + (middleY - down) ** 2;
    if (distance < least) {
      best = [x, y];
      least = distance;
    }
  }
  return best;
}

function inside({ width, length }, x, y) {
  return x >= 0 && y >= 0 && x < width && y < length ? [x, y] : null;
}

/** All tiles of a rectangle between two corners. */
export function rectangle([ax, ay], [bx, by]) {
  const tiles = [];
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y += 1)
    for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x += 1) tiles.push([x, y]);
  return tiles;
}

/** The tiles a pointer passed between two moments, so that a quick stroke has no holes. */
export function between([ax, ay], [bx, by]) {
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  return Array.from({ length: steps }, (_, step) => [
    Math.round(ax + ((bx - ax) * (step + 1)) / steps),
    Math.round(ay + ((by - ay) * (step + 1)) / steps),
  ]);
}

/** Steps between two hexagons. Odd columns stand half a tile higher. */
function steps([ax, ay], [bx, by]) {
  const slant = (x, y) => y - (x - (x & 1)) / 2;
  const right = bx - ax;
  const up = slant(bx, by) - slant(ax, ay);
  return (Math.abs(right) + Math.abs(up) + Math.abs(right + up)) / 2;
}

/** All tiles within a radius: as the crow flies on squares, in steps on hexagons. @param {Shape} shape */
export function circle(shape, [x, y], radius) {
  const near = shape.hexagonal
    ? (tile) => steps([x, y], tile) <= radius
    : (tile) => (tile[0] - x) ** 2 + (tile[1] - y) ** 2 <= radius ** 2;
  const low = [Math.max(0, x - radius), Math.max(0, y - radius)];
  const high = [Math.min(shape.width - 1, x + radius), Math.min(shape.length - 1, y + radius)];
  return rectangle(low, high).filter(near);
}
