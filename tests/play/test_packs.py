"""Data packs: which files they may have, what spreadsheets do to them, what they change, who gets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import rulesets
from adjudicator.core.errors import DataError, UsageError
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import create
from adjudicator.play.match.running import run
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.packs import check_pack, data_in_force

UNITS = (
    "id,name,side,nation,formation,line,kind,strength,quality,reduced_strength,reduced_quality,movement,guard,aliases,"
    "source\nbonnet,Bonnet,French,France,soult,,infantry,8,A,4,B,2,0,,text\n"
)


def packed(folder: Path, **files: str) -> Path:
    """A pack on disk; `map_csv` is map.csv."""
    pack = folder / "my-pack"
    pack.mkdir()
    for name, text in files.items():
        (pack / name.replace("_csv", ".csv")).write_text(text, "utf-8")
    return pack


# --- what may be in one ------------------------------------------------------------------------------------


def test_a_file_that_nothing_would_read_is_refused(tmp_path: Path) -> None:
    pack = packed(tmp_path, unit_csv=UNITS)
    with pytest.raises(DataError, match=r"my-pack/unit.csv is no file that a data pack can have"):
        rulesets.load("bautzen", {}, pack)
    (pack / "unit.csv").rename(pack / "units.csv")
    (pack / "README.md").write_text("read off my copy")
    (pack / ".DS_Store").write_text("")
    assert rulesets.load("bautzen", {}, pack).context.counters["bonnet"].strength == 8


@pytest.mark.parametrize("place", ["9901", "0000", "0199", "2413"])
def test_a_hex_that_the_map_cannot_have_is_refused(tmp_path: Path, place: str) -> None:
    pack = packed(tmp_path, map_csv=f"place,terrain,elevation,name,source\n{place},woods,0,,text\n")
    with pytest.raises(DataError, match=f"line 2: {place} is not a hex of this map"):
        rulesets.load("bautzen", {}, pack)


@pytest.mark.parametrize("parted_by", [";", "\t"])
def test_what_a_spreadsheet_makes_of_a_table_is_read(tmp_path: Path, parted_by: str) -> None:
    """Columns parted by semicolons or tabs, and 0701 without its zero."""
    rows = ["place,terrain,elevation,name,source", "704,woods,0,,text", "1304,woods,0,,text"]
    pack = packed(tmp_path, map_csv="\n".join(rows).replace(",", parted_by))
    (pack / "hexsides.csv").write_text("a,b,feature,bridge,name,source\n701,702,none,0,,text\n".replace(",", parted_by))
    board = rulesets.load("bautzen", {}, pack).board
    assert [board.cells[place].terrain for place in ("0704", "1304")] == ["woods", "woods"]
    assert board.side("0701", "0702").way == ""
    assert sorted(board.cells) == sorted(rulesets.load("bautzen", {}).board.cells)


# --- what is in force --------------------------------------------------------------------------------------


def test_what_a_pack_changes_is_shown_entry_by_entry(tmp_path: Path) -> None:
    pack = packed(tmp_path, units_csv=UNITS)
    (pack / "tables").mkdir()
    (pack / "tables" / "stacking.toml").write_text("limit = 3\n")
    found = data_in_force("bautzen", pack)
    assert dict(found.differences()) == {
        "tables/stacking.toml": ("limit: 2 -> 3",),
        "units.csv": ("bonnet: strength 7 -> 8, reduced_strength 3 -> 4",),
    }
    assert check_pack(found) == (2, 2)


@pytest.mark.parametrize("scenario", ["bautzen", "lutzen", "campaign1813", "ligny"])
def test_every_file_can_be_shown_and_makes_a_pack_that_changes_nothing(scenario: str, tmp_path: Path) -> None:
    """What `data show` prints of a table is a file of a pack."""
    found = data_in_force(scenario)
    assert len(list(found.contents())) == len(found.files) > 5
    pack = tmp_path / "same"
    for name in found.files:
        if name.endswith(".csv"):
            (pack / name).parent.mkdir(parents=True, exist_ok=True)
            (pack / name).write_text("\n".join(found.table(name)) + "\n", "utf-8")
    again = data_in_force(scenario, pack)
    assert {name: told for name, told in again.differences() if told} == {}
    assert rulesets.load(scenario, {}, pack).data_digest() == rulesets.load(scenario, {}).data_digest()


def test_a_table_of_the_campaign_is_replaced_whole(tmp_path: Path) -> None:
    """CAM-supply-9: of tables of results the pack's file takes the place of ours; rows that it lacks are gone."""
    lines = list(data_in_force("campaign1813").table("supply_range"))
    pack = packed(tmp_path, supply_range_csv="\n".join(lines[:-1]) + "\n")
    ((_, told),) = data_in_force("campaign1813", pack).differences()
    assert [words.endswith("is gone") for words in told] == [True]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no data file 'unit'"):
        list(data_in_force("bautzen").table("unit"))
    with pytest.raises(UsageError, match="no data pack at"):
        data_in_force("bautzen", tmp_path / "nowhere")


# --- who gets it -------------------------------------------------------------------------------------------


def test_the_pack_lies_beside_each_sides_own_log_and_fits_it(tmp_path: Path) -> None:
    """A player reads his export at home with it, without a word about other data."""
    match = create("bautzen", tmp_path / "match", seed="packs", pack=packed(tmp_path, units_csv=UNITS))
    run(match)
    deliver(match)
    for side in ("French", "Coalition"):
        latest = match.folder / "outbox" / side / "latest"
        assert (latest / "data" / "units.csv").read_text() == UNITS
        warned: list[str] = []
        home = open_source(latest / "export.jsonl", warn=warned.append)
        assert warned == []
        assert home.rules.context.counters["bonnet"].strength == 8  # type: ignore[attr-defined]
    assert data_in_force(str(match.folder)).pack is not None


def test_of_a_pack_with_secrets_a_side_gets_its_own_rows(tmp_path: Path) -> None:
    """CAM-unit-3: the strength of the enemy's blocks is his affair."""
    head, *rows = data_in_force("campaign1813").table("units")
    mine = next(row for row in rows if row.startswith("F003,"))
    theirs = next(row for row in rows if row.startswith("P003,"))
    match = create(
        "campaign1813", tmp_path / "match", seed="packs", pack=packed(tmp_path, units_csv=f"{head}\n{mine}\n{theirs}\n")
    )
    run(match)
    deliver(match)
    sent = {side: match.folder / "outbox" / side / "latest" / "data" / "units.csv" for side in ("French", "Allied")}
    assert sent["French"].read_text() == f"{head}\n{mine}\n"
    assert sent["Allied"].read_text() == f"{head}\n{theirs}\n"
