"""NLC 3: the tables of the book, value by value where it prints examples."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.nlc.movement.entering import enter_the_rest, is_due
from adjudicator.rulesets.nlc.movement.marches import begun
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED
from adjudicator.rulesets.nlc.victory.end_of_turn import end_of_turn
from tests.nlc.field import only, scenario, whole


@pytest.mark.parametrize(
    ("strength", "total", "hits"),
    [
        (1, 9, 0), (1, 10, 1), (2, 12, 2), (4, 7, 1), (5, 12, 3), (9, 5, 1), (12, 4, 1), (13, 12, 6), (16, 3, 1),
        (17, 11, 5), (20, 12, 8), (23, 2, 0), (24, 2, 1), (24, 12, 9), (25, 10, 7), (36, 9, 8), (40, 2, 1), (0, 12, 0),
    ],
)  # fmt: skip
def test_f_fire_table(strength: int, total: int, hits: int) -> None:
    """NLC-F, NLC-7.1h (NG-07 to NG-29): above 24 the rest is read with the same dice and added."""
    assert scenario().context.tables.fire.read(strength, total) == hits


def test_f_no_row_and_no_column_falls() -> None:
    """NLC-F: more strength or a higher roll never means fewer hits; 24 never misses."""
    hits = scenario().context.tables.fire.hits
    assert sorted(hits) == list(range(1, 25))
    for strength, row in hits.items():
        assert all(row[total] <= row[total + 1] for total in range(2, 12)), strength
        assert strength == 1 or all(hits[strength - 1][total] <= row[total] for total in row)
    assert hits[24][2] == 1


@pytest.mark.parametrize(
    ("kind", "attack", "bombard", "charge"),
    [("town", 25, 75, 50), ("chateau", 50, None, None), ("woods", 50, 50, 75)],
)
def test_t_ground(kind: str, attack: int, bombard: int | None, charge: int | None) -> None:
    """NLC-T.1, NLC-T.2, NLC-T.3: reductions in percent; none means not allowed."""
    effect = scenario().context.tables.terrain.of(kind)
    assert (effect.attack, effect.bombard, effect.charge) == (attack, bombard, charge)


@pytest.mark.parametrize(
    ("kind", "attack", "bombard", "charge"),
    [("stream", 25, 0, 25), ("crest", 25, None, 0), ("bridge", 50, 0, None)],
)
def test_t_hexsides(kind: str, attack: int, bombard: int | None, charge: int | None) -> None:
    """NLC-T.4, NLC-T.5, NLC-T.6."""
    effect = scenario().context.tables.terrain.across(kind)
    assert (effect.attack, effect.bombard, effect.charge) == (attack, bombard, charge)


def test_4_7_disruption_ends_with_the_turn() -> None:
    """NLC-4.7, NLC-3.1, NLC-8.1f: every Disrupted marker is taken off."""
    field = only().put("Charlet", "B1122", disrupted=True).tell(end_of_turn)
    assert field.events("disruption_removed")[0].units == (field.id_of("Charlet"),)
    assert not field.state.unit(field.id_of("Charlet")).disrupted


def test_9_1_reinforcements_enter_stacked() -> None:
    """NLC-9.1, D-17: who is due enters at the first hex listed, two a hex; who is delayed waits."""
    field = whole(turn="1300")
    due = {unit.id for unit in field.state.force(ALLIED).units.values() if is_due(field.state, unit)}
    field.tell(lambda run: enter_the_rest(run, begun(run.ctx, run.state, run.side), frozenset()), ALLIED)
    entered = {unit for event in field.events("stack_moved") for unit in event.units}
    assert entered <= due
    assert len(field.state.at(ALLIED, "B2912")) == 2
    late = whole(turn="1300").tell(movement, ALLIED, allied="delay Buelow")
    assert not late.state.at(ALLIED, "B2912")


def test_5_4e_cavalry_ignores_the_first_zone_it_enters() -> None:
    """NLC-5.4e, NLC-5.4a: it rides on; infantry stops."""
    field = only().ordered(I="attack").put("d'Erlon", "B0917").put("Bruno", "B0916").put("Charlet", "B0816")
    field.put("Kempt", "B1014").tell(movement, french="move Bruno B0916 -> B0915 -> B0914 -> B0913")
    assert field.at("Bruno") in ("B0914", "B0913")
