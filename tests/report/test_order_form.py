"""The order form: it lists what a player needs, keeps to 66 columns, and can be sent back as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.orders import Text
from adjudicator.core.types import Side
from adjudicator.play.desk.order_form import WIDTH, order_form
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import as_read
from adjudicator.play.match.submitting import submit
from adjudicator.play.side.situation import situation, standing_then
from tests.report.test_reporting import HEAD
from tests.support.scripted_turn import COALITION, COALITION_SEQUENCE, FRENCH, FRENCH_SEQUENCE, begin, write_step

LONG = """match: first-steps
turn: 1
side: French

pass

standing orders
  losses: weakest first, never Guard
  retreat Ledru prefers 0503, 0504, 0403, 0404, 0402, 0401, 0302, 0303, 0203, 0202, 0201
  when Friant must retreat: stay and take the loss
"""


def read(match: Match, side: Side, form: str) -> Text:
    """A form as the reader of orders understands it."""
    rules = match.history.rules
    known = rules.known(match.history.position.state, side)
    return match.tools.read(rules, known, side, "", as_read(form.encode()).lines)


def faults(text: Text) -> list[str]:
    return [problem.reason for problem in text.problems if problem.severity == "error"]


@pytest.mark.parametrize("side", [FRENCH, COALITION])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_form_sent_back_unedited_is_understood(scripted: Match, side: Side, step: int) -> None:
    form = order_form(scripted, side, step)
    text = read(scripted, side, form)
    assert faults(text) == []
    assert text.orders == ()
    assert text.header.match == "first-steps"
    assert text.header.side == side


@pytest.mark.parametrize("side", [FRENCH, COALITION])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_nothing_in_a_form_is_wider_than_66_columns(scripted: Match, side: Side, step: int) -> None:
    form = order_form(scripted, side, step)
    assert max(len(line) for line in form.splitlines()) <= WIDTH
    assert form.startswith("BEGIN ORDERS\n")
    assert form.endswith("END ORDERS\n")


def test_it_lists_units_by_formation_with_place_values_and_command(scripted: Match) -> None:
    lines = order_form(scripted, FRENCH).splitlines()
    corps = lines.index("# Soult's corps (4th, 6th)")
    assert "#   1204 Compans                6-A-2" in lines[corps:]
    assert "#   1204 Soult                  +2" in lines[corps:]
    assert "#   2202 Albert                 5-C-2  out of command" in lines
    assert "#   Artillery  2  back on turn 3" in lines
    assert "#   Drouot  1  in hand" in lines
    assert any(line.startswith("# waiting: ") and "Ney" not in line.split(",")[0] for line in lines)


def test_it_shows_no_piece_of_the_enemy(scripted: Match) -> None:
    form = order_form(scripted, FRENCH)
    for name in ("Sulima", "Rosen", "Blücher", "Cossacks"):
        assert name not in form


@pytest.mark.parametrize(
    ("side", "step", "turn"), [(FRENCH, 1, 1), (FRENCH, 2, 2), (FRENCH, 3, 2), (COALITION, 2, 1), (COALITION, 3, 2)]
)
def test_it_names_the_turn_that_the_next_text_is_for(scripted: Match, side: Side, step: int, turn: int) -> None:
    assert f"\nturn: {turn}\n" in order_form(scripted, side, step)


def test_a_side_that_is_not_awaited_is_told_so(scripted: Match) -> None:
    form = order_form(scripted, COALITION)
    assert "# We are waiting for the French.\n# What you send now is kept for turn 2." in form


def test_standing_orders_in_force_are_printed_and_stay_in_force(scripted: Match) -> None:
    assert "standing orders\n  losses: weakest first, never Guard\n  when attacked at 1203: ask me\n" in order_form(
        scripted, FRENCH
    )
    now = situation(scripted, FRENCH)
    (text,) = standing_then(now)
    again = read(scripted, FRENCH, order_form(scripted, FRENCH))
    before = read(scripted, FRENCH, text.text)
    assert [o.model_copy(update={"line": 0}) for o in again.standing or ()] == [
        o.model_copy(update={"line": 0}) for o in before.standing or ()
    ]


def test_a_long_standing_order_is_wrapped_so_that_it_is_read_again(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    receipt = submit(match, LONG.encode(), "french.txt")
    assert not any(p.severity == "error" for p in receipt.problems)
    write_step(match, FRENCH_SEQUENCE, [receipt.line.body["sha256"]])
    write_step(match, COALITION_SEQUENCE)
    form = order_form(match, FRENCH)
    assert max(len(line) for line in form.splitlines()) <= WIDTH
    text = read(match, FRENCH, form)
    assert faults(text) == []
    assert len(text.standing or ()) == 3
    assert [o.choice for o in text.standing or ()] == [o.choice for o in read(match, FRENCH, LONG).standing or ()]


def test_before_anything_was_written_no_standing_orders_are_in_force(scripted: Match) -> None:
    form = order_form(scripted, FRENCH, 1)
    assert "STANDING ORDERS in force: none" in form
    assert read(scripted, FRENCH, form).standing is None


def test_open_decisions_stand_in_it_with_answers_to_choose_from(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    before = next(i for i, event in enumerate(FRENCH_SEQUENCE) if event.kind == "combat_resolved")
    write_step(match, FRENCH_SEQUENCE[:before], decisions=(HEAD,))
    form = order_form(match, FRENCH)
    assert "# D1: Who leads the attack on 1204? [VV-8.4b1]\n# answer D1: head Compans\n" in form
    assert faults(read(match, FRENCH, form)) == []
    chosen = read(match, FRENCH, form.replace("# answer D1: head Friedrich", "answer D1: head Friedrich"))
    assert faults(chosen) == []
    assert [answer.number for answer in chosen.answers] == [1]
    assert "D1" not in order_form(match, COALITION)


def test_the_form_can_be_handed_in(scripted: Match, tmp_path: Path) -> None:
    """What `submit` says of an unedited form: it is for this turn, and nothing in it is wrong."""
    match = begin(tmp_path / "match")
    receipt = submit(match, order_form(match, FRENCH).encode(), "orders.txt")
    assert not any(p.severity == "error" for p in receipt.problems)
    assert receipt.purpose.when == "now"
