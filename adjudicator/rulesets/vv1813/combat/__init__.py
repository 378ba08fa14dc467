"""VV 8: combat and bombardment."""
