"""LB 29, LB 32 to LB 36: melee."""
