// Arrow keys and the wheel walk through a game, from anywhere on the page.

const TYPING = "input, textarea, select, [contenteditable], [role=tablist], [role=grid], [role=slider], dialog";
/** How far the wheel turns for one move. */
const NOTCH = 60;

const KEYS = {
  ArrowLeft: (desk) => desk.step(-1),
  ArrowRight: (desk) => desk.step(1),
  Home: (desk) => desk.show(desk.line[0].path),
  End: (desk) => desk.show(desk.line.at(-1).path),
  ArrowUp: (desk) => desk.sidestep(-1),
  ArrowDown: (desk) => desk.sidestep(1),
};

/**
 * @param {HTMLElement[]} places where the wheel walks through the game; elsewhere it scrolls, and so it does there in
 *   whatever has more than it shows
 */
export function walking(desk, places) {
  let turned = 0;

  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (!desk.tree || !(event.key in KEYS) || event.target.closest?.(TYPING)) return;
    if (KEYS[event.key](desk) !== false) event.preventDefault();
  }

  function wheel(event) {
    if (!desk.tree || event.ctrlKey || desk.nodes.length < 2 || scrolls(event.target, event.currentTarget)) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    const steps = Math.trunc(turned / NOTCH);
    turned -= steps * NOTCH;
    if (steps !== 0) desk.step(steps);
  }

  addEventListener("keydown", key);
  for (const place of places) place.addEventListener("wheel", wheel, { passive: false });
  return { leave: () => removeEventListener("keydown", key) };
}

/** Whether something between an element and a place around it can be scrolled. */
function scrolls(element, place) {
  for (let each = element; each && each !== place; each = each.parentElement)
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return true;
  return false;
}
