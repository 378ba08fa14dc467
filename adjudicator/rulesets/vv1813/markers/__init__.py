"""VV 2: markers."""
