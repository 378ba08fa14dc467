"""What was done with a side's pieces in VASSAL: who went where, in which order, and what is no march."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece
from adjudicator.play.vassal.locating import Locator
from adjudicator.vassal.pieces import shortened
from adjudicator.vassal.table import Happened, Step, Story, Thing


@dataclass
class Way:
    """The places of a piece, from where it stood; the first is None for one that came onto the map."""

    piece: Piece
    places: list[str | None]
    turn: int = 0
    """When it moved last: orders are written in that order."""

    @property
    def moved(self) -> bool:
        """Whether it ended elsewhere than it began."""
        return len(self.places) > 1 and self.places[-1] != self.places[0]


@dataclass
class Deeds:
    """What a file says was done."""

    ways: dict[str, Way] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    """Dice that were rolled there: nobody's word for them is taken."""


def deeds_of(story: Story, locator: Locator) -> Deeds:
    """What the logged steps did, or, in a save without any, where pieces lie otherwise than in the match."""
    deeds = Deeds()
    if story.steps:
        for step in story.steps:
            _read_step(deeds, step, locator)
            deeds.claims += _claims(step)
    else:
        _read_position(deeds, story, locator)
    return deeds


def _claims(step: Step) -> Iterator[str]:
    for dice in step.dice:
        yield f"step {step.number}: {shortened(dice.button)} = {shortened(dice.result)}"


def _read_step(deeds: Deeds, step: Step, locator: Locator) -> None:
    for happened in step.happened:
        thing = happened.after or happened.before
        assert thing is not None
        piece = locator.unit(thing)
        if piece is None or piece.side != locator.view.side:
            deeds.unread.append(f"step {step.number}: {locator.called(thing)} was {_done(happened)}: it is not yours")
        elif happened.sort in ("moved", "added"):
            _walked(deeds, step.number, happened, piece, locator)
        else:
            deeds.unread.append(f"step {step.number}: {piece.name} was {_done(happened)}: no order says that")


def _done(happened: Happened) -> str:
    match happened.sort:
        case "added":
            return "laid on the map"
        case "removed":
            return "taken away"
        case "changed":
            return "turned over, marked or masked"
        case _:
            return "moved"


def _walked(deeds: Deeds, number: int, happened: Happened, piece: Piece, locator: Locator) -> None:
    assert happened.after is not None
    there = locator.place(happened.after)
    if there is None:
        where = shortened(locator.named(happened.after)) or "off the map"
        deeds.unread.append(f"step {number}: {piece.name} went to {where}, which is no place of the match")
        return
    start = locator.place(happened.before) if happened.before is not None else piece.place
    way = deeds.ways.setdefault(piece.id, Way(piece, [start]))
    if happened.undone and len(way.places) > 1 and way.places[-2] == there:
        way.places.pop()
    elif way.places[-1] != there:
        way.places.append(there)
    way.turn = number


def _read_position(deeds: Deeds, story: Story, locator: Locator) -> None:
    """A save without steps: a piece that lies elsewhere than in the match was moved there."""
    for thing in story.closing.things.values():
        piece = locator.unit(thing)
        if piece is None or piece.side != locator.view.side:
            continue
        there = locator.place(thing)
        if there is not None and there != piece.place:
            deeds.ways[piece.id] = Way(piece, [piece.place, there], len(deeds.ways))


# --- where the file's position is not that of the match ---------------------------------------------------------------


def differences(story: Story, locator: Locator) -> list[str]:
    """Where the position that the file begins with is not the one that the side knows."""
    seen: dict[str, str] = {}
    strangers: list[str] = []
    for thing in story.opening.things.values():
        piece = locator.unit(thing)
        if piece is not None:
            seen[piece.id] = locator.place(thing) or shortened(locator.named(thing)) or "off the map"
            continue
        if thing.lie.map == locator.map and not _is_blank(thing, locator):
            strangers.append(f"{locator.called(thing)} is on the map there, and is none that you know here")
    found = []
    own = locator.view.side
    for piece in locator.view.pieces:
        if piece.place not in locator.box.picture.spots or piece.knowledge not in ("own", "known"):
            continue
        there = seen.get(piece.id, "")
        if there != piece.place and (story.steps or piece.side != own or not there):
            found.append(f"{piece.name} is at {piece.place} in the match and {f'at {there}' if there else 'not'} there")
    return [*found, *dict.fromkeys(strangers)]


def _is_blank(thing: Thing, locator: Locator) -> bool:
    """One of our own blanks, or a piece that is masked: it stands for something unseen."""
    return thing.is_secret or (locator.module is None and thing.kind.image.startswith("back-"))
