// A desk being worked on: what the server says of it, which node of its game is shown, and what is lit up.

import * as api from "./api.js";
import { together } from "./layers.js";
import { attempt, calm, tell } from "./messages.js";
import { boardTheme } from "./theme.js";
import { grow, legalMove, lineFrom, next, positionAt, wayTo } from "./tree.js";

const MOST_REMEMBERED = 400;
/** Milliseconds to wait: whoever runs through a game does not ask at every node. */
const PAUSE = 60;
const CONFLICT = 409;
/** Changes that are moves. */
const PLAYS = new Set(["moves", "reply"]);

/**
 * What is pointed at: points of the board and a move; `from` says where.
 * @typedef {{from: string|null, points: string[], ply: number|null}} Link
 */
export const NO_LINK = Object.freeze({ from: null, points: [], ply: null });

/**
 * What panels lay over the board.
 * @typedef {{marks?: object[], arrows?: object[], shades?: object[], ghosts?: object[], values?: Map}} Overlay
 */

/**
 * Events: `view` (the desk has changed), `at` (another node is shown, or more is known of it; also after `view`),
 * `played` (a move was made at the shown node), `link`, `overlay`, and what panels tell one another.
 */
export class Desk {
  #listeners = new Map();
  #known = new Map();
  #seen = new Map();
  #changes = Promise.resolve();
  #asked = 0;
  /** How often another node of what is here was turned to. */
  #turns = 0;
  /** Looks whose answers are on their way. */
  #looking = 0;
  #controller = null;
  #making = null;
  #timer = 0;
  #overlays = new Map();

