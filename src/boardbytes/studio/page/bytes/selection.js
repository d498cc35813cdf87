// A range of bytes, and how it is written into other programs.

const hex = (byte) => byte.toString(16).padStart(2, "0");
const PER_LINE = 12;

/** The values in lines of a few each, indented. */
function block(bytes) {
  const values = [...bytes].map((byte) => `0x${hex(byte)}`);
  const lines = [];
  for (let at = 0; at < values.length; at += PER_LINE) lines.push(`    ${values.slice(at, at + PER_LINE).join(", ")},`);
  return lines.join("\n");
}

/** A Python literal: what can be read stays readable. */
function python(bytes) {
  const PLAIN = { 9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 92: "\\\\" };
  const letter = (byte) =>
    PLAIN[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${hex(byte)}`);
  return `b"${[...bytes].map(letter).join("")}"`;
}

/** Bytes as text for the clipboard, by name. @type {Record<string, (bytes: Uint8Array) => string>} */
export const WRITTEN = {
  hex: (bytes) => [...bytes].map(hex).join(" "),
  text: (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
  C: (bytes) => `const unsigned char data[${bytes.length}] = {\n${block(bytes)}\n};\n`,
  Python: python,
};

/**
 * The chosen range of a cursor, end excluded; null if there is none. It begins at the cursor's `anchor`.
 * @param {{offset: number, anchor: number|null}} cursor
 * @returns {[number, number]|null}
 */
export function rangeOf({ offset, anchor }, size) {
  if (anchor === null) return null;
  const end = Math.min(size, Math.max(offset, anchor) + 1);
  const start = Math.min(offset, anchor, end);
  return end > start ? [start, end] : null;
}
