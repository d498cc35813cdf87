"""A registry of boards that strangers share: codes, author keys, a log that can be checked."""
