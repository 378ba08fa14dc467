"""The match as evidence: the hash-chained log, its seeds, a side's export, and verification."""
