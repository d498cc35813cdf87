"""A number for every position, and back: one module per game."""
