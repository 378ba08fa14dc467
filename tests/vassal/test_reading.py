"""What a player did in VASSAL, read back as orders: with our modules, and with others' by a mapping file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from adjudicator.cli.app import run
from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.types import Side
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run as adjudicate
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.side_views import Source, Whole
from adjudicator.play.vassal.counters import Box
from adjudicator.play.vassal.reading import FileRead, read_file
from adjudicator.play.vassal.saving import Tabletop, save_of, view_at
from adjudicator.play.vassal.telling import log_of
from adjudicator.vassal.archives import packed, packed_game
from adjudicator.vassal.commands import Add, Boards, Change, Chat, Command, Property, Remove, Step, Undo, saved

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@cache
def source_of(match: str) -> Source:
    return open_source(EXAMPLES / match / "log.jsonl")


@pytest.fixture(scope="module")
def bautzen(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """Bautzen before the first orders of the French."""
    match = create("bautzen", tmp_path_factory.mktemp("match") / "bautzen", name="vassal", seed="by VASSAL")
    adjudicate(match)
    return match


class Player:
    """Somebody at VASSAL: he opens a save and moves pieces."""

    def __init__(self, source: Source, side: str) -> None:
        self.source, self.side = source, Side(side)
        self.table = Tabletop(Box(source.rules))
        self.opening = self.table.lay_out(view_at(source, self.side, None))
        self.steps: list[Step] = []

    def moves(self, units: Sequence[str], *places: str) -> None:
        for place in places:
            self.steps.append(Step((*self.table.go(units, place), Chat("* moved"))))

    def does(self, *commands: Command) -> None:
        self.steps.append(Step(commands))

    def id(self, unit: str) -> str:
        return self.table.placed[unit].id

    def log(self) -> bytes:
        return packed_game(saved(self.opening, self.steps), "Bautzen", "1", "")

    def read(self) -> FileRead:
        return read_file(self.source, self.log(), "mine.vlog", self.side)


@pytest.fixture
def french(bautzen: Match) -> Player:
    return Player(Whole(bautzen.lines, bautzen.history, bautzen.folder), "French")


def orders(read: FileRead) -> list[str]:
    return read.text.partition("\n\n")[2].splitlines()[:-1]


# --- orders --------------------------------------------------------------------------------------------------------


def test_marches_become_orders_in_the_order_in_which_they_were_made(french: Player) -> None:
    french.moves(["napoleon"], "0803")
    french.moves(["compans", "soult"], "1202", "1203")
    french.moves(["friedrich"], "1203")
    read = french.read()
    assert orders(read) == [
        "move Napoleon 0802 -> 0803",
        "move Compans, Soult 1201 -> 1202 -> 1203",
        "move Friedrich to 1203",
    ]
    assert read.text.startswith("BEGIN ORDERS\nmatch: vassal\nturn: 1\nside: French\n")
    assert read.good
    assert read.checked is not None
    assert read.checked.good


def test_a_piece_that_came_back_has_no_order_and_undo_takes_back(french: Player) -> None:
    french.moves(["compans"], "1202", "1201")
    french.moves(["friedrich"], "1103")
    undone = french.table.go(["friedrich"], "1102")
    french.does(Chat("* UNDO"), Undo(True), *undone, Undo(False))
    french.moves(["friedrich"], "1203")
    assert orders(french.read()) == ["move Friedrich to 1203"]


def test_what_check_refuses_is_told(french: Player) -> None:
    french.moves(["compans"], "1711")
    read = french.read()
    assert orders(read) == ["move Compans to 1711"]
    assert not read.good
    assert read.checked is not None
    refused = [problem for problem in read.checked.problems if problem.sort == "refused"]
    assert [problem.text for problem in refused] == ["move Compans to 1711"]


def test_what_is_no_march_is_named_and_so_is_an_enemy_in_the_way(french: Player) -> None:
    compans = french.table.placed["compans"]
    french.does(Change(compans.id, compans.counter.state("Main Map", *compans.spot, turned=True)))
    french.does(Remove(french.id("friedrich")))
    enemy = next(key for key in french.table.placed if key.startswith("?"))
    french.moves([enemy], "0101")
    french.moves(["morand"], "1703")
    read = french.read()
    assert read.unread == (
        "step 1: Compans was turned over, marked or masked: no order says that",
        "step 2: Friedrich was taken away: no order says that",
        "step 3: a piece of the Coalition side was moved: it is not yours",
    )
    assert read.remarks == ("Morand: the enemy stands at 1703; an attack is another order",)
    assert not read.good


def test_dice_are_listed_as_claims_and_nothing_else(french: Player) -> None:
    french.does(Chat("*** Dice = 6,4"), Property("Dice_result", "6,4"))
    read = french.read()
    assert read.claims == ("step 1: Dice = 6,4",)
    assert read.text == ""


def test_a_save_without_steps_is_compared_with_the_match(french: Player) -> None:
    french.moves(["compans"], "1202")
    moved = packed_game(
        saved([*(Add(p.id, p.counter.type(), p.state) for p in french.table.placed.values())]), "", "", ""
    )
    read = read_file(french.source, moved, "mine.vsav", "French")
    assert orders(read) == ["move Compans 1201 -> 1202"]
    assert read.differences == ()


def test_differences_of_the_position_are_told(french: Player) -> None:
    opening = french.table.placed
    french.opening = [one for one in french.opening if not (isinstance(one, Add) and one.id == opening["compans"].id)]
    french.moves(["friedrich"], "1203")
    assert french.read().differences == ("Compans is at 1201 in the match and not there",)


def test_passwords_and_names_of_hidden_pieces_are_told_to_nobody(french: Player) -> None:
    """Neither the ids of players nor whatever the other side's counters are called."""
    box = french.table.box
    duka = box.counters["duka"]
    french.does(Add("77", duka.type(), duka.state("Main Map", 100, 100)))
    french.moves(["compans"], "1202")
    text = saved(french.opening, french.steps)
    text = text.replace("end_save", "PLAYER\ts3cret\tAnna\tFrench\x1bend_save").replace("null/null", "null/s3cret")
    read = read_file(french.source, packed_game(text, "", "", ""), "mine.vlog", "French")
    told = "\n".join(read.told())
    assert "s3cret" not in told
    assert "Anna" not in told
    assert "Duka" not in told
    assert read.unread == ("step 1: a piece of the Coalition side was laid on the map: it is not yours",)


