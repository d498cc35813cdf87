"""The machine: Go programs that others made, and GPUs."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from boardbytes.cli.health.finding import Finding, State, bytes_in_words

ASKING_SECONDS = 0.5
"""How long a program may take to say what it is: the whole check should take a second."""

DRIVERS = ("libcuda.so.1", "nvcuda.dll")
"""The library of NVIDIA's driver, on Linux and on Windows."""


def look_at_engines() -> Iterator[Finding]:
    """Every Go program that can be chosen as a player by its name."""
    from boardbytes.players.engines import PROGRAMS, is_here

    for name, program in PROGRAMS.items():
        path = program.path()
        facts = {"path": path, "player": name}
        if path and is_here(name, ASKING_SECONDS):
            says = f"{path}, plays as {name}"
            yield Finding(program.title, State.FINE, says, facts=facts)
        else:
            says = f"{path} does not say that it is {program.title}" if path else "not found"
            yield Finding(program.title, State.MISSING, says, program.install, facts)


def look_at_gpu() -> Iterator[Finding]:
    """Every GPU that the driver knows, asked without the compiler."""
    driver = _driver()
    if driver is None:
        says = "no NVIDIA driver: mill is solved on the processor"
        yield Finding("GPU", State.MISSING, says, "an NVIDIA GPU and its driver")
        return
    count = ctypes.c_int()
    if (code := driver.cuInit(0)) or driver.cuDeviceGetCount(ctypes.byref(count)):
        says = f"NVIDIA's driver finds no GPU (error {code})"
        yield Finding("GPU", State.MISSING, says, "an NVIDIA GPU that this machine may use")
    for number in range(count.value):
        name, memory = _gpu(driver, number)
        facts = {"name": name, "memory": memory}
        yield Finding(f"GPU {number}", State.FINE, f"{name}, {bytes_in_words(memory)}", facts=facts)


def _driver() -> Any:
    """The driver's own library; None where there is none."""
    for name in DRIVERS:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _gpu(driver: Any, number: int) -> tuple[str, int]:
    """A GPU's name, and its memory in bytes."""
    device, name, memory = ctypes.c_int(), ctypes.create_string_buffer(100), ctypes.c_size_t()
    driver.cuDeviceGet(ctypes.byref(device), number)
    driver.cuDeviceGetName(name, len(name), device)
    driver.cuDeviceTotalMem_v2(ctypes.byref(memory), device)
    return name.value.decode("utf-8", "replace"), memory.value
