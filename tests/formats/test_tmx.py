"""Tiled maps as XML: layer data in every shape, and XML that means harm."""

from __future__ import annotations

import pytest

import boardbytes as bb

MAP = """<map orientation="orthogonal" width="2" height="1">
<tileset firstgid="1"><tile id="0"><properties>
<property name="bounds" type="int" value="2"/></properties></tile></tileset>
<layer>{data}</layer></map>"""


@pytest.mark.parametrize(
    "data",
    [
        '<data encoding="csv">1,\n 0</data>',
        '<data><tile gid="1"/><tile/></data>',
        '<data encoding="base64">AQAAAAAAAAA=</data>',
        '<data encoding="base64" compression="zlib">eJxjZIAAAAAQAAI=</data>',
    ],
)
def test_layer_data(data: str) -> None:
    board = bb.loads(MAP.format(data=data).encode(), "tmx").position
    assert str(board) == "08 00"


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ('<data encoding="csv">1</data>', r"layers\[0\].data must have 2 tiles \(found 1\)"),
        ('<data encoding="csv">1,x</data>', r"layers\[0\].data\[1\] must be a whole number"),
        ('<data encoding="csv">1,-2</data>', r"layers\[0\].data\[1\] must be a whole number"),
        ("", r"layers\[0\] must have data: save the map with a fixed size"),
        ("<data><chunk/></data>", r"layers\[0\] must have data: save the map with a fixed size"),
        ('<data encoding="base64" compression="zstd">AAAA</data>', "packed with zlib or gzip"),
        ('<data encoding="base64" compression="zlib">AAAA</data>', "must be zlib data"),
    ],
)
def test_layer_data_that_is_none(data: str, complaint: str) -> None:
    with pytest.raises(bb.FormatError, match=complaint):
        bb.loads(MAP.format(data=data).encode(), "tmx")


@pytest.mark.parametrize(
    "text",
    [
        b'<?xml version="1.0" encoding="klingon"?><map/>',
        b'<?xml version="1.0" encoding="utf-7"?><map/>',
        b"\xff\xfe<\0m\0a\0p\0/\0>\0",
        b"<map>\xff</map>",
        b'<!DOCTYPE map SYSTEM "file:///etc/passwd"><map/>',
        b"<map>" * 100_000,
    ],
)
def test_xml_that_means_harm(text: bytes) -> None:
    with pytest.raises(bb.FormatError):
        bb.loads(text, "tmx")
