// A game drawn as a tree: the main line goes to the right, variations stand below it. Windows are wider than high.

import { s } from "../core/dom.js";

const CELL = 26;
const STONE = 9;

/** In which row each node stands: a variation takes the first that is free all along it. */
function rows(nodes) {
  const used = [];
  const row = new Map();
  const ends = new Map();
  for (const node of [...nodes].reverse())
    ends.set(node, node.children.length > 0 ? ends.get(node.children[0]) : node.depth);
  for (const node of nodes) {
    const follows = node.parent && node.parent.children[0] === node;
    if (follows || !node.parent) row.set(node, node.parent ? row.get(node.parent) : 0);
    else {
      let free = row.get(node.parent) + 1;
      for (let depth = node.depth - 1; depth <= ends.get(node); depth += 1)
        free = Math.max(free, (used[depth] ?? 0) + 1);
      row.set(node, free);
      // The whole line is taken at once, so that nothing later runs through it.
      for (let depth = node.depth - 1; depth <= ends.get(node); depth += 1) used[depth] = free;
    }
  }
  return row;
}

/** Draws the tree of a desk into a place; a click shows a node. */
export function drawTree(place, desk, choose) {
  const row = rows(desk.nodes);
  const at = (node) => [node.depth * CELL + CELL / 2, row.get(node) * CELL + CELL / 2];
  const width = (Math.max(...desk.nodes.map(({ depth }) => depth)) + 1) * CELL;
  const height = (Math.max(...row.values()) + 1) * CELL;
  const lines = [];
  const stones = [];
  for (const node of desk.nodes) {
    const [x, y] = at(node);
    if (node.parent) {
      const [fromX, fromY] = at(node.parent);
      lines.push(`M${fromX} ${fromY}L${fromX} ${y - Math.min(CELL, y - fromY)}L${x} ${y}`);
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
