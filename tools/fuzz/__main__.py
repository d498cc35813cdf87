"""Feed readers with inputs that nobody wrote, and print a table of how many and what came of it."""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools import results
from tools.fuzz.running import DONE, KNOWN, MARK
from tools.fuzz.targets import RUNS, targets

FOUND, CORPUS = Path("build/fuzz"), Path("build/fuzz/corpus")
"""Where inputs that show a fault are kept, and those from which a guided run goes on."""

BATCH = 50_000
"""So many inputs go to one process: what is seen is kept even if a long run is stopped."""

MEMORY_AT_ONCE = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""What is freed goes back to the system, so that no input uses what another had taken."""


def fuzz(
    name: str,
    runs: int,
    seconds: int = 0,
    is_plain: bool = False,
    seed: int = 1,
    corpus: Path = CORPUS,
) -> dict[str, Any]:
    """Inputs given to one reader, and what was found: nothing, or an input and its fault."""
    folder = corpus / name
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--seconds", str(seconds), "--seed", str(seed), "--folder", str(folder)]
    command = [sys.executable, "-m", "tools.fuzz.running", name, str(runs), *options]
    command += ["--plain"] if is_plain else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, env=os.environ | MEMORY_AT_ONCE, capture_output=True, text=True, errors="replace"
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = next((line for line in done.stderr.splitlines() if line.startswith(MARK)), "")
    if found:
        found = _kept_finding(name, json.loads(found.removeprefix(MARK)))
    elif done.returncode:
        found = done.stderr[-500:]
    inputs = _number(DONE if is_plain else "stat::number_of_executed_units:", done.stderr)
    inputs = max(0, inputs - _number(KNOWN, done.stderr))
    return {"inputs": inputs, "seconds": round(used, 1), "finding": found}


def _number(after: str, said: str) -> int:
    found = re.search(re.escape(after) + r"\s*(\d+)", said)
    return int(found[1]) if found else 0


def _kept_finding(name: str, found: dict[str, str]) -> str:
    """What was found in a line; the input itself is kept in a file, to become a vector."""
    data = bytes.fromhex(found["input"])
    path = FOUND / f"{name}-{zlib.crc32(data):08x}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return f"{found['fault'][:200]}: {path}"


NOTHING: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "finding": ""}


def _sum(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """What was seen in both; the finding is that of the second, which went on where it stood."""
    return {
        "inputs": first["inputs"] + second["inputs"],
        "seconds": round(first["seconds"] + second["seconds"], 1),
        "finding": second["finding"],
    }


def main() -> None:
    kinds = targets()
    parser = argparse.ArgumentParser(
        prog="python -m tools.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(kinds)}")
    parser.add_argument("--runs", type=int, help="inputs for each (binary 1,000,000, text 200,000)")
    parser.add_argument("--hours", type=float, default=0, help="as long as this for each instead")
    parser.add_argument(
        "--plain", action="store_true", help="change samples at random, no coverage"
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="add up what was seen of this day's code for docs/trust.md",
    )
    args = parser.parse_args()
    if unknown := [name for name in args.names if name not in kinds]:
        parser.error(f"there is no reader {unknown[0]}; there are {', '.join(kinds)}")
    is_plain = args.plain or find_spec("atheris") is None
    failed, today = False, results.day_of_code()
    print(f"{'reader':18}{'kind':8}{'inputs':>10}{'seconds':>9}  finding")
    for name in args.names or kinds:
        wanted = args.runs or RUNS[kinds[name].kind]
        # What was seen of another day's code says nothing of this one.
        kept = results.load("fuzz").get(name, NOTHING) if args.keep else NOTHING
        before = kept if kept.get("day") == today else NOTHING
        seen = NOTHING
        while seen["inputs"] < wanted and not seen["finding"]:
            batch = min(BATCH, wanted - seen["inputs"])
            # Another seed for every batch, whatever was tried on other days.
            seed = 1 + before["inputs"] + seen["inputs"]
            seen = _sum(seen, fuzz(name, batch, int(args.hours * 3600), is_plain, seed))
            if args.keep:
                told = {"kind": kinds[name].kind, "guided": not is_plain, "day": today}
                results.keep("fuzz", name, _sum(before, seen) | told)
            if args.hours:
                break
        failed |= bool(seen["finding"])
        row = f"{name:18}{kinds[name].kind:8}{seen['inputs']:>10,}{seen['seconds']:>9}"
        print(f"{row}  {seen['finding'] or 'none'}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
