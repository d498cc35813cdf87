// What moves are worth: which is better, and how to say it in little room.

/** The better first; scores are those of an analysis. */
export const compareValues = (a, b) => b.order - a.order;

export const bestValue = (values) => [...values].sort(compareValues)[0] ?? null;

/** "W7", "D", "L12" where it is certain; else the percentage of games won, or the lead. */
export function shortValue({ value, plies, proven, win_rate: rate, lead }) {
  if (proven && value) return `${value[0].toUpperCase()}${value === "drawn" ? "" : (plies ?? "")}`;
  if (typeof rate === "number") return `${Math.round(rate * 100)}%`;
  const rounded = typeof lead === "number" ? Math.round(lead * 10) / 10 + 0 : null;
  return rounded === null ? "?" : `${rounded > 0 ? "+" : ""}${rounded.toFixed(1)}`;
}

/** A line of an analysis with what the board and the lists need of it: its rank, and a word for its colour. */
export function valued(line) {
  const { value, proven, plies, expectation } = line;
  const sure = proven && value && value !== "drawn" ? 1000 - (plies ?? 999) : 0;
  return {
    ...line,
    order: (value === "lost" ? -sure : sure) + expectation,
    value: proven && value ? value : expectation > 0.6 ? "won" : expectation < 0.4 ? "lost" : "drawn",
  };
}
