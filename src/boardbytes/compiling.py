"""Kernels compiled for the processor, from the very source that runs interpreted.

A kernel module holds plain functions on integers and arrays and no decorator. `compiled` rebuilds
each of them with a namespace in which every name is already its compiled form, so calls between
kernels are calls between compiled functions.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from types import FunctionType, SimpleNamespace
from typing import Any

_PACKAGE = f"{__package__}."

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
"""The environment variable that names another folder for compiled code than the usual ones."""

CPU, GPU, GPU_KERNELS = "cpu", "gpu", "gpu-kernels"
"""What to compile for: the processor; functions that run on a GPU; those that start work there."""


class NotKeptWarning(UserWarning):
    """Compiled code that no folder takes: the next start will take as long as this one."""


@cache
def compiled(module_name: str, target: str = CPU, filled_by: str | None = None) -> Any:
    """The functions of a kernel module, compiled on first use; for the processor, cached on disk.

    Functions of other kernel modules that this one imports by name are compiled along with it.
    They run without the interpreter's lock, so threads can share work between all cores.
    A kernel that leaves functions open, as a search over any game does, is `filled_by` a module
    that has them: a function of the same name there takes the place of the open one.
    Does not compile anything yet: each function is compiled when it is first called. Does not
    take functions that call themselves: from Numba's cache they crash.
    """
    decorate = _decorator(target)
    module = import_module(module_name)
    filling = vars(import_module(filled_by)) if filled_by else {}
    namespace = dict(vars(module))
    own: dict[str, Any] = {}
    for name, value in vars(module).items():
        if not isinstance(value, FunctionType) or not value.__module__.startswith(_PACKAGE):
            continue
        fills = filling.get(name)
        source = fills if isinstance(fills, FunctionType) else value
        if source.__module__ != module_name:
            callee = CPU if target == CPU else GPU
            namespace[name] = getattr(compiled(source.__module__, callee), source.__name__)
            continue
        clone = FunctionType(value.__code__, namespace, name, value.__defaults__)
        clone.__module__ = module_name
        # Part of the name in the cache on disk, so that one filling is not taken for another.
        prefix = f"{filled_by.replace('.', '_')}." if filled_by else ""
        clone.__qualname__ = prefix + value.__qualname__
        own[name] = namespace[name] = decorate(clone)
    return SimpleNamespace(**own)


def _decorator(target: str) -> Callable[[FunctionType], Any]:
    if target == CPU:
        return _kept_if_possible
    cuda = load_cuda()
    on_device: Callable[[FunctionType], Any] = cuda.jit(device=True) if target == GPU else cuda.jit
    return on_device


def _kept_if_possible(function: FunctionType) -> Any:
    """A function for the processor, kept on disk where there is a folder for it."""
    import numba

    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # Numba found no folder that it can write to
        _warn_once()
        return numba.njit(nogil=True)(function)


@cache
def _warn_once() -> None:
    message = "compiled code cannot be kept, so every start compiles again: name a folder that can"
    warnings.warn(f"{message} be written in {FOLDER_VARIABLE}", NotKeptWarning, stacklevel=2)


def load_cuda() -> Any:
    """Numba's GPU side, from the extra `gpu`."""
    with _former_names():
        from numba import config, cuda

        for name in ("arrayobj", "arraymath"):
            with contextlib.suppress(ImportError):
                import_module(f"numba.cuda.np.{name}")
    # Small subspaces leave most of a card idle, and nobody can do anything about it.
    vars(config)["CUDA_LOW_OCCUPANCY_WARNINGS"] = 0
    return cuda


@contextlib.contextmanager
def _former_names() -> Iterator[None]:
    """Names that NumPy has dropped, while a library is loaded that looks for them.

    Nothing calls them, and nobody else gets to see them.
    """
    import numpy as np

    missing = [name for name in ("row_stack", "in1d", "trapz") if not hasattr(np, name)]
    for name in missing:
        setattr(np, name, np.vstack)
    try:
        yield
    finally:
        for name in missing:
            delattr(np, name)
