meta:
  id: gbxx
  title: "GameBoardXX file"
  license: MIT
  endian: le
  encoding: ISO-8859-1
seq:
  - id: header
    type: header
  - id: tiles
    doc: "tile (x, y) is number x + y * width; see the page for what its bits mean"
    type:
      switch-on: header.depth
      cases:
        '"08"': u1
        '"16"': u2
        '"32"': u4
        '"64"': u8
    repeat: expr
    repeat-expr: header.width * header.board_length
  - id: footer
    type: footer
types:
  header:
    seq:
      - id: magic
        contents: "GB"
      - id: depth
        type: str
        size: 2
        doc: "bits per tile as two digits: 08, 16, 32, 64"
      - id: width
        type: u1
      - id: board_length
        type: u1
      - id: modifiers
        type: u1
      - id: reserved
        type: u1
    instances:
      routing:
        value: modifiers & 1
        doc: "0 free, 1 pathed"
      heights:
        value: (modifiers >> 1) & 1
        doc: "0 one number, 1 one flag per level"
      grouped:
        value: (modifiers >> 2) & 1
      hexagonal:
        value: (modifiers >> 3) & 1
      wrap:
        value: (modifiers >> 4) & 3
        doc: "0 none, 1 width, 2 length, 3 height"
      occupancy:
        value: (modifiers >> 6) & 3
        doc: "0 one token per tile, 1 one per team, 2 no limit, 3 custom"
  footer:
    seq:
      - id: version
        type: u1
      - id: editor
        type: str
        size: 2
      - id: code
        type: str
        size: 5
      - id: title
        type: str
        size: 60
      - id: unused
        type: u1
      - id: author
        type: str
        size: 59
