"""Evidence: verifying a log, explaining an event, rulings that put something right."""
