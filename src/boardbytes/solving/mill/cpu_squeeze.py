"""Squeezing sets in one instruction, on processors that have BMI2: it fills the solver's kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic

FILLS = "boardbytes.solving.mill.kernel"


def _bmi(name: str) -> Any:
    @intrinsic
    def call(context: Any, value: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, (word, word))
            function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), generate

    return call


_pext, _pdep = _bmi("llvm.x86.bmi.pext.64"), _bmi("llvm.x86.bmi.pdep.64")


def squeeze(mask: int, free: int, tables: Sequence[int]) -> int:
    return int(_pext(mask, free))


def spread(dense: int, free: int, tables: Sequence[int]) -> int:
    return int(_pdep(dense, free))
