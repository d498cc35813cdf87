"""`doctor`: every row of its table, each way it can be."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from boardbytes.caching import FOLDER_VARIABLE, MAGIC
from boardbytes.channel.keys import KeyRing
from boardbytes.cli import main
from boardbytes.cli.health import EXAMINATION, State, examine, machine, packages
from boardbytes.cli.health.finding import bytes_in_words
from boardbytes.cli.own_files import DATABASE_VARIABLE
from boardbytes.players import engines
from boardbytes.solving.mill.files import holdings, path_of
from boardbytes.solving.mill.member import find_member
from tests.conftest import ROOT

Out = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home in which nothing is kept yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.delenv(DATABASE_VARIABLE, raising=False)


def doctor(capsys: Out, *args: str, code: int = 0) -> dict[str, dict[str, Any]]:
    """All findings by section and name."""
    assert main(["doctor", "--json", *args]) == code
    plain = json.loads(capsys.readouterr().out)
    assert plain["ok"] == (code == 0)
    return {f"{each['section']}: {each['name']}": each for each in plain["findings"]}


def test_an_empty_home_is_fine_and_stays_empty(capsys: Out, tmp_path: Path) -> None:
    found = doctor(capsys)
    assert found["versions: Python"]["facts"]["version"] == ".".join(map(str, sys.version_info[:3]))
    assert found["versions: numba"]["facts"]["version"] == metadata.version("numba")
    assert found["caches: folder"]["facts"]["bytes"] == 0
    assert found["tables: solved mill"]["get"] == "boardbytes solve mill --stones 10"
    assert {section for section, _ in EXAMINATION} == {name.split(":")[0] for name in found}
    assert [path.name for path in tmp_path.iterdir()] == [], "looking makes nothing"


def test_whatever_is_not_fine_says_what_to_do() -> None:
    for _, finding in examine():
        assert finding.state is State.FINE or finding.get, finding
        assert finding.says


def test_the_text_names_every_finding(capsys: Out) -> None:
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    for section, finding in examine():
        assert f"\n{section}\n" in f"\n{text}"
        assert finding.name in text
        assert finding.get is None or finding.get in text
    assert re.search(r"\nNothing is broken; \d+ things? could be added\.\n$", text)


def test_every_extra_is_told_or_for_developers() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(declared["optional-dependencies"]) == set(packages.EXTRAS) | packages.DEVELOPERS


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("numpy>=2.0", ("numpy", "2.0", "")),
        ("ray>=2.30; extra == 'cluster'", ("ray", "2.30", "cluster")),
        ('psycopg[binary]>=3.1 ; extra == "postgresql"', ("psycopg", "3.1", "postgresql")),
        ("sente==0.4.3; extra == 'bench'", ("sente", "0.4.3", "bench")),
        ("types-PyYAML; extra == 'dev'", ("types-PyYAML", "", "dev")),
    ],
)
def test_requirements_are_read(line: str, expected: tuple[str, str, str]) -> None:
    assert packages.parse_requirement(line) == expected


def test_what_another_python_needs_is_not_asked_for() -> None:
    line = 'coincurve>=20; python_version < "3.14"'
    assert packages.is_for(line, (3, 13))
    assert not packages.is_for(line, (3, 14))
    assert packages.is_for("numpy>=2.0", (3, 14))
    assert packages.parse_requirement(line) == ("coincurve", "20", "")


def test_versions_are_compared_as_numbers() -> None:
    assert packages.numbers("2.10.1") > packages.numbers("2.9")
    assert packages.numbers("2.0.0") == packages.numbers("2")
    assert packages.numbers("3.1rc1") >= packages.numbers("3.1")


def test_a_package_that_is_missing_or_too_old_is_broken(
    capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = (
        packages.Requirement("nobody-has-this", "1.0", ""),
        packages.Requirement("click", "999.1", ""),
        packages.Requirement("nobody-has-this", "1.0", "gpu"),
    )
    monkeypatch.setattr(packages, "requirements", lambda: needed)
    found = doctor(capsys, code=1)
    missing, old = found["versions: nobody-has-this"], found["versions: click"]
    assert missing["state"] == old["state"] == "broken"
    assert missing["get"] == "python -m pip install 'nobody-has-this>=1.0'"
    assert old["says"] == f"{metadata.version('click')} is too old"
    # An extra is not needed: it can be added.
    assert found["extras: gpu"]["state"] == "missing"
    assert found["extras: gpu"]["get"] == "python -m pip install 'boardbytes[gpu]'"


def test_another_version_than_the_installed_one_is_broken(
    capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardbytes.__version__", "0.0.9")
    assert doctor(capsys, code=1)["versions: boardbytes"]["state"] == "broken"


def test_a_cache_that_cannot_be_written_is_broken(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "cache"))
    found = doctor(capsys, code=1)["caches: folder"]
    assert FOLDER_VARIABLE in found["get"]


def test_small_tables_are_seen(capsys: Out, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / "checkers-4-v1.bbt").write_bytes(MAGIC + bytes(92))
    (folder / "mill-numbering-1.table").write_bytes(b"cut")
    found = doctor(capsys)
    assert found["tables: checkers endgames"]["facts"]["bytes"] == 100
    assert "made again" in found["tables: mill numbering"]["says"]


def test_solved_tables_are_told_by_their_rules(capsys: Out, tmp_path: Path) -> None:
    folder = tmp_path / "solved"
    folder.mkdir()
    magics = {"nine": b"bbmill02", "lasker": b"bbmill03", "three": b"bbmill03"}
    files = 0
    for name, magic in magics.items():
        member = find_member(name)
        for subspace in {each for step in member.steps(member.most) for each in step}:
            path_of(folder, subspace, member).write_bytes(magic + bytes(8))
            files += 1
    held = {each.rules: each for each in holdings(folder)}
    assert set(held) == set(magics)
    assert sum(each.files for each in held.values()) == files, "every name is understood"
    assert not any(each.damaged for each in held.values())
    found = doctor(capsys, "--tables", str(folder))
    nine = found["tables: solved mill, nine"]
    assert nine["facts"]["bytes"] == 16 * held["nine"].files
    assert nine["facts"]["stones"] == held["nine"].stones


def test_a_damaged_table_is_broken(capsys: Out, tmp_path: Path) -> None:
    (tmp_path / "mill-moving-4-3.table").write_bytes(b"")
    found = doctor(capsys, "--tables", str(tmp_path), code=1)
    told = found["tables: solved mill, nine"]
    assert "mill-moving-4-3.table is damaged" in told["says"]
    assert told["get"].endswith("boardbytes solve mill --rules nine --stones 7")


def test_a_program_of_the_same_name_is_not_taken_for_an_engine(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, answer in (("pachi", "= a game\n\n"), ("gnugo", "")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\nread line\nprintf '{answer}'\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin:/bin")
    engines.is_here.cache_clear()
    found = doctor(capsys)
    engines.is_here.cache_clear()
    assert found["engines: GNU Go"]["facts"] == {
        "path": str(tmp_path / "gnugo"),
        "player": "gnugo",
    }
    assert "does not say that it is Pachi" in found["engines: Pachi"]["says"]


class Driver:
    """What doctor asks of NVIDIA's driver, answered for one GPU or by an error."""

    def __init__(self, error: int = 0) -> None:
        self.error = error

    def cuInit(self, flags: int) -> int:
        return self.error

    def cuDeviceGetCount(self, count: Any) -> int:
        count._obj.value = 1
        return 0

    def cuDeviceGet(self, device: Any, number: int) -> int:
        return 0

    def cuDeviceGetName(self, name: Any, size: int, device: Any) -> int:
        name.value = b"A card"
        return 0

    def cuDeviceTotalMem_v2(self, memory: Any, device: Any) -> int:
        memory._obj.value = 24_000_000_000
        return 0