  constructor(view) {
    this.id = view.desk.id;
    /** @type {Link} */
    this.link = NO_LINK;
    this.by = view.tiles?.by ?? null;
    /** Counts what was changed here: what is remembered of the bytes belongs to one edition. */
    this.edition = 0;
    /** @type {import("./tree.js").Node[]} */
    this.nodes = [];
    /** A tool that takes what is clicked on the board, instead of a move. @type {((point: string) => boolean)|null} */
    this.tool = null;
    /** The shown node. @type {import("./tree.js").Node|null} */
    this.at = null;
    this.#keep(view);
  }

  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
  }

  /** Call a listener now, and whenever something happens. */
  watch(event, listener) {
    this.on(event, listener);
    listener();
  }

  emit(event, detail) {
    for (const listener of this.#listeners.get(event) ?? []) listener(detail);
  }

  /** Nobody looks at this desk any longer: answers that still come draw nothing and change no address. */
  leave() {
    this.#listeners.clear();
    clearTimeout(this.#timer);
  }

  // ---- what is shown ----

  /** The game: result, headers, what is illegal, and its nodes as they were sent. */
  get tree() {
    return this.view.tree;
  }

  /** What stands on which point at the shown node. @returns {Map<string, string>} */
  get position() {
    return this.at ? positionAt(this.view.board.start, this.at) : new Map();
  }

  /** What only the rules know of the shown node; until that has come, just the turn. */
  get here() {
    if (!this.at) return this.view.here;
    const known = this.#known.get(this.at.path);
    if (known && !(known instanceof Promise)) return known;
    const { turn } = this.at;
    return {
      path: this.at.path,
      turn: turn || null,
      status: turn ? `${turn} to move` : "",
      over: !turn,
      moves: [],
      summary: [],
      description: "",
      pending: true,
    };
  }

  /** The line that is walked along: to the shown node and on from there. */
  get line() {
    return this.at ? [...wayTo(this.at), ...lineFrom(this.at, this.#seen).slice(1)] : [];
  }

  /** The last node of the main line. */
  get end() {
    return this.nodes.length > 0 ? lineFrom(this.nodes[0]).at(-1) : null;
  }

  /** How many moves lead to the shown node. */
  get ply() {
    return this.at?.number ?? 0;
  }

  /** How many moves the shown line has. */
  get last() {
    return this.line.at(-1)?.number ?? 0;
  }

  /** Whether the newest position of the game is shown: a computer plays only there. */
  get atEnd() {
    return this.at === this.end;
  }

  node(path) {
    return this.nodes.find((node) => node.path === path) ?? null;
  }

  /** The node of the shown line after so many moves. */
  nodeAfter(ply) {
    return this.line.find(({ number }) => number === ply) ?? this.line.at(-1) ?? null;
  }

  /** How the server should show it: sent with every request that is answered with a view. */
  query(path = this.at?.path ?? null) {
    return {
      theme: boardTheme(),
      by: this.by,
      path,
      on: this.view.desk.revision,
      ground: this.view.board?.key ?? null,
    };
  }

  light(link) {
    this.link = link;
    this.emit("link", link);
  }

  /** What all panels together lay over the board. @returns {Overlay} */
  get overlay() {
    return [...this.#overlays.values()].reduce(together, {});
  }

  /** Lays something over the board, in the place of what the same panel laid there before; null takes it away. */
  lay(owner, overlay) {
    if (overlay) this.#overlays.set(owner, overlay);
    else this.#overlays.delete(owner);
    this.emit("overlay", this.overlay);
  }

  // ---- walking ----

  /** Shows a node; one that was not sent is asked for. */
  async show(path) {
    const node = this.node(path);
    if (!node) return this.#look(path);
    if (node !== this.at) this.#turn(node);
    return undefined;
  }

  /** One node forward or back, or as many as given. */
  step(by) {
    let node = this.at;
    for (let n = Math.abs(by); node && n > 0; n -= 1)
      node = (by > 0 ? next(node, this.#seen) : node.parent) ?? node;
    if (!node) return undefined;
    const edge = !this.tree.whole && (by > 0 ? node.more : !node.parent && node.path !== "");
    return edge && node === this.at ? this.#look(node.path) : this.show(node.path);
  }

  /** To the variation before or after; false where there is none. */
  sidestep(by) {
    let node = this.at;
    while (node?.parent && node.parent.children.length < 2) node = node.parent;
    const others = node?.parent?.children ?? [];
    const next = others[others.indexOf(node) + by];
    return next ? this.show(next.path) : false;
  }

  #turn(node) {
    this.#turns += 1;
    this.at = node;
    for (const each of wayTo(node)) if (each.parent) this.#seen.set(each.parent.path, each.path);
    this.link = NO_LINK;
    this.emit("at", { node });
    this.#learn(node);
  }

  /** Asks what the rules know of a node, once somebody stays there. */
  #learn(node) {
    clearTimeout(this.#timer);
    if (this.#known.has(node.path)) return;
    this.#timer = setTimeout(async () => {
      const { revision } = this.view.desk;
      if (this.#known.size >= MOST_REMEMBERED) this.#known.delete(this.#known.keys().next().value);
      const answer = api.here(this.id, { path: node.path, on: revision }).then(expanded);
      this.#known.set(node.path, answer);
      try {
        const here = await answer;
        if (this.#known.get(node.path) === answer) this.#known.set(node.path, here);
        if (this.at === node) this.emit("at", { node });
      } catch {
        this.#known.delete(node.path); // It is asked again when somebody comes back.
      }
    }, PAUSE);
  }

  async #look(path) {
    const ticket = (this.#asked += 1);
    const turns = this.#turns;
    this.#looking += 1;
    const view = await attempt(() => api.look(this.id, this.query(path)));
    this.#looking -= 1;
    if (view && ticket === this.#asked) await this.#arrive(view, turns);
  }

  /** An answer is about the node that was shown when it was asked for: whoever has walked on since stays there. */
  async #arrive(view, turns) {
    if (turns === this.#turns) this.#take(view);
    else await this.#look(this.at?.path ?? null);
  }

  /** Asks again what the desk looks like: what is shown here may be old, or a guess. */
  refresh(path = this.at?.path ?? null) {
    this.edition += 1;
    return this.#look(path);
  }

  /** The same node again: after another theme or colouring. */
  again() {
    return this.#look(this.at?.path ?? null);
  }

  // ---- changing ----

  /**
   * Changes the desk; changes wait for one another. Returns whether it worked.
   * @param {string} what the API's word for it
   * @param {object|(() => object)} body a function if it depends on what earlier changes have done
   * @param {number} [on] the revision it is made on, if that is not the shown one
   */
  change(what, body, on) {
    const turns = this.#turns;
    const run = async () => {
      this.#controller = new AbortController();
      this.#making = what;
      try {
        const view = await this.#ask(what, typeof body === "function" ? body() : body, on);
        calm();
        this.#asked += 1;
        this.edition += 1;
        if (PLAYS.has(what)) {
          this.#take(view);
          this.emit("played");
        } else await this.#arrive(view, turns);
        return true;
      } catch (error) {
        // Somebody else was quicker: that is nobody's fault.
        if (error.status === CONFLICT) tell(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`);
        else await attempt(() => Promise.reject(error));
        await this.refresh();
        return false;
      } finally {
        this.#making = null;
      }
    };
    this.#changes = this.#changes.then(run);
    return this.#changes;
  }

  #ask(what, body, on = this.view.desk.revision) {
    if (what === "publish") return api.publish(this.id, this.query());
    return api.change(this.id, what, body, { ...this.query(), on }, this.#controller.signal);
  }

  /**
   * Somebody has changed the desk: shows what is new, at the same node. Whoever looks at the place where the other
   * has moved goes along.
   */
  async hear({ revision, path }) {
    if (this.#making && this.#making !== "reply") await this.#changes;
    // What is shown is that revision already, unless an answer is on its way: undo leads back to an older one.
    if (revision === this.view.desk.revision && path !== null && this.#looking === 0) return;
    const known = new Set(this.at?.children.map(({ move }) => move));
    const before = this.view.desk.revision;
    const turns = this.#turns;
    const wasLast = this.at === this.end;
    await this.refresh();
    // Nobody can say what was missed: whoever looked at the last move looks at the last move again.
    if (path === null && wasLast && turns === this.#turns && this.at !== this.end) this.#turn(this.end);
    const news = this.node(path);
    if (news && before !== this.view.desk.revision && news.parent === this.at && !known.has(news.move)) {
      this.#turn(news);
      this.emit("played");
    }
  }

  /** Gives up the change that is being made, such as the move of a computer that thinks too long. */
  abort() {
    this.#controller?.abort();
  }

  /** Plays a move at the shown node: in the middle of a game it begins a variation. */
  play(move) {
    return this.change("moves", () => ({ move, path: this.at?.path ?? null }));
  }

  /** Edits the game: each edit is about the shown node if it names none. */
  edit(edits) {
    const path = this.at?.path ?? "";
    return this.change("tree", { edits: edits.map((edit) => ({ path, ...edit })) });
  }

  #take(view) {
    const before = this.view;
    this.#keep(view);
    this.link = NO_LINK;
    this.emit("view", { view, before });
    if (this.at) this.emit("at", { node: this.at });
  }

  #keep(view) {
    if (view.board && !view.board.ground) view.board.ground = this.view?.board?.ground ?? null;
    clearTimeout(this.#timer);
    this.#known.clear();
    this.view = view;
    this.nodes = view.tree ? grow(view.tree, view.game.sides) : [];
    this.at = view.tree ? this.nodes[view.tree.at] : null;
    if (this.at && view.here) this.#known.set(this.at.path, expanded(view.here));
  }
}

const expanded = (here) => ({ ...here, moves: here.moves.map(legalMove) });
