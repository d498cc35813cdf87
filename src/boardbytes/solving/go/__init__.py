"""Go tried out: playouts, the tree that guides them, and what they say of a board."""
