// What is written beside the shown node, edited in place: a comment, a name, what is thought of the move.

import { h } from "../core/dom.js";

const VERDICTS = [
  ["", "not judged"],
  ["very good", "!! very good"],
  ["good", "! good"],
  ["interesting", "!? interesting"],
  ["doubtful", "?! doubtful"],
  ["bad", "? bad"],
  ["very bad", "?? very bad"],
];

export function commentBox(desk) {
  const text = h("textarea", {
    id: "comment",
    rows: 3,
    maxlength: 100000,
    placeholder: "Nothing is written here yet",
  });
  const verdict = h(
    "select",
    { id: "judgement", on: { change: () => desk.edit([{ edit: "judgement", text: verdict.value }]) } },
    VERDICTS.map(([value, words]) => h("option", { value }, words)),
  );
  const name = h("input", {
    id: "node-name",
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    on: { change: () => desk.edit([{ edit: "name", path, text: name.value.trim() }]) },
  });
  /** The node that is being written about. */
  let path = null;

  async function save() {
    const node = desk.node(path);
    if (!node || text.value === node.comment) return;
    await desk.edit([{ edit: "comment", path, text: text.value }]);
  }

  function draw() {
    if (!desk.at) return;
    text.disabled = verdict.disabled = name.disabled = Boolean(desk.view.channel);
    verdict.value = VERDICTS.find(([value]) => value === desk.at.judgement[0])?.[0] ?? "";
    if (document.activeElement !== name) name.value = desk.at.name;
    if (document.activeElement === text && path === desk.at.path) return; // somebody is writing
    path = desk.at.path;
    text.value = desk.at.comment;
  }

  text.addEventListener("change", save);
  text.addEventListener("blur", draw);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === "Escape") {
      text.value = desk.at.comment;
      text.blur();
    } else return;
    event.preventDefault();
  });
  desk.watch("at", draw);
  return {
    element: h(
      "div",
      { class: "node-notes" },
      h("label", { class: "comment-field", for: "comment" }, "Comment", text),
      h(
        "div",
        { class: "inline-form" },
        h("label", { class: "small-field", for: "judgement" }, "This move is", verdict),
        h("label", { class: "small-field", for: "node-name" }, "Name of this position", name),
      ),
    ),
  };
}
