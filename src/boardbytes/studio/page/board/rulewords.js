// What sets of rules mean, in a sentence each.

const AREA = "stones and what they surround count";

const WORDS = {
  mill: {
    standard: "Nine Men’s Morris without any draw by repetition.",
    nine: "Nine Men’s Morris without any draw by repetition.",
    match: "Nine Men’s Morris as players play it: drawn when a position comes a third time, or after fifty moves each without a mill.",
    muehle: "As the program Muehle plays: no stone may be set where it closes two mills at once, and when all stones are in mills none that is in two of them may be taken.",
    ten: "Ten stones each instead of nine.",
    lasker: "Ten stones each; stones on the board may move before all are placed.",
    twelve: "Twelve stones each on a board with diagonals; a full board is a draw.",
    morabaraba: "Twelve stones each on a board with diagonals, by its South African name.",
    "morabaraba-sport": "Morabaraba as in tournaments: a stone that left a mill to close another may not go back on the next move; drawn when a position comes a third time, or after fifty moves each without a mill.",
    eleven: "Eleven stones each on a board with diagonals.",
    six: "Six stones each on two rings; nobody flies.",
    five: "Five stones each on two rings; nobody flies.",
    "five-flying": "Five stones each on two rings; whoever has three left may fly.",
    three: "Three stones each on one square: the first mill wins.",
  },
  go: {
    standard: `Chinese counting: ${AREA}. Only the last position may not come back at once.`,
    "simple-ko": `The standard rules by another name: ${AREA}.`,
    positional: `No position may ever come back; ${AREA}.`,
    situational: `No position may come back with the same side to move; ${AREA}.`,
    "simple-ko-suicide": `One may take one’s own stones by suicide; ${AREA}.`,
    "positional-suicide": `Suicide is allowed, and no position may ever come back; ${AREA}.`,
    "situational-suicide": `Suicide is allowed, and no position may come back with the same side to move; ${AREA}.`,
    "tromp-taylor": "The shortest rules: every stone counts as it stands, suicide is allowed, no position comes back.",
    chinese: `As in China: ${AREA}.`,
    japanese: "As in Japan: only surrounded points and prisoners count.",
    aga: `As in America: ${AREA}; no position may come back with the same side to move.`,
    "new-zealand": `As in New Zealand: suicide is allowed; ${AREA}; no position may come back with the same side to move.`,
  },
  checkers: {
    standard: "English checkers without any draw by repetition.",
    english: "English checkers without any draw by repetition.",
    match: "English checkers as players play it: drawn when a position comes a third time, or after forty moves each without progress.",
    contract: "What the state-channel contract allows: jumps one at a time, and nobody has to jump.",
  },
};

/** What players call a set of rules, where that is not its name. */
const TITLES = {
  mill: {
    standard: "Nine Men’s Morris",
    nine: "Nine Men’s Morris (nine)",
    match: "Nine Men’s Morris, match",
    muehle: "Nine Men’s Morris as in Muehle",
    ten: "Ten Men’s Morris",
    lasker: "Lasker Morris",
    twelve: "Twelve Men’s Morris",
    morabaraba: "Morabaraba",
    "morabaraba-sport": "Morabaraba, tournament",
    eleven: "Eleven Men’s Morris",
    six: "Six Men’s Morris",
    five: "Five Men’s Morris",
    "five-flying": "Five Men’s Morris, flying",
    three: "Three Men’s Morris",
  },
  go: {
    standard: "Simple ko, area",
    "simple-ko": "Simple ko, area (simple-ko)",
    positional: "Positional superko, area",
    situational: "Situational superko, area",
    "simple-ko-suicide": "Simple ko, suicide",
    "positional-suicide": "Positional superko, suicide",
    "situational-suicide": "Situational superko, suicide",
    "tromp-taylor": "Tromp–Taylor",
    chinese: "Chinese",
    japanese: "Japanese",
    aga: "American (AGA)",
    "new-zealand": "New Zealand",
  },
  checkers: {
    standard: "English checkers",
    english: "English checkers (english)",
    match: "English checkers, match",
    contract: "The contract’s rules",
  },
};

/** What players call a set of rules; its own name where it is not known. */
export const ruleTitle = (game, name) => TITLES[game]?.[name] ?? name;

/** A sentence about a set of rules; nothing for one that is not known. */
export const ruleWords = (game, name) => WORDS[game]?.[name] ?? "";
