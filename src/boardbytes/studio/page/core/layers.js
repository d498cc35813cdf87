// What several panels lay over the board, as one. Pure functions.

/** Two overlays as one: lists and groups are joined; of anything else the later counts. */
export function together(first, second) {
  const joined = { ...first };
  for (const [name, value] of Object.entries(second)) joined[name] = name in first ? join(first[name], value) : value;
  return joined;
}

function join(first, second) {
  if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
  return isGroup(first) && isGroup(second) ? together(first, second) : second;
}

const isGroup = (value) => value?.constructor === Object;
