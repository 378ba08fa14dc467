"""A campaign in a few texts: the battle of Goldberg, which waits for the table."""

from __future__ import annotations

from pathlib import Path

from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit

NAME = "goldberg"

ALLIED_FIRST = """
group Jauer: 7th Div VI Corps, 18th Div VI Corps, 9th Div IX Corps, 15th Div IX Corps,
  Korff 1st Cavalry, Langeron Reserve Artillery -> Hirschberg
move Prussian I Corps and Blücher to Jauer
recon Liegnitz by Army of Silesia
"""

FRENCH_FIRST = """
# Oudinot feels his way towards Berlin; Lauriston stands.
group Dahme: XII Corps -> Juterbog
"""

ALLIED_SECOND = """
group Hirschberg: 7th Div VI Corps, 18th Div VI Corps, 9th Div IX Corps, 15th Div IX Corps,
  Korff 1st Cavalry, Langeron Reserve Artillery -> Goldberg
group Jauer: 1st Bde Steinmetz, 7th Bde Horn, Reserve Cavalry Jürgass, Blücher -> Goldberg
reinforce Goldberg with 8th Div X Corps, 22nd Div X Corps by Jauer
"""


def begin(folder: Path) -> Match:
    """The campaign before the first orders."""
    match = create("campaign1813", folder, name=NAME, seed="Katzbach", options={"battles": "agree"})
    run(match)
    return match


def hand_in(match: Match, side: str, orders: str, turn: int, phase: str = "") -> None:
    """Record a text and run."""
    head = [f"match: {NAME}", f"turn: {turn}", f"side: {side}", *([f"phase: {phase}"] if phase else []), ""]
    submit(match, ("\n".join(head) + orders).encode(), "text.txt")
    run(match)


def goldberg(folder: Path) -> Match:
    """Two turns: Blücher attacks Lauriston at Goldberg, and the match waits for the report of the battle."""
    match = begin(folder)
    hand_in(match, "Allied", ALLIED_FIRST, 1)
    hand_in(match, "French", FRENCH_FIRST, 1)
    following = match.history.following()
    first = following.sides[0]  # type: ignore[union-attr]
    if first == "French":
        hand_in(match, "French", "\npass\n", 2)
    hand_in(match, "Allied", ALLIED_SECOND, 2)
    return match
