"""Mails made to be slow are read as fast as others; there is no clock: where they are not, the tests take hours."""

from __future__ import annotations

import pytest

from adjudicator.post.source import source_of

MANY = 400_000
HEAD = b"From: a@example.org\nTo: b@example.org\nContent-Type: text/html; charset=utf-8\n\nmove Bonnet to 1104<br>"
BROKEN = ["<", "<a ", "<a b='", "</", "<!--", "<!", "<![CDATA[", "<?", "<script>", "&#", "&#9", "<br>", "<blockquote>"]


@pytest.mark.parametrize("piece", BROKEN)
def test_a_page_of_broken_tags_is_read_in_one_go(piece: str) -> None:
    lines = source_of(HEAD + piece.encode() * (MANY // len(piece)))
    assert lines[0].text.startswith("move Bonnet to 1104")


def test_a_number_that_no_letter_has_stays_as_it_is_written() -> None:
    assert "&#" in source_of(HEAD + b"&#" + b"9" * 10_000)[1].text


@pytest.mark.parametrize(
    "data",
    [
        b"From: a@example.org\nTo: b@example.org\nContent-Type: text/plain; " + b"a=b; " * 50_000 + b"\n\npass",
        b"From: a@example.org\nTo: b@example.org\nContent-Type: text/plain; " + b"(" * MANY + b"\n\npass",
        b"From: a@example.org\nTo: b@example.org\n" + b"X: y\n" * 100_000 + b"\npass",
    ],
    ids=["parameters", "brackets", "many lines"],
)
def test_a_header_without_an_end_is_read_in_one_go(data: bytes) -> None:
    assert source_of(data)[-1].text == "pass"