# --- round trips ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "side"),
    [("bautzen", "French"), ("bautzen", "Coalition"), ("lutzen-noon", "French"), ("campaign1813", "Allied")],
)
def test_a_save_read_back_is_the_position_of_every_step(match: str, side: str) -> None:
    source = source_of(match)
    for number in source.numbers()[:: 1 if match == "bautzen" else 3]:
        read = read_file(source, save_of(source, side, number), "it", side, step=number)
        assert (read.text, read.unread, read.differences) == ("", (), ())


def test_the_marches_of_our_own_log_are_read_as_they_were_made() -> None:
    """The French march of the first turn, told by the log, becomes orders again."""
    source = source_of("bautzen")
    read = read_file(source, log_of(source, "French", 2, 2), "it", "French", step=1)
    assert "move Compans, Soult to 1204" in orders(read)
    assert any("Napoleon" in line and line.endswith("0802 -> 0803") for line in orders(read))
    assert read.differences == ()


# --- others' modules -----------------------------------------------------------------------------------------------

MODULE = """<VASSAL.build.GameModule name="Theirs" version="2">
<VASSAL.build.module.Map mapName="Schlachtfeld"><VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="Karte" width="900" height="900">
<VASSAL.build.module.map.boardPicker.board.RegionGrid>
<VASSAL.build.module.map.boardPicker.board.Region name="Burk" originx="100" originy="100"/>
<VASSAL.build.module.map.boardPicker.board.Region name="Abschnitt 12" originx="300" originy="100"/>
<VASSAL.build.module.map.boardPicker.board.Region name="1203" originx="500" originy="100"/>
</VASSAL.build.module.map.boardPicker.board.RegionGrid>
</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
</VASSAL.build.GameModule>"""

MAPPING = """[map]
name = "Schlachtfeld"

[units]
"Division Compans" = "Compans"

[places]
"Abschnitt 12" = "1201"
"Burk" = "1202"
"""


