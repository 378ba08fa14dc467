"""examples/by-forum: a thread that anybody can paste, post by post, and gets the log of the match."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from adjudicator.core.types import Ending
from adjudicator.play.proof.verifying import verify_file
from adjudicator.post.source import letters_of
from scripts.make_example import without_digests
from scripts.make_forum_example import differences, load, made, replayed
from tests.examples.whole_match import EXAMPLES, ROOT, assert_page, events_of, opened

EXAMPLE = EXAMPLES / "by-forum"
POSTS = sorted((EXAMPLE / "posts").glob("*.txt"))


def test_it_is_intact_and_every_die_of_it_can_be_checked() -> None:
    log = EXAMPLE / "log.jsonl"
    verdict = verify_file(log)
    assert verdict.good, verdict.what
    assert verdict.dice.veiled == 0
    script = [sys.executable, str(ROOT / "scripts" / "check_log.py"), str(log)]
    assert subprocess.run(script, capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def thread(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """What two readers get who paste the whole thread."""
    return list(replayed(EXAMPLE, tmp_path_factory.mktemp("replayed")))


def test_whoever_pastes_the_thread_gets_the_log(thread: list[bytes]) -> None:
    one, other = thread
    assert one == other
    assert without_digests(one) == without_digests((EXAMPLE / "log.jsonl").read_bytes())


def test_its_orders_alone_give_every_post_and_report() -> None:
    assert differences(EXAMPLE, made(EXAMPLE)) == []


def test_five_turns_were_played_and_a_draw_was_agreed() -> None:
    whole = opened(EXAMPLE)
    ending = whole.history.following()
    assert isinstance(ending, Ending)
    assert ending.verdict == "draw"
    assert max(step.wait.turn for step in whole.history.steps if step.wait) == 5
    assert whole.setup.shared_veil is not None
    kinds = [line.kind for line in whole.lines]
    steps = kinds.count("turn")
    assert kinds.count("fixed") == steps
    assert kinds.count("link") == 2 * steps
    assert kinds.count("sealed") == kinds.count("opened") == 10
    assert {"combat_resolved", "refused", "bombarded", "match_ended"} <= {event.kind for event in events_of(whole)}


def test_quotations_in_the_thread_are_not_read() -> None:
    quoting = [path for path in POSTS if "[quote=" in path.read_text("utf-8")]
    assert len(quoting) >= 5
    for path in quoting:
        (letter,) = letters_of(path.read_bytes(), path.name)
        quoted = re.search(r"\[quote=[^\]]*\](.*?)\[/quote\]", path.read_text("utf-8"), re.DOTALL)
        assert quoted is not None
        own = "\n".join(line.text for line in letter.lines if not line.quoted)
        assert quoted[1] not in own


def test_every_post_is_of_one_of_the_players() -> None:
    names = {player.name for player in load(EXAMPLE).players.values()}
    for path in POSTS:
        assert path.read_text("utf-8").split("[/b]")[0].removeprefix("[b]") in names


def test_its_page_tells_what_is_there() -> None:
    assert_page(EXAMPLE)


def test_nobody_opened_before_his_seal_was_posted() -> None:
    seals: set[str] = set()
    for path in POSTS:
        text = path.read_text("utf-8")
        seal = re.search(r"sealed: ([0-9a-f]{64})", text)
        if seal is not None:
            assert ("nonce: " in text) == (seal[1] in seals)
            seals.add(seal[1])
    assert len(seals) == 10
