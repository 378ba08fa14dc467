"""LB 21 to LB 28: fire."""
