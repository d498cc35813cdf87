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
    type: b24
    doc: "the turn number, high byte first: how many moves were made"
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
  pieces_bits:
    pos: 8
    type: pieces_entry
    repeat: expr
    repeat-expr: 24
types:
  pieces_entry:
    seq:
      - id: number
        type: u1
    instances:
      in_play:
        value: (number >> 7) & 1
        doc: "1 in play, 0 taken"
      queen:
        value: (number >> 6) & 1
        doc: "1 queen, 0 man"
      row:
        value: (number >> 3) & 7
        doc: "row from red's side, from 0"
      column:
        value: (number >> 0) & 7
        doc: "column from 0; pieces stand where row + column is even"
