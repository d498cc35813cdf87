"""What goes over the wire: the requests and answers of the API, as its documentation shows them."""

from __future__ import annotations

from boardbytes.studio.messages.base import Coordinate, Message, Path, Theme, TileDepth
from boardbytes.studio.messages.board import Board, Ground, Here
from boardbytes.studio.messages.bytes import (
    ByteSpan,
    Found,
    LineStarts,
    Ranges,
    ReadAs,
    Repair,
    RepairedByte,
    Splice,
    Window,
)
from boardbytes.studio.messages.channels import Channel, ChannelLine, Lines, NewChannel
from boardbytes.studio.messages.desks import (
    ChooseGame,
    DeskHead,
    FormatHead,
    ListedGame,
    Name,
    NearFormat,
    Text,
    View,
)
from boardbytes.studio.messages.findings import Finding, Refusal
from boardbytes.studio.messages.library import LibraryBoard, Publish
from boardbytes.studio.messages.players import (
    Count,
    PlayerHead,
    PlayerOption,
    Reply,
    Seats,
    TimeControl,
)
from boardbytes.studio.messages.saving import ChooseFormat, Target
from boardbytes.studio.messages.starts import (
    About,
    Example,
    GameHead,
    KnownFormat,
    ListedDesk,
    NewDesk,
)
from boardbytes.studio.messages.tiles import (
    Legend,
    Part,
    PartValue,
    Piece,
    Swatch,
    Tile,
    TileEdit,
    Tiles,
    Where,
)
from boardbytes.studio.messages.tree import IllegalMove, Node, Play, Tree, TreeEdit, TreeEdits

__all__ = [
    "About",
    "Board",
    "ByteSpan",
    "Channel",
    "ChannelLine",
    "ChooseFormat",
    "ChooseGame",
    "Coordinate",
    "Count",
    "DeskHead",
    "Example",
    "Finding",
    "FormatHead",
    "Found",
    "GameHead",
    "Ground",
    "Here",
    "IllegalMove",
    "KnownFormat",
    "Legend",
    "LibraryBoard",
    "LineStarts",
    "Lines",
    "ListedDesk",
    "ListedGame",
    "Message",
    "Name",
    "NearFormat",
    "NewChannel",
    "NewDesk",
    "Node",
    "Part",
    "PartValue",
    "Path",
    "Piece",
    "Play",
    "PlayerHead",
    "PlayerOption",
    "Publish",
    "Ranges",
    "ReadAs",
    "Refusal",
    "Repair",
    "RepairedByte",
    "Reply",
    "Seats",
    "Splice",
    "Swatch",
    "Target",
    "Text",
    "Theme",
    "Tile",
    "TileDepth",
    "TileEdit",
    "Tiles",
    "TimeControl",
    "Tree",
    "TreeEdit",
    "TreeEdits",
    "View",
    "Where",
    "Window",
]
