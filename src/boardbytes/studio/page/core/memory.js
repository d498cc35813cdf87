// What this browser remembers; a browser that forbids it simply forgets.

const key = (name) => `boardbytes.${name}`;

export function read(name) {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(key(name), value);
  } catch {
    // Nothing to do: it works now, but is forgotten next time.
  }
}

/** A remembered JSON value, or `otherwise` if there is none that can be read. */
export function readJson(name, otherwise) {
  try {
    return JSON.parse(read(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
