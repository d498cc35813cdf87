// The studio's API, one function for each thing it can do.

/** What the server refused, in its own words. */
class ApiError extends Error {
  constructor(message, problems = [], status = 0) {
    super(message);
    this.name = "ApiError";
    this.problems = problems;
    this.status = status;
  }
}

/** How many answers are awaited: the page shows that it is waiting, if that takes a while. */
let awaited = 0;
function waiting(by) {
  awaited += by;
  document.documentElement.toggleAttribute("data-waiting", awaited > 0);
}

async function ask(path, options) {
  waiting(1);
  try {
    return await request(path, options);
  } finally {
    waiting(-1);
  }
}

async function request(path, { query = {}, json, body, method, signal } = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && (value !== "" || name === "path")) url.searchParams.set(name, value);
  const headers = json === undefined ? {} : { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(url, {
      method: method ?? (json === undefined && body === undefined ? "GET" : "POST"),
      body: json === undefined ? body : JSON.stringify(json),
      headers,
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The studio does not answer: is it still running?");
  }
  if (!answer.ok) throw await refusal(answer);
  return answer.status === 204 ? null : answer.json();
}

async function refusal(answer) {
  try {
    const { error, problems } = await answer.json();
    return new ApiError(error, problems, answer.status);
  } catch {
    return new ApiError(
      `The studio answered ${answer.status} ${answer.statusText}`.trim(),
      [],
      answer.status,
    );
  }
}

export const deskPath = (id, rest) => desk(id, rest);
const desk = (id, rest = "") => `/api/desks/${encodeURIComponent(id)}${rest}`;

export const about = () => ask("/api/about");
export const players = () => ask("/api/players");
export const desks = () => ask("/api/desks");
export const pictures = (edition, theme) => ask("/api/examples", { query: { edition, theme } });

export const openBytes = (bytes, name, query) =>
  ask("/api/desks", { body: bytes, query: { name, ...query }, method: "POST" });
export const openExample = (name, query) =>
  ask(`/api/desks/example/${encodeURIComponent(name)}`, { method: "POST", query });
export const openNew = (settings, query) => ask("/api/desks/new", { json: settings, query });
export const openChannel = (settings, query) => ask("/api/desks/channel", { json: settings, query });
export const openFromLibrary = (code, query) =>
  ask(`/api/desks/library/${encodeURIComponent(code)}`, { method: "POST", query });
export const searchLibrary = (search) => ask("/api/library", { query: { search } });
export const publish = (id, query) => ask("/api/library", { json: { desk: id }, query });

export const searchRegistry = (search) => ask("/api/registry", { query: { search } });
export const openFromRegistry = (code, query) =>
  ask(`/api/desks/registry/${encodeURIComponent(code)}`, { method: "POST", query });
export const pushToRegistry = (id, key, query) => ask("/api/registry", { json: { desk: id, key }, query });

export const keys = () => ask("/api/keys");
export const newKey = () => ask("/api/keys", { method: "POST" });
export const join = (url, query) => ask("/api/desks/join", { json: { url }, query });
export const relayOf = (id) => ask(desk(id, "/relay"));
export const bringToRelay = (id, url) => ask(desk(id, "/relay"), { json: { url } });

export const look = (id, query, signal) => ask(desk(id), { query, signal });
/** What only the rules know of a node. Nobody waits for it, so the page does not say that it is waiting. */
export const here = (id, query) => request(desk(id, "/at"), { query });
export const eventsUrl = (id) => desk(id, "/events");
export const remove = (id) => ask(desk(id), { method: "DELETE" });
export const remember = (id) => ask(desk(id, "/remember"), { json: {} });

/** A change: `what` is moves, tree, name, reply, undo, redo, bytes, read, repair, format, tiles, lines or countersign. */
export const change = (id, what, json, query, signal) =>
  ask(desk(id, `/${what}`), { json: json ?? {}, query, signal });

export const bytes = (id, start, end) => ask(desk(id, "/bytes"), { query: { start, end } });
export const find = (id, query) => ask(desk(id, "/find"), { query });
export const lines = (id) => ask(desk(id, "/text-lines"));
export const where = (id, query) => ask(desk(id, "/where"), { query });
/** All bytes of a desk. */
export async function fileBytes(id) {
  const answer = await fetch(desk(id, "/file"));
  if (!answer.ok) throw await refusal(answer);
  return new Uint8Array(await answer.arrayBuffer());
}
export const games = (id) => ask(desk(id, "/games"));
export const positionText = async (id, query) => (await ask(desk(id, "/text"), { query })).text;
export const repairs = (id) => ask(desk(id, "/repair"));
export const formats = (id) => ask(desk(id, "/formats"));
export const count = (id, query) => ask(desk(id, "/count"), { query });
export const copiedTiles = (id, corner, opposite) => ask(desk(id, "/tiles"), { query: { corner, opposite } });
export const tile = (id, x, y) => ask(desk(id, `/tiles/${x}/${y}`));

export const thumbnailUrl = (id, query) => `${desk(id, "/thumbnail.svg")}?${new URLSearchParams(query)}`;
export const fileUrl = (id, format) => `${desk(id, "/file")}?format=${encodeURIComponent(format)}`;
export const pictureUrl = (id, kind, query) =>
  `${desk(id, `/picture.${kind}`)}?${new URLSearchParams(query)}`;
