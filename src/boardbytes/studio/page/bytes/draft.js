// A text that is being edited: where its characters are among the bytes, and how it differs from what is on the desk.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const RETURN = 13;

/**
 * A text and the byte at which each of its characters begins; null if the bytes are no text that can be edited so.
 * Lines that end with CR LF are shown with LF alone, if all do.
 * @param {Uint8Array} bytes
 * @returns {{text: string, at: Uint32Array, ending: "\n"|"\r\n"}|null}
 */
export function textOf(bytes) {
  let whole;
  try {
    whole = decoder.decode(bytes);
  } catch {
    return null;
  }
  const ending = bytes.includes(RETURN) ? "\r\n" : "\n";
  if (ending === "\r\n" && /\r(?!\n)|(?<!\r)\n/.test(whole)) return null;
  const at = [];
  let text = "";
  let offset = 0;
  for (const letter of whole) {
    const size = encoder.encode(letter).length;
    if (letter !== "\r") {
      // A letter outside the first plane is two characters to the browser.
      for (let unit = 0; unit < letter.length; unit += 1) at.push(offset);
      text += letter;
    } else if (text.length !== at.length) return null;
    offset += size;
  }
  at.push(offset);
  return { text, at: Uint32Array.from(at), ending };
}

const isLow = (text, index) => text.charCodeAt(index) >= 0xdc00 && text.charCodeAt(index) < 0xe000;

/** What differs between two texts: `remove` characters at `start` become `insert`. */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  if (isLow(before, start) || isLow(after, start)) start -= 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (end > 0 && isLow(before, before.length - end)) end -= 1;
  return { start, remove: before.length - start - end, insert: after.slice(start, after.length - end) };
}

/** The bytes to take out and to put in for a difference. @returns {{offset: number, remove: number, insert: Uint8Array}} */
export function splice({ at, ending }, { start, remove, insert }) {
  const bytes = encoder.encode(ending === "\n" ? insert : insert.replaceAll("\n", ending));
  return { offset: at[start], remove: at[start + remove] - at[start], insert: bytes };
}

/** My changes of a text on top of another's, which may be mine; null where both have changed the same place. */
export function rebase(base, mine, theirs) {
  if (mine === theirs) return theirs;
  const [a, b] = [difference(base, mine), difference(base, theirs)];
  if (a.start + a.remove <= b.start) return theirs.slice(0, a.start) + a.insert + theirs.slice(a.start + a.remove);
  const shift = b.insert.length - b.remove;
  if (b.start + b.remove > a.start) return null;
  return theirs.slice(0, a.start + shift) + a.insert + theirs.slice(a.start + shift + a.remove);
}

/** The character that a byte belongs to. @param {Uint32Array} at */
export function characterAt(at, offset) {
  let low = 0;
  let high = at.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
