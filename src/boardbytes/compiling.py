"""Kernels compiled for the processor, from the very source that runs interpreted.

A kernel module holds plain functions on integers and arrays and no decorator. `compiled` rebuilds
each of them with a namespace in which every name is already its compiled form, so calls between
kernels are calls between compiled functions.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import FunctionType, SimpleNamespace
from typing import Any

_PACKAGE = f"{__package__}."


@cache
def compiled(module_name: str) -> Any:
    """The functions of a kernel module, compiled on first use and cached on disk by Numba.

    Functions of other kernel modules that this one imports by name are compiled along with it.
    They run without the interpreter's lock, so threads can share work between all cores.
    Does not compile anything yet: each function is compiled when it is first called. Does not
    take functions that call themselves: from Numba's cache they crash.
    """
    import numba

    module = import_module(module_name)
    namespace = dict(vars(module))
    own: dict[str, Any] = {}
    for name, value in vars(module).items():
        if not isinstance(value, FunctionType) or not value.__module__.startswith(_PACKAGE):
            continue
        if value.__module__ != module_name:
            namespace[name] = getattr(compiled(value.__module__), value.__name__)
            continue
        clone = FunctionType(value.__code__, namespace, name, value.__defaults__)
        clone.__module__ = module_name
        clone.__qualname__ = value.__qualname__
        own[name] = namespace[name] = numba.njit(cache=True, nogil=True)(clone)
    return SimpleNamespace(**own)
