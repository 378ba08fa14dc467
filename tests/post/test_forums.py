"""Posts pasted from forums: BBCode, Markdown and HTML, with what others said in them."""

from __future__ import annotations

import pytest

from adjudicator.post.source import letters_of

OWN, OTHER = "move Bonnet to 1104", "move Ney to 0101"


def own(post: str) -> list[str]:
    """The sender's own lines, empty ones left out."""
    return [line.text for line in letters_of(post.encode())[0].lines if not line.quoted and line.text.strip()]


def left(post: str) -> list[tuple[str, str]]:
    (letter,) = letters_of(post.encode())
    assert letter.body is not None
    return [(one.text, one.why) for one in letter.body.left_out]


@pytest.mark.parametrize(
    "post",
    [
        f"[b]{OWN}[/b]",
        f"[color=#ff0000][size=150]{OWN}[/size][/color]",
        f"[list]\n[*]{OWN}\n[/list]",
        f"[c]{OWN}[/c]",
        f"[o]{OWN}[/o]",
        f"[spoiler=orders]{OWN}[/spoiler]",
        f"[img]https://example.org/move.png[/img]\n{OWN}",
        "move [url=https://example.org]Bonnet[/url] to 1104",
        f"**{OWN}**",
        "move __Bonnet__ to *1104*",
        f"```\n{OWN}\n```",
        f"~~~text\n{OWN}\n~~~",
        f"||{OWN}||",
        f"`{OWN}`",
        "move Bonnet to 1104 \\\n".rstrip("\\\n").rstrip(),
    ],
)
def test_tags_and_marks_around_words_say_nothing(post: str) -> None:
    assert own(post) == [OWN]


@pytest.mark.parametrize(
    "post",
    [
        f"[quote=Ney]{OTHER}[/quote]{OWN}",
        f'[quote="Ney, post:17, topic:4"]\n{OTHER}\n[/quote]\n{OWN}',
        f'[q="Ney"]{OTHER}[/q]\n{OWN}',
        f"[QUOTE]a[quote]{OTHER}[/quote]{OTHER}[/QUOTE]\n{OWN}",
        f"[quote][code]{OTHER}[/quote][/code][/quote]\n{OWN}",
        f"> {OTHER}\n>> {OTHER}\n\n{OWN}",
        f"<blockquote><div><cite>Ney wrote:</cite>{OTHER}</div></blockquote><p>{OWN}</p>",
        f'<aside class="quote no-group"><div>Ney:</div><blockquote><p>{OTHER}</p></blockquote></aside><p>{OWN}</p>',
        f'<div class="bbCodeBlock bbCodeBlock--quote">{OTHER}</div><div>{OWN}</div>',
        f"{OWN}\n<blockquote>\n{OTHER}\n</blockquote>",
        f"{OWN}\nNey wrote: ↑Wed Feb 04, 2026 9:14 pm\n{OTHER}",
    ],
)
def test_what_others_said_is_quoted(post: str) -> None:
    assert own(post) == [OWN]
    assert any(OTHER in text for text, _ in left(post))


def test_code_is_kept_as_it_is() -> None:
    assert own("[code]\nmove *Bonnet* [quote] to 1104 :D\n[/code]") == ["move *Bonnet* [quote] to 1104 :D"]


def test_a_code_block_that_never_ends_hides_no_quotation() -> None:
    assert own(f"[code]\n{OWN}\n[quote]{OTHER}[/quote]") == [OWN]


@pytest.mark.parametrize(
    "post", [f"~~{OTHER}~~\n{OWN}", f"[s]{OTHER}[/s]\n{OWN}", f"<p><s>{OTHER}</s></p><p>{OWN}</p>"]
)
def test_what_is_struck_out_is_told_and_not_read(post: str) -> None:
    assert own(post) == [OWN]
    assert left(post) == [(OTHER, "struck out")]


def test_words_struck_out_within_a_line_leave_the_rest() -> None:
    for post in ("move Bonnet to ~~1004~~ 1104", "move Bonnet to [s]1004[/s] 1104", "move Bonnet to <s>1004</s> 1104"):
        assert [" ".join(line.split()) for line in own(post)] == [OWN]
        assert left(post) == [("1004", "struck out")]


@pytest.mark.parametrize(
    ("post", "typed"),
    [
        ("# turn 😎", "# turn 8)"),
        ("# see me 😀 🙂", "# see me :D :)"),
        ("# turn :sunglasses:", "# turn 8)"),
        ('<p># turn <img class="smilies" alt="8)" src="cool.gif"></p>', "# turn 8)"),
    ],
)
def test_smileys_become_what_was_typed(post: str, typed: str) -> None:
    assert own(post) == [typed]


def test_a_picture_is_no_words() -> None:
    assert own(f'<p><img alt="the map of the battle" src="x.png">{OWN}</p>') == [OWN]


def test_comparisons_and_arrows_are_no_tags() -> None:
    line = "if turn <= 3 and French morale >= 4: move Compans 1302 -> 1402"
    assert own(line) == [line]
