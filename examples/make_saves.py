"""Makes the saves in this folder: `python examples/make_saves.py`.

Also an example of the library: positions from point names, moves, and saves of a game in progress.
"""

from pathlib import Path

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import mask_of
from boardbytes.games.mill.notation import parse_point

HERE = Path(__file__).parent


def stones(names: str) -> int:
    return mask_of(map(parse_point, names.split()))


def main() -> None:
    # An endgame in which white can close a mill: d7-g7.
    endgame = MillPosition(stones("d7 g4 g1 b6"), stones("a1 d2 b4 c4 e5 f6"), 0, 0)
    bb.save(endgame, HERE / "endgame.dat")

    # A game in its setting phase. StackMill remembers which stone was set first.
    moves = "d6 f4 d2 b4 b6 f6 b2 f2xb6 g4 d7 e4".split()
    opening = bb.Record.replay(MillPosition(), moves)
    bb.save(opening, HERE / "opening.json")
    bb.save(opening, HERE / "opening.dat", lossy=True)

    # The endgame's save with three faults: `boardbytes check --repair` mends them.
    damaged = bytearray(bb.dumps(endgame, "stackmill"))
    damaged[0x00] = 7
    damaged[0x1B] = 0x05
    damaged[0x2D] = 0
    (HERE / "damaged.dat").write_bytes(damaged)


if __name__ == "__main__":
    main()
