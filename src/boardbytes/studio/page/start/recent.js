// The desks that were touched last: a picture of each, a name that can be changed, and a way to forget it.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { attempt, tell } from "../core/messages.js";
import { deskAddress } from "../core/router.js";
import { theme } from "../core/theme.js";

const MOST = 12;
const when = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** Fills a list with desks; a section without any is hidden. */
export function showRecent(section, list, desks) {
  section.hidden = desks.length === 0;
  list.replaceChildren(...desks.slice(0, MOST).map((desk) => entry(section, list, desk)));
}

function entry(section, list, desk) {
  const name = h("span", { class: "recent-name" }, desk.name);
  const item = h(
    "li",
    { class: "recent-desk" },
    h(
      "a",
      { href: deskAddress(desk.id) },
      h("img", {
        class: "recent-thumb",
        src: api.thumbnailUrl(desk.id, { theme: theme(), on: desk.revision }),
        alt: "",
        width: 48,
        height: 48,
        loading: "lazy",
      }),
      h(
        "span",
        { class: "recent-words" },
        name,
        h(
          "span",
          { class: "faint" },
          [desk.format ?? "not recognised", when.format(new Date(desk.changed))].join(" · "),
        ),
      ),
    ),
    iconButton("pen", `Rename ${desk.name}`, rename, { title: "Rename" }),
    iconButton("trash", `Forget ${desk.name}`, forget, { title: "Forget" }),
  );

  function rename() {
    const input = h("input", { type: "text", value: desk.name, maxlength: 200, "aria-label": "Name of the desk" });
    const form = h("form", { class: "recent-rename", on: { submit: keep } }, input, h("button", { type: "submit" }, "Save"));
    async function keep(event) {
      event.preventDefault();
      const renamed = await attempt(() => api.change(desk.id, "name", { name: input.value || "untitled" }, {}));
      form.remove();
      if (renamed) name.textContent = desk.name = renamed.desk.name;
    }
    input.addEventListener("keydown", (event) => event.key === "Escape" && form.remove());
    item.append(form);
    input.select();
  }

  async function forget() {
    if ((await attempt(() => api.remove(desk.id))) === undefined) return;
    const after = item.nextSibling;
    item.remove();
    section.hidden = list.children.length === 0;
    tell(`${desk.name} is forgotten.`, {
      label: "Undo",
      async act() {
        if (!(await attempt(() => api.remember(desk.id)))) return;
        list.insertBefore(item, after?.parentNode === list ? after : null);
        section.hidden = false;
      },
    });
  }

  return item;
}
