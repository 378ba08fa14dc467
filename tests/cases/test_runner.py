"""The runner of golden cases: what it lets pass, what it does not, and what it says to a player."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.expecting import faults
from tests.cases.files import CASES, CaseError, Story, read_cases, stories
from tests.cases.words import words_in

README = (CASES / "README.md").read_text("utf-8")
ATTACK = '''
position = """
turn 3, Coalition combat
Coalition: Insov at 1408
French: Raglovitch at 1409
French morale 8, Coalition morale 3
"""
orders.Coalition = "attack 1409"
dice = { "combat/1409/result" = [3, 4] }
'''
REFUSABLE = '''
position = """
turn 3, French combat
French: Ledru at 1408
Coalition: Lanskoi at 1409
"""
orders.French = "attack 1409"
'''


def written(tmp_path: Path, text: str, game: str = "bautzen") -> list[Story]:
    """The stories of a case, as if it stood with those of the 1813 battles."""
    head = f'[[case]]\nid = "X"\nrules = ["VV-8.4e"]\nsource = "derived"\ngame = "{game}"\n'
    path = tmp_path / "case.toml"
    path.write_text(head + text, "utf-8")
    home = CASES / "vv1813" / "case.toml"
    return [Story(one.case, one.name, one.parts, home) for one in stories(path)]


def outcome(tmp_path: Path, text: str) -> list[str]:
    """What is wrong with a case."""
    (story,) = written(tmp_path, text)
    return faults(story)


def expecting(tmp_path: Path, case: str, *lines: str) -> list[str]:
    """What is wrong with a case that expects these lines."""
    quoted = ", ".join(f"'{line}'" for line in lines)
    return outcome(tmp_path, f"{case}\nexpect = [{quoted}]\n")


# --- each kind of line: one that holds, one that does not ------------------------------------------------------


@pytest.mark.parametrize(
    ("holds", "fails", "says"),
    [
        ("VV-8.4e -1", "VV-8.4e 0", "VV-8.4e Army morale -1 (Coalition morale 3, French morale 8)"),
        ("VV-8.4e Army morale -1", "VV-8.4e Artillery support -1", "VV-8.4e Army morale -1"),
        ("VV-8.4a1 -1: 4 against 6", "VV-8.4a1 -1: 5 against 6", "4 against 6"),
        ("VV-8.4b1 -1", "VV-8.4z -1", "nothing was found by that rule"),
        ("combat resolved: natural 7", "combat resolved: natural 8", "natural 7"),
        ("combat resolved: attackers (Insov, strength 4)", "combat resolved: attackers (Insov, strength 5)", "insov"),
        ("combat resolved: targets of 1", "combat resolved: targets of 2", "targets 1409"),
        ("combat resolved: VV-8.4e -1, side Coalition", "combat resolved: VV-8.4e -1, side French", "side Coalition"),
        ("1 combat resolved", "2 combat resolved", "natural 7"),
        ("no commander hit", "no combat resolved", "natural 7"),
        ("step lost: Insov", "commander hit: Insov", "no commander hit happened, only phase began"),
        ("French: Raglovitch at 1409", "French: Raglovitch at 1407", "Raglovitch is at 1409"),
        ("French: Raglovitch full", "French: Raglovitch reduced", "Raglovitch has reduced no"),
        ("Coalition morale 3", "Coalition morale 4", "Coalition morale is 3"),
        ("asked Coalition: hold at 1408", "asked French: hold", "Coalition: hold at 1408"),
        ("not asked retreat before combat", "not asked hold", "it was asked: Coalition: hold at 1408"),
        ("decided Coalition: hold by default", "decided Coalition: hold by answer", "by default: retreat"),
        ("decided hold at 1408 by default: retreat", "decided hold by default: stay", "by default: retreat"),
    ],
)
def test_a_line_that_holds_passes_and_one_that_does_not_says_what_is(
    tmp_path: Path, holds: str, fails: str, says: str
) -> None:
    assert expecting(tmp_path, ATTACK, holds) == []
    (fault,) = expecting(tmp_path, ATTACK, fails)
    assert fault.startswith(f"Expected `{fails}`, but ")
    assert says in fault


def test_then_asks_for_the_order_of_events(tmp_path: Path) -> None:
    assert expecting(tmp_path, ATTACK, "combats declared", "then combat resolved") == []
    (fault,) = expecting(tmp_path, ATTACK, "combat resolved", "then combats declared")
    assert "then combats declared" in fault


def test_what_a_side_is_told_of_a_march(tmp_path: Path) -> None:
    case = '''
position = """
turn 3, French movement
French: Ledru at 1408
Coalition: Insov at 1808
"""
orders.French = "move Ledru to 1407"
'''
    told = ("Coalition is told stack moved: path 1407", "Coalition is not told units moved")
    assert expecting(tmp_path, case, *told, "French is told units moved: Ledru") == []
    (fault,) = expecting(tmp_path, case, "Coalition is told units moved: Ledru")
    assert "the Coalition side is told only of phase began" in fault
    (fault,) = expecting(tmp_path, case, "Coalition is not told stack moved")
    assert "is told stack moved: side French, origin 1408, path 1407" in fault


# --- what may not be passed over -------------------------------------------------------------------------------


def test_a_refusal_must_be_expected(tmp_path: Path) -> None:
    case = ATTACK.replace('"attack 1409"', '"attack 1409\\nattack 1707"')
    (fault,) = expecting(tmp_path, case, "1 combat resolved")
    assert fault.startswith("Refused, and the case does not say so: Coalition line 2, VV-8.1, `attack 1707`:")
    assert expecting(tmp_path, case, "refused line 2 VV-8.1") == []
    assert expecting(tmp_path, case, "refused Coalition line 2: no enemy") == []
    assert len(expecting(tmp_path, case, "refused line 1 VV-8.1")) == 2
    assert len(expecting(tmp_path, case, "refused French line 2")) == 2


def test_a_line_that_is_not_understood_must_be_expected(tmp_path: Path) -> None:
    case = ATTACK.replace('"attack 1409"', '"attack 1409\\natack 1707"')
    (fault,) = expecting(tmp_path, case, "1 combat resolved")
    assert fault.startswith("Not understood: Coalition line 2")
    assert expecting(tmp_path, case, "not understood line 2: begins no order") == []


def test_an_order_whose_condition_does_not_hold(tmp_path: Path) -> None:
    case = ATTACK.replace('"attack 1409"', '"if 1409 is empty: attack 1409"').replace("dice", "# dice")
    assert expecting(tmp_path, case, "not carried out line 1", "no combat resolved") == []


def test_an_open_decision_must_be_expected(tmp_path: Path) -> None:
    case = REFUSABLE + 'orders.Coalition = "standing orders\\n  when attacked: ask me"\n'
    (fault,) = expecting(tmp_path, case, "no combat resolved")
    assert fault.startswith("The turn waits for an answer, and the case gives none: Coalition: retreat before combat")
    assert expecting(tmp_path, case, "waits for Coalition: retreat before combat at 1409") == []


def test_an_answer_settles_what_is_open(tmp_path: Path) -> None:
    case = REFUSABLE + 'orders.Coalition = "standing orders\\n  ask me about retreats before combat"\n'
    stands = case + 'answers.Coalition = "answer D1: stand"\ndice = { "combat/1409/result" = [3, 4] }\n'
    assert expecting(tmp_path, stands, "decided Coalition: retreat before combat by answer: stand") == []
    wrong = case + 'answers.Coalition = "answer D1: head Lanskoi"\n'
    lines = ("refused answer D1", "waits for Coalition: retreat before combat")
    assert expecting(tmp_path, wrong, *lines) == []


def test_an_ending_must_be_expected(tmp_path: Path) -> None:
    case = '''
position = """
as set up
turn 11, Coalition opening
Coalition morale 4, French morale 6
"""
dice = { "T11/random-end" = [2, 3] }
'''
    (fault,) = expecting(tmp_path, case, "random end tested: ends yes")
    assert fault.startswith("The match ended, and the case does not say so: French victory, marginal")
    assert expecting(tmp_path, case, "ends: French victory, marginal") == []
    (fault,) = expecting(tmp_path, case, "ends: Coalition victory, marginal")
    assert "it ended so: French victory, marginal" in fault


def test_dice_are_neither_missing_nor_left_over(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="no dice for T3/Coalition/combat/1409/result"):
        expecting(tmp_path, ATTACK.replace("dice", "# dice"), "1 combat resolved")
    more = ATTACK.replace("[3, 4] }", '[3, 4], "combat/1409/commander" = [1] }')
    assert expecting(tmp_path, more, "1 combat resolved") == [
        "The case gives dice for `combat/1409/commander`, and nobody rolled them."
    ]
    assert expecting(tmp_path, ATTACK.replace('"combat/1409/result"', '"*"'), "1 combat resolved") == []


# --- stories, questions, and files that are no cases -------------------------------------------------------------


def test_a_question_has_its_answer(tmp_path: Path) -> None:
    assert outcome(tmp_path, 'ask = ["strength ratio of 15 attacking 4? 3/1, +3"]') == []
    (fault,) = outcome(tmp_path, 'ask = ["strength ratio of 15 attacking 4? 3/1, +2"]')
    assert fault == "Asked `strength ratio of 15 attacking 4?`, the rules say `3/1, +3`; the case says `3/1, +2`."
    with pytest.raises(CaseError, match=r"vv1813 knows no question `how far`\. It knows:"):
        outcome(tmp_path, 'ask = ["how far? 3"]')


def test_parts_follow_one_another_and_variants_stand_alone(tmp_path: Path) -> None:
    told = 'position = "turn 3, Coalition combat\\nCoalition: Insov at 1408"\n'
    told += 'orders.Coalition = "attack 1409"\ndice = {"*" = [3]}\n'
    then = f"{ATTACK}expect = ['1 combat resolved']\n[[case.then]]\n{told}expect = ['Coalition morale 4']\n"
    (fault,) = outcome(tmp_path, then)
    assert fault.startswith("Part 2: Expected `Coalition morale 4`")
    variants = "".join(f"[[case.variant]]\nname = '{n}'\nposition = 'Coalition morale {n}'\n" for n in (3, 4))
    first, second = written(tmp_path, ATTACK + "expect = ['VV-8.4e -1']\n" + variants)
    assert (first.title, second.title) == ("X (3)", "X (4)")
    assert faults(first) == []
    assert len(faults(second)) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("expect = []", "case X expects nothing"),
        ("expects = ['VV-8.4e -1']", "expects: Extra inputs are not permitted"),
        ("expect = [", "is not valid TOML"),
    ],
)
def test_a_file_that_is_no_case_is_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(CaseError, match=says):
        written(tmp_path, text)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("French: Raglovitch at 9999", "Nothing is called '9999'"),
        ("French: Blücher at 1409", "Nothing is called 'Blücher' on the French side"),
        ("Saxon: Lecoq at 1409", "'Saxon' is no side: write French or Coalition"),
        ("Coalition: St-Priest at 1409", "write more of the name"),
        ("it is raining", "No words of vv1813 fit the line `it is raining`"),
        ("turn 3, French dinner", "There is no phase called 'French dinner'"),
        ("French: Raglovitch at 1409 asleep", "A piece is not `asleep`"),
    ],
)
def test_a_position_that_cannot_be_read_is_a_sentence(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(CaseError, match=says):
        outcome(tmp_path, f'position = "{line}"\nexpect = ["1 combat resolved"]\n')


# --- the cases as a whole ----------------------------------------------------------------------------------------


def test_every_golden_case_is_there() -> None:
    """At least 54 cases of the campaign and 81 of the 1813 battles, each with an id of its own and a known source."""
    found: dict[str, list[str]] = {"campaign1813": [], "vv1813": []}
    for system, ids in found.items():
        for path in sorted((CASES / system).glob("*.toml")):
            for case in read_cases(path):
                ids.append(f"{case.game} {case.id}")
                assert case.source.split(",")[0].split(":")[0] in ("book", "derived"), case.id
    assert len(found["campaign1813"]) >= 54
    assert len(found["vv1813"]) >= 81
    assert all(len(ids) == len(set(ids)) for ids in found.values())


@pytest.mark.parametrize("system", ["vv1813", "campaign1813"])
def test_the_readme_explains_every_line_and_question(system: str) -> None:
    words = words_in(CASES / system)
    missing = [p for p in (*words.positions.patterns, *words.questions.patterns) if f"`{p}`" not in README]
    assert missing == []
