"""VASSAL's files: how they are hidden, encoded and packed, and what they say. No game, no match, no picture."""
