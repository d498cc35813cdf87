"""The studio: a page on which any of our files can be seen, understood, edited, played and saved.

The server has no logic of its own: it keeps what lies on its desks, and calls the same functions
that everybody else calls.
"""
