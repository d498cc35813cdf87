"""`transcript`: a signed game of checkers, line by line, as anyone can verify it."""
