// A checkers game between two keys: its lines, each verified; live over a relay, or by copy and paste.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { attempt, say } from "../core/messages.js";
import { copy, newSignedGame, short } from "../start/signed.js";

export function channelPanel(desk) {
  const facts = h("dl", { class: "facts" });
  const whole = h("dl", { class: "whole-facts", id: "whole-addresses" });
  const lines = h("ol", { class: "rows lines", id: "lines", "aria-label": "Lines of the transcript" });
  const text = h("textarea", { id: "their-lines", rows: 3, spellcheck: "false" });
  const paste = h(
    "details",
    { class: "card", open: true },
    h("summary", {}, "Exchange lines by hand"),
    h("label", { for: "their-lines" }, "Paste lines from the other side; each is verified before it is kept"),
    text,
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", on: { click: add } }, icon("paste"), "Verify and add"),
    ),
  );
  const agree = h(
    "button",
    {
      type: "button",
      id: "countersign",
      title: "Also signs the last move with the other side’s key: proof that both saw it",
      on: { click: sign },
    },
    icon("key"),
    "Agree to the last move",
  );
  const copyAll = h(
    "button",
    {
      type: "button",
      on: { click: () => copy(desk.view.channel.lines.map((line) => line.text).join("\n"), "all lines") },
    },
    icon("copy"),
    "Copy all lines",
  );
  const verdict = h("p", { class: "verdict", id: "channel-verdict" });
  const net = relayPart(desk);
  const game = h(
    "div",
    { class: "channel-game" },
    verdict,
    net.element,
    facts,
    h("details", {}, h("summary", {}, "Whole addresses and game number"), whole),
    h("div", { class: "actions" }, agree, copyAll),
    lines,
    paste,
  );

  async function add() {
    if (!text.value.trim()) return;
    if (await desk.change("lines", { text: text.value })) {
      text.value = "";
      say("verified and added");
    }
  }

  async function sign() {
    if (await desk.change("countersign", {})) say("agreed");
  }

  function draw() {
    const { channel } = desk.view;
    game.hidden = !channel;
    net.draw();
    if (!channel) return;
    verdict.className = `verdict ${channel.ok ? "good" : "bad"}`;
    verdict.replaceChildren(
      icon(channel.ok ? "check" : "warning"),
      channel.ok ? "Every line is verified." : "Not every line is right.",
    );
    const who = (side) => short(channel[side]) + (channel.holds.includes(side) ? ", whose key is kept here" : "");
    const winner = ["red", "white"].find((side) => channel[side] === channel.winner);
    const entries = [
      ["red", who("red")],
      ["white", who("white")],
      ["rules", channel.rules],
      ["both agreed to", agreed(channel)],
      ["outcome", channel.outcome],
      ["winner", winner && `${winner}, ${short(channel.winner)}`],
    ];
    const fill = (list, all) =>
      list.replaceChildren(
        ...all
          .filter(([, value]) => value)
          .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      );
    fill(facts, entries);
    fill(whole, [["red", channel.red], ["white", channel.white], ["game number", channel.game_id]]);
    agree.disabled = channel.holds.length === 0 || channel.lines.length < 2;
    lines.replaceChildren(...channel.lines.map(line));
  }

  function line({ number, text: content, says, ok, problems }) {
    return h(
      "li",
      { class: `row line ${ok ? "good" : "bad"}` },
      h(
        "span",
        { class: "line-mark", role: "img", "aria-label": ok ? "verified" : "not right" },
        icon(ok ? "check" : "warning"),
      ),
      h(
        "span",
        { class: "row-words" },
        h("details", {}, h("summary", {}, says), h("code", { class: "line-text" }, content)),
        problems.length > 0 && h("span", { class: "wrong-words" }, problems.join("; ")),
      ),
      iconButton("copy", `Copy line ${number}`, () => copy(content, `line ${number}`), {
        title: "Copy this line",
      }),
    );
  }

  // Whoever looks at the newest position sees the next one when it comes.
  let follows = desk.atEnd;
  let count = desk.view.channel?.lines.length ?? 0;
  desk.on("view", () => {
    draw();
    const before = count;
    count = desk.view.channel?.lines.length ?? 0;
    if (count > before && follows && desk.end && !desk.atEnd) desk.refresh(desk.end.path);
  });
  desk.on("at", () => {
    follows = desk.atEnd;
  });
  draw();
  return {
    element: h(
      "div",
      { class: "channel-panel" },
      h("h2", { class: "unseen" }, "Channel"),
      game,
      h("div", { class: "card" }, newSignedGame()),
    ),
  };
}

/** The last move that both sides have signed, by its number and text. */
function agreed({ agreed: word, lines }) {
  const place = word ? lines.findIndex((line) => line.text.includes(word)) : -1;
  return place > 0 ? `move ${place}: ${lines[place].says.split(",")[0]}` : null;
}

const STATES = {
  live: "Live: what the other side signs appears here.",
  away: "The relay cannot be reached now; trying again.",
  over: "The game is over; the relay has all of it.",
  refused: "The relay and this desk do not agree.",
};
const PULSE = 2000;

/** The game at a relay: its link for the other side, and what came from there. */
function relayPart(desk) {
  const words = h("p", { id: "relay-state", role: "status" });
  const link = h("code", { class: "line-text", id: "relay-link" });
  const shared = h(
    "div",
    { class: "row" },
    h("span", { class: "row-words" }, h("span", {}, "The link for the other side"), link),
    iconButton("copy", "Copy the link", () => copy(link.textContent, "the link"), {
      title: "Copy the link",
    }),
  );
  const url = h("input", { type: "url", id: "relay-url", required: true, placeholder: "its address" });
  const form = h(
    "form",
    { class: "inline-form", "aria-label": "Play over a relay", on: { submit } },
    h("label", { class: "small-field", for: url.id }, "A relay, to play by a link", url),
    h("button", { type: "submit" }, icon("link"), "Play over it"),
  );
  const element = h("section", { class: "card", "aria-label": "The relay" }, words, shared, form);
  let timer = 0;
  let isAsking = false;

  async function submit(event) {
    event.preventDefault();
    const found = await attempt(() => api.bringToRelay(desk.id, url.value.trim()));
    if (found) show(found);
    ask();
  }

  function show({ url: found, state, says, lines }) {
    shared.hidden = !found;
    form.hidden = Boolean(found);
    words.hidden = !found;
    words.textContent = [STATES[state], state === "refused" && says].filter(Boolean).join(" ");
    link.textContent = found ?? "";
    if (found && lines !== desk.view.channel?.lines.length) desk.refresh();
    clearTimeout(timer);
    if (found && (state === "live" || state === "away")) timer = setTimeout(ask, PULSE);
  }

  /** Asks as long as the panel is on the page: that also sends what was signed since. */
  async function ask() {
    if (isAsking || !desk.view.channel || !element.isConnected) return;
    isAsking = true;
    try {
      show(await api.relayOf(desk.id));
    } catch {
      timer = setTimeout(ask, 3 * PULSE);
    } finally {
      isAsking = false;
    }
  }

  shared.hidden = true;
  words.hidden = true;
  return {
    element,
    draw() {
      clearTimeout(timer);
      timer = setTimeout(ask, 0);
    },
  };
}
