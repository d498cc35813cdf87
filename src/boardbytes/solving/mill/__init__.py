"""The value of mill states in both phases: solved once, kept in files, probed at once."""

from boardbytes.solving.mill.files import value_at
from boardbytes.solving.mill.probing import Probe, default_folder, probe, probe_moves
from boardbytes.solving.mill.solving import solve_to_files
from boardbytes.solving.mill.verifying import verify

__all__ = [
    "Probe",
    "default_folder",
    "probe",
    "probe_moves",
    "solve_to_files",
    "value_at",
    "verify",
]
