// The board on the page: the ground as the server drew it, and pieces put on its spots here.

import { reducedMotion, s } from "../core/dom.js";

const GLIDE = 160;
const FADE = 140;

const SVG = "http://www.w3.org/2000/svg";

/** What a piece is called as a name in the document. */
const idOf = (piece) => `piece-of-${piece.replaceAll(" ", "-")}`;
const sideOf = (piece) => piece.split(/[ -]/)[0];

/** SVG text from the server as nodes of this page. */
function parsed(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(documentElement, true);
}

/** A picture into which pieces are put; it is given the whole position, and changes what differs. */
export function picture() {
  const symbols = s("defs");
  const ground = s("g", { class: "ground" });
  const under = s("g", { class: "under" });
  const pieces = s("g", { class: "pieces" });
  const element = s("svg", { class: "picture", "aria-hidden": "true" }, symbols, ground, under, pieces);
  const standing = new Map();
  let spots = new Map();
  let drawn = null;

  /** Another board, or the same in other colours or turned round. */
  function lay(board, placed, flipped) {
    spots = placed;
    const { svg, pieces: drawings } = board.ground;
    element.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    if (drawn !== svg) {
      drawn = svg;
      ground.replaceChildren(...parsed(svg).childNodes);
      symbols.replaceChildren(
        ...Object.entries(drawings).map(([name, drawing]) => s("g", { id: idOf(name) }, parsed(drawing))),
      );
    }
    ground.classList.toggle("flipped", flipped);
    if (flipped) ground.setAttribute("transform", `rotate(180 ${board.width / 2} ${board.height / 2})`);
    else ground.removeAttribute("transform");
    for (const [spot, { use }] of standing) place(use, spot);
  }

  function place(use, spot) {
    const at = spots.get(spot);
    if (!at) return;
    use.setAttribute("x", at.x);
    use.setAttribute("y", at.y);
  }

  function stand(spot, piece) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${idOf(piece)}`);
    use.dataset.spot = spot;
    use.dataset.piece = piece;
    place(use, spot);
    pieces.append(use);
    standing.set(spot, { piece, use });
    return use;
  }

  /**
   * Shows a position. `path` are the points of the move that leads there, or back from there: a piece glides along
   * them; what is taken fades, what is new appears.
   */
  function put(position, path = [], lively = false) {
    const moves = lively && !reducedMotion();
    const gone = new Map();
    for (const [spot, { piece, use }] of standing)
      if (position.get(spot) !== piece) {
        gone.set(spot, { piece, use });
        standing.delete(spot);
      }
    for (const [spot, piece] of position) {
      if (standing.has(spot)) continue;
      const use = stand(spot, piece);
      const source = [...gone].find(([, old]) => sideOf(old.piece) === sideOf(piece))?.[0];
      if (source) gone.get(source).use.remove();
      if (moves) enliven(use, spot, source, path);
      if (source) gone.delete(source);
    }
    for (const { use } of gone.values()) {
      if (!moves) {
        use.remove();
        continue;
      }
      // For the program it is already gone; only the eye still sees it go.
      delete use.dataset.spot;
      const fading = use.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, fill: "forwards" });
      fading.finished.then(
        () => use.remove(),
        () => use.remove(),
      );
    }
  }

  function enliven(use, spot, source, path) {
    if (!source) {
      use.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, easing: "ease-out" });
      return;
    }
    const way = wayBetween(source, spot, path).map((name) => spots.get(name));
    const end = spots.get(spot);
    const steps = way.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
    use.animate(steps, { duration: GLIDE * Math.max(1, way.length - 1), easing: "ease-in-out" });
  }

  return {
    element,
    under,
    lay,
    put,
    /** The piece on a spot, to be dragged. */
    at: (spot) => standing.get(spot)?.use ?? null,
  };
}

/** The points of a move from one to another, whichever way it was made; straight if they are not on it. */
function wayBetween(source, target, path) {
  for (const points of [path, [...path].reverse()]) {
    const start = points.indexOf(source);
    const end = points.lastIndexOf(target);
    if (start >= 0 && end > start) return points.slice(start, end + 1);
  }
  return [source, target];
}
