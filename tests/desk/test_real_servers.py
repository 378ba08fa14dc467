"""The desk at real servers: Dovecot by IMAP, OpenSMTPD, LMTP, PostgreSQL; a real bounce, a server that is away."""

from __future__ import annotations

import os
import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.support.post_office import (
    COALITION,
    DESK,
    FRENCH,
    UMPIRE,
    Office,
    desk_folder,
    match_block,
    parsed,
    text_of,
    words_of,
)
from tests.support.real_servers import PASSWORD, MailServers, mail_servers, postgres, wait_until

pytestmark = pytest.mark.xdist_group("servers")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServers]:
    with mail_servers(tmp_path_factory.mktemp("servers"), DESK, UMPIRE, FRENCH, COALITION) as running:
        yield running


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


class RealOffice(Office):
    """Players who send by SMTP and read what Dovecot has for them."""

    def __init__(self, folder: Path, servers: MailServers) -> None:
        super().__init__(folder)
        self.servers = servers

    def post(self, data: bytes) -> None:
        before = len(self.servers.files(DESK))
        with smtplib.SMTP("127.0.0.1", self.servers.smtp) as server:
            server.sendmail(str(parsed(data)["From"]).partition("<")[2].rstrip(">"), [DESK], data)
        wait_until(lambda: len(self.servers.files(DESK)) > before)

    def to(self, address: str) -> list[EmailMessage]:
        return [parsed(file.read_bytes()) for file in self.servers.files(address)]


@pytest.fixture
def office(
    tmp_path: Path, servers: MailServers, database: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RealOffice]:
    monkeypatch.setenv("DESK_TEST_PASSWORD", PASSWORD)
    folder = desk_folder(tmp_path / "desk", top=f'ledger = "{database}"', carriers=servers.settings(DESK))
    made = RealOffice(folder, servers)
    yield made
    made.close()
    from adjudicator.post.ledger.tables import META

    META.drop_all(made.desk.ledger.engine)
    made.desk.ledger.engine.dispose()
    for address in (DESK, UMPIRE, FRENCH, COALITION):
        for file in servers.files(address):
            file.unlink()


def arrived(office: RealOffice, address: str, count: int) -> None:
    wait_until(lambda: len(office.to(address)) >= count)


def test_orders_with_umlauts_go_through_imap_smtp_and_postgres_and_the_report_comes_back(office: RealOffice) -> None:
    assert office.round().sent == 3
    arrived(office, FRENCH, 1)
    report = office.last(FRENCH)
    assert "BEGIN ORDERS" in text_of(report)
    office.write(FRENCH, "move Bonnet to 1104\n", answers=report)
    office.write(COALITION, "turn: 1\nmove Blücher to 2106\n", "Re: [our-match T1]")
    done = office.round()
    assert (done.came, done.handled, done.troubles) == (2, 2, [])
    arrived(office, FRENCH, 3)
    assert any(text_of(mail).startswith("1 order. It replaces nothing.") for mail in office.to(FRENCH))
    assert [text.side for text in office.match().history.texts] == ["French", "Coalition"]
    assert "Blücher" in office.match().history.texts[1].text
    assert office.round().came == 0


def test_mail_to_an_address_that_is_gone_comes_back_and_the_umpire_hears(
    tmp_path: Path, servers: MailServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESK_TEST_PASSWORD", PASSWORD)
    block = match_block("our-match", coalition="gone@example.org")
    office = RealOffice(desk_folder(tmp_path / "desk", block, carriers=servers.settings(DESK)), servers)
    try:
        office.round()
        wait_until(lambda: servers.files(DESK))
        office.round()
        wait_until(lambda: any("gone@example.org was not reached" in str(m["Subject"]) for m in office.to(UMPIRE)))
    finally:
        office.close()


def test_a_recipient_that_the_server_refuses_is_told_to_the_umpire_at_once(
    tmp_path: Path, servers: MailServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESK_TEST_PASSWORD", PASSWORD)
    block = match_block("our-match", coalition="somebody@elsewhere.example.net")
    office = RealOffice(desk_folder(tmp_path / "desk", block, carriers=servers.settings(DESK)), servers)
    try:
        done = office.round()
        assert done.troubles
        wait_until(lambda: any("elsewhere.example.net was not reached" in str(m["Subject"]) for m in office.to(UMPIRE)))
    finally:
        office.close()


def test_lmtp_hands_over_too(tmp_path: Path, servers: MailServers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESK_TEST_PASSWORD", PASSWORD)
    before = len(servers.files(FRENCH))
    office = RealOffice(desk_folder(tmp_path / "desk", carriers=servers.settings(DESK, "lmtp")), servers)
    try:
        assert office.round().sent == 3
        assert len(servers.files(FRENCH)) == before + 1
    finally:
        office.close()


def test_a_mail_too_large_is_fetched_in_part_and_refused(office: RealOffice) -> None:
    office.round()
    office.write(FRENCH, "pass\n" * 500_000)
    assert office.round().handled == 1
    wait_until(lambda: any("at most 2,000,000 are read" in words_of(mail) for mail in office.to(FRENCH)))


def test_a_server_that_is_away_costs_nothing_and_the_mail_keeps_its_id(
    tmp_path: Path, servers: MailServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DESK_TEST_PASSWORD", PASSWORD)
    given = servers.settings(DESK)
    away = {**given, "mail_out": given["mail_out"].replace(str(servers.smtp), "9")}
    folder = desk_folder(tmp_path / "desk", carriers=away)
    office = RealOffice(folder, servers)
    try:
        done = office.round()
        assert done.sent == 0
        assert "cannot be used" in done.troubles[0]
        toml = folder / "desk.toml"
        toml.write_text(toml.read_text("utf-8").replace("port = 9\n", f"port = {servers.smtp}\n"), "utf-8")
    finally:
        office.close()
    again = RealOffice(folder, servers)
    try:
        again.later(minutes=2)
        assert again.round().sent == 3
        assert again.round().sent == 0
    finally:
        again.close()
    assert os.environ["DESK_TEST_PASSWORD"] == PASSWORD
