"""examples/by-mail is what the desk says: the match is played again and every mail compared."""

from __future__ import annotations

from pathlib import Path

from adjudicator.play.proof.verifying import verify_file
from tests.support.by_mail import EXAMPLE, NAME, played, transcript, without_digests


def test_the_match_by_mail_is_told_again_word_for_word(tmp_path: Path) -> None:
    story = played(tmp_path / "desk")
    try:
        told = transcript(story)
        kept = {file.name: file.read_text("utf-8") for file in sorted(EXAMPLE.glob("*.eml"))}
        assert sorted(told) == sorted(kept)
        differing = [name for name in kept if without_digests(told[name]) != without_digests(kept[name])]
        assert differing == [], "python -m tests.support.by_mail writes them anew"
        match = story.office.match(NAME)
        assert match.history.turn() > 5
        assert [line.kind for line in match.lines].count("ruling") == 1
        assert any(text.late for text in match.history.texts)
        assert verify_file(match.folder).good
    finally:
        story.close()
