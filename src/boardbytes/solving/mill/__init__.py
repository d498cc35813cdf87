"""The value of mill states: solved once, kept in files, probed at once, searched beyond them."""

from boardbytes.solving.mill.choosing import Choice, best_moves
from boardbytes.solving.mill.judging import Analysis, Estimate, analyse, judge
from boardbytes.solving.mill.probing import Probe, probe, probe_moves
from boardbytes.solving.mill.shelf import default_folder
from boardbytes.solving.mill.task import solve_to_files
from boardbytes.solving.mill.verifying import verify

__all__ = [
    "Analysis",
    "Choice",
    "Estimate",
    "Probe",
    "analyse",
    "best_moves",
    "default_folder",
    "judge",
    "probe",
    "probe_moves",
    "solve_to_files",
    "verify",
]
