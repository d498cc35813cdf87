// The board library: boards found by words or by their five-character code.

import * as api from "../core/api.js";
import { h, many } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt, say } from "../core/messages.js";
import { openCode } from "./opening.js";

const PAUSE = 180;

export function libraryBox() {
  const list = h("ul", { class: "rows", id: "library-list" });
  const search = h("input", { type: "search", id: "library-search", placeholder: "Title, author or code" });
  let timer = 0;
  let asked = 0;

  async function look() {
    const ticket = (asked += 1);
    const found = await attempt(() => api.searchLibrary(search.value));
    if (!found || ticket !== asked) return;
    const none = search.value ? "No such board." : "No board has been published here yet.";
    list.replaceChildren(...(found.length > 0 ? found.map(entry) : [h("li", { class: "faint" }, none)]));
    if (search.value) say(`${many(found.length, "board")} found`);
  }

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  look();
  return h(
    "section",
    { class: "card", "aria-labelledby": "library-title" },
    h("h2", { id: "library-title" }, icon("book"), "Board library"),
    h("label", { for: "library-search" }, "Search the published tile boards"),
    search,
    list,
    codeForm(),
  );
}

function codeForm() {
  const code = h("input", { id: "library-code", size: 6, maxlength: 5, required: true, autocomplete: "off" });
  const submit = (event) => {
    event.preventDefault();
    openCode(code.value.trim().toUpperCase());
  };
  return h(
    "form",
    { class: "inline-form", "aria-label": "Open a board by its code", on: { submit } },
    h("label", { class: "small-field", for: code.id }, "Code", code),
    h("button", { type: "submit" }, "Open by code"),
  );
}

function entry(board) {
  return h(
    "li",
    { class: "row" },
    h("code", { class: "chip" }, board.code),
    h(
      "span",
      { class: "row-words" },
      h("strong", {}, board.title || "untitled"),
      h(
        "span",
        { class: "faint" },
        [board.author && `by ${board.author}`, `version ${board.version}`].filter(Boolean).join(" · "),
      ),
    ),
    h(
      "button",
      {
        type: "button",
        "aria-label": `Open ${board.title || "untitled"}, ${board.code}`,
        on: { click: () => openCode(board.code) },
      },
      "Open",
    ),
  );
}
