// Keys in the grid of bytes: moving about, typing digits or characters, inserting and removing.

const HEX = /^[0-9a-f]$/i;
const encoder = new TextEncoder();
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The hexadecimal digits in a text, in pairs, or null if it holds anything else. */
export function parseHex(text) {
  const digits = text.replace(/0x|[\s,:]/gi, "");
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)
    ? digits.toLowerCase()
    : null;
}

/**
 * @param {object} grid the grid's element
 * @param {{offset: number, column: "hex"|"text", digit: string|null, inserting: boolean, anchor: number|null}} cursor
 * @param {{size: () => number, layout: () => object, page: () => number, move: (offset: number, extend?: boolean) => void, splice: (offset: number, remove: number, insert: string) => void,
 *   copied: (column: string) => string, range: () => [number, number]|null, choose: (offset: number, size: number) => void, find: () => void,
 *   redraw: () => void, switchColumn: () => void, toggleInsert: () => void}} hooks
 */
export function editKeys(grid, cursor, hooks) {
  /** Takes the chosen range out; false if there is none. */
  function cut() {
    const range = hooks.range();
    if (!range) return false;
    hooks.splice(range[0], range[1] - range[0], "");
    hooks.move(range[0]);
    return true;
  }

  function put(hex) {
    const length = hex.length / 2;
    const [start, end] = hooks.range() ?? [cursor.offset, cursor.offset];
    const removed = cursor.inserting ? end - start : Math.min(length, hooks.size() - start);
    hooks.splice(start, removed, hex);
    hooks.move(start + length);
  }

  function typeDigit(key) {
    if (cursor.digit === null) {
      cursor.digit = key.toLowerCase();
      hooks.redraw();
      return;
    }
    const value = cursor.digit + key.toLowerCase();
    cursor.digit = null;
    put(value);
  }

  function vertical(by) {
    const layout = hooks.layout();
    const row = layout.rowOf(cursor.offset);
    const to = Math.max(0, Math.min(layout.count - 1, row + by));
    const column = cursor.offset - layout.start(row);
    return Math.min(layout.start(to) + column, layout.end(to) - 1);
  }

  const MOVES = {
    ArrowLeft: () => cursor.offset - 1,
    ArrowRight: () => cursor.offset + 1,
    ArrowUp: () => vertical(-1),
    ArrowDown: () => vertical(1),
    PageUp: () => vertical(-hooks.page()),
    PageDown: () => vertical(hooks.page()),
    Home: () => hooks.layout().start(hooks.layout().rowOf(cursor.offset)),
    End: () => hooks.layout().end(hooks.layout().rowOf(cursor.offset)) - 1,
  };
  const FAR = {
    Home: (extend) => hooks.move(0, extend),
    End: (extend) => hooks.move(hooks.size(), extend),
    a: () => hooks.choose(0, hooks.size()),
    f: () => hooks.find(),
  };
  const EDITS = {
    Delete: () => cut() || (cursor.offset < hooks.size() && hooks.splice(cursor.offset, 1, "")),
    Backspace() {
      if (cut() || cursor.offset === 0) return;
      hooks.splice(cursor.offset - 1, 1, "");
      hooks.move(cursor.offset - 1);
    },
    Insert: () => hooks.toggleInsert(),
    F2: () => hooks.switchColumn(),
    Enter: () => cursor.column === "text" && put("0a"),
    Escape() {
      cursor.digit = null;
      hooks.move(cursor.offset);
    },
  };

  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    if (event.ctrlKey) {
      if (!(event.key in FAR)) return;
      event.preventDefault();
      FAR[event.key](event.shiftKey);
      return;
    }
    if (event.key in MOVES) {
      cursor.digit = null;
      hooks.move(Math.max(0, Math.min(hooks.size(), MOVES[event.key]())), event.shiftKey);
    } else if (event.key in EDITS) EDITS[event.key]();
    else if (cursor.column === "hex" && HEX.test(event.key)) typeDigit(event.key);
    else if (cursor.column === "text" && [...event.key].length === 1) put(hexOf(encoder.encode(event.key)));
    else return;
    event.preventDefault();
  });

  // The event goes to whatever holds the page's own selection, which need not be the grid.
  const copied = (event) => {
    if (document.activeElement !== grid) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", hooks.copied(cursor.column));
    if (event.type === "cut") cut();
  };
  document.addEventListener("copy", copied);
  document.addEventListener("cut", copied);

  grid.addEventListener("paste", (event) => {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    const hex = cursor.column === "hex" ? parseHex(text) : hexOf(encoder.encode(text));
    if (hex) put(hex);
  });

  return {
    leave() {
      document.removeEventListener("copy", copied);
      document.removeEventListener("cut", copied);
    },
  };
}
