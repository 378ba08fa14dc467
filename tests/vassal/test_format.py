"""What VASSAL's files say: every sample that VASSAL itself wrote or read, and whatever else somebody may send."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.errors import MatchError
from adjudicator.vassal import commands
from adjudicator.vassal.archives import LARGEST_PART, Archive, packed, packed_game, saved_game
from adjudicator.vassal.modules import read_module
from adjudicator.vassal.numbering import HexNumbers
from adjudicator.vassal.obfuscation import clear, hidden
from adjudicator.vassal.pieces import DEEPEST, LONGEST, Counter, read_kind, read_lie
from adjudicator.vassal.sequences import joined, parts, written
from adjudicator.vassal.table import Story, story_of

HERE = Path(__file__).parent
FILES = HERE / "files"


def rows(name: str) -> list[list[Any]]:
    found: list[list[Any]] = json.loads((HERE / name).read_text("utf-8"))["rows"]
    return found


def told(text: str) -> Story:
    return story_of(commands.read(text))


def assert_read_or_told(act: Callable[[], object]) -> None:
    """Either it can be read, or a sentence says why not and what to do; nothing else is raised."""
    refused = None
    try:
        act()
    except MatchError as error:
        refused = error
    assert refused is None or (refused.what and refused.remedy)


# --- the samples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "text", "veiled"), rows("obfuscation.json"))
def test_the_veil_is_put_on_and_taken_off(key: int, text: str, veiled: str) -> None:
    assert hidden(text, key).decode() == veiled
    assert clear(veiled.encode()) == text
    assert clear(veiled[:7].encode() + veiled[7:].upper().encode()) == text


def test_what_has_no_veil_is_plain_text_and_the_later_veil_is_known() -> None:
    for text in json.loads((HERE / "obfuscation.json").read_text("utf-8"))["unveiled"]:
        assert clear(text.encode()) == text
    assert clear(b"VOBS" + bytes([7]) + bytes(byte ^ 7 for byte in "Blücher".encode())) == "Blücher"


@pytest.mark.parametrize(("sign", "items", "text", "read"), rows("sequences.json"))
def test_lists_are_written_and_read_as_vassal_does(sign: str, items: list[str], text: str, read: list[str]) -> None:
    assert joined(items, sign) == text
    assert parts(text, sign) == read


@given(st.lists(st.text(), min_size=1), st.sampled_from("/;,\t:|"))
def test_what_we_write_into_a_list_comes_out_of_it(items: list[str], sign: str) -> None:
    clean = [written(item) for item in items]
    assert parts(joined(clean, sign), sign) == clean


@pytest.mark.parametrize("grid", json.loads((HERE / "grids.json").read_text("utf-8")))
def test_points_have_the_names_that_vassal_gives_them(grid: dict[str, Any]) -> None:
    numbers = HexNumbers(**grid["settings"])
    for x, y, middle_x, middle_y, name in grid["points"]:
        assert numbers.middle(x, y) == (middle_x, middle_y)
        assert numbers.place_at(x, y) == name
    for x, y, name in grid["names"]:
        assert numbers.name_at(x, y) == name


def test_a_save_of_vassals_own() -> None:
    table = told(saved_game((FILES / "vassal-3.7.26.vsav").read_bytes(), "it")).opening
    found = {thing.kind.name: (thing.lie.x, thing.lie.y, thing.lie.marks["Side"]) for thing in table.things.values()}
    assert found == {
        "Souham": (602, 488, "French"),
        "Klux": (713, 552, "Coalition"),
        "Ziethen": (713, 552, "Coalition"),
        "Blücher": (768, 584, "Coalition"),
        "1/2; odd, name": (48, 40, "French"),
    }
    assert table.boards == {"Main Map": (("Field", 0, 0),)}


def test_a_log_is_stepped_through_and_a_plain_save_is_read_like_a_veiled_one() -> None:
    story = told(saved_game((FILES / "small.vlog").read_bytes(), "it"))
    assert [step.chat for step in story.steps] == [("* Turn 1, French movement",), (), ("* 2d6 = 3,5 (seed 42)",)]
    moved = story.steps[1].happened[0]
    assert moved.before is not None
    assert moved.after is not None
    assert (moved.sort, moved.before.lie.x, moved.after.lie.x) == ("moved", 602, 657)
    plain, veiled = (told(saved_game((FILES / f"{name}.vsav").read_bytes(), name)) for name in ("plain", "small"))
    assert plain.opening.things == veiled.opening.things


def test_a_module_gives_the_grid_of_its_board() -> None:
    module = read_module((FILES / "small.vmod").read_bytes(), "small.vmod")
    grid = module.maps["Main Map"]["Field"]
    assert module.name == "Probe"
    assert grid is not None
    assert (grid.place_at(602, 488), grid.place_at(713, 552)) == ("1108", "1309")


# --- carrying out commands -----------------------------------------------------------------------------------------


def position(*pieces: str) -> str:
    return commands.ESC.join(["begin_save", *pieces, "end_save"])


def piece(name: str, x: int, y: int, *, masked: str = "null") -> str:
    state = joined((f"{masked};", joined(("M", str(x), str(y), "1", "0"), ";")), "\t")
    return joined(("+", name, joined(("obs;77,130", f"piece;;;a.png;{name}"), "\t"), state), "/")


def test_a_stack_moves_with_its_members_and_a_piece_leaves_it() -> None:
    start = position(piece("a", 1, 1), piece("b", 1, 1), "+/s/stack/M;1;1;a;b;@@0")
    steps = ["LOG\tM/s/M/5/5/null/M/1/1/null/x", "LOG\tM/a/M/9/9/null/M/5/5/null/x", "LOG\tM/s/M/7/7/null/M/5/5/null/x"]
    story = told(commands.ESC.join([start, *steps]))
    assert [[one.piece for one in step.happened] for step in story.steps] == [["a", "b"], ["a"], ["b"]]
    assert {name: thing.lie.x for name, thing in story.closing.things.items()} == {"a": 9, "b": 7}
    assert {name: thing.lie.x for name, thing in story.opening.things.items()} == {"a": 1, "b": 1}


def test_commands_below_a_command_are_one_step_with_it() -> None:
    start = position(piece("a", 1, 1))
    dice = "LOG\tCHAT*** 2d6 = 6,4\\\x1bLOG\tMutableProperty\t2d6_result\t\t6,4\tModule"
    story = told(commands.ESC.join([start, "LOG\tM/a/M/2/2/null/M/1/1/null/x\\\x1bLOG\tCHAT* a moves", dice]))
    assert [step.chat for step in story.steps] == [("* a moves",), ("*** 2d6 = 6,4",)]
    assert [(d.button, d.result) for d in story.steps[1].dice] == [("2d6", "6,4")]


def test_a_password_is_kept_nowhere() -> None:
    text = position(piece("a", 1, 1, masked="s3cret"), "PLAYER\ts3cret\tAnna\tFrench")
    text += commands.ESC + "LOG\tM/a/M/2/2/null/M/1/1/null/s3cret"
    story = told(text)
    assert "s3cret" not in repr(story)
    assert "Anna" not in repr(story)
    assert story.closing.things["a"].is_secret
    assert story.closing.sides == {"French"}


@given(st.text(max_size=30), st.text(max_size=30), st.integers(-99, 9999), st.booleans())
def test_a_counter_of_ours_is_read_as_it_was_written(name: str, words: str, x: int, turned: bool) -> None:
    counter = Counter("unit_1", written(name), "French", "a.png", "back.png", "reverse.png", "7")
    kind = read_kind(counter.type())
    lie = read_lie(kind, counter.state("Main Map", x, 5, words=words, turned=turned))
    assert (kind.name, kind.image) == (written(name), "a.png")
    assert (lie.map, lie.x, lie.y, lie.gpid) == ("Main Map", x, 5, "7")
    assert dict(lie.marks) == {"UnitId": "unit_1", "Side": "French"}
    assert lie.turned == ("1" if turned else "-1",)
    assert not lie.masked


# --- files that are broken, or meant to break ----------------------------------------------------------------------


def test_a_zip_bomb_is_not_unpacked() -> None:
    bomb = packed({"savedGame": b"0" * (LARGEST_PART + 1)})
    with pytest.raises(MatchError, match="savedGame in it has more than"):
        Archive(bomb, "it").part("savedGame")
    at = bomb.index(b"PK\x01\x02") + 24
    lying = bomb[:at] + (99).to_bytes(4, "little") + bomb[at + 4 :]
    with pytest.raises(MatchError, match="damaged"):
        Archive(lying, "it").part("savedGame")


def test_a_part_that_is_there_twice_is_refused() -> None:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        archive.writestr("savedGame", "a")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("savedGame", "b")
    with pytest.raises(MatchError, match="several of one name"):
        Archive(into.getvalue(), "it")


@pytest.mark.parametrize("name", ["small.vlog", "vassal-3.7.26.vsav", "small.vmod"])
def test_a_file_cut_off_anywhere_gives_a_sentence(name: str) -> None:
    data = (FILES / name).read_bytes()
    for end in range(0, len(data), max(1, len(data) // 97)):
        with pytest.raises(MatchError):
            saved_game(data[:end], name)


@given(st.data())
def test_a_file_changed_anywhere_is_read_or_gives_a_sentence(data: st.DataObject) -> None:
    whole = bytearray((FILES / "vassal-3.7.26.vsav").read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    assert_read_or_told(lambda: told(saved_game(bytes(whole), "it")))


@given(st.data())
def test_a_game_changed_anywhere_is_read_or_gives_a_sentence(data: st.DataObject) -> None:
    text = saved_game((FILES / "small.vlog").read_bytes(), "it")
    at = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.text(alphabet="\\\x1b\t/;',0+-DM", max_size=6))
    text = text[:at] + inserted + text[at + data.draw(st.integers(0, 5)) :]
    assert_read_or_told(lambda: told(text))


@pytest.mark.parametrize("veiled", [b"!VCSK", b"!VCSK5", b"!VCSK5a1", b"!VCSKzz00", b"!VCSK00ff", b"!VCSK00\xff\xff"])
def test_a_garbled_veil_gives_a_sentence(veiled: bytes) -> None:
    assert_read_or_told(lambda: clear(veiled))


def test_huge_pieces_and_bad_escapes_give_a_sentence() -> None:
    with pytest.raises(MatchError, match="at most"):
        read_kind("a" * (LONGEST + 1))
    with pytest.raises(MatchError, match=f"more than {DEEPEST} traits"):
        read_kind("\t".join("\\" * min(level, 400) + "a" for level in range(DEEPEST + 5)).replace("\\", ""))
    kind = read_kind("piece;;;a.png;Name")
    for state in ("", "M;1", "M;x;y;1", "M;" + "9" * 5000 + ";1;1"):
        with pytest.raises(MatchError):
            read_lie(kind, state)
    with pytest.raises(MatchError, match="no saved game"):
        told("nothing of the kind")
    with pytest.raises(MatchError, match="commands"):
        told(commands.ESC * (commands.MOST + 1))


def test_a_build_file_with_entities_is_not_read() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cccc">]><VASSAL.build.GameModule name="&b;"/>'
    with pytest.raises(MatchError, match="declares things of its own"):
        read_module(packed({"buildFile.xml": bomb}), "it")
    for broken in (b"", b"<a", b"\xff\xfe", b"<a>" * 50):
        with pytest.raises(MatchError, match="cannot be read"):
            read_module(packed({"buildFile.xml": broken}), "it")


def test_our_files_are_the_same_bytes_each_time() -> None:
    assert packed_game("begin_save", "Title", "1", "words") == packed_game("begin_save", "Title", "1", "words")
