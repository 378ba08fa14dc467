"""Deadlines: zones, working days, grace, reminders, absence, what happens without orders, extensions, `wait`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adjudicator.post.dates import date_in, in_words, languages
from adjudicator.post.deadlines import Away, Pace, deadline, length, reminders_due, working_days
from tests.support.post_office import COALITION, FRENCH, START, UMPIRE, Office, desk_folder, match_block, words_of

BERLIN = ZoneInfo("Europe/Berlin")
RESERVE = "reserve@example.org"
Opened = Callable[..., Office]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    offices: list[Office] = []

    def make(block: str = "", deadlines: str = "") -> Office:
        folder = desk_folder(tmp_path / f"desk{len(offices)}", *([block] if block else []), deadlines=deadlines)
        offices.append(Office(folder))
        return offices[-1]

    yield make
    for office in offices:
        office.close()


# --- counting days ---------------------------------------------------------------------------------------------------


def test_days_end_at_the_hour_in_the_players_own_zone() -> None:
    pace = Pace(2, time(20))
    assert deadline(START, pace, BERLIN) == datetime(2026, 7, 3, 18, tzinfo=UTC)
    assert deadline(START, pace, ZoneInfo("America/New_York")) == datetime(2026, 7, 4, 0, tzinfo=UTC)


def test_days_that_do_not_count_put_it_off() -> None:
    """From Wednesday 1 July three working days end on Monday; with a holiday on Tuesday; away to Wednesday."""
    working = (0, 1, 2, 3, 4)
    assert deadline(START, Pace(3, time(20), working), ZoneInfo("UTC")).date() == date(2026, 7, 6)
    holidays = frozenset({date(2026, 7, 6)})
    assert deadline(START, Pace(3, time(20), working, holidays), ZoneInfo("UTC")).date() == date(2026, 7, 7)
    away = [Away(date(2026, 7, 3), date(2026, 7, 9))]
    assert deadline(START, Pace(3, time(20)), ZoneInfo("UTC"), away).date() == date(2026, 7, 11)


def test_summer_time_changes_the_hour_of_the_world_not_the_players() -> None:
    begun = datetime(2026, 10, 23, 12, tzinfo=UTC)
    assert deadline(begun, Pace(1, time(20)), BERLIN) == datetime(2026, 10, 24, 18, tzinfo=UTC)
    assert deadline(begun, Pace(2, time(20)), BERLIN) == datetime(2026, 10, 25, 19, tzinfo=UTC)


def test_what_is_asked_after_the_hour_has_until_the_next_day() -> None:
    late = datetime(2026, 7, 1, 21, tzinfo=UTC)
    assert deadline(late, Pace(0, time(20)), ZoneInfo("UTC")) == datetime(2026, 7, 2, 20, tzinfo=UTC)


def test_reminders_that_would_come_before_the_asking_do_not() -> None:
    pace = Pace(1, reminders=(timedelta(hours=24), timedelta(hours=2)))
    due = START + timedelta(hours=10)
    assert reminders_due(START, due, pace, START) == 0
    assert reminders_due(START, due, pace, due - timedelta(hours=1)) == 1


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("3 July", date(2026, 7, 3)),
        ("July 3rd", date(2026, 7, 3)),
        ("3. Juli", date(2026, 7, 3)),
        ("3.7.", date(2026, 7, 3)),
        ("3 juillet 2027", date(2027, 7, 3)),
        ("2026-07-03", date(2026, 7, 3)),
        ("2 janvier", date(2027, 1, 2)),
        ("31 June", None),
        ("soon", None),
    ],
)
def test_dates_are_read_in_many_ways(words: str, meant: date | None) -> None:
    assert date_in(words, date(2026, 7, 1)) == meant


def test_dates_are_written_in_the_players_language() -> None:
    told = {language: in_words(START, BERLIN, language) for language in languages()}
    assert told["de"] == "Mittwoch, 1. Juli 2026, 11:00 Uhr (Europe/Berlin)"
    assert told["fr"] == "mercredi 1 juillet 2026, 11:00 (Europe/Berlin)"
    assert len(set(told.values())) == len(told)


def test_lengths_and_days_of_the_week_are_read() -> None:
    assert length("12 hours") == timedelta(hours=12)
    assert length("a while") is None
    assert working_days("mon-fri") == (0, 1, 2, 3, 4)
    assert working_days("sat-mon, wed") == (0, 2, 5, 6)
    assert working_days("never") is None


# --- at the desk -----------------------------------------------------------------------------------------------------


def test_a_reminder_once_then_word_that_the_time_is_over_and_the_umpire_decides(opened: Opened) -> None:
    office = opened()
    office.round()
    office.later(days=2, hours=12)
    office.round()
    office.round()
    assert [str(m["Subject"]).rpartition("] ")[2] for m in office.to(FRENCH)][1:] == ["Reminder"]
    office.later(days=1)
    office.round()
    office.later(hours=5)
    office.round()
    assert [str(m["Subject"]).rpartition("] ")[2] for m in office.to(FRENCH)][1:] == ["Reminder", "Overdue"]
    assert "Missing: French: orders" in words_of(office.last(UMPIRE))
    assert len(office.match().history.steps) == 1


def test_within_the_grace_a_text_still_counts(opened: Opened) -> None:
    office = opened(deadlines='late = "without"')
    office.round()
    office.later(days=3, hours=12)
    office.round()
    assert len(office.match().history.steps) == 1
    office.write(FRENCH, "turn: 1\nmove Bonnet to 1104\n", "Re: [our-match T1]")
    office.round()
    assert not office.match().history.texts[0].late
    assert office.match().history.steps[-1].without == ()


def test_without_orders_the_match_goes_on_without_once(opened: Opened) -> None:
    office = opened(deadlines='late = "without"')
    office.round()
    office.later(days=3, hours=14)
    office.round()
    office.round()
    steps = office.match().history.steps
    assert [step.without for step in steps] == [(), ("French",)]
    assert "Your text is awaited" in words_of(office.last(COALITION))


def test_standing_orders_let_it_go_on_and_without_them_it_waits(opened: Opened) -> None:
    for says, steps in (("standing orders\n  losses: weakest first\n", 2), ("", 1)):
        office = opened(deadlines='late = "standing"')
        office.round()
        if says:
            office.write(FRENCH, says, "Re: [our-match T1]")
        office.later(days=4)
        office.round()
        assert len(office.match().history.steps) == steps


def test_a_replacement_player_gets_the_report_and_may_write_then(opened: Opened) -> None:
    block = match_block("our-match", french_extra=f'  replacement = "{RESERVE}"')
    office = opened(block, deadlines='late = "replacement"')
    office.round()
    office.write(RESERVE, "turn: 1\npass\n", "Re: [our-match T1]")
    office.round()
    assert office.match().history.texts == []
    office.later(days=4)
    office.round()
    report = office.last(RESERVE)
    assert "awaited by Wednesday, 8 July 2026" in words_of(report)
    assert any("A replacement player takes over" in str(mail["Subject"]) for mail in office.to(UMPIRE))
    office.write(RESERVE, "turn: 1\nmove Bonnet to 1104\n", answers=report)
    office.write(FRENCH, "turn: 1\npass\n", "Re: [our-match T1]")
    office.round()
    assert [text.text.strip().splitlines()[-1] for text in office.match().history.texts] == ["move Bonnet to 1104"]


def test_days_of_absence_do_not_count_and_are_told_to_the_umpire(opened: Opened) -> None:
    office = opened()
    office.round()
    office.write(FRENCH, "away 3 July to 9 July\n")
    office.round()
    told = words_of(office.last(FRENCH))
    assert "You are away from 2026-07-03 to 2026-07-09" in told
    assert "Deadline: Saturday, 11 July 2026" in told
    assert "French is away" in str(office.last(UMPIRE)["Subject"])
    office.later(days=5)
    office.round()
    assert not any("Overdue" in str(mail["Subject"]) for mail in office.to(FRENCH))
    office.write(FRENCH, "back\n")
    office.round()
    assert "Saturday, 4 July 2026" in words_of([m for m in office.to(FRENCH) if "Welcome back" in words_of(m)][-1])


def test_an_absence_beside_orders_and_one_that_is_not_understood(opened: Opened) -> None:
    office = opened()
    office.round()
    office.write(COALITION, "turn: 1\naway 9 July to 3 July\nmove Rosen to 0611\n", "Re: [our-match T1]")
    office.round()
    texts = [words_of(mail) for mail in office.to(COALITION)][1:]
    assert any("Line 2 is not understood: away 9 July to 3 July" in text for text in texts)
    assert any(text.startswith("1 order. It replaces nothing.") for text in texts)
    assert "away" not in office.match().history.texts[0].text


def test_the_umpire_extends_and_the_players_are_told(opened: Opened) -> None:
    office = opened()
    office.round()
    office.write(UMPIRE, "extend our-match by 2 days\n")
    office.round()
    assert "Monday, 6 July 2026, 20:00" in words_of(office.last(UMPIRE))
    assert "new deadline for our-match: Monday, 6 July 2026, 20:00" in words_of(office.last(FRENCH))
    assert not any("new deadline" in words_of(mail) for mail in office.to(COALITION))
    office.write(UMPIRE, "extend our-match to 9 July 18:00\nextend nothing by 1 day\n")
    office.round()
    assert "There is no match 'nothing'" in words_of(office.last(UMPIRE))
    assert "Thursday, 9 July 2026, 18:00" in words_of(office.last(FRENCH))


def test_the_umpire_goes_on_without_a_side_once(opened: Opened) -> None:
    office = opened()
    office.round()
    office.write(UMPIRE, "go on with our-match without French\n")
    office.write(UMPIRE, "Go on with our-match without French.\n")
    office.round()
    assert [step.without for step in office.match().history.steps] == [(), ("French",)]


def test_wait_holds_the_match_until_its_deadline_and_go_lets_it_on(opened: Opened) -> None:
    office = opened()
    office.round()
    office.write(COALITION, "wait\n", "Re: [our-match T1]")
    office.write(FRENCH, "turn: 1\nmove Bonnet to 1104\n", "Re: [our-match T1]")
    office.round()
    assert len(office.match().history.steps) == 1
    office.write(COALITION, "go\n", "Re: [our-match T1]")
    office.round()
    assert len(office.match().history.steps) == 2
    office.write(COALITION, "turn: 1\nmove Rosen to 0611\nwait\n", "Re: [our-match T1]")
    office.round()
    assert len(office.match().history.steps) == 2
    office.later(days=3, hours=12)
    office.round()
    assert len(office.match().history.steps) > 2


def test_word_to_the_umpire_is_passed_on_and_is_no_order(opened: Opened) -> None:
    office = opened()
    office.round()
    office.write(FRENCH, "To the umpire: the bridge\nmove Bonnet to 1104 was not refused, why?\n", "Re: [our-match T1]")
    office.round()
    assert "the bridge move Bonnet to 1104 was not refused, why?" in words_of(office.last(UMPIRE))
    assert office.match().history.texts == []
    assert "Passed on to the umpire" in words_of(office.last(FRENCH))


def test_help_and_the_last_report_again(opened: Opened) -> None:
    office = opened()
    office.round()
    report = office.last(FRENCH)
    office.write(FRENCH, "help\n", "our-match")
    office.write(FRENCH, "resend\n", "our-match")
    office.round()
    assert any("days of absence do not count" in words_of(mail) for mail in office.to(FRENCH))
    again = [mail for mail in office.to(FRENCH) if mail["Subject"] == report["Subject"]]
    assert len(again) == 2
    assert again[0]["Message-ID"] != again[1]["Message-ID"]
