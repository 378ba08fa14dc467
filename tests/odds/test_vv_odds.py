"""VV 8: what an attack is worth, against every die thrown by hand, against the printed table, and against samples."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, cast

import pytest

from adjudicator.core.orders import Heading, Orders
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Side
from adjudicator.play.odds.carrying_out import carry_out
from adjudicator.play.odds.distribution import Distribution, Weighing
from adjudicator.rulesets.vv1813.combat.combat_tables import combat_results
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, MarkerUse
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Unit
from tests.support.vv_positions import Field, OnePhase, StepScript, position

COMBATS: tuple[tuple[str, Side, Attack], ...] = (
    ("1202: compans bonnet | 1203: von_klux pirch starkenfeld", COALITION, Attack(targets=("1202",))),
    ("1202: compans bonnet- | 1203: von_klux-", COALITION, Attack(targets=("1202",))),
    ("1202: soult compans bonnet | 1203: blucher von_klux pirch", COALITION, Attack(targets=("1202",))),
    ("1202: soult compans- | 1203: blucher von_klux", COALITION, Attack(targets=("1202",))),
    ("1202: compans | 1203: von_klux", COALITION, Attack(targets=("1202",))),
    ("1202: compans- | 1203: von_klux", COALITION, Attack(targets=("1202",))),
    ("1202: bonnet | 1203: pirch", COALITION, Attack(targets=("1202",))),
    ("1202: bonnet- | 1203: pirch-", COALITION, Attack(targets=("1202",))),
    ("1202: compans | 1203: von_klux", FRENCH, Attack(targets=("1203",))),
    ("1202: compans bonnet | 1203: von_klux", FRENCH, Attack(targets=("1203",))),
    ("1202: soult compans bonnet | 1203: von_klux-", FRENCH, Attack(targets=("1203",))),
    ("1202: soult compans bonnet | 1203: blucher von_klux pirch", FRENCH, Attack(targets=("1203",))),
    ("1202: compans- | 1203: pirch", FRENCH, Attack(targets=("1203",))),
    ("1202: bonnet- | 1203: blucher pirch", FRENCH, Attack(targets=("1203",))),
    ("1409: raglovitch | 1408: schaevitch", COALITION, Attack(targets=("1409",))),
    ("1408: friant | 1409: insov", FRENCH, Attack(targets=("1409",))),
    ("1408: friant barois | 1409: insov-", FRENCH, Attack(targets=("1409",))),
    ("1508: ledru | 1510: gerard | 1509: insov", FRENCH, Attack(targets=("1509",))),
    ("1508: ledru- | 1510: gerard | 1509: insov schaevitch", FRENCH, Attack(targets=("1509",))),
    ("1508: ledru | 1509: insov", FRENCH, Attack(targets=("1509",))),
    ("1508: ledru | 1509: insov", COALITION, Attack(targets=("1508",))),
    ("1508: ledru | 1510: gerard | 1509: insov", COALITION, Attack(targets=("1508",))),
    ("0803: napoleon friant barois | 0804: schaevitch", FRENCH, Attack(targets=("0804",), tactical=True)),
)


def weighing(field: Field, side: Side, *orders: Any) -> Weighing:
    """A combat phase with these orders, weighed."""
    rules = cast("Ruleset[Any]", OnePhase(field.rules, side, "combat"))
    stage = next(one.name for one in field.ctx.game.stages if one.side == side and one.name.endswith("combat"))
    given = tuple(order.model_copy(update={"side": side, "line": n}) for n, order in enumerate(orders, start=1))
    return Weighing(rules, side, Orders(by_side={side: given}), replace(field.state, stage=stage))


def by_hand(found: Weighing) -> dict[Any, Fraction]:
    """Every die of the combat thrown in every way by a script: 36 times the result, then whatever else is asked."""
    outcomes: dict[Any, Fraction] = {}
    scripts: list[tuple[dict[str, tuple[int, ...]], Fraction]] = [({}, Fraction(1))]
    while scripts:
        script, weight = scripts.pop()
        dice = Scripted(script)
        phase = found.rules.next(found.start)
        try:
            done = carry_out(found.rules, cast(Any, phase), found.start, found.orders, dice)
        except MissingError as missing:
            every = list(product(range(1, missing.sides + 1), repeat=missing.count))
            scripts += [({**script, missing.label: faces}, weight / len(every)) for faces in every]
            continue
        outcome = tuple(found._figures(done.events).items())
        outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + weight
    return outcomes


class MissingError(Exception):
    """A die that the script does not have yet."""

    def __init__(self, label: str, count: int, sides: int) -> None:
        self.label, self.count, self.sides = label, count, sides


class Scripted(StepScript):
    """A script that says which die it lacks."""

    def __init__(self, script: dict[str, tuple[int, ...]]) -> None:
        super().__init__(script)
        self.given = script

    def roll(self, label: str, count: int = 1, sides: int = 6, *, veiled: bool = False) -> Any:
        """The scripted faces."""
        if label not in self.given:
            raise MissingError(label, count, sides)
        return super().roll(label, count, sides, veiled=veiled)


@pytest.mark.parametrize("number", range(len(COMBATS)))
def test_8_5a_every_case_is_what_dice_thrown_by_hand_give(number: int) -> None:
    pieces, side, attack = COMBATS[number]
    found = weighing(position(pieces), side, attack)
    told = found.weigh()
    assert told.is_exact
    assert sum(told.outcomes.values()) == 1
    assert dict(told.outcomes) == by_hand(found)


@pytest.mark.parametrize("number", range(len(COMBATS)))
def test_8_5a_results_are_those_of_the_printed_table(number: int) -> None:
    """Two dice and the modifiers, read off the table: nothing but the sum counts for the result."""
    pieces, side, attack = COMBATS[number]
    if attack.tactical:
        pytest.skip("the option changes what the table says")
    field = position(pieces)
    drm = field.combat(side, attack, otherwise=3).of(CombatResolved)
    if not drm:
        pytest.skip("the defender refuses")
    table = combat_results(field.ctx)
    expected: Counter[str] = Counter()
    for first, second in product(range(1, 7), repeat=2):
        expected[table.read(first + second + drm[0].drm.value) or "no effect"] += 1
    told = weighing(field, side, attack).weigh().of("result")
    assert told == {result: Fraction(many, 36) for result, many in expected.items()}


def _agree(exact: Distribution, sampled: Distribution) -> None:
    for name in exact.names():
        for value, chance in exact.of(name).items():
            other = sampled.of(name).get(value, Fraction(0))
            allowed = 4 * (float(chance * (1 - chance)) / sampled.samples) ** 0.5 + 1 / sampled.samples
            assert abs(float(chance - other)) <= allowed, (name, value)


def test_samples_agree_within_their_error() -> None:
    pieces, side, attack = COMBATS[5]
    found = weighing(position(pieces), side, attack)
    _agree(found.counted(), found.sampled(500))


def test_too_many_cases_are_sampled_and_say_so() -> None:
    pieces, side, attack = COMBATS[3]
    told = weighing(position(pieces), side, attack).weigh(limit=5, samples=50)
    assert (told.is_exact, told.samples) == (False, 50)
    assert sum(told.outcomes.values()) == 1
    assert 0 < told.error(Fraction(1, 2)) < 0.1


def test_8_8_a_bombardment_is_weighed() -> None:
    field = position("1409: raglovitch | 1408: schaevitch", hand={COALITION: ["artillery", "artillery"]})
    order = Bombard(target="1409", markers=(MarkerUse(marker="artillery", count=2),))
    told = weighing(field, COALITION, Heading(phase="combat"), order).weigh()
    assert told.is_exact
    assert len(told.of("result")) > 1


# --- fog -----------------------------------------------------------------------------------------------------------


def _supposed(field: Field, side: Side, target: str) -> str:
    known = field.rules.known(field.state, side)
    order = Attack(targets=(target,), side=side, line=1)
    said = []
    for one in field.rules.supposed(known, side, (order,)):
        told = weighing(replace(field, state=one.state), side, order).weigh()
        said.append([one.what, sorted((str(outcome), str(chance)) for outcome, chance in told.outcomes.items())])
    return json.dumps(said)


def test_7_3a_positions_alike_to_a_side_have_the_same_odds() -> None:
    one = position("1202: soult compans | 1203: von_klux | 1303: pirch starkenfeld")
    other = position("1202: soult compans | 1203: pirch- starkenfeld | 1303: von_klux")
    assert _supposed(one, FRENCH, "1203") == _supposed(other, FRENCH, "1203")


def test_7_3a_a_stack_that_was_seen_is_weighed_as_it_is() -> None:
    field = position("1202: soult compans | 1203: von_klux", seen=("von_klux",))
    known = field.rules.known(field.state, FRENCH)
    (found,) = field.rules.supposed(known, FRENCH, (Attack(targets=("1203",)),))
    assert found.what == ""
    assert found.state.army(COALITION).units["von_klux"] == Unit("von_klux", "1203")


def test_7_3a_an_unseen_stack_is_the_weakest_or_the_strongest_that_it_can_be() -> None:
    field = position("1202: soult compans | 1203: von_klux | 1303: pirch starkenfeld")
    known = field.rules.known(field.state, FRENCH)
    weak, strong = field.rules.supposed(known, FRENCH, (Attack(targets=("1203",)),))
    strengths = [
        sum(field.ctx.counters[unit.id].strength for unit in one.state.army(COALITION).units_at["1203"])
        for one in (weak, strong)
    ]
    assert (weak.what, strong.what) == (
        "1203 held by the weakest that it can be",
        "1203 held by the strongest that it can be",
    )
    assert strengths[0] < strengths[1]
    assert len(strong.state.army(COALITION).units_at["1203"]) == 2
