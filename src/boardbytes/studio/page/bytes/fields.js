// The fields as a tree: those of a kind together, linked with the bytes both ways.

import { grouped, h, many } from "../core/dom.js";

/** More fields of a kind are not listed one by one. */
const MOST = 600;

/** @typedef {import("./store.js").Span} Span */

/** Neighbouring fields of a kind, together. @param {Span[]} spans @returns {Span[][]} */
export function groupsOf(spans) {
  const groups = [];
  for (const span of spans) {
    const last = groups.at(-1);
    if (last && last[0].kind === span.kind) last.push(span);
    else groups.push([span]);
  }
  return groups;
}

const endOf = (span) => span.offset + span.size;

/**
 * @param {{pointed: (offset: number|null) => void, chosen: (offset: number, size: number) => void}} hooks
 */
export function fieldTree(hooks) {
  const list = h("ul", { class: "field-tree", id: "fields", role: "tree", "aria-label": "Fields" });
  let groups = [];
  let drawn = "";
  /** Groups that are open, by their offset. */
  const open = new Set();
  let current = null;
  /** Which item the Tab key leads to. */
  let stop = null;

  function item(label, at, size, props, ...rest) {
    return h(
      "li",
      { role: "treeitem", tabIndex: -1, "aria-selected": "false", data: { offset: at, size }, ...props },
      h("span", { class: "field-line" }, label, h("span", { class: "field-place" }, grouped(at))),
      ...rest,
    );
  }

  const leaf = (span) =>
    item(
      [
        h("span", { class: `field-name hue-${span.hue}` }, span.name),
        h("code", {}, span.value.slice(0, 40)),
        h("span", { class: "field-meaning" }, span.meaning.slice(0, 80)),
      ],
      span.offset,
      span.size,
      { class: "leaf" },
    );

  function branch(group) {
    const [first] = group;
    const isOpen = open.has(first.offset);
    const size = endOf(group.at(-1)) - first.offset;
    const label = [
      h("span", { class: "twist", "aria-hidden": "true" }),
      h("span", { class: `field-name hue-${first.hue}` }, first.kind),
      h("span", { class: "field-meaning" }, `${grouped(group.length)} × · ${many(size, "byte")}`),
    ];
    const more = group.length - MOST;
    const inner =
      isOpen &&
      h(
        "ul",
        { role: "group" },
        group.slice(0, MOST).map(leaf),
        more > 0 && h("li", { class: "faint", role: "none" }, `and ${grouped(more)} more`),
      );
    return item(label, first.offset, size, { class: "branch", "aria-expanded": String(isOpen) }, inner);
  }

  function draw() {
    list.replaceChildren(...groups.map((group) => (group.length > 1 ? branch(group) : leaf(group[0]))));
    mark();
  }

  /** The fields that are known, in their order. @param {Span[]} spans */
  function show(spans) {
    const key = spans.map(({ offset, size, name, value, meaning }) => [offset, size, name, value, meaning].join()).join(";");
    if (key === drawn) return;
    drawn = key;
    list.hidden = spans.length === 0;
    groups = groupsOf(spans);
    draw();
  }

  const items = () => [...list.querySelectorAll("[role=treeitem]")];
  const covers = (element, offset) =>
    offset >= Number(element.dataset.offset) &&
    offset < Number(element.dataset.offset) + Math.max(1, Number(element.dataset.size));

  function mark() {
    const all = items();
    const leaves = all.filter((each) => current !== null && covers(each, current));
    const chosen = leaves.at(-1) ?? null;
    for (const each of all) each.setAttribute("aria-selected", String(each === chosen));
    stop = chosen ?? (all.includes(stop) ? stop : all[0]);
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
    return chosen;
  }

  /** Marks the field of a byte, after opening what it lies in. */
  function follow(offset) {
    current = offset;
    const group = groups.find((each) => offset >= each[0].offset && offset < endOf(each.at(-1)));
    if (group?.length > 1 && !open.has(group[0].offset)) {
      open.add(group[0].offset);
      draw();
    }
    const chosen = mark()?.firstChild;
    if (!chosen || list.clientHeight === 0) return;
    // Only the list scrolls, never the page.
    const top = chosen.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + chosen.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + chosen.offsetHeight - list.clientHeight;
  }

  function toggle(element, wanted) {
    const at = Number(element.dataset.offset);
    if (wanted) open.add(at);
    else open.delete(at);
    draw();
    const again = items().find((each) => each.dataset.offset === String(at));
    again?.focus();
  }

  const itemOf = (event) => event.target.closest("[role=treeitem]");
  const isOpen = (element) => element.getAttribute("aria-expanded") === "true";

  function choose(element) {
    const [at, size] = [Number(element.dataset.offset), Number(element.dataset.size)];
    hooks.chosen(at, size);
  }

  list.addEventListener("click", (event) => {
    const element = itemOf(event);
    if (!element) return;
    if (element.classList.contains("branch")) toggle(element, !isOpen(element));
    else choose(element);
  });
  list.addEventListener("pointerover", (event) => {
    const element = itemOf(event);
    hooks.pointed(element && !element.classList.contains("branch") ? Number(element.dataset.offset) : null);
  });
  list.addEventListener("pointerleave", () => hooks.pointed(null));

  const KEYS = {
    ArrowDown: (all, at) => all[at + 1]?.focus(),
    ArrowUp: (all, at) => all[at - 1]?.focus(),
    Home: (all) => all[0].focus(),
    End: (all) => all.at(-1).focus(),
    ArrowRight: (all, at) =>
      all[at].ariaExpanded === "false" ? toggle(all[at], true) : all[at + 1]?.focus(),
    ArrowLeft(all, at) {
      if (all[at].ariaExpanded === "true") toggle(all[at], false);
      else all[at].parentElement.closest("[role=treeitem]")?.focus();
    },
    Enter: (all, at) => choose(all[at]),
    " ": (all, at) => choose(all[at]),
  };
  list.addEventListener("keydown", (event) => {
    const element = itemOf(event);
    if (!element || !(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const all = items();
    KEYS[event.key](all, all.indexOf(element));
  });
  list.addEventListener("focusin", (event) => {
    for (const each of items()) each.tabIndex = each === itemOf(event) ? 0 : -1;
  });

  return { element: list, show, follow };
}