@pytest.fixture
def theirs(tmp_path: Path) -> tuple[Path, Path, bytes]:
    """Another's module, a mapping file, and a log that was played with it."""
    (tmp_path / "theirs.vmod").write_bytes(packed({"buildFile.xml": MODULE.encode()}))
    (tmp_path / "theirs.toml").write_text(MAPPING, "utf-8")
    opening: list[Command] = [
        Add("1", "mark;Korps\tpiece;;;a.png;Division Compans", "IV\tSchlachtfeld;310;90;1;0"),
        Add("2", "piece;;;b.png;Marker", "Schlachtfeld;100;100;2;0"),
        Boards("Schlachtfeld", (("Karte", 0, 0),)),
    ]
    steps = [
        "M/1/Schlachtfeld/105/99/null/Schlachtfeld/310/90/null/x",
        "M/1/Schlachtfeld/500/99/null/Schlachtfeld/105/99/null/x",
    ]
    log = "\x1b".join([saved(opening), *(f"LOG\t{step}" for step in steps)])
    return tmp_path / "theirs.vmod", tmp_path / "theirs.toml", packed_game(log, "Theirs", "2", "")


def test_a_log_of_anothers_module_is_read_by_a_mapping_file(french: Player, theirs: tuple[Path, Path, bytes]) -> None:
    module, mapping, log = theirs
    read = read_file(french.source, log, "theirs.vlog", "French", module=module, mapping=mapping)
    assert orders(read) == ["move Compans 1201 -> 1202 -> 1203"]
    assert "Marker is on the map there, and is none that you know here" in read.differences
    assert "Compans is at" not in " ".join(read.differences)


def test_what_is_missing_for_anothers_module_is_said(french: Player, theirs: tuple[Path, Path, bytes]) -> None:
    module, mapping, log = theirs
    with pytest.raises(UsageError, match="not played with a module of ours"):
        read_file(french.source, log, "theirs.vlog", "French")
    with pytest.raises(UsageError, match="for another's module"):
        read_file(french.source, log, "theirs.vlog", "French", mapping=mapping)
    for text, said in (
        ("[units]\nA = 'Nobody'\n", "names a unit 'Nobody'"),
        ("[map]\nname = 'Elsewhere'\n", "several maps, or none called"),
        ("[map]\nname = 3\n", "does not fit: map.name"),
        ("[map\n", "cannot be read"),
    ):
        mapping.write_text(text, "utf-8")
        with pytest.raises(UsageError, match=said):
            read_file(french.source, log, "theirs.vlog", "French", module=module, mapping=mapping)


# --- the command line ----------------------------------------------------------------------------------------------


def test_the_commands(french: Player, bautzen: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(bautzen.folder)
    assert run(["vassal", "save", "--match", folder, "--side", "French", "-o", str(tmp_path / "now.vsav")]) == 0
    assert run(["vassal", "log", "--match", folder, "--side", "French", "-o", str(tmp_path / "all.vlog")]) == 0
    assert run(["vassal", "read", str(tmp_path / "now.vsav"), "--match", folder, "--side", "French"]) == 0
    assert "Nobody was moved there: no orders." in capsys.readouterr().out
    french.moves(["compans"], "1202")
    (tmp_path / "mine.vlog").write_bytes(french.log())
    call = ["vassal", "read", str(tmp_path / "mine.vlog"), "--match", folder, "--side", "French"]
    assert run([*call, "-o", str(tmp_path / "french.txt")]) == 0
    assert run(["check", str(tmp_path / "french.txt"), "--match", folder]) == 0
    capsys.readouterr()
    (tmp_path / "mine.vlog").write_bytes(b"no zip at all")
    assert run(call) == 1
    assert "mine.vlog is no file of VASSAL, or it is damaged." in capsys.readouterr().err
    (tmp_path / "mine.vlog").write_bytes(french.log())
    assert run(call[:-2]) == 2
    assert "A side is missing: whose orders are they?" in capsys.readouterr().err


def test_boards_that_cannot_be_read_are_refused(french: Player, theirs: tuple[Path, Path, bytes]) -> None:
    module, mapping, _ = theirs
    two: list[Command] = [
        Add("1", "piece;;;a.png;X", "Schlachtfeld;1;1;1;0"),
        Boards("Schlachtfeld", (("Karte", 0, 0), ("Karte", 1, 0))),
    ]
    with pytest.raises(MatchError, match="Several boards"):
        read_file(french.source, packed_game(saved(two), "", "", ""), "it", "French", module=module, mapping=mapping)
    module.write_bytes(packed({"buildFile.xml": MODULE.replace("RegionGrid", "SquareGrid").encode()}))
    one: list[Command] = [
        Add("1", "piece;;;a.png;X", "Schlachtfeld;1;1;1;0"),
        Boards("Schlachtfeld", (("Karte", 0, 0),)),
    ]
    with pytest.raises(MatchError, match="no grid that can be read"):
        read_file(french.source, packed_game(saved(one), "", "", ""), "it", "French", module=module, mapping=mapping)
