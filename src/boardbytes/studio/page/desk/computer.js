// Lets computers move when it is their turn. Who plays what is remembered with the desk.

import * as memory from "../core/memory.js";
import { say } from "../core/messages.js";

/** A game between computers can be followed with the eyes. */
const BREATH = 350;
const SIDES = { mill: ["white", "black"], go: ["black", "white"], checkers: ["red", "white"] };

/** @typedef {{name: string, level: number|null}} Player */

export function computer(desk) {
  const key = `players.${desk.id}`;
  let stopped = false;
  let running = false;
  let timer = 0;

  const self = {
    /** @type {"idle"|"thinking"|"paused"} */
    state: "idle",
    players: memory.readJson(key, {}),
    sides: () => SIDES[desk.view.game?.name] ?? [],

    /** @returns {Player} */
    player: (side) => self.players[side] ?? { name: "person", level: null },

    choose(side, name, level) {
      self.players[side] = { name, level };
      memory.write(key, JSON.stringify(self.players));
      stopped = false;
      self.consider();
    },

    pause() {
      stopped = true;
      clearTimeout(timer);
      if (running) desk.abort();
      self.consider();
    },

    resume() {
      stopped = false;
      self.consider();
    },

    /** Looks whether a computer is to move, and lets it. */
    consider() {
      clearTimeout(timer);
      const due = isDue();
      set(!due ? "idle" : stopped ? "paused" : "thinking");
      if (self.state === "thinking" && !running) timer = setTimeout(reply, between() ? BREATH : 0);
    },
  };

  const current = () => self.player(desk.view.board?.turn);
  const isDue = () => {
    const { board } = desk.view;
    return Boolean(
      board?.turn && !board.over && board.moves.length > 0 && desk.atEnd && current().name !== "person",
    );
  };
  const between = () => self.sides().every((side) => self.player(side).name !== "person");

  function set(state) {
    if (self.state === state) return;
    self.state = state;
    desk.emit("computer");
  }

  async function reply() {
    const { name, level } = current();
    running = true;
    const moved = await desk.change("reply", level ? { player: name, level } : { player: name });
    running = false;
    if (!moved) stopped = true;
    else if (desk.view.board?.last)
      say(`the computer plays ${desk.view.board.last.move}; ${desk.view.board.status}`);
    self.consider();
  }

  desk.on("view", () => {
    // Once a person is to move again, the computer may answer that move.
    if (!isDue() && desk.atEnd) stopped = false;
    self.consider();
  });
  return self;
}
