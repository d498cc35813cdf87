"""What an answer of the studio shows, as the page makes it out."""

from __future__ import annotations

from typing import Any


def moves_of(view: Any) -> list[str]:
    """The moves of the main line."""
    nodes, moves, index = view["tree"]["nodes"], [], 0
    while True:
        if "move" in nodes[index]:
            moves.append(nodes[index]["move"])
        children = (n for n, node in enumerate(nodes) if node.get("parent") == index)
        index = next(children, -1)
        if index < 0:
            return moves


def shown(view: Any) -> Any:
    """The node that is shown."""
    return view["tree"]["nodes"][view["tree"]["at"]]


def legal(here: Any) -> list[tuple[str, list[str]]]:
    """The legal moves, each with the points to touch, of a view or of a node's answer."""
    sent = here.get("here", here)["moves"]
    return [(each, [each]) if isinstance(each, str) else (each[0], each[1:]) for each in sent]


def standing(view: Any) -> dict[str, str]:
    """What stands on which point at the shown node."""
    nodes, way, index = view["tree"]["nodes"], [], view["tree"]["at"]
    while index is not None:
        way.append(nodes[index])
        index = nodes[index].get("parent")
    found = dict(view["board"]["start"])
    for node in reversed(way):
        for spot, piece in node.get("change", []):
            found[spot] = piece
    return {spot: piece for spot, piece in found.items() if piece}
