"""Which sources get faults, which tests must notice them, and how many are tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "boardbytes"


@dataclass(frozen=True)
class Room:
    """Sources, the tests that must notice faults in them, and how many are drawn from all.

    The tests that say most of the sources come first: what fails there is not looked at further.
    """

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    tried: int = 20

    def paths(self) -> Iterator[Path]:
        """Every source, and those in every folder."""
        for name in self.sources:
            path = PACKAGE / name
            found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
            yield from (each for each in found if each.name != "__init__.py")


def _tests(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names)


_ALL = ("small_words", "formats", "spans")
"""What every format is put through, with every finding of every sample file."""

_SIGNED = ("transcript", "word_judging", "checkers_step", "channel", "contract")
_CHANNEL = _tests("channel", "moving", "ledger", "keys", "signing", "typed")

ROOMS = {
    "kernel of mill": Room(
        ("games/mill/kernel.py", "games/mill/square_kernel.py", "games/mill/diagonals_kernel.py"),
        _tests("games/mill", "kernel", "position", "board", "notation", "muehle_vectors"),
        30,
    ),
    "kernel of Go": Room(
        ("games/go/kernel.py", "games/go/benson.py"),
        _tests("games/go", "kernel", "position", "benson", "replay", "face"),
        30,
    ),
    "kernel of checkers": Room(
        ("games/checkers/kernel.py",), _tests("games/checkers", "kernel", "position", "perft"), 30
    ),
    "kernel of tiles": Room(
        ("games/tiles/kernel.py",),
        _tests("games/tiles", "geometry", "position", "editing", "token"),
        30,
    ),
    "numbers of mill": Room(
        ("numbering/mill/kernel.py",),
        # Not every vector, which takes minutes where kernels are interpreted.
        tuple(
            f"tests/numbering/mill/test_states.py::test_{name}"
            for name in (
                "numbers_lead_back_to_themselves",
                "any_values_are_numbered_or_refused",
                "the_symmetry_is_that_of_the_specification",
                "a_class_has_one_canonical_position_and_one_set_of_numbers",
            )
        ),
        15,
    ),
    "stackmill": Room(("formats/stackmill",), _tests("formats", "stackmill", *_ALL), 20),
    "gbxx": Room(("formats/gbxx",), _tests("formats", "gbxx", *_ALL), 20),
    "DGF": Room(
        ("formats/dgf",),
        _tests(
            "formats",
            "dgf",
            "dgf_board",
            "dgf_game",
            "dgf_game_binary",
            "dgf_move",
            "dgf_packed2",
            "dgf_packed3",
            "dgf_record",
            "dgf_tree",
            *_ALL,
        ),
        25,
    ),
    "SGF": Room(
        ("formats/sgf",),
        (
            *_tests("formats", "sgf", "sgf_trees", "sgf_editing", "sgf_recoding", "sgf_kernel"),
            *_tests("formats", "sgf_oracle", "readable", *_ALL),
        ),
        30,
    ),
    "PDN": Room(
        ("formats/pdn",), _tests("formats", "pdn", "pdn_editing", "draughts_fen", *_ALL), 25
    ),
    "text of mill": Room(("formats/mill_text",), _tests("formats", "mfen", "millfen", *_ALL), 20),
    "Tiled": Room(("formats/tiled",), _tests("formats", "tiled_grid", "tmj", "tmx", *_ALL), 20),
    "JSON": Room(
        ("formats/json", "formats/plain_tree.py"), _tests("formats", "json", "pairs", *_ALL), 20
    ),
    "words": Room(
        ("formats/word",), _tests("formats", "checkers_step", "word_judging", *_SIGNED, *_ALL), 25
    ),
    "verify": Room(
        ("formats/transcript", "cli/channel.py"),
        (*_tests("formats", *_SIGNED, *_ALL), "tests/cli/test_channel.py", *_CHANNEL),
        40,
    ),
    "channel": Room(
        ("channel/keys.py", "channel/ledger.py", "channel/moving.py", "channel/signing.py"),
        (*_CHANNEL, "tests/cli/test_channel.py", "tests/cli/test_key.py"),
        25,
    ),
    "relay": Room(
        ("channel/relay",),
        (*_tests("channel/relay", "server", "seat", "chaos"), "tests/cli/test_join.py"),
        15,
    ),
    "library": Room(
        ("library",),
        (
            "tests/library/test_library.py",
            *_tests("library/registry", "line", "store", "index", "server", "client"),
        ),
        25,
    ),
}
