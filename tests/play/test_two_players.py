"""Two players without an umpire: each runs the match from what both sent, and both logs are equal byte for byte."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.types import Wait
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.mutual.exchange import Exchange
from adjudicator.play.mutual.handing_in import hand_in
from adjudicator.play.mutual.linking import without_its_link
from adjudicator.play.mutual.sealing import seal
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.proof.verifying import verify_file
from adjudicator.record import check_log
from adjudicator.record.chain import commitment_of, shared_veil
from adjudicator.record.parties import load_chain
from tests.support.logs import lines_of, rehash, write_lines
from tests.support.mutual_match import CHAINS, NAME, SIDES, Homes, own_chain, table, text_of
from tests.support.random_player import RandomPlayer
from tests.support.written_match import written_answers, written_orders


@pytest.fixture
def homes(tmp_path: Path) -> Homes:
    """Both homes after set-up."""
    made = Homes(tmp_path)
    made.both_run()
    made.links()
    return made


def kinds(match: Match) -> list[str]:
    return [line.kind for line in match.lines]


def assert_one_proof(homes: Homes) -> None:
    one, other = homes.logs
    assert one == other
    log = homes.one.folder / "log.jsonl"
    verdict = verify_file(log)
    assert verdict.good, verdict.what
    assert verdict.dice.veiled == 0
    assert check_log.main([str(log)]) == 0


def test_both_first_lines_are_equal_and_the_veil_is_shared(homes: Homes) -> None:
    assert homes.logs[0] == homes.logs[1]
    first = homes.one.lines[0]
    assert first.at == own_chain("French").made
    veil = shared_veil([party["anchor"] for party in first.body["parties"]])
    assert veil == sha256("/".join(hexadecimal(CHAINS[side].chain.anchor) for side in SIDES).encode())
    assert first.body["veil"] == hexadecimal(sha256(veil))
    assert load_chain(homes.one.folder / "secret.json").side == "French"


def test_a_step_is_sealed_opened_fixed_and_linked(homes: Homes) -> None:
    homes.play({"French": text_of("French", 1, "pass")}, ("Coalition", "French"))
    assert kinds(homes.one)[5:] == ["sealed", "opened", "fixed", "link", "link", "turn"]
    sealed, opened = homes.one.lines[5:7]
    assert sealed.at == opened.at
    assert opened.body["of"] == sealed.seq
    assert sealed.body["commitment"] == commitment_of(opened.body["nonce"], opened.body["text"])
    assert [line.body["party"] for line in homes.one.lines if line.kind == "link"][-2:] == list(SIDES)
    assert_one_proof(homes)


@pytest.mark.parametrize("seed", range(3))
def test_random_matches_give_one_log(tmp_path: Path, seed: int) -> None:
    """Any texts, links in any order: equal logs, proved by both programs."""
    chance = random.Random(f"two/{seed}")
    homes = Homes(tmp_path, name="by-mail")
    player = RandomPlayer(f"two/{seed}", asks=30)
    homes.both_run()
    homes.links(chance.sample(SIDES, 2))
    while homes.one.history.turn() <= 2 and not homes.over:
        match, following = homes.one, homes.one.history.following()
        if isinstance(following, Wait):
            texts = {str(side): written_orders(match, player, side, following.turn) for side in following.sides}
        else:
            texts = {str(side): text for side, text in written_answers(match, player).items()}
        homes.play(texts, chance.sample(SIDES, 2))
        assert homes.logs[0] == homes.logs[1]
    assert len(homes.one.history.steps) > 4
    assert_one_proof(homes)


def test_orders_are_not_handed_in_unsealed(homes: Homes) -> None:
    with pytest.raises(MatchError, match="sealed first"):
        hand_in(homes.one, text_of("French", 1, "pass").encode(), "orders.txt")


def test_only_what_is_awaited_is_sealed(homes: Homes) -> None:
    table = Exchange(homes.at["Coalition"])
    with pytest.raises(MatchError, match="No orders of Coalition are awaited"):
        table.seal(text_of("Coalition", 1, "pass").encode(), "orders.txt")
    french = Exchange(homes.one)
    for orders, turn in (("pass", 2), ("standing orders\n  losses: weakest first", 1)):
        with pytest.raises(MatchError, match="only what is awaited is recorded"):
            french.seal(text_of("French", turn, orders).encode(), "orders.txt")


def test_a_seal_is_one_promise(homes: Homes) -> None:
    french = Exchange(homes.one)
    words = french.seal(text_of("French", 1, "pass").encode(), "orders.txt")
    assert french.sealed_words() == words
    with pytest.raises(MatchError, match="sealed already"):
        french.seal(text_of("French", 1, "resign confirm").encode(), "orders.txt")
    homes.send("French", words)
    other = seal(text_of("French", 1, "resign confirm").encode(), "orders.txt")
    changed = "\n".join(words).replace(words[-2].split()[1], other.commitment)
    with pytest.raises(MatchError, match="sealed something else"):
        hand_in(homes.at["Coalition"], changed.encode(), "seal.txt")


def test_another_text_than_was_sealed_is_refused(homes: Homes) -> None:
    homes.send("French", Exchange(homes.one).seal(text_of("French", 1, "move Bonnet to 1104").encode(), "orders.txt"))
    words = "\n".join(Exchange(homes.one).opening_words())
    before = homes.logs[1]
    for forged in (words.replace("1104", "1103"), words.replace("nonce: ", "nonce: 00")[:-2] + "\n"):
        with pytest.raises(MatchError):
            hand_in(homes.at["Coalition"], forged.encode(), "open.txt", "French")
    assert homes.logs[1] == before
    wrapped = f"From: ney@example.org\nTo: kleist@example.org\nSubject: open\n\nHere it is.\n\n{words}\n-- \nNey\n"
    slip = hand_in(homes.at["Coalition"], wrapped.encode(), "open.eml", "French")
    assert "the opened orders of French" in slip.words()[0]


def test_nobody_opens_before_all_have_sealed(tmp_path: Path) -> None:
    """Where both write in one step, the first to open would show his plans."""
    homes = Homes(tmp_path)
    table = Exchange(homes.one)
    table.awaited = lambda: SIDES  # type: ignore[assignment, method-assign, return-value]
    made = seal(text_of("French", 1, "pass").encode(), "orders.txt")
    table._keep("French", {**made.to_plain(), "turn": 1})
    with pytest.raises(MatchError, match="Coalition has not sealed yet"):
        table.opening_words()


def test_a_text_that_mails_would_change_is_not_sealed() -> None:
    with pytest.raises(MatchError, match="more than 72 characters"):
        seal(("match: fair\n# " + "x" * 80).encode(), "orders.txt")
    made = seal(b"\n\nside: French\nmove Bonnet to 1104   \n\n\n", "orders.txt")
    assert made.text == "side: French\nmove Bonnet to 1104"


def test_heads_are_compared_at_each_step(homes: Homes) -> None:
    """A log that differs is noticed before a link is kept."""
    homes.orders({"French": text_of("French", 1, "pass")})
    words = "\n".join(Exchange(homes.one).link_words(2))
    fixed = homes.one.history.fixed
    assert fixed is not None
    assert fixed.hash in words
    with pytest.raises(MatchError, match="shown for another log"):
        hand_in(homes.at["Coalition"], words.replace(fixed.hash[:8], "00000000").encode(), "link.txt")
    assert "link" not in Exchange(homes.at["Coalition"]).kept("French")


def test_links_are_written_only_when_both_are_there(homes: Homes) -> None:
    homes.orders({"French": text_of("French", 1, "pass")})
    french = homes.one
    with french.writing():
        words = Exchange(french).link_words(2)
        assert Exchange(french).settle().links == ("Coalition",)
    assert kinds(french)[-1] == "fixed"
    with pytest.raises(MatchError, match="nobody umpires"), french.writing():
        without_its_link(french, "Coalition")
    homes.send("French", words)
    assert kinds(homes.at["Coalition"])[-1] == "fixed"


def test_a_killed_program_goes_on_where_it_was(homes: Homes) -> None:
    """Lines written one by one: cut after any of them, the next run writes the rest in the same order."""
    homes.orders({"French": text_of("French", 1, "pass")})
    with homes.at["Coalition"].writing():
        homes.send("Coalition", Exchange(homes.at["Coalition"]).link_words(2))
    with homes.one.writing():
        homes.send("French", Exchange(homes.one).link_words(2))
        Exchange(homes.one).settle()
    whole = homes.logs[0].splitlines(keepends=True)
    log = homes.one.folder / "log.jsonl"
    for length in range(5, len(whole)):
        log.write_bytes(b"".join(whole[:length]))
        match = Match(homes.one.folder)
        with match.writing():
            Exchange(match).settle()
        assert log.read_bytes() == b"".join(whole)


def test_without_an_umpire_nobody_rules_goes_on_or_reads_press(homes: Homes) -> None:
    with pytest.raises(MatchError, match="nobody can go on without"):
        run(homes.one, ["French"])
    with pytest.raises(MatchError, match="nobody rules"):
        rule(homes.one, Wish(step=1, sort="replay", reason="again"))
    with pytest.raises(MatchError, match="Write to each other directly"):
        hand_in(homes.one, b"side: French\npress to all: hello", "press.txt")


def test_tables_that_no_fair_match_begins_at(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="each side has one player"):
        create(
            "bautzen", tmp_path / "a", name=NAME, mode="mutual", table=table(own="French"),
            seats={"French": ["Ney", "Soult"]},
        )  # fmt: skip
    with pytest.raises(UsageError, match="nobody to leave a chain with"):
        create("bautzen", tmp_path / "b", name=NAME, mode="mutual", table=table(["Coalition"], "French"))
    with pytest.raises(UsageError, match="made for the match 'fair'"):
        create("bautzen", tmp_path / "c", name="other", mode="mutual", table=table(own="French"))


@pytest.mark.parametrize(
    ("kind", "member", "value"),
    [
        ("sealed", "commitment", "ab" * 32),
        ("sealed", "turn", 2),
        ("sealed", "side", "Coalition"),
        ("opened", "text", "match: fair\nturn: 1\nside: French\n\nresign confirm"),
        ("opened", "nonce", "ab" * 32),
        ("opened", "of", 1),
        ("opened", "side", "Coalition"),
        ("opened", "turn", 2),
        ("opened", "late", True),
        ("fixed", "orders", []),
        ("fixed", "step", 3),
        ("link", "party", "French"),
        ("link", "link", "ab" * 32),
        ("link", "step", 1),
    ],
)
def test_forged_members_are_found(homes: Homes, kind: str, member: str, value: object) -> None:
    homes.play({"French": text_of("French", 1, "pass")})
    log = homes.one.folder / "log.jsonl"
    lines = lines_of(log)
    line = [line for line in lines if line["kind"] == kind][-1]
    assert json.dumps(line["body"].get(member)) != json.dumps(value)
    line["body"][member] = value
    rehash(lines)
    write_lines(log, lines)
    assert verify_file(log).sort in ("tampered", "diverges", "damaged")
