"""Kernels compiled for the processor, from the very source that runs interpreted.

A kernel module holds plain functions on integers and arrays and no decorator. `compiled` rebuilds
each of them with a namespace in which every name is already its compiled form, so calls between
kernels are calls between compiled functions.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from types import FunctionType, SimpleNamespace
from typing import Any, TypeAlias

_PACKAGE = f"{__package__}."

SWITCH = "NUMBA_DISABLE_JIT"
"""The environment variable that turns compiling off: kernels run interpreted, at once."""

CPU, GPU, GPU_KERNELS, INTERPRETED = "cpu", "gpu", "gpu-kernels", "interpreted"
"""What to build for: the processor; functions that run on a GPU; those that start work there; the
interpreter, for a kernel that is only filled."""


Filling: TypeAlias = str | tuple[str, ...] | None
"""The names of modules that fill open functions; each says in FILLS which kernel it is for."""


def compiled(module_name: str, target: str = CPU, filled_by: Filling = None) -> Any:
    """The functions of a kernel module, compiled on first use; for the processor, cached on disk.

    Functions of other kernel modules that this one imports by name are compiled along with it.
    They run without the interpreter's lock, so threads can share work among all cores. What a
    module names in INLINED is copied into its callers: for small functions that take many arrays.
    A kernel that leaves functions open, as a search over any game does, is `filled_by` a module
    that has them and says in FILLS which kernel it is for: its functions take the place of those
    of the same name there, for anyone who calls them, in this module or in another that it imports.
    A name that has a type there and no value must be filled.
    Does not compile anything yet: each function is compiled when it is first called. Does not
    take functions that call themselves: loaded from disk they crash. Does not fill constants.
    """
    if target == CPU and not is_compiling():
        return interpreted(module_name, filled_by)
    return _built(module_name, target, _fitting(module_name, filled_by))


def is_compiling() -> bool:
    """Whether kernels are compiled in this process."""
    return os.environ.get(SWITCH, "0") == "0"


def interpreted(module_name: str, filled_by: Filling = None) -> Any:
    """The functions of a kernel module as plain Python, with what fills it in place."""
    fillings = _fitting(module_name, filled_by)
    return _built(module_name, INTERPRETED, fillings) if fillings else import_module(module_name)


def _fitting(module_name: str, filled_by: Filling) -> tuple[str, ...]:
    """Those of the fillings that reach a module; TypeError if one of its functions stays open."""
    names = (filled_by,) if isinstance(filled_by, str) else tuple(filled_by or ())
    fillings = _reaching(module_name, names)
    fillers = _fillers(module_name, fillings)
    if missing := ", ".join(name for name in _open_names(module_name) if name not in fillers):
        raise TypeError(f"{module_name} leaves open what nothing fills: {missing}")
    return fillings


def _open_names(module_name: str) -> tuple[str, ...]:
    """The names to which a kernel gives a type and no value."""
    module = import_module(module_name)
    return tuple(name for name in module.__annotations__ if not hasattr(module, name))


def _fillers(module_name: str, fillings: tuple[str, ...]) -> dict[str, tuple[str, FunctionType]]:
    """The functions that take a place in a module, by name, each with the filling it is from."""
    is_open = _open_names(module_name)
    return {
        name: (filling, function)
        for filling in fillings
        if module_name == _filled_by(filling)
        for name, function in _functions(filling).items()
        if name in is_open or function.__module__ == filling
    }


def _functions(module_name: str) -> dict[str, FunctionType]:
    """The functions of this package that a module has or imports, by the name they have there."""
    return {
        name: value
        for name, value in vars(import_module(module_name)).items()
        if isinstance(value, FunctionType) and value.__module__.startswith(_PACKAGE)
    }


def _filled_by(filling: str) -> str | None:
    """The kernel that a module says it fills."""
    kernel: str | None = getattr(import_module(filling), "FILLS", None)
    return kernel


@cache
def _reaching(module_name: str, fillings: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the fillings that fill a kernel on which a module depends."""
    reached, waiting = set[str](), [module_name]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += {function.__module__ for function in _functions(name).values()}
            waiting += [filling for filling in fillings if name == _filled_by(filling)]
    return tuple(filling for filling in fillings if _filled_by(filling) in reached)


