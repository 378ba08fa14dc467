"""HEI-s1 to HEI-s5: victory."""
