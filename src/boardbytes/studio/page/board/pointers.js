// Mouse, pen and fingers on the board: pointing, clicking, and dragging a piece.

import { spotAt } from "./choosing.js";

const DRAGGED = 6;
/** A finger need not come as close to a point as a mouse. */
const BLUNT = 1.6;

/**
 * @param {HTMLElement} frame what the picture lies in
 * @param {() => object} now the board of the view
 * @param {{hover: (name: string|null) => void, grab: (name: string) => boolean, take: (name: string) => void,
 *   aim: (name: string) => boolean, find: (name: string) => void, dropped: () => void,
 *   pieceAt: (name: string) => SVGElement|null}} hooks
 *   `grab` says whether a piece may be dragged, `aim` whether a tap should only show what the next one does.
 */
export function boardPointers(frame, now, hooks) {
  let drag = null;

  function placeOf(event) {
    const box = frame.getBoundingClientRect();
    const scale = now().width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  const isTouch = (event) => event.pointerType === "touch";
  const under = (event) => spotAt(now().spots, now().reach * (isTouch(event) ? BLUNT : 1), ...placeOf(event));

  function move(event) {
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= DRAGGED || !hooks.grab(drag.name))
        return;
      drag.moving = true;
      drag.from = now().spots.get(drag.name);
      drag.piece = hooks.pieceAt(drag.name);
      drag.piece?.parentNode.append(drag.piece);
      frame.setPointerCapture(event.pointerId);
    }
    const [x, y] = placeOf(event);
    if (drag.piece) drag.piece.style.transform = `translate(${x - drag.from.x}px, ${y - drag.from.y}px)`;
  }

  function drop() {
    if (drag?.piece) drag.piece.style.transform = "";
    drag = null;
  }

  function lift(event) {
    if (!drag) return;
    const { name, moving } = drag;
    const target = under(event);
    drop();
    if (moving) {
      if (target && target !== name) hooks.take(target);
      else hooks.dropped();
    } else if (target === name && !(isTouch(event) && hooks.aim(name))) hooks.take(name);
  }

  frame.addEventListener("pointermove", (event) => {
    if (drag) move(event);
    if (!isTouch(event) || drag?.moving) hooks.hover(under(event));
  });
  frame.addEventListener("pointerleave", (event) => !isTouch(event) && hooks.hover(null));
  frame.addEventListener("pointerdown", (event) => {
    const name = under(event);
    if (event.button === 0 && !event.altKey && name) drag = { name, x: event.clientX, y: event.clientY };
  });
  frame.addEventListener("click", (event) => {
    const name = event.altKey && under(event);
    if (name) hooks.find(name);
  });
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", drop);

  return {
    drop,
    leave() {
      removeEventListener("pointerup", lift);
      removeEventListener("pointercancel", drop);
    },
  };
}
