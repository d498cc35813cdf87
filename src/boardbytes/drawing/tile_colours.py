"""The colours of tiles by role, in light and in dark: tables."""

from __future__ import annotations

from collections.abc import Mapping


def _roles(name: str, colours: str) -> dict[str, str]:
    return {f"{name}-{number}": f"#{colour}" for number, colour in enumerate(colours.split())}


# Seven hues that people with any colour vision can tell apart, after Okabe and Ito.
_HUES = "56b4e9 e69f00 009e73 f0e442 cc79a7 d55e00 0072b2"

TILE_COLOURS: Mapping[str, Mapping[str, str]] = {
    "light": {
        # not on the board, out of bounds, in bounds, trap, hazard, departed, custom, custom
        **_roles("kind", "f6efe0 b9ad98 a9d18e d55e00 e69f00 56b4e9 cc79a7 0072b2"),
        # from the sea to the snow
        **_roles("height", "3b6c8e 5f9ea8 8fbf8a c3d089 e3c878 cf9f5f a87452 f4f1ea"),
        **_roles("hue", f"e4dccb {_HUES}"),
    },
    "dark": {
        **_roles("kind", "23272e 4a505a 5f8f4e d55e00 e69f00 56b4e9 cc79a7 3d8fd1"),
        **_roles("height", "22405a 356d78 4f8257 83904b b0964a a5733d 855538 dcd8cf"),
        **_roles("hue", f"3a404a {_HUES}"),
    },
}
