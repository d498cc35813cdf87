"""Mill positions as lines of text."""
