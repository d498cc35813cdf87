// Every format that the desk can be saved in, and what would be lost.

import * as api from "../core/api.js";
import { h, many } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt, say } from "../core/messages.js";
import { pictureLinks } from "../board/pictures.js";

/** What is promised of a format that loses nothing. */
const kept = (format, current) =>
  current ? "the file as it is, byte for byte" : format.bookkeeping?.length > 0 ? "keeps all that matters to the game" : "keeps everything";

export function savePanel(desk) {
  const list = h("ul", { class: "rows formats", id: "formats" });
  const pictures = h("div", { class: "actions" });
  const pictureCard = h(
    "section",
    { class: "card", "aria-labelledby": "picture-title" },
    h("h3", { id: "picture-title" }, "As a picture"),
    pictures,
  );
  let drawn = -1;

  async function draw() {
    drawPictures();
    if (drawn === desk.edition) return;
    drawn = desk.edition;
    const formats = await attempt(() => api.formats(desk.id));
    if (!formats) {
      drawn = -1;
      return;
    }
    const order = (format) => (format.refused ? 2 : format.losses.length > 0 ? 1 : 0);
    list.replaceChildren(...[...formats].sort((a, b) => order(a) - order(b)).map(card));
  }

  function drawPictures() {
    pictureCard.hidden = !desk.view.here;
    pictures.replaceChildren(...pictureLinks(desk));
  }

  const stem = () => desk.view.desk.name.replace(/\.[^.]*$/, "") || "board";

  function card(format) {
    const current = desk.view.format?.name === format.name;
    const kind = format.refused ? "refused" : format.losses.length > 0 ? "lossy" : "exact";
    return h(
      "li",
      { class: `card format ${kind}`, data: { format: format.name } },
      h("h3", {}, format.title, current && h("span", { class: "chip" }, "this file")),
      h(
        "p",
        { class: "faint" },
        [format.name, format.suffix, format.size !== null && many(format.size, "byte")]
          .filter(Boolean)
          .join(" · "),
      ),
      format.refused && h("p", { class: "refusal" }, format.refused),
      !format.refused && format.losses.length === 0 && h("p", { class: "kept" }, icon("check"), kept(format, current)),
      format.losses.length > 0 &&
        h(
          "div",
          { class: "lost" },
          h("p", {}, icon("warning"), "would lose:"),
          h(
            "ul",
            {},
            format.losses.map((loss) => h("li", {}, loss)),
          ),
        ),
      (format.bookkeeping ?? []).length > 0 &&
        h("p", { class: "faint" }, `not kept${format.losses.length > 0 ? ", either" : ""}: ${format.bookkeeping.join("; ")}`),
      !format.refused &&
        h(
          "div",
          { class: "actions" },
          h(
            "a",
            {
              class: "button",
              href: api.fileUrl(desk.id, format.name),
              download: `${stem()}${format.suffix ?? ""}`,
              "aria-label": `Download as ${format.title}`,
            },
            icon("drop"),
            "Download",
          ),
          !current &&
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `Continue in this format: ${format.title}`,
                on: { click: () => goOn(format) },
              },
              "Continue in this format",
            ),
        ),
    );
  }

  async function goOn(format) {
    if (await desk.change("format", { format: format.name })) say(`now ${format.title}`);
  }

  const element = h(
    "div",
    { class: "save-panel" },
    h("h2", { class: "unseen" }, "Save as"),
    pictureCard,
    list,
  );
  desk.on("view", () => !element.hidden && draw());
  desk.on("at", () => !element.hidden && drawPictures());
  return { element, shown: draw };
}
