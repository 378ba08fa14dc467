"""The ledger of a desk: what came, what goes out, where each match stands; in SQLite or PostgreSQL."""
