"""Go by playouts: these, the tree that guides them, and what they say of a board."""
