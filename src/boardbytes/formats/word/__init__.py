"""A checkers game in one 32-byte word, in two layouts."""
