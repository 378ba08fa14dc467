"""What conditions are tested against: what a side knows, with distances and what a decision counts.

A rule system offers a scene (its view, or a shorter way to the same answers); here it learns how far things are apart,
from the rule system's map, and the numbers of the decision that a standing order answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.core.types import Decision, Side
from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece, Scene

Distance = Callable[[str, str], int]


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A scene in which distances are known, and what a decision counts."""

    scene: Scene
    distance: Distance | None = None
    decision: Decision | None = None

    @property
    def side(self) -> Side:
        """Whose scene it is."""
        return self.scene.side

    @property
    def turn(self) -> int:
        """The turn."""
        return self.scene.turn

    @property
    def clock(self) -> str:
        """The time of day, where the game keeps one."""
        return str(getattr(self.scene, "clock", ""))

    def at(self, place: str) -> Sequence[Piece]:
        """The pieces known to stand at a place now."""
        return self.scene.at(place)

    def marks_of(self, unit: str) -> Collection[str]:
        """The marks that a piece is known to bear."""
        return self.scene.marks_of(unit)

    def track(self, name: str) -> int | Fraction | None:
        """A number that the decision counts, or that the game keeps."""
        counted = dict(self.decision.counts) if self.decision is not None else {}
        return Fraction(counted[name]) if name in counted else self.scene.track(name)

    def around(self, of: str, number: int) -> Sequence[Piece]:
        """The pieces known to stand so near to a piece or a place; the piece itself is left out."""
        if self.distance is None:
            return ()
        pieces: Sequence[Piece] = getattr(self.scene, "pieces", ())
        now = [piece for piece in pieces if piece.place is not None and piece.knowledge != "last_seen"]
        here = next((piece.place for piece in now if piece.id == of), of)
        return [piece for piece in now if piece.id != of and self._is_near(here, piece.place, number)]

    def _is_near(self, here: str | None, there: str | None, number: int) -> bool:
        if here is None or there is None or self.distance is None:
            return False
        try:
            return self.distance(here, there) <= number
        except KeyError:  # off the map: near to nothing
            return False


def scene_of(ruleset: Any, state: Any, side: Side, decision: Decision | None = None) -> Scene:
    """What a side's conditions are tested against, at a moment or for a decision."""
    known = ruleset.known(state, side)
    offered: Callable[[Any, Side], Scene] = getattr(ruleset, "scene", ruleset.view)
    distance: Distance | None = getattr(getattr(ruleset, "board", None), "distance", None)
    return Surveyed(offered(known, side), distance, decision)


@dataclass(frozen=True, slots=True)
class WithNumbers:
    """A scene with further numbers: what a rule system counts beside its tracks, or the odds of the moment."""

    scene: Scene
    numbers: Mapping[str, int | Fraction]

    @property
    def side(self) -> Side:
        """Whose scene it is."""
        return self.scene.side

    @property
    def turn(self) -> int:
        """The turn."""
        return self.scene.turn

    @property
    def clock(self) -> str:
        """The time of day, where the game keeps one."""
        return str(getattr(self.scene, "clock", ""))

    @property
    def pieces(self) -> Sequence[Piece]:
        """All pieces that are known."""
        found: Sequence[Piece] = getattr(self.scene, "pieces", ())
        return found

    def at(self, place: str) -> Sequence[Piece]:
        """The pieces known to stand at a place now."""
        return self.scene.at(place)

    def marks_of(self, unit: str) -> Collection[str]:
        """The marks that a piece is known to bear."""
        return self.scene.marks_of(unit)

    def track(self, name: str) -> int | Fraction | None:
        """One of the numbers, or one that the game keeps."""
        found = self.numbers.get(name)
        return self.scene.track(name) if found is None else found

    def around(self, of: str, number: int) -> Sequence[Piece]:
        """The pieces known to stand so near to a piece or a place."""
        near: Callable[[str, int], Sequence[Piece]] | None = getattr(self.scene, "around", None)
        return near(of, number) if near is not None else ()
