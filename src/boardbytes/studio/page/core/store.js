// A desk in work: what the server says of it, which move is looked at, and what is lit up.

import * as api from "./api.js";
import { attempt, calm } from "./messages.js";
import { theme } from "./theme.js";

const MOST_REMEMBERED = 200;

/**
 * What is pointed at: points of the board and a move; `from` says where.
 * @typedef {{from: string|null, points: string[], ply: number|null}} Link
 */
export const NO_LINK = Object.freeze({ from: null, points: [], ply: null });

export class Desk {
  #listeners = new Map();
  #seen = new Map();
  #changes = Promise.resolve();
  #asked = 0;
  #controller = null;

  constructor(view) {
    this.id = view.desk.id;
    this.view = view;
    /** @type {Link} */
    this.link = NO_LINK;
    this.by = view.tiles?.by ?? null;
    this.rules = null;
    /** Counts what was changed here: what is remembered of the bytes belongs to one edition. */
    this.edition = 0;
  }

  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
  }

  emit(event, detail) {
    for (const listener of this.#listeners.get(event) ?? []) listener(detail);
  }

  /** How the server shall show it: with every request that answers with a view. */
  query(move = null) {
    return { theme: theme(), by: this.by, rules: this.rules, move };
  }

  get last() {
    return this.view.record ? this.view.record.moves.length : 0;
  }

  get ply() {
    return this.view.record ? this.view.record.at : 0;
  }

  /** Whether the newest position is shown: only there a computer plays. */
  get atEnd() {
    return this.ply === this.last;
  }

  light(link) {
    this.link = link;
    this.emit("link", link);
  }

  /** Shows the position after move `ply`, from memory if it was seen before. */
  async show(ply) {
    const ticket = (this.#asked += 1);
    const view = await attempt(() => this.#look(ply));
    if (!view || ticket !== this.#asked) return;
    this.#take(view);
    if (view.record) for (const near of [ply + 1, ply - 1]) this.#look(near).catch(() => {});
  }

  /** The view after move `ply`, asked for only once. @returns {Promise<object>} */
  #look(ply) {
    const move = this.view.record ? Math.max(0, Math.min(this.last, ply)) : null;
    const query = this.query(move === this.last ? null : move);
    const key = JSON.stringify(query);
    if (!this.#seen.has(key)) {
      if (this.#seen.size >= MOST_REMEMBERED) this.#seen.delete(this.#seen.keys().next().value);
      const answer = api.look(this.id, query);
      this.#seen.set(key, answer);
      answer.catch(() => this.#seen.delete(key));
    }
    return this.#seen.get(key);
  }

  /** Asks anew what the desk looks like: after a change that failed, what is shown here may be a guess. */
  refresh() {
    this.#seen.clear();
    this.edition += 1;
    return this.again();
  }

  /** The same position again: after another theme, rules or colouring. */
  again() {
    return this.show(this.ply);
  }

  /**
   * Changes the desk; changes wait for one another. Answers whether it worked.
   * @param {string} what the API's word for it
   * @param {object|(() => object)} body a function where it hangs on what the changes before have done
   */
  change(what, body, { move = null } = {}) {
    const run = async () => {
      this.#controller = new AbortController();
      const view = await attempt(() => this.#ask(what, typeof body === "function" ? body() : body, move));
      if (!view) {
        await this.refresh();
        return false;
      }
      calm();
      this.#asked += 1;
      this.#seen.clear();
      this.edition += 1;
      this.#take(view);
      return true;
    };
    this.#changes = this.#changes.then(run);
    return this.#changes;
  }

  #ask(what, body, move) {
    if (what === "publish") return api.publish(this.id, this.query());
    return api.change(this.id, what, body, this.query(move), this.#controller.signal);
  }

  /** Gives up the change that is being made: a computer that thinks too long. */
  abort() {
    this.#controller?.abort();
  }

  /** Plays a move from where the board stands: in the middle of a record a new line begins. */
  play(move) {
    return this.change("moves", () => (this.view.record ? { move, at: this.ply } : { move }));
  }

  #take(view) {
    const before = this.view;
    this.view = view;
    this.link = NO_LINK;
    this.emit("view", { view, before });
  }
}
