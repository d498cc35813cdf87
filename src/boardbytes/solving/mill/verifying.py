"""Whether table files hold what they should: every byte as written, every value as it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from boardbytes.errors import SolvingError
from boardbytes.model import Problem
from boardbytes.model.words import counted
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import TableFile, tables_in
from boardbytes.solving.mill.machine import Space, leads_of
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.subspaces import Subspace


def verify(
    folder: Path,
    deep: bool = False,
    watch: Callable[[Subspace], None] = lambda subspace: None,
    member: Member | None = None,
) -> Iterator[Problem]:
    """Everything that is wrong with the tables of a member in a folder.

    Checksums, and with `deep` whether every value is the one that its successors give. With
    distances that proves the tables: the winner has a move to a loss that is a ply nearer to the
    end. Values alone could support each other in a circle. `watch` is told every table before it
    is looked at.
    """
    member = member or find_member()
    for subspace in tables_in(folder, member):
        watch(subspace)
        try:
            table = TableFile(folder, subspace, member)
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
    member, subspace = table.member, table.subspace
    leads = member.leads(subspace)
    needed = {subspace, *leads.values()}
    files = {
        each: TableFile(folder, each, member) for each in needed if member.has_table(each)
    }  # fmt: skip
    machine = Cores(member, all(file.has_distances for file in files.values()))
    spaces = {each: machine.known(each, file.read()) for each, file in files.items()}

    def lookup(each: Subspace) -> Space:
        return spaces[each]

    quiet = spaces[leads.get("quiet", subspace)]
    return machine.wrong(spaces[subspace], quiet, leads_of(machine, subspace, lookup))
