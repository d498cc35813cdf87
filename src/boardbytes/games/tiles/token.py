"""Tokens: who stands where, what a token may enter and where it can go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from boardbytes.errors import PositionError
from boardbytes.games.tiles.geometry import Ground, walk
from boardbytes.games.tiles.notation import Spot
from boardbytes.games.tiles.position import TileBoard
from boardbytes.games.tiles.rules import Occupancy

TEAMS, PLAYERS = "ABCD", range(1, 5)


@dataclass(frozen=True)
class Token:
    """A token on a tile, and on a level of it where tiles have levels.

    `team` is A to D, `player` 1 to 4; either may be None. Raises PositionError for anything else.
    """

    x: int
    y: int
    level: int = 0
    team: str | None = None
    player: int | None = None

    def __post_init__(self) -> None:
        if self.team is not None and (len(self.team) != 1 or self.team not in TEAMS):
            raise PositionError(f"team must be A, B, C or D (found {self.team!r})")
        if self.player is not None and self.player not in PLAYERS:
            raise PositionError(f"player must be 1 to 4 (found {self.player})")


def may_enter(board: TileBoard, token: Token, spot: Spot, others: Iterable[Token] = ()) -> bool:
    """Whether a token may stand on a spot, with those others on the board.

    Does not ask whether it can get there. Does not know what a custom occupancy allows, and
    so treats it as no limit.
    """
    ground = _ground(board, token, others)
    return ground.is_open(board.ground_spot(ground, spot))


def destinations(
    board: TileBoard, token: Token, others: Iterable[Token] = ()
) -> dict[Spot, int]:  # fmt: skip
    """Where a token can go, with those others on the board, and in how many steps.

    It passes only what it may enter. Does not list the spot it stands on. Large tiles go by their
    lowest-numbered tile.
    """
    ground = _ground(board, token, others)
    here = (token.x, token.y, token.level) if ground.levels > 1 else (token.x, token.y)
    found = walk(ground, board.ground_spot(ground, here))
    return {board.named_spot(ground, end): found.steps[end] for end in found.order[1:]}


def _ground(board: TileBoard, token: Token, others: Iterable[Token]) -> Ground:
    """The board as this token sees it: without tiles that it is barred from or that are full."""
    ground = board.ground(with_levels=board.modifiers.level_flags)
    open_levels = bytearray(ground.open_levels)
    if board.depth == 32:
        players, teams = board.values("barred_players"), board.values("barred_teams")
        player = 1 << token.player - 1 if token.player else 0
        team = 1 << TEAMS.index(token.team) if token.team else 0
        for tile in range(ground.tiles):
            if players[tile] & player or teams[tile] & team:
                open_levels[tile] = 0
    for other in others:
        if other != token and _excludes(board.modifiers.occupancy, other, token):
            lead = ground.leads[board.number(other.x, other.y)]
            open_levels[lead] &= ~(1 << (other.level if ground.levels > 1 else 0)) & 0xFF
    return replace(ground, open_levels=bytes(open_levels))


def _excludes(occupancy: Occupancy, other: Token, token: Token) -> bool:
    """Whether a tile on which `other` stands has no room for `token`."""
    if occupancy is Occupancy.ONE_PER_TEAM:
        return other.team == token.team
    return occupancy is Occupancy.ONE
