"""NLC 7, 8, 20: what `check` says of bombardments, charges and attacks before a die is rolled."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.types import Side
from adjudicator.rulesets.nlc.check.review import review
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH
from tests.nlc.field import Field, only


def checked(field: Field, side: Side, text: str) -> tuple[list[tuple[str, int, str]], dict[int, str]]:
    """The problems (severity, line, rule) and the notes by line."""
    stage = "command orders" if side == FRENCH else "turn orders"
    field.state = replace(field.state, stage=stage, active=None)
    orders, standing = field.read(side, text)
    known = field.rules.known(field.state, side)
    found = review(field.rules, field.rules.context, known, side, orders, standing)
    problems = [(str(one.severity), one.line, str(one.rule)) for one in found.problems if one.line]
    return problems, dict(found.notes)


def battle(turn: str = "1300") -> Field:
    """I under Attack orders beside Kempt at B0912, guns at B0915, Dubois of IVC two hexes from Pack."""
    field = only(turn=turn).ordered(I="attack", IVC="attack").put("d'Erlon", "B0914").put("Charlet", "B0913")
    field.put("French I Foot Art", "B0914").put("Milhaud", "B1111").put("Dubois", "B1111")
    return field.put("Kempt", "B0912").put("Pack", "B1011")


def test_attacks_are_tried_with_their_odds() -> None:
    """NLC-7.3a, NLC-7.3d, A-66: strength against strength; a second target of one stack is refused at home."""
    problems, notes = checked(battle(), FRENCH, "attack B0912 with Charlet\nattack B0811 with Charlet")
    assert problems == [("error", 2, "NLC-7.3a")]
    assert notes[1] == "attacks B0912 with 5 SP against 6"


def test_an_attack_after_a_move_is_tried_where_the_unit_will_stand() -> None:
    """NLC-7.3a, NLC-20.2-R3: the move comes first; under Reserve orders neither."""
    field = battle().put("Charlet", "B0914")
    problems, notes = checked(field, FRENCH, "attack B0912 with Charlet\nmove Charlet B0914 -> B0913")
    assert problems == []
    assert "B0913" in notes[2]
    assert notes[1] == "attacks B0912 with 5 SP against 6"
    problems, _ = checked(field.ordered(I="reserve"), FRENCH, "attack B0912 with Charlet")
    assert ("error", 1, "NLC-20.2-R3") in problems


def test_bombardments_are_tried() -> None:
    """NLC-8.1a, NLC-8.1d, NLC-8.2a: strength and range; the guns neither move nor attack afterwards."""
    text = "bombard B0912 with French I Foot Art\nmove French I Foot Art to B0915\nbombard B0811 with French I Foot Art"
    field = battle().put("French I Foot Art", "B0913")
    problems, notes = checked(field, FRENCH, text)
    assert notes[1] == "fires at B0912 with 5 SP"
    assert ("error", 2, "NLC-8.1d") in problems
    assert [rule for _, line, rule in problems if line == 3] == ["NLC-8.1a"]


def test_charges_are_tried() -> None:
    """NLC-7.6b-1, NLC-7.6b-2, NLC-10.3: who charges whom, with what; infantry does not."""
    problems, notes = checked(battle(), FRENCH, "charge B1011 with Dubois\ncharge B0912 with Charlet")
    assert problems == [("error", 2, "NLC-7.6b-1")]
    assert notes[1] == "charges B1011 with 4 SP against 6 if the infantry forms square"


def test_after_a_charge_an_attack_without_a_neighbour_is_a_warning() -> None:
    """NLC-7.3a: nobody knows where the beaten will stand, so the line is not called wrong."""
    text = "charge B1011 with Dubois\nattack B1010 with Dubois"
    problems, _ = checked(battle(), FRENCH, text)
    assert problems == [("warning", 2, "NLC-7.3a")]


def test_the_night_is_told_at_home() -> None:
    """NLC-5.5: no combat of any kind."""
    field = only("historical-wavre", turn="18-2200").ordered(IV="attack").put("Gerard", "W1209").put("Rome", "W1208")
    field.put("Line31", "W1108")
    problems, _ = checked(field, FRENCH, "attack W1108 with Rome")
    assert ("error", 1, "NLC-5.5") in problems
    assert checked(field, ALLIED, "attack W1208 with Line31")[0] == [("error", 1, "NLC-5.5")]
