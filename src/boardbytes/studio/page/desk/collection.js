// A file of many games: which of them is on the desk.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { attempt, say } from "../core/messages.js";

export function collection(desk) {
  const picker = h("select", { id: "game-picker", on: { change: choose } });
  const element = h("label", { class: "small-field", hidden: true }, "Game", picker);
  let asked = -1;

  async function choose() {
    const number = Number(picker.value);
    if (await desk.change("game", { number })) say(`game ${number}`);
  }

  async function draw() {
    const { collection: at } = desk.view;
    element.hidden = !at;
    if (!at) return;
    if (asked !== desk.edition) {
      asked = desk.edition;
      const games = await attempt(() => api.games(desk.id));
      if (!games) return;
      picker.replaceChildren(
        ...games.map(({ number, title, refused }) =>
          h("option", { value: number, disabled: Boolean(refused) }, `${number}. ${title}`),
        ),
      );
    }
    picker.value = desk.view.collection;
  }

  desk.watch("view", draw);
  return { element };
}
