"""A match on record: its folder, its texts, and the steps that are adjudicated from them."""
