"""`python -m tools.audit`: known holes in the packages that we bring, as pip-audit tells them.

Where no index of holes can be had it says so, and that is no failure. The exit code is 1 where
something has a hole.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.installed import needed

SECONDS = 120


def audit() -> list[str] | None:
    """A line for each hole; None where nobody could be asked."""
    pinned = [f"{name}=={package.version}" for name, package in needed().items()]
    with tempfile.TemporaryDirectory() as folder:
        listed, told = Path(folder) / "packages.txt", Path(folder) / "told.json"
        listed.write_text("\n".join(pinned))
        command: list[str | Path] = [
            sys.executable,
            "-m",
            "pip_audit",
            "--requirement",
            listed,
            "--output",
            told,
        ]
        command += ["--disable-pip", "--no-deps", "--format", "json", "--progress-spinner", "off"]
        try:
            subprocess.run(command, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        if not told.exists():
            return None
        packages = json.loads(told.read_text())["dependencies"]
    if all("skip_reason" in package for package in packages):
        return None
    return [
        f"{package['name']} {package['version']}: {hole['id']}, mended in "
        f"{', '.join(hole['fix_versions']) or 'no version yet'}"
        for package in packages
        for hole in package.get("vulns", ())
    ]


def main() -> int:
    holes = audit()
    if holes is None:
        print("no index of known holes can be had here: not audited")
        return 0
    print("\n".join(holes) or "no known hole in what we bring")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
