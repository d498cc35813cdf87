meta:
  id: channel
  title: "State-channel checkers word"
  license: MIT
  endian: be
seq:
  - id: moved_piece
    type: u1
    doc: "number of the piece that moved, 1–24; 0 none"
  - id: target
    type: u1
    doc: "where it moved"
  - id: jumped_pieces
    type: u1
    doc: "numbers of the pieces jumped, in order; 0 none"
    repeat: expr
    repeat-expr: 3
  - id: turn
    type: u1
    doc: "the turn number, high byte first: how many moves were made"
    repeat: expr
    repeat-expr: 3
  - id: pieces
    type: u1
    doc: "the pieces 1–24, one byte each: 1–12 red, 13–24 white (\"black\" in this format); a taken piece is 0"
    repeat: expr
    repeat-expr: 24
instances:
  row:
    value: (target >> 4) & 15
    doc: "row from 0"
  column:
    value: (target >> 0) & 15
    doc: "column from 0"
