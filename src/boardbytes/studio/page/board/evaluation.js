// The evaluation bar: how much of the game each side may expect, beside the board.

import { h } from "../core/dom.js";

export function evaluationBar() {
  const fill = h("span", { class: "evaluation-fill" });
  const words = h("span", { class: "evaluation-words" });
  const element = h("div", { class: "evaluation", role: "img", hidden: true }, fill, words);

  /**
   * @param {{sides: [string, string], share: number, text: string}|null} bar `share` is what the first of the sides may
   *   expect, from 0 to 1
   * @param {boolean} flipped
   * @param {string} bottom the side that sits below
   */
  function draw(bar, flipped, bottom) {
    element.hidden = !bar;
    if (!bar) return;
    const [first, second] = bar.sides;
    const below = bottom === second ? second : first;
    const above = below === first ? second : first;
    const share = Math.min(1, Math.max(0, below === first ? bar.share : 1 - bar.share));
    element.className = `evaluation ${above}`;
    fill.className = `evaluation-fill ${below}`;
    fill.style.setProperty("--share", `${(share * 100).toFixed(1)}%`);
    words.textContent = bar.text;
    words.className = `evaluation-words ${share < 0.5 ? `above on-${above}` : `on-${below}`}`;
    element.setAttribute("aria-label", `Evaluation: ${bar.text}`);
    element.title = bar.text;
  }

  return { element, draw };
}
