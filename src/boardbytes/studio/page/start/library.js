// The board library and the registry that strangers share: boards found by words or by code.

import * as api from "../core/api.js";
import { h, many } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt, say, tell } from "../core/messages.js";
import { openCode, openFromRegistry } from "./opening.js";
import { short } from "./signed.js";

const PAUSE = 180;

/** Where boards are looked for: how to ask, how to open one, and what is said of it. */
const SOURCES = {
  library: {
    ask: (words) => api.searchLibrary(words),
    open: openCode,
    tell: (board) => [board.author && `by ${board.author}`, `version ${board.version}`],
    none: "No board has been published here yet.",
  },
  registry: {
    ask: (words) => api.searchRegistry(words).then((found) => found.boards),
    open: openFromRegistry,
    tell: (board) => [
      board.author && `by ${board.author}`,
      `version ${board.version}`,
      board.is_mine ? "signed by a key of yours" : `signed by ${short(board.key)}`,
    ],
    none: "Type a word of its title, its author or its code.",
  },
};

export function libraryBox() {
  const list = h("ul", { class: "rows", id: "library-list" });
  const search = h("input", { type: "search", id: "library-search", placeholder: "Title, author or code" });
  const where = h(
    "select",
    { id: "library-where", on: { change: look } },
    h("option", { value: "library" }, "your own library"),
  );
  const whereField = h("label", { class: "small-field", hidden: true }, "Look in", where);
  const source = () => SOURCES[where.value];
  let timer = 0;
  let asked = 0;

  async function look() {
    const ticket = (asked += 1);
    const found = await attempt(() => source().ask(search.value));
    if (!found || ticket !== asked) return;
    const none = search.value ? "No such board." : source().none;
    list.replaceChildren(
      ...(found.length > 0 ? found.map((board) => entry(board, source())) : [h("li", { class: "faint" }, none)]),
    );
    if (search.value) say(`${many(found.length, "board")} found`);
  }

  async function offerRegistry() {
    const found = await attempt(() => api.searchRegistry(""));
    if (!found?.url) return;
    where.append(h("option", { value: "registry" }, `the registry at ${found.url}`));
    whereField.hidden = false;
  }

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  look();
  offerRegistry();
  return h(
    "section",
    { class: "card", "aria-labelledby": "library-title" },
    h("h2", { id: "library-title" }, icon("book"), "Board library"),
    whereField,
    h("label", { for: "library-search" }, "Search the published tile boards"),
    search,
    list,
    codeForm(source),
  );
}

function codeForm(source) {
  const code = h("input", { id: "library-code", size: 6, maxlength: 5, required: true, autocomplete: "off" });
  const submit = (event) => {
    event.preventDefault();
    source().open(code.value.trim().toUpperCase());
  };
  return h(
    "form",
    { class: "inline-form", "aria-label": "Open a board by its code", on: { submit } },
    h("label", { class: "small-field", for: code.id }, "Code", code),
    h("button", { type: "submit" }, "Open by code"),
  );
}

function entry(board, source) {
  return h(
    "li",
    { class: "row" },
    h("code", { class: "chip" }, board.code),
    h(
      "span",
      { class: "row-words" },
      h("strong", {}, board.title || "untitled"),
      h("span", { class: "faint" }, source.tell(board).filter(Boolean).join(" · ")),
    ),
    h(
      "button",
      {
        type: "button",
        "aria-label": `Open ${board.title || "untitled"}, ${board.code}`,
        on: { click: () => source.open(board.code) },
      },
      "Open",
    ),
  );
}

/** Publishing a board in the registry, signed by a key that is kept here; nothing without one. */
export function registryForm(desk) {
  const key = h("select", { id: "author-key" });
  const form = h(
    "form",
    { class: "inline-form", "aria-label": "Publish in the registry", hidden: true, on: { submit } },
    h("label", { class: "small-field", for: key.id }, "Signed by", key),
    h("button", { type: "submit", id: "push" }, icon("key"), "Publish in the registry"),
  );

  async function offer(chosen) {
    const [registry, keys] = await Promise.all([api.searchRegistry(""), api.keys()]);
    form.hidden = !registry.url;
    key.replaceChildren(
      ...keys.map(({ address }) => h("option", { value: address }, short(address))),
      h("option", { value: "new" }, "a new key"),
    );
    if (chosen) key.value = chosen;
  }

  async function submit(event) {
    event.preventDefault();
    const view = await attempt(() => api.pushToRegistry(desk.id, key.value, desk.query()));
    if (!view) return;
    await desk.refresh();
    tell(`Published in the registry with the code ${view.tiles.footer.code}.`);
    attempt(() => offer(key.value === "new" ? null : key.value));
  }

  attempt(() => offer(null));
  return form;
}
