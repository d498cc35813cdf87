// A game as a tree of nodes, made of what the server sends. Pure functions.

/**
 * @typedef {{path: string, parent: Node|null, children: Node[], index: number, depth: number, move: string|null,
 *   points: string[], colour: string|null, number: number, turn: string, change: [string, string][],
 *   caught: Object<string, number>, hand: Object<string, number>, name: string, comment: string,
 *   marks: Object<string, string[]>, labels: Object<string, string>, arrows: [string, string, boolean][],
 *   territory: Object<string, string[]>, judgement: string[], clock: Object<string, string>,
 *   is_setup: boolean, wrong: string|null, more: boolean}} Node
 */

const USUAL = {
  move: null,
  colour: null,
  number: 0,
  change: [],
  name: "",
  comment: "",
  marks: {},
  labels: {},
  arrows: [],
  territory: {},
  judgement: [],
  clock: {},
  is_setup: false,
  wrong: null,
  more: false,
};

/** The nodes of a view, linked with one another. @returns {Node[]} */
export function grow({ nodes }, sides) {
  const grown = [];
  for (const [index, sent] of nodes.entries()) {
    const parent = grown[sent.parent] ?? null;
    const node = { ...USUAL, ...sent, index, parent, children: [], depth: parent ? parent.depth + 1 : 0 };
    node.points ??= node.move === null ? [] : [node.move];
    node.turn ??= node.colour ? (sides.find((side) => side !== node.colour) ?? "") : (parent?.turn ?? "");
    node.caught = { ...parent?.caught, ...sent.caught };
    node.hand = { ...parent?.hand, ...sent.hand };
    parent?.children.push(node);
    grown.push(node);
  }
  return grown;
}

/** The nodes from the first to this one. @param {Node} node */
export function wayTo(node) {
  const way = [];
  for (let each = node; each; each = each.parent) way.push(each);
  return way.reverse();
}

/** What stands on which point at a node. @returns {Map<string, string>} */
export function positionAt(start, node) {
  const position = new Map(Object.entries(start));
  for (const { change } of wayTo(node))
    for (const [spot, piece] of change) {
      if (piece) position.set(spot, piece);
      else position.delete(spot);
    }
  return position;
}

/** The nodes from this one on, along first children or along those that were seen last. */
export function lineFrom(node, seen = new Map()) {
  const line = [];
  for (let each = node; each; each = next(each, seen)) line.push(each);
  return line;
}

/** The child that was seen last, else the first. */
export const next = (node, seen = new Map()) =>
  node.children.find(({ path }) => path === seen.get(node.path)) ?? node.children[0] ?? null;

/** "A1", or a list of a move and its points: as the server writes legal moves. */
export const legalMove = (sent) =>
  typeof sent === "string" ? { move: sent, points: [sent] } : { move: sent[0], points: sent.slice(1) };
