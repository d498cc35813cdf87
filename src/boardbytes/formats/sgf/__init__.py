"""SGF: Go records as people keep them."""
