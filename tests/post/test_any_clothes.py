"""Whatever clothes orders travel in, the same orders arrive; what is quoted or struck out never does."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.core.orders import Text
from adjudicator.core.source import source_lines
from adjudicator.play.desk.reading_mail import OpenDesk, judge
from adjudicator.play.match.reading import read_lines, write_order
from adjudicator.play.match.received import as_read
from adjudicator.post.source import letters_of
from tests.dsl import any_orders as any_
from tests.dsl.test_round_trip import bare
from tests.post.clothes import mails, others_mails

TRIES = settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
KNOWN = any_.RULES.known(any_.START, any_.FRENCH)


def printed(order: Any) -> str:
    return write_order(any_.RULES, KNOWN, any_.FRENCH, order)


HEADER = ["match: small", "turn: 1", "side: French"]
turns = st.lists(any_.orders.map(printed), min_size=1, max_size=4).map(lambda lines: HEADER + lines)
answers = any_.answers.map(lambda answer: [*HEADER, printed(answer)])
sections = st.lists(any_.standing().map(printed), min_size=1, max_size=3).map(
    lambda lines: [*HEADER, "standing orders", *lines]
)
texts = st.one_of(turns, answers, sections)


def read(lines: Any) -> Text:
    return read_lines(any_.RULES, KNOWN, any_.FRENCH, "", lines)


def meaning(text: Text) -> Any:
    """What a text says, whatever lines it stands on."""
    standing = None if text.standing is None else tuple(map(bare, text.standing))
    return text.header, text.kind, tuple(map(bare, text.orders)), standing, tuple(map(bare, text.answers))


@TRIES
@given(st.data(), texts)
def test_orders_arrive_as_they_were_written(data: st.DataObject, lines: list[str]) -> None:
    mail = data.draw(mails(lines))
    meant = read(source_lines("\n\n".join(lines)))
    arrived = read(as_read(mail, "the mail", any_.RULES.language).lines)
    assert meaning(arrived) == meaning(meant)


@TRIES
@given(st.data(), texts)
def test_what_is_quoted_or_struck_out_is_asked_about_and_never_read(
    desk: OpenDesk, data: st.DataObject, lines: list[str]
) -> None:
    (letter,) = letters_of(data.draw(others_mails(lines)))
    verdict = judge(letter, desk)
    assert verdict.verdict == "query"
    assert not verdict.lines
