"""Where a match stands, at a glance: whose turn it is, what is missing, morale and losses."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Any

from adjudicator.core.types import UMPIRE, Ending, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.core.view import View
from adjudicator.play.desk.latest import behind
from adjudicator.play.match.history import Asked, TextLine
from adjudicator.play.match.texts import Gathered, gather, is_for
from adjudicator.play.side.export_view import Home
from adjudicator.play.side.side_views import Source, Whole


@dataclass(frozen=True, slots=True)
class Owed:
    """What somebody owes: orders for the turn, or answers."""

    side: Side
    what: str
    seats: tuple[str, ...] = ()
    """The players of the side who have not written, where it has several."""
    decisions: tuple[str, ...] = ()

    def sentence(self) -> str:
        """In words."""
        names = f" ({', '.join(self.seats)})" if self.seats else ""
        return f"{self.side}{names}: {self.what}{' ' + ', '.join(self.decisions) if self.decisions else ''}"


@dataclass(frozen=True, slots=True)
class OnRecord:
    """A text on record, and whether it counts."""

    text: TextLine
    replaced_by: int | None = None
    """The line of the seat's later text for the same moment."""
    void: bool = False
    """Whether a replay put it back: its side is to write anew."""

    def sentence(self) -> str:
        """In words."""
        text = self.text
        seat = f" ({text.seat})" if text.seat else ""
        fate = f", replaced by line {self.replaced_by}" if self.replaced_by else ""
        fate = ", put back by a ruling: it counts no more" if self.void else fate
        return f"{text.side}{seat}, turn {text.turn}, line {text.seq}{fate}"

    def to_json(self) -> dict[str, Any]:
        """For `status --json`."""
        text = self.text
        plain: dict[str, Any] = {"side": text.side, "seat": text.seat, "turn": text.turn, "line": text.seq}
        return {**plain, "sha256": text.sha256, "replaced_by": self.replaced_by, "void": self.void}


@dataclass(frozen=True, slots=True)
class Status:
    """A match at a glance, as the umpire or a side sees it."""

    source: Source
    side: Side
    view: View
    turn: int
    step: int
    """The last step that stands; 0 before the first."""
    following: Wait | Ending | None
    owed: tuple[Owed, ...]
    here: tuple[OnRecord, ...]
    """Texts on record for the next step."""
    later: tuple[OnRecord, ...]
    """Texts that wait for a later step."""
    asked: tuple[Asked, ...]
    notes: tuple[str, ...] = ()
    behind: Mapping[Side, int] = field(default_factory=dict)
    """Whose `latest` in the outbox is not of the last step, and of which it is; for the umpire."""

    @property
    def ready(self) -> bool:
        """Whether `run` would go on."""
        return not self.owed and not isinstance(self.following, Ending)

    def to_json(self) -> dict[str, Any]:
        """For `status --json`."""
        setup, last = self.source.setup, self.source.lines[-1]
        ending = self.following if isinstance(self.following, Ending) else None
        return {
            "match": setup.name,
            "scenario": setup.scenario,
            "mode": setup.mode,
            "side": self.side,
            "turn": self.turn,
            "clock": self.view.clock,
            "phase": self.view.phase,
            "step": self.step,
            "line": last.seq,
            "hash": last.hash,
            "ready": self.ready,
            "waiting": [
                {"side": o.side, "what": o.what, "seats": list(o.seats), "decisions": list(o.decisions)}
                for o in self.owed
            ],
            "texts": [text.to_json() for text in self.here],
            "later": [text.to_json() for text in self.later],
            "decisions": [
                {"number": a.name, "side": a.decision.side, "rule": a.decision.rule, "question": a.decision.question}
                for a in self.asked
            ],
            "tracks": [{"name": t.name, "side": t.side, "value": t.value} for t in self.view.tracks],
            "options": {**setup.options},
            "ending": ending.model_dump(mode="json") if ending else None,
            "notes": list(self.notes),
            "outbox": {"behind": {**self.behind}},
        }


def status(source: Whole | Home, side: Side = UMPIRE) -> Status:
    """Where a match stands, for the umpire or for a side."""
    following = source.following()
    numbers = source.numbers()
    mine = on_record(source.texts(side) if side != UMPIRE else _all_texts(source), source.void())
    here = tuple(one for one in mine if isinstance(following, Wait) and is_for(one.text, following))
    return Status(
        source=source,
        side=side,
        view=source.rules.view(source.known(side), side),
        turn=source.turn(),
        step=numbers[-1] if numbers else 0,
        following=following,
        owed=_owed(source, side),
        here=here,
        later=tuple(one for one in mine if one.text.turn is not None and one.text.turn > source.turn()),
        asked=source.asked(side),
        notes=tuple(
            f"Ruling of line {r.seq}: step {r.step} is to be played anew, because {r.reason}."
            for r in source.pending(side)
        ),
        behind=_behind(source, side),
    )


def _behind(source: Whole | Home, side: Side) -> Mapping[Side, int]:
    if side != UMPIRE or not isinstance(source, Whole) or source.folder is None:
        return {}
    return behind(source.folder, source.history, source.lines)


def on_record(texts: Sequence[TextLine], void: Collection[int]) -> list[OnRecord]:
    """Texts that came in time, in log order; a seat's later one for the same moment replaces its earlier one."""
    latest: dict[tuple[Any, ...], int] = {}
    found: list[OnRecord] = []
    for text in reversed([text for text in texts if not text.late]):
        moment = (text.kind, text.side, text.seat, text.turn, text.phase, text.only_standing)
        found.append(OnRecord(text, latest.get(moment), text.seq in void))
        if text.seq not in void:
            latest.setdefault(moment, text.seq)
    return found[::-1]


def _all_texts(source: Source) -> tuple[TextLine, ...]:
    texts = [text for side in (*source.rules.sides, UMPIRE) for text in source.texts(side)]
    return tuple(sorted(texts, key=lambda text: text.seq))


def _owed(source: Whole | Home, side: Side) -> tuple[Owed, ...]:
    """What is missing. A side reads who is awaited; the umpire also which of them has written already."""
    if source.fixed() and side != UMPIRE and not isinstance(source.following(), Ending):
        link = f"the link of step {source.fixed()}"
        return tuple(Owed(Side(party.name), link) for party in source.setup.parties)
    if isinstance(source, Whole) and side == UMPIRE:
        return owed_of(source, gather(source.history))
    what = "orders" if isinstance(source.following(), Wait) else "an answer"
    mine = tuple(a.name for a in source.asked(side))
    return tuple(Owed(who, what, decisions=mine if who == side else ()) for who in source.awaiting())


def owed_of(source: Whole, gathered: Gathered) -> tuple[Owed, ...]:
    """What a step still lacks."""
    history = source.history
    if history.fixed is not None:
        if isinstance(history.following(), Ending):
            return ()
        return tuple(
            Owed(Side(party), f"the link of step {history.fixed.step}") for party in history.promises.without_link()
        )
    found = []
    for side in gathered.missing:
        if gathered.wait is not None:
            there = {text.seat for text in gathered.fresh if text.side == side}
            seats = tuple(s for s in source.setup.seats_of(side) if s not in there and s)
            found.append(Owed(side, gathered.wait.what, seats))
        else:
            names = tuple(a.name for a in gathered.unanswered if a.decision.side == side)
            found.append(Owed(side, "an answer to", decisions=names))
    return tuple(found)
