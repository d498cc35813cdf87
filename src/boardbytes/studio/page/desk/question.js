// A question in words with two answers: nothing that ends a game happens without one.

import { h } from "../core/dom.js";
import { say } from "../core/messages.js";

export function questionCard() {
  const words = h("p", { class: "question-words" });
  const yes = h("button", { type: "button", class: "primary", id: "question-yes", on: { click: () => settle(true) } });
  const no = h("button", { type: "button", id: "question-no", on: { click: () => settle(false) } }, "Play on");
  const element = h(
    "section",
    { class: "card question stack", "aria-label": "A question", hidden: true },
    words,
    h("div", { class: "actions" }, yes, no),
  );
  let answered = null;

  /** What is asked is answered, or there is no longer any reason to ask. */
  function settle(answer) {
    element.hidden = true;
    answered?.(answer);
    answered = null;
  }

  element.addEventListener("keydown", (event) => event.key === "Escape" && settle(false));
  return {
    element,
    settle,
    /** @returns {Promise<boolean>} */
    ask(question, agree) {
      settle(false);
      words.textContent = question;
      yes.textContent = agree;
      element.hidden = false;
      yes.focus();
      say(question);
      return new Promise((resolve) => (answered = resolve));
    },
  };
}
