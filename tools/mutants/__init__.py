"""Mutants: the package with one small fault in it, which its tests must notice."""
