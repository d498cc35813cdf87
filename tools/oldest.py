"""`python -m tools.oldest`: the oldest versions that we say will do, as constraints for pip.

python -m tools.oldest > oldest.txt
python -m pip install --constraint oldest.txt .
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def project() -> dict[str, Any]:
    """What pyproject.toml says of the package."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def oldest(requirements: list[str]) -> list[str]:
    """Each requirement pinned to its lower bound: `numpy>=2.0` gives `numpy==2.0`.

    ValueError for one that has none: what is not bounded cannot be tested.
    """
    pinned = []
    for requirement in requirements:
        bound = re.fullmatch(r"([\w.-]+)(?:\[\w+\])?[>=]=([\d.]+)(;.*)?", requirement)
        if bound is None:
            raise ValueError(f"{requirement!r} should name its oldest version: NAME>=VERSION")
        pinned.append(f"{bound[1]}=={bound[2]}{bound[3] or ''}")
    return pinned


if __name__ == "__main__":
    print("\n".join(oldest(project()["dependencies"])))
