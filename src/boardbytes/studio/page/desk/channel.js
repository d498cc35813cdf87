// A checkers game between two keys: its lines, each verified, to copy out and paste in.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt, say, tell } from "../core/messages.js";
import { openChannel } from "../start/opening.js";

export function channelPanel(desk) {
  const facts = h("dl", { class: "facts" });
  const lines = h("ol", { class: "rows lines", id: "lines", "aria-label": "Lines of the transcript" });
  const text = h("textarea", { id: "their-lines", rows: 3, spellcheck: "false" });
  const paste = h(
    "section",
    { class: "card", "aria-labelledby": "their-title" },
    h("h3", { id: "their-title" }, "From the other side"),
    h("label", { for: "their-lines" }, "Paste lines; each is verified before it is kept"),
    text,
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", on: { click: add } }, icon("paste"), "Verify and add"),
    ),
  );
  const countersign = h(
    "button",
    { type: "button", class: "primary", id: "countersign", on: { click: sign } },
    icon("key"),
    "Countersign",
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
  const game = h(
    "div",
    { class: "channel-game" },
    verdict,
    facts,
    h("div", { class: "actions" }, countersign, copyAll),
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
    if (await desk.change("countersign", {})) say("countersigned");
  }

  async function copy(content, what) {
    if ((await attempt(() => navigator.clipboard.writeText(content).then(() => true))) !== true) return;
    tell(`Copied ${what}.`);
  }

  function draw() {
    const { channel } = desk.view;
    game.hidden = !channel;
    if (!channel) return;
    verdict.className = `verdict ${channel.ok ? "good" : "bad"}`;
    verdict.replaceChildren(
      icon(channel.ok ? "check" : "warning"),
      channel.ok ? "Every line is verified." : "Not every line is right.",
    );
    const entries = [
      ["red", channel.red],
      ["white", channel.white],
      ["keys held here", channel.holds.join(" and ") || "none"],
      ["to move", channel.outcome ? null : channel.to_move],
      ["layout, rules", `${channel.layout}, ${channel.preset}`],
      ["game", channel.game_id],
      ["both agree on", channel.agreed],
      ["outcome", channel.outcome],
      ["winner", channel.winner],
    ];
    facts.replaceChildren(
      ...entries
        .filter(([, value]) => value)
        .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    countersign.disabled = channel.holds.length === 0;
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
        h("span", {}, says),
        problems.length > 0 && h("span", { class: "wrong-words" }, problems.join("; ")),
        h("code", { class: "line-text" }, content),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet icon-only",
          "aria-label": `Copy line ${number}`,
          title: "Copy this line",
          on: { click: () => copy(content, `line ${number}`) },
        },
        icon("copy"),
      ),
    );
  }

  desk.on("view", draw);
  draw();
  return {
    element: h(
      "div",
      { class: "channel-panel" },
      h("h2", { class: "unseen" }, "Channel"),
      game,
      newChannelForm(),
    ),
  };
}

/** A new signed game: a key made here for each side, or the other side's address. */
function newChannelForm() {
  const party = (name) => {
    const address = h("input", {
      type: "text",
      name: `${name}-address`,
      placeholder: "0x…",
      "aria-label": `Address of ${name}`,
      spellcheck: "false",
      hidden: true,
      pattern: "0x[0-9a-fA-F]{40}",
    });
    const who = h(
      "select",
      {
        name,
        on: {
          change: () => {
            address.hidden = who.value === "new";
            address.required = who.value !== "new";
          },
        },
      },
      h("option", { value: "new" }, "plays here, with a new key"),
      h("option", { value: "other" }, "plays elsewhere: their address"),
    );
    return h("div", { class: "party" }, h("label", { class: "small-field" }, name, who), address);
  };
  const select = (name, label, values) =>
    h(
      "label",
      { class: "small-field" },
      label,
      h(
        "select",
        { name },
        values.map((value) => h("option", { value }, value)),
      ),
    );
  const form = h(
    "form",
    { class: "stack", "aria-label": "New signed game", on: { submit } },
    party("red"),
    party("white"),
    h(
      "div",
      { class: "inline-form" },
      select("layout", "Layout", ["channel", "contract"]),
      select("preset", "Rules", ["english", "contract"]),
      h(
        "label",
        { class: "small-field" },
        "Game number",
        h("input", { type: "text", name: "game_id", placeholder: "random", inputmode: "numeric", pattern: "[0-9]*" }),
      ),
    ),
    h("button", { type: "submit" }, icon("key"), "Begin a signed game"),
  );
  function submit(event) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    const side = (name) => (fields[name] === "new" ? "new" : fields[`${name}-address`]);
    openChannel({
      red: side("red"),
      white: side("white"),
      layout: fields.layout,
      preset: fields.preset,
      game_id: fields.game_id || null,
    });
  }
  return h("details", { class: "card" }, h("summary", {}, "A new signed game"), form);
}
