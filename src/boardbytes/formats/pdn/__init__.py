"""PDN and draughts FEN: checkers as people write it."""
