// What is shown as pictures to take away: still ones, and the whole game as one that moves.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { boardTheme } from "../core/theme.js";

/** Kind, words, sign. */
const KINDS = [
  ["png", "Download PNG", "picture"],
  ["svg", "Download SVG", "drop"],
  ["apng", "Download animation", "film"],
];

/** A link for each picture of a desk; a board without moves does not move. */
export function pictureLinks(desk) {
  const stem = desk.view.desk.name.replace(/\.[^.]*$/, "") || "board";
  const moves = (desk.tree?.nodes.length ?? 0) > 1;
  return KINDS.filter(([kind]) => kind !== "apng" || moves).map(([kind, label, sign]) => {
    const path = kind === "apng" ? desk.line.at(-1)?.path : desk.at?.path;
    const query = { ...desk.query(path), theme: boardTheme() };
    const known = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null && value !== undefined));
    return h(
      "a",
      {
        class: "button",
        href: api.pictureUrl(desk.id, kind, known),
        download: `${stem}.${kind === "apng" ? "png" : kind}`,
      },
      icon(sign),
      label,
    );
  });
}
