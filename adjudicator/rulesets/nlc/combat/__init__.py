"""NLC 7, 8, 10: bombardment, charges and reactions, normal combat, retreats and advances."""
