// Making elements. Text only ever becomes text nodes: names and titles in files are hostile.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set([
  "value",
  "checked",
  "disabled",
  "hidden",
  "selected",
  "indeterminate",
  "tabIndex",
]);

/**
 * An element with attributes and children.
 * `on` holds listeners, `data` data attributes; null, false and undefined are skipped.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|number|null|undefined|false|any[])} children
 */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || (value === false && !PROPERTIES.has(name))) continue;
    if (name === "on")
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (PROPERTIES.has(name) && name in element) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** An entry of a list that is one button, with what the button has and says. */
export function rowButton(props, ...children) {
  return h("li", {}, h("button", { type: "button", class: "row", ...props }, children));
}

const thousands = new Intl.NumberFormat("en");
/** 520336 → "520,336". */
export const grouped = (number) => thousands.format(number);
/** 1 → "1 byte", 46 → "46 bytes". */
export const many = (number, one, more = `${one}s`) => `${grouped(number)} ${number === 1 ? one : more}`;

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
