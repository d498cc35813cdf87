// Where we are, in the address: #/ is the start, #/desk/ID/TAB a desk.

/** @returns {{place: "start"} | {place: "desk", id: string, tab: string}} */
export function route() {
  const [, place, id, tab] = decodeURIComponent(location.hash.slice(1)).split("/");
  return place === "desk" && id ? { place, id, tab: tab || "bytes" } : { place: "start" };
}

export const deskAddress = (id, tab = "bytes") => `#/desk/${encodeURIComponent(id)}/${tab}`;

/** Goes to a place; the browser's back button leads here again. */
export function go(address) {
  location.hash = address;
}

/** Names the place without a step in the history: for switching tabs. */
export function rename(address) {
  history.replaceState(null, "", address);
}
