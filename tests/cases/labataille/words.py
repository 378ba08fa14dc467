"""The words of La Bataille: units in hexes, their formation, facing and order, levels, pontoons, the Guard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.cases.files import CaseError
from tests.cases.labataille.questions import QUESTIONS
from tests.cases.words import Both, Field, Names, Plain, Statement, Vocabulary, Words, in_words, listed, side_named
from tests.labataille.field import REGISTRY

POSITIONS = Vocabulary()
FORMATIONS = ("column", "line", "carre", "general order", "skirmish", "road march", "limbered", "unlimbered")
OFF_MAP = ("eliminated", "surrendered", "captured", "broken", "joined", "waiting", "off", "wounded", "dead")
STAGES = {
    "set-up orders": "set-up orders",
    "orders": "march orders",
    "fight orders": "fight orders",
    "opening": "opening",
    "charge": "begin",
    "movement": "movement",
    "defensive fire": "defensive fire",
    "offensive fire": "offensive fire",
    "assaults": "assaults",
    "recovery": "recovery",
    "end": "end",
}
"""Where a position may stand, in the words of a case and as the position has it."""
DEFAULTS: Mapping[str, Any] = {
    "status": "off",
    "places": [],
    "formation": "column",
    "facing": "",
    "losses": 0,
    "morale": "good",
    "readiness": "fresh",
    "worn_in": None,
    "rest_from": 0,
    "place": "",
    "bound": [],
    "acts": [],
}


def bare(rules: Any, plain: Plain) -> None:
    """Nobody on the map; what a case does not name counts for nobody."""
    plain |= {"stage": "opening", "turn": 1, "abatis": {}, "levels": {}}
    plain["units"] = {one: {} for one in plain["units"]}
    plain["leaders"] = {one: {} for one in plain["leaders"]}


def stage_of(plain: Plain) -> str:
    """The phase that a position stands at, as it stands in the names of phases."""
    side, stage = plain.get("active"), str(plain.get("stage", "set-up orders")).replace(" ", "-")
    return f"{side} {stage}" if side else stage


# --- turn and phase ---------------------------------------------------------------------------------------------------


@POSITIONS.says("turn {name}, {stage}")
def turn_and_phase(rules: Any, names: Names, name: str, stage: str) -> Statement:
    """`turn 18:40, French charge`: the clock time, then the phase; `turn 18:40, French orders`: before the texts."""
    side, _, phase = stage.partition(" ")
    known: str | None = STAGES.get(stage)
    whose: str | None = None
    if known is None and side in rules.sides:
        whose, known = side, STAGES.get(phase)
    if known is None:
        raise CaseError(f"There is no phase called {stage!r}; there are {', '.join(STAGES)}, each after a side.")
    turn = int(name) if name.isdecimal() else rules.context.turn_at(name)
    return Both((Field(("turn",), turn, "it is turn"), Field(("stage",), known, "it is"), _active(whose)))


def _active(side: str | None) -> Statement:
    return Field(("active",), side, "the phasing side is")


# --- units and leaders ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnField:
    """A unit or leader as a line names it; put down, it is fresh and under those who are there."""

    sort: str
    id: str
    called: str
    values: Mapping[str, Any]

    def put(self, plain: Plain) -> None:
        places = self.values.get("places", [])
        ranks = [
            one.get("rank", 0)
            for name, one in plain["units"].items()
            if name != self.id and set(one.get("places", ())) & set(places)
        ]
        found = dict(self.values)
        if places:
            found["rank"] = 1 + max(ranks, default=0)
        plain[self.sort][self.id] = found

    def differs(self, plain: Plain) -> str:
        now = plain[self.sort].get(self.id, {})
        wrong = [
            f"{name.replace('_', ' ')} {in_words(now.get(name, DEFAULTS.get(name)))}"
            for name, value in self.values.items()
            if list_or(now.get(name, DEFAULTS.get(name))) != list_or(value)
        ]
        return f"{self.called} has {', '.join(wrong)}" if wrong else ""


def list_or(value: Any) -> Any:
    """A value, its hexes in whatever order."""
    return sorted(value) if isinstance(value, list | tuple) else value


@POSITIONS.says("due: {pieces} at {place} since {time}")
def due(rules: Any, names: Names, pieces: str, place: str, time: str) -> Statement:
    """`due: 24e Legere I at 0136 since 14:40`: they may enter there from that turn on."""
    found = []
    for name in listed(pieces):
        piece = names.piece(name)
        values = {"status": "waiting", "due": rules.context.turn_at(time), "entry": names.place(place)}
        found.append(OnField(_sort(names, piece), piece, name, values))
    return Both(tuple(found))


@POSITIONS.says("{body} on level {number}")
def on_level(rules: Any, names: Names, body: str, number: str) -> Statement:
    """`IV Corps on level 1`, `army on level 2`: the morale level of the hour; 0 for none."""
    organisations = rules.context.facts.organisation
    found = next((one.name for one in organisations if body in (one.name, *one.corps, *one.divisions)), None)
    if found is None:
        raise CaseError(f"{body!r} has no morale level here; there are {', '.join(o.name for o in organisations)}.")
    return Field(("levels", found), int(number), f"{body} is on level", 0)


@POSITIONS.says("{bridge} with {number} damage")
def damaged(rules: Any, names: Names, bridge: str, number: str) -> Statement:
    """`Pontoon 1 with 1 damage`."""
    return Field(("pontoons", bridge), int(number), f"{bridge} has damage", "- it is gone")


@POSITIONS.says("{bridge} is gone")
def gone(rules: Any, names: Names, bridge: str) -> Statement:
    """`Pontoon 1 is gone`."""
    return Gone(bridge)


@dataclass(frozen=True, slots=True)
class Gone:
    """A pontoon that does not stand any more."""

    name: str

    def put(self, plain: Plain) -> None:
        plain["pontoons"].pop(self.name, None)

    def differs(self, plain: Plain) -> str:
        return f"{self.name} stands" if self.name in plain.get("pontoons", {}) else ""


@POSITIONS.says("abatis {name} at {place}")
def abatis(rules: Any, names: Names, name: str, place: str) -> Statement:
    """`abatis A1 at 5135`."""
    return Field(("abatis", name), names.place(place), f"abatis {name} is at")


@POSITIONS.says("{places} held by the {side}")
def held(rules: Any, names: Names, places: str, side: str) -> Statement:
    """`1823, 1824 held by the French`: who was last alone there."""
    whose = side_named(rules, side)
    return Both(tuple(Field(("holders", names.place(one)), whose, f"{one} is held by") for one in listed(places)))


@POSITIONS.says("{side} guard forward since {time}")
def forward(rules: Any, names: Names, side: str, time: str) -> Statement:
    """`French guard forward since 19:40`: HEI-s3-2 has struck once."""
    whose = side_named(rules, side)
    return Field(("guard_near", whose), rules.context.turn_at(time), f"the {side} Guard came forward on turn")


@POSITIONS.says("{side} guard released at {time}")
def released(rules: Any, names: Names, side: str, time: str) -> Statement:
    """`Coalition guard released at 19:20`."""
    whose = side_named(rules, side)
    return Field(("released", whose), rules.context.turn_at(time), f"the {side} Guard was released on turn")


@POSITIONS.says("{side}: {pieces}")
def pieces(rules: Any, names: Names, side: str, pieces: str) -> Statement:
    """`French: 1er Cuirassiers at 7026 column E; GD Verdier at 7226; 57e Ligne I at 7326+7425 line SE, 3 lost`.

    Those of a hex lie as they are named, the first on top. After the place: the formation with its facing, `3 lost`,
    `disordered`, `routed`, `tired` or `exhausted` (`tired since 18:40 French`: in whose sequence), `held`,
    `off limits`.
    """
    whose = side_named(rules, side)
    return Both(tuple(one for stack in pieces.split(";") for one in _stack(rules, names, whose, stack.strip())))


def _stack(rules: Any, names: Names, side: str, text: str) -> Iterator[OnField]:
    who, at, where = text.rpartition(" at ")
    if at:
        hexes, _, states = where.partition(" ")
        values: dict[str, Any] = {"status": "map", "places": [names.place(one) for one in hexes.strip(",").split("+")]}
        for words in listed(states):
            values |= _state(rules, words)
    else:
        who, _, word = text.rpartition(" ")
        if word not in OFF_MAP:
            raise CaseError(f"`{text}` names no hex; off the map a piece is {', '.join(OFF_MAP)}.")
        values = {"status": word}
    for name in listed(who):
        piece = names.piece(name, side)
        sort = _sort(names, piece)
        mine = values
        if sort == "leaders":
            mine = {"status": values["status"], **({"place": values["places"][0]} if at else {})}
        yield OnField(sort, piece, name, mine)


def _state(rules: Any, words: str) -> dict[str, Any]:
    if words.endswith(" lost") and words[:-5].isdecimal():
        return {"losses": int(words[:-5])}
    if words in ("disordered", "routed"):
        return {"morale": words}
    if words == "in order":
        return {"morale": "good"}
    if words in ("held", "off limits"):
        return {"bound": [words]}
    if words in ("contacted", "moved"):
        return {"acts": [words]}
    word, _, since = words.partition(" since ")
    if word in ("fresh", "tired", "exhausted"):
        return {"readiness": word, **(_since(rules, since) if since else {})}
    for formation in FORMATIONS:
        if words == formation:
            return {"formation": formation}
        if words.startswith(f"{formation} "):
            return {"formation": formation, "facing": words.removeprefix(f"{formation} ")}
    raise CaseError(f"A unit is not `{words}`: write a formation with its facing, its losses, its order or readiness.")


def _since(rules: Any, words: str) -> dict[str, Any]:
    time, _, side = words.partition(" ")
    return {"worn_in": side_named(rules, side), "rest_from": rules.context.turn_at(time)}


def _sort(names: Names, piece: str) -> str:
    return "leaders" if names.candidates(piece, ("commander",)) == [piece] else "units"


WORDS = Words(
    positions=POSITIONS,
    questions=QUESTIONS,
    bare=bare,
    stage=stage_of,
    is_set_up=lambda plain: "set-up" not in str(plain.get("stage", "set-up")),
    load=REGISTRY.load,
)
