"""What an SGF game holds and a record does not: counted, and told."""

from __future__ import annotations

from collections import Counter

from boardbytes.formats.sgf.board import PLAYERS, SETUP
from boardbytes.formats.sgf.private import PRIVATE
from boardbytes.formats.sgf.source import Source
from boardbytes.formats.sgf.text import Node

TEXTS = {"GN": "game_id", "PB": "black", "PW": "white", "DT": "date"}
"""The texts of the root that become headers."""

READ = {*TEXTS, *SETUP, *PLAYERS, PRIVATE, *"PL FF GM SZ CA AP ST KM HA RE RU".split()}

_KINDS = {
    name: kind
    for kind, names in {
        ("comment", "comments"): "C GC N AN SO US",
        ("mark", "marks"): "LB TR SQ CR MA SL TB TW DD VW AR LN L M",
        ("judgement", "judgements"): "DM GB GW UC V BM DO IT TE HO",
        ("time", "times"): "BL WL OB OW TM OT",
        ("detail of the game", "details of the game"): "EV RO PC BR WR BT WT ON CP ID",
    }.items()
    for name in names.split()
}
_OTHER = ("other property", "other properties")


def report_left_out(source: Source, knows_rules: bool) -> None:
    """Warn of every kind of thing that is left out, with its count and the first place."""
    counts: Counter[tuple[str, str]] = Counter()
    places: dict[tuple[str, str], tuple[str, Node]] = {}
    for node in source.nodes:
        for name in node:
            if name not in READ:
                kind = _KINDS.get(name, _OTHER)
                counts[kind] += 1
                if kind not in places:
                    places[kind] = (name, node)
    if not knows_rules:
        counts[_OTHER] += 1
        places.setdefault(_OTHER, ("RU", source.root))
    for kind, count in counts.items():
        message = f"{count:,} {kind[count > 1]} left out"
        source.findings.warning("left-out", message, source.place_of(*places[kind]))
    if source.game.variations:
        count = source.game.variations
        message = f"{count:,} variation{'s' if count > 1 else ''} left out"
        source.findings.warning("left-out", message, source.place(source.game.start))
