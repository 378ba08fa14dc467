"""The campaign's data: complete, marked with its source, open to an owner's data pack; bad data is a sentence."""

from __future__ import annotations

import csv
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.errors import DataError, MatchError
from adjudicator.rulesets.campaign1813 import ENTRY
from adjudicator.rulesets.campaign1813.data import load_campaign
from adjudicator.rulesets.campaign1813.ruleset import in_force, make
from adjudicator.rulesets.campaign1813.tables import TABLES, band_of
from tests.campaign1813.field import FRENCH, rules

DATA = files("adjudicator.rulesets.campaign1813") / "data"
TOWN = "id,name,lat,lon,kind,fortress,control,river,terrain,aliases,named_in_text,source\n"
ROAD = "id,from,to,kind,river,mountain_pass,km,source,kind_source\n"
UNIT = "id,name,side,nation,army,corps,kind,units,elan,points,men,start,traits,aliases,source\n"
ARMY = "id,name,side,leader,break_point,aliases,source\n"
CORPS = "id,name,side,army,hq,aliases,source\n"


def pack(folder: Path, **texts: str) -> Path:
    """A data pack with these files."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return folder


def test_every_value_says_where_it_comes_from() -> None:
    """CAM-map-6, CAM-unit-1: each row of each file is text, reconstruction, or an addition of ours."""
    for file in [path for path in DATA.iterdir() if path.name.endswith(".csv")]:
        rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
        assert rows, file.name
        sources = {row["source"] for row in rows}
        assert sources <= {"text", "reconstruction", "addition"}, file.name
        if file.name.startswith("auto_"):
            assert sources == {"addition"}


def test_what_the_text_names_is_marked_as_text() -> None:
    """CAM-map-6: the 17 sections of the book's examples, and the classes that it states."""
    rows = list(csv.DictReader((DATA / "roads.csv").read_text("utf-8").splitlines()))
    named = {frozenset((row["from"], row["to"])) for row in rows if row["source"] == "text"}
    assert len(named) == 17
    assert frozenset(("Luckau", "Torgau")) in named
    classes = {frozenset((row["from"], row["to"])) for row in rows if row["kind_source"] == "text"}
    assert classes == {
        frozenset(pair)
        for pair in (("Luckau", "Cottbus"), ("Cottbus", "Lausitz"), ("Lausitz", "Sagan"), ("Weisenberg", "Potsdam"))
    }


def test_every_table_is_a_file_and_every_file_is_read() -> None:
    """CAM-road-1: nothing lies about unread."""
    known = {*TABLES, "towns", "roads", "units", "corps", "armies", "depots", "fortresses", "fortress_capacity"}
    known |= {"calendar", "nationalities"}
    assert {path.name.removesuffix(".csv") for path in DATA.iterdir()} == known


def test_a_data_pack_replaces_single_rows_and_whole_tables(tmp_path: Path) -> None:
    """CAM-supply-5, CAM-break-1, CAM-lead-9: an owner's values go before ours, and change the digest."""
    given = pack(
        tmp_path,
        armies=ARMY + "NAP,Grande Armée,French,F001,40,,text\n",
        depots="town,side,type,source,remove\nDresden,French,B,text,\nLuckau,French,D,text,1\n",
        units=UNIT + "F003,1st Old Guard Div Friant,French,French,NAP,OG,infantry,3,8,48,7500,Bautzen,Steady,,text\n",
        numbers=(DATA / "numbers.csv").read_text("utf-8").replace("group_moves,3", "group_moves,4"),
    )
    game = make({}, given)
    assert game.context.armies["NAP"].break_point == 40
    assert game.start().depots["Dresden"].type == "B"
    assert "Luckau" not in game.start().depots
    assert game.context.roster["F003"].traits == ("Steady",)
    assert game.context.tables.number["group_moves"] == 4
    assert game.context.armies["NEY"].break_point == 26
    assert game.data_digest() != rules().data_digest()


