"""A line as the grammar reads it, and the way back to the player's columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.dsl.normalizing import joined, plain_text, read_line


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Move BRUYÈRE to 1104", "move bruyere to 1104"),
        ("move Compans 1302 → 1402 ⇒ 1503", "move compans 1302 -> 1402 -> 1503"),
        ("move Compans 1302 – 1402 — 1503", "move compans 1302 - 1402 - 1503"),
        ("play “Jomini the Strategist”", 'play "jomini the strategist"'),
        ("Napoleon’s option: always", "napoleon's option: always"),
        ("move\tCompans\u00a0to\u20091104", "move compans to 1104"),
        ("move Groß-Görschen", "move gross-gorschen"),
        ("- move Bonnet to 1104", "move bonnet to 1104"),
        ("2) move Bonnet to 1104", "move bonnet to 1104"),
        ("move Bonnet to 1104.", "move bonnet to 1104"),
        ("move Bonnet -&gt; 1104", "move bonnet -> 1104"),
        ("if turn ≥ 5: pass", "if turn >= 5: pass"),
        (">= 5: pass", ">= 5: pass"),
        ("move Bonnet to 1104 # the centre", "move bonnet to 1104"),
        ("move Blu\u0308cher to 1104", "move blucher to 1104"),
        ("move Bon\u00adnet to\u200b 1104\r", "move bonnet to 1104"),
    ],
)
def test_case_accents_quotes_dashes_and_arrows_say_nothing(raw: str, text: str) -> None:
    assert read_line(1, raw).text == text


def test_a_caret_points_at_what_the_player_wrote() -> None:
    line = read_line(1, "  – move Groß-Görschen → 1402")
    start = line.text.index("->")
    assert line.shown[line.column(start) - 1] == "→"
    end = line.text.index("1402")
    assert line.shown[line.column(end) - 1 :] == "1402"
    assert line.words == "move Groß-Görschen → 1402"


def test_a_flowed_blank_is_noticed_and_a_signature_is_not() -> None:
    assert read_line(1, "move Compans, ").flowed
    assert not read_line(1, "move Compans,").flowed
    assert not read_line(1, "-- ").flowed


def test_lines_read_together_lead_back_to_their_own_columns() -> None:
    both = joined([read_line(4, "  move Compans,"), read_line(5, "  Bonnet to 1104")])
    assert both.text == "move compans, bonnet to 1104"
    line, column, width = both.span(both.text.index("bonnet"), both.text.index("bonnet") + 6)
    assert (line.number, column, width) == (5, 3, 6)
    line, column, _ = both.span(0, 4)
    assert (line.number, column) == (4, 3)


@given(st.text())
def test_plain_text_is_plain_once_and_for_all(text: str) -> None:
    once = plain_text(text)
    assert plain_text(once) == once or "&" in text


@given(st.text(alphabet=st.characters(exclude_characters="\n")))
def test_every_plain_letter_has_its_column(raw: str) -> None:
    line = read_line(1, raw)
    assert len(line.columns) == len(line.text) + 1
    assert list(line.columns) == sorted(line.columns)
    assert all(1 <= column <= len(line.shown) + 1 for column in line.columns)
    for letter, column in zip(line.text, line.columns, strict=False):
        assert letter in plain_text(line.shown[column - 1 : column + 5])
