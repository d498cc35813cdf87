// Light or dark: as the system prefers, until a person chooses.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import * as memory from "./memory.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

/** "light" or "dark", as shown now. */
export function theme() {
  return document.documentElement.dataset.theme;
}

/** What boards are made of: "wood" or "plain", as chosen in this browser. */
export const material = () => memory.read("material") ?? "wood";

export function setMaterial(name) {
  memory.write("material", name);
  changed();
}

/** The theme of boards, as the server calls it. */
export const boardTheme = () =>
  material() === "plain" ? theme() : theme() === "dark" ? "wood-dark" : "wood";

/** Calls back whenever the theme changes; returns a function that stops it. */
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed() {
  for (const listener of listeners) listener(theme());
}

system.addEventListener("change", () => {
  if (memory.read("theme")) return;
  document.documentElement.dataset.theme = system.matches ? "dark" : "light";
  changed();
});

/** The button that turns the light on and off. */
export function themeButton() {
  const button = h("button", { type: "button", class: "quiet icon-only", id: "theme" });
  const show = () => {
    const other = theme() === "dark" ? "light" : "dark";
    button.setAttribute("aria-label", `Switch to the ${other} theme`);
    button.title = `Switch to the ${other} theme`;
    button.replaceChildren(icon(other === "dark" ? "moon" : "sun"));
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
    memory.write("theme", theme());
    changed();
  });
  onTheme(show);
  show();
  return button;
}
