"""A match as frames: what each event changes on the board, and what is told beside it.

Everything in a frame comes from what its reader was told, moment by moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from adjudicator.core.types import Ending
from adjudicator.core.values import dataclass
from adjudicator.core.view import View
from adjudicator.pictures.album import Album, splices
from adjudicator.pictures.boards import Sequel, draw, overlay
from adjudicator.pictures.fragments import Picture
from adjudicator.pictures.templates import drawing_of
from adjudicator.report.context import RulingTold, no_rules
from adjudicator.report.digest import Entry, entry, is_told
from adjudicator.report.forms import FORMS
from adjudicator.report.luck import Luck, luck
from adjudicator.report.phrases import Speaker, phrase_settings
from adjudicator.report.summaries import rulings

Frame = dict[str, Any]
"""A moment as the page holds it; templates/replay/README.md says what each letter stands for."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that a reader was told, with the position after it as the reader knows it."""

    address: str
    """"41.7" of an event, "41" of a ruling or of a step that is over."""
    step: int
    view: View
    event: Mapping[str, Any] | None = None
    ruling: RulingTold | None = None
    was: str = ""
    """The address at which a ruling found what stands here now."""


@dataclass(frozen=True)
class Replay:
    """What the page is made from. Everything in it is already as its reader may see it."""

    match: str
    scenario: str
    ruleset: str
    side: str
    moments: tuple[Moment, ...]
    board: object = None
    names: Mapping[str, str] = field(default_factory=dict)
    formations: Mapping[str, str] = field(default_factory=dict)
    kept: Path | None = None
    templates: Path | None = None
    rule_texts: Callable[[], Mapping[str, str]] = no_rules
    seq: int = 0
    hash: str = ""


@dataclass
class Film:
    """The frames of a page, and the drawings and names that they share."""

    frames: list[Frame]
    album: Album
    pieces: list[tuple[str, str, str]]
    """Id, name, side."""
    commands: list[str]
    first: Picture | None
    """The board, for what is printed on it."""
    luck: tuple[Luck, ...]
    rules: Mapping[str, str]
    ending: Ending | None


def film(replay: Replay) -> Film:
    """Every moment as a frame."""
    return _Filming(replay).film()


