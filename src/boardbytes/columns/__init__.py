"""Many positions at once, as NumPy columns; nothing here raises for a single row."""
