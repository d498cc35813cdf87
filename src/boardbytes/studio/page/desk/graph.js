// The graph of a game: what the first side may expect after every move.

import { h, s } from "../core/dom.js";

const WIDTH = 600;
const HEIGHT = 120;

/**
 * @param {HTMLElement} place
 * @param {object} desk
 * @param {{path: string, ply: number, move: string, expectation: number, mistake: string|null}[]} moves
 */
export function drawGraph(place, desk, moves) {
  const last = Math.max(2, desk.end?.number ?? 0, moves.at(-1)?.ply ?? 0);
  const x = (ply) => (ply / last) * WIDTH;
  const y = (share) => (1 - share) * HEIGHT;
  const points = moves.map(({ ply, expectation }) => `${x(ply).toFixed(1)},${y(expectation).toFixed(1)}`);
  const [first] = desk.view.game.sides;
  const graph = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "graph",
      role: "img",
      preserveAspectRatio: "none",
      "aria-label": `What ${first} could expect, move by move`,
    },
    s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "graph-middle" }),
    s("polyline", { points: points.join(" "), class: "graph-line" }),
    ...moves
      .filter(({ mistake }) => mistake)
      .map(({ ply, expectation, mistake }) =>
        s("circle", { cx: x(ply), cy: y(expectation), r: 4, class: `graph-${mistake}` }),
      ),
    s("line", { x1: x(desk.ply), x2: x(desk.ply), y1: 0, y2: HEIGHT, class: "graph-here" }),
  );
  graph.addEventListener("click", (event) => {
    const { left, width } = graph.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / width) * last);
    const nearest = moves.find((move) => move.ply === ply);
    if (nearest) desk.show(nearest.path);
  });
  place.replaceChildren(h("p", { class: "faint" }, `${first} above, the other side below`), graph);
}
