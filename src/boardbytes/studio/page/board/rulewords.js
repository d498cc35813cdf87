// What sets of rules are called, and what they mean: from the server's own table.

import { RULES } from "./rules.js";

/** Names of the sets of rules of a game, in the order in which they are offered. */
export const ruleNames = (game) => Object.keys(RULES[game]);

/** What players call a set of rules; its own name where it is not known. */
export const ruleTitle = (game, name) => RULES[game]?.[name]?.[0] ?? `${name} rules`;

/** A sentence about a set of rules; nothing for one that is not known. */
export const ruleWords = (game, name) => RULES[game]?.[name]?.[1] ?? "";
