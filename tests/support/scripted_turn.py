"""A match whose first turn is written by hand, event for event: what reports and maps are made from in tests.

The lines are real lines of a real match folder; only their events were not adjudicated but thought out, so that
everything a report has to tell happens in one turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.canon import digest
from adjudicator.core.events import NotCarriedOut, PhaseBegan, Refused, TextsOpened
from adjudicator.core.types import Decision, Event, Finding, Roll, RuleId, Side
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.setup import choice_json
from adjudicator.play.match.steps import Entry, refused_json
from adjudicator.play.match.submitting import submit
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitAdvanced, UnitsRetreated
from adjudicator.rulesets.vv1813.combat.events import (
    Bombarded,
    CombatResolved,
    CombatsDeclared,
    DeclaredCombat,
    Force,
    ForcesDisclosed,
    Leader,
    SpentMarker,
    StepLost,
)
from adjudicator.rulesets.vv1813.events import PositionAdjusted, SequenceBegan, StageReached, TurnBegan
from adjudicator.rulesets.vv1813.games.bautzen.events import NeyMarkersLaid
from adjudicator.rulesets.vv1813.markers.events import CossacksPlayed, LaidMarker, MarkerDrawn, MarkersLaid
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged, MoraleChecked
from adjudicator.rulesets.vv1813.movement.events import CommandChecked, UnitsMoved

FRENCH, COALITION = Side("French"), Side("Coalition")
NAME = "first-steps"

FRENCH_TEXT = f"""match: {NAME}
turn: 1
side: French

bombard 1204 with Artillery
move Compans, Soult 1201 -> 1202 -> 1203
move Friedrich to 1203
move Ledru to 1209
if 1205 is empty: move Chastel to 1104
attack 1204 from 1203 head Compans support Artillery

standing orders
  losses: weakest first, never Guard
  when attacked at 1203: ask me
