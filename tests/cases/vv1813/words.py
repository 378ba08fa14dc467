"""The words of the 1813 battles: pieces at places, hands of markers, morale, objectives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.cases.files import CaseError
from tests.cases.vv1813.questions import QUESTIONS
from tests.cases.words import Both, Field, Names, Plain, Statement, Vocabulary, Words, listed, side_named

POSITIONS = Vocabulary()
UNNAMED = {"bautzen": "waiting", "lutzen": "saved"}
"""What becomes of pieces that a case does not name: they are neither lost nor on their way."""
OFF_MAP = ("eliminated", "waiting", "away", "saved")
STATES: dict[str, tuple[str, Any]] = {
    "reduced": ("reduced", True),
    "full": ("reduced", False),
    "fit": ("health", "fit"),
    "wounded": ("health", "wounded"),
    "killed": ("health", "killed"),
}
DEFAULTS: dict[str, Any] = {"status": "map", "reduced": False, "health": "fit"}
_POINTS = re.compile(r"with (\d+) points?")


def bare(rules: Any, plain: Plain) -> None:
    """No piece on the map, no marker in a hand."""
    plain["stage"] = f"{rules.sides[0]} orders"
    for army in plain["armies"].values():
        for pieces in army.values():
            for piece in pieces.values():
                piece |= {"place": None, "status": UNNAMED[rules.scenario]}
    for marker in plain["markers"].values():
        for name in ("turn", "holder", "public"):
            marker.pop(name, None)
        marker["place"] = "aside"


# --- turn and phase ----------------------------------------------------------------------------------------


def stage_of(plain: Plain) -> str:
    """The stage that the sequence of play stands at."""
    return str(plain.get("stage", "set-up"))


@POSITIONS.says("turn {turn}, {stage}")
def turn_and_phase(rules: Any, names: Names, turn: str, stage: str) -> Statement:
    """`turn 3, Coalition combat`; `turn 3, French orders` where the French are to write. Nobody has moved in it yet."""
    stages = [one.name for one in rules.context.game.stages]
    if stage not in stages:
        raise CaseError(f"There is no phase called {stage!r}; there are {', '.join(stages)}.")
    return AtPhase(int(turn), stage)


@dataclass(frozen=True, slots=True)
class AtPhase:
    """Where the sequence of play stands."""

    turn: int
    stage: str

    def put(self, plain: Plain) -> None:
        plain |= {"turn": self.turn, "stage": self.stage, "sequence": {}}

    def differs(self, plain: Plain) -> str:
        now = (plain.get("turn", 0), stage_of(plain))
        return "" if now == (self.turn, self.stage) else f"it is turn {now[0]}, {now[1]}"


# --- pieces ------------------------------------------------------------------------------------------------


@POSITIONS.says("{side}: {pieces}")
def pieces(rules: Any, names: Names, side: str, pieces: str) -> Statement:
    """`French: Soult, Compans at 1202; Ledru at 1205 reduced`, `Coalition: Emmanuel eliminated`.

    After the place, or without one: `reduced`, `full`, `fit`, `wounded`, `killed`, `with 4 points`; off the map:
    `eliminated`, `waiting`, `away`, `saved`.
    """
    whose = side_named(rules, side)
    return Both(tuple(fact for stack in pieces.split(";") for fact in _stack(names, whose, stack.strip())))


def _stack(names: Names, side: str, text: str) -> Iterator[Statement]:
    who, at, where = text.rpartition(" at ")
    if at:
        place, _, states = where.partition(" ")
        values = {"place": names.place(place), "status": "map", **_states(states)}
    else:
        who, _, state = text.rpartition(" ")
        values = _states(state)
    for name in listed(who):
        yield from _piece(names, side, names.piece(name, side), values)


def _states(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in listed(text):
        points = _POINTS.fullmatch(word)
        if points:
            found["points"] = int(points.group(1))
        elif word in OFF_MAP:
            found |= {"status": word, "place": None}
        elif word in STATES:
            found |= dict((STATES[word],))
        else:
            raise CaseError(f"A piece is not `{word}`; it may be {', '.join((*STATES, *OFF_MAP))}, or `with 4 points`.")
    return found


def _piece(names: Names, side: str, piece: str, values: dict[str, Any]) -> Iterator[Statement]:
    army = ("armies", side, _sort(names, piece), piece)
    for name, value in values.items():
        what = {"place": "is at", "points": "has strength"}.get(name, f"has {name}")
        yield Field((*army, name), value, f"{names.called(piece)} {what}", DEFAULTS.get(name))


def _sort(names: Names, piece: str) -> str:
    return "commanders" if names.candidates(piece, ("commander",)) == [piece] else "units"


@dataclass(frozen=True, slots=True)
class InCommand:
    """VV-7.2a: who is in command, as checked for the sequence that is being played."""

    pieces: tuple[str, ...]
    so: bool

    def put(self, plain: Plain) -> None:
        sequence = plain.setdefault("sequence", {})
        out = set(sequence.get("out_of_command", ()))
        sequence["out_of_command"] = sorted(out - set(self.pieces) if self.so else out | set(self.pieces))

    def differs(self, plain: Plain) -> str:
        out = plain.get("sequence", {}).get("out_of_command", ())
        wrong = [piece for piece in self.pieces if (piece in out) is self.so]
        return f"{', '.join(wrong)} {'are not' if self.so else 'are'} in command" if wrong else ""


@POSITIONS.says("out of command: {pieces}")
def out_of_command(rules: Any, names: Names, pieces: str) -> Statement:
    """`out of command: Fontanelli, Souham`."""
    return InCommand(tuple(names.piece(name) for name in listed(pieces)), so=False)


@POSITIONS.says("in command: {pieces}")
def in_command(rules: Any, names: Names, pieces: str) -> Statement:
    """`in command: Morand, Compans`."""
    return InCommand(tuple(names.piece(name) for name in listed(pieces)), so=True)


# --- markers -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """The markers in a side's hand: all of them, or those of the kinds named."""

    side: str
    kinds: dict[str, int]
    whole: bool

    def put(self, plain: Plain) -> None:
        for marker in plain["markers"].values():
            if self._is_mine(marker) and (self.whole or marker["kind"] in self.kinds):
                marker |= {"place": "aside", "turn": 0}
        for kind, count in self.kinds.items():
            free = sorted(id_ for id_, one in plain["markers"].items() if self._is_free(one, kind))
            free.sort(key=lambda id_: plain["markers"][id_]["owner"] != self.side)
            if len(free) < count:
                raise CaseError(f"There are not {count} {kind} for the {self.side} hand.")
            for id_ in free[:count]:
                plain["markers"][id_] |= {"place": "hand", "turn": 0, "holder": self.side, "public": True}
                _off_the_track(plain, id_)

    def differs(self, plain: Plain) -> str:
        held = Counter(one["kind"] for one in plain["markers"].values() if self._is_mine(one))
        wrong = {kind: held[kind] for kind in {**self.kinds, **(held if self.whole else {})}}
        if wrong == self.kinds:
            return ""
        return f"the {self.side} hand holds {', '.join(f'{n} {kind}' for kind, n in wrong.items()) or 'nothing'}"

    def _is_mine(self, marker: Plain) -> bool:
        return bool(marker["place"] == "hand" and self.side == (marker.get("holder") or marker["owner"]))

    def _is_free(self, marker: Plain, kind: str) -> bool:
        return bool(marker["kind"] == kind and marker["place"] != "hand" and marker["owner"] in (self.side, "both"))


