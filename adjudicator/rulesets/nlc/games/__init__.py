"""NLC 26 to 28: what only 1815, Leipzig or Dresden have."""
