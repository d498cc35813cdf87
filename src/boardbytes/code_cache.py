"""Compiled code kept on disk, found again by what it was compiled from.

Numba's own cache looks at the file of a function and at nothing that the function calls or reads;
an entry for one kind of arguments can be taken for another when two processes write at once; and a
damaged file ends in a traceback. Here a folder's name has a digest of all that went in: the code of
the kernel and of those it calls, their constants, and the versions of the compilers. So nothing is
ever out of date, versions live side by side, and nobody needs to delete a file by hand.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import warnings
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from boardbytes.caching import cache_folder

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable that names a folder for compiled code, tried before the usual ones."""

VERSIONS_KEPT = 8
"""How many versions of a kernel with its fillings stay on disk: those used last."""

_LAYOUT = "1"
"""The version of the way in which files are written here."""

_PACKAGE = f"{__package__}."


class NotKeptWarning(UserWarning):
    """Compiled code could not be kept: the next start will take as long as this one."""


def content_of(functions: Mapping[str, FunctionType], callees: Mapping[str, str]) -> str:
    """A digest of the functions of one module, of what they read and of what they call.

    `callees` has a digest for every other function of the package that they name.
    """
    digest = hashlib.sha256()
    for name, function in sorted(functions.items()):
        parts = (*_code(function.__code__), function.__defaults__, *_constants(function))
        digest.update(repr((name, parts)).encode())
    digest.update(repr(sorted(callees.items())).encode())
    return digest.hexdigest()


def _code(code: CodeType) -> tuple[object, ...]:
    """What a function does, wherever it stands."""
    constants = tuple(
        _code(each) if isinstance(each, CodeType) else each for each in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_flags


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _constants(function: FunctionType) -> list[tuple[str, object]]:
    """The global values that a function reads, by name; other functions are not among them."""
    names = sorted(set(_names(function.__code__)))
    return list(_values(names, function.__globals__))


def _values(names: list[str], namespace: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for name in names:
        value = namespace.get(name)
        if isinstance(value, ModuleType) and value.__name__.startswith(_PACKAGE):
            yield name, list(_values(names, vars(value)))
        elif name in namespace and not isinstance(value, FunctionType):
            yield name, _plain(value)


def _plain(value: Any) -> object:
    """A constant as something whose repr says all of it."""
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    if isinstance(value, tuple):
        return type(value).__name__, tuple(_plain(each) for each in value)
    if isinstance(value, type):
        return value.__module__, value.__qualname__, getattr(value, "_fields", None)
    if isinstance(value, ModuleType):
        return value.__name__, getattr(value, "__version__", None)
    if isinstance(defined := getattr(value, "_defn", None), FunctionType):  # Numba's intrinsics
        cells = defined.__closure__ or ()
        return _code(defined.__code__), tuple(_plain(cell.cell_contents) for cell in cells)
    if hasattr(value, "tobytes"):  # NumPy's arrays and numbers
        return str(value.dtype), value.shape, value.tobytes()
    raise TypeError(f"a kernel cannot read a constant of type {type(value).__name__}")


@cache
def _compiler() -> str:
    """Whatever else decides what machine code comes out, the processor aside."""
    import llvmlite
    import numba

    settings = [getattr(numba.config, name, None) for name in ("OPT", "BOUNDSCHECK")]
    versions = (_LAYOUT, sys.version, numba.__version__, llvmlite.__version__, *settings)
    return repr(versions)


def keep(dispatcher: Any, form: str, content: str) -> None:
    """Let a Numba function keep what it compiles, where there is a folder for it.

    `form` names the kernel and what fills it, `content` is a digest of both.
    """
    digest = hashlib.sha256(f"{_compiler()} {content}".encode()).hexdigest()
    if (folder := _usable(f"{form}-{digest[:24]}")) is not None:
        dispatcher._cache = _Kept(folder, dispatcher.py_func)
    else:
        _warn_once()


@cache
def _usable(name: str) -> Path | None:
    """A folder of this name that can be written to; versions long unused make room for it."""
    for root in _roots():
        folder = root / name
        with contextlib.suppress(OSError):
            is_new = not folder.is_dir()
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
            tempfile.TemporaryFile(dir=folder).close()
            if is_new:
                _clean(folder)
            return folder
    return None


def code_folder() -> Path:
    """Where compiled code is kept, if that folder can be written to."""
    return next(_roots())


def _roots() -> Iterator[Path]:
    if named := os.environ.get(FOLDER_VARIABLE):
        yield Path(named)
    with contextlib.suppress(RuntimeError):  # there is no home folder
        yield cache_folder() / "code"
    yield Path(__file__).parent / "__pycache__" / "code"


def _clean(folder: Path) -> None:
    """Remove all but the most recently used versions of a kernel with its fillings."""
    form = folder.name.rpartition("-")[0]
    others = [each for each in folder.parent.iterdir() if each.name.rpartition("-")[0] == form]
    for old in sorted(others, key=_last_used, reverse=True)[VERSIONS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:  # another process is cleaning, too
        return 0.0


class _Kept:
    """What Numba compiled for one function: a file for each kind of arguments and processor.

    Takes the place of Numba's own cache. A file that is missing, cut short or damaged is compiled
    again; each is written aside and renamed, and has a name of its own, so processes can write at
    the same time. Where a file cannot be written, the code serves this process only.
    """

    def __init__(self, folder: Path, function: FunctionType) -> None:
        self.folder = folder
        self.function = function

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        from numba.core import compiler

        rebuild: Any = compiler.CompileResult._rebuild
        # Numba's own cache refreshes the target first: two thirds of loading, for what only a
        # compiler needs. Whoever compiles refreshes it then.
        key = self._key(signature, target.codegen())
        with contextlib.suppress(Exception):  # whatever damaged bytes may lead to
            data = self._path(key).read_bytes()
            checksum, content = data[:4], memoryview(data)[4:]
            if checksum == _checksum(content):
                kept_key, payload = pickle.loads(content)
                if kept_key == key:
                    return rebuild(target, *payload)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        from numba.core import serialize

        if result.library.has_dynamic_globals:
            return
        key = self._key(signature, result.codegen)
        pickled: Any = serialize.dumps
        content: bytes = pickled((key, result._reduce()))
        try:
            self._write(self._path(key), _checksum(content) + content)
        except OSError:
            _warn_once()

    def _write(self, path: Path, data: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)  # another process may have removed it
        handle, temporary = tempfile.mkstemp(dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise

    def _key(self, signature: Any, codegen: Any) -> tuple[str, ...]:
        return (self.function.__qualname__, repr(signature), repr(codegen.magic_tuple()))

    def _path(self, key: tuple[str, ...]) -> Path:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()
        return self.folder / f"{self.function.__name__}-{digest[:24]}"

    def enable(self) -> None:
        """Numba asks for this; what is kept is always used."""

    def disable(self) -> None:
        """Numba asks for this; what is kept is always used."""

    def flush(self) -> None:
        """Numba asks for this; nothing here is ever out of date."""


def _checksum(data: bytes | memoryview) -> bytes:
    return zlib.crc32(data).to_bytes(4, "big")


@cache
def _warn_once() -> None:
    message = f"compiled code cannot be kept, so every start compiles again: set {FOLDER_VARIABLE}"
    warnings.warn(f"{message} to a folder that can be written to", NotKeptWarning, stacklevel=2)