class _Filming:
    """Frames while they are made, each told by its difference from the last."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.album = Album()
        self.sequel = Sequel()
        self.ways = phrase_settings(replay.ruleset, replay.templates)
        self.drawing = drawing_of(replay.ruleset, replay.templates)
        self.speaker = self._speaker()
        self.pieces: dict[str, tuple[int, str, str]] = {}
        self.commands: dict[str, int] = {}
        self.places: dict[str, str] = {}
        self.lying: list[int] = []
        self.seen: View | None = None
        self.picture: Picture | None = None
        self.phase = ""

    def _speaker(self) -> Speaker:
        replay = self.replay
        names = dict(replay.names)
        for moment in replay.moments:
            names.update({piece.id: piece.name for piece in moment.view.pieces})
        return Speaker(replay.ruleset, names, replay.board, replay.formations, replay.templates, replay.kept)

    def film(self) -> Film:
        """All frames, and what they share."""
        moments = self.replay.moments
        frames = [self._frame(moment, moment is moments[-1]) for moment in moments]
        cited = {str(rule) for frame in frames for rule in (frame.get("r"), *(row[3] for row in frame.get("v", ())))}
        texts = self.replay.rule_texts()
        return Film(
            frames=frames,
            album=self.album,
            pieces=[(piece, name, side) for piece, (_, name, side) in self.pieces.items()],
            commands=list(self.commands),
            first=self.picture,
            luck=luck((moment.event for moment in moments if moment.event is not None), self.ways),
            rules={rule: texts[rule] for rule in sorted(cited) if rule in texts},
            ending=moments[-1].view.ending if moments else None,
        )

    def _frame(self, moment: Moment, is_last: bool) -> Frame:
        view, event = moment.view, moment.event
        if event is not None and event.get("kind") == "phase_began":
            self.phase = str(event.get("title", ""))
        frame: Frame = {"a": moment.address, "n": moment.step, "t": view.turn}
        cuts, moves = self._lie(view), self._moves(view)
        frame |= {"c": view.clock, "p": self.phase, "w": moment.was, "x": cuts, "m": moves}
        if event is not None:
            frame |= self._told(moment.address, event) | self._over(view, event) | {"g": self._commands(view, event)}
        elif moment.ruling is not None:
            frame |= self._ruled(moment.ruling)
        else:
            frame |= {"k": "step_over", "s": f"Step {moment.step} is over.", "q": int(not (moves or is_last))}
        return {name: value for name, value in frame.items() if value or name in ("n", "t")}

    # --- the board ---------------------------------------------------------------------------------------

    def _lie(self, view: View) -> list[list[int]]:
        """How what lies on the board differs from the frame before."""
        if self.seen is not None and _alike(self.seen, view):
            return []
        self.seen = view
        replay = self.replay
        drawn = draw(
            replay.board, view, (), replay.scenario, replay.formations, replay.kept, replay.templates, self.sequel
        )
        if drawn is None:
            return []
        self.picture = drawn
        old, self.lying = self.lying, self.album.put(drawn.fragments)
        return splices(old, self.lying)

    def _moves(self, view: View) -> list[list[int | str]]:
        """Which pieces stand elsewhere than in the frame before; "" is off the map."""
        now = {piece.id: piece for piece in view.pieces if piece.place and piece.knowledge != "last_seen"}
        moves: list[list[int | str]] = []
        for name, piece in now.items():
            index = self.pieces.setdefault(name, (len(self.pieces), piece.name, str(piece.side)))[0]
            if self.places.get(name) != piece.place:
                moves.append([index, str(piece.place)])
                self.places[name] = str(piece.place)
        for name in [name for name in self.places if name not in now]:
            moves.append([self.pieces[name][0], ""])
            del self.places[name]
        return moves

    def _over(self, view: View, event: Mapping[str, Any]) -> Frame:
        """What the event leaves on the board while it is looked at."""
        over = overlay(self.replay.board, view, event, self.replay.templates)
        ways = [[round(number) for point in course for number in point] for course in over.courses if len(course) > 2]
        return {"b": self.album.put(over.below), "o": self.album.put(over.above), "z": ways[0] if ways else []}

    # --- the words ---------------------------------------------------------------------------------------

    def _told(self, address: str, event: Mapping[str, Any]) -> Frame:
        said = entry(self.speaker, address, event, self.replay.side, self.ways, self.drawing)
        kind = str(event.get("kind", ""))
        refused = kind in ("refused", "not_carried_out")
        return {
            "k": kind,
            "s": _html(said.sentence),
            "r": said.rule,
            "f": [[title, _html(words)] for title, words in said.facts],
            "v": list(_rows(said)),
            "e": _html(said.result),
            "d": list(_dice(event)),
            "q": int(not refused and not is_told(event, self.ways)),
            "y": _order(event) if refused else "",
        }

    def _ruled(self, ruling: RulingTold) -> Frame:
        words = rulings(self.speaker, (ruling,), self.ways)[0]
        lines = [*(("", line) for line in words.lines), *(("Before: ", line) for line in words.before)]
        lines += [("After: ", line) for line in words.after]
        return {
            "k": "ruling",
            "s": f"Ruling of the umpire. {_html(words.head)} Why: {_html(words.reason)}",
            "l": [before + _html(line) for before, line in lines],
        }

    def _commands(self, view: View, event: Mapping[str, Any]) -> list[int]:
        """The formations whose pieces an event names, by their number in the list of all."""
        named = set(_words(event))
        wearing = {p.colour: None for p in view.pieces if p.id in named and p.colour and p.knowledge != "unknown"}
        return sorted(
            self.commands.setdefault(self.speaker.formation(colour), len(self.commands)) for colour in wearing
        )


def _alike(old: View, new: View) -> bool:
    """Whether two views give the same picture; tables are not drawn."""
    return old is new or old.model_copy(update={"tables": (), "ending": None}) == new.model_copy(
        update={"tables": (), "ending": None}
    )


def _html(sentence: str) -> str:
    return str(FORMS["html"].say(sentence))


def _rows(said: Entry) -> Iterator[list[Any]]:
    for row in said.rows:
        yield [row.label, row.value, row.because, row.rule, row.depth, int(row.total)]


def _dice(event: Mapping[str, Any]) -> Iterator[list[Any]]:
    """The dice of an event: label, sides, faces; of a shuffle only how many were shuffled."""
    for roll in event.get("rolls") or ():
        sides, faces = roll.get("sides"), list(roll.get("faces") or ())
        yield [roll.get("label", ""), sides, faces] if isinstance(sides, int) else [roll.get("label", ""), 0, []]


def _order(event: Mapping[str, Any]) -> str:
    line = f"line {event['line']}: " if event.get("line") else ""
    return f"{event.get('side', '')}, {line}{str(event.get('text') or '').strip()}"


def _words(value: Any) -> Iterator[str]:
    """Every text in an event: among them are the ids of the pieces that it names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)
