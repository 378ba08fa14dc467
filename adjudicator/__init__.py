"""A play-by-mail and play-by-forum adjudicator for Napoleonic wargames."""

__version__ = "0.1.0"
