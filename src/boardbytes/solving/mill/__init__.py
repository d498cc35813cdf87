"""The value of mill states in the moving phase: solved once, kept in files, probed at once."""

from boardbytes.solving.mill.probing import Probe, default_folder, probe, probe_moves
from boardbytes.solving.mill.solving import solve_to_files

__all__ = ["Probe", "default_folder", "probe", "probe_moves", "solve_to_files"]
