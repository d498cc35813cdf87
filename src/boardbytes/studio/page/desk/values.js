// Won, drawn and lost: which is better, and how it is said in little room.

const RANK = { won: 2, drawn: 1, lost: 0 };

/** Sooner is better when won, later when lost. */
export function compareValues(a, b) {
  if (a.value !== b.value) return RANK[b.value] - RANK[a.value];
  const difference = (a.plies ?? 0) - (b.plies ?? 0);
  return a.value === "lost" ? -difference : difference;
}

export const bestValue = (values) => [...values].sort(compareValues)[0] ?? null;

/** "W7", "D", "L12"; "W?" where it is only likely. */
export const shortValue = ({ value, plies, certain }) =>
  `${value[0].toUpperCase()}${certain ? (plies ?? "") : "?"}`;
