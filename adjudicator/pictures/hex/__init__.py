"""Hex maps: ground, ways, counters, labels, legend."""
