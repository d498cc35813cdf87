// Mouse, pen and fingers on the tiles: one paints or drags the picture, two pinch it, the wheel zooms.

/**
 * @param {HTMLElement} stage
 * @param {import("./camera.js").Camera} camera
 * @param {{under: (place: number[]) => number[]|null, drags: () => boolean, hover: (tile: number[]|null) => void,
 *   begin: (tile: number[]) => void, extend: (tile: number[]) => void, finish: () => void, cancel: () => void,
 *   find: (tile: number[]) => void, moved: () => void}} hooks
 */
export function tilePointers(stage, camera, hooks) {
  const pointers = new Map();
  let dragged = null;

  const placeOf = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  stage.addEventListener("pointerdown", (event) => {
    stage.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    const tile = hooks.under(place);
    if (pointers.size > 1) {
      hooks.cancel();
      dragged = null;
    } else if (event.altKey) return;
    else if (event.button === 1 || event.shiftKey || hooks.drags() || !tile) dragged = place;
    else if (event.button === 0) hooks.begin(tile);
  });

  stage.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    if (pointers.size === 2 && pointers.has(event.pointerId)) pinch(event.pointerId, place);
    else if (dragged) {
      camera.pan(place[0] - dragged[0], place[1] - dragged[1]);
      dragged = place;
      hooks.moved();
    } else {
      const tile = hooks.under(place);
      if (tile && pointers.size > 0) hooks.extend(tile);
      hooks.hover(tile);
    }
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, place);
  });

  function pinch(id, place) {
    const [, other] = [...pointers].find(([each]) => each !== id);
    const old = pointers.get(id);
    const before = Math.hypot(old[0] - other[0], old[1] - other[1]);
    const after = Math.hypot(place[0] - other[0], place[1] - other[1]);
    camera.pan((place[0] - old[0]) / 2, (place[1] - old[1]) / 2);
    camera.zoom(after / Math.max(1, before), (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
    hooks.moved();
  }

  function lifted(event, end) {
    pointers.delete(event.pointerId);
    dragged = null;
    end();
  }

  stage.addEventListener("pointerup", (event) => lifted(event, hooks.finish));
  stage.addEventListener("pointercancel", (event) => lifted(event, hooks.cancel));
  stage.addEventListener("pointerleave", () => hooks.hover(null));
  stage.addEventListener("click", (event) => {
    const tile = event.altKey && hooks.under(placeOf(event));
    if (tile) hooks.find(tile);
  });
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      camera.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...placeOf(event));
      hooks.moved();
    },
    { passive: false },
  );
}
