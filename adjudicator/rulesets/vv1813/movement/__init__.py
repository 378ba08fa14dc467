"""VV 4 and 7: stacking, zones, command, movement, entry."""
