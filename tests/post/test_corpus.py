"""Mails of many programs and kinds, each with the verdict and the lines that it deserves (`mails/*.eml`, `*.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.play.desk.reading_mail import OpenDesk, Verdict, judge
from adjudicator.post.source import is_mail, letters_of
from tests.post.desk import MAILS

CORPUS = sorted(MAILS.glob("*.eml"))


def expected(mail: Path) -> list[dict[str, Any]]:
    """What a mail deserves; of a digest each letter in it."""
    told = tomllib.loads(mail.with_suffix(".toml").read_text("utf-8"))
    return list(told.get("letter", [told]))


def said(verdict: Verdict) -> str:
    return " ".join((verdict.why, *verdict.notes))


@pytest.mark.parametrize("mail", CORPUS, ids=[mail.stem for mail in CORPUS])
def test_a_mail_gets_the_verdict_and_the_lines_that_it_deserves(mail: Path, desk: OpenDesk) -> None:
    data = mail.read_bytes()
    assert is_mail(data)
    wanted = expected(mail)
    found = [judge(letter, desk) for letter in letters_of(data, mail.name)]
    assert len(found) == len(wanted)
    for verdict, deserved in zip(found, wanted, strict=True):
        assert verdict.verdict == deserved["verdict"], said(verdict)
        assert [list(line) for line in verdict.lines] == deserved["lines"]
        assert (verdict.match, verdict.side) == (deserved["match"], deserved["side"])
        for words in deserved.get("says", ()):
            assert words in said(verdict)
        assert "@" not in said(verdict), "no mail address is told to anybody"


def test_the_corpus_is_of_many_programs_and_every_verdict() -> None:
    told = [tomllib.loads(mail.with_suffix(".toml").read_text("utf-8")) for mail in CORPUS]
    assert len(CORPUS) >= 60
    assert len({one["program"].split(",")[0] for one in told}) >= 10
    assert {one["verdict"] for mail in CORPUS for one in expected(mail)} == {
        "accept",
        "query",
        "ignore",
        "duplicate",
        "reject",
    }


def test_judging_changes_nothing(desk: OpenDesk) -> None:
    before = {name: match.log.path.read_bytes() for name, match in desk.matches.items()}
    for mail in CORPUS:
        for letter in letters_of(mail.read_bytes(), mail.name):
            judge(letter, desk)
    assert {name: match.log.path.read_bytes() for name, match in desk.matches.items()} == before
