"""Makes the archive of a club in this folder: `python examples/make_club.py`.

Made-up games of Go and checkers and saves of mill endgames, as such archives are: one game is there
twice under other names and turned around, one file is cut off, and one is no game at all.
"""

import random
import zipfile
from pathlib import Path

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import mask_of

HERE = Path(__file__).parent
MEMBERS = ["Ann", "Bo", "Chloé", "Dai", "Eve"]
LINES = 9
OPENINGS = ["ee", "ee", "ee", "gc", "gc", "cg", "dc"]
"""First moves of Go; the more often one stands here, the more often it is played."""


def go_moves(chance: random.Random) -> list[str]:
    """A short game: an opening move, and then whatever is legal."""
    record = bb.Record(bb.GoPosition(LINES)).play(point_name(chance.choice(OPENINGS)))
    while len(record.moves) < 30:
        stones = [move for move in record.legal_moves() if str(move) != "pass"]
        record = record.play(chance.choice([move for move in stones if str(move) != "resign"]))
    return [str(move) for move in record.moves]


def point_name(letters: str) -> str:
    return f"{'ABCDEFGHJ'[ord(letters[0]) - 97]}{LINES - (ord(letters[1]) - 97)}"


def sgf(
    moves: list[str], black: str, white: str, date: str, winner: str, turned: bool = False
) -> str:
    """A game as SGF; turned by a quarter if asked."""
    nodes = []
    for ply, name in enumerate(moves):
        column, row = "ABCDEFGHJ".index(name[0]), LINES - int(name[1:])
        if turned:
            column, row = LINES - 1 - row, column
        nodes.append(f";{'BW'[ply % 2]}[{chr(97 + column)}{chr(97 + row)}]")
    head = f"(;GM[1]FF[4]CA[UTF-8]SZ[{LINES}]KM[5.5]PB[{black}]PW[{white}]DT[{date}]"
    return f"{head}RE[{winner}+R]{''.join(nodes)})\n"


def pdn(chance: random.Random, red: str, white: str, round: int) -> str:
    """A short game of checkers; PDN calls red black."""
    record = bb.Record(bb.CheckersPosition())
    while record.result is None and len(record.moves) < 20:
        record = record.play(chance.choice(record.legal_moves()))
    headers = {"event": "Club night", "round": f"{round}", "red": red, "white": white}
    tree = bb.GameTree.of(record, headers)
    return bb.dumps(tree, "pdn").decode()


def endgame(chance: random.Random) -> bytes:
    """A save of mill with three stones against three."""
    points = chance.sample(range(24), 6)
    white, black = points[:3], points[3:]
    position = MillPosition(mask_of(white), mask_of(black), 0, 0)
    return bb.dumps(position, "stackmill")


def main() -> None:
    chance = random.Random(7)
    files: dict[str, bytes] = {}
    games = [go_moves(chance) for _ in range(24)]
    for number, moves in enumerate(games, 1):
        black, white = chance.sample(MEMBERS, 2)
        date, winner = f"2026-{1 + number % 12:02}-{1 + number:02}", chance.choice("BW")
        files[f"go/{number:02}.sgf"] = sgf(moves, black, white, date, winner).encode()
    again = sgf(games[4], "Player 1", "Player 2", "2019", "B", turned=True)
    files["go/collected.sgf"] = again.encode()
    for number in range(1, 9):
        red, white = chance.sample(MEMBERS, 2)
        files[f"checkers/{number}.pdn"] = pdn(chance, red, white, number).encode()
    for number in range(1, 17):
        files[f"mill/{number:02}.dat"] = endgame(chance)
    files["go/cut-off.sgf"] = files["go/01.sgf"][:100]
    files["readme.txt"] = b"What we played this year.\n"
    with zipfile.ZipFile(HERE / "club.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(
                zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED
            )


if __name__ == "__main__":
    main()
