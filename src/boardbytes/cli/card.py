"""What a game says about itself, as a card for people."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.model import GameTree
from boardbytes.model.headers import KNOWN

_ORDER = ("title", "event", "round", "place", "date")
_SHOWN_ELSEWHERE = ("rules", "komi", "result")


def card(tree: GameTree) -> list[tuple[str, str]]:
    """The headers of a game as pairs of a name and a text, those that matter most first."""
    found = dict(_lines(tree))
    return [(name.replace("_", " "), text) for name, text in found.items() if text]


def _lines(tree: GameTree) -> Iterator[tuple[str, str]]:
    headers = tree.headers
    players = tree.start.sides.names
    for side in players:
        more = [headers.get(f"{side}_{what}", "") for what in ("rank", "team")]
        told = ", ".join(text for text in more if text)
        name = headers.get(side, "") or ("?" if told else "")
        yield side, f"{name} ({told})" if told else name
    for name in _ORDER:
        yield name, headers.get(name, "")
    yield "rules", _rules(tree)
    yield "komi", headers.get("komi", "") or f"{getattr(tree.rules, 'komi', 0) or ''}"
    yield "result", headers.get("result", "") or (str(tree.result) if tree.result else "")
    said = {*_ORDER, *_SHOWN_ELSEWHERE}
    said |= {name for side in players for name in (side, f"{side}_rank", f"{side}_team")}
    yield from ((name, headers[name]) for name in KNOWN if name in headers and name not in said)
    yield from ((name, text) for name, text in headers.items() if name not in {*said, *KNOWN})


def _rules(tree: GameTree) -> str:
    """The rules as they were written; else their name, unless they are the usual ones."""
    usual = tree.start.plays_standard(tree.rules) or tree.rules.name == "standard"
    return tree.headers.get("rules", "") or ("" if usual else tree.rules.name)
