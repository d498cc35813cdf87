// Answers that get better: server-sent events, one part after the other.

/**
 * Listens to an address until it has sent everything, or until the returned function is called.
 * @param {string} path
 * @param {Object<string, *>} query
 * @param {{part: (value: object) => void, end?: () => void, refused?: (why: string) => void}} hear
 * @returns {() => void}
 */
export function listen(path, query, hear) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) url.searchParams.set(name, value);
  const source = new EventSource(url);
  source.addEventListener("message", ({ data }) => hear.part(JSON.parse(data)));
  source.addEventListener("end", () => {
    source.close();
    hear.end?.();
  });
  source.addEventListener("refused", ({ data }) => {
    source.close();
    hear.refused?.(JSON.parse(data).error);
  });
  // Otherwise it would start again by itself, and think the same thoughts.
  source.addEventListener("error", () => {
    source.close();
    hear.end?.();
  });
  return () => source.close();
}
