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
        '<data encoding="base64" compression="gzip">H4sIAAAAAAACA2NkgAAA99+IqQgAAAA=</data>',
        '<data encoding="base64" compression="zstd">KLUv/SAIQQAAAQAAAAAAAAA=</data>',
        '<data encoding="csv"><chunk x="5" y="-3" width="2" height="1">1,0</chunk>'
        '<chunk x="3" y="-3" width="2" height="1">0,0</chunk></data>',
    ],
)
def test_layer_data(data: str) -> None:
    board = bb.loads(MAP.format(data=data).encode(), "tmx").position
    assert str(board) == ("08" if "chunk" in data else "08 00")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (
            '<data encoding="csv">1</data>',
            r"layers\[0\].data must have 2 tiles at byte 184 \(found 1\)",
        ),
        ('<data encoding="csv">1,x</data>', r"layers\[0\].data\[1\] must be a whole number"),
        ('<data encoding="csv">1,-2</data>', r"layers\[0\].data\[1\] must be a whole number"),
        ("", r"layers\[0\] must have data"),
        ("<data><chunk/></data>", r"layers\[0\].chunks\[0\] must have data, height, width, x, y"),
        (
            '<data encoding="csv"><chunk x="0" y="0" width="99999" height="99">1</chunk></data>',
            r"layers\[0\] must have at most 1,048,576 cells",
        ),
        ('<data encoding="base64" compression="lzma">AAAA</data>', "zlib, gzip or zstd, if at all"),
        ('<data encoding="base64" compression="zstd">AAAA</data>', "must be zstd data"),
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
        b'<!DOCTYPE map SYSTEM "x"><map orientation="orthogonal" width="1" height="1">&x;</map>',
        b'<!DOCTYPE map [<!ENTITY x "y">]><map orientation="orthogonal" width="1" height="1"/>',
        b'<!DOCTYPE map SYSTEM "x"><map orientation="&x;" width="1" height="1"></map>',
        b"<map>" * 100_000,
    ],
)
def test_xml_that_means_harm(text: bytes) -> None:
    with pytest.raises(bb.FormatError):
        bb.loads(text, "tmx")


@pytest.mark.parametrize(
    ("old", "new", "element"),
    [
        ('width="2"', 'width="256"', b"<map"),
        ('width="2" ', "", b"<map"),
        ('firstgid="1"', 'firstgid="x"', b"<tileset"),
        ('id="0"', 'id="-1"', b"<tile "),
        ('<data encoding="csv">1,0', '<data encoding="csv">1,x', b"<data"),
        ('<data encoding="csv">1,0', '<data><tile gid="1"/><tile gid="x"/>', b'<tile gid="x"'),
        ("data", "dada", b"<layer"),
    ],
)
def test_errors_tell_where_the_element_begins(old: str, new: str, element: bytes) -> None:
    good = MAP.format(data='<data encoding="csv">1,0</data>')
    assert bb.loads(good.encode(), "tmx").problems == ()
    text = '<?xml version="1.0"?>\n<!-- Grün -->\n' + good.replace(old, new)
    data = text.encode()
    with pytest.raises(bb.FormatError) as caught:
        bb.loads(data, "tmx")
    assert caught.value.problems[-1].place.offset == data.index(element)
