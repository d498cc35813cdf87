// Walking through the moves of a record.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { say } from "../core/messages.js";

const STEP = 650;

export function recordPanel(desk) {
  const slider = h("input", {
    type: "range",
    id: "ply",
    min: 0,
    step: 1,
    "aria-label": "Move",
    on: { input: () => show(Number(slider.value)) },
  });
  const where = h("p", { class: "record-where", id: "record-where" });
  const button = (name, label, step) =>
    h(
      "button",
      { type: "button", class: "icon-only", "aria-label": label, title: label, on: { click: () => step() } },
      icon(name),
    );
  const play = h("button", {
    type: "button",
    class: "icon-only",
    on: { click: () => (timer ? stop() : start()) },
  });
  const list = h("ol", { class: "moves", id: "moves", "aria-label": "Moves", start: 0 });
  const bytes = h(
    "button",
    {
      type: "button",
      class: "quiet",
      on: { click: () => desk.emit("find", { ply: desk.ply, focus: true }) },
    },
    icon("link"),
    "Show bytes of this move",
  );
  const result = h("p", { class: "record-result" });
  const illegal = h("div", { class: "illegal", hidden: true });
  let timer = 0;
  let drawn = [];
  let drawnWrong = null;

  function show(ply) {
    stop();
    return desk.show(ply);
  }

  function start() {
    timer = -1;
    drawPlay();
    (desk.atEnd ? desk.show(0) : Promise.resolve()).then(tick);
  }

  function tick() {
    if (!timer) return;
    if (desk.atEnd) stop();
    else timer = setTimeout(() => desk.show(desk.ply + 1).then(tick), STEP);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    drawPlay();
  }

  function drawPlay() {
    const label = timer ? "Stop the replay" : "Replay the moves";
    play.replaceChildren(icon(timer ? "stop" : "play"));
    play.setAttribute("aria-label", label);
    play.title = label;
  }

  function draw() {
    const { record } = desk.view;
    if (!record) return;
    const { moves, at } = record;
    slider.max = moves.length;
    slider.value = at;
    slider.setAttribute("aria-valuetext", words());
    where.textContent = words();
    bytes.hidden = at === 0;
    result.textContent = record.result ?? "";
    result.hidden = !record.result;
    drawIllegal(record.illegal);
    drawMoves(moves);
    for (const each of list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const current = list.children[at]?.firstChild;
    current?.setAttribute("aria-current", "true");
    if (current && !element.hidden) keepInSight(current);
  }

  /** Only what differs: a game of hundreds of moves grows by one at a time. */
  function drawMoves(moves) {
    const wanted = ["start", ...moves];
    const wrong = desk.view.record.illegal?.ply ?? null;
    let same = 0;
    while (same < wanted.length && wanted[same] === drawn[same] && wrong === drawnWrong) same += 1;
    while (list.children.length > same) list.lastChild.remove();
    list.append(...wanted.slice(same).map((move, index) => item(move, same + index)));
    drawn = wanted;
    drawnWrong = wrong;
  }

  /** Scrolls the list only, never the page. */
  function keepInSight(current) {
    const box = list.getBoundingClientRect();
    const mine = current.getBoundingClientRect();
    if (mine.top < box.top) list.scrollTop -= box.top - mine.top + 8;
    if (mine.bottom > box.bottom) list.scrollTop += mine.bottom - box.bottom + 8;
  }

  const words = () =>
    desk.ply === 0
      ? `start, of ${desk.last} moves`
      : `move ${desk.ply} of ${desk.last}: ${desk.view.record.moves[desk.ply - 1]}`;

  function item(move, ply) {
    const wrong = desk.view.record.illegal?.ply === ply;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `move ${wrong ? "wrong" : ""}`,
          data: { ply },
          on: {
            click: () => show(ply),
          },
        },
        ply > 0 && h("span", { class: "faint" }, ply),
        ` ${move}`,
      ),
    );
  }

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
          { type: "button", on: { click: () => show(wrong.ply - 1).then(() => say(wrong.message)) } },
          "Jump to the first illegal move",
        ),
        wrong.offset !== null &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              on: { click: () => desk.emit("find", { offset: wrong.offset, focus: true }) },
            },
            icon("link"),
            "Show its bytes",
          ),
      ),
    );
  }

  desk.on("view", draw);
  desk.on("link", ({ ply }) => {
    for (const each of list.querySelectorAll(".lit")) each.classList.remove("lit");
    if (ply) list.querySelector(`[data-ply="${ply}"]`)?.classList.add("lit");
  });
  const element = h(
    "div",
    { class: "record-panel" },
    h("h2", { class: "unseen" }, "Record"),
    where,
    slider,
    h(
      "div",
      { class: "transport" },
      button("first", "First move", () => show(0)),
      button("previous", "Previous move", () => show(desk.ply - 1)),
      play,
      button("next", "Next move", () => show(desk.ply + 1)),
      button("last", "Last move", () => show(desk.last)),
      bytes,
    ),
    illegal,
    result,
    list,
  );
  drawPlay();
  draw();
  return { element, shown: draw, leave: stop };
}
