// From bytes, a name or a choice to a desk.

import * as api from "../core/api.js";
import { attempt, tell } from "../core/messages.js";
import { deskAddress, go } from "../core/router.js";
import { boardTheme } from "../core/theme.js";

/** A view that has just arrived: the desk shows it without asking again. */
export const arrival = {
  view: null,
  put(view) {
    this.view = view;
  },
  take(id) {
    const view = this.view?.desk.id === id ? this.view : null;
    this.view = null;
    return view;
  },
};

/** Which tab says most about a fresh desk. */
function firstTab(view) {
  if (view.findings.some((finding) => finding.severity === "error")) return "findings";
  return view.channel ? "channel" : "bytes";
}

async function open(request, tab) {
  const view = await attempt(request);
  if (!view) return false;
  arrival.put(view);
  go(deskAddress(view.desk.id, tab ?? firstTab(view)));
  return true;
}

const query = () => ({ theme: boardTheme() });

export const openExample = (name) => open(() => api.openExample(name, query()));
export const openNew = (settings) =>
  open(() => api.openNew(settings, query()), settings.game === "tiles" ? "tiles" : "players");
export const openChannel = (settings) => open(() => api.openChannel(settings, query()), "channel");
export const openJoined = (url) => open(() => api.join(url, query()), "channel");
export const openFromRegistry = (code) => open(() => api.openFromRegistry(code, query()), "tiles");
export const openCode = (code) => open(() => api.openFromLibrary(code, query()), "tiles");
export const openText = (text) => open(() => api.openBytes(new Blob([text]), "pasted", query()));

/** Opens the files; if there are several, the last is shown and the others are among the recent desks. */
export async function openFiles(files) {
  for (const file of files) {
    if (!(await open(() => api.openBytes(file, file.name, query())))) return;
  }
  if (files.length > 1) tell(`${files.length} files opened; the others are among the recent desks.`);
}
