// What happened, for eyes and for ears.

import { h } from "./dom.js";
import { icon } from "./icons.js";

const SHOWN_FOR = 6000;

/** Says a sentence to those who listen rather than look. */
export function say(text) {
  const place = document.getElementById("said");
  if (place.textContent === text) place.textContent = "";
  place.textContent = text;
}

/** A sentence that goes away by itself. */
export function tell(text) {
  const note = show("note", "status", text);
  setTimeout(() => note.remove(), SHOWN_FOR);
}

/** Takes back what went wrong before: something has gone right since. */
export function calm() {
  document.querySelectorAll(".message.error").forEach((old) => old.remove());
}

/** What went wrong, with its details; stays until it is dismissed or something goes right. */
export function complain(error) {
  if (error.name === "AbortError") return;
  calm();
  const details = (error.problems ?? []).map((problem) => problem.message ?? String(problem));
  show(
    "error",
    "alert",
    error.message,
    details.filter((detail) => !error.message.includes(detail)),
  );
}

/** Runs something that may fail, and complains if it does. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    complain(error);
    return undefined;
  }
}

function show(kind, role, text, details = []) {
  const note = h(
    "div",
    { class: `message ${kind}`, role },
    h(
      "div",
      {},
      h("p", {}, text),
      details.length > 0 &&
        h(
          "ul",
          {},
          details.slice(0, 6).map((detail) => h("li", {}, detail)),
        ),
    ),
    h(
      "button",
      {
        type: "button",
        class: "quiet icon-only",
        "aria-label": "Dismiss",
        on: { click: () => note.remove() },
      },
      icon("close"),
    ),
  );
  document.getElementById("messages").append(note);
  return note;
}
