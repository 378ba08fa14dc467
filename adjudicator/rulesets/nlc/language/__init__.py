"""The order language of the rule system: names, lines that have to think, printing."""
