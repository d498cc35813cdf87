// The game: its moves and variations, what is written beside them, and how to walk through it.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { say, tell } from "../core/messages.js";
import * as api from "../core/api.js";
import { collection } from "./collection.js";
import { commentBox } from "./comment.js";
import { headerCard } from "./headers.js";
import { markTools } from "./marking.js";
import { moveList } from "./moves.js";

const STEP = 650;

export function gamePanel(desk) {
  const slider = h("input", {
    type: "range",
    id: "ply",
    min: 0,
    step: 1,
    "aria-label": "Move",
    on: { input: () => show(desk.line[Number(slider.value)]) },
  });
  const where = h("p", { class: "record-where", id: "record-where" });
  const button = (name, label, act) =>
    h(
      "button",
      { type: "button", class: "icon-only", "aria-label": label, title: label, on: { click: () => act() } },
      icon(name),
    );
  const play = h("button", {
    type: "button",
    class: "icon-only",
    on: { click: () => (timer ? stop() : start()) },
  });
  const bytes = action("link", "Show bytes of this move", () =>
    desk.emit("find", { ply: desk.ply, focus: true }),
  );
  const promote = action("up", "Make this the main line", () => desk.edit([{ edit: "promote" }]));
  const remove = action("trash", "Delete from here on", () => desk.edit([{ edit: "remove" }]));
  const result = h("p", { class: "record-result" });
  const illegal = h("div", { class: "illegal", hidden: true });
  const list = moveList(desk, (node) => show(node));
  const comment = commentBox(desk);
  const tools = markTools(desk);
  const headers = headerCard(desk);
  const games = collection(desk);
  let timer = 0;

  function action(sign, words, act) {
    return h("button", { type: "button", class: "quiet", on: { click: act } }, icon(sign), words);
  }

  function show(node) {
    stop();
    return node && desk.show(node.path);
  }

  function start() {
    timer = -1;
    drawPlay();
    (isAtEnd() ? desk.show(desk.line[0].path) : Promise.resolve()).then(tick);
  }

  function tick() {
    if (!timer) return;
    if (isAtEnd()) stop();
    else timer = setTimeout(() => desk.step(1).then(tick), STEP);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    drawPlay();
  }

  const isAtEnd = () => desk.line.at(-1) === desk.at;

  function drawPlay() {
    const label = timer ? "Stop the replay" : "Replay the moves";
    play.replaceChildren(icon(timer ? "stop" : "play"));
    play.setAttribute("aria-label", label);
    play.title = label;
  }

  function draw() {
    const { tree, line } = desk;
    if (!tree) return;
    slider.max = line.length - 1;
    slider.value = line.indexOf(desk.at);
    slider.setAttribute("aria-valuetext", words());
    where.textContent = words();
    bytes.hidden = desk.at.move === null;
    promote.hidden = !isInVariation(desk.at);
    remove.hidden = !desk.at.parent || Boolean(desk.view.channel);
    result.textContent = tree.result ?? "";
    result.hidden = !tree.result;
    drawIllegal(tree.illegal);
  }

  const words = () =>
    desk.ply === 0
      ? `start, of ${desk.last} moves`
      : `move ${desk.ply} of ${desk.last}: ${desk.at.move ?? "no move"}`;

  function drawIllegal(wrong) {
    illegal.hidden = !wrong;
    if (!wrong) return;
    illegal.replaceChildren(
      h("p", {}, icon("warning"), wrong.message),
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          {
            type: "button",
            on: { click: () => show(desk.nodeAfter(wrong.ply - 1)).then(() => say(wrong.message)) },
          },
          "Jump to the first illegal move",
        ),
        wrong.offset !== null &&
          action("link", "Show its bytes", () => desk.emit("find", { offset: wrong.offset, focus: true })),
      ),
    );
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      tell(`The ${what} is on the clipboard.`);
    } catch {
      tell(`The browser does not let this page copy: ${text}`);
    }
  }

  const copyLink = () => {
    const address = new URL(location.href);
    address.hash = address.hash.split("?")[0] + `?at=${encodeURIComponent(desk.at.path)}`;
    return copy(address.href, "link to this move");
  };
  const copyPosition = async () => copy(await api.positionText(desk.id, desk.query()), "position");

  desk.on("at", draw);
  const element = h(
    "div",
    { class: "record-panel" },
    h("h2", { class: "unseen" }, "Record"),
    games.element,
    headers.element,
    slider,
    h(
      "div",
      { class: "transport" },
      button("first", "First move", () => show(desk.line[0])),
      button("previous", "Previous move", () => show(desk.at.parent)),
      play,
      button("next", "Next move", () => show(desk.line[desk.line.indexOf(desk.at) + 1])),
      button("last", "Last move", () => show(desk.line.at(-1))),
      where,
    ),
    illegal,
    result,
    list.element,
    // Where a panel that knows what every move is worth draws its graph.
    (desk.graphPlace = h("div", { class: "graph-place", id: "graph" })),
    comment.element,
    tools.element,
    h(
      "div",
      { class: "actions" },
      bytes,
      promote,
      remove,
      action("share", "Copy link to this move", copyLink),
      action("copy", "Copy position", copyPosition),
    ),
  );
  drawPlay();
  draw();
  return {
    element,
    shown() {
      draw();
      list.shown();
    },
    leave() {
      stop();
      tools.leave();
    },
  };
}

/** Whether a node is off the main line. */
function isInVariation(node) {
  for (let each = node; each?.parent; each = each.parent) if (each.parent.children[0] !== each) return true;
  return false;
}
