"""Mode mutual by mail: links and seals are read like orders, notices go out, and messages are passed on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.orders import Header
from adjudicator.play.match.match import create
from adjudicator.play.mutual.sealing import header_words, opening_words, seal, seal_words
from adjudicator.play.proof.verifying import verify_file
from tests.support.mutual_match import link_text, table
from tests.support.post_office import COALITION, FRENCH, UMPIRE, Office, desk_folder, text_of, words_of

ADDRESS = {"French": FRENCH, "Coalition": COALITION}


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[Office]:
    """A desk whose match is in mode mutual, with the Coalition's chain in escrow."""
    folder = desk_folder(tmp_path / "desk")
    shutil.rmtree(folder / "our-match")
    create("bautzen", folder / "our-match", name="our-match", mode="mutual", table=table(["Coalition"]))
    made = Office(folder)
    yield made
    made.close()


def show(office: Office, side: str, number: int) -> None:
    office.write(ADDRESS[side], link_text(side, number, "our-match"), answers=office.last(ADDRESS[side]))
    office.round()


def kinds(office: Office) -> list[str]:
    return [line.kind for line in office.match().lines]


def test_a_step_of_mode_mutual_by_mail(fair: Office) -> None:
    fair.round()
    notice = words_of(fair.last(FRENCH))
    assert "The texts of step 1 are fixed" in notice
    assert "adjudicator chain link 1" in notice
    show(fair, "Coalition", 1)
    assert "Received for our-match: link 1 of Coalition" in words_of(fair.last(COALITION))
    show(fair, "French", 1)
    assert kinds(fair) == ["match", "fixed", "link", "link", "turn"]
    assert "BEGIN ORDERS" in text_of(fair.last(FRENCH))
    fair.write(FRENCH, "turn: 1\npass\n", answers=fair.last(FRENCH))
    fair.round()
    assert kinds(fair)[-2:] == ["orders", "fixed"]
    assert fair.match().lines[-1].hash in words_of(fair.last(COALITION))
    show(fair, "French", 2)
    show(fair, "Coalition", 2)
    assert kinds(fair)[-1] == "turn"
    assert verify_file(fair.folder / "our-match").good


def test_a_link_that_is_not_asked_for_is_a_question_and_not_kept(fair: Office) -> None:
    fair.round()
    show(fair, "French", 2)
    assert "Link 2 is not asked for yet" in words_of(fair.last(FRENCH))
    assert kinds(fair) == ["match", "fixed"]


def test_after_deadline_and_grace_the_link_comes_from_escrow(fair: Office) -> None:
    fair.round()
    show(fair, "French", 1)
    fair.later(days=2, hours=12)
    fair.round()
    assert "the link of step 1" in words_of(fair.last(COALITION))
    fair.later(days=2)
    fair.round()
    assert kinds(fair) == ["match", "fixed", "link", "link", "note", "turn"]


def test_sealed_orders_by_mail(office: Office) -> None:
    office.round()
    made = seal(b"match: our-match\nturn: 1\nside: French\n\nmove Bonnet to 1104\n", "orders.txt")
    header = header_words(Header(match="our-match", turn=1, side="French"))
    report = office.last(FRENCH)
    office.write(FRENCH, "\n".join([*header, *seal_words(made)]), answers=report)
    office.round()
    assert "sealed orders of French, turn 1" in words_of(office.last(FRENCH))
    assert kinds(office)[-1] == "sealed"
    office.write(FRENCH, "\n".join(opening_words(made)), answers=report)
    office.round()
    assert kinds(office)[-2:] == ["opened", "turn"]
    assert verify_file(office.folder / "our-match").good


def test_messages_are_passed_on_without_anybody_s_address(office: Office) -> None:
    office.round()
    office.write(FRENCH, "press to Coalition: The bridge is yours.\n", answers=office.last(FRENCH))
    office.round()
    told = office.last(COALITION)
    assert "A message of French to Coalition" in words_of(told)
    assert "The bridge is yours." in text_of(told)
    assert FRENCH not in told.as_string()
    assert "a message of French to Coalition" in words_of(office.last(FRENCH))
    assert "bridge" not in text_of(office.last(UMPIRE))
    office.write(COALITION, "press to all, unsigned: A ghost walks.\n", answers=told)
    office.round()
    assert "somebody who did not sign" in words_of(office.last(FRENCH))
    assert kinds(office).count("press") == 2
