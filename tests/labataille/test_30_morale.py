"""LB 30, LB 31: morale, ways back, cascades: the interaction cases that need no more than these."""

from __future__ import annotations

from adjudicator.rulesets.labataille.fire.segments import offensive_fire
from adjudicator.rulesets.labataille.morale.events import MoraleChecked, UnitFled
from adjudicator.rulesets.labataille.morale.recovery import recovery
from adjudicator.rulesets.labataille.orders import FireAt
from adjudicator.rulesets.labataille.state import COALITION, FRENCH
from tests.labataille.field import empty


def test_31_a_way_out_leads_through_a_friend_rather_than_a_zone() -> None:
    """LX-26, LB-30.10, R-39: fewest zones beats fewest friends; who is passed checks once."""
    at = empty()
    at.put("28e Ligne I", "4843", facing="E", morale="disordered").put("28e Ligne II", "4743")
    at.put("Podolsk Musketeer I", "4842", facing="SW")
    told = at.tell(
        recovery,
        FRENCH,
        {"recovery/1": [3, 1], "passed/1": [2, 5]},
    )
    fled = [event for event in told if isinstance(event, UnitFled)]
    assert [event.path for event in fled] == [
        ("4743", "4642", "4542", "4442", "4342", "4242", "4241", "4140", "4139", "4038")
    ]
    assert fled[0].lost == 0
    checks = [(event.unit, event.passed) for event in told if isinstance(event, MoraleChecked)]
    assert checks == [(at.id_of("28e Ligne I"), False), (at.id_of("28e Ligne II"), True)]
    assert at.unit("28e Ligne I").morale == "routed"


def test_31_a_cascade_asks_each_unit_once() -> None:
    """LX-27, LB-31.4, LB-31.12, R-85: fire, failure, passage: four rolls in all."""
    at = empty(active=COALITION)
    at.put("43e Ligne I", "7226", losses=1).put("43e Ligne II", "7226").put("46e Ligne I", "7126")
    at.put("46e Ligne II", "7225").put("57e Ligne I", "7227").put("Podolsk Musketeer I", "7326", facing="W")
    first, second, third = (at.id_of(name) for name in ("43e Ligne I", "43e Ligne II", "46e Ligne I"))
    told = at.tell(
        offensive_fire,
        COALITION,
        {
            "fire/7226/offensive/1": [4, 2],
            f"{first}/fire/1": [2, 3],
            f"{second}/passed/1": [2, 4],
            f"{third}/passed/1": [2, 1],
        },
        [FireAt(target="7226", units=(at.id_of("Podolsk Musketeer I"),))],
    )
    fled = {event.unit: event.path for event in told if isinstance(event, UnitFled)}
    assert fled == {first: ("7126", "7026", "6926"), third: ("7026", "7025", "6924")}
    assert [event.unit for event in told if isinstance(event, MoraleChecked)] == [first, second, third]
