// Where we are, in the address: #/ is the start, #/desk/ID/TAB a desk, #/desk/ID/TAB?at=PATH a node of its game.

/** @returns {{place: "start"} | {place: "desk", id: string, tab: string, at: string|null}} */
export function route() {
  const [path, query] = location.hash.slice(1).split("?");
  const [, place, id, tab] = decodeURIComponent(path).split("/");
  if (place !== "desk" || !id) return { place: "start" };
  return { place, id, tab: tab || "bytes", at: new URLSearchParams(query).get("at") };
}

/** The address of a desk, of a tab beside it, and of a node; null is the end of the game. */
export const deskAddress = (id, tab = "bytes", at = null) =>
  `#/desk/${encodeURIComponent(id)}/${tab}${at === null ? "" : `?at=${encodeURIComponent(at)}`}`;

/** Goes to a place; the browser's back button leads here again. */
export function go(address) {
  location.hash = address;
}

/** Changes the address without a step in the history: for switching tabs and for walking through a game. */
export function rename(address) {
  history.replaceState(null, "", address);
}
