"""What goes wrong is told in one line of what and one of what to do; never a traceback."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.cli.app import run
from adjudicator.record import files
from tests.support.full_disk import room_for
from tests.support.logs import edit, first, forge, last
from tests.support.small_match import begin, play

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = begin(tmp_path_factory.mktemp("errors") / "m")
    play(made, "French", "move Bonnet to 1104")
    return made.folder


@pytest.fixture
def own(match: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(match, tmp_path / "own"))


def refused(capsys: Captured, *arguments: object, code: int = 1) -> str:
    """Run in this process; the error that is told, two lines at most."""
    assert run([str(argument) for argument in arguments]) == code
    told = capsys.readouterr().err
    assert told.startswith("error: "), told
    assert "Traceback" not in told
    assert len(told.splitlines()) <= 2
    return told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chek"], "Did you mean `check`?"),
        (["frobnicate"], "There is no command 'frobnicate'."),
        (["new", "jena", "x"], "no scenario called 'jena'"),
        (["new", "bautzen", "x", "--mode", "blind"], "no mode 'blind'"),
        (["new", "bautzen", "x", "--mode", "mutual"], "each side gives an anchor"),
        (["new", "bautzen", "x", "--option", "fog"], "no pair of a name and a value"),
        (["new", "bautzen", "x", "--option", "fog=thick"], "cannot be 'thick'"),
        (["new", "bautzen", "x", "--seat", "French"], "names no player"),
        (["new", "bautzen", "x", "--data", "nowhere"], "no data pack"),
        (["run", "--match", "nowhere"], "There is no log at nowhere"),
        (["status", "--match", "."], "is not a match folder"),
        (["verify", "nowhere.jsonl"], "There is no log"),
        (["verify", "."], "There is no log"),
        (["explain", "nowhere.jsonl", "1.1"], "There is no log"),
        (["rules", "chess"], "no rule system called 'chess'"),
        (["rules", "vv1813", "VV-99"], "no rule 'VV-99'"),
        (["scenarios", "jena"], "no scenario called 'jena'"),
    ],
)
def test_wrong_names_and_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(capsys, *arguments, code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check"], "Missing argument 'ORDERS'"),
        (["run", "--frob"], "No such option"),
        (["report", "--format", "pdf"], "pdf"),
        (["ruling", "--step", "two", "--reason", "x"], "--step"),
        (["ruling", "--step", "2"], "--reason"),
        (["map"], "--output"),
    ],
)
def test_a_call_that_cannot_be_understood_has_exit_code_2(capsys: Captured, arguments: list[str], says: str) -> None:
    told = refused(capsys, *arguments, code=2)
    assert says in told
    assert f"See `adjudicator {arguments[0]} --help`." in told


def test_orders_that_cannot_be_read(match: Path, tmp_path: Path, capsys: Captured) -> None:
    orders = tmp_path / "orders.txt"
    assert "There is no file" in refused(capsys, "check", orders, "--match", match, code=2)
    assert "cannot be used" in refused(capsys, "check", tmp_path, "--match", match, code=2)
    orders.write_bytes(b"\xff\xff\xff")
    assert "not valid UTF-8" in refused(capsys, "check", orders, "--match", match)
    orders.write_bytes(b"")
    assert "is empty" in refused(capsys, "submit", orders, "--match", match)


def test_a_check_with_errors_is_a_result_not_an_error(match: Path, tmp_path: Path, capsys: Captured) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: Coalition\n\nmvoe x", "utf-8")
    assert run(["check", str(orders), "--match", str(match)]) == 1
    told = capsys.readouterr()
    assert told.err == ""
    assert "orders.txt:5:1: not understood" in told.out


def test_exit_codes_tell_bad_orders_from_bad_usage(match: Path, tmp_path: Path, capsys: Captured) -> None:
    """1: the orders are no good. 2: the call is no good, and nothing is said of the orders."""
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: Austria\n\npass", "utf-8")
    assert run(["check", str(orders), "--match", str(match)]) == 1
    assert "no side called 'Austria'" in capsys.readouterr().out
    orders.write_text("match: small\nturn: 1\nside: Coalition\n\npass", "utf-8")
    assert run(["check", str(orders), "--match", str(match)]) == 0
    capsys.readouterr()
    for command in ("check", "submit"):
        assert "no side called 'Austria'" in refused(
            capsys, command, orders, "--match", match, "--side", "Austria", code=2
        )
        assert "There is no file" in refused(capsys, command, tmp_path / "x.txt", "--match", match, code=2)
        told = refused(capsys, command, orders, "--match", tmp_path / "nowhere", code=2)
        assert "There is no log" in told or "is not a match folder" in told


def test_a_text_for_another_match_is_refused_whole(own: Path, tmp_path: Path, capsys: Captured) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text("match: other\nturn: 1\nside: Coalition\n\npass", "utf-8")
    assert "for the match 'other'" in refused(capsys, "submit", orders, "--match", own)


def test_an_edited_log(own: Path, tmp_path: Path, capsys: Captured) -> None:
    log = own / "log.jsonl"
    edit(log, first(log, "orders"), lambda line: line["body"].update(text="resign"))
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: Coalition\n\npass", "utf-8")
    for arguments in (
        ["run", "--match", own],
        ["submit", orders, "--match", own],
        ["status", "--match", own],
        ["report", "--match", log],
        ["check", orders, "--match", own],
        ["export", "--match", own, "--side", "French", "-o", tmp_path / "x"],
        ["ruling", "--match", own, "--step", 2, "--reason", "x", "--option", "fog=none"],
    ):
        assert "Line 3 of log.jsonl does not fit" in refused(capsys, *arguments)


def test_a_missing_and_a_garbled_secret(own: Path, capsys: Captured, tmp_path: Path) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: Coalition\n\npass", "utf-8")
    secret = own / "secret.json"
    secret.write_text("{", "utf-8")
    assert "secret.json cannot be read" in refused(capsys, "submit", orders, "--match", own)
    secret.unlink()
    told = refused(capsys, "submit", orders, "--match", own)
    assert "The match's secret is missing" in told
    assert "back-up" in told


def test_a_locked_match(own: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0.1)
    with files.locked(own):
        told = refused(capsys, "run", "--match", own)
    assert "Another program is writing to the match own." in told
    assert "try again" in told


def test_a_broken_data_pack(tmp_path: Path, capsys: Captured) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "map.csv").write_text("place,terrain,elevation,name,source\n1304,forest,0,,text\n", "utf-8")
    told = refused(capsys, "new", "bautzen", tmp_path / "m", "--data", pack)
    assert "map.csv, line 2" in told
    assert "Known are clear" in told
    assert not (tmp_path / "m").exists()


def test_a_disk_that_fills_up_while_a_line_is_written(own: Path, tmp_path: Path, capsys: Captured) -> None:
    """What was half written is set aside by the next writer, and nothing is lost."""
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: Coalition\n\npass", "utf-8")
    with room_for((own / "log.jsonl").stat().st_size + 10):
        told = refused(capsys, "submit", orders, "--match", own)
    assert "bytes could be written" in told or "cannot be used" in told
    assert run(["submit", str(orders), "--match", str(own)]) == 0
    assert "set aside" in capsys.readouterr().err
    assert run(["verify", str(own)]) == 0


def test_sides_steps_and_kinds_that_are_not_there(match: Path, tmp_path: Path, capsys: Captured) -> None:
    assert "no side called 'Austria'" in refused(capsys, "report", "--match", match, "--side", "Austria", code=2)
    assert "no step 9" in refused(capsys, "report", "--match", match, "--side", "French", "--step", 9, code=2)
    assert "SVG or a PNG" in refused(capsys, "map", "--match", match, "-o", tmp_path / "map.gif", code=2)
    assert "has the whole log" in refused(
        capsys, "export", "--match", match, "--side", "umpire", "-o", tmp_path / "x", code=2
    )
    assert "no event 99" in refused(capsys, "explain", match, "2.99", code=2)
    assert "no side called" in refused(capsys, "run", "--match", match, "--without", "Austria", code=2)


def test_a_match_before_its_first_run(tmp_path: Path, capsys: Captured) -> None:
    assert run(["new", "bautzen", str(tmp_path / "m"), "--seed", "x"]) == 0
    capsys.readouterr()
    assert "Nothing has been played yet" in refused(capsys, "report", "--match", tmp_path / "m")
    assert run(["status", "--match", str(tmp_path / "m")]) == 0
    assert run(["verify", str(tmp_path / "m")]) == 0
    assert run(["state", "--match", str(tmp_path / "m")]) == 0


def test_a_torn_tail_is_reported_by_the_next_writer(own: Path, tmp_path: Path, capsys: Captured) -> None:
    log = own / "log.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole[:-7])
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: French\n\npass", "utf-8")
    assert run(["submit", str(orders), "--match", str(own)]) == 0
    told = capsys.readouterr()
    assert "The end of the log was torn" in told.err
    assert (own / "log.jsonl.torn-1").exists()


def test_a_log_forged_with_nonsense_is_a_sentence_about_the_log(own: Path, capsys: Captured) -> None:
    log = own / "log.jsonl"
    forge(log, last(log, "turn"), lambda line: line["body"].update(answers=7))
    told = refused(capsys, "export", "--match", own, "--side", "French", "-o", own / "x.jsonl")
    assert "does not fit: its member 'answers' is not what it should be" in told
