"""LB 37 to LB 42: charges."""
