// The start: open something, begin something, go on with something.

import * as api from "../core/api.js";
import { showRecent } from "./recent.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt } from "../core/messages.js";
import { libraryBox } from "./library.js";
import { newGameBox } from "./newgame.js";
import { signedBox } from "./signed.js";
import { openExample, openFiles, openText } from "./opening.js";
import { onTheme, theme } from "../core/theme.js";

/** Shows the start; what comes from the server is filled in when it arrives. */
export function showStart(main) {
  const gallery = h("ul", { class: "gallery", id: "examples" });
  const recent = h("ul", { class: "recent", id: "recent" });
  const recentPart = part("Continue", "recent-title", recent);
  recentPart.hidden = true;
  const library = h("div", {});
  main.replaceChildren(
    h(
      "div",
      { class: "start" },
      h(
        "div",
        { class: "hello" },
        h("h1", {}, "Board games, down to the byte"),
        h(
          "p",
          {},
          "Open a save, a record or a signed game: see the board, what every byte means, what is wrong with it, and play on.",
        ),
      ),
      h("div", { class: "ways" }, newGameBox(), h("div", { class: "files" }, dropBox(), pasteBox())),
      recentPart,
      part("Examples", "examples-title", gallery),
      signedBox(),
      library,
    ),
  );
  let edition = null;
  const drawGallery = (examples) => {
    const heads = examples.filter(({ of }) => of === null);
    gallery.replaceChildren(...heads.map((head) => exampleCard(head, examples.filter(({ of }) => of === head.name))));
  };
  /** Pictures stay until those of another theme are here. */
  const drawPictures = async () => {
    const wanted = theme();
    const pictures = await attempt(() => api.pictures(edition, wanted));
    if (wanted !== theme()) return;
    for (const [name, svg] of Object.entries(pictures ?? {}))
      gallery.querySelector(`[data-example="${CSS.escape(name)}"] img`)?.setAttribute("src", asImage(svg));
  };
  attempt(api.about).then((about) => {
    drawGallery(about?.examples ?? []);
    edition = about?.edition ?? null;
    drawPictures();
    if (about?.library) library.replaceChildren(libraryBox());
  });
  attempt(api.desks).then((desks) => showRecent(recentPart, recent, desks ?? []));
  return { leave: onTheme(drawPictures) };
}

function part(title, id, ...content) {
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), content);
}

function dropBox() {
  const input = h("input", {
    type: "file",
    multiple: true,
    class: "unseen",
    id: "pick-file",
    on: { change: () => openFiles([...input.files]) },
  });
  return h(
    "section",
    { class: "card drop", "aria-labelledby": "drop-title" },
    icon("drop"),
    h("h2", { id: "drop-title" }, "Drop a file here"),
    h("p", {}, "or anywhere on this page. Its format is found from its bytes."),
    input,
    h("label", { class: "button primary", for: "pick-file" }, "Pick a file"),
  );
}

function pasteBox() {
  const text = h("textarea", {
    id: "paste",
    rows: 2,
    spellcheck: "false",
    placeholder: "(;SZ[9];B[ee]…   or   W:W21-32:B1-12   or   0x00…",
  });
  const open = () => text.value.trim() && openText(text.value);
  text.addEventListener(
    "keydown",
    (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && open(),
  );
  return h(
    "section",
    { class: "card", "aria-labelledby": "paste-title" },
    h("h2", { id: "paste-title" }, "Paste a text"),
    h("label", { for: "paste" }, "SGF, PDN, FEN, MFEN, JSON, a signed game, or the 32 bytes of a checkers position in hex"),
    text,
    h("button", { type: "button", on: { click: open } }, icon("paste"), "Open the text"),
  );
}

/** One board, and the other formats that an example of it is here in. */
function exampleCard(example, others) {
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "example",
        data: { example: example.name },
        on: { click: () => openExample(example.name) },
      },
      thumbnail(example),
      h("span", { class: "example-title" }, example.title),
      h("span", { class: "faint" }, example.words),
      h("span", { class: "chip" }, example.format),
    ),
    others.length > 0 &&
      h(
        "div",
        { class: "also" },
        h("span", { class: "faint" }, "also as"),
        others.map((other) =>
          h(
            "button",
            {
              type: "button",
              class: "chip",
              title: `${other.title}: ${other.words}`,
              data: { example: other.name },
              on: { click: () => openExample(other.name) },
            },
            other.format,
          ),
        ),
      ),
  );
}

/** The picture of an example; what cannot be drawn has a sign instead. */
function thumbnail(example) {
  const place = h("span", { class: "thumb" });
  if (!example.has_picture) {
    place.append(icon("warning"));
    return place;
  }
  place.append(h("img", { alt: "", width: 160, height: 160 }));
  return place;
}

const asImage = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
