"""Whether table files hold what they should: every byte as written, every value as it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from boardbytes.errors import SolvingError
from boardbytes.model import Problem
from boardbytes.model.words import counted
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import TableFile, tables_in
from boardbytes.solving.mill.machine import part_of, space_of
from boardbytes.solving.mill.subspaces import FEWEST, Subspace, has_table, quiet, taking


def verify(
    folder: Path, deep: bool = False, watch: Callable[[Subspace], None] = lambda subspace: None
) -> Iterator[Problem]:
    """Everything that is wrong with the tables in a folder.

    Checksums, and with `deep` whether every value is the one that its successors give. With
    distances that proves the tables: whoever wins has a move to a loss that is a ply nearer to the
    end. Values alone could support each other in a circle. `watch` is told every table before it
    is looked at.
    """
    for subspace in tables_in(folder):
        watch(subspace)
        try:
            table = TableFile(folder, subspace)
            table.verify()
            wrong = _wrong_values(folder, table) if deep else 0
        except SolvingError as error:
            yield Problem("table", str(error))
        else:
            if wrong:
                where = counted(wrong, "place")
                why = f"the values of {where} do not follow from those that moves lead to"
                message = f"the table {table.path} is wrong: {why}"
                yield Problem("table-values", message)


def _wrong_values(folder: Path, table: TableFile) -> int:
    """How many values of a table do not follow from those that the moves lead to."""
    machine, subspace = Cores(), table.subspace
    found = {subspace: table}
    for part in (quiet(subspace), taking(subspace)):
        if has_table(part) and part not in found:
            found[part] = TableFile(folder, part)
    distances = all(each.has_distances for each in found.values())
    spaces = {part: machine.known(part, each.read()) for part, each in found.items()}
    space, after = spaces[subspace], (quiet(subspace), taking(subspace))
    if subspace.phase == "setting":
        first, second = (part_of(part, spaces.get(part), machine) for part in after)
        return machine.wrong_setting(space, first, second, distances)
    over = space_of((FEWEST, FEWEST), machine.nothing())
    return machine.wrong_moving(space, spaces[after[0]], spaces.get(after[1], over), distances)
