"""Faults of the system at every moment of every command that writes: `python -m tools.faults`.

A command is run once to see when it touches the disk: opens a file for writing, syncs, renames,
removes, makes a folder. Then it is run again for each of these moments, and there it is killed, or
the system says that the disk is full. Afterwards every file must be the old one or the new one.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import boardbytes as bb
from boardbytes import cli
from boardbytes.channel.keys import parse_key
from boardbytes.channel.signing import address_of
from boardbytes.formats.transcript.ethereum import account
from boardbytes.games.tiles import TileBoard
from boardbytes.serving import LOOPBACK
from tools import results
from tools.fault_servers import FILLED, PLAYED, REGISTRY, RELAY, Server, beside, free_port

ROOT = Path(__file__).parent.parent
KILL, QUOTA = "kill -9", "quota"
ERRORS = {
    "disk full": errno.ENOSPC,
    "quota used up": errno.EDQUOT,
    "read-only folder": errno.EROFS,
    "no permission": errno.EACCES,
    "input/output error": errno.EIO,
}
FAULTS = (KILL, *ERRORS, QUOTA)
QUOTAS = (0, 1, 30, 5_000)
"""How many bytes a file may have, where a quota is the fault."""

MOST = 40
"""Moments that are tried of one command: all, or as many as this, evenly from its first one on."""

RED, WHITE = (
    "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
    "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF",
)
"""The addresses of the private keys 1 and 2."""


@dataclass(frozen=True)
class Case:
    """A command that writes: its words, and the files that it finds, each a copy of one of ours."""

    args: str
    files: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    """More files that it finds, with what stands in them."""
    before: tuple[str, ...] = ()
    """Other commands, run undisturbed before it."""
    again: str = ""
    """A command that goes on where this one was stopped: afterwards all must be as it should be."""
    server: Server | None = None
    """What answers at `{url}`; then what the command keeps of it is attacked, too."""


_KEYS = (f"{1:064x}", f"{2:064x}")
_NEW = f"channel new a.channel --red {RED} --white {WHITE} --game-id 7"
_ADD = "library --db boards.db add a.gb16"

CASES = {
    "convert": Case("convert a.dat out.json", {"a.dat": "examples/endgame.dat"}),
    "convert over a file": Case(
        "convert a.dat out.json",
        {"a.dat": "examples/endgame.dat", "out.json": "examples/opening.json"},
    ),
    "annotate": Case("annotate a.json --comment hello", {"a.json": "examples/opening.json"}),
    "check --repair": Case("check --repair a.dat", {"a.dat": "examples/damaged.dat"}),
    "edit": Case("edit a.gb16 text title changed", {"a.gb16": "examples/island.gb16"}),
    "edit new": Case("edit a.gb16 new 5 5"),
    "draw": Case("draw a.dat -o a.svg", {"a.dat": "examples/endgame.dat"}),
    "channel new": Case(_NEW),
    "channel move": Case(
        "channel move a.channel 11-15 --key-env BOARDBYTES_TRY",
        before=(_NEW,),
    ),
    "channel move --agree": Case(
        "channel move a.channel --agree --key-env BOARDBYTES_OTHER",
        before=(_NEW, "channel move a.channel 11-15 --key-env BOARDBYTES_TRY"),
    ),
    "key new": Case("key new --plain"),
    "key export": Case(f"key export {RED} a.keyfile", texts={f"keys/{RED}.key": f"{_KEYS[0]}\n"}),
    "play --save": Case("play checkers --red random --white random --seed 1 --save out.pdn"),
    "analyse --svg --annotate": Case(
        "analyse a.json --whole --depth 1 --svg a.svg --annotate b.json",
        {"a.json": "examples/opening.json"},
    ),
    "scan": Case(
        "scan a.dat a.json -o out --cores 1",
        {"a.dat": "examples/endgame.dat", "a.json": "examples/opening.json"},
        again="scan a.dat a.json -o out --cores 1 --resume",
    ),
    "solve mill": Case(
        "solve mill --rules three --stones 6 --tables tables",
        again="solve mill --rules three --stones 6 --tables tables",
    ),
    "library add": Case(
        "library --db boards.db add a.gb16",
        {"a.gb16": "examples/island.gb16"},
    ),
    "library get": Case(
        "library --db boards.db get 1S1ND b.gb16",
        {"a.gb16": "examples/island.gb16"},
        before=(_ADD,),
    ),
    "library export": Case(
        "library --db boards.db export out",
        {"a.gb16": "examples/island.gb16"},
        before=(_ADD,),
    ),
    "library import": Case(
        "library --db others.db import out",
        {"a.gb16": "examples/island.gb16"},
        before=(_ADD, "library --db boards.db export out"),
    ),
    # What goes to a registry touches nothing here but the file that gets a code.
    "library push --update": Case(
        "library push a.gb08 --update --registry {url} --key-env BOARDBYTES_TRY",
        {"a.gb08": "tests/vectors/gbxx/ok/smallest-8-bit.gb08"},
        again="library push a.gb08 --update --registry {url} --key-env BOARDBYTES_TRY",
        server=REGISTRY,
    ),
    "library pull": Case(
        "library pull 1S1ND b.gb16 --registry {url} --entry entry",
        again="library pull 1S1ND b.gb16 --registry {url} --entry entry",
        server=REGISTRY,
    ),
    "library mirror": Case(
        "library mirror copy --registry {url}",
        again="library mirror copy --registry {url}",
        server=REGISTRY,
    ),
    "channel join": Case(
        f"channel join {{url}}/games/{PLAYED} a.channel --side none",
        again=f"channel join {{url}}/games/{PLAYED} a.channel --side none",
        server=RELAY,
    ),
}


PASSWORD = "secret"
VARYING = (".key", ".channel", "catalogue.json")
"""What has a time or a random name in it, though two runs in one second may be the same."""


def _whole_key(name: str, data: bytes) -> None:
    key = parse_key(data.decode("ascii"), name)
    if address_of(key) != Path(name).stem or not data.endswith(b"\n"):
        raise ValueError(f"{name} holds another key")


def _whole_keyfile(name: str, data: bytes) -> None:
    if account().decrypt(json.loads(data), PASSWORD).hex().removeprefix("0x") != _KEYS[0]:
        raise ValueError(f"{name} holds another key")


def _whole_transcript(name: str, data: bytes) -> None:
    if not data.endswith(b"\n") or bb.loads(data, "transcript").problems:
        raise ValueError(f"{name} is cut short")


def _whole_board(name: str, data: bytes) -> None:
    board = bb.loads(data, "gbxx").position
    if not isinstance(board, TileBoard) or len(board.code) != 5:
        raise ValueError(f"{name} has no code")


def _whole_game(name: str, data: bytes) -> None:
    if bb.loads(data, "pdn").problems or not data.endswith(b"0-1\n"):
        raise ValueError(f"{name} is cut short")


def _whole_catalogue(name: str, data: bytes) -> None:
    if [board["code"] for board in json.loads(data)] != ["1S1ND"]:
        raise ValueError(f"{name} lacks the board")


WHOLE: Mapping[str, Callable[[str, bytes], None]] = {
    ".key": _whole_key,
    ".keyfile": _whole_keyfile,
    ".channel": _whole_transcript,
    ".pdn": _whole_game,
    ".gb08": _whole_board,
    ".json": _whole_catalogue,
}
"""What each file must be that has other bytes each time, such as a time or a random number."""


@dataclass
class Seen:
    """What came of a fault at every moment of a command."""

    tried: int = 0
    lost: list[str] = field(default_factory=list)


class _Trap:
    """Counts the moments at which a process touches the disk; at one of them something happens."""

    def __init__(self, folder: Path, at: int, strike: Callable[[], None]) -> None:
        self.folder, self.at, self.strike, self.count = str(folder), at, strike, 0
        self.is_set = True

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.is_set:
            return
        if event == "open":
            writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT
            if isinstance(args[2], int) and args[2] & writes:
                self.touch(args[0])
        elif event in {"os.rename", "os.remove", "os.mkdir", "sqlite3.connect"}:
            self.touch(args[0])

    def touch(self, path: object) -> None:
        name = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
        if name and os.path.realpath(name).startswith(self.folder):
            self.count += 1
            if self.count == self.at:
                self.strike()


HEAVY = ("eth_account", "sqlalchemy.dialects.sqlite", "numba", "pyarrow.parquet")
"""Loaded once, before anything is forked, and not at every moment again."""


def run(
    args: str, folder: Path, at: int = 0, fault: str = "", root: Path | None = None
) -> tuple[int, str, int]:
    """Run a command in a process of its own: its end (negative: a signal), errors and moments.

    What counts is what it touches in its folder, or in the one that is given as `root`.
    """
    counted = folder.parent / "count"
    counted.write_text("0")
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        _run_here(args, folder, root or folder, at, fault, said, counted)
    os.close(said)
    with os.fdopen(heard, errors="replace") as file:
        words = file.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), words, int(counted.read_text())


def _run_here(
    args: str, folder: Path, root: Path, at: int, fault: str, said: int, counted: Path
) -> None:
    code = 99
    try:
        os.chdir(folder)
        os.environ |= {
            "BOARDBYTES_KEYS": str(folder / "keys"), "BOARDBYTES_TRY": _KEYS[0],
            "BOARDBYTES_OTHER": _KEYS[1],
            "BOARDBYTES_PASSWORD": PASSWORD if args.startswith("key export") else "",
            "BOARDBYTES_CACHE": str(folder.parent / "cache"),
        }  # fmt: skip
        os.dup2(said, 2)
        sys.stderr = os.fdopen(2, "w", buffering=1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

        def strike() -> None:
            if fault == KILL:
                os.kill(os.getpid(), signal.SIGKILL)
            elif fault in ERRORS:
                raise OSError(ERRORS[fault], os.strerror(ERRORS[fault]))

        trap = _Trap(root.resolve(), at, strike)
        sys.addaudithook(trap.hear)
        really_sync = os.fsync

        def sync(fd: Any) -> None:
            trap.touch(root)
            really_sync(fd)

        os.fsync = sync
        if fault == QUOTA:
            resource.setrlimit(resource.RLIMIT_FSIZE, (QUOTAS[at], resource.RLIM_INFINITY))
        sys.argv = ["boardbytes", *args.split()]
        try:
            cli.run()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        trap.is_set = False
        sys.stderr.flush()
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        counted.write_text(str(trap.count))
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(code)


def _files(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def _shown(folder: Path) -> dict[str, bytes]:
    """Without what a kill leaves behind, which is removed when nobody can be writing it."""
    files = _files(folder)
    return {name: data for name, data in files.items() if not Path(name).name.startswith(".")}


def _without(varying: set[str], files: dict[str, bytes]) -> dict[str, bytes | None]:
    """Files by name, without the content of those that have another one each time."""
    return {name: None if name in varying else data for name, data in files.items()}


def _prepared(case: Case, place: Path) -> Path:
    """A fresh folder with what a command finds."""
    folder = place / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, source in case.files.items():
        shutil.copy2(ROOT / source, folder / name)
    if case.server:
        # A server that was not asked yet, and whoever asks for the first time.
        for name in ("served", "cache"):
            shutil.rmtree(place / name, ignore_errors=True)
        if not (place / "filled").exists():
            (place / "filled").mkdir()
            FILLED[case.server](place / "filled")
        shutil.copytree(place / "filled", place / "served")
    for name, text in case.texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for command in case.before:
        code, said, _ = run(command, folder)
        assert code == 0, said
    return folder


def attack(name: str, fault: str) -> Seen:
    """A fault at every moment of a command."""
    case, seen = CASES[name], Seen()
    for module in HEAVY:
        import_module(module)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        port = free_port() if case.server else 0
        root = place if case.server else None
        url = f"http://{LOOPBACK}:{port}"
        args, again = case.args.replace("{url}", url), case.again.replace("{url}", url)
        folder = _prepared(case, place)
        before = _files(folder)
        with beside(case.server, place / "served", port):
            code, said, moments = run(args, folder, root=root)
        assert code in (0, 1), said
        assert moments, f"{name} writes nothing: {said}"
        after = _files(folder)
        assert case.server or after != before
        other = _prepared(case, place)
        with beside(case.server, place / "served", port):
            run(args, other)
        varying = {name for name, data in _files(other).items() if after.get(name) != data}
        step = -(-moments // MOST)
        for at in range(len(QUOTAS)) if fault == QUOTA else range(1, moments + 1, step):
            folder = _prepared(case, place)
            with beside(case.server, place / "served", port):
                code, said, _ = run(args, folder, at, fault, root)
                seen.tried += 1
                found = _losses(case, folder, before, after, varying, fault)
                if again and not found:
                    code_again, said_again, _ = run(again, folder)
                    if code_again or _without(varying, _shown(folder)) != _without(varying, after):
                        found += [f"cannot be gone on with: {said_again[-300:]}"]
            found += _words(code, said, fault, len(_files(folder)) == len(after))
            seen.lost += [f"{name}, {fault} at moment {at}: {each}" for each in found]
    return seen


def _losses(
    case: Case,
    folder: Path,
    before: dict[str, bytes],
    after: dict[str, bytes],
    varying: set[str],
    fault: str,
) -> list[str]:
    """What is neither as it was nor as it should be, byte for byte; what varies must be whole."""
    lost, now = [], _files(folder)
    for name in before.keys() - now.keys():
        lost.append(f"{name} is gone")
    for name, data in now.items():
        kind = Path(name).suffix
        if ".db" in kind:
            continue  # a database must be whole in its own way: below
        if case.again and after.get(name, b"").startswith(data):
            continue  # a journal grows; whoever goes on with it must come to the same end
        if data in (before.get(name), after.get(name)):
            continue
        if Path(name).name.startswith("."):
            if fault != KILL:
                lost.append(f"{name} is left behind")
        elif name in varying or name.endswith(VARYING):
            try:
                WHOLE[kind](name, data)
            except (bb.BoardbytesError, ValueError, KeyError) as error:
                lost.append(f"{name} is not whole: {error!r}")
        else:
            lost.append(f"{name} has {len(data)} bytes that are neither the old nor the new ones")
    for name in now:
        if name.endswith(".db"):
            code, said, _ = run(f"library --db {name} verify", folder)
            if code:
                lost.append(f"the database is damaged: {said.strip()}")
    return lost


def _words(code: int, said: str, fault: str, is_whole: bool) -> list[str]:
    """What is wrong with how a command ended."""
    if fault == KILL:
        return [] if code in (-signal.SIGKILL, 0, 1) else [f"ended with {code}: {said[-300:]}"]
    if "Traceback" in said or code not in (0, 1, 2):
        return [f"ended with {code}: {said[-600:]}"]
    if code == 0 and not is_whole:
        return ["says that all is well"]
    if code == 2 and not said.startswith("boardbytes: "):
        return [f"does not say what happened: {said[-300:]}"]
    return []


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="COMMAND", help=f"some of: {', '.join(CASES)}")
    parser.add_argument("--keep", action="store_true", help="keep what was seen for docs/trust.md")
    args = parser.parse_args()
    failed = False
    print(f"{'command':26}{'fault':20}{'moments':>8}{'seconds':>9}  lost")
    for fault in FAULTS:
        for name in args.names or CASES:
            begun = time.process_time() + sum(os.times()[2:4])
            seen = attack(name, fault)
            seconds = round(time.process_time() + sum(os.times()[2:4]) - begun, 1)
            lost = "; ".join(seen.lost) or "nothing"
            print(f"{name:26}{fault:20}{seen.tried:>8}{seconds:>9}  {lost}", flush=True)
            failed |= bool(seen.lost)
            if args.keep:
                kept = {"command": name, "fault": fault, "moments": seen.tried, "lost": seen.lost}
                kept |= {"seconds": seconds, "day": results.day_of_code()}
                results.keep("faults", f"{name}: {fault}", kept)
    sys.exit(failed)


if __name__ == "__main__":
    main()
