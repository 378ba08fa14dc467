"""LB 16, LB 18, LB 44, LB 45: movement."""
