"""An edited game written into the bytes it was read from: what was not edited stays as it was."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from boardbytes.formats.sgf.kernel import OPEN_VALUE, UNCLOSED
from boardbytes.formats.sgf.points import board_of
from boardbytes.formats.sgf.properties import canonical
from boardbytes.formats.sgf.reading import Places
from boardbytes.formats.sgf.root import first_mover, root_properties
from boardbytes.formats.sgf.wording import Properties, properties_of
from boardbytes.formats.sgf.writing import (
    format_property,
    is_unwritten,
    write_branch,
    write_node,
    written_children,
)
from boardbytes.model import Colour, Facts, GameTree
from boardbytes.model.tree import ROOT

Part: TypeAlias = "bytes | tuple[int, int]"
"""New bytes, or a range of the old ones with the edits in it."""


@dataclass(frozen=True)
class _Edit:
    """Parts in the place of a range of the source."""

    start: int
    end: int
    parts: tuple[Part, ...]
    encloses: bool = False
    """Whether nodes stand in the range, whose edits are among its parts."""


def splice_game(tree: GameTree, facts: Facts) -> bytes:
    """The source of a tree with its edits; in UTF-8 if its encoding cannot hold them."""
    assert tree.source is not None
    places: Places = tree.source.spans
    try:
        data = _Splicer(tree, places, facts).written()
        if data is None:
            return tree.source.data
        if places.text.outer is None:
            return data
        return data.decode("utf-8").encode(places.text.outer)
    except UnicodeError:
        return _Splicer(tree, places, facts, becomes_utf8=True).written() or tree.source.data


@dataclass
class _Splicer:
    """Finds what differs from the source, node by node."""

    tree: GameTree
    places: Places
    facts: Facts
    becomes_utf8: bool = False
    """Whether all text is written in UTF-8, in whatever encoding it was."""
    edits: list[_Edit] = field(default_factory=list)
    has_new_signs: bool = False

    def __post_init__(self) -> None:
        tree, places = self.tree, self.places
        assert tree.source is not None
        face = places.face
        self.lexed = places.lexed
        self.old = GameTree(
            face.start, face.rules, face.headers, places.result, tree.source.entries
        )
        self.board = board_of(face.start.size)
        self.count = len(tree.source.entries)
        last = self.count - 1
        self.resigned_at = self.old.entries[last].parent if is_unwritten(self.old, last) else None
        """The node after which somebody resigns, if the source has no node for that."""

    def written(self) -> bytes | None:
        """The source with its edits; None if there is none."""
        for id in self._reachable():
            self._compare(id)
        if not self.edits:
            return None
        if self.becomes_utf8 or (self.has_new_signs and self._is_ascii()):
            self._declare_utf8()
        self._close_open_value()
        # What is put in at a place comes before what begins there.
        self.edits.sort(key=lambda edit: (edit.start, edit.end > edit.start, -edit.end))
        return b"".join(self._rendered())

    def _declare_utf8(self) -> None:
        """Let the root name UTF-8; in a plain ASCII file, any encoding named already will do."""
        lexed = self.lexed
        for prop in lexed.properties_of(0):
            if lexed.name(prop) == "CA" and len(lexed.value_range(prop)):
                if self.becomes_utf8 and self.places.charset.declared != "utf-8":
                    end = self._value_end(lexed.value_range(prop)[-1])
                    self.edits.append(_Edit(lexed.name_start[prop], end, (b"CA[UTF-8]",)))
                return
        self.edits.insert(0, self._at_end(0, b"CA[UTF-8]"))

    def _at_end(self, node: int, text: bytes) -> _Edit:
        """Add properties to a lexed node, after a space if its last name has no value."""
        lexed, end = self.lexed, self.lexed.node_end[node]
        props = lexed.properties_of(node)
        is_apart = not props or len(lexed.value_range(props[-1])) > 0
        return _Edit(end, end, (text if is_apart else b" " + text,))

    def _close_open_value(self) -> None:
        """End a value that goes on to the end of the file, before anything is added after it."""
        lexed = self.lexed
        last = lexed.value_end[-1] if lexed.values else 0
        is_open = any(fault.code == OPEN_VALUE for fault in lexed.faults)
        behind = [edit for edit in self.edits if edit.end >= last]
        is_gone = any(edit.start < last and not edit.encloses for edit in behind)
        if is_open and behind and not is_gone:
            self.edits.insert(0, _Edit(last, last, (b"]",)))

    def _is_ascii(self) -> bool:
        lexed = self.lexed
        return lexed.data[lexed.start : lexed.end].isascii()

    def _reachable(self) -> Iterator[int]:
        """The nodes of the source that are still there."""
        waiting = [ROOT]
        while waiting:
            id = waiting.pop()
            if id < self.count:
                yield id
                waiting.extend(self.tree.entries[id].children)

    def _compare(self, id: int) -> None:
        """Note the edits of one node."""
        if self.places.nodes[id] < 0:
            return
        new, old = self.tree.entries[id], self.old.entries[id]
        second = self._second(id)
        if second is not None:
            self._compare_double(id, second)
            return
        if id == ROOT:
            self._compare_properties(id, self._root(self.old), self._root(self.tree))
        elif new is not old and new.content != old.content:
            before, after = (properties_of(*each.content, self.board) for each in (old, new))
            self._compare_properties(id, before, after)
        if new is not old or id == self.resigned_at:
            self._compare_children(id, self.places.nodes[id])

    def _root(self, tree: GameTree) -> Properties:
        """What the root says; whose turn it is only where the first move does not tell."""
        found = root_properties(tree, self.facts)
        if tree.start.turn is self._told_turn(tree):
            found.pop("PL", None)
        return found

    def _told_turn(self, tree: GameTree) -> Colour | None:
        """Who moves first, if the root does not say."""
        first = first_mover(tree)
        if first is not None:
            return first
        names = {self.lexed.name(prop) for prop in self.lexed.properties_of(0)}
        has_handicap = "HA" in names and tree.start.turn is Colour.WHITE
        return Colour.WHITE if has_handicap else Colour.BLACK

    def _second(self, id: int) -> int | None:
        """The node that the second move of a lexed node became."""
        after = id + 1
        if after < self.count and self.places.nodes[after] < 0:
            entry = self.old.entries[after]
            if entry.parent == id and not is_unwritten(self.old, after):
                return after
        return None

    def _compare_double(self, id: int, second: int) -> None:
        """Note the edits of a node with several moves, which are several nodes of the tree."""
        chain = [id]
        while (after := self._second(chain[-1])) is not None:
            chain.append(after)
        entries, olds = self.tree.entries, self.old.entries
        root_changed = id == ROOT and self._root(self.old) != self._root(self.tree)
        is_same = not root_changed and all(
            entries[each].content == olds[each].content for each in chain
        )
        is_same = is_same and all(
            entries[each].children == olds[each].children for each in chain[:-1]
        )
        if is_same:
            self._compare_children(chain[-1], self.places.nodes[id])
            return
        # The node is taken apart: what followed it is rendered where it belongs.
        node = self.places.nodes[id]
        region = self._region(node, chain[-1])
        parts: list[Part] = [self._encoded(self._anew(id))]
        self._take_apart(chain, 0, region, parts)
        self.edits.append(
            _Edit(self.lexed.node_start[node], region[1], tuple(parts), encloses=True)
        )
        self._compare_children(chain[-1], node)

    def _take_apart(
        self, chain: list[int], at: int, region: tuple[int, int], parts: list[Part]
    ) -> None:
        """Write what follows one of several moves; the last is followed by what the source has."""
        after: list[bytes] = []
        while at < len(chain) - 1:
            following = chain[at + 1]
            children = written_children(self.tree, chain[at])
            texts = [
                self._anew(child) if child == following else self._branch(child)
                for child in children
            ]
            if len(children) > 1:
                texts = [
                    f"({text}" + ")" * (child != following)
                    for child, text in zip(children, texts, strict=True)
                ]
            if following not in children:
                parts.append(self._encoded("".join(texts)))
                break
            place = children.index(following) + 1
            parts.append(self._encoded("".join(texts[:place])))
            after.append(self._encoded(")" * (len(children) > 1) + "".join(texts[place:])))
            at += 1
        else:
            parts.append(region)
            if after:
                parts.append(self._missing(*region))
        parts += reversed(after)

    def _branch(self, id: int) -> str:
        return write_branch(self.tree, id, self.board)

    def _anew(self, id: int) -> str:
        if id != ROOT:
            return write_node(self.tree, id, self.board)
        root = self._root(self.tree)
        return ";" + "".join(format_property(name, values) for name, values in root.items())

    def _region(self, node: int, id: int) -> tuple[int, int]:
        """The range after a lexed node up to the end of what follows it."""
        children = [self.places.nodes[child] for child in self._old_children(id)]
        ends = [self.lexed.sub_end[child] for child in children]
        end = self.lexed.node_end[node]
        return end, max([end, *ends])

    def _old_children(self, id: int) -> list[int]:
        return [
            child for child in self.old.entries[id].children if not is_unwritten(self.old, child)
        ]

    def _compare_children(self, id: int, node: int) -> None:
        """Note what became of the nodes after one, which in the source is that lexed node."""
        before, after = self._old_children(id), written_children(self.tree, id)
        if before == after:
            return
        lexed, nodes = self.lexed, self.places.nodes
        start, end = self._region(node, id)
        gaps: dict[int, bytes] = {}
        place = start
        for child in sorted(before, key=lambda child: lexed.sub_start[nodes[child]]):
            gaps[child] = self._carried(place, lexed.sub_start[nodes[child]])
            place = lexed.sub_end[nodes[child]]
        usual = next((gap for gap in reversed(gaps.values()) if gap and gap.isspace()), b"")
        parts: list[Part] = []
        for child in after:
            is_bare = len(after) == 1
            was_late = len(before) > 1 and child == after[-1]
            if child in gaps:
                first, last = lexed.sub_start[nodes[child]], lexed.sub_end[nodes[child]]
                has_none = first == lexed.node_start[nodes[child]]
                wraps = has_none and not is_bare and not was_late
                parts += [gaps[child], b"(" * wraps, (first, last), b")" * wraps]
                if child != after[-1]:
                    parts.append(self._missing(first, last))
            else:
                text = self._encoded(write_branch(self.tree, child, self.board))
                parts += [usual, text if is_bare else b"(" + text + b")"]
        self.edits.append(_Edit(start, end, tuple(parts), encloses=True))

    def _missing(self, start: int, end: int) -> bytes:
        """The closing parentheses that a range at the end of a game lacks."""
        lexed = self.lexed
        if end < lexed.end or all(fault.code != UNCLOSED for fault in lexed.faults):
            return b""
        depth, place = 0, start
        first = bisect_left(lexed.value_start, start)
        for value in range(first, lexed.values):
            outside = lexed.data[place : lexed.value_start[value]]
            depth += outside.count(b"(") - outside.count(b")")
            place = lexed.value_end[value]
        outside = lexed.data[place:end]
        return b")" * (depth + outside.count(b"(") - outside.count(b")"))

    def _compare_properties(self, id: int, before: Properties, after: Properties) -> None:
        """Note which properties of a node changed; the others stay as they are written."""
        changed = [
            name for name in dict.fromkeys([*before, *after]) if before.get(name) != after.get(name)
        ]
        if not changed:
            return
        lexed, node = self.lexed, self.places.nodes[id]
        new = {name: format_property(name, after[name]) for name in changed if name in after}
        for prop in lexed.properties_of(node):
            name = canonical(lexed.name(prop))
            if name in changed and len(lexed.value_range(prop)):
                end = self._value_end(lexed.value_range(prop)[-1])
                text = self._encoded(new.pop(name, ""))
                self.edits.append(_Edit(lexed.name_start[prop], end, (text,)))
        added = "".join(new.values())
        if added:
            self.edits.append(self._at_end(node, self._encoded(added)))

    def _value_end(self, value: int) -> int:
        """After the bracket that ends a value, if there is one."""
        return min(self.lexed.value_end[value] + 1, self.lexed.end)

    def _encoded(self, text: str) -> bytes:
        charset = self.places.charset
        self.has_new_signs = self.has_new_signs or not text.isascii()
        if self.becomes_utf8:
            return text.encode("utf-8", "replace")
        if self.places.text.outer is not None:
            return text.encode("utf-8")
        return text.encode(charset.declared or charset.codec)

    def _carried(self, start: int, end: int) -> bytes:
        """A range of the source, in the encoding that is written."""
        data, charset = self.lexed.data[start:end], self.places.charset
        if not self.becomes_utf8 or charset.codec == "utf-8":
            return data
        return charset.decode(data).encode("utf-8")

    def _rendered(self) -> Iterator[bytes]:
        """The source with all edits, without recursion."""
        starts = [edit.start for edit in self.edits]
        tasks: list[tuple[Part, int]] = [((self.places.start, self.places.end), 0)]
        while tasks:
            part, number = tasks.pop()
            if isinstance(part, bytes):
                yield part
                continue
            start, end = part
            # `number` is the first edit that may stand in this range.
            number = max(number, bisect_left(starts, start))
            while number < len(starts) and starts[number] <= end and self.edits[number].end > end:
                number += 1
            if number == len(starts) or starts[number] > end:
                yield self._carried(start, end)
                continue
            edit = self.edits[number]
            yield self._carried(start, edit.start)
            following = (
                bisect_right(starts, edit.end)
                if edit.encloses and edit.end > edit.start
                else number + 1
            )
            tasks.append(((edit.end, end), following))
            tasks.extend((each, number + 1) for each in reversed(edit.parts))
