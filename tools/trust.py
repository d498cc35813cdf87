"""The page `docs/trust.md`, made of what the other commands of this folder saw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from boardbytes.files import write_whole
from tools import results
from tools.attacks import ATTACKS
from tools.faults import MOST
from tools.fuzz.targets import RUNS
from tools.release import claimed_pythons

PAGE = Path(__file__).parent.parent / "docs" / "trust.md"

INTRODUCTION = """# Trust

What we tried in order to break this project, and what came of it. Commands made every figure here:
they keep what they saw in `tools/results`, and `python -m tools.trust` writes this page of it.

| what | command |
| --- | --- |
| inputs that nobody wrote | `python -m tools.fuzz --keep` |
| faults of the system | `python -m tools.faults --keep` |
| attacks | the tests that the table names |
| load | `python -m benchmarks --keep relay registry studio` |
| ours held against others | `python -m benchmarks --keep NAME`, as the table says |
| faults of our own | `python -m tools.mutants --keep` |
"""


def page() -> str:
    sections = (_fuzz, _faults, _attacks, _load, _differences, _mutants, _versions)
    lines = [INTRODUCTION, *chain.from_iterable(section() for section in sections)]
    return "\n".join(lines).rstrip() + "\n"


def _fuzz() -> Iterator[str]:
    yield "## Inputs that nobody wrote\n"
    yield (
        "Any bytes must give a document or a `FormatError`; a document must be written and read "
        "again the same; spans must follow one another; time and memory must stay within a small "
        "multiple of the input. Every reader also gets deep nesting and huge numbers first. We "
        f"want {RUNS['binary']:,} inputs for each reader of binary data and {RUNS['text']:,} for "
        "each reader of text; the table says how many it were.\n"
    )
    yield "| reader | kind | inputs | seconds of processor | found | code of |"
    yield "| --- | --- | ---: | ---: | --- | --- |"
    for name, seen in results.load("fuzz").items():
        told = f"{seen['inputs']:,} | {seen['seconds']:,} | {seen['finding'] or 'nothing'}"
        yield f"| {name} | {seen['kind']} | {told} | {seen['day']} |"
    yield ""


def _faults() -> Iterator[str]:
    yield "## Faults\n"
    yield (
        "Each command that writes is run again for every moment at which it touches the disk, and "
        "there it is killed, or the system refuses. Afterwards every file must be the old one or "
        "the new one, and the command must have said what happened. Of a command with more moments "
        f"than {MOST} so many are tried, evenly. Where a command asks a registry or a relay, that "
        "runs beside it. SQLite's and PostgreSQL's own moments, a PostgreSQL that is stopped in "
        "the middle, files that grow or shrink while they are read and closed pipes have tests.\n"
    )
    yield "| command | fault | moments | seconds of processor | lost | code of |"
    yield "| --- | --- | ---: | ---: | --- | --- |"
    for seen in results.load("faults").values():
        lost = "; ".join(seen["lost"]) or "nothing"
        told = f"`{seen['command']}` | {seen['fault']} | {seen['moments']}"
        yield f"| {told} | {seen.get('seconds', '–')} | {lost} | {seen.get('day', '–')} |"
    yield ""


def _attacks() -> Iterator[str]:
    yield "## Attacks\n"
    yield (
        "What was tried by hand against the parts that strangers reach. Each hole is mended, and "
        "a test tries it again.\n"
    )
    yield "| tried | found | tried again by |"
    yield "| --- | --- | --- |"
    for attack in ATTACKS:
        yield f"| {attack.tried} | {attack.found} | `{attack.test}` |"
    yield ""


def _load() -> Iterator[str]:
    yield "## Load\n"
    yield (
        "What each server held, and while the machine did what else, stands on its own page: "
        "[200 players at the relay](channel.md#games-across-the-net), "
        "[100,000 boards and 50 at once in the registry](registry.md#how-far-to-trust-it), "
        "[two browsers at one game in the studio](studio.md#tested-in-a-browser).\n"
    )
    if not (kept := results.load("load")):
        return
    yield "Seen last: `python -m benchmarks --keep relay registry studio`.\n"
    yield "| server | what | figure |"
    yield "| --- | --- | ---: |"
    for server, seen in kept.items():
        for row in seen["rows"]:
            yield f"| {server} | {row['name']} | {row['ours']:,.4g} {row['unit']} |"
    yield ""


def _differences() -> Iterator[str]:
    yield "## Held against others\n"
    yield (
        "The same question asked of two programs. The commands print these numbers; a difference "
        "that is not explained fails a test or stays here.\n"
    )
    yield "| ours | against | compared | differ | why | command |"
    yield "| --- | --- | ---: | ---: | --- | --- |"
    for ours, seen in results.load("differences").items():
        counts = f"{seen['compared']:,} {seen['unit']} | {seen['differ']:,}"
        why = f"{seen['explained']} | `{seen['command']}`"
        yield f"| {ours} | {seen['against']} | {counts} | {why} |"
    yield ""


def _mutants() -> Iterator[str]:
    yield "## Faults of our own\n"
    yield (
        "A test that cannot fail proves nothing. So the package gets small faults, one at a time, "
        "drawn evenly from all that its sources can have: a sign turned round, a number one too "
        "large, a call left away. The tests must notice. `python -m tools.mutants --keep` tries "
        "them; what changes nothing that a test could see is listed, with the reason, in "
        "`tools/mutants/explained.txt`. We want nine of ten noticed in kernels, formats and the "
        "verifying of signed games. The tool is our own: others compile a kernel anew for each "
        "fault, or run it compiled before, without the fault; ours lets kernels run interpreted, "
        "and draws the same share of every source instead of trying all of one.\n"
    )
    kept = results.load("mutants")
    yield "| what | possible | tried | noticed | without any effect | not noticed |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for name, seen in kept.items():
        told = f"{seen['possible']:,} | {seen['tried']} | {_share(seen)} | {seen['explained']}"
        survivors = "<br>".join(f"`{each}`" for each in seen["survivors"]).replace("|", "\\|")
        yield f"| {name} | {told} | {survivors} |"
    if kept:
        total = {key: sum(seen[key] for seen in kept.values()) for key in _COUNTED}
        told = f"{total['possible']:,} | {total['tried']} | {_share(total)} | {total['explained']}"
        yield f"| all | {told} | |"
    yield ""


_COUNTED = ("possible", "tried", "noticed", "explained")


def _share(seen: dict[str, int]) -> str:
    return f"{seen['noticed']} ({seen['noticed'] / seen['tried']:.0%})"


def _versions() -> Iterator[str]:
    yield "## Versions\n"
    yield (
        f"We claim {', '.join(claimed_pythons())}: the wheel is installed and tried on each of "
        "them, and the oldest and the newest of what it needs are tested. Python 3.14 is not "
        "claimed: coincurve, which finds keys and recovers signatures forty times as fast, had no "
        "wheel for it, and nobody claims what no test of ours has run on.\n"
    )


if __name__ == "__main__":
    write_whole(PAGE, page().encode())
