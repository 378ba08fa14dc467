"""The worked example of docs/your-boxed-game.md does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import rulesets
from adjudicator.core.errors import DataError
from adjudicator.play.side.packs import data_in_force

PAGE = Path(__file__).resolve().parents[2] / "docs" / "your-boxed-game.md"
FILE = re.compile(r"`my-bautzen/([^`]+)`\n\n```\w+\n(.*?)```", re.DOTALL)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The pack of the page, written to disk."""
    folder = tmp_path / "my-bautzen"
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def test_the_example_replaces_what_it_names_and_nothing_else(pack: Path) -> None:
    plain = rulesets.load("bautzen", {})
    packed = rulesets.load("bautzen", {}, pack)
    bonnet = packed.context.counters["bonnet"]
    assert (bonnet.strength, bonnet.quality, bonnet.reduced_strength, bonnet.reduced_quality) == (8, "A", 4, "B")
    assert packed.board.cells["1304"].terrain == "woods"
    assert packed.board.side("0701", "0702").way == "path"
    assert packed.context.tables["stacking"].limit == 3
    assert packed.context.counters["compans"] == plain.context.counters["compans"]
    changed = [c for c in sorted(plain.board.cells) if plain.board.cells[c] != packed.board.cells[c]]
    assert changed == ["1304"]
    assert packed.data_digest() != plain.data_digest()


def test_a_pack_without_files_changes_nothing(tmp_path: Path) -> None:
    assert rulesets.load("bautzen", {}, tmp_path).data_digest() == rulesets.load("bautzen", {}).data_digest()


def test_a_broken_pack_is_refused_with_the_sentence_of_the_page(pack: Path) -> None:
    (pack / "map.csv").write_text("place,terrain,elevation,name,source\n1304,forest,0,,text\n", "utf-8")
    with pytest.raises(DataError) as refused:
        rulesets.load("bautzen", {}, pack)
    assert str(refused.value) in PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("units.csv", "id,name\nbonnet,Bonnet\n", "column side is missing"),
        ("setup.csv", "piece,place,status,source\nmurat,0802,map,text\n", "murat is not in units.csv"),
        ("setup.csv", "piece,place,status,source\nbonnet,9999,map,text\n", "bonnet is set up in 9999"),
        ("hexsides.csv", "a,b,feature,bridge,name,source\n0701,0909,road,0,,text\n", "do not touch"),
        ("game.toml", "[morale]\nFrench = 0\n", "morale.French"),
        ("game.toml", "not toml at all", "not valid TOML"),
        ("tables/stacking.toml", 'limit = "many"\n', "stacking.toml"),
    ],
)
def test_each_mistake_is_named(tmp_path: Path, file: str, text: str, says: str) -> None:
    path = tmp_path / "pack" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    with pytest.raises(DataError) as refused:
        rulesets.load("bautzen", {}, tmp_path / "pack")
    assert says in str(refused.value)


def test_what_the_page_says_that_the_pack_changes(pack: Path) -> None:
    shown = PAGE.read_text("utf-8").split("$ adjudicator data diff bautzen my-bautzen\n")[1].split("```")[0]
    said = [
        line
        for name, changed in data_in_force("bautzen", pack).differences()
        for line in (f"{name}:", *(f"  {words}" for words in changed))
    ]
    assert said == shown.splitlines()