"""


def rolled(label: str, *faces: int, sides: int = 6) -> tuple[Roll, ...]:
    """Dice as a case wants them."""
    return (Roll(label=label, sides=sides, faces=faces),)


def _finding(rule: str, value: int, label: str, because: str, **more: Any) -> Finding[int]:
    return Finding[int](rule=RuleId(rule), value=value, label=label, because=because, **more)


def _walk(units: Sequence[str], origin: str, path: Sequence[str], allowance: int, **more: Any) -> UnitsMoved:
    cost = Finding[int](rule=RuleId("VV-7.1a"), value=len(path))
    return UnitsMoved(units=tuple(units), origin=origin, path=tuple(path), cost=cost, allowance=allowance, **more)


def _laid(side: str, markers: str, first: int) -> tuple[LaidMarker, ...]:
    """Markers on every second turn of the track."""
    named = enumerate(markers.split())
    return tuple(LaidMarker(turn=first + 2 * index, marker=f"{side}_{name}") for index, name in named)


SET_UP: tuple[Event, ...] = (
    PhaseBegan(rule=RuleId("BAU-5.2"), phase="T0/set-up", title="Set-up"),
    MarkersLaid(
        rule=RuleId("BAU-5.2"),
        side=FRENCH,
        laid=_laid("french", "drouot_1 arapiles_1 artillery_3 losses_1 artillery_4 alexander_1 jomini_strategist_1", 1),
        rolls=(Roll(label="T0/French/markers", sides=(7, 6, 5, 4, 3, 2), faces=(1, 2, 3, 4, 3, 2), veiled=True),),
    ),
    MarkersLaid(
        rule=RuleId("BAU-5.2"),
        side=COALITION,
        laid=_laid("coalition", "discord_1 cossacks_4 artillery_3 jaschwill_1 losses_1 jomini_enemy_1", 2),
        rolls=(Roll(label="T0/Coalition/markers", sides=(6, 5, 4, 3, 2), faces=(1, 2, 3, 3, 2), veiled=True),),
    ),
    MarkersLaid(rule=RuleId("BAU-5.2"), side=COALITION, laid=_laid("coalition", "artillery_4 cossacks_5", 6)),
    NeyMarkersLaid(
        texts=("2301", "2306", "2301+1"),
        rolls=(Roll(label="T0/Ney/markers", sides=(3, 2), faces=(3, 2), veiled=True),),
    ),
    StageReached(turn=1, stage="French opening"),
    PhaseBegan(rule=RuleId("BAU-5.4"), phase="T1/French opening", title="The turn begins", side=FRENCH),
    TurnBegan(turn=1, clock="06.00"),
    SequenceBegan(side=FRENCH),
    MarkerDrawn(rule=RuleId("BAU-5.4"), side=FRENCH, marker="french_drouot_1", marker_kind="drouot"),
    StageReached(turn=1, stage="French orders"),
)

SCORE = _finding(
    "VV-8.8c",
    9,
    "Score",
    "",
    hidden_from=(FRENCH,),
    parts=(
        _finding("VV-8.8c", 1, "Target", "strength 3, divisor 3", hidden_from=(FRENCH,)),
        _finding("VV-8.8c", 8, "Dice", "two dice"),
        _finding("VV-8.8.1", 0, "Height", "1203 at height 0, 1204 at 0"),
    ),
)

DRM = _finding(
    "VV-8.4j",
    4,
    "Total",
    "",
    parts=(
        _finding("VV-8.4a1", 3, "Strength ratio", "12 against 1, ratio 12/1"),
        _finding("VV-8.4b1", 0, "Quality of head units", "Compans A, Duka A"),
        _finding(
            "VV-8.4c1",
            -1,
            "Terrain",
            "1204 is clear; all attackers over a bridge",
            parts=(
                _finding("VV-8.4c1", 0, "", "1204 is clear"),
                _finding("VV-8.4c1", -1, "", "all attackers over a bridge"),
            ),
        ),
        _finding("VV-8.4d", 2, "Commanders", "attacker: Soult 2, defender: none"),
        _finding("VV-8.4e", 0, "Army morale", "Coalition morale 9, French morale 11"),
        _finding("VV-8.4h", 0, "Artillery support", "attacker 1, defender 1"),
    ),
)

ATTACKERS = (
    Force(unit="compans", place="1203", strength=6, quality="A"),
    Force(unit="friedrich", place="1203", strength=6, quality="B"),
)
DEFENDERS = (
    Force(unit="duka", place="1204", strength=1, quality="A", reduced=True),
    Force(unit="sulima", place="1204", strength=4, quality="B", counted=False, why="other formation"),
)
SOULT = (Leader(commander="soult", place="1203", modifier=2),)

FRENCH_SEQUENCE: tuple[Event, ...] = (
    TextsOpened(what="orders", turn=1, sides=(FRENCH,)),
    PhaseBegan(
        rule=RuleId("BAU-5.4"), phase="T1/French movement", title="French bombardments and movement", side=FRENCH
    ),
    CommandChecked(side=FRENCH, out_of_command=("albert", "maison")),
    Bombarded(
        side=FRENCH,
        target="1204",
        origin="1203",
        spent=(SpentMarker(marker="french_artillery_1", kind="artillery", back=3),),
        score=SCORE,
        natural=8,
        result="1 T",
        rolls=rolled("T1/French/bombard/1204/1", 5, 3),
    ),
    StepLost(rule=RuleId("VV-8.8e"), side=COALITION, unit="duka", place="1204", why="bombardment"),
    _walk(("compans",), "1201", ("1202", "1203"), 2, side=FRENCH, commanders=("soult",)),
    CossacksPlayed(
        side=COALITION,
        marker="coalition_cossacks_1",
        back=3,
        place="1103",
        units=("friedrich",),
        effect="no_zone",
    ),
    _walk(("friedrich",), "1102", ("1103", "1203"), 2, side=FRENCH),
    Refused(
        rule=RuleId("VV-4.2d"),
        side=FRENCH,
        line=8,
        text="move Ledru to 1209",
        reason="Ledru cannot go there: no way to 1209 is open.",
        remedy="Name a nearer place.",
    ),
    NotCarriedOut(
        side=FRENCH, line=9, text="if 1205 is empty: move Chastel to 1104", reason="The condition does not hold."
    ),
    StageReached(turn=1, stage="French combat"),
    PhaseBegan(rule=RuleId("BAU-5.4"), phase="T1/French combat", title="French bombardments and combats", side=FRENCH),
    CombatsDeclared(side=FRENCH, combats=(DeclaredCombat(targets=("1204",), origins=("1203",), line=10),)),
    ForcesDisclosed(
        side=FRENCH,
        targets=("1204",),
        origins=("1203",),
        attackers=ATTACKERS,
        defenders=DEFENDERS,
        attacking_commanders=SOULT,
    ),
    CombatResolved(
        side=FRENCH,
        targets=("1204",),
        origins=("1203",),
        attackers=ATTACKERS,
        defenders=DEFENDERS,
        attacking_commanders=SOULT,
        attacking_head="compans",
        defending_head="duka",
        attacking_support=(SpentMarker(marker="french_artillery_2", kind="artillery", back=3),),
        defending_support=(SpentMarker(marker="coalition_artillery_1", kind="artillery", back=3),),
        drm=DRM,
        natural=7,
        modified=11,
        printed="0/1R2#",
        result="0/1R2#",
        rolls=rolled("T1/French/combat/1204/result", 5, 2),
    ),
    StepLost(rule=RuleId("VV-8.5b"), side=COALITION, unit="duka", place="1204", eliminated=True),
    MoraleChanged(
        rule=RuleId("VV-9B"), side=COALITION, change=-1, before=9, after=8, because="Duka eliminated, 1 in all"
    ),
    UnitsRetreated(side=COALITION, units=("sulima",), origin="1204", path=("1305", "1306")),
    UnitAdvanced(side=FRENCH, unit="compans", commanders=("soult",), origin="1203", place="1204"),
    StageReached(turn=1, stage="Coalition opening"),
    PhaseBegan(
        rule=RuleId("BAU-5.4"), phase="T1/Coalition opening", title="Storm and Coalition marker", side=COALITION
    ),
    SequenceBegan(side=COALITION),
    StageReached(turn=1, stage="Coalition orders"),
)

COALITION_SEQUENCE: tuple[Event, ...] = (
    TextsOpened(what="orders", turn=1, sides=(COALITION,), missing=(COALITION,)),
    PhaseBegan(
        rule=RuleId("BAU-5.4"),
        phase="T1/Coalition movement",
        title="Coalition bombardments and movement",
        side=COALITION,
    ),
    CommandChecked(side=COALITION),
    _walk(("schaevitch",), "1008", ("1007",), 4, side=COALITION),
    _walk(("von_klux",), "1504", ("1404", "1304"), 2, side=COALITION),
    StageReached(turn=1, stage="Coalition combat"),
    PhaseBegan(
        rule=RuleId("BAU-5.4"), phase="T1/Coalition combat", title="Coalition bombardments and combats", side=COALITION
    ),
    CombatsDeclared(side=COALITION, combats=()),
    StageReached(turn=1, stage="end of turn"),
    PhaseBegan(rule=RuleId("BAU-9.1"), phase="T1/end of turn", title="End of the turn"),
    MoraleChecked(rule=RuleId("BAU-9.1"), side=FRENCH, value=11),
    MoraleChecked(rule=RuleId("BAU-9.1"), side=COALITION, value=8),
    StageReached(turn=2, stage="French opening"),
    PhaseBegan(rule=RuleId("BAU-5.4"), phase="T2/French opening", title="The turn begins", side=FRENCH),
    TurnBegan(turn=2, clock="07.00"),
    SequenceBegan(side=FRENCH),
    StageReached(turn=2, stage="French orders"),
)


def write_step(
    match: Match,
    events: Sequence[Event],
    orders: Sequence[str] = (),
    decisions: Sequence[Decision] = (),
    without: Sequence[Side] = (),
) -> None:
    """Put a step on record whose events are given."""
    history = match.history
    rules, state = history.rules, history.position.state
    for event in events:
        state = rules.apply(state, event)
    number = history.next_number()
    first = len(history.asked) + 1
    turn: dict[str, Any] = {
        "step": number,
        "links": ["00" * 32],
        "orders": list(orders),
        "seed": "00" * 32,
        "events": [rules.write_event(event) for event in events],
        "refused": refused_json(events),
        "answers": [],
        "state": digest(rules.dump(state)),
        "asked": list(range(first, first + len(decisions))),
        "without": list(without),
        "by": dict(match.setup.by()),
    }
    entries: list[Entry] = [("turn", turn)]
    for index, decision in enumerate(decisions, start=first):
        known = rules.known(state, decision.side)
        words = [match.tools.write(rules, known, decision.side, c) for c in decision.examples]
        body = decision.model_dump(
            mode="json", exclude={"examples", "default", "facts", "pauses"}, exclude_defaults=True
        )
        body |= {
            "number": index,
            "step": number,
            "facts": [fact.model_dump(mode="json", exclude_defaults=True) for fact in decision.facts],
            "examples": [choice_json(choice) for choice in decision.examples],
            "default": choice_json(decision.default),
            "words": [f"answer D{index}: {word}" for word in words],
        }
        entries.append(("decision", body))
    with match.writing():
        match.append(entries)


def begin(folder: Path) -> Match:
    """The match after set-up, with Sulima beside Duka so that a stack can retreat."""
    match = create("bautzen", folder, name=NAME, seed="written by hand")
    beside = PositionAdjusted(what="unit", id="sulima", place="1204", status="map")
    write_step(match, (*SET_UP[:1], beside, *SET_UP[1:]))
    return match


def play_french(match: Match) -> None:
    """The French sequence of turn 1."""
    receipt = submit(match, FRENCH_TEXT.encode(), "french.txt")
    assert not receipt.purpose.read.problems
    write_step(match, FRENCH_SEQUENCE, [receipt.line.body["sha256"]])


def scripted_match(folder: Path) -> Match:
    """The match after its first turn: the French wrote, the Coalition did not."""
    match = begin(folder)
    play_french(match)
    write_step(match, COALITION_SEQUENCE, without=(COALITION,))
    return match
