"""GameBoardXX: tile boards."""
