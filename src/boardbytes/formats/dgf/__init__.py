"""DGF: Go boards, moves, records and games as integers."""
