"""`vassal read`: what a player did in VASSAL, as orders of our language, with all that is to be said of it."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.types import UMPIRE, Wait
from adjudicator.core.values import dataclass
from adjudicator.play.match.received import as_read
from adjudicator.play.side.checking import Checked, check
from adjudicator.play.side.exporting import side_meant
from adjudicator.play.side.side_views import Source
from adjudicator.play.vassal.locating import Locator
from adjudicator.play.vassal.mapping import read_mapping
from adjudicator.play.vassal.marches import deeds_of, differences
from adjudicator.play.vassal.ordering import OrderWriter
from adjudicator.play.vassal.saving import view_at
from adjudicator.vassal import commands
from adjudicator.vassal.archives import saved_game
from adjudicator.vassal.modules import read_module
from adjudicator.vassal.table import story_of


@dataclass(frozen=True, slots=True)
class FileRead:
    """What a file of VASSAL amounts to."""

    text: str
    """The orders, ready to be sent; empty if nobody moved."""
    steps: int
    remarks: tuple[str, ...]
    """What is to be looked at in the orders."""
    unread: tuple[str, ...]
    """What was done there that is no order."""
    claims: tuple[str, ...]
    """Dice that were rolled there. They count for nothing."""
    differences: tuple[str, ...]
    """Where its position is not that of the match."""
    checked: Checked | None
    """What `check` says of the orders; None where there are none."""

    @property
    def good(self) -> bool:
        """Whether all of it became orders that would stand, from the position of the match."""
        return not self.unread and not self.differences and (self.checked is None or self.checked.good)

    def told(self) -> list[str]:
        """All of it, for a reader."""
        lines = [self.text.rstrip("\n")] if self.text else ["Nobody was moved there: no orders."]
        parts = (
            ("Look at", self.remarks),
            ("Not read", self.unread),
            ("Dice rolled there: claims, which are never used", self.claims),
            ("Where its position is not that of the match", self.differences),
        )
        for title, sentences in parts:
            if sentences:
                lines += ["", f"{title}:", *(f"  {sentence}" for sentence in sentences)]
        return lines


def read_file(
    source: Source,
    data: bytes,
    name: str,
    side: str = "",
    *,
    module: Path | None = None,
    mapping: Path | None = None,
    step: int | None = None,
) -> FileRead:
    """What a .vlog or .vsav amounts to as orders of a side."""
    who = side_meant(source, side)
    if who == UMPIRE:
        raise UsageError("A side is missing: whose orders are they?", f"--side {source.rules.sides[0]}")
    story = story_of(commands.read(saved_game(data, name)))
    view = view_at(source, who, step)
    theirs = read_module(module.read_bytes(), module.name) if module is not None else None
    if mapping is not None and theirs is None:
        raise UsageError("A mapping file is for another's module.", "Give that module too: --module FILE.vmod.")
    locator = Locator(source, view, story.opening, theirs, read_mapping(mapping))
    deeds = deeds_of(story, locator)
    written = list(OrderWriter(source, locator).written(deeds.ways.values()))
    orders = [one.order for one in written if one.order]
    text = "\n".join(["BEGIN ORDERS", *_header(source, who), "", *orders, "END ORDERS", ""]) if orders else ""
    return FileRead(
        text=text,
        steps=len(story.steps),
        remarks=tuple(one.remark for one in written if one.order and one.remark),
        unread=(*(one.remark for one in written if not one.order), *deeds.unread),
        claims=tuple(deeds.claims),
        differences=tuple(differences(story, locator)),
        checked=_checked(source, text) if text else None,
    )


def _header(source: Source, side: str) -> list[str]:
    following = source.following()
    phase = following.phase if isinstance(following, Wait) and side in following.everybody else ""
    return [
        f"match: {source.setup.name}",
        f"turn: {source.turn()}",
        f"side: {side}",
        *([f"phase: {phase}"] if phase else []),
    ]


def _checked(source: Source, text: str) -> Checked | None:
    try:
        return check(source, as_read(text.encode("utf-8"), "The orders", source.rules.language))
    except MatchError:
        return None
