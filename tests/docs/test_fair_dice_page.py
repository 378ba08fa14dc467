"""The commands of docs/fair-dice.md, given by two players in two folders, do what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cli.app import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fair-dice.md").read_text("utf-8")
Captured = pytest.CaptureFixture[str]


class Player:
    """Somebody at a command line in a folder of his own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        folder.mkdir()
        self.folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys

    def __call__(self, line: str, code: int = 0) -> str:
        """Give a command; returns what it prints for others."""
        self._monkeypatch.chdir(self.folder)
        assert run(line.split()[1:]) == code, self._capsys.readouterr().err
        return self._capsys.readouterr().out

    def gets(self, name: str, text: str) -> None:
        """A file from the other player."""
        (self.folder / name).write_text(text, "utf-8")


def command(words: str) -> str:
    """A command of the page that holds these words."""
    found = next(line for line in PAGE.splitlines() if line.startswith("    adjudicator") and words in line)
    return re.sub(r"\s+#.*", "", found).strip()


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> tuple[Player, Player]:
    return Player(tmp_path / "a", monkeypatch, capsys), Player(tmp_path / "b", monkeypatch, capsys)


def test_two_players_alone(players: tuple[Player, Player]) -> None:
    french, coalition = players
    new, begin = command("chain new"), command("--chain our-match.chain.json")
    anchors = french(new), coalition(new.replace("French", "Coalition"))
    french.gets("coalition.txt", anchors[1])
    coalition.gets("french.txt", anchors[0])
    french(begin)
    coalition(begin.replace("--anchor Coalition=coalition.txt", "--anchor French=french.txt"))
    logs = [player.folder / "our-match" / "log.jsonl" for player in players]
    assert logs[0].read_bytes() == logs[1].read_bytes()
    for player in players:
        player("adjudicator run --match our-match")
    link, submit, go_on = command("chain link 17"), command("submit link.txt"), command("run --match our-match")
    _links(players, link.replace("17", "1"), submit, go_on)
    french.gets("orders.txt", "match: our-match\nturn: 1\nside: French\n\nmove Bonnet to 1104\n")
    coalition.gets("seal.txt", french(command("seal orders.txt")))
    coalition(command("submit seal.txt"))
    coalition.gets("opened.txt", french(command("open --match")))
    coalition(command("submit opened.txt"))
    for player in players:
        assert "The texts of step 2 are fixed" in player(go_on)
    _links(players, link.replace("17", "2"), submit, go_on)
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert "intact" in french("adjudicator verify our-match/log.jsonl")
    assert "Coalition: orders" in coalition("adjudicator status --match our-match")


def _links(players: tuple[Player, Player], link: str, submit: str, go_on: str) -> None:
    shown = [player(link) for player in players]
    for player, text in zip(players, reversed(shown), strict=True):
        player.gets("link.txt", text)
        player(submit)
        player(go_on)


def test_with_an_umpire(players: tuple[Player, Player], tmp_path: Path) -> None:
    french, umpire = players
    new = command("chain new")
    umpire.gets("french.txt", french(new))
    umpire.gets("coalition.txt", umpire(new.replace("French", "Coalition")))
    umpire(command("--mode mutual --anchor French=french.txt") + " --escrow our-match.chain.json")
    notice = umpire("adjudicator run --match our-match")
    asked = re.search(r"adjudicator chain link \d+", notice)
    assert asked is not None
    umpire.gets("link.txt", french(f"{asked[0]} --match our-match"))
    assert "link 1 of French" in umpire("adjudicator submit link.txt --match our-match")
    assert "Coalition: the link of step 1" in umpire("adjudicator status --match our-match")
    assert "from escrow" in umpire("adjudicator run --match our-match --no-link Coalition")
    assert "turn 1, French: orders" not in umpire("adjudicator status --match our-match")
    french("adjudicator chain link 3 --match our-match", code=1)


def test_sealed_orders(players: tuple[Player, Player]) -> None:
    french, umpire = players
    umpire("adjudicator new bautzen our-match --seed words")
    umpire("adjudicator run --match our-match --no-outbox")
    french.gets("french.txt", "match: our-match\nturn: 1\nside: French\n\nmove Bonnet to 1104\n")
    umpire.gets("seal.txt", french(command("seal french.txt")))
    assert "They count when they are opened" in umpire("adjudicator submit seal.txt --match our-match")
    umpire.gets("opened.txt", french(command("open french.txt.seal.json")))
    assert "It is what was sealed in line 3" in umpire("adjudicator submit opened.txt --match our-match")
    umpire.gets("opened.txt", (umpire.folder / "opened.txt").read_text("utf-8").replace("1104", "1105"))
    umpire("adjudicator submit opened.txt --match our-match", code=1)
