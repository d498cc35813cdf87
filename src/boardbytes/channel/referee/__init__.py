"""The referee: a contract that settles signed games, and the Python side of it.

Nothing of it is needed to play.
"""
