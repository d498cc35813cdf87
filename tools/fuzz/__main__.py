"""Feed readers with inputs that nobody wrote, and print a table of how many and what came of it."""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools import results
from tools.fuzz.running import MARK
from tools.fuzz.targets import RUNS, targets

FOUND = Path("build/fuzz")
"""Where inputs that show a fault are kept."""

BATCH = 100_000
"""So many inputs go to one process: what is seen is kept even if a long run is stopped."""


def fuzz(
    name: str, runs: int, seconds: int = 0, is_plain: bool = False, seed: int = 1
) -> dict[str, Any]:
    """Inputs given to one reader, and what was found: nothing, or an input and its fault."""
    options = ["--seconds", str(seconds), "--seed", str(seed), *(["--plain"] if is_plain else [])]
    command = [sys.executable, "-m", "tools.fuzz.running", name, str(runs), *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = next((line for line in done.stderr.splitlines() if line.startswith(MARK)), "")
    if found:
        found = _kept_finding(name, json.loads(found.removeprefix(MARK)))
    elif done.returncode:
        found = done.stderr[-500:]
    counted = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    inputs = int(counted[1]) if counted else 0 if found else runs
    return {"inputs": inputs, "seconds": round(used, 1), "finding": found}


def _kept_finding(name: str, found: dict[str, str]) -> str:
    """What was found in a line; the input itself is kept in a file, to become a vector."""
    data = bytes.fromhex(found["input"])
    path = FOUND / f"{name}-{zlib.crc32(data):08x}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return f"{found['fault'][:200]}: {path}"


def main() -> None:
    kinds = targets()
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(kinds)}")
    parser.add_argument("--runs", type=int, help="inputs for each (binary 1,000,000, text 200,000)")
    parser.add_argument("--hours", type=float, default=0, help="as long as this for each instead")
    parser.add_argument(
        "--plain", action="store_true", help="change samples at random, no coverage"
    )
    parser.add_argument(
        "--keep", action="store_true", help="add up what was seen for docs/trust.md"
    )
    args = parser.parse_args()
    if unknown := [name for name in args.names if name not in kinds]:
        parser.error(f"there is no reader {unknown[0]}; there are {', '.join(kinds)}")
    is_plain = args.plain or find_spec("atheris") is None
    failed = False
    print(f"{'reader':18}{'kind':8}{'inputs':>10}{'seconds':>9}  finding")
    for name in args.names or kinds:
        wanted = args.runs or RUNS[kinds[name].kind]
        seen: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "finding": ""}
        seed = 0
        while seen["inputs"] < wanted and not seen["finding"]:
            seed += 1
            batch = min(BATCH, wanted - seen["inputs"])
            more = fuzz(name, batch, int(args.hours * 3600), is_plain, seed)
            seen = {
                "inputs": seen["inputs"] + more["inputs"],
                "seconds": round(seen["seconds"] + more["seconds"], 1),
                "finding": more["finding"],
            }
            if args.keep:
                results.keep(
                    "fuzz", name, seen | {"kind": kinds[name].kind, "guided": not is_plain}
                )
            if args.hours:
                break
        failed |= bool(seen["finding"])
        row = f"{name:18}{kinds[name].kind:8}{seen['inputs']:>10,}{seen['seconds']:>9}"
        print(f"{row}  {seen['finding'] or 'none'}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
