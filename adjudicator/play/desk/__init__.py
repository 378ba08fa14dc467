"""What the umpire sends and sees: the outbox, order forms, briefs, who owes what."""
