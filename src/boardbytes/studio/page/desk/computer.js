// Lets computers move when it is their turn. Who plays what is kept with the desk, for all who look at it.

import { say } from "../core/messages.js";

/** Slow enough for the eye to follow a game between computers. */
const BREATH = 350;
/** What our own search is called. */
export const OWN = "the computer";

/** @typedef {{player: string, options: Object<string, number>}} Seat */

export function computer(desk) {
  let stopped = false;
  let running = false;
  /** While something is undone, nobody answers what stands on the board for a moment. */
  let stepping = false;
  let timer = 0;

  const self = {
    /** @type {"idle"|"thinking"|"paused"} */
    state: "idle",
    sides: () => desk.view.game?.sides ?? [],

    /** Who plays a side; nothing for a person. @returns {Seat|null} */
    seat: (side) => self.seats()[side] ?? null,

    /** Computers by their sides. @returns {Object<string, Seat>} */
    seats: () => desk.view.seats?.sides ?? {},

    /** What to call the computer that plays a side; nothing for a person. */
    nameOf(side) {
      const seat = self.seat(side);
      if (!seat) return null;
      const program = desk.view.players.find(({ name, is_program: is }) => is && name === seat.player);
      const level = seat.options?.level;
      return `${program?.title ?? "Computer"}${level ? `, level ${level}` : ""}`;
    },

    /** Whether it is a computer's turn to move in the game itself. */
    isDue: () => isDue(),

    async choose(side, player, options) {
      stopped = false;
      const seated = () => {
        const sides = { ...self.seats() };
        delete sides[side];
        if (player !== "person") sides[side] = { player, options: options ?? {} };
        return { ...desk.view.seats, sides };
      };
      if (await desk.change("seats", seated)) self.consider();
    },

    pause() {
      stopped = true;
      clearTimeout(timer);
      if (running) desk.abort();
      self.consider();
    },

    /**
     * Undoes or redoes: a computer's answer goes along with the move it answered, so that whoever plays against it
     * is to move again. Returns whether anything was done.
     */
    async step(word) {
      stepping = true;
      self.pause();
      const before = isAwaited();
      const done = await desk.change(word);
      if (done && !before && isAwaited() && desk.view.desk[word]) await desk.change(word);
      stepping = false;
      stopped = isAwaited();
      self.consider();
      return done;
    },

    resume() {
      stopped = false;
      self.consider();
    },

    /** Checks whether a computer is to move, and lets it. */
    consider() {
      clearTimeout(timer);
      const due = isDue();
      set(!due ? "idle" : stopped ? "paused" : "thinking");
      if (self.state === "thinking" && !running) timer = setTimeout(reply, between() ? BREATH : 0);
    },
  };

  const isDue = () => {
    const { here } = desk;
    return Boolean(here?.turn && !here.over && here.moves.length > 0 && desk.atEnd && self.seat(here.turn));
  };
  /** Whether a computer is to move at the end of the game, whatever is shown. */
  const isAwaited = () => Boolean(desk.end?.turn && !desk.tree.result && self.seat(desk.end.turn));
  const between = () => self.sides().every((side) => self.seat(side));

  function set(state) {
    if (self.state === state) return;
    self.state = state;
    desk.emit("computer");
  }

  async function reply() {
    const seat = self.seat(desk.here?.turn);
    if (!seat) return;
    running = true;
    const moved = await desk.change("reply", { player: seat.player, options: seat.options ?? {} });
    running = false;
    if (!moved) stopped = true;
    else if (desk.at?.move) say(`the computer plays ${desk.at.move}; ${desk.here.status}`);
    self.consider();
  }

  desk.on("at", () => {
    // Once a person is to move again, the computer may answer that move.
    if (!isDue() && desk.atEnd && !stepping) stopped = false;
    self.consider();
  });
  return self;
}
