// Says in a corner that computer players are still being compiled, and answer in haste meanwhile.

import * as api from "./api.js";
import { h } from "./dom.js";

/** Milliseconds: first the page itself. */
const FIRST = 1200;
const AGAIN = 3000;

const note = h("p", { class: "compiling", id: "compiling", role: "status", hidden: true });

/** Asks now and then until everything is compiled; the note goes by itself. */
export function watchCompiling(place) {
  place.append(note);
  setTimeout(ask, FIRST);
}

async function ask() {
  let games = [];
  try {
    games = (await api.about()).compiling;
  } catch {
    return; // Whoever misses the studio says so elsewhere.
  }
  note.hidden = games.length === 0;
  note.textContent = `Computers get ready for ${games.join(", ")}: until then they answer quickly, but see less.`;
  if (games.length > 0) setTimeout(ask, AGAIN);
}
