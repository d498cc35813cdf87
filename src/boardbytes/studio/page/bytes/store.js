// The bytes of a desk and their fields, fetched a page at a time and kept until they change.

import * as api from "../core/api.js";
import { attempt } from "../core/messages.js";
import { Palette } from "./palette.js";

const PAGE = 4096;

/** @typedef {{offset: number, size: number, name: string, value: string, meaning: string, points: string[], ply: number|null, hue: number, shade: number}} Span */

export class ByteStore {
  #pages = new Map();
  #edition = -1;
  #wanted = new Set();
  #places = new Map();

  /** @param {() => void} loaded called whenever more is known */
  constructor(desk, loaded) {
    this.desk = desk;
    this.loaded = loaded;
    this.palette = new Palette();
  }

  get size() {
    return this.desk.view.size;
  }

  /** The byte there, or undefined while it is not known. */
  at(offset) {
    return this.#pages.get(Math.floor(offset / PAGE))?.bytes[offset % PAGE];
  }

  /** The fields that this byte belongs to. @returns {Span[]} */
  spansAt(offset) {
    return this.#pages.get(Math.floor(offset / PAGE))?.owners[offset % PAGE] ?? [];
  }

  /** Sees to it that these bytes will be known. Old pages stay visible until new ones arrive. */
  need(start, end) {
    if (this.#edition !== this.desk.edition) {
      this.#edition = this.desk.edition;
      this.#wanted.clear();
      this.#places.clear();
    }
    const last = Math.floor(Math.max(0, Math.min(end, this.size) - 1) / PAGE);
    for (let page = Math.floor(start / PAGE); page <= last; page += 1)
      if (!this.#wanted.has(page)) this.#fetch(page);
  }

  async #fetch(page) {
    const edition = this.#edition;
    this.#wanted.add(page);
    const answer = await attempt(() =>
      api.bytes(this.desk.id, page * PAGE, Math.min(this.size, (page + 1) * PAGE)),
    );
    if (edition !== this.desk.edition) return;
    if (!answer) {
      this.#wanted.delete(page);
      return;
    }
    this.#pages.set(page, this.#page(page, answer));
    for (const known of this.#pages.keys())
      if (known * PAGE >= this.size && known > 0) this.#pages.delete(known);
    this.loaded();
  }

  #page(page, { hex, spans }) {
    const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
      parseInt(hex.slice(2 * index, 2 * index + 2), 16),
    );
    const owners = Array.from({ length: bytes.length }, () => []);
    this.palette.colour(spans);
    for (const span of spans) {
      const from = Math.max(span.offset - page * PAGE, 0);
      const to = Math.min(span.offset + span.size - page * PAGE, bytes.length);
      for (let index = from; index < to; index += 1) owners[index].push(span);
    }
    return { bytes, owners, spans };
  }

  /** Shows a byte as it will be, before the server has agreed. */
  guess(offset, value) {
    const page = this.#pages.get(Math.floor(offset / PAGE));
    if (page && offset % PAGE < page.bytes.length) page.bytes[offset % PAGE] = value;
  }

  /** The fields near a byte: those of its page. @returns {Span[]} */
  near(offset) {
    return this.#pages.get(Math.floor(offset / PAGE))?.spans ?? [];
  }

  /** All fields that are known, by page. @returns {Span[]} */
  known() {
    return [...this.#pages.values()].flatMap(({ spans }) => spans);
  }

  /** Which bytes speak of a point or a move: from what is known, else by asking. */
  async where(query) {
    const { point, ply } = query;
    const here = this.known().filter((span) =>
      point === undefined ? span.ply === ply : span.points.includes(point),
    );
    if (here.length > 0 && this.#pages.size * PAGE >= this.size)
      return unique(here.map(({ offset, size }) => [offset, size]));
    const key = JSON.stringify(query);
    if (!this.#places.has(key))
      this.#places.set(
        key,
        api.where(this.desk.id, query).then(
          ({ ranges }) => ranges,
          () => [],
        ),
      );
    return this.#places.get(key);
  }
}

const unique = (ranges) => [...new Map(ranges.map((range) => [range.join(), range])).values()];
