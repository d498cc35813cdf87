// A game drawn as a tree: the main line goes down, variations stand beside it.

import { s } from "../core/dom.js";

const CELL = 26;
const STONE = 9;

/** In which column each node stands: a variation takes the first that is free all along it. */
function columns(nodes) {
  const used = [];
  const column = new Map();
  const ends = new Map();
  for (const node of [...nodes].reverse())
    ends.set(node, node.children.length > 0 ? ends.get(node.children[0]) : node.depth);
  for (const node of nodes) {
    const follows = node.parent && node.parent.children[0] === node;
    if (follows || !node.parent) column.set(node, node.parent ? column.get(node.parent) : 0);
    else {
      let free = column.get(node.parent) + 1;
      for (let depth = node.depth - 1; depth <= ends.get(node); depth += 1)
        free = Math.max(free, (used[depth] ?? 0) + 1);
      column.set(node, free);
      // The whole line is taken at once, so that nothing later runs through it.
      for (let depth = node.depth - 1; depth <= ends.get(node); depth += 1) used[depth] = free;
    }
  }
  return column;
}

/** Draws the tree of a desk into a place; a click shows a node. */
export function drawTree(place, desk, choose) {
  const column = columns(desk.nodes);
  const at = (node) => [column.get(node) * CELL + CELL / 2, node.depth * CELL + CELL / 2];
  const width = (Math.max(...column.values()) + 1) * CELL;
  const height = (Math.max(...desk.nodes.map(({ depth }) => depth)) + 1) * CELL;
  const lines = [];
  const stones = [];
  for (const node of desk.nodes) {
    const [x, y] = at(node);
    if (node.parent) {
      const [fromX, fromY] = at(node.parent);
      lines.push(`M${fromX} ${fromY}L${x - Math.min(CELL, x - fromX)} ${fromY}L${x} ${y}`);
    }
    stones.push(
      s("circle", {
        class: `tree-node ${node.colour ?? "none"} ${node === desk.at ? "current" : ""} ${node.comment ? "said" : ""}`,
        cx: x,
        cy: y,
        r: node.colour ? STONE : STONE / 2,
        data: { path: node.path },
      }),
    );
  }
  const drawing = s(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    s("path", { class: "tree-lines", d: lines.join("") }),
    stones,
  );
  drawing.addEventListener("click", (event) => {
    const path = event.target.dataset?.path;
    if (path !== undefined) choose(desk.node(path));
  });
  place.replaceChildren(drawing);
  const [x, y] = at(desk.at);
  place.scrollTo({ left: x - place.clientWidth / 2, top: y - place.clientHeight / 2 });
}
