"""CAM: fortresses and sieges."""
