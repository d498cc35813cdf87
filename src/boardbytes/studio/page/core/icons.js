import { h, s } from "./dom.js";

// 24 × 24, drawn with a 1.75 stroke in the colour of the text around them.
const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z",
  first: "M18 6 10 12l8 6V6ZM6 5v14",
  previous: "M16 6 8 12l8 6V6Z",
  next: "m8 6 8 6-8 6V6Z",
  last: "m6 6 8 6-8 6V6ZM18 5v14",
  play: "m7 4 13 8-13 8V4Z",
  stop: "M6 6h12v12H6z",
  close: "M6 6l12 12M18 6 6 18",
  file: "M14 3H6v18h12V7l-4-4ZM14 3v4h4",
  drop: "M12 3v12M7 10l5 5 5-5M4 17v4h16v-4",
  paste: "M9 4h6v3H9zM9 5H6v16h12V5h-3M9 12h6M9 16h4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  check: "m5 12 5 5 9-10",
  warning: "M12 4 2.5 20h19L12 4ZM12 10v5M12 17.5v.5",
  wrench:
    "M14.5 6.5a4.5 4.5 0 0 1 6-1l-3 3 .5 2 2 .5 3-3a4.5 4.5 0 0 1-6.500 5.500L9 21a2.100 2.100 0 0 1-3-3l8.500-6.500Z",
  point: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  line: "M5 19 19 5",
  erase: "m8 20-5-5L13 5l7 7-8 8H8ZM8 10l7 7M12 20h9",
  select: "M4 8V4h4M11 4h3M17 4h3v3M20 11v3M20 17v3h-3M13 20h-3M7 20H4v-3M4 14v-2",
  stamp: "M5 20h14M6 16h12v-3l-4-1c0-3 2-4 2-6a4 4 0 0 0-8 0c0 2 2 3 2 6l-4 1v3Z",
  hand: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  rectangle: "M4 6h16v12H4z",
  circle: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
  fill: "m11 4 8 8-7 7-8-8 7-7ZM4 11h15M21 16s-1.500 2-1.500 3a1.500 1.500 0 0 0 3 0c0-1-1.500-3-1.500-3Z",
  pick: "m14 6 4 4M12 8l-8 8v4h4l8-8M14.500 5.500l2-2a2.100 2.100 0 0 1 4 3l-2 2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1V5ZM12 6v14",
  key: "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12l9-9M16 7l3 3",
  down: "M12 4v15M6 13l6 6 6-6",
  up: "M12 20V5M6 11l6-6 6 6",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  keyboard: "M3 7h18v11H3zM7 11h.010M11 11h.010M15 11h.010M18 11h.010M8 15h8",
  flip: "M8 4v15M8 4 4 8M8 4l4 4M16 20V5M16 20l-4-4M16 20l4-4",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.010",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 10h4M4 14h4M16 10h4M16 14h4",
  sound: "M4 10v4h4l5 4V6l-5 4H4ZM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  pen: "M4 20l1-5L16 4l4 4L9 19l-5 1ZM14 6l4 4",
  bulb: "M9 17h6M10 20h4M9 17c0-2-3-3.500-3-7a6 6 0 0 1 12 0c0 3.500-3 5-3 7",
  flag: "M6 21V4h12l-3 4 3 4H6",
  equal: "M5 9h14M5 15h14",
  again: "M5 12a7 7 0 1 0 2-5L4 10M4 4v6h6",
  share: "M18 4a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM6 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM18 15a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM8.200 10.800l7.500-3.300M8.200 13.200l7.500 3.300",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
};

/** A decoration beside words, or alone in a button that has a name. */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}

/** A button that is a picture alone; its label is for whoever does not see it. */
export function iconButton(name, label, click, props = {}) {
  return h(
    "button",
    { type: "button", class: "quiet icon-only", "aria-label": label, ...props, on: { click } },
    icon(name),
  );
}
