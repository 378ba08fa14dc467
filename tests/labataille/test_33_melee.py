"""LB 29, LB 32 to LB 36: melee: the interaction cases that need no charge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.events import Refused
from adjudicator.core.types import Choice, Event, Order, Side
from adjudicator.rulesets.labataille.choices import CavalryMelee
from adjudicator.rulesets.labataille.fire.segments import defensive_fire
from adjudicator.rulesets.labataille.melee.events import GunsCaptured, GunsSettled, MeleeResolved, UnitAdvanced
from adjudicator.rulesets.labataille.melee.phase import after_melees, declare_assaults, one_melee
from adjudicator.rulesets.labataille.morale.events import MoraleChecked, UnitFled, UnitLost
from adjudicator.rulesets.labataille.movement.phase import movement
from adjudicator.rulesets.labataille.orders import Assault, March
from adjudicator.rulesets.labataille.state import COALITION, FRENCH
from tests.labataille.field import Field, empty

FULL = {"cavalry_melee": CavalryMelee(value="full")}


def fought(
    at: Field,
    side: Side,
    orders: Sequence[Order],
    dice: Mapping[str, Sequence[int]],
    answers: Mapping[str, Choice] | None = None,
) -> list[Event]:
    """The defensive fire and the melees of a side."""
    told = at.tell(defensive_fire, side, dice)
    told += at.tell(declare_assaults, side, dice, orders)
    while at.state.melees:
        told += at.tell(one_melee, side, dice, answers=answers)
    return told + at.tell(after_melees, side, dice)


def result_of(told: Sequence[Event]) -> list[tuple[str, str]]:
    """The columns and results of the melees."""
    return [(event.column, event.result) for event in told if isinstance(event, MeleeResolved)]


def test_33_a_village_has_room_for_one_of_two() -> None:
    """LX-33, LB-33.5, LB-33.9, HEI-stack-1: no check in general order; the second advance is refused by the room."""
    at = empty("heilsberg-2")
    at.put("22e Ligne I", "1835").put("22e Ligne II", "1835")
    at.put("Kostroma Musketeer I", "1935", formation="general order", facing="W")
    one, two = at.id_of("22e Ligne I"), at.id_of("22e Ligne II")
    told = fought(
        at,
        FRENCH,
        [Assault(target="1935", units=(one, two))],
        {"1835/defensive/1": [3, 6], f"{one}/premelee/1": [1, 5], f"{two}/premelee/1": [1, 5], "melee/1935/1": [1, 6]},
    )
    assert result_of(told) == [("4-1", "DD")]
    fled = [event for event in told if isinstance(event, UnitFled)]
    assert [(event.path, event.lost) for event in fled] == [(("1936", "2036", "2136"), 1)]
    assert [event.unit for event in told if isinstance(event, UnitAdvanced)] == [one]
    assert at.unit("22e Ligne I").formation == "general order"
    assert at.unit("22e Ligne II").places == ("1835",)


def test_30_a_redoubt_is_taken_from_the_rear_alone() -> None:
    """LX-30, HEI-redoubt-5, HEI-redoubt-6, R-46: the front refused, the rear stormed, the guns not won back."""
    at = empty()
    at.put("Licorne Battery A", "5236", formation="unlimbered", facing="W")
    at.put("10e Legere I", "5336", facing="W").put("10e Legere II", "5136", facing="E")
    at.put("Podolsk Musketeer I", "5536", facing="W")
    licorne, first, second, podolsk = (
        at.id_of(name) for name in ("Licorne Battery A", "10e Legere I", "10e Legere II", "Podolsk Musketeer I")
    )
    told = fought(
        at,
        FRENCH,
        [Assault(target="5236", units=(second,)), Assault(target="5236", units=(first,))],
        {
            "5136/defensive/1": [2, 1],
            f"{licorne}/premelee/1": [5, 1],
            f"{first}/premelee/1": [1, 3],
            "melee/5236/1": [2, 2],
        },
    )
    refused = [event.rule for event in told if isinstance(event, Refused)]
    assert refused == ["HEI-redoubt-5"]
    assert result_of(told) == [("5-1", "DD")]
    assert [event.unit for event in told if isinstance(event, GunsCaptured)] == [licorne]
    assert (at.unit("10e Legere I").places, at.unit("10e Legere I").facing) == (("5236",), "W")
    at.tell(movement, COALITION, {}, [March(who=(podolsk,), destination="5336", facing="W")])
    assert at.unit("Podolsk Musketeer I").places == ("5336",)
    told = fought(
        at,
        COALITION,
        [Assault(target="5236", units=(podolsk,))],
        {f"{first}/premelee/1": [2, 2], f"{podolsk}/premelee/1": [2, 6]},
    )
    assert [(event.unit, event.passed) for event in told if isinstance(event, MoraleChecked)] == [
        (first, True),
        (podolsk, False),
    ]
    assert [event.path for event in told if isinstance(event, UnitFled)] == [("5435", "5535", "5635")]
    assert [(event.unit, event.won_back) for event in told if isinstance(event, GunsSettled)] == [(licorne, False)]


def test_31_cavalry_behind_a_redoubt_never_enters() -> None:
    """LX-31, HEI-redoubt-7, LB-33.9: a quarter of its value; DD leaves the guns disordered, DR eliminates them."""
    for dice, lost in (([2, 2], []), ([3, 3], ["Licorne Battery B"])):
        at = empty()
        at.put("Licorne Battery B", "5428", formation="unlimbered", facing="W").put(
            "6e Cuirassiers", "5528", facing="W"
        )
        told = fought(at, FRENCH, [Assault(target="5428", units=(at.id_of("6e Cuirassiers"),))], {"melee/5428/1": dice})
        assert [event.column for event in told if isinstance(event, MeleeResolved)] == ["5-1"]
        assert [event.unit for event in told if isinstance(event, UnitLost)] == [at.id_of(one) for one in lost]
        assert at.unit("6e Cuirassiers").places == ("5528",)
        assert at.unit("6e Cuirassiers").readiness == "tired"
        if not lost:
            assert at.unit("Licorne Battery B").morale == "disordered"


def test_29_skirmishers_step_aside_and_uncover_a_battery() -> None:
    """LX-32, LB-29.1 to LB-29.6: the attacker goes on into the vacated hex, and on the guns once more."""
    at = empty()
    at.put("75e Ligne I", "7226").put("21st Jaeger I", "7326", formation="skirmish", facing="NW")
    at.put("Horse Battery 7", "7426", formation="unlimbered", facing="W")
    foot, guns = at.id_of("75e Ligne I"), at.id_of("Horse Battery 7")
    told = fought(
        at,
        FRENCH,
        [Assault(target="7326", units=(foot,))],
        {
            "7226/defensive/1": [4, 1],
            f"{guns}/premelee/1": [2, 6],
            f"{foot}/premelee/1": [2, 5],
            "melee/7426/1": [1, 1],
        },
    )
    assert at.unit("21st Jaeger I").places == ("7425",)
    assert result_of(told) == [("5-1", "DD")]
    assert [event.unit for event in told if isinstance(event, UnitLost)] == [guns]
    assert at.unit("75e Ligne I").places == ("7426",)


def test_36_exhausted_hussars_before_fresh_dragoons() -> None:
    """LX-10, LB-36.1 to LB-36.3, D8, LB-35.4: no retreat from fresh cavalry, a third of the value, rout."""
    at = empty(active=COALITION)
    at.put("5e Hussars", "7226", readiness="exhausted", worn_in=COALITION).put("Riga Dragoon", "7326", facing="W")
    told = fought(at, COALITION, [Assault(target="7226", units=(at.id_of("Riga Dragoon"),))], {"melee/7226/1": [1, 1]})
    resolved = next(event for event in told if isinstance(event, MeleeResolved))
    assert resolved.attack is not None
    assert resolved.defence is not None
    assert [resolved.attack.value, resolved.defence.value] == [44, 2]
    assert resolved.result == "DD"
    assert (at.unit("5e Hussars").places, at.unit("5e Hussars").losses) == (("6226",), 1)
    assert (at.unit("Riga Dragoon").places, at.unit("Riga Dragoon").readiness) == (("7226",), "tired")


def test_7_murat_leads_and_loses_his_boot() -> None:
    """LX-11, LB-7.4, LB-7.6, HEI-s2-4, R-96: natural 11 and he led: unhurt, but the boot is gone."""
    at = empty("heilsberg-2")
    at.put("4e Cuirassiers", "3026").put("6e Cuirassiers", "3026").lead("Marshal Murat", "3026")
    at.put("Elizavetgrad Hussar", "3126", facing="W")
    murat = at.id_of("Marshal Murat")
    order = Assault(target="3126", units=(at.id_of("4e Cuirassiers"), at.id_of("6e Cuirassiers")), leader=murat)
    told = fought(at, FRENCH, [order], {"melee/3126/1": [1, 1], f"leader/{murat}/1": [6], f"boot/{murat}/1": [2]}, FULL)
    resolved = next(event for event in told if isinstance(event, MeleeResolved))
    assert (resolved.column, resolved.modified, resolved.result) == ("3-1", 21, "2/3")
    assert at.unit("4e Cuirassiers").losses == 2
    assert at.unit("Elizavetgrad Hussar").losses == 3
    assert at.state.leader(murat).boot_lost
    assert {at.unit(name).readiness for name in ("4e Cuirassiers", "6e Cuirassiers", "Elizavetgrad Hussar")} == {
        "tired"
    }
