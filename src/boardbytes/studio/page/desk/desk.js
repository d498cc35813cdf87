// A desk: the board on one side, on the other everything that can be known and done about it.

import { board } from "../board/board.js";
import { analysisPanel } from "./analysis.js";
import { bytesPanel } from "../bytes/bytes.js";
import { channelPanel } from "./channel.js";
import { clocks } from "./clock.js";
import { computer } from "./computer.js";
import { grouped, h, many } from "../core/dom.js";
import { findingsPanel } from "./findings.js";
import { noBoard } from "./noboard.js";
import { iconButton } from "../core/icons.js";
import { say } from "../core/messages.js";
import { playersPanel } from "./players.js";
import { gamePanel } from "./game.js";
import { deskAddress, rename, route } from "../core/router.js";
import { follow } from "../core/events.js";
import { walking } from "./walking.js";
import { savePanel } from "./saveas.js";
import { Desk } from "../core/store.js";
import { tabs } from "../core/tabs.js";
import { onTheme } from "../core/theme.js";
import { tileBoard } from "../tiles/board.js";
import { tilesPanel } from "../tiles/panel.js";

/** Milliseconds to wait: whoever runs through a game does not name every node. */
const SETTLED = 120;

export function showDesk(main, tools, view, tab) {
  const desk = new Desk(view);
  let naming = 0;
  desk.computer = computer(desk);
  const clock = clocks(desk);
  desk.open = (name) => pages.open(name);

  const badge = h("span", { class: "badge" });
  const panels = {
    bytes: bytesPanel(desk),
    findings: findingsPanel(desk),
    record: gamePanel(desk),
    players: playersPanel(desk),
    analysis: analysisPanel(desk),
    tiles: tilesPanel(desk),
    channel: channelPanel(desk),
    save: savePanel(desk),
  };
  const titles = {
    bytes: "Bytes",
    findings: "Findings",
    record: "Record",
    players: "Play",
    analysis: "Analysis",
    tiles: "Tiles",
    channel: "Channel",
    save: "Save as",
  };
  const pages = tabs(
    "About this file",
    Object.entries(panels).map(([name, panel]) => ({
      name,
      title: titles[name],
      panel: panel.element,
      badge: name === "findings" && badge,
    })),
    (name) => {
      nameNode();
      panels[name].shown?.();
    },
  );

  const name = h("h1", { class: "desk-name", id: "desk-name" });
  const chip = h("p", { class: "chip", id: "format-chip" });
  const undo = iconButton("undo", "Undo", () => step("undo"), { id: "undo", title: "Undo (Ctrl+Z)" });
  const redo = iconButton("redo", "Redo", () => step("redo"), { id: "redo", title: "Redo (Ctrl+Y)" });
  tools.replaceChildren(h("div", { class: "desk-title" }, name, chip), undo, redo);

  const place = h("div", { class: "board-place" });
  const note = h("p", { class: "desk-note", hidden: true });
  main.replaceChildren(
    h(
      "div",
      { class: "desk" },
      h("section", { class: "board-side", "aria-label": "Board" }, place),
      h("section", { class: "panel-side", "aria-label": "About this file" }, note, pages.element),
    ),
  );

  const makers = { tiles: () => tileBoard(desk), board: () => board(desk) };
  const stages = {};
  const missing = noBoard(desk);
  /** When the bytes are broken, what can still be read of them is shown before the board as it was, which is out of reach. */
  function stageFor(view) {
    const kind = view.tiles ? "tiles" : view.board ? "board" : null;
    place.classList.toggle("stale", !kind);
    missing.element.hidden = Boolean(kind);
    if (!kind) {
      missing.draw();
      for (const { element } of Object.values(stages)) element.toggleAttribute("inert", true);
      return;
    }
    stages[kind] ??= makers[kind]();
    stages[kind].element.toggleAttribute("inert", false);
    if (stages[kind].element.parentNode !== place) place.replaceChildren(stages[kind].element, missing.element);
  }

  async function step(word) {
    if (await desk.computer.step(word)) say(word === "undo" ? "undone" : "redone");
  }

  function draw() {
    const { view } = desk;
    const errors = view.findings.length;
    name.textContent = view.desk.name;
    chip.textContent = `${view.format ? view.format.title : "format not recognised"} · ${many(view.size, "byte")}`;
    document.title = `${view.desk.name} · boardbytes studio`;
    undo.disabled = !view.desk.undo;
    redo.disabled = !view.desk.redo;
    badge.textContent = errors > 0 ? grouped(errors) : "";
    badge.hidden = errors === 0;
    badge.classList.toggle(
      "bad",
      view.findings.some((finding) => finding.severity === "error"),
    );
    note.textContent = view.note ?? "";
    note.hidden = !view.note;
    pages.allow(allowed(view));
    stageFor(view);
  }

  function keys(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input, textarea, select"))
      return;
    const key = event.key.toLowerCase();
    const word = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : null;
    if (!word || !desk.view.desk[word]) return;
    event.preventDefault();
    step(word);
  }

  /** The address names the node: a reload, or whoever gets the link, sees the same. */
  function nameNode() {
    clearTimeout(naming);
    naming = setTimeout(() => {
      // The back button has been pressed, and nobody has been told yet.
      if (route().id !== desk.id) return;
      const at = desk.at && desk.at !== desk.end ? desk.at.path : null;
      rename(deskAddress(desk.id, pages.current(), at));
    }, SETTLED);
  }

  place.append(missing.element);
  desk.on("view", draw);
  desk.on("at", nameNode);
  draw();
  pages.open(tab);
  const others = follow(desk);
  const walk = walking(desk, [place, panels.record.element]);
  addEventListener("keydown", keys);
  const themes = onTheme(() => desk.again());
  desk.computer.consider();
  return {
    id: desk.id,
    open(tab, at) {
      pages.open(tab);
      if (at !== null && at !== desk.at?.path) desk.show(at);
    },
    leave() {
      desk.leave();
      clearTimeout(naming);
      others.leave();
      walk.leave();
      clock.leave();
      removeEventListener("keydown", keys);
      themes();
      desk.computer.pause();
      [...Object.values(stages), ...Object.values(panels)].forEach((part) => part.leave?.());
    },
  };
}

function allowed(view) {
  const names = ["bytes", "findings"];
  if (view.tree?.is_game) names.push("record");
  if (view.board && view.players.length > 0) names.push("players", "analysis");
  if (view.tiles) names.push("tiles");
  if (view.channel || view.game?.name === "checkers") names.push("channel");
  return [...names, "save"];
}
