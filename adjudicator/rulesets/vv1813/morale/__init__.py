"""VV 9: morale."""
