meta:
  id: stackmill
  title: "StackMill save"
  license: MIT
  endian: le
seq:
  - id: current_player
    type: u1
    doc: "1 player 1 (white), 2 player 2 (black)"
    enum: current_player_value
  - id: removing
    type: u1
    doc: "0 no, 1 the current player has closed a mill and must now take a stone"
    enum: removing_value
  - id: field
    type: u1
    doc: "one byte per point: 0 empty, 1 white, 2 black"
    repeat: expr
    repeat-expr: 24
    enum: field_value
  - id: white_stones
    type: u1
    doc: "one byte per stone: 0x00–0x17 the point it stands on, 0x19 not played yet, 0x1A taken"
    repeat: expr
    repeat-expr: 9
    enum: white_stones_value
  - id: white_phase
    type: u1
    doc: "0 set, 1 move, 2 jump"
    enum: white_phase_value
  - id: black_stones
    type: u1
    doc: "one byte per stone: 0x00–0x17 the point it stands on, 0x19 not played yet, 0x1A taken"
    repeat: expr
    repeat-expr: 9
    enum: black_stones_value
  - id: black_phase
    type: u1
    doc: "0 set, 1 move, 2 jump"
    enum: black_phase_value
enums:
  current_player_value:
    1: "white"
    2: "black"
  removing_value:
    0: "no"
    1: "yes"
  field_value:
    0: "empty"
    1: "white"
    2: "black"
  white_stones_value:
    0: "on_a7"
    1: "on_d7"
    2: "on_g7"
    3: "on_g4"
    4: "on_g1"
    5: "on_d1"
    6: "on_a1"
    7: "on_a4"
    8: "on_b6"
    9: "on_d6"
    10: "on_f6"
    11: "on_f4"
    12: "on_f2"
    13: "on_d2"
    14: "on_b2"
    15: "on_b4"
    16: "on_c5"
    17: "on_d5"
    18: "on_e5"
    19: "on_e4"
    20: "on_e3"
    21: "on_d3"
    22: "on_c3"
    23: "on_c4"
    25: "not_played_yet"
    26: "taken"
  white_phase_value:
    0: "set"
    1: "move"
    2: "jump"
  black_stones_value:
    0: "on_a7"
    1: "on_d7"
    2: "on_g7"
    3: "on_g4"
    4: "on_g1"
    5: "on_d1"
    6: "on_a1"
    7: "on_a4"
    8: "on_b6"
    9: "on_d6"
    10: "on_f6"
    11: "on_f4"
    12: "on_f2"
    13: "on_d2"
    14: "on_b2"
    15: "on_b4"
    16: "on_c5"
    17: "on_d5"
    18: "on_e5"
    19: "on_e4"
    20: "on_e3"
    21: "on_d3"
    22: "on_c3"
    23: "on_c4"
    25: "not_played_yet"
    26: "taken"
  black_phase_value:
    0: "set"
    1: "move"
    2: "jump"
