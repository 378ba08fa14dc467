"""VV 10: how the battle ends."""