def _standing(
    module_name: str, fillings: tuple[str, ...]
) -> Iterator[tuple[str, FunctionType, tuple[str, ...] | None]]:
    """Each name of a function in a module, and what stands there once it is filled.

    That is a function of the module itself, or one of another module with the fillings that reach
    that one.
    """
    namespace, fillers = vars(import_module(module_name)), _fillers(module_name, fillings)
    for name in (*_open_names(module_name), *_functions(module_name)):
        if name in fillers:
            # A filling is not filled itself: it may call the function whose place it takes.
            filling, function = fillers[name]
            others = tuple(other for other in fillings if other != filling)
            yield name, function, _reaching(function.__module__, others)
        elif (value := namespace.get(name)) is None:
            continue  # open: anyone who fills this kernel builds on it before it is filled
        elif value.__module__ != module_name:
            yield name, value, _reaching(value.__module__, fillings)
        else:
            yield name, value, None


@cache
def _built(module_name: str, target: str, fillings: tuple[str, ...]) -> Any:
    """The functions of a module for a target, each with a namespace of such functions."""
    callee = GPU if target == GPU_KERNELS else target
    namespace = dict(vars(import_module(module_name)))
    inlined = namespace.get("INLINED", ())
    fillers = _fillers(module_name, fillings)
    # A name of its own for each filling, so that one is not taken for another.
    prefix = "".join(f"{filling.replace('.', '_')}." for filling in fillings)
    decorate = _decorator(target, module_name, fillings)
    own: dict[str, Any] = {}
    for name, value, reaching in _standing(module_name, fillings):
        if reaching is not None:
            built = _built(value.__module__, callee, reaching)
            namespace[name] = getattr(built, value.__name__)
            if name in fillers:
                own[name] = namespace[name]
        else:
            clone = FunctionType(value.__code__, namespace, name, value.__defaults__)
            clone.__module__ = module_name
            clone.__qualname__ = prefix + value.__qualname__
            own[name] = namespace[name] = decorate(clone, name in inlined)
    return SimpleNamespace(**own)


@cache
def _content(module_name: str, fillings: tuple[str, ...]) -> str:
    """A digest of all that decides what a module becomes when it is compiled."""
    from boardbytes.code_cache import content_of

    functions, callees = dict[str, FunctionType](), dict[str, str]()
    for name, value, reaching in _standing(module_name, fillings):
        if reaching is None:
            functions[name] = value
        else:
            callees[name] = f"{value.__name__} {_content(value.__module__, reaching)}"
    inlined = getattr(import_module(module_name), "INLINED", ())
    return content_of(functions, callees | {"": repr((inlined, _OPTIONS))})


_OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False}
"""How Numba compiles for the processor.

Kernels allocate nothing, so Numba need not count references to arrays: that takes most of the time
where small functions pass on many arrays.
"""


def _decorator(
    target: str, module_name: str, fillings: tuple[str, ...]
) -> Callable[[FunctionType, bool], Any]:
    """What turns a function of a module into one for a target, given whether it is inlined."""
    if target == INTERPRETED:
        return lambda function, _: function
    if target == CPU:
        return partial(_kept, "+".join((module_name, *fillings)), _content(module_name, fillings))
    cuda = load_cuda()
    on_device: Callable[[FunctionType], Any] = cuda.jit(device=True) if target == GPU else cuda.jit
    return lambda function, _: on_device(function)


def _kept(form: str, content: str, function: FunctionType, is_inlined: bool) -> Any:
    """A function for the processor, kept on disk where there is a folder for it."""
    import numba

    from boardbytes.code_cache import keep

    dispatcher = numba.njit(forceinline=is_inlined, **_OPTIONS)(function)
    keep(dispatcher, form, content)
    return dispatcher


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
