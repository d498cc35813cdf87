// Every problem with its place; what a repair would change, and doing it.

import * as api from "../core/api.js";
import { grouped, h, many, rowButton } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { attempt, said, say } from "../core/messages.js";

export function findingsPanel(desk) {
  const verdict = h("p", { class: "verdict", id: "verdict" });
  const list = h("ul", { class: "rows findings", id: "findings" });
  const repair = h(
    "button",
    { type: "button", class: "primary", id: "repair", on: { click: preview } },
    icon("wrench"),
    "Repair…",
  );
  const changes = h("section", {
    class: "card stack",
    "aria-label": "What a repair would change",
    hidden: true,
  });

  /** The revision whose repair is shown: other colours change nothing about it. */
  let previewed = null;

  function draw() {
    const { findings, can_repair: canRepair } = desk.view;
    const errors = findings.filter((finding) => finding.severity === "error").length;
    const warnings = findings.length - errors;
    verdict.className = `verdict ${errors > 0 ? "bad" : warnings > 0 ? "odd" : "good"}`;
    verdict.replaceChildren(
      icon(findings.length > 0 ? "warning" : "check"),
      findings.length > 0
        ? [errors > 0 && many(errors, "error"), warnings > 0 && many(warnings, "warning")]
            .filter(Boolean)
            .join(", ")
        : "All is well: nothing wrong was found in these bytes.",
    );
    list.replaceChildren(...findings.map(row));
    repair.hidden = !canRepair;
    if (desk.view.desk.revision !== previewed) changes.hidden = true;
  }

  function row(finding) {
    const there = finding.offset !== null;
    const words = [
      h("span", { class: `severity ${finding.severity}` }, finding.severity),
      h("span", { class: "row-words" }, said(finding)),
      there && h("span", { class: "faint" }, `byte ${grouped(finding.offset)}`),
    ];
    if (!there) return h("li", { class: "row" }, words);
    return rowButton(
      {
        data: { offset: finding.offset },
        on: { click: () => desk.emit("find", { offset: finding.offset, focus: true }) },
      },
      words,
    );
  }

  async function preview() {
    const answer = await attempt(() => api.repairs(desk.id));
    if (!answer) return;
    previewed = desk.view.desk.revision;
    const apply = h("button", { type: "button", class: "primary", on: { click: mend } }, "Apply");
    changes.replaceChildren(
      h(
        "h3",
        {},
        answer.changes.length > 0 ? `${many(answer.changes.length, "change")}:` : "Nothing would change.",
      ),
      h("ol", { class: "rows" }, answer.changes.map(change)),
      h(
        "div",
        { class: "actions" },
        answer.changes.length > 0 && apply,
        h(
          "button",
          {
            type: "button",
            on: {
              click: () => {
                changes.hidden = true;
              },
            },
          },
          "Leave it",
        ),
      ),
    );
    changes.hidden = false;
    say(`repair would make ${many(answer.changes.length, "change")}`);
    if (apply.isConnected) apply.focus();
  }

  const change = ({ offset, before, after, reason, is_length }) =>
    h(
      "li",
      { class: "row change" },
      h("span", { class: "faint" }, is_length ? "length" : `byte ${grouped(offset)}`),
      h("code", {}, h("del", {}, String(before)), " → ", h("ins", {}, String(after))),
      h("span", { class: "row-words" }, reason),
    );

  async function mend() {
    if (await desk.change("repair")) say(`repaired; ${verdict.textContent}`);
    verdict.focus();
  }

  verdict.tabIndex = -1;
  desk.watch("view", draw);
  return {
    element: h(
      "div",
      {},
      h("h2", { class: "unseen" }, "Findings"),
      verdict,
      list,
      h("div", { class: "actions" }, repair),
      changes,
    ),
  };
}
