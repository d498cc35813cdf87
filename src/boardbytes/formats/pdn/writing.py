"""A game tree as PDN: what was not touched is copied from the text that it was read from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import Enum
from itertools import takewhile

from boardbytes.formats.pdn import tags as pdn_tags
from boardbytes.formats.pdn.annotations import VERBATIM, format_comments, format_opinions
from boardbytes.formats.pdn.charset import UTF8
from boardbytes.formats.pdn.fen import format_fen
from boardbytes.formats.pdn.lexer import RESULTS, format_tag
from boardbytes.formats.pdn.sheet import Sheet
from boardbytes.formats.pdn.spans import GameSpans, NodeSpan, Piece, RemarkKind
from boardbytes.formats.word.word import checkers_position
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Colour, GameTree
from boardbytes.model.headers import Headers
from boardbytes.model.tree import ROOT, Entry
from boardbytes.model.vector import Vector

_NOWHERE = NodeSpan(None)
_OWN_TAGS = {"fen": "FEN", "setup": "SetUp"}
"""The tags that say where a game starts."""
_NO_SPANS = GameSpans(UTF8, (), (), None, {}, CheckersPosition(), None)


class _Do(Enum):
    """What is to be written of a node."""

    NODE = "itself"
    OPEN = "the bracket before it"
    CLOSE = "the bracket after the variation that begins with it"
    GROUP = "what replaces it"
    REST = "all below it"
    LATE = "a remark after what replaces it"

    def of(self, id: int) -> _Task:
        return self, id, None


_Task = tuple[_Do, int, Piece | None]


def write_game(tree: GameTree) -> bytes:
    """The bytes of a game."""
    source = tree.source
    if source is None or source.format != "pdn" or not isinstance(source.spans, GameSpans):
        return _Writer(tree, _NO_SPANS, b"", Vector(), Headers()).write_fresh()
    spans = source.spans
    is_same = (tree.start, tree.result) == (spans.start, spans.outcome)
    if is_same and tree.is_untouched():
        return source.data
    return _Writer(tree, spans, source.data, source.entries, source.headers).write_edited()


class _Writer:
    """Writes one game; nodes that say what they said before are copied."""

    def __init__(
        self,
        tree: GameTree,
        spans: GameSpans,
        data: bytes,
        entries: Vector[Entry],
        headers: Headers,
    ) -> None:
        self.tree, self.spans, self.data = tree, spans, data
        self.old_entries, self.old_headers = entries, headers
        self.start = checkers_position(tree.start, "PDN")
        self.sheet = Sheet(data, list(_pieces(spans)), spans.owed)
        self.groups: dict[int, list[int]] = {}
        """The variations that stand right after a node."""
        self.needs_number = True
        """Whether a move of the second side needs its number too."""

    def write_fresh(self) -> bytes:
        for name, value in _tags_of(self.tree, self.start):
            self.sheet.put_line(format_tag(name, value))
        self.sheet.end_line()
        self.sheet.put("\n")
        self._write_moves()
        self.sheet.put(_result_of(self.tree))
        self.sheet.end_line()
        return self.sheet.finish(UTF8)

    def write_edited(self) -> bytes:
        self._write_tags()
        self._write_moves()
        if self.tree.result == self.spans.outcome:
            if self.spans.result:
                self.sheet.copy(self.spans.result)
        elif self.spans.result:
            self.sheet.copy(self.spans.result, [_result_of(self.tree)])
        else:
            self.sheet.put(_result_of(self.tree))
        for piece in self._behind():
            self.sheet.copy(piece)
        return self.sheet.finish(self.spans.charset)

    # Tags.

    def _write_tags(self) -> None:
        """The tags as they were, but for those that say something else now; new ones after."""
        wanted = dict(_tags_of(self.tree, self.start))
        if self.tree.result != self.spans.outcome:
            wanted["Result"] = _result_of(self.tree)
        remarks = [("", piece) for piece in self._late(ROOT) if piece[0] < self._tags_end()]
        seen: set[str] = set()
        for name, piece in sorted([*self.spans.tags, *remarks], key=lambda item: item[1]):
            is_first = name.lower() not in seen
            seen.add(name.lower())
            if not (name and is_first and self._is_changed(name)):
                self.sheet.copy(piece)
                continue
            tag = _OWN_TAGS.get(name.lower()) or pdn_tags.tag_for(pdn_tags.header_of(name)) or ""
            if tag in wanted:
                self.sheet.copy(piece, [format_tag(name, wanted[tag])])
        new = {
            name: value
            for name, value in wanted.items()
            if name.lower() not in seen and self._is_changed(name)
        }
        for name, value in new.items():
            self.sheet.put_line(format_tag(name, value))
        if new and not self.spans.tags:
            self.sheet.end_line()
            self.sheet.put("\n")

    def _is_changed(self, tag: str) -> bool:
        """Whether a tag must say something new, or has to be added."""
        if tag.lower() in pdn_tags.OWN:
            return tag.lower() in _OWN_TAGS and self.tree.start != self.spans.start
        header = pdn_tags.header_of(tag)
        is_new = self.tree.headers.get(header) != self.old_headers.get(header)
        if header == "result" and "result" in (name.lower() for name, _ in self.spans.tags):
            return is_new or self.tree.result != self.spans.outcome
        return is_new

    def _tags_end(self) -> int:
        return max((piece[1] for _, piece in self.spans.tags), default=0)

    # Moves.

    def _write_moves(self) -> None:
        """Every node in PDN's order: a move, what replaces it, and how the game goes on."""
        self._write_node(ROOT, 0)
        waiting = [_Do.REST.of(ROOT)]
        halves = {ROOT: int(self.start.turn is Colour.WHITE) - 1}
        while waiting:
            do, id, piece = waiting.pop()
            if do is _Do.REST:
                waiting.extend(reversed(self._rest(id)))
            elif do is _Do.GROUP:
                waiting.extend(reversed(self._group(id)))
            elif do is _Do.NODE:
                entry = self.tree.entries[id]
                halves[id] = _half(halves[entry.parent], entry)
                self._write_node(id, halves[id])
            elif piece is not None:
                self.sheet.copy(piece)
                self.needs_number = True
            elif do is _Do.OPEN or self._needs_end(id, waiting):
                self._write_bracket(id, opens=do is _Do.OPEN)

    def _needs_end(self, id: int, waiting: list[_Task]) -> bool:
        """Whether a bracket must end a variation: where there was none, only if more follows."""
        span = self._span(id)
        if span.opens is None or span.closes is not None:
            return True
        parts = (_Do.NODE, _Do.OPEN, _Do.LATE)
        return any(do in parts or self.tree.entries[other].children for do, other, _ in waiting)

    def _rest(self, id: int) -> list[_Task]:
        """The first child of a node, what replaces it, and all below it."""
        children = self.tree.entries[id].children
        if not children:
            return []
        first, *others = children
        early = list(takewhile(lambda other: self._goes_on(other, first), others))
        self._nest(first, others[len(early) :])
        tasks = [task for other in early for task in _variation(other)]
        return [*tasks, _Do.NODE.of(first), _Do.GROUP.of(first), _Do.REST.of(first)]

    def _goes_on(self, id: int, first: int) -> bool:
        """Whether a variation stood before the move that it replaces."""
        opens, whole = self._span(id).opens, self._span(first).whole
        was_first = self._span(first).opens is None
        return bool(opens and whole and was_first and opens[0] < whole[0])

    def _nest(self, first: int, others: list[int]) -> None:
        """Which variations stand inside others that replace the same move, as in the old text."""
        inside: list[int] = []
        for id in others:
            start, end = self._range(id)
            while inside and not self._range(inside[-1])[0] < start < self._range(inside[-1])[1]:
                inside.pop()
            self.groups.setdefault(inside[-1] if inside else first, []).append(id)
            if start < end:
                inside.append(id)

    def _range(self, id: int) -> Piece:
        """Between which places a variation stands; after all others if it is new."""
        span = self._span(id)
        if span.opens is None:
            return len(self.data), len(self.data)
        return span.opens[0], span.closes[1] if span.closes else len(self.data)

    def _group(self, id: int) -> list[_Task]:
        """What stands between a move and the next: variations, and remarks after them."""
        late = deque(piece for piece in self._late(id) if not self._is_behind(id, piece))
        tasks: list[_Task] = []
        for other in self.groups.pop(id, []):
            while late and late[0][0] < self._range(other)[0]:
                tasks.append((_Do.LATE, id, late.popleft()))
            tasks += _variation(other)
        return [*tasks, *((_Do.LATE, id, piece) for piece in late)]

    def _span(self, id: int) -> NodeSpan:
        return self.spans.nodes[id] if id < len(self.spans.nodes) else _NOWHERE

    def _is_same(self, id: int) -> bool:
        """Whether a node says what it said in the old text."""
        is_old = id < len(self.old_entries)
        return is_old and self.old_entries[id].content == self.tree.entries[id].content

    def _late(self, id: int) -> tuple[Piece, ...]:
        return self._span(id).late if self._is_same(id) else ()

    def _is_behind(self, id: int, piece: Piece) -> bool:
        """Whether a remark about a node stands after the result: only the last node's may."""
        result = self.spans.result
        return result is not None and piece[0] > result[0] and id == self.tree.last.id

    def _behind(self) -> list[Piece]:
        """The remarks after the result that are still there."""
        last = self.tree.last.id
        return [piece for piece in self._late(last) if self._is_behind(last, piece)]

    def _write_bracket(self, id: int, *, opens: bool) -> None:
        span = self._span(id)
        piece = span.opens if opens else span.closes
        if piece:
            self.sheet.copy(piece, closes=not opens, opens=opens)
        else:
            self.sheet.put("(" if opens else ")", closes=not opens, opens=opens)
        self.needs_number = True

    def _write_node(self, id: int, half: int) -> None:
        span, entry = self._span(id), self.tree.entries[id]
        glued, opinions = format_opinions(entry.notes, entry.properties)
        remarks = [*opinions, *_comments(entry)]
        if span.whole and self._is_same(id):
            self.sheet.copy(span.whole)
        elif span.whole and span.moved and self.old_entries[id].step == entry.step:
            self.sheet.copy(span.whole, self._remarked(id, span.whole[0], span.moved))
        else:
            words = [*self._step_words(id, half, glued), *remarks]
            if span.whole:
                self.sheet.copy(span.whole, [" ".join(words)])
            elif not self._is_same(id) or not self.data:
                for word in words:
                    self.sheet.put(word)
        self.needs_number = bool(remarks) or entry.step.move is None

    def _step_words(self, id: int, half: int, glued: str) -> list[str]:
        """A move with its number, after a setup if there is one."""
        entry = self.tree.entries[id]
        words = []
        if entry.step.setup is not None:
            before = checkers_position(self.tree.position(entry.parent), "PDN")
            words.append(f'/FEN "{format_fen(before.set_up(entry.step.setup))}"/')
        if entry.step.move is None:
            return [*words, glued] if glued else words
        number, is_second = divmod(half, 2)
        dots = "..." if is_second else "."
        is_numbered = self.needs_number or not is_second
        return [*words, f"{number + 1}{dots} " * is_numbered + f"{entry.step.move}{glued}"]

    def _remarked(self, id: int, start: int, moved: int) -> list[Piece | str]:
        """The move of a node as it stands, and its remarks: those that say the same are copied."""
        span, new, old = self._span(id), self.tree.entries[id], self.old_entries[id]
        parts: list[Piece | str] = [(start, moved)]
        after = _opinions(new)
        is_same = {
            RemarkKind.OPINION: after == _opinions(old),
            RemarkKind.COMMENT: _comments(new) == _comments(old) and not span.late,
            RemarkKind.OTHER: True,
        }
        if after and not is_same[RemarkKind.OPINION]:
            parts.append(after)
        words = [] if is_same[RemarkKind.COMMENT] else _comments(new)
        place = moved
        for kind, (first, last) in span.remarks:
            if is_same[kind]:
                parts.append((place, last))
            elif kind is RemarkKind.COMMENT and words:
                parts += [(place, first), " ".join(words)]
                words = []
            place = last
        return [*parts, " " + " ".join(words)] if words else parts


