// Whoever else looks at this desk sees the same: the server tells of every change as it happens.

import * as api from "./api.js";
import { calm } from "./messages.js";

/** Milliseconds after which a studio that hung up is asked again. */
const AGAIN = 2000;

/**
 * Follows what others do on a desk. A browser has few connections: a page out of sight gives its own back, and looks
 * again when it is next in sight.
 */
export function follow(desk) {
  let source = null;
  let timer = 0;
  let missed = false;
  /** Whether the studio has hung up: what was complained of since is over when it is back. */
  let lost = false;

  function open() {
    if (source || document.hidden) return;
    source = new EventSource(api.eventsUrl(desk.id));
    source.onopen = () => {
      if (lost) calm();
      lost = false;
      if (missed) desk.hear({ revision: null, path: null });
      missed = false;
    };
    // What was changed between the look at the desk and this.
    source.addEventListener("now", ({ data }) => {
      const revision = Number(data);
      if (revision !== desk.view.desk.revision) desk.hear({ revision, path: null });
    });
    source.onmessage = (event) => desk.hear(JSON.parse(event.data));
    source.addEventListener("thinking", (event) => desk.emit("thinking", JSON.parse(event.data)));
    source.onerror = () => {
      lost = true;
      close();
      timer = setTimeout(open, AGAIN);
    };
  }

  function close() {
    clearTimeout(timer);
    missed = true;
    source?.close();
    source = null;
  }

  const seen = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", seen);
  open();
  return {
    leave() {
      document.removeEventListener("visibilitychange", seen);
      close();
    },
  };
}
