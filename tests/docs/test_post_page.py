"""The mail of docs/post.md is read as the page says, and its limits are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.play.match.received import LARGEST_TEXT, as_read
from adjudicator.post.parts import DEEPEST, MOST_LINES, MOST_PARTS
from adjudicator.post.source import LARGEST_FILE

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "post.md").read_text("utf-8")


def test_the_mail_of_the_page_is_read_as_it_says() -> None:
    ((mail, read),) = re.findall(r"```mail\n(.*?)```.*?```read\n(.*?)```", PAGE, re.DOTALL)
    lines = as_read(mail.encode("utf-8")).lines
    assert [
        f"{line.number} {line.text}" for line in lines if line.text.strip() and not line.quoted
    ] == read.splitlines()


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    limits = PAGE[PAGE.index("## Limits") : PAGE.index("## From a forum")]
    assert f"{LARGEST_FILE // 1_000_000} million bytes" in limits
    for number in (MOST_PARTS, MOST_LINES, LARGEST_TEXT, DEEPEST):
        assert f"{number:,}" in limits
