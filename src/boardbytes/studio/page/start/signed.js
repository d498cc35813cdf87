// Signed games between strangers: keys that are kept here, a new game, a game by its link.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { attempt, tell } from "../core/messages.js";
import { openChannel, openJoined } from "./opening.js";

/** An address short enough to read, and long enough to tell from another. */
export const short = (address) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** A name as it is shown: one that is an address is cut, so that its end is seen, too. */
export const shown = (name) => (/^0x[0-9a-f]{40}$/i.test(name) ? short(name) : name);

export async function copy(content, what) {
  if ((await attempt(() => navigator.clipboard.writeText(content).then(() => true))) !== true) return;
  tell(`Copied ${what}.`);
}

export function signedBox() {
  return h(
    "section",
    { class: "card stack", "aria-labelledby": "signed-title" },
    h("h2", { id: "signed-title" }, icon("key"), "Signed checkers with somebody else"),
    h(
      "p",
      { class: "faint" },
      "Every move is signed by a key that stays on its own machine; anyone can verify the game from its file alone.",
    ),
    joinForm(),
    keyList(),
    newSignedGame(),
  );
}

function joinForm() {
  const link = h("input", {
    id: "join-link",
    type: "url",
    required: true,
    placeholder: "address of the game",
    autocomplete: "off",
  });
  const submit = (event) => {
    event.preventDefault();
    openJoined(link.value.trim());
  };
  return h(
    "form",
    { class: "inline-form", "aria-label": "Join a game by its link", on: { submit } },
    h("label", { class: "small-field", for: link.id }, "A link that you were sent", link),
    h("button", { type: "submit" }, icon("link"), "Join the game"),
  );
}

/** One's own keys by their addresses: what the other side has to know to begin a game. */
function keyList() {
  const list = h("ul", { class: "rows", id: "keys" });
  const row = ({ address }) =>
    h(
      "li",
      { class: "row" },
      h("code", { class: "row-words line-text" }, address),
      iconButton("copy", `Copy the address ${short(address)}`, () => copy(address, "your address"), {
        title: "Copy this address",
      }),
    );
  async function draw() {
    const found = (await attempt(api.keys)) ?? [];
    const none = h("li", { class: "faint" }, "No key is kept here yet.");
    list.replaceChildren(...(found.length > 0 ? found.map(row) : [none]));
  }
  async function make() {
    if (await attempt(api.newKey)) await draw();
  }
  draw();
  return h(
    "details",
    {},
    h("summary", {}, "Your keys"),
    h("p", { class: "faint" }, "Tell the other side an address: whoever begins the game needs it."),
    list,
    h("button", { type: "button", id: "new-key", on: { click: make } }, icon("plus"), "Make a key"),
  );
}

/** A new signed game: a key that is kept here for each side, or the other side's address. */
export function newSignedGame() {
  const parties = { red: party("red"), white: party("white") };
  const select = (name, label, values) =>
    h(
      "label",
      { class: "small-field" },
      label,
      h(
        "select",
        { name },
        values.map(([value, title]) => h("option", { value }, title)),
      ),
    );
  const form = h(
    "form",
    { class: "stack", "aria-label": "New signed game", on: { submit } },
    parties.red.element,
    parties.white.element,
    h(
      "details",
      {},
      h("summary", {}, "For an old contract"),
      h(
        "div",
        { class: "inline-form" },
        select("layout", "Bytes", [
          ["channel", "the usual layout"],
          ["contract", "the old contract’s layout"],
        ]),
        select("preset", "Rules", [
          ["english", "English checkers"],
          ["contract", "what the old contract accepts"],
        ]),
        h(
          "label",
          { class: "small-field" },
          "Game number",
          h("input", { type: "text", name: "game_id", placeholder: "random", inputmode: "numeric", pattern: "[0-9]*" }),
        ),
      ),
    ),
    h("button", { type: "submit" }, icon("key"), "Begin a signed game"),
  );
  function submit(event) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    openChannel({
      red: parties.red.chosen(),
      white: parties.white.chosen(),
      layout: fields.layout,
      preset: fields.preset,
      game_id: fields.game_id || null,
    });
  }
  const begin = h("details", {}, h("summary", {}, "A new signed game"), form);
  begin.addEventListener("toggle", async () => {
    if (!begin.open) return;
    const found = (await attempt(api.keys)) ?? [];
    for (const one of Object.values(parties)) one.offer(found.map((key) => key.address));
  });
  return begin;
}

const NEW = "new";
const OTHER = "other";

function party(name) {
  const address = h("input", {
    type: "text",
    name: `${name}-address`,
    placeholder: "0x…",
    "aria-label": `Address of ${name}`,
    spellcheck: "false",
    hidden: true,
    pattern: "0x[0-9a-fA-F]{40}",
  });
  const who = h("select", { name, on: { change: show } });
  function show() {
    address.hidden = who.value !== OTHER;
    address.required = who.value === OTHER;
  }
  function offer(addresses) {
    const before = who.value || NEW;
    who.replaceChildren(
      h("option", { value: NEW }, "plays here, with a new key"),
      ...addresses.map((each) => h("option", { value: each }, `plays here, with ${short(each)}`)),
      h("option", { value: OTHER }, "plays elsewhere: their address"),
    );
    who.value = before;
  }
  offer([]);
  return {
    element: h("div", { class: "party" }, h("label", { class: "small-field" }, name, who), address),
    offer,
    chosen: () => (who.value === OTHER ? address.value.trim() : who.value),
  };
}
