"""Many positions at once: plain arrays in, plain arrays out, on all cores.

Nothing here raises for a row: what is wrong with one is said in a column.
"""
