// "Read as …": the same bytes in another format.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { attempt, say } from "../core/messages.js";

let known = null;
/** All formats there are: asked for once. */
const formats = () => (known ??= api.about().then((about) => about.formats));

/** Reads the bytes of a desk in a format; null: in the one that they look like. */
export async function readAs(desk, format) {
  if (await desk.change("read", { format }))
    say(desk.view.format ? `read as ${desk.view.format.title}` : "read as nothing we know");
}

/** A list of all formats to choose from. */
export function formatPicker(desk, id) {
  const select = h("select", { id, on: { change: () => readAs(desk, select.value || null) } });
  const element = h("label", { class: "small-field read-as", for: id }, "Read as", select);
  let all = [];

  function draw() {
    const current = desk.view.format?.name ?? "";
    select.replaceChildren(
      h("option", { value: "", selected: current === "" }, current ? "what it looks like" : "nothing we know"),
      ...all.map(({ name, title }) => h("option", { value: name, selected: name === current }, title)),
    );
    select.value = current;
    // A file that was signed stays what it is.
    select.disabled = Boolean(desk.view.channel);
  }

  attempt(formats).then((found) => {
    all = found ?? [];
    draw();
  });
  draw();
  return { element, draw };
}
