"""A match in a few words: texts handed in as strings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import Ran, run
from adjudicator.play.match.submitting import Receipt, submit

SEED = "small"


def begin(folder: Path, **settings: Any) -> Match:
    """A match called `small`, set up; mode open unless told otherwise."""
    if "mode" not in settings:
        settings["seed"] = settings.get("seed", SEED)
    match = create("bautzen", folder, name="small", **settings)
    run(match)
    return match


def hand_in(match: Match, side: str, orders: str, turn: int | None = 1, **more: str) -> Receipt:
    """Record a text: its header, then the orders as written."""
    lines = ["match: small", *([f"turn: {turn}"] if turn is not None else []), f"side: {side}"]
    lines += [f"{name}: {value}" for name, value in more.items()]
    return submit(match, ("\n".join([*lines, "", orders]) + "\n").encode(), "text.txt")


def play(match: Match, side: str, orders: str, turn: int = 1, *without: str) -> Ran:
    """Record a text and run."""
    hand_in(match, side, orders, turn)
    return run(match, without)
