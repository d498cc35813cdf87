"""Tiled's maps, as JSON and as XML."""
