// The moves of a game: in pairs with variations beside them, or as a tree.

import { h } from "../core/dom.js";
import * as memory from "../core/memory.js";
import { lineFrom } from "../core/tree.js";
import { drawTree } from "./treeview.js";

/** What people write after a move. */
const SIGNS = { good: "!", bad: "?", doubtful: "?!", interesting: "!?", "very good": "!!", "very bad": "??" };

/**
 * @param {(node: object) => void} choose
 * @param {string} id there may be another list in another panel
 */
export function moveList(desk, choose, id = "moves") {
  const list = h("ol", { class: "moves", id, "aria-label": "Moves" });
  const drawing = h("div", { class: "tree-view", id: "tree-view", tabIndex: 0, role: "group" });
  const asTree = h("input", {
    type: "checkbox",
    role: "switch",
    id: "as-tree",
    checked: memory.read("moves") === "tree",
    on: { change: () => (memory.write("moves", asTree.checked ? "tree" : "list"), draw()) },
  });
  const buttons = new Map();
  let drawn = null;
  let written = "";

  function draw() {
    if (!desk.tree || element.offsetParent === null) return; // drawn when it is shown
    list.hidden = asTree.checked;
    drawing.hidden = !asTree.checked;
    drawing.setAttribute("aria-label", `Tree of ${desk.nodes.length} nodes; arrow keys walk through it`);
    if (drawn !== desk.nodes) write();
    if (asTree.checked) drawTree(drawing, desk, choose);
    mark();
  }

  /** Buttons stay while they say the same: one that is replaced between press and release is never clicked. */
  function write() {
    drawn = desk.nodes;
    unlight();
    const key = JSON.stringify([desk.view.game.sides, desk.tree.illegal, desk.tree.nodes]);
    if (written === key) return;
    written = key;
    buttons.clear();
    list.replaceChildren(...items(desk.nodes[0]));
  }

  function unlight() {
    for (const each of list.querySelectorAll(".lit")) each.classList.remove("lit");
  }

  /** The main line in two columns, a side in each; after a move what was written and what else was tried. */
  function items(root) {
    return lineFrom(root).flatMap((node) => [
      h("li", { class: `main ${column(node)}` }, button(node)),
      node.comment && h("li", { class: "said" }, node.comment),
      ...variations(node),
    ]).filter(Boolean);
  }

  /** The variations beside a node, each with those that branch off it, without recursion. */
  function variations(node) {
    const found = [];
    const waiting = others(node).map((head) => ({ head, depth: 1 })).reverse();
    while (waiting.length > 0) {
      const { head, depth } = waiting.pop();
      const line = lineFrom(head);
      found.push(
        h(
          "li",
          { class: "variation", data: { depth: Math.min(depth, 6) } },
          line.map((each) => [button(each), each.comment && h("span", { class: "said" }, each.comment)]),
        ),
      );
      for (const each of line.slice(1).reverse())
        for (const other of others(each).reverse()) waiting.push({ head: other, depth: depth + 1 });
    }
    return found;
  }

  const others = (node) => (node.parent?.children[0] === node ? node.parent.children.slice(1) : []);
  const column = ({ colour }) => (colour === desk.view.game.sides[1] ? "second" : colour ? "first" : "whole");

  function button(node) {
    const { number, path, move, judgement } = node;
    const signs = judgement.map((each) => SIGNS[each] ?? "").join("");
    const wrong = node.wrong || (number > 0 && desk.tree.illegal?.ply === number && !desk.tree.illegal.path);
    const made = h(
      "button",
      {
        type: "button",
        class: `move ${wrong ? "wrong" : ""}`,
        data: { ply: number, path },
        on: { click: () => choose(desk.node(path)) },
      },
      move !== null && h("span", { class: "faint" }, number),
      ` ${move ?? (node.name || (node.parent ? "–" : "start"))}${signs}`,
    );
    buttons.set(path, made);
    return made;
  }

  function mark() {
    for (const each of list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const current = buttons.get(desk.at.path);
    current?.setAttribute("aria-current", "true");
    if (current?.offsetParent) keepInSight(current);
  }

  /** Scrolls the list only, never the page. */
  function keepInSight(current) {
    const box = list.getBoundingClientRect();
    const mine = current.getBoundingClientRect();
    if (mine.top < box.top) list.scrollTop -= box.top - mine.top + 8;
    if (mine.bottom > box.bottom) list.scrollTop += mine.bottom - box.bottom + 8;
  }

  /** What a panel thinks of moves: `{path: "?"}`. */
  function drawMistakes() {
    const mistakes = desk.overlay.mistakes ?? {};
    for (const [path, made] of buttons) {
      if (mistakes[path]) made.dataset.mistake = mistakes[path];
      else delete made.dataset.mistake;
    }
  }

  const isOnly = id === "moves";
  const element = h(
    "div",
    { class: "move-list" },
    isOnly && h("label", { class: "switch-field small", for: "as-tree" }, asTree, h("span", {}, "As a tree")),
    list,
    isOnly && drawing,
  );
  if (!isOnly) asTree.checked = false;
  desk.on("at", draw);
  desk.on("at", drawMistakes);
  desk.on("overlay", drawMistakes);
  desk.on("link", ({ ply }) => {
    unlight();
    if (ply) list.querySelector(`[data-ply="${ply}"]`)?.classList.add("lit");
  });
  return {
    element,
    shown() {
      draw();
      drawMistakes();
    },
  };
}