def _off_the_track(plain: Plain, marker: str) -> None:
    """A marker that a case puts into a hand lies nowhere else."""
    game = plain["game"]
    if "cup" in game:
        game["cup"] = [one for one in game["cup"] if one != marker]
    if "slots" in game:
        game["slots"] = [[one for one in slot if one != marker] for slot in game["slots"]]


@POSITIONS.says("{side} hand: {markers}")
def hand(rules: Any, names: Names, side: str, markers: str) -> Statement:
    """`Coalition hand: 2 Artillery, Jaschwill`: these markers and no others; `nothing` for an empty hand."""
    return Hand(side_named(rules, side), _counted(names, markers), whole=True)


@POSITIONS.says("{side} has {markers}")
def has(rules: Any, names: Names, side: str, markers: str) -> Statement:
    """`Coalition has 3 Cossacks`: so many of this kind, whatever else is in the hand; `0 Cossacks` for none."""
    return Hand(side_named(rules, side), _counted(names, markers), whole=False)


def _counted(names: Names, markers: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in listed(markers) if markers != "nothing" else ():
        number, _, name = item.partition(" ") if item.split()[0].isdigit() else ("1", "", item)
        found[names.find(name, ("marker",))] = int(number)
    return found


@dataclass(frozen=True, slots=True)
class Aside:
    """Markers that were played and come back on a turn."""

    side: str
    kinds: dict[str, int]
    turn: int

    def put(self, plain: Plain) -> None:
        for kind, count in self.kinds.items():
            mine = [one for one in plain["markers"].values() if one["kind"] == kind and one["owner"] == self.side]
            for marker in mine[:count]:
                marker |= {"place": "aside", "turn": self.turn}

    def differs(self, plain: Plain) -> str:
        mine = [one for one in plain["markers"].values() if one["owner"] == self.side and one["place"] == "aside"]
        found = Counter((one["kind"], one.get("turn", 0)) for one in mine)
        if all(found[kind, self.turn] == count for kind, count in self.kinds.items()):
            return ""
        return f"put aside are {', '.join(f'{n} {k} until turn {t}' for (k, t), n in found.items()) or 'no markers'}"


@POSITIONS.says("{side} aside until turn {turn}: {markers}")
def aside(rules: Any, names: Names, side: str, turn: str, markers: str) -> Statement:
    """`French aside until turn 7: Artillery`: played, and back in hand on that turn."""
    return Aside(side_named(rules, side), _counted(names, markers), int(turn))


# --- morale, objectives, and what one game alone keeps -----------------------------------------------------------


@POSITIONS.says("{side} morale {value}")
def morale(rules: Any, names: Names, side: str, value: str) -> Statement:
    """`French morale 8`; several with commas: `French morale 8, Coalition morale 3`."""
    return Both(tuple(_tracks(rules, f"{side} morale {value}", "morale", "value")))


@POSITIONS.says("{side} losses {value}")
def losses(rules: Any, names: Names, side: str, value: str) -> Statement:
    """`Coalition losses 2`: counters eliminated so far."""
    return Both(tuple(_tracks(rules, f"{side} losses {value}", "losses", "eliminated")))


def _tracks(rules: Any, text: str, track: str, field: str) -> Iterator[Statement]:
    for item in listed(text):
        side, _, value = item.partition(f" {track} ")
        whose = side_named(rules, side)
        yield Field(("morale", whose, field), int(value), f"{whose} {track} is", 0)


@POSITIONS.says("{side} hold {places}")
def hold(rules: Any, names: Names, side: str, places: str) -> Statement:
    """`French hold 1605, 1006`: objectives."""
    whose = side_named(rules, side)
    found = [names.place(place) for place in listed(places)]
    return Both(tuple(Field(("held", place), whose, f"{place} is held by") for place in found))


@POSITIONS.says("Ney markers: {texts}")
def ney_markers(rules: Any, names: Names, texts: str) -> Statement:
    """`Ney markers: 2306, 2301+1, 2301`: face down on their spaces, from the first; Bautzen only."""
    return Field(("game", "ney_spaces"), list(listed(texts)), "the Ney markers are")


@POSITIONS.says("Napoleon came on turn {turn}")
def napoleon_came(rules: Any, names: Names, turn: str) -> Statement:
    """`Napoleon came on turn 4`: the Guard may fight; Lützen only."""
    return Field(("game", "napoleon"), int(turn), "the turn on which Napoleon came is")


@POSITIONS.says("Ney entered on turn {turn}")
def ney_entered(rules: Any, names: Names, turn: str) -> Statement:
    """`Ney entered on turn 5`; Bautzen only."""
    return Field(("game", "ney_entered"), int(turn), "the turn on which Ney entered is")


WORDS = Words(
    positions=POSITIONS,
    questions=QUESTIONS,
    bare=bare,
    stage=stage_of,
    is_set_up=lambda plain: not stage_of(plain).startswith("set-up"),
)
