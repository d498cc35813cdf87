// A hue for each kind of field; neighbouring fields of a kind take turns between two shades.

const HUES = 10;

const PLACES = /(?<!\w)[a-z]{0,2}\d+(,\d+)?(?!\w)/gi;

/** "field a7" and "field d7" are fields of one kind, "A5 to E5" and "F5 to A4" of another. */
function kindOf(name) {
  const words = name.replace(PLACES, "").replace(/\s+/g, " ").trim();
  return words === "to" ? "points" : words || name;
}

export class Palette {
  #hues = new Map();

  /** Gives every span its hue and shade; spans come in the order of their offsets. */
  colour(spans) {
    let before = null;
    for (const span of spans) {
      span.kind = kindOf(span.name);
      if (!this.#hues.has(span.kind)) this.#hues.set(span.kind, this.#hues.size % HUES);
      span.hue = this.#hues.get(span.kind);
      span.shade =
        before?.hue === span.hue ? 1 - before.shade : Math.floor(span.offset / Math.max(1, span.size)) % 2;
      before = span;
    }
  }
}
