"""The Kaitai Struct files: compiled by the real compiler, and their parsers read our files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from boardbytes.formats import FORMATS
from tests.conftest import ROOT
from tests.formats.vectors import files
from tests.needs import need_node_module

WITH_LAYOUT = [format.name for format in FORMATS.values() if format.layout is not None]

_COMPILE = """
const compiler = require('kaitai-struct-compiler');
compiler.compile('python', JSON.parse(require('fs').readFileSync(0, 'utf8')), null, false)
    .then(files => console.log(JSON.stringify(files)),
          error => { console.error(String(error)); process.exit(1); });
"""


@pytest.mark.parametrize("name", WITH_LAYOUT)
def test_describes_every_field(name: str) -> None:
    layout = FORMATS.find(name).layout
    assert layout is not None
    ksy = yaml.safe_load((ROOT / f"docs/formats/{name}.ksy").read_text())
    assert ksy["meta"]["endian"] == {"little": "le", "big": "be"}[layout.endian]
    sizes = [(e["id"], size_of(e["type"]), e.get("repeat-expr", 1)) for e in ksy["seq"]]
    assert sizes == [(row.name, row.size, row.count) for row in layout.fields]
    for row in layout.fields:
        if row.values:
            assert list(ksy["enums"][f"{row.name}_value"]) == list(row.values)


def size_of(type: str) -> int:
    """How many bytes a number of a type has: u1, b24."""
    return int(type[1:]) if type.startswith("u") else int(type[1:]) // 8


@pytest.mark.parametrize("name", WITH_LAYOUT)
def test_compiled_parser_reads_what_ours_reads(name: str) -> None:
    need_node_module("kaitai-struct-compiler")
    layout = FORMATS.find(name).layout
    assert layout is not None
    ksy = yaml.safe_load((ROOT / f"docs/formats/{name}.ksy").read_text())
    done = subprocess.run(
        ["node", "-e", _COMPILE], input=json.dumps(ksy), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (source,) = json.loads(done.stdout).values()
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    parser = next(v for k, v in vars(module).items() if k.lower() == name)
    for path in files(name, "ok"):
        data = path.read_bytes()
        parsed = parser.from_bytes(data)
        numbers = layout.decode(data)
        assert {row: numbers_of(getattr(parsed, row)) for row in numbers} == numbers, path
        for row in layout.fields:
            for bits in row.bits:
                entries = getattr(parsed, f"{row.name}_bits") if row.count > 1 else [parsed]
                found = tuple(getattr(each, bits.name.replace(" ", "_")) for each in entries)
                assert found == tuple(map(bits.of, numbers[row.name])), (path, bits.name)


def numbers_of(value: Any) -> tuple[int, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(one if isinstance(one, int) else one.value for one in values)


def test_the_tests_know_where_the_files_are() -> None:
    assert WITH_LAYOUT
    assert Path(ROOT / "docs/formats").is_dir()
