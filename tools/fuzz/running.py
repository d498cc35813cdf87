"""One reader fed with inputs in a process of its own: `python -m tools.fuzz.running NAME RUNS`.

Atheris steers towards code that was not reached before; without it, or with `--plain`, samples are
changed at random, always in the same way for the same seed.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.fuzz.targets import Target

LONGEST = 4096
BOMB = 60_000
SECONDS, SECONDS_PER_BYTE = 1.0, 1e-4
"""More processor time than this for an input is a finding."""
MEMORY, MEMORY_PER_BYTE = 96 << 20, 2_000
"""More memory than this for an input is a finding."""

MARK = "fuzz: "
"""Begins the line that says how it went."""


def judge(target: Target, data: bytes) -> None:
    """Raise if an input shows a fault, or takes too much time or memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    begun = time.process_time()
    target.check(data)
    seconds = time.process_time() - begun
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    assert seconds < SECONDS + SECONDS_PER_BYTE * len(data), f"{seconds:.1f} s of processor time"
    assert grown < MEMORY + MEMORY_PER_BYTE * len(data), f"{grown >> 20} MiB of memory"


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


def run_plain(target: Target, runs: int, seed: int) -> None:
    chance, seeds = random.Random(seed), target.seeds()
    pool = list(seeds)
    for number in range(runs):
        data = seeds[number] if number < len(seeds) else changed(chance.choice(pool), seeds, chance)
        try:
            judge(target, data)
        except BaseException as fault:
            raise SystemExit(_finding(data, fault)) from fault
        if chance.random() < 0.01:
            pool[len(seeds) :] = [*pool[len(seeds) :], data][-200:]


def run_guided(target: Target, runs: int, seconds: int, folder: Path) -> None:
    """Let atheris choose the inputs; it ends the process itself."""
    import atheris

    def one(data: bytes) -> None:
        try:
            judge(target, data)
        except BaseException as fault:
            print(_finding(data, fault), file=sys.stderr, flush=True)
            raise

    for number, data in enumerate(target.seeds()):
        (folder / f"seed-{number}").write_bytes(data)
    limit = f"-max_total_time={seconds}" if seconds else f"-runs={runs}"
    options = [
        limit,
        f"-max_len={LONGEST}",
        "-timeout=60",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={folder}/", str(folder)], one)
    atheris.Fuzz()


def _finding(data: bytes, fault: BaseException) -> str:
    found = {"input": data.hex(), "fault": f"{type(fault).__name__}: {fault}"[:500]}
    return MARK + json.dumps(found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("runs", type=int)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not args.plain:
        import atheris

        with atheris.instrument_imports(include=["boardbytes"]):
            from tools.fuzz.targets import bombs, targets
    else:
        from tools.fuzz.targets import bombs, targets
    target = targets()[args.name]
    for data in (*bombs(BOMB), *bombs(300)):
        try:
            judge(target, data)
        except BaseException as fault:
            raise SystemExit(_finding(data, fault)) from fault
    if args.plain:
        run_plain(target, args.runs, args.seed)
    else:
        with tempfile.TemporaryDirectory() as folder:
            run_guided(target, args.runs, args.seconds, Path(folder))


if __name__ == "__main__":
    main()