def _opinions(entry: Entry) -> str:
    """What comes right after a move: a sign that is joined to it, and others."""
    glued, others = format_opinions(entry.notes, entry.properties)
    return "".join([glued, *(f" {other}" for other in others)])


def _comments(entry: Entry) -> list[str]:
    """Comments, and unplayable lines as they stood: inside comments, if moves follow."""
    kept = [text for name, texts in entry.properties if name == VERBATIM for text in texts]
    verbatim = [f"{{{text}}}" for text in kept] if entry.children else kept
    return [*format_comments(entry.notes, entry.properties), *verbatim]


def _half(before: int, entry: Entry) -> int:
    """Which half of a numbered pair of moves a move is: red's are even, counted from 0."""
    if entry.step.move is None:
        return before
    half = before + 1
    return half + (half % 2 != (entry.step.colour is Colour.WHITE))


def _variation(id: int) -> list[_Task]:
    parts = (_Do.OPEN, _Do.NODE, _Do.GROUP, _Do.REST, _Do.CLOSE)
    return [part.of(id) for part in parts]


def _pieces(spans: GameSpans) -> Iterator[Piece]:
    """Every piece of the old text."""
    yield from (piece for _, piece in spans.tags)
    for node in spans.nodes:
        yield from (piece for piece in (node.whole, node.opens, node.closes, *node.late) if piece)
    if spans.result:
        yield spans.result


def _tags_of(tree: GameTree, start: CheckersPosition) -> Iterator[tuple[str, str]]:
    """All the tags that a game should have."""
    for header, value in tree.headers.items():
        tag = pdn_tags.tag_for(header)
        if tag and header != "result":
            yield tag, value
    yield "GameType", pdn_tags.ENGLISH
    if start != CheckersPosition():
        yield "SetUp", "1"
        yield "FEN", format_fen(start)
    yield "Result", tree.headers.get("result") or pdn_tags.result_for(tree.result)


def _result_of(tree: GameTree) -> str:
    """The result after the moves."""
    stated = pdn_tags.tidy_result(tree.headers.get("result", ""))
    is_known = stated in RESULTS and pdn_tags.says_same(stated, tree.result)
    return stated if is_known else pdn_tags.result_for(tree.result)
