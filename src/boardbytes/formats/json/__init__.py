"""Any position or game as plain JSON."""
