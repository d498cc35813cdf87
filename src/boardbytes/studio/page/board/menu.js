// Settings of the board itself: turned round, of wood or plain, with or without sound, as a picture.

import * as api from "../core/api.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { showKeys } from "../core/keys.js";
import { attempt, tell } from "../core/messages.js";
import { boardTheme, material, setMaterial } from "../core/theme.js";
import { pictureLinks } from "./pictures.js";
import { ruleTitle, ruleWords } from "./rulewords.js";
import { setSounds, sound, soundsOn } from "./sounds.js";

export function boardMenu(desk, { flip }) {
  const materials = ["wood", "plain"].map((name) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: "material",
        value: name,
        checked: material() === name,
        on: { change: () => setMaterial(name) },
      }),
      name === "wood" ? "Wood" : "Plain",
    ),
  );
  const sounds = h("input", {
    type: "checkbox",
    id: "sounds",
    role: "switch",
    checked: soundsOn(),
    on: {
      change() {
        setSounds(sounds.checked);
        if (sounds.checked) sound("move");
      },
    },
  });
  const rules = h("select", {
    id: "rules",
    on: { change: () => desk.edit([{ edit: "rules", text: rules.value }]) },
  });
  const meaning = h("p", { class: "faint", id: "rules-meaning" });
  const rulesField = h(
    "div",
    { class: "rules-field" },
    h("label", { class: "small-field", for: "rules" }, "Rules", rules),
    meaning,
  );
  rules.setAttribute("aria-describedby", meaning.id);
  const links = h("div", { class: "menu-links" });
  const panel = h(
    "div",
    { class: "menu", id: "board-menu", popover: "auto", role: "group", "aria-label": "Board settings" },
    rulesField,
    h("fieldset", { class: "choices" }, h("legend", {}, "Board"), materials),
    h("label", { class: "switch-field", for: "sounds" }, sounds, "Sounds"),
    item("picture", "Copy picture", copyPicture),
    links,
    item("keyboard", "Keys", () => {
      panel.hidePopover();
      showKeys();
    }),
  );

  function item(name, label, does) {
    return h("button", { type: "button", class: "quiet", on: { click: does } }, icon(name), label);
  }

  const query = (path = desk.at?.path) => ({ theme: boardTheme(), ...(path === undefined ? {} : { path }) });

  async function copyPicture() {
    const copied = await attempt(async () => {
      const picture = fetch(api.pictureUrl(desk.id, "png", query())).then((answer) => answer.blob());
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      return true;
    });
    if (copied) tell("The picture is copied.");
  }

  function drawRules() {
    const { rules: name, rule_sets: sets } = desk.view.board;
    // The rules of a signed game are signed, too.
    rulesField.hidden = sets.length < 2 || Boolean(desk.view.channel);
    if ([...rules.options].map((option) => option.value).join() !== sets.join())
      rules.replaceChildren(...sets.map((each) => h("option", { value: each, title: ruleWords(desk.view.game.name, each) }, ruleTitle(desk.view.game.name, each))));
    rules.value = name;
    meaning.textContent = ruleWords(desk.view.game.name, name);
  }

  function draw() {
    drawRules();
    links.replaceChildren(...pictureLinks(desk));
  }
  desk.on("at", () => panel.matches(":popover-open") && drawRules());
  panel.addEventListener("beforetoggle", (event) => event.newState === "open" && draw());
  panel.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) place();
    // Whoever turns the phone still finds it.
    if (isOpen) addEventListener("resize", place);
    else removeEventListener("resize", place);
  });

  /** Above its button, within the screen. */
  function place() {
    const box = button.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = panel;
    const left = Math.max(8, Math.min(box.right, innerWidth - 8) - offsetWidth);
    const top = box.top > offsetHeight + 16 ? box.top - offsetHeight - 8 : Math.min(box.bottom + 8, innerHeight - offsetHeight - 8);
    Object.assign(panel.style, { left: `${left}px`, top: `${Math.max(8, top)}px` });
  }

  const button = h(
    "button",
    {
      type: "button",
      class: "quiet icon-only",
      id: "board-settings",
      popovertarget: "board-menu",
      "aria-label": "Board settings",
      "aria-expanded": "false",
      title: "Board settings",
    },
    icon("sliders"),
  );
  const turn = h(
    "button",
    {
      type: "button",
      class: "quiet icon-only",
      id: "flip",
      "aria-label": "Flip the board",
      title: "Flip the board (F)",
      on: { click: () => flip() },
    },
    icon("flip"),
  );
  return { element: h("div", { class: "board-menu" }, turn, button, panel) };
}
