"""One reader fed with inputs in a process of its own: `python -m tools.fuzz.running NAME RUNS`.

Atheris steers towards code that was not reached before; without it, or with `--plain`, samples are
changed at random, always in the same way for the same seed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import random
import resource
import sys
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.fuzz.targets import Target

LONGEST = 4096
BOMB = 60_000
SECONDS_PER_BYTE, MEMORY_PER_BYTE = 2e-5, 500
"""What a byte of the input allows besides what every input may take."""

MARK = "fuzz: "
"""Begins the line with what was found."""
KNOWN, DONE = "known: ", "done: "
"""Begin the lines with how many inputs were known before, and how many it were without atheris."""


def judge(target: Target, data: bytes) -> None:
    """Raise if an input shows a fault, or takes too much time or memory."""
    taken = Memory()
    begun = time.process_time()
    target.check(data)
    seconds = time.process_time() - begun
    grown = taken.most()
    assert seconds < target.seconds + SECONDS_PER_BYTE * len(data), (
        f"{seconds:.1f} s of processor time"
    )
    assert grown < target.memory + MEMORY_PER_BYTE * len(data), f"{grown >> 20} MiB of memory"


class Memory:
    """The most memory that was taken since this was made, however much was taken before."""

    def __init__(self) -> None:
        with contextlib.suppress(OSError):  # elsewhere only what no input before had taken counts
            _RESET.write_text("5")
        self._before = _peak()

    def most(self) -> int:
        return _peak() - self._before


_RESET, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def _peak() -> int:
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    status = _STATUS.read_bytes()
    at = status.index(b"VmHWM:") + len(b"VmHWM:")
    return int(status[at : status.index(b"kB", at)]) * 1024


def changed(data: bytes, seeds: list[bytes], chance: random.Random) -> bytes:
    """A sample with a few changes, as readers meet them: flips, cuts, repeats, joins, numbers."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(out) + 1)
        end = min(len(out), at + chance.choice((1, 1, 2, 4, 16, 64)))
        match chance.randrange(7):
            case 0 if at < len(out):
                out[at] ^= 1 << chance.randrange(8)
            case 1:
                out[at:end] = chance.randbytes(end - at)
            case 2:
                del out[at:end]
            case 3:
                out[at:at] = out[at:end] * chance.choice((1, 2, 30))
            case 4:
                other = chance.choice(seeds)
                cut = chance.randrange(len(other) + 1)
                out[at:end] = other[cut : cut + chance.choice((1, 4, 32, 256))]
            case 5:
                out[at:end] = chance.choice(
                    (b"-1", b"0", b"99999999999999999999", b"1e999", b"[", b"\0")
                )
            case _:
                out[at:end] = chance.choice(
                    (b"\xff" * 4, b"\x80", b"\n", b'"', b"\\", b"]", b"NaN")
                )
    return bytes(out[:LONGEST])


def run_plain(target: Target, runs: int, seconds: int, seed: int) -> int:
    """Change samples so many times, or for so long; how many inputs it were."""
    chance, seeds = random.Random(seed), target.seeds()
    pool = list(seeds)
    end = time.monotonic() + seconds if seconds else math.inf
    number = 0
    while (number < runs or seconds) and time.monotonic() < end:
        data = seeds[number] if number < len(seeds) else changed(chance.choice(pool), seeds, chance)
        _judged(target, data)
        number += 1
        if chance.random() < 0.01:
            pool[len(seeds) :] = [*pool[len(seeds) :], data][-200:]
    return number


def run_guided(target: Target, runs: int, seconds: int, seed: int, folder: Path) -> None:
    """Let atheris choose the inputs, from those that led it to new code; it ends the process."""
    import atheris

    def one(data: bytes) -> None:
        try:
            judge(target, data)
        except BaseException as fault:
            print(_finding(data, fault), file=sys.stderr, flush=True)
            raise

    for data in target.seeds():
        (folder / f"seed-{zlib.crc32(data):08x}").write_bytes(data)
    known = sum(1 for _ in folder.iterdir())
    # A process is born with the peak of the one that started it, which is no reader's memory.
    inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    options = [
        f"-max_total_time={seconds}" if seconds else f"-runs={known + runs}",
        f"-seed={seed}",
        f"-max_len={LONGEST}",
        "-timeout=60",
        f"-rss_limit_mb={inherited + 2048}",
        "-print_final_stats=1",
    ]
    print(f"{KNOWN}{known}", file=sys.stderr, flush=True)
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/found-", str(folder)], one)
    atheris.Fuzz()


def _judged(target: Target, data: bytes) -> None:
    try:
        judge(target, data)
    except BaseException as fault:
        raise SystemExit(_finding(data, fault)) from fault


def _finding(data: bytes, fault: BaseException) -> str:
    found = {"input": data.hex(), "fault": f"{type(fault).__name__}: {fault}"[:500]}
    return MARK + json.dumps(found)


def kernels() -> list[str]:
    """The modules that are compiled, which atheris must leave as they are."""
    sources = Path(__file__).parents[2] / "src"
    paths = (path.relative_to(sources) for path in sources.rglob("*kernel.py"))
    return [".".join(path.with_suffix("").parts) for path in paths]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("runs", type=int)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="the inputs that atheris begins with and keeps")
    args = parser.parse_args()
    if not args.plain:
        import atheris

        with atheris.instrument_imports(include=["boardbytes"], exclude=kernels()):
            from tools.fuzz.targets import bombs, targets
    else:
        from tools.fuzz.targets import bombs, targets
    target = targets()[args.name]
    for data in target.seeds():  # what is loaded at the first use is nobody's memory
        with contextlib.suppress(AssertionError):
            target.check(data)
    for data in (*bombs(BOMB), *bombs(300)):
        _judged(target, data)
    if args.plain:
        print(f"{DONE}{run_plain(target, args.runs, args.seconds, args.seed)}", file=sys.stderr)
    else:
        run_guided(target, args.runs, args.seconds, args.seed, args.folder)


if __name__ == "__main__":
    main()
