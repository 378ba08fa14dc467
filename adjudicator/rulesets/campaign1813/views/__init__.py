"""A position as maps and reports draw it."""
