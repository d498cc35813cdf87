// What is written beside the shown node, edited in place.

import { h } from "../core/dom.js";

export function commentBox(desk) {
  const text = h("textarea", {
    id: "comment",
    rows: 3,
    maxlength: 100000,
    placeholder: "Nothing is written here yet",
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
    text.disabled = Boolean(desk.view.channel);
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
  desk.on("at", draw);
  draw();
  return { element: h("label", { class: "comment-field", for: "comment" }, "Comment", text) };
}
