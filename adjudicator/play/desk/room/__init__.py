"""The post room: mail in and out for all matches of a desk, deadlines, who owes what."""
