"""The words of Napoleon's Later Campaigns: pieces in hexes, orders of formations, armies that break."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.cases.files import CaseError
from tests.cases.nlc.questions import QUESTIONS
from tests.cases.words import Both, Field, Names, Plain, Statement, Vocabulary, Words, listed, side_named

POSITIONS = Vocabulary()
OFF_MAP = ("eliminated", "gone", "waiting", "exited", "removed", "dead")
STATES: dict[str, tuple[str, Any]] = {
    "reduced": ("reduced", True),
    "full": ("reduced", False),
    "disrupted": ("disrupted", True),
    "in order": ("disrupted", False),
    "bombarded": ("bombarded", True),
    "charged": ("charged", True),
    "in zone": ("was_in_zone", True),
}
DEFAULTS: dict[str, Any] = {
    "status": "map",
    "reduced": False,
    "disrupted": False,
    "bombarded": False,
    "charged": False,
    "was_in_zone": False,
    "due": None,
}
STAGES = {
    "set-up orders": ("set-up orders", None),
    "command orders": ("command orders", None),
    "turn orders": ("turn orders", None),
    "opening": ("opening", None),
    "command": ("command", None),
    "end": ("end", None),
}
SEGMENTS = {"bombardment": "bombardment", "charges": "charge", "movement": "movement", "combat": "combat"}
"""The segments of a player turn as they are called, and as the position has them."""


def bare(rules: Any, plain: Plain) -> None:
    """No piece on the map; what a case does not name counts for nobody."""
    plain |= {"stage": "command orders", "turn": 1}
    for force in plain["forces"].values():
        for sort in ("units", "leaders"):
            for piece in force[sort].values():
                piece |= {"place": None, "status": "removed"}
                piece.pop("due", None)


def stage_of(plain: Plain) -> str:
    """The stage that the sequence of play stands at, as it stands in the names of phases."""
    side, stage = plain.get("active"), str(plain.get("stage", "set-up"))
    return f"{side} {stage}" if side else stage


# --- turn and phase -------------------------------------------------------------------------------------------------


@POSITIONS.says("turn {name}, {stage}")
def turn_and_phase(rules: Any, names: Names, name: str, stage: str) -> Statement:
    """`turn 1200, French combat`; the segments are bombardment, charges, movement, combat."""
    turn = rules.context.turn_number(name)
    if stage in STAGES:
        return AtPhase(turn, *STAGES[stage])
    side, _, segment = stage.partition(" ")
    if segment not in SEGMENTS:
        known = ", ".join((*STAGES, *(f"{one} {part}" for one in rules.sides for part in SEGMENTS)))
        raise CaseError(f"There is no phase called {stage!r}; there are {known}.")
    return AtPhase(turn, SEGMENTS[segment], side_named(rules, side))


@dataclass(frozen=True, slots=True)
class AtPhase:
    """Where the sequence of play stands."""

    turn: int
    stage: str
    side: str | None

    def put(self, plain: Plain) -> None:
        plain |= {"turn": self.turn, "stage": self.stage, "active": self.side}

    def differs(self, plain: Plain) -> str:
        now = (plain.get("turn", 0), plain.get("stage"), plain.get("active"))
        return "" if now == (self.turn, self.stage, self.side) else f"it is turn {now[0]}, {now[2] or ''} {now[1]}"


# --- pieces ---------------------------------------------------------------------------------------------------------


@POSITIONS.says("{formation} has {word} orders")
def ordered(rules: Any, names: Names, formation: str, word: str) -> Statement:
    """`I has Attack orders`; several with commas: `I, II has Attack orders`."""
    wanted = [_formation(rules, names, one) for one in listed(formation)]
    return Both(tuple(Field(("formations", one, "order"), word.lower(), f"{one} has", "reserve") for one in wanted))


def _formation(rules: Any, names: Names, text: str) -> str:
    if text in rules.context.formations:
        return text
    return names.find(text, ("formation", "division", "command"))


@POSITIONS.says("{formation} defends {places}")
def defends(rules: Any, names: Names, formation: str, places: str) -> Statement:
    """`Picton defends B0911, B0912`: Defend orders, and the ground that they look back on (A-30)."""
    one = _formation(rules, names, formation)
    ground = [names.place(place) for place in listed(places)]
    return Both(
        (
            Field(("formations", one, "order"), "defend", f"{one} has"),
            Field(("formations", one, "ground"), f"case/{one}", f"{one} looks back on"),
            Field(("grounds", f"case/{one}"), ground, f"{one} defends"),
        )
    )


@POSITIONS.says("demoralized: {groups}")
def demoralized(rules: Any, names: Names, groups: str) -> Statement:
    """`demoralized: II, Netherlands`: corps and nationalities that have reached their limit; `none`."""
    return Field(("broken",), [] if groups == "none" else sorted(listed(groups)), "demoralized are", [])


@POSITIONS.says("{army} level shifted by {points}")
def shifted(rules: Any, names: Names, army: str, points: str) -> Statement:
    """`French level shifted by -10`: NLC-7.4-LG2 and its like."""
    return Field(("shifts", army), int(points), f"the level of the {army} army is shifted by", 0)


@POSITIONS.says("{side} points {points}")
def points(rules: Any, names: Names, side: str, points: str) -> Statement:
    """`French points 4`: what was won or paid so far (NLC-6.1, NLC-28.2)."""
    whose = side_named(rules, side)
    return Field(("points", whose), int(points), f"the points of the {whose} are", 0)


@POSITIONS.says("{side} last in {places}")
def last_in(rules: Any, names: Names, side: str, places: str) -> Statement:
    """`French last in B0811`: who was last to have a unit there (NLC-13.1)."""
    whose = side_named(rules, side)
    return Both(tuple(Field(("holders", names.place(one)), whose, f"{one} is held by") for one in listed(places)))


@POSITIONS.says("due: {pieces} at {place}")
def due(rules: Any, names: Names, pieces: str, place: str) -> Statement:
    """`due: Line15, Buelow at B2912`: they may enter there from now on."""
    found: list[Statement] = []
    for name in listed(pieces):
        piece = names.piece(name)
        side = next(
            one.side for one in (*rules.context.units.values(), *rules.context.leaders.values()) if one.id == piece
        )
        way = ("forces", side, _sort(names, piece), piece)
        found.append(Field((*way, "status"), "waiting", f"{name} has status", "map"))
        found.append(Field((*way, "place"), None, f"{name} is at"))
        found.append(Field((*way, "due"), 1, f"{name} is due on turn"))
        found.append(Field((*way, "entries"), [names.place(place)], f"{name} may enter at"))
    return Both(tuple(found))


@POSITIONS.says("{side}: {pieces}")
def pieces(rules: Any, names: Names, side: str, pieces: str) -> Statement:
    """`French: d'Erlon, Charlet at B0913; Bourgeois at B0912 reduced`, `Allied: Byng eliminated`.

    After the place, or without one: `reduced`, `full`, `disrupted`, `bombarded`, `charged`, `in zone` (it stood in an
    enemy zone when the player turn began); off the map: `eliminated`, `gone`, `waiting`, `exited`, `removed`, `dead`.
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
        if word in OFF_MAP:
            found |= {"status": word, "place": None}
        elif word in STATES:
            found |= dict((STATES[word],))
        else:
            raise CaseError(f"A piece is not `{word}`; it may be {', '.join((*STATES, *OFF_MAP))}.")
    return found


def _piece(names: Names, side: str, piece: str, values: dict[str, Any]) -> Iterator[Statement]:
    sort = _sort(names, piece)
    for name, value in values.items():
        what = "is at" if name == "place" else f"has {name}"
        way = ("forces", side, sort, piece, name)
        yield Field(way, value, f"{names.called(piece)} {what}", DEFAULTS.get(name))


def _sort(names: Names, piece: str) -> str:
    return "leaders" if names.candidates(piece, ("commander",)) == [piece] else "units"


WORDS = Words(
    positions=POSITIONS,
    questions=QUESTIONS,
    bare=bare,
    stage=stage_of,
    is_set_up=lambda plain: not str(plain.get("stage", "set-up")).startswith("set-up"),
)
