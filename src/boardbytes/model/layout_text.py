"""A layout written out for people and for other languages."""

from __future__ import annotations

import json
import re

from boardbytes.model.layout import Field, Layout


def format_markdown(layout: Layout) -> str:
    """The table of a format's documentation page."""
    rows = ["| offset | size | name | meaning |", "| --- | --- | --- | --- |"]
    for row in layout.fields:
        offset = f"0x{layout.offsets[row.name]:02X}"
        size = f"{row.length}" if 1 in (row.size, row.count) else f"{row.count} × {row.size}"
        rows.append(f"| {offset} | {size} | {row.title} | {row.meaning} |")
        for bits in row.bits:
            last = bits.shift + bits.width - 1
            place = f"bit {bits.shift}" if bits.width == 1 else f"bits {bits.shift}–{last}"
            rows.append(f"| | {place} | {bits.name} | {bits.meaning} |")
    return "\n".join(rows) + "\n"


def format_ksy(layout: Layout) -> str:
    """A Kaitai Struct description, from which parsers in a dozen languages can be made."""
    lines = [
        "meta:",
        f"  id: {_identifier(layout.name)}",
        f"  title: {_quoted(layout.title)}",
        "  license: MIT",
        f"  endian: {layout.endian[0]}e",
        "seq:",
    ]
    for row in layout.fields:
        lines += _sequence_entry(row, layout.endian)
    instances = [line for row in layout.fields for line in _bits_of(row, layout.offsets[row.name])]
    if instances:
        lines += ["instances:", *instances]
    types = [line for row in layout.fields if _is_list_of_bits(row) for line in _bits_type(row)]
    if types:
        lines += ["types:", *types]
    enums = {_enum_name(row): row.values for row in layout.fields if row.values}
    if enums:
        lines.append("enums:")
    for name, values in enums.items():
        lines.append(f"  {name}:")
        lines += [f'    {value}: "{_identifier(label)}"' for value, label in values.items()]
    return "\n".join(lines) + "\n"


_WHOLE = (1, 2, 4, 8)
"""The sizes for which Kaitai Struct has a type; other numbers are given in bits."""


def _type(row: Field, endian: str) -> str:
    if row.size in _WHOLE:
        return f"u{row.size}"
    return f"b{8 * row.size}" + ("le" if endian == "little" else "")


def _sequence_entry(row: Field, endian: str) -> list[str]:
    entry = [
        f"  - id: {row.name}",
        f"    type: {_type(row, endian)}",
        f"    doc: {_quoted(row.meaning)}",
    ]
    entry += _repeat(row)
    if row.values:
        entry.append(f"    enum: {_enum_name(row)}")
    return entry


def _repeat(row: Field) -> list[str]:
    return ["    repeat: expr", f"    repeat-expr: {row.count}"] if row.count > 1 else []


def _is_list_of_bits(row: Field) -> bool:
    return bool(row.bits) and row.count > 1


def _bits_of(row: Field, offset: int) -> list[str]:
    """The bits of a number; of a list of numbers, a second view of its bytes."""
    if not _is_list_of_bits(row):
        return _bit_values(row, row.name, "  ")
    view = [f"  {row.name}_bits:", f"    pos: {offset}", f"    type: {row.name}_entry"]
    return [*view, *_repeat(row)]


def _bits_type(row: Field) -> list[str]:
    """One number of a list, and its bits."""
    head = [f"  {row.name}_entry:", "    seq:", "      - id: number", f"        type: u{row.size}"]
    return [*head, "    instances:", *_bit_values(row, "number", "      ")]


def _bit_values(row: Field, number: str, indent: str) -> list[str]:
    return [
        line
        for bits in row.bits
        for line in (
            f"{indent}{_identifier(bits.name)}:",
            f"{indent}  value: ({number} >> {bits.shift}) & {(1 << bits.width) - 1}",
            f"{indent}  doc: {_quoted(bits.meaning)}",
        )
    ]


def _enum_name(row: Field) -> str:
    return f"{row.name}_value"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _identifier(label: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")
