// How bytes are laid out in rows: a fixed number in each, or line by line for a text.

const NEWLINE = 10;

/** Rows of equal length; one more byte than there are, so that something can be put at the end. */
export function equalRows(size, length) {
  const count = Math.floor(size / length) + 1;
  return {
    length,
    count,
    start: (row) => row * length,
    end: (row) => Math.min((row + 1) * length, size + 1),
    rowOf: (offset) => Math.floor(offset / length),
  };
}

/** Rows that end with a line of the text, long lines folded. `lines` are the lengths of all of them. */
export function textRows(lines, length) {
  const starts = [];
  let size = 0;
  for (const line of lines) {
    for (let at = 0; at < Math.max(1, line); at += length) starts.push(size + at);
    size += line;
  }
  const total = size + 1;
  return {
    length,
    count: starts.length,
    start: (row) => starts[row],
    end: (row) => starts[row + 1] ?? total,
    rowOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

const LINE_END = "↵";
const NOT_SHOWN = "·";

/** How many bytes the character that begins with this byte takes in UTF-8; 0 if none begins with it. */
const utf8Length = (byte) =>
  byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 ? (byte < 0xf0 ? 3 : 0) : byte >= 0xc2 ? 2 : 0;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** What a byte looks like in the text column; `at` gives the bytes around it. */
export function glyph(byte, offset, at, isText) {
  if (byte === NEWLINE) return LINE_END;
  if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
  const length = isText ? utf8Length(byte) : 0;
  if (length === 0) return NOT_SHOWN;
  const bytes = Uint8Array.from({ length }, (_, index) => at(offset + index) ?? 0);
  try {
    return decoder.decode(bytes);
  } catch {
    return NOT_SHOWN;
  }
}
