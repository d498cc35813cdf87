"""Pages of the site that nobody writes: from README, commands, docstrings and drawings."""
