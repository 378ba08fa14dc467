"""What the campaign's events say: every kind has a phrase, with names instead of ids."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from adjudicator import rulesets
from adjudicator.core.types import UMPIRE, Event, Side
from adjudicator.pictures.happenings import plain
from adjudicator.report.phrases import Speaker, phrase_kinds, phrase_settings
from adjudicator.report.spans import bare
from adjudicator.rulesets.campaign1813.ruleset import make

EVENTS: tuple[type[Event], ...] = tuple(make({}).event_types())
SCORE = {
    "rule": "CAM-fm-3",
    "value": 4,
    "parts": [
        {"rule": "CAM-fm-3", "value": 3, "label": "die", "because": "die 3"},
        {"rule": "CAM-fm-4", "value": 1, "label": "Army Leader", "because": "Napoléon"},
    ],
}
TEST = {"block": "F016", "score": SCORE}

BY_NAME: dict[str, Any] = {
    "rule": "CAM-move-6",
    "rolls": [{"label": "T1/x", "sides": 6, "faces": [3, 4]}],
    "side": "French",
    "sides": ["French"],
    "missing": ["French"],
    "heard": ["French"],
    "winner": "Allied",
    "first": "French",
    "attacker": "Allied",
    "routed": "French",
    "first_day": "1813-08-31",
    "last_day": "1813-09-02",
    "stage": "movement",
    "army": "BLU",
    "target": "Gorlitz",
    "town": "LowenbergS",
    "towns": ["Gorlitz", "LowenbergS"],
    "origin": "KonigsbergN",
    "place": "Egertown",
    "to": "Gorlitz",
    "goal": "NeustadtS",
    "path": ["Gorlitz", "NeustadtS"],
    "blocks": ["F016", "F017"],
    "forced": ["F016"],
    "leader": "F001",
    "leaders": ["F001", "F015"],
    "leaders_at": [["F001", "Bautzen"]],
    "out": ["F016"],
    "isolated": ["F017"],
    "restored": ["F018"],
    "relief": ["F029"],
    "surrendered": ["F110"],
    "lead": "P003",
    "paid": ["NAP"],
    "nations": [["Prussian", 5], ["Swedish", 1]],
    "shown": [{"block": "F016", "hits": 3}],
    "seen": [{"block": "F016"}],
    "uses": [{"road": "R001", "units": 3}],
    "scores": [SCORE, SCORE],
    "score": SCORE,
    "losses": [{"block": "F016", "hits": 3, "destroyed": 0}, {"block": "F017", "hits": 15, "destroyed": 3,
                                                             "eliminated": True}],
    "ways": [{"block": "F016", "path": ["Gorlitz", "NeustadtS"], "battle_turn": 12}, {"block": "F017", "path": []}],
    "named": [{"block": "F016", "path": ["Gorlitz"]}],
    "others": [[["Gorlitz", "NeustadtS"], 2]],
    "sent": [{"side": "Allied", "origin": "Gorlitz", "blocks": ["P003"]}],
    "break_off": [{"side": "French", "percent": 30}],
    "objectives": [{"side": "French", "values": [1, 3]}],
    "points": [["French", 6], ["Allied", 4]],
    "plans": [],
    "words": ["besiege Torgau"],
    "because": "no infantry fit to lead",
    "before": "B",
    "after": "C",
    "size": "6 x 4 ft",
    "table": "8 x 5 ft",
    "field": "Bautzen",
    "ending": {"winner": "French", "level": "major victory", "reason": "Because.", "rule": "CAM-vic-2"},
}  # fmt: skip
"""Values for the fields of events by name: ids whose names are written otherwise."""

SPECIAL: dict[tuple[str, str], Any] = {
    ("march_tested", "tests"): [{**TEST, "hits": 4}, TEST],
    ("attrition_tested", "tests"): [{**TEST, "hits": 4, "eliminated": True}],
    ("rally_tested", "tests"): [{**TEST, "recovers": True}, {**TEST, "recovers": False}],
    ("losses_counted", "losses"): [{"army": "SCH", "lost": 3}, {"army": "NAP", "lost": 0}],
    ("player_turn_began", "number"): 2,
    ("stacks_retreated", "manner"): "rout",
    ("position_adjusted", "id"): "F016",
    ("position_adjusted", "what"): "block",
    ("position_adjusted", "type"): "",
    ("battle_fought", "objectives"): ["the bridge: 2 for French"],
    ("siege_event_rolled", "event"): "town_disease",
    ("siege_event_rolled", "modifier"): 1,
}

IDS = re.compile(
    r"\b(?:[FPRSA]\d{3}|[a-z]+_[a-z0-9_]+|LowenbergS|Egertown|NeustadtS|KonigsbergN|Gorlitz|NAP|BLU|SCH)\b"
)


def sample(event: type[Event]) -> dict[str, Any]:
    """An event of a kind with every field filled."""
    kind = event.model_fields["kind"].default
    values: dict[str, Any] = {"kind": kind}
    for name, field in event.model_fields.items():
        if name == "kind":
            continue
        if (kind, name) in SPECIAL:
            values[name] = SPECIAL[kind, name]
        elif field.annotation is bool or bool in get_args(field.annotation):
            values[name] = True
        elif name in BY_NAME:
            values[name] = BY_NAME[name]
        elif field.annotation is int or int in get_args(field.annotation):
            values[name] = 3
        else:
            choices = [one for one in get_args(field.annotation) if isinstance(one, str)]
            values[name] = choices[0] if choices else "in words"
    return plain(event.model_validate(values))


@pytest.fixture(scope="module")
def speaker() -> Speaker:
    """Who tells a report of the campaign to the umpire."""
    rules = rulesets.load("campaign1813", {})
    names = {name.id: name.name for name in rules.language.names(rules.start(), UMPIRE)}
    return Speaker("campaign1813", names, rules.board)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_kind_of_event_has_its_sentence(event: type[Event], speaker: Speaker) -> None:
    kind = event.model_fields["kind"].default
    assert kind in phrase_kinds("campaign1813"), f"templates/phrases has no macro {kind}"
    said = bare(speaker.say(sample(event)))
    assert len(said) > 12
    assert said[0].isupper() or said[0].isdigit()
    assert said.rstrip().endswith((".", "!", "?")) or kind in ("refused", "not_carried_out")
    assert "  " not in said
    assert " ." not in said
    assert not IDS.search(said), f"an id instead of a name: {said}"


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_facts_and_results_show_names_too(event: type[Event], speaker: Speaker) -> None:
    kind = event.model_fields["kind"].default
    for line in (*speaker.tell(f"{kind}_facts", sample(event)), *speaker.tell(f"{kind}_result", sample(event))):
        assert not IDS.search(bare(line)), line
        assert bare(line).strip()


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_with_its_optional_fields_empty_is_told_as_well(event: type[Event], speaker: Speaker) -> None:
    """What a side may not know is left empty: the sentence still stands."""
    full = sample(event)
    fields = event.model_fields
    empty = {name: value for name, value in full.items() if fields[name].is_required() or name in ("kind", "rule")}
    for name in ("blocks", "leaders", "losses", "ways", "tests", "surrendered"):
        if name in empty:
            empty[name] = ()
    said = bare(speaker.say(plain(event.model_validate(empty))))
    assert said[0].isupper() or said[0].isdigit()
    assert "None" not in said
    assert "Undefined" not in said
    for part in ("_facts", "_result"):
        assert not [
            line
            for line in speaker.tell(f"{empty['kind']}{part}", plain(event.model_validate(empty)))
            if "None" in line
        ]


def test_sentences_as_a_player_reads_them(speaker: Speaker) -> None:
    def said(kind: str, **fields: Any) -> str:
        return bare(speaker.say({"kind": kind, **fields}))

    assert (
        said("blocks_moved", blocks=["F016", "F018"], origin="Dresden", path=["Pirna", "Teplitz"], forced=["F016"],
             attacks=True)
        == "1st Div Philippon and 23rd Div Teste marched from Dresden through Pirna to Teplitz, of them by forced "
        "march 1st Div Philippon, against the enemy there."
    )  # fmt: skip
    assert (
        said("stack_moved", side="Allied", nations=[["Prussian", 5], ["Swedish", 1]], origin="Berlin", path=["Trebbin"])
        == "5 Prussian blocks and one Swedish block of the Allied marched from Berlin to Trebbin."
    )
    assert said("fortress_fell", side="Allied", town="Wittenberg", surrendered=["F108"]) == (
        "Wittenberg fell to the Allied; Garrison of Wittenberg surrendered."
    )
    assert said("battle_fought", town="Goldberg", attacker="Allied", outcome="attacker_win_vp", addition=True) == (
        "The battle at Goldberg is decided: the attacker won on points (the Allied attacked). "
        "By the simple resolution, an addition to the rules."
    )


@pytest.mark.parametrize("kind", ["battle_joined", "battle_fought"])
def test_the_simple_resolution_is_always_marked_as_an_addition(kind: str, speaker: Speaker) -> None:
    """CAM-auto-1: in every report the reader is told that this is not in the rules."""
    event = sample(next(e for e in EVENTS if e.model_fields["kind"].default == kind))
    assert "addition to the rules" in bare(speaker.say(event))
    assert "addition" not in bare(speaker.say({**event, "addition": False, "auto": False}))


def test_summaries_hold_no_ids(speaker: Speaker) -> None:
    everything = [sample(event) for event in EVENTS]
    rules = rulesets.load("campaign1813", {})
    shown = rules.view(rules.known(rules.start(), Side("Allied")), Side("Allied"))
    lines = [
        *speaker.tell("course", everything, shown),
        *speaker.tell("losses", everything),
        *speaker.tell("deeds", everything, "Allied"),
        *speaker.tell("positions", shown),
    ]
    assert len(lines) > 5
    for line in lines:
        assert not IDS.search(bare(line)), line


def test_the_enemy_is_counted_by_nation(speaker: Speaker) -> None:
    rules = rulesets.load("campaign1813", {})
    shown = rules.view(rules.known(rules.start(), Side("French")), Side("French"))
    (line,) = speaker.tell("positions", shown)
    assert "Berlin (8 Prussian, 1 Swedish)" in bare(line)


def test_settings_name_kinds_that_exist() -> None:
    kinds = {event.model_fields["kind"].default for event in EVENTS}
    ways = phrase_settings("campaign1813")
    assert set(ways["quiet"]) <= kinds
    assert set(ways["tables"]) <= kinds
