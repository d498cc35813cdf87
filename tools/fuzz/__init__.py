"""Inputs that nobody wrote, for every reader: `python -m tools.fuzz NAME`."""
