// What happened, for eyes and for ears.

import { h } from "./dom.js";
import { iconButton } from "./icons.js";

const SHOWN_FOR = 6000;
/** Errors take longer to read. */
const ERROR_SHOWN_FOR = 15000;

/** Says a sentence to those who listen rather than look. */
export function say(text) {
  const place = document.getElementById("said");
  if (place.textContent === text) place.textContent = "";
  place.textContent = text;
}

/** A sentence that goes away by itself, perhaps with something to do about it. */
export function tell(text, action = null) {
  const note = show("note", "status", text);
  leave(note, SHOWN_FOR);
  if (!action) return;
  const act = () => {
    note.remove();
    action.act();
  };
  note.firstChild.after(h("button", { type: "button", class: "message-action", on: { click: act } }, action.label));
}

/** Takes a note away after a while; not while somebody points at it or is in it. */
function leave(note, after) {
  setTimeout(() => (note.matches(":hover, :focus-within") ? leave(note, SHOWN_FOR) : note.remove()), after);
}

/** Takes away complaints: something has gone right since. */
export function calm() {
  document.querySelectorAll(".message.error").forEach((old) => old.remove());
}

/** A problem in words, its place before it. */
export function said(problem) {
  return [problem.where, problem.message ?? String(problem)].filter(Boolean).join(": ");
}

/** What went wrong, with its details; goes away by itself, when it is dismissed, or when something goes right. */
export function complain(error) {
  if (error.name === "AbortError") return;
  calm();
  const details = (error.problems ?? []).map(said);
  const note = show(
    "error",
    "alert",
    error.message,
    details.filter((detail) => !error.message.includes(detail)),
  );
  leave(note, ERROR_SHOWN_FOR);
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
    iconButton("close", "Dismiss", () => note.remove()),
  );
  document.getElementById("messages").append(note);
  return note;
}
