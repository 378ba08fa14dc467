"""LB 14, LB 16, LB 18, LB 28: movement and what meets it: the interaction cases that need no charge."""

from __future__ import annotations

from adjudicator.core.events import Refused
from adjudicator.rulesets.labataille.fire.events import FireResolved, LineShrank
from adjudicator.rulesets.labataille.morale.events import MoraleChecked
from adjudicator.rulesets.labataille.movement.phase import movement
from adjudicator.rulesets.labataille.orders import Form, Join, March, Split
from adjudicator.rulesets.labataille.state import COALITION, FRENCH
from tests.labataille.field import empty


def test_14_fusiliers_of_the_schloss_go_from_zone_to_zone() -> None:
    """LX-40a, HEI-schloss-2, LB-14.7, HEI-fire-8: each exit draws one fire, and nothing stops them."""
    at = empty(active=COALITION)
    at.put("21st Fusiliers", "7144", formation="general order", facing="SE")
    at.put("36e Ligne I", "7044")
    fusiliers = at.id_of("21st Fusiliers")
    told = at.tell(
        movement,
        COALITION,
        {"7144/opportunity/1": [6, 1], "7145/opportunity/1": [6, 2]},
        [March(who=(fusiliers,), path=("7145", "7245"))],
    )
    fires = [(event.target, event.column, event.losses) for event in told if isinstance(event, FireResolved)]
    assert fires == [("7144", "1-2", ()), ("7145", "1-2", ((fusiliers, 1),))]
    after = at.unit("21st Fusiliers")
    assert (after.places, after.formation, after.spent) == (("7245",), "general order", 16)


def test_28_a_change_of_formation_is_fired_at_in_the_old_one() -> None:
    """LX-13, LB-28.2, LB-16.11, LB-12.3, R-75: one fire on the line; it shrinks, holds, and forms column."""
    at = empty()
    at.put("57e Ligne I", "7326", "7425", formation="line", facing="SE", losses=3)
    at.put("St Petersburg Grenadier I", "7426", facing="W")
    line = at.id_of("57e Ligne I")
    told = at.tell(
        movement,
        FRENCH,
        {"opportunity/1": [5, 6], f"{line}/fire/1": [2, 2]},
        [Form(unit=line, formation="column")],
    )
    fires = [event for event in told if isinstance(event, FireResolved)]
    assert len(fires) == 1
    assert fires[0].defence is not None
    assert fires[0].defence.value == 9
    assert [event.unit for event in told if isinstance(event, LineShrank)] == [line]
    assert (at.unit("57e Ligne I").formation, at.unit("57e Ligne I").losses) == ("column", 4)


def test_6_a_regiment_splits_under_fire_and_may_not_join_there() -> None:
    """LX-25, R-84, LB-14.8, LB-10.7: the fire falls on the regiment; the losses lie even; no join in a zone."""
    at = empty()
    at.put("57e Ligne", "7326", losses=3).put("St Petersburg Grenadier I", "7426", facing="W")
    whole = at.id_of("57e Ligne")
    told = at.tell(
        movement,
        FRENCH,
        {"7326/opportunity/1": [4, 4], f"{whole}/fire/1": [2, 2]},
        [Split(unit=whole)],
    )
    fire = next(event for event in told if isinstance(event, FireResolved))
    assert (fire.modified, fire.losses) == (52, ((whole, 1),))
    assert [(event.unit, event.passed) for event in told if isinstance(event, MoraleChecked)] == [(whole, True)]
    first, second = (at.unit(name) for name in ("57e Ligne I", "57e Ligne II"))
    assert (first.losses, second.losses, first.rank < second.rank) == (2, 2, True)
    told = at.tell(movement, FRENCH, {}, [Join(unit=whole)])
    assert [event.rule for event in told if isinstance(event, Refused)] == ["R-84"]
