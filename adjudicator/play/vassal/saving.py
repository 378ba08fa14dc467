"""`vassal save`: a position as a side knows it, as VASSAL's own commands; and how one position becomes the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import adjudicator
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass, replace
from adjudicator.core.view import Piece, View
from adjudicator.pictures.happenings import seen_as
from adjudicator.play.side.exporting import reader_meant
from adjudicator.play.side.side_views import Source
from adjudicator.play.vassal.counters import FIRST_ID, PRINTED, STACK_ID, UNSEEN_ID, Box
from adjudicator.play.vassal.making import title_of
from adjudicator.vassal.archives import packed_game
from adjudicator.vassal.building import BOARD, MAP
from adjudicator.vassal.commands import Add, Boards, Change, Command, Remove, saved
from adjudicator.vassal.pieces import Counter, moved, stack


@dataclass(frozen=True, slots=True)
class Placed:
    """A counter on VASSAL's table."""

    id: str
    counter: Counter
    place: str
    spot: tuple[int, int]
    words: str
    """What is written below it."""
    turned: bool

    @property
    def state(self) -> str:
        """As VASSAL writes it."""
        return self.counter.state(MAP, *self.spot, words=self.words, turned=self.turned)


class Tabletop:
    """What lies on VASSAL's table, and the commands that bring it to another position.

    Only pieces that a side knows to be somewhere are laid there; what nobody has looked into is a blank of its side,
    with nothing on it that could tell more.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.placed: dict[str, Placed] = {}
        self._made = 0

    def lay_out(self, view: View) -> list[Command]:
        """The commands that make an empty table show a position."""
        self.placed = dict(self._wanted(view))
        pieces = [Add(one.id, one.counter.type(), one.state) for one in self.placed.values()]
        return [*pieces, *self._stacks(), Boards(MAP, ((BOARD, 0, 0),))]

    def become(self, view: View) -> list[Command]:
        """The commands that bring the table from what lies there to a position."""
        wanted = dict(self._wanted(view))
        gone = [Remove(one.id) for key, one in self.placed.items() if key not in wanted]
        commands: list[Command] = [*gone]
        for key, one in wanted.items():
            commands += self._brought(self.placed.get(key), one)
        self.placed = wanted
        return commands

    def go(self, pieces: Sequence[str], place: str) -> list[Command]:
        """Pieces that lie on the table go to a place, or off the map where it is none."""
        commands: list[Command] = []
        spot = self.box.spot(place) if place else None
        for key in pieces:
            here = self.placed.get(key)
            if here is None or here.place == place:
                continue
            if spot is None:
                del self.placed[key]
                commands.append(Remove(here.id))
            else:
                self.placed[key] = there = replace(here, place=place, spot=spot)
                commands += self._brought(here, there)
        return commands

    def _brought(self, before: Placed | None, after: Placed) -> Iterator[Command]:
        if before is None or before.counter != after.counter:
            if before is not None:
                yield Remove(before.id)
            yield Add(after.id, after.counter.type(), after.state)
            return
        if before.spot != after.spot:
            yield moved(after.id, MAP, before.spot, after.spot)
        there = replace(before, spot=after.spot)
        if there.state != after.state:
            yield Change(after.id, after.state, there.state)

    def _wanted(self, view: View) -> Iterator[tuple[str, Placed]]:
        for piece in sorted(view.pieces, key=lambda one: (one.place or "", one.knowledge == "unknown", one.id)):
            spot = self.box.spot(piece.place) if piece.place and piece.knowledge != "last_seen" else None
            if piece.place and spot is not None:
                yield piece.id, self._placed(piece, piece.place, spot)

    def _placed(self, piece: Piece, place: str, spot: tuple[int, int]) -> Placed:
        counter = self.box.counter_of(piece)
        known = self.placed.get(piece.id)
        turned = bool(counter.reverse) and "reduced" in piece.marks
        return Placed(known.id if known else self._id(counter), counter, place, spot, self._words(piece), turned)

    def _id(self, counter: Counter) -> str:
        """A number for a counter: its slot's, or for those that have none of their own the next."""
        if counter.unit in self.box.counters:
            return str(FIRST_ID + int(counter.gpid))
        self._made += 1
        return str(UNSEEN_ID + self._made)

    def _words(self, piece: Piece) -> str:
        """What a counter does not show: values that are no longer those printed on it, marks of the moment."""
        if piece.knowledge == "unknown":
            return ""
        printed = self.box.printed(piece)
        said = ["-".join(piece.values)] if piece.values and piece.values != printed else []
        said += [mark for mark in (*_drill(piece), *piece.marks) if mark not in (*PRINTED, "on the map")]
        return ", ".join(said)

    def _stacks(self) -> Iterator[Add]:
        """The stacks of the table: counters of one place that would lie exactly on each other."""
        by_place: dict[str, list[Placed]] = {}
        for one in self.placed.values():
            by_place.setdefault(one.place, []).append(one)
        for number, here in enumerate(by_place.values(), start=1):
            yield stack(str(STACK_ID + number), MAP, *here[0].spot, [one.id for one in here])


def _drill(piece: Piece) -> tuple[str, ...]:
    return (piece.formation,) if piece.formation else ()


def save_of(source: Source, side: str, step: int | None = None) -> bytes:
    """The .vsav of a position as a side (or the umpire, or spectators) knows it; of now, or after a step."""
    who = reader_meant(source, side)
    view = view_at(source, who, step)
    box = Box(source.rules)
    return packed_game(
        saved(Tabletop(box).lay_out(view)), title_of(box), adjudicator.__version__, comment_of(source, view)
    )


def view_at(source: Source, side: Side, step: int | None) -> View:
    """A side's view of now, or after a step."""
    if step is None:
        return source.rules.view(source.known(side), side)
    then = source.step(side, step)
    return then.rules.view(then.after, side)


def comment_of(source: Source, view: View) -> str:
    """What VASSAL shows when the file is opened."""
    facts: Mapping[str, str] = {"turn": f"turn {view.turn}" if view.turn else "", "clock": view.clock}
    return ", ".join(part for part in (source.setup.name, *facts.values(), seen_as(view.side)) if part)
