"""A small model of the console that writes StackMill saves, with what it forgets on loading.

It counts the stones that a side has set, to know into which slot the next one goes and when the
setting ends. The count is not saved: after loading it begins at nought, and stones go into slots
that are in use. Stones that no slot lists can neither move nor be taken.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from boardbytes.formats.stackmill.save import IN_HAND, TAKEN
from boardbytes.games.mill.board import LINES, NEIGHBOURS

SET, MOVE, JUMP = range(3)


@dataclass
class Console:
    """A game as the console holds it; sides are numbered 0 and 1."""

    player: int = 0
    removing: bool = False
    board: list[int] = field(default_factory=lambda: [0] * 24)
    slots: list[list[int]] = field(default_factory=lambda: [[IN_HAND] * 9, [IN_HAND] * 9])
    phases: list[int] = field(default_factory=lambda: [SET, SET])
    counts: list[int] = field(default_factory=lambda: [0, 0])

    def save(self) -> bytes:
        (white, black), (white_phase, black_phase) = self.slots, self.phases
        head = [self.player + 1, int(self.removing), *self.board]
        return bytes([*head, *white, white_phase, *black, black_phase])

    @classmethod
    def load(cls, data: bytes) -> Console:
        slots = [list(data[0x1A:0x23]), list(data[0x24:0x2D])]
        return cls(data[0] - 1, bool(data[1]), list(data[2:26]), slots, [data[0x23], data[0x2D]])

    def has_mill(self, point: int) -> bool:
        stone = self.board[point]
        return any(
            point in mill and all(self.board[each] == stone for each in mill) for mill in LINES
        )

    def act(self, chance: random.Random) -> bool:
        """Let the side to move do something that the console allows; False if it can do nothing."""
        side = self.player
        if self.removing:
            return self._take(1 - side, chance)
        free = [point for point in range(24) if not self.board[point]]
        if self.phases[side] == SET:
            if not free:
                return False
            self._put(self.counts[side], chance.choice(free))
            if self.counts[side] < 8:
                self.counts[side] += 1
            else:
                self.phases[side] = MOVE
            return True
        ways = [
            (index, target)
            for index, point in enumerate(self.slots[side])
            if point < 24
            for target in (free if self.phases[side] == JUMP else NEIGHBOURS[point])
            if not self.board[target]
        ]
        if not ways:
            return False
        index, target = chance.choice(ways)
        self.board[self.slots[side][index]] = 0
        self._put(index, target)
        return True

    def _put(self, index: int, point: int) -> None:
        self.slots[self.player][index] = point
        self.board[point] = self.player + 1
        self.removing = self.has_mill(point)
        if not self.removing:
            self.player = 1 - self.player

    def _take(self, victim: int, chance: random.Random) -> bool:
        slots = self.slots[victim]
        standing = [index for index, point in enumerate(slots) if point < 24]
        loose = [index for index in standing if not self.has_mill(slots[index])]
        if not standing:
            return False
        index = chance.choice(loose or standing)
        self.board[slots[index]] = 0
        slots[index] = TAKEN
        if sum(slot != TAKEN for slot in slots) == 3:
            self.phases[victim] = JUMP
        self.removing, self.player = False, 1 - self.player
        return sum(slot != TAKEN for slot in slots) >= 3


def played(chance: random.Random) -> list[bytes]:
    """The saves of a game in which the console was put away now and then."""
    console = Console()
    saves: list[bytes] = []
    for _ in range(chance.randrange(2, 5)):
        for _ in range(chance.randrange(1, 12)):
            if not console.act(chance):
                return saves
        saves.append(console.save())
        console = Console.load(saves[-1])
    return saves
