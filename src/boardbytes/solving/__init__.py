"""The value of every position: solvers, tables and probing."""
