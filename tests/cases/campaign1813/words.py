"""The words of the campaign: blocks in towns, depots, sieges, who holds what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.cases.campaign1813.questions import QUESTIONS
from tests.cases.files import CaseError
from tests.cases.words import Both, Field, Names, Plain, Statement, Vocabulary, Words, listed, side_named

POSITIONS = Vocabulary()
INITIATIVE = "initiative"
NOW = "routed now"
STATES: Mapping[str, Mapping[str, Any]] = {
    "inside": {"inside": True},
    "outside": {"inside": False},
    "retreated": {"disrupted": "retreat"},
    "routed": {"disrupted": "rout"},
    "routed this turn": {"disrupted": "rout", NOW: True},
    "in order": {"disrupted": ""},
    "in supply": {"supply": "in"},
    "out of supply": {"supply": "out"},
    "isolated": {"supply": "isolated"},
    "eliminated": {"status": "eliminated"},
}
DEFAULTS: Mapping[str, Any] = {"status": "map", "supply": "in", "disrupted": "", "inside": False, "hits": 0}
_HITS = re.compile(r"with (\d+) hits?")


def bare(rules: Any, plain: Plain) -> None:
    """No block on the map; towns and depots as the campaign begins."""
    for block in plain["pieces"]["blocks"].values():
        block |= {"place": None, "status": "eliminated"}


# --- turn and phase ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AtPhase:
    """Where the sequence of play stands."""

    turn: int
    side: str
    stage: str

    def put(self, plain: Plain) -> None:
        plain |= {"turn": self.turn, "active": self.side, "stage": self.stage}
        plain.setdefault("first", self.side)

    def differs(self, plain: Plain) -> str:
        now = (plain.get("turn", 0), plain.get("active"), plain.get("stage"))
        return "" if now == (self.turn, self.side, self.stage) else "it is turn {}, {} {}".format(*now)


@POSITIONS.says("turn {turn}, {side} {stage}")
def turn_and_phase(rules: Any, names: Names, turn: str, side: str, stage: str) -> Statement:
    """`turn 3, French movement`; `turn 3, French orders` where the French are to write."""
    return AtPhase(int(turn), side_named(rules, side), stage)


@dataclass(frozen=True, slots=True)
class Beginning:
    """A campaign turn is about to begin."""

    turn: int

    def put(self, plain: Plain) -> None:
        plain |= {"turn": self.turn - 1, "stage": "new turn" if self.turn > 1 else "set-up"}

    def differs(self, plain: Plain) -> str:
        same = plain.get("turn", 0) == self.turn - 1 and stage(plain) == INITIATIVE
        return "" if same else f"it is turn {plain.get('turn', 0)}, {stage(plain)}"


@POSITIONS.says("turn {turn} begins")
def turn_begins(rules: Any, names: Names, turn: str) -> Statement:
    """`turn 2 begins`: before the initiative of that turn."""
    return Beginning(int(turn))


# --- towns, depots, sieges, armies -----------------------------------------------------------------------------


@POSITIONS.says("{side} hold {towns}")
def hold(rules: Any, names: Names, side: str, towns: str) -> Statement:
    """`French hold Dresden, Leipzig`."""
    found = [names.place(town) for town in listed(towns)]
    return Both(tuple(Field(("held", town), side_named(rules, side), f"{town} is held by") for town in found))


@POSITIONS.says("{side} depot of type {type_} at {town}")
def depot(rules: Any, names: Names, side: str, type_: str, town: str) -> Statement:
    """`French depot of type A at Dresden`."""
    place = names.place(town)
    return Field(("depots", place), {"owner": side_named(rules, side), "type": type_}, f"the depot at {town} is")


@dataclass(frozen=True, slots=True)
class NoDepot:
    """No depot in a town, or anywhere."""

    town: str = ""

    def put(self, plain: Plain) -> None:
        depots = plain.setdefault("depots", {})
        for town in [self.town] if self.town else list(depots):
            depots.pop(town, None)

    def differs(self, plain: Plain) -> str:
        found = [town for town in plain.get("depots", {}) if town == self.town or not self.town]
        return f"there is one at {', '.join(found)}" if found else ""


@POSITIONS.says("no depots")
def no_depots(rules: Any, names: Names) -> Statement:
    """Nobody has any depot."""
    return NoDepot()


@POSITIONS.says("no depot at {town}")
def no_depot(rules: Any, names: Names, town: str) -> Statement:
    """`no depot at Dresden`."""
    return NoDepot(names.place(town))


@POSITIONS.says("{town} besieged by the {side} since turn {turn}")
def besieged(rules: Any, names: Names, town: str, side: str, turn: str) -> Statement:
    """`Torgau besieged by the Allied since turn 1`; who is inside is said with the blocks."""
    value = {"besieger": side_named(rules, side), "since": int(turn)}
    return Field(("sieges", names.place(town)), value, f"the siege of {town} is")


@POSITIONS.says("broken: {armies}")
def broken(rules: Any, names: Names, armies: str) -> Statement:
    """`broken: Army of the Bober, Army of Berlin`; `broken: none`."""
    found = [] if armies == "none" else [names.find(army, ("army",)) for army in listed(armies)]
    return Field(("broken",), found, "the broken armies are", default=[])


# --- blocks ------------------------------------------------------------------------------------------------


@POSITIONS.says("{side}: {blocks}")
def blocks(rules: Any, names: Names, side: str, blocks: str) -> Statement:
    """`French: Lecoq, Sahr at Luckau; Garrison of Torgau at Torgau inside`, `Allied: Thümen retreated`.

    After the town, or without one: `inside`, `outside`, `retreated`, `routed`, `routed this turn`, `in order`,
    `in supply`, `out of supply`, `isolated`, `with 4 hits`, `eliminated`.
    """
    whose = side_named(rules, side)
    return Both(tuple(fact for stack in blocks.split(";") for fact in _stack(names, whose, stack.strip())))


def _stack(names: Names, side: str, text: str) -> Iterator[Statement]:
    who, at, where = text.rpartition(" at ")
    town, states = _town_and_states(names, where) if at else ("", "")
    if not at:
        known = sorted(STATES, key=len, reverse=True)
        who, states = next(((text[: -len(s)], s) for s in known if text.endswith(f" {s}")), (text, ""))
    values = {"place": town, "status": "map"} if town else {}
    values |= _states(states)
    if not values:
        raise CaseError(f"`{text}` says nothing of them: write `{text} at Dresden`, or one of {', '.join(STATES)}.")
    for name in listed(who):
        block = names.piece(name, side)
        if NOW in values:
            yield RoutedNow(block, names.called(block))
        for field, value in ((f, v) for f, v in values.items() if f != NOW):
            what = f"{names.called(block)} {'is at' if field == 'place' else f'has {field}'}"
            yield Field(("pieces", "blocks", block, field), value, what, DEFAULTS.get(field))


@dataclass(frozen=True, slots=True)
class RoutedNow:
    """CAM-rally-5: a block whose rout was in the turn that is being played."""

    block: str
    name: str

    def put(self, plain: Plain) -> None:
        plain["pieces"]["blocks"][self.block]["routed_on"] = plain["turn"]

    def differs(self, plain: Plain) -> str:
        turn = plain["pieces"]["blocks"][self.block].get("routed_on", 0)
        return "" if turn == plain["turn"] else f"{self.name} routed on turn {turn}"


def _town_and_states(names: Names, text: str) -> tuple[str, str]:
    """The longest beginning that names a town, and the rest."""
    words = text.split()
    for count in range(len(words), 0, -1):
        found = names.candidates(" ".join(words[:count]), ("place",))
        if len(found) == 1:
            return found[0], " ".join(words[count:])
    raise CaseError(f"No town is called {text!r}.")


def _states(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in listed(text):
        hits = _HITS.fullmatch(word)
        if hits:
            found["hits"] = int(hits.group(1))
        elif word in STATES:
            found |= STATES[word]
        else:
            raise CaseError(f"A block is not `{word}`; it may be {', '.join(STATES)}, or `with 4 hits`.")
    return found


def stage(plain: Plain) -> str:
    """The phase that a position stands at, as the names of phases have it."""
    now = plain.get("stage", "set-up")
    return INITIATIVE if now in ("set-up", "new turn") else f"{plain['active']} {now}"


WORDS = Words(positions=POSITIONS, questions=QUESTIONS, bare=bare, stage=stage, is_set_up=lambda plain: True)
