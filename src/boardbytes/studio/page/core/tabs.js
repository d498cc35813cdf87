// Tabs as the ARIA practices have them: one tab stop, arrows move, the shown one is selected.

import { h } from "./dom.js";

/**
 * @param {{name: string, title: string, panel: HTMLElement, badge?: HTMLElement}[]} entries
 * @param {(name: string) => void} opened
 */
export function tabs(label, entries, opened) {
  const buttons = new Map();
  let current = null;
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": label });
  const element = h("div", { class: "tabbed" }, list);

  for (const { name, title, panel, badge } of entries) {
    const button = h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        on: { click: () => open(name) },
      },
      title,
      badge,
    );
    buttons.set(name, button);
    panel.id = `panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    panel.classList.add("panel");
    list.append(button);
    element.append(panel);
  }

  const shown = () => entries.filter(({ name }) => !buttons.get(name).hidden).map(({ name }) => name);

  /** Opens a tab, or the first if there is no such tab. */
  function open(wanted) {
    const name = shown().includes(wanted) ? wanted : shown()[0];
    const changed = name !== current;
    current = name;
    for (const { name: each, panel } of entries) {
      const selected = each === name;
      buttons.get(each).setAttribute("aria-selected", String(selected));
      buttons.get(each).tabIndex = selected ? 0 : -1;
      panel.hidden = !selected;
    }
    if (changed) {
      keepInSight(buttons.get(name));
      opened(name);
    }
  }

  /** Scrolls the list of tabs if it is too narrow for them, never the page. */
  function keepInSight(button) {
    const left = button.offsetLeft - list.offsetLeft;
    list.scrollLeft = Math.min(left, Math.max(list.scrollLeft, left + button.offsetWidth - list.clientWidth));
  }

  /** Which tabs there are at all. */
  function allow(names) {
    for (const { name } of entries) buttons.get(name).hidden = !names.includes(name);
    if (current && !names.includes(current)) open(current);
  }

  const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
  list.addEventListener("keydown", (event) => {
    const names = shown();
    const at = names.indexOf(current);
    let to = null;
    if (event.key in STEPS) to = (at + STEPS[event.key] + names.length) % names.length;
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = names.length - 1;
    if (to === null) return;
    event.preventDefault();
    open(names[to]);
    buttons.get(names[to]).focus();
  });

  // Also when the screen is turned.
  new ResizeObserver(() => current && keepInSight(buttons.get(current))).observe(list);

  return { element, open, allow, current: () => current };
}
