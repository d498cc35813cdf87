"""Child processes that run our Python and never import from the current folder."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from subprocess import Popen


def start_python(code: str, **options: Any) -> Popen[bytes]:
    """Start a child that runs a line of Python with the modules that this process has.

    `options` are those of `Popen`. A `multiprocessing.py` or a `boardbytes.py` in the folder
    where somebody starts us must not be run: `-P` keeps that folder off the child's path, and the
    path that we hand on does not have it either.
    """
    import subprocess  # slow to load, and most commands start no child

    start = f"import sys; sys.path[:] = {_path()!r}; {code}"
    return subprocess.Popen([sys.executable, "-P", "-c", start], **options)


def leave_current_folder() -> None:
    """Take the current folder off this process's path, where `python -m` has put it."""
    sys.path[:] = _path()


def _path() -> list[str]:
    """Where this process looks for modules, without the current folder that Python added.

    Python adds it as the first entry; one that somebody named in PYTHONPATH comes later.
    """
    is_added = not sys.flags.safe_path and sys.path[:1] in ([""], [_current_folder()])
    return sys.path[1:] if is_added else list(sys.path)


def _current_folder() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109 (as Python writes it)
    except OSError:  # The folder is gone.
        return None
