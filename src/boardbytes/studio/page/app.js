// Begins: the header, dropping files anywhere, and which of the two places is shown.

import * as api from "./core/api.js";
import { h } from "./core/dom.js";
import { watchCompiling } from "./core/compiling.js";
import { acceptDrops } from "./start/drops.js";
import { icon } from "./core/icons.js";
import { attempt, calm, complain, say, tell } from "./core/messages.js";
import { listenForKeys } from "./core/keys.js";
import { route } from "./core/router.js";
import { showDesk } from "./desk/desk.js";
import { showStart } from "./start/start.js";
import { arrival } from "./start/opening.js";
import { boardTheme, themeButton } from "./core/theme.js";

const main = document.getElementById("main");
const tools = h("div", { class: "top-tools", id: "tools" });
let current = null;

document
  .getElementById("top")
  .append(
    h(
      "a",
      { class: "brand", href: "#/", "aria-label": "boardbytes studio, to the start" },
      brandMark(),
      h("span", {}, "boardbytes"),
    ),
    tools,
    themeButton(),
  );

function brandMark() {
  return h("img", { src: "/static/favicon.svg", alt: "", width: 28, height: 28 });
}

async function arrive() {
  const place = route();
  calm();
  if (place.place === "desk" && current?.id === place.id) {
    current.open(place.tab, place.at);
    return;
  }
  current?.leave?.();
  current = null;
  scrollTo(0, 0);
  if (place.place === "start") {
    document.title = "boardbytes studio";
    tools.replaceChildren();
    current = showStart(main);
    return;
  }
  const view = arrival.take(place.id) ?? (await attempt(() => lookAt(place)));
  if (JSON.stringify(route()) !== JSON.stringify(place)) return; // gone elsewhere meanwhile
  if (!view) {
    calm();
    tools.replaceChildren();
    main.replaceChildren(
      h(
        "section",
        { class: "lonely" },
        h("h1", {}, "There is no such desk"),
        h("p", {}, h("a", { href: "#/", class: "button" }, icon("previous"), "To the start")),
      ),
    );
    return;
  }
  current = showDesk(main, tools, view, place.tab);
  say(`${view.desk.name}: ${view.format ? view.format.title : "not recognised"}`);
}

/** A desk at the node of a link; at the end of its game if that node is no longer there. */
async function lookAt({ id, at }) {
  try {
    return await api.look(id, { theme: boardTheme(), path: at });
  } catch (error) {
    if (at === null || error.status !== 422) throw error;
    tell("The move in this link is no longer in the game; this is the game's end.");
    return api.look(id, { theme: boardTheme() });
  }
}

addEventListener("hashchange", () => {
  const before = current;
  // What was focused is gone with the old place: the next Tab begins in the new one.
  arrive().then(() => current !== before && main.focus({ preventScroll: true }));
});
addEventListener("unhandledrejection", (event) =>
  complain(event.reason instanceof Error ? event.reason : new Error(String(event.reason))),
);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
acceptDrops();
watchCompiling(document.body);
listenForKeys();
arrive();
