"""A player's own chain in its file: made, read, and a link shown from it."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.errors import UsageError
from adjudicator.play.mutual.exchange import link_words
from adjudicator.play.mutual.table import anchor_words
from adjudicator.record.parties import OwnChain, fresh_chain, load_chain

__all__ = ["OwnChain", "link_shown", "load_chain", "new_chain"]


def new_chain(match: str, side: str, length: int, path: Path) -> list[str]:
    """Make a chain and keep it in a file; returns what is to be sent."""
    if path.exists():
        raise UsageError(f"{path} is there already.", "Each match has a chain of its own; name another file with -o.")
    own = fresh_chain(match, side, length)
    own.save(path)
    return anchor_words(own)


def link_shown(path: Path, number: int, *, skipping: bool) -> list[str]:
    """Show a link; the file remembers it. Returns what is to be sent."""
    own = load_chain(path)
    link, shown = own.link(number, skipping=skipping)
    shown.save(path)
    return link_words(own.match, own.side, number, link)
