"""`desk status` as text, JSON and a page; `desk read` and `desk init`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from adjudicator.cli.app import run as cli
from tests.support.post_office import COALITION, FRENCH, Office, desk_folder
from tests.support.real_servers import missing, program

CHROMIUM = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def test_status_says_who_owes_what_since_when_and_until_when(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    office.round()
    assert cli(["desk", "status", str(office.folder)]) == 0
    told = capsys.readouterr().out
    assert "our-match: bautzen, turn 1, step 1\n  waiting for French: orders\n" in told
    assert "until Saturday, 4 July 2026, 20:00 (UTC)" in told
    assert cli(["desk", "status", str(office.folder), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    (match,) = plain["matches"]
    assert match["waiting"] == [{"side": "French", "seat": None, "what": "orders"}]
    assert match["due"] == "2026-07-04T20:00:00Z"
    assert match["looked_at"]
    assert plain["mail"] == {"to_do": 0, "due": 0, "sent": 3, "failed": 0, "bounced": 0}


def test_the_page_in_a_browser_finds_a_match_and_runs_no_script_of_a_player(tmp_path: Path) -> None:
    browser = program("chromium", "chromium-browser")
    if not browser:
        missing("Chromium")
    office = Office(desk_folder(tmp_path / "desk", matches={"first": "1", "second": "2"}))
    try:
        office.round()
        evil = "match: first<script>document.title='taken'</script>\nturn: 1\nside: French\npass\n"
        office.write(FRENCH, evil, "[first]")
        office.round()
        page = tmp_path / "status.html"
        assert cli(["desk", "status", str(office.folder), "--html", str(page)]) == 0
    finally:
        office.close()
    probe = (
        "<script>var box = document.getElementById('find'); box.value = 'second';"
        "box.dispatchEvent(new Event('input'));"
        "document.title = document.title + '|' + [].filter.call(document.querySelectorAll('#matches tbody tr'),"
        "row => !row.hidden).map(row => row.cells[0].innerText).join();</script>"
    )
    tried = tmp_path / "tried.html"
    tried.write_text(page.read_text("utf-8").replace("</body>", f"{probe}</body>"), "utf-8")
    call = [browser, *CHROMIUM, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", tried.as_uri()]
    seen = subprocess.run(call, capture_output=True, text=True, timeout=120, check=True).stdout
    title = seen.partition("<title>")[2].partition("</title>")[0]
    assert title.startswith("The desk: who owes what|second")
    assert "first" not in title
    assert "taken" not in title


def test_read_tells_the_verdict_and_changes_nothing(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.round()
    mail = office.folder / "mail.eml"
    mail.write_bytes(office.written(COALITION, "turn: 1\nmove Rosen to 0611\nwait\n", "Re: [our-match T1]"))
    before = office.match().log.path.read_bytes()
    assert cli(["desk", "read", str(mail), "--desk", str(office.folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == "accept"
    assert [line["text"] for line in told["lines"]] == ["turn: 1", "move Rosen to 0611"]
    assert (told["match"], told["side"], told["seat"]) == ("our-match", "Coalition", None)
    assert office.match().log.path.read_bytes() == before
    assert office.round().came == 0


def test_init_writes_a_desk_that_works_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my-desk"
    folder.mkdir()
    assert cli(["new", "bautzen", str(folder / "our-match"), "--seed", "x"]) == 0
    players = ["--player", f"French={FRENCH}", "--player", f"coalition={COALITION}"]
    assert cli(["desk", "init", str(folder), "--match", "our-match", *players]) == 0
    assert cli(["desk", "once", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("1 matches looked after, 3 sent.\n")
    assert cli(["desk", "init", str(folder)]) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("days = 3", "dayz = 3"), "there is no such word"),
        (('"chief@example.org"', '"nobody"'), "'nobody' is no mail address"),
        (('grace = "2 hours"', 'grace = "a bit"'), "'a bit' is no length of time"),
        (("[deadlines]", "[deadlines"), "cannot be read"),
    ],
)
def test_a_slip_in_desk_toml_gets_a_sentence(
    office: Office, capsys: pytest.CaptureFixture[str], change: tuple[str, str], says: str
) -> None:
    toml = office.folder / "desk.toml"
    toml.write_text(toml.read_text("utf-8").replace(*change), "utf-8")
    assert cli(["desk", "once", str(office.folder)]) == 1
    assert says in capsys.readouterr().err


def test_a_password_file_that_others_may_read_is_refused(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    toml = office.folder / "desk.toml"
    given = 'kind = "imap"\nhost = "127.0.0.1"\nuser = "x"\npassword = "file:imap.secret"'
    toml.write_text(toml.read_text("utf-8").replace('kind = "maildir"\npath = "mail/in"', given), "utf-8")
    secret = office.folder / "imap.secret"
    secret.write_text("word\n", "ascii")
    secret.chmod(0o644)
    assert cli(["desk", "once", str(office.folder)]) == 2
    assert "Others may read the password file" in capsys.readouterr().err
