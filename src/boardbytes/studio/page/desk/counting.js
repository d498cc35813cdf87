// Counting a game of Go: dead stones are proposed, a click takes a group off or puts it back, the margin is shown.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { attempt } from "../core/messages.js";
import { ruleTitle } from "../board/rulewords.js";

export function countingBox(desk) {
  const start = h("button", { type: "button", id: "count", on: { click: () => toggle() } }, "Count the board");
  const says = h("p", { id: "count-says", role: "status" });
  const how = h("p", { class: "faint" });
  const accept = h("button", { type: "button", id: "count-accept", hidden: true, on: { click: () => end() } }, "End the game with this score");
  let count = null;
  let counted = "";
  const place = () => `${desk.view.desk.revision} ${desk.at?.path}`;

  async function toggle() {
    if (count) close();
    else await ask(null);
  }

  async function ask(dead) {
    const query = { path: desk.at?.path, on: desk.view.desk.revision };
    const found = await attempt(() => api.count(desk.id, dead === null ? query : { ...query, dead: dead.join(" ") || " " }));
    if (found) show(found);
  }

  function show(found) {
    count = found;
    counted = place();
    const { black, white, komi } = found;
    start.textContent = "Stop counting";
    says.textContent = `black ${black}, white ${white} with komi ${komi} (${ruleTitle("go", found.rules)})`;
    how.textContent = found.agreement
      ? "Click a group to take it off as dead, or to put it back."
      : "By these rules every stone counts as it stands.";
    accept.hidden = false;
    const shades = {};
    for (const [point, side] of Object.entries(found.owners)) (shades[side] ??= []).push(point);
    desk.lay("count", { shades, marks: { cross: found.dead }, status: `counting: ${found.says}` });
    desk.tool = found.agreement ? pick : null;
  }

  /** A click on the board while it is counted. */
  function pick(point) {
    if (!desk.position.get(point) || count.alive.includes(point)) return true;
    const dead = new Set(count.dead);
    const group = groupAt(desk, point);
    const off = dead.has(point);
    for (const each of group) if (off) dead.delete(each); else dead.add(each);
    ask([...dead]);
    return true;
  }

  async function end() {
    const lead = count.black - count.white;
    const text = lead > 0 ? "black" : lead < 0 ? "white" : "draw";
    close();
    await desk.edit([{ edit: "result", text, reason: "score", margin: Math.abs(lead) || null }]);
  }

  function close() {
    count = null;
    start.textContent = "Count the board";
    says.textContent = "";
    how.textContent = "";
    accept.hidden = true;
    desk.tool = null;
    desk.lay("count", null);
  }

  const element = h("section", { class: "card stack counting" }, h("div", { class: "actions" }, start, accept), says, how);
  const draw = () => (element.hidden = desk.view.game?.name !== "go");
  desk.on("view", draw);
  desk.on("at", () => count && counted !== place() && close());
  desk.on("played", () => {
    if (!bothHavePassed(desk)) return;
    desk.open("players");
    ask(null);
  });
  draw();
  return { element, leave: close };
}

/** Whether the game has come to its end by two passes. */
function bothHavePassed({ view, at, atEnd }) {
  return view.game?.name === "go" && atEnd && at.move === "pass" && at.parent?.move === "pass";
}

/** The stones of one colour that touch each other. */
function groupAt(desk, point) {
  const colour = desk.position.get(point);
  const places = new Map(desk.view.board.ground.spots.map(([name, x, y]) => [name, [x, y]]));
  const step = desk.view.board.reach * 2.2;
  const near = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v) < step && (x !== u || y !== v);
  const stones = [...places].filter(([name]) => desk.position.get(name) === colour);
  const found = new Set([point]);
  const rim = [point];
  while (rim.length > 0) {
    const here = places.get(rim.pop());
    for (const [name, place] of stones)
      if (!found.has(name) && near(here, place)) {
        found.add(name);
        rim.push(name);
      }
  }
  return [...found];
}
