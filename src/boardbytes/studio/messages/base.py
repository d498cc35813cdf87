"""What every message is, and the words that several of them use."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from boardbytes.games import SUBJECTS
from boardbytes.games.tiles.board import DEPTHS
from boardbytes.model.words import any_of


def _checked_depth(depth: int) -> int:
    if depth not in DEPTHS:
        raise ValueError(f"a tile must have {any_of([str(known) for known in DEPTHS])} bits")
    return depth


def _checked_subject(name: str) -> str:
    if name not in SUBJECTS:
        raise ValueError(f"it must be {any_of(list(SUBJECTS))}")
    return name


Theme = Literal["light", "dark", "wood", "wood-dark"]
TileDepth = Annotated[
    int, AfterValidator(_checked_depth), Field(json_schema_extra={"enum": list(DEPTHS)})
]
Subject = Annotated[
    str, AfterValidator(_checked_subject), Field(json_schema_extra={"enum": list(SUBJECTS)})
]
Coordinate = Annotated[str, Field(max_length=12)]
Path = Annotated[str, Field(max_length=4000)]
"""Where a node is in its tree, such as `23.1.4`."""


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def from_value(cls, value: object) -> Self:
        """The message that says of a value what its fields of the same names hold."""
        return cls.model_validate(value, from_attributes=True)

    def json_bytes(self) -> bytes:
        """The message as it is sent; without the values that are the default."""
        return self.model_dump_json(by_alias=True, exclude_defaults=True).encode()
