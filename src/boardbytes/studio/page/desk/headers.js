// Who played, when and where: a card that can be edited.

import { h } from "../core/dom.js";

const USUAL = ["event", "round", "place", "date", "annotator"];
const words = (name) => (name[0].toUpperCase() + name.slice(1)).replaceAll("_", " ");

export function headerCard(desk) {
  const title = h("p", { class: "header-title" });
  const facts = h("dl", { class: "header-facts" });
  const form = h("form", { class: "header-form", hidden: true, "aria-label": "About the game", on: { submit } });
  const edit = h(
    "button",
    { type: "button", class: "small", id: "edit-headers", "aria-expanded": "false", on: { click: () => open(form.hidden) } },
    "Edit",
  );
  const element = h(
    "section",
    { class: "header-card", "aria-label": "About the game" },
    h("div", { class: "header-top" }, title, edit),
    facts,
    form,
  );

  const sides = () => desk.view.game.sides;
  const known = () => new Map(desk.tree.headers);

  function open(wanted) {
    form.hidden = !wanted;
    edit.setAttribute("aria-expanded", String(wanted));
    if (wanted) drawForm();
  }

  function submit(event) {
    event.preventDefault();
    const before = known();
    const edits = [...form.querySelectorAll("input[name]")]
      .filter((input) => input.value !== (before.get(input.name) ?? ""))
      .map((input) => ({ edit: "header", header: input.name, text: input.value }));
    const winner = form.querySelector("select").value;
    if (winner !== "same") edits.push({ edit: "result", text: winner });
    open(false);
    if (edits.length > 0) desk.edit(edits.map((each) => ({ ...each, path: desk.at.path })));
  }

  function drawForm() {
    const headers = known();
    const names = new Set([...sides(), ...sides().map((side) => `${side}_rank`), ...USUAL, ...headers.keys()]);
    form.replaceChildren(
      ...[...names].map((name) =>
        h(
          "label",
          { class: "small-field" },
          words(name),
          h("input", { name, type: "text", value: headers.get(name) ?? "", maxlength: 10000, autocomplete: "off" }),
        ),
      ),
      h(
        "label",
        { class: "small-field" },
        "Who won",
        h(
          "select",
          {},
          h("option", { value: "same" }, "as it is"),
          sides().map((side) => h("option", { value: side }, side)),
          h("option", { value: "draw" }, "a draw"),
          h("option", { value: "" }, "nobody yet"),
        ),
      ),
      h("button", { type: "submit", class: "primary" }, "Save"),
      h("button", { type: "button", on: { click: () => open(false) } }, "Cancel"),
    );
  }

  function draw() {
    if (!desk.tree) return;
    const headers = known();
    const player = (side) => {
      const rank = headers.get(`${side}_rank`);
      return headers.has(side) ? `${headers.get(side)}${rank ? ` (${rank})` : ""}` : words(side);
    };
    title.textContent = sides().map(player).join(" – ");
    edit.hidden = Boolean(desk.view.channel);
    const said = new Set(sides().flatMap((side) => [side, `${side}_rank`]));
    facts.replaceChildren(
      ...[...headers]
        .filter(([name]) => !said.has(name))
        .flatMap(([name, value]) => [h("dt", {}, words(name)), h("dd", {}, value)]),
    );
  }

  desk.watch("view", draw);
  return { element };
}
