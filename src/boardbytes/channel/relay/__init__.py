"""Signed games across the net: a relay that keeps transcripts, and players who join one."""
