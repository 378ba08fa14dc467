"""NLC 11, 13, 25: armies that break, victory at once and at the end."""