@pytest.mark.parametrize(
    ("driver", "name", "state", "says"),
    [
        (Driver(), "GPU 0", State.FINE, "A card, 24.0 GB"),
        (Driver(100), "GPU", State.MISSING, "NVIDIA's driver finds no GPU (error 100)"),
        (None, "GPU", State.MISSING, "no NVIDIA driver: mill is solved on the processor"),
    ],
)
def test_gpus_are_told(
    monkeypatch: pytest.MonkeyPatch, driver: object, name: str, state: State, says: str
) -> None:
    monkeypatch.setattr(machine, "_driver", lambda: driver)
    (finding,) = machine.look_at_gpu()
    assert (finding.name, finding.state, finding.says) == (name, state, says)


def test_databases_and_keys_are_looked_at(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["library", "--json", "list"]) == 0  # makes the user's own
    capsys.readouterr()
    ring = KeyRing(tmp_path / "keys", password="")
    ring.make()
    found = doctor(capsys)
    assert found["databases: library"]["facts"]["bytes"] > 0
    assert found["databases: keys"]["facts"]["keys"] == 1
    (tmp_path / "keys").chmod(0o755)
    (tmp_path / "broken.db").write_bytes(b"no database" * 100)
    monkeypatch.setenv(DATABASE_VARIABLE, str(tmp_path / "broken.db"))
    found = doctor(capsys, code=1)
    assert "not a database" in found["databases: library"]["says"]
    assert found["databases: keys"]["get"] == f"chmod 700 {tmp_path / 'keys'}"


def test_passwords_of_databases_are_not_shown(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, "postgresql://ada:secret@example.org/boards")
    assert main(["doctor", "--json"]) == 0
    assert "secret" not in capsys.readouterr().out


def test_it_is_quick_and_loads_no_compiler(tmp_path: Path) -> None:
    code = (
        "import sys, time; from boardbytes.cli import main; main(['doctor', '--json']);"
        "loaded = sorted({'numpy', 'numba', 'sqlalchemy', 'eth_account'} & set(sys.modules));"
        "print(loaded, time.process_time(), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded, _, seconds = done.stderr.rpartition(" ")
    assert loaded == "[]"
    assert float(seconds) < 1, "of processor time; about 0.3 on an idle machine"


def test_sizes_are_told_as_people_do() -> None:
    sizes = (0, 999, 1000, 10_600_000, 3_300_000_000)
    words = ["0 bytes", "999 bytes", "1.0 kB", "10.6 MB", "3.3 GB"]
    assert [bytes_in_words(size) for size in sizes] == words