BAD: dict[str, tuple[dict[str, str], str]] = {
    "a road to a town that does not exist": (
        {"roads": ROAD + "R001,Hamburg,Atlantis,major,,0,10,text,text\n"},
        r"roads.csv, line 2: The road R001 leads to Atlantis",
    ),
    "a road from a town to itself": (
        {"roads": ROAD + "R001,Hamburg,Hamburg,major,,0,10,text,text\n"},
        "to itself",
    ),
    "two roads between the same towns": (
        {"roads": ROAD + "R900,Hamburg,Harburg,minor,,0,10,text,text\n"},
        "already joined",
    ),
    "a road of no kind": (
        {"roads": ROAD + "R001,Hamburg,Harburg,paved,,0,10,text,text\n"},
        'kind is "paved"',
    ),
    "a town without roads": (
        {"towns": TOWN + "Atlantis,Atlantis,50.0,10.0,town,0,French,,forest,,0,text\n"},
        "No road leads to Atlantis",
    ),
    "a town off the globe": (
        {"towns": TOWN + "Hamburg,Hamburg,53.55555,10.0,city,1,French,Elbe,marsh,,1,text\n"},
        "three decimals",
    ),
    "a corps without HQ": (
        {"corps": CORPS + "I,I Corps,French,NAP,F016,,text\n"},
        r"corps.csv, line 2: I Corps has no headquarters F016",
    ),
    "a corps of no army": ({"corps": CORPS + "I,I Corps,French,XXX,F015,,text\n"}, "unknown army XXX"),
    "a block of another army than its corps": (
        {"units": UNIT + "F016,Philippon,French,French,NEY,I,infantry,3,5,30,7500,Dresden,,,text\n"},
        "belongs to I Corps but to another army",
    ),
    "an unknown depot type": (
        {"depots": "town,side,type,source\nDresden,French,E,text\n"},
        r'depots.csv, line 2: type is "E"',
    ),
    "a depot in no town": ({"depots": "town,side,type,source\nAtlantis,French,A,text\n"}, "Atlantis, which is no town"),
    "a block in no town": (
        {"units": UNIT + "F016,Philippon,French,French,NAP,I,infantry,3,5,30,7500,Atlantis,,,text\n"},
        "starts in Atlantis",
    ),
    "a block among its enemies": (
        {"units": UNIT + "F016,Philippon,French,French,NAP,I,infantry,3,5,30,7500,Berlin,,,text\n"},
        "together with the enemy",
    ),
    "a block of an unknown army": (
        {"units": UNIT + "F103,Dombrowski,French,French,XXX,,infantry,1,6,12,2500,Wittenberg,,,text\n"},
        "unknown army XXX",
    ),
    "a block of an unknown corps": (
        {"units": UNIT + "F103,Dombrowski,French,French,IND,XX,infantry,1,6,12,2500,Wittenberg,,,text\n"},
        "unknown corps XX",
    ),
    "a garrison that marches": (
        {"units": UNIT + "F109,Garrison,French,French,IND,,garrison,2,4,16,5000,Torgau,,,text\n"},
        "Garrisons, and only they",
    ),
    "a combat block without strength": (
        {"units": UNIT + "F103,Dombrowski,French,French,IND,,infantry,,,,,Wittenberg,,,text\n"},
        "Combat blocks have units and elan",
    ),
    "a Russian on the French side": (
        {"units": UNIT + "F103,Dombrowski,French,Russian,IND,,infantry,1,6,12,2500,Wittenberg,,,text\n"},
        "Russian on the French side",
    ),
    "too many blocks of a colour": (
        {"nationalities": "nation,side,colour,blocks,rule,source\nSwedish,Allied,yellow,8,CAM-unit-1,text\n"},
        "Swedish should have 8 blocks",
    ),
    "an army without its leader": (
        {"armies": ARMY + "NAP,Grande Armée,French,F046,36,,text\n"},
        "has no leader F046",
    ),
    "an army that cannot break": (
        {"armies": ARMY + "NAP,Grande Armée,French,F001,99,,text\n"},
        "breaks at 99",
    ),
    "a garrison too large": (
        {"units": UNIT + "F109,Garrison,French,French,GAR,,garrison,3,4,24,7500,Torgau,,,text\n"},
        "holds 2 units",
    ),
    "a garrison that is none": ({"fortresses": "town,garrison,source\nTorgau,F016,text\n"}, "not a garrison of"),
    "a garrison that does not exist": ({"fortresses": "town,garrison,source\nTorgau,F999,text\n"}, "F999 is not"),
    "a fortress that is none": ({"fortresses": "town,garrison,source\nBautzen,,text\n"}, "no fortress of towns.csv"),
    "a fortress that nobody lists": (
        {"fortresses": "town,garrison,source,remove\nTorgau,,text,1\n"},
        "no row in fortresses.csv",
    ),
    "no capacity for other fortresses": (
        {"fortress_capacity": "location,men,units,rule,source,remove\nother,1,1,CAM-map-5,text,1\n"},
        "no row `other`",
    ),
    "a calendar with a gap": (
        {"calendar": "turn,first_day,last_day,assault,note,rule,source,remove\n5,,,,,,,1\n"},
        "does not list the turns",
    ),
    "victory in a town that is none": (
        {
            "victory": "side,level,broken,keep,capture,capture_count,when,rule,source\n"
            "French,major,0,Atlantis,,0,any,CAM-vic-3,text\n"
        },
        "Atlantis, which is no town",
    ),
    "a table that does not fit": (
        {"recon": "low,high,shown,rule,source\n1,3,perhaps,CAM-recon-4,text\n"},
        "recon.csv, line 2: shown",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_data_is_a_sentence_with_file_and_line(name: str, tmp_path: Path) -> None:
    """CAM-map-6, CAM-lead-6, CAM-supply-5: what is wrong, where it stands, and what to do."""
    texts, words = BAD[name]
    with pytest.raises(DataError, match=words) as caught:
        load_campaign(in_force({}), pack(tmp_path / "pack", **texts))
    assert caught.value.remedy


def test_an_unknown_option_is_refused() -> None:
    """CAM-turn-1: with the options that there are."""
    with pytest.raises(MatchError, match="no option"):
        make({"weather": "mud"})
    with pytest.raises(MatchError, match="cannot be"):
        make({"rally": "never"})


def test_every_block_has_a_name_that_a_player_can_write() -> None:
    """CAM-unit-2: printed names are read back as the same block, corps, army or town."""
    from adjudicator.dsl.names import Names

    game = rules()
    for side in (*game.sides,):
        known = game.known(game.start(), side)
        names = Names(game.language, tuple(game.language.names(known, side)), side)
        for card in game.context.roster.values():
            if card.side == side:
                printed = names.printed("who", card.id)
                assert names.meaning("who", printed.strip('"')) == card.id, card.name
    french = Names(game.language, tuple(game.language.names(game.known(game.start(), FRENCH), FRENCH)), FRENCH)
    for town in game.board.towns:
        assert french.meaning("place", french.printed("place", town).strip('"')) == town


def test_bands_cover_every_result() -> None:
    """CAM-rally-4, CAM-fm-3, CAM-attr-2, CAM-assault-6: no modified die falls between two rows."""
    tables = rules().context.tables
    for number in range(-5, 25):
        assert band_of(tables.rally, number) is not None
        assert band_of(tables.assault_casualties, number) is not None
        assert band_of(tables.auto_results, number) is not None
        for table in (tables.forced_march, tables.attrition):
            assert band_of([row for row in table if row.row == "loss"], number).value in (0, 25)


def test_a_match_s_own_copy_of_the_data_is_what_counts(tmp_path: Path) -> None:
    """CAM-move-7: the numbers come from the folder that is handed over, not from the installation."""
    ours = ENTRY.data_folders("campaign1813")
    copy = {name: Path(shutil.copytree(str(folder), tmp_path / name)) for name, folder in ours.items()}
    numbers = copy["campaign"] / "numbers.csv"
    numbers.write_text(numbers.read_text("utf-8").replace("group_moves,3,", "group_moves,4,"), "utf-8")
    other: Any = ENTRY.load("campaign1813", {}, copy, None)
    assert other.context.tables.number["group_moves"] == 4
    assert other.data_digest() != rules().data_digest()
