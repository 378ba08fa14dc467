"""Which lines of a text are quoted: marks of mail programs, blocks of forums, attributions, forwarded headers."""

from __future__ import annotations

import pytest

from adjudicator.post.source import source_of
from adjudicator.post.text import text_body

OWN = "move Bonnet to 1104"
QUOTED = "move Ney to 0101"


def own(text: str) -> list[str]:
    """The sender's own lines, empty ones left out."""
    return [line.text for line in text_body(text).lines if not line.quoted and line.text.strip()]


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "  > ", "> > ", "&gt; ", "\t> "])
def test_lines_behind_a_mark_are_quoted_wherever_they_stand(mark: str) -> None:
    assert own(f"{mark}{QUOTED}\n{OWN}\n{mark}{QUOTED}\n{OWN}") == [OWN, OWN]


def test_a_comparison_at_the_beginning_of_a_line_is_no_mark() -> None:
    assert own("if Coalition morale\n>= 3: pass") == ["if Coalition morale", ">= 3: pass"]


@pytest.mark.parametrize("opening", ["[quote]", "[QUOTE=Ney]", '[quote="Ney" post=17]', "[quote=Ney;17]"])
def test_blocks_of_forums_are_quoted(opening: str) -> None:
    assert own(f"{OWN}\n{opening}\n{QUOTED}\n\n{QUOTED}\n[/quote]\n{OWN}") == [OWN, OWN]


def test_blocks_may_stand_within_each_other_and_within_a_line() -> None:
    assert own(f"[quote]{QUOTED}[quote]{QUOTED}[/quote]{QUOTED}[/quote]{OWN}") == [OWN]
    assert own(f"[quote]a\n[quote]b[/quote]\nc\n[/quote]\n{OWN}") == [OWN]
    assert own(f"[quote]{QUOTED}\n{OWN}") == []
    assert own(f"{OWN} [quote]{QUOTED}") == [f"{OWN} "]


ATTRIBUTIONS = [
    "On Wed, 4 Feb 2026 at 21:14, Umpire <umpire@example.org> wrote:",
    "On Wed, 4 Feb 2026 at 21:14, The Umpire of the Match\n<umpire@example.org> wrote:",
    "Umpire <umpire@example.org> wrote:",
    "Am 04.02.2026 um 21:14 schrieb Umpire:",
    "Am Mi., 4. Feb. 2026 um 21:14 Uhr schrieb Umpire <\numpire@example.org>:",
    "Le mer. 4 févr. 2026 à 21:14, Umpire <umpire@example.org> a écrit :",
    "El mié, 4 feb 2026 a las 21:14, Umpire (<umpire@example.org>) escribió:",
    "Il giorno mer 4 feb 2026 alle ore 21:14 Umpire ha scritto:",
    "W dniu 4.02.2026 o 21:14, Umpire napisał(a):",
    "-----Original Message-----",
    "---------- Forwarded message ---------",
    "-------- Ursprüngliche Nachricht --------",
    "Begin forwarded message:",
    "From: Umpire <umpire@example.org>\nSent: Wednesday, February 4, 2026 9:14 PM\nTo: Ney\nSubject: turn 3",
    "Von: Umpire\nGesendet: Mittwoch, 4. Februar 2026 21:14\nAn: Ney\nBetreff: Zug 3",
    "*From:* Umpire\n*Date:* Wednesday\n*Subject:* turn 3",
]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_all_below_an_attribution_is_quoted_where_nothing_marks_it(attribution: str) -> None:
    assert own(f"{OWN}\n\n{attribution}\n\n{QUOTED}\n{QUOTED}") == [OWN]


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_below_an_attribution_with_marks_only_marked_lines_are_quoted(attribution: str) -> None:
    assert own(f"{attribution}\n\n> {QUOTED}\n{OWN}\n> {QUOTED}\n{OWN}") == [OWN, OWN]


@pytest.mark.parametrize(
    "line",
    [
        "As you wrote, here are my orders:",
        "On second thoughts, as I wrote, these are my orders:",
        "when attacked at 1002: stand",
        "# Ney wrote:",
        "from: 1403",
        "----- movement -----",
        "original message to you below",
    ],
)
def test_other_lines_quote_nothing(line: str) -> None:
    assert own(f"{line}\n{OWN}") == [line, OWN]


def test_every_line_keeps_its_number_and_its_words() -> None:
    text = f"Here we are.\n> {QUOTED}\n\n{OWN}\n[quote]\n{QUOTED}\n[/quote]"
    lines = source_of(text.encode())
    assert [line.number for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert [line.quoted for line in lines] == [False, True, False, False, True, True, True]
    assert [line.text for line in lines] == text.split("\n")
