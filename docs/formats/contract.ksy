meta:
  id: contract
  title: "State-channel checkers word, as the contract reads it"
  license: MIT
  endian: be
seq:
  - id: moved_piece
    type: u1
    doc: "number of the piece that moved, 1–24; 0 none"
  - id: jumped_pieces
    type: u1
    doc: "number of the one piece jumped; 0 none"
  - id: spare
    type: u1
    doc: "not read by the contract; written 0"
  - id: turn
    type: u1
    doc: "the turn number, high byte first: how many moves were made"
    repeat: expr
    repeat-expr: 5
  - id: pieces
    type: u1
    doc: "the pieces 1–24, one byte each: 1–12 red, 13–24 white (\"black\" in this format); a taken piece is 0"
    repeat: expr
    repeat-expr: 24
