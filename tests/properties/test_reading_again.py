"""A text on record, read again, says what it said when it came: the same orders and mistakes on the same lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import rulesets
from adjudicator.core.errors import MatchError
from adjudicator.core.types import Side
from adjudicator.play.match.reading import read_lines, read_text
from adjudicator.play.match.received import as_read

RULES: Any = rulesets.load("bautzen", {})
FRENCH = Side("French")
KNOWN = RULES.known(RULES.start(), FRENCH)
LINES = (
    "match: first-steps",
    "turn: 3",
    "side: French",
    "move Bonnet to 1104",
    "mvoe Compans to 1203",
    "bombard 1205 with Artillery,",
    "  Drouot   # both ",
    "- D1: no support",
    "standing orders",
    "  ask me about losses",
    "BEGIN ORDERS",
    "END ORDERS",
    "> turn: 4",
    "> answer D2: stand",
    "[quote=Ney]move Ney to 0101[/quote] pass",
    "[quote]",
    "[/quote]",
    "On 4 May 1813, Ney wrote:",
    "-----Original Message-----",
    "ask ney@example.org",
    "otherwise: pass",
    "",
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(LINES), max_size=14), st.sampled_from(["\n", "\r\n"]))
def test_a_text_on_record_is_read_as_it_was_when_it_came(lines: list[str], end: str) -> None:
    try:
        received = as_read(end.join(lines).encode())
    except MatchError:  # empty, all quoted, or two sets of orders
        return
    then = read_lines(RULES, KNOWN, FRENCH, "", received.lines)
    now = read_text(RULES, KNOWN, FRENCH, "", received.text)
    assert replace(then, quoted=()) == now
    assert "@" not in received.text
