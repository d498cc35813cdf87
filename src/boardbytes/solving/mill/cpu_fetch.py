"""Going back from a state with its predecessors' bytes fetched together: it fills the kernel.

Where tables are larger than the caches, each of those bytes is a wait for memory, and what follows
depends on it. So all are asked for before the first is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic

from boardbytes.games.mill.kernel import closing, free_points
from boardbytes.solving.mill.kernel import (
    DRAWN,
    Shape,
    Turn,
    all_won,
    class_of,
    decide,
    image,
    others_at,
    rank_of,
    reach,
    squeeze,
)

FILLS = "boardbytes.solving.mill.kernel"

SLOTS = 256
"""Two for each predecessor: at most three flying stones come from 18 points each."""
_POINTS = 24
_alloca: Any = cgutils.alloca_once


def _make_slots(context: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        room = _alloca(builder, ir.ArrayType(ir.IntType(64), SLOTS))
        return builder.ptrtoint(room, ir.IntType(64))

    return types.int64(), generate


def _make_put(context: Any, slots: Any, at: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[2], _slot(builder, args[0], args[1]))
        return context.get_dummy_value()

    return types.none(types.int64, types.int64, types.int64), generate


def _make_get(context: Any, slots: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_slot(builder, args[0], args[1]))

    return types.int64(types.int64, types.int64), generate


def _slot(builder: Any, slots: Any, at: Any) -> Any:
    word = ir.IntType(64)
    return builder.gep(builder.inttoptr(slots, word.as_pointer()), [at])


def _make_fetch(context: Any, values: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), (byte, number, number, number))
        module = builder.module
        name = "llvm.prefetch.p0i8"
        function = module.globals.get(name) or ir.Function(module, kind, name)
        address = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
        # To be written, kept in the caches, data.
        builder.call(function, [address, number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(values, types.int64), generate


_slots: Any = intrinsic(_make_slots)
_put: Any = intrinsic(_make_put)
_get: Any = intrinsic(_make_get)
_fetch: Any = intrinsic(_make_fetch)


def push(
    number: int, rank: int, level: int,
    shape: Shape, values: Any,
    other: Shape, other_values: Any,
    turn: Turn, tables: Sequence[int],
) -> int:  # fmt: skip
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    free = free_points(own | opp)
    slots, end = _slots(), 0
    rest = opp & ~closing(opp) if own else opp
    while rest:
        stone = rest & -rest
        rest ^= stone
        sources = reach(stone, free, turn.flies)
        while sources:
            source = sources & -sources
            sources ^= source
            mover = opp ^ stone ^ source
            entry = class_of(mover, other, tables)
            before = entry >> 4
            others = image(own, entry & 15, tables)
            there = free_points(tables[other.masks + before])
            dense = squeeze(others, there, tables)
            place = before * other.ways + rank_of(dense, other.opp_ranks, tables)
            _fetch(other_values, place)
            _put(slots, end, place)
            _put(slots, end + 1, mover << _POINTS | others)
            end += 2
    count = 0
    for at in range(0, end, 2):
        place, stones = _get(slots, at), _get(slots, at + 1)
        value = int(other_values[place])
        if level & 1:
            # The own stones stand for their class, so no symmetry is needed.
            if value != DRAWN or not all_won(
                stones >> _POINTS, own, level, turn.flies, number << 4, shape, values, tables
            ):
                continue
        elif value <= level + 1:
            continue
        before, others = place // other.ways, stones & ((1 << _POINTS) - 1)
        there = free_points(tables[other.masks + before])
        decide(before, others, there, place, level + 1, other, other_values, tables)
        count += 1
    return count
