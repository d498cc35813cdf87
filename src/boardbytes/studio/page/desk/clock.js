// The clocks of a game: they run where the game goes on, and when one runs out the game is lost.

/** Milliseconds between two looks at the clock. */
const TICK = 200;
/** Below so many seconds time is short. */
const LOW = 20;

/** Gives a desk its clocks: `desk.clock(side)`; the event "clock" says that they have moved on. */
export function clocks(desk) {
  let heard = performance.now();
  let fallen = null;

  const control = () => desk.view.seats?.clock ?? null;
  const isOver = () => Boolean(desk.tree?.result || desk.end?.more);
  /** Whose clock runs: it starts with the first move. */
  const running = () => (control() && desk.end?.number > 0 && !isOver() ? desk.end.turn || null : null);
  const spent = () => (desk.view.seats.spent ?? 0) + (performance.now() - heard) / 1000;

  /** What a side had left after its last move. */
  function noted(side) {
    for (let node = desk.atEnd ? desk.end : desk.at; node; node = node.parent)
      if (node.clock?.[side]) return parsed(node.clock[side]);
    return { seconds: control().main, periods: null };
  }

  /** What a side has left now; no seconds if its flag has fallen. */
  function left(side) {
    const { seconds, periods } = noted(side);
    if (side !== running() || !desk.atEnd) return { seconds, periods };
    const { period, periods: all } = control();
    let rest = seconds - spent();
    let more = periods;
    if (rest <= 0 && more === null) [more, rest] = [all, period + rest];
    while (rest <= 0 && more > 0 && period > 0) [more, rest] = [more - 1, rest + period];
    return { seconds: more === 0 ? Math.min(rest, 0) : rest, periods: more };
  }

  desk.clock = (side) => {
    if (!control() || !side) return null;
    const { seconds, periods } = left(side);
    return { text: written(seconds, periods), running: side === running(), low: seconds < LOW };
  };

  /** Whoever sees a flag fall says so, once. */
  function tick() {
    const side = running();
    if (!side) return;
    desk.emit("clock");
    const { revision } = desk.view.desk;
    if (!desk.atEnd || left(side).seconds > 0 || fallen === revision) return;
    fallen = revision;
    const winner = desk.view.game.sides.find((each) => each !== side);
    desk.computer.pause();
    desk.edit([{ edit: "result", text: winner, reason: "time" }]);
  }

  const timer = setInterval(tick, TICK);
  desk.on("view", () => (heard = performance.now()));
  return { leave: () => clearInterval(timer) };
}

/** "4:37", "1:00:00" or "0:30 (3)". */
function parsed(text) {
  const [time, periods] = text.split(" ");
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { seconds, periods: periods ? Number(periods.slice(1, -1)) : null };
}

/** A clock shows tenths when hardly anything is left. */
function written(seconds, periods) {
  const shown = Math.max(0, seconds);
  const whole = Math.floor(shown);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (number) => String(number).padStart(2, "0");
  const rest = shown < 10 ? `0${shown.toFixed(1)}` : two(whole % 60);
  const text = hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
  return periods === null ? text : `${text} (${periods})`;
}
