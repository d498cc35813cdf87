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
        size = f"{row.length}" if row.size == 1 else f"{row.count} × {row.size}"
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
        lines += _sequence_entry(row)
    instances = [
        f"  {_identifier(bits.name)}:\n    value: ({row.name} >> {bits.shift})"
        f" & {(1 << bits.width) - 1}\n    doc: {_quoted(bits.meaning)}"
        for row in layout.fields
        for bits in row.bits
    ]
    if instances:
        lines += ["instances:", *instances]
    enums = {_enum_name(row): row.values for row in layout.fields if row.values}
    if enums:
        lines.append("enums:")
    for name, values in enums.items():
        lines.append(f"  {name}:")
        lines += [f'    {value}: "{_identifier(label)}"' for value, label in values.items()]
    return "\n".join(lines) + "\n"


def _sequence_entry(row: Field) -> list[str]:
    entry = [f"  - id: {row.name}", f"    type: u{row.size}", f"    doc: {_quoted(row.meaning)}"]
    if row.count > 1:
        entry += ["    repeat: expr", f"    repeat-expr: {row.count}"]
    if row.values:
        entry.append(f"    enum: {_enum_name(row)}")
    return entry


def _enum_name(row: Field) -> str:
    return f"{row.name}_value"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _identifier(label: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")
