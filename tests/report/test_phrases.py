"""What events say: every kind has a phrase, and no phrase shows what only the program calls a thing."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from adjudicator import rulesets
from adjudicator.core.events import COMMON_EVENTS
from adjudicator.core.types import UMPIRE, Event
from adjudicator.pictures.happenings import plain
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import names
from adjudicator.play.side.situation import situation
from adjudicator.report.phrases import Speaker, phrase_kinds
from adjudicator.report.spans import bare
from adjudicator.rulesets.vv1813.games.bautzen.events import EVENTS as BAUTZEN_EVENTS
from adjudicator.rulesets.vv1813.games.lutzen.events import EVENTS as LUTZEN_EVENTS
from adjudicator.rulesets.vv1813.ruleset import SERIES_EVENTS

EVENTS: tuple[type[Event], ...] = tuple(
    dict.fromkeys((*COMMON_EVENTS, *SERIES_EVENTS, *BAUTZEN_EVENTS, *LUTZEN_EVENTS))
)

BY_NAME: dict[str, Any] = {
    "rule": "VV-8.5a",
    "rolls": [{"label": "T1/x", "sides": 6, "faces": [3, 4]}],
    "side": "Coalition",
    "sides": ["Coalition"],
    "missing": ["Coalition"],
    "heard": ["Coalition"],
    "before": "French",
    "by": "French",
    "unit": "von_klux",
    "units": ["von_klux", "st_priest_7"],
    "among": ["blucher", "barclay"],
    "commander": "blucher",
    "commanders": ["blucher"],
    "out_of_command": ["von_klux"],
    "saved_on_map": ["von_klux"],
    "attacking_head": "compans",
    "defending_head": "von_klux",
    "marker": "coalition_jomini_enemy_1",
    "marker_kind": "jomini_enemy",
    "markers": ["coalition_jomini_enemy_1"],
    "marker_kinds": ["jomini_enemy", "jomini_enemy"],
    "drawn": "coalition_losses_1",
    "place": "1204",
    "origin": "1203",
    "origins": ["1203"],
    "target": "1204",
    "targets": ["1204", "1205"],
    "path": ["1204", "1205"],
    "to": "1205",
    "goal": "1306",
    "texts": ["?", "?", "?"],
    "result": "1/2R2#",
    "printed": "1/2R2#",
    "quality": "B",
    "ending": {"winner": "French", "level": "tactical", "reason": "Because.", "rule": "VV-10.V1"},
    "laid": [{"turn": 3}, {"turn": 5, "marker": "french_drouot_1"}],
    "combats": [{"targets": ["1204"], "origins": ["1203"]}],
    "attackers": [{"unit": "compans", "place": "1203", "strength": 6, "quality": "A"}],
    "defenders": [{"unit": "von_klux", "place": "1204", "strength": 4, "quality": "A", "counted": False}],
    "attacking_commanders": [{"commander": "soult", "place": "1203", "modifier": 2}],
    "defending_commanders": [{"commander": "blucher", "place": "1204", "modifier": 2}],
    "spent": [{"marker": "coalition_jaschwill_1", "kind": "jaschwill", "back": 3}],
    "attacking_support": [{"marker": "french_drouot_1", "kind": "drouot", "back": 3}],
    "defending_support": [{"marker": "coalition_jaschwill_1", "kind": "jaschwill", "back": None}],
    "account": [{"rule": "BAU-10.V1", "value": 3, "label": "Saved", "because": "fact"}],
    "move": {"units": ["von_klux"], "destination": "1305"},
    "formation": "russian_guard",
    "formations": ["russian_guard"],
    "lines": ["russian_guard", "line_1"],
    "piece": "ney",
    "pieces": ["von_klux", "blucher"],
    "host": "von_klux",
    "places": ["1204", "1205"],
    "points": [2, 2],
    "classes": ["re1", "e"],
    "marker_class": "re1",
    "order": ["coalition_jomini_enemy_1"],
}
"""Values for the fields of events by name: ids whose names are written otherwise."""

SPECIAL: dict[tuple[str, str], Any] = {
    ("position_adjusted", "id"): "von_klux",
    ("position_adjusted", "what"): "unit",
    ("markers_cancelled", "by"): "jomini_enemy",
    ("refusal_forbidden", "spent"): {"marker": "coalition_cossacks_1", "kind": "cossacks", "back": 3},
    ("bombarded", "result"): "1 T",
    ("marker_played", "target"): "von_klux",
    ("napoleon_option_used", "before"): "0/R2",
    ("morale_changed", "before"): 8,
}

IDS = re.compile(r"\b[a-z]+_[a-z0-9_]+\b")


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
        elif "Finding" in str(field.annotation):
            values[name] = {"rule": "VV-8.4j", "value": 2, "label": "Total"}
        elif field.annotation is int or int in get_args(field.annotation):
            values[name] = 3
        else:
            choices = [one for one in get_args(field.annotation) if isinstance(one, str)]
            values[name] = choices[0] if choices else "in words"
    return plain(event.model_validate(values))


@pytest.fixture(scope="module")
def speaker(scripted: Match) -> Speaker:
    """Who tells a report of Bautzen to the umpire."""
    now = situation(scripted, UMPIRE)
    board = rulesets.load("bautzen", {}).board
    return Speaker("vv1813", names(now.step), board, names(now.step, formations=True))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_kind_of_event_has_its_sentence(event: type[Event], speaker: Speaker) -> None:
    kind = event.model_fields["kind"].default
    assert kind in phrase_kinds("vv1813"), f"templates/phrases has no macro {kind}"
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
        assert not IDS.search(bare(line))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_with_its_optional_fields_empty_is_told_as_well(event: type[Event], speaker: Speaker) -> None:
    """What a side may not know is left empty: the sentence still stands."""
    full = sample(event)
    fields = event.model_fields
    empty = {name: value for name, value in full.items() if fields[name].is_required() or name in ("kind", "rule")}
    for name in ("units", "unit", "among"):
        if name in empty:
            empty[name] = () if isinstance(empty[name], list) else ""
    said = bare(speaker.say(plain(event.model_validate(empty))))
    assert said[0].isupper() or said[0].isdigit()
    assert "None" not in said
    assert "Undefined" not in said


def test_summaries_hold_no_ids(speaker: Speaker) -> None:
    everything = [sample(event) for event in EVENTS]
    view = rulesets.load("bautzen", {})
    shown = view.view(view.start(), UMPIRE)
    lines = [
        *speaker.tell("course", everything, shown),
        *speaker.tell("losses", everything),
        *speaker.tell("deeds", everything, "French"),
    ]
    assert len(lines) > 5
    for line in lines:
        assert not IDS.search(bare(line)), line
        assert bare(line).endswith("."), f"a sentence broken in two: {line}"


def test_lines_keep_their_capitals(speaker: Speaker) -> None:
    freed = {"kind": "lines_freed", "side": "Coalition", "lines": ["1L", "1LR", "R"], "from_turn": 1}
    assert bare(speaker.say(freed)) == "The Coalition side may engage 1L, 1LR and R from turn 1."


def test_a_game_without_phrases_still_tells_its_events() -> None:
    speaker = Speaker("nothing", {"friant": "Friant"})
    assert speaker.say({"kind": "bridge_blown_up"}) == "Bridge blown up."
    assert bare(speaker.say({"kind": "draw_offered", "side": "French"})) == "The French side offered a draw."
