"""Where a match stands, at a glance: whose turn it is, what is missing, morale and losses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.core.types import UMPIRE, Ending, Side, Wait
from adjudicator.core.view import View
from adjudicator.play.history import Asked, TextLine
from adjudicator.play.home import Home
from adjudicator.play.sources import Source, Whole
from adjudicator.play.texts import Gathered, gather, is_for


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
    here: tuple[TextLine, ...]
    """Texts on record for the next step."""
    later: tuple[TextLine, ...]
    """Texts that wait for a later step."""
    asked: tuple[Asked, ...]
    notes: tuple[str, ...] = field(default=())

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
            "texts": [_text(text) for text in self.here],
            "later": [_text(text) for text in self.later],
            "decisions": [
                {"number": a.name, "side": a.decision.side, "rule": a.decision.rule, "question": a.decision.question}
                for a in self.asked
            ],
            "tracks": [{"name": t.name, "side": t.side, "value": t.value} for t in self.view.tracks],
            "options": {**setup.options},
            "ending": ending.model_dump(mode="json") if ending else None,
            "notes": list(self.notes),
        }


def _text(text: TextLine) -> dict[str, Any]:
    return {"side": text.side, "seat": text.seat, "turn": text.turn, "line": text.seq, "sha256": text.sha256}


def status(source: Whole | Home, side: Side = UMPIRE) -> Status:
    """Where a match stands, for the umpire or for a side."""
    following = source.following()
    numbers = source.numbers()
    mine = source.texts(side) if side != UMPIRE else _all_texts(source)
    here = tuple(t for t in mine if isinstance(following, Wait) and not t.late and is_for(t, following))
    return Status(
        source=source,
        side=side,
        view=source.rules.view(source.known(side), side),
        turn=source.turn(),
        step=numbers[-1] if numbers else 0,
        following=following,
        owed=_owed(source, side),
        here=here,
        later=tuple(t for t in mine if t.turn is not None and t.turn > source.turn() and not t.late),
        asked=source.asked(side),
        notes=tuple(
            f"Ruling of line {r.seq}: step {r.step} is to be played anew, because {r.reason}."
            for r in source.pending(side)
        ),
    )


def _all_texts(source: Source) -> tuple[TextLine, ...]:
    texts = [text for side in (*source.rules.sides, UMPIRE) for text in source.texts(side)]
    return tuple(sorted(texts, key=lambda text: text.seq))


def _owed(source: Whole | Home, side: Side) -> tuple[Owed, ...]:
    """What is missing. A side reads who is awaited; the umpire also which of them has written already."""
    if isinstance(source, Whole) and side == UMPIRE:
        return owed_of(source, gather(source.history))
    what = "orders" if isinstance(source.following(), Wait) else "an answer"
    mine = tuple(a.name for a in source.asked(side))
    return tuple(Owed(who, what, decisions=mine if who == side else ()) for who in source.awaiting())


def owed_of(source: Whole, gathered: Gathered) -> tuple[Owed, ...]:
    """What a step still lacks."""
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
