"""A log with several parties: texts fixed before links are shown, seeds over all links, seals that are opened."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.record import check_log
from adjudicator.record.chain import Chain, commitment_of, step_seed
from adjudicator.record.evidence import Evidence
from adjudicator.record.export import misfit
from adjudicator.record.log import Line, batch, read_bytes
from tests.support.bodies import DIGEST, match, turn
from tests.support.logs import rehash, write_lines

VEIL = sha256(b"anchors")
CHAINS = {"French": Chain(b"f" * 32, 50), "Coalition": Chain(b"c" * 32, 50)}
TEXT = "pass"


def anchors() -> list[dict[str, Any]]:
    return [{"anchor": hexadecimal(c.anchor), "length": 50, "name": name} for name, c in CHAINS.items()]


class Writing:
    """A log as it grows."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, kind: str, **body: Any) -> Line:
        self.lines += batch(self.lines[-1] if self.lines else None, [(kind, body)], VEIL)
        return self.lines[-1]

    def step(self, number: int, digests: list[str]) -> None:
        """A step as mode mutual writes it: fixed, a link of each party, then the turn."""
        self.add("fixed", step=number, orders=digests)
        links = {name: chain.link(number) for name, chain in CHAINS.items()}
        for name, link in links.items():
            self.add("link", party=name, step=number, link=hexadecimal(link))
        seed = step_seed(list(links.values()), digests)
        shown = [hexadecimal(link) for link in links.values()]
        self.add("turn", **turn(step=number, links=shown, orders=digests, seed=hexadecimal(seed)))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1368000000")
    log = Writing()
    first = match(mode="mutual", parties=anchors(), veil=hexadecimal(sha256(VEIL)))
    del first["secret"]
    log.add("match", **first)
    log.step(1, [])
    sealed = log.add("sealed", side="French", turn=1, commitment=commitment_of(DIGEST, TEXT))
    orders = log.add("orders", side="Coalition", text=TEXT, turn=1)
    opened = log.add("opened", side="French", text=TEXT, turn=1, of=sealed.seq, nonce=DIGEST)
    log.step(2, [orders.body["sha256"], opened.body["sha256"]])
    log.add("reveal", veil=hexadecimal(VEIL))
    return log.lines


def wrong_with(lines: list[Line]) -> str | None:
    """What does not fit, without any rules."""
    found = misfit(lines)
    if found is not None:
        return found[1]
    evidence = Evidence(lines)
    return evidence.find_veil() or next((what for line in lines if (what := evidence.check(line))), None)


def test_several_parties_fit(lines: list[Line], tmp_path: Path) -> None:
    assert wrong_with(lines) is None
    log = tmp_path / "log.jsonl"
    log.write_text("".join(line.written() + "\n" for line in lines), "utf-8")
    assert wrong_with(list(read_bytes(log.read_bytes()).lines)) is None
    assert check_log.main([str(log)]) == 0


FORGERIES: list[tuple[str, str, Any]] = [
    ("match", "mode", "umpire"),
    ("match", "parties", []),
    ("fixed", "step", 3),
    ("fixed", "orders", [DIGEST]),
    ("link", "party", "Umpire"),
    ("link", "party", "Coalition"),
    ("link", "step", 2),
    ("link", "link", DIGEST),
    ("sealed", "side", "Coalition"),
    ("sealed", "turn", 2),
    ("sealed", "commitment", "cd" * 32),
    ("opened", "of", 1),
    ("opened", "nonce", "cd" * 32),
    ("opened", "side", "Coalition"),
    ("opened", "text", "resign"),
    ("opened", "turn", 2),
    ("turn", "links", [DIGEST, DIGEST]),
    ("turn", "links", [DIGEST]),
    ("turn", "seed", DIGEST),
]


@pytest.mark.parametrize(("kind", "member", "value"), FORGERIES)
def test_every_forged_member_is_found(lines: list[Line], tmp_path: Path, kind: str, member: str, value: Any) -> None:
    plain = [json.loads(line.written()) for line in lines]
    made = copy.deepcopy(plain)
    target = [line for line in made if line["kind"] == kind][0 if kind != "turn" else -1]
    assert target["body"][member] != value
    target["body"][member] = value
    rehash(made)
    log = tmp_path / "log.jsonl"
    write_lines(log, made)
    reading = read_bytes(log.read_bytes())
    assert reading.bad_line or wrong_with(list(reading.lines))
    assert check_log.main([str(log)]) == 1


def test_a_link_before_the_texts_are_fixed_and_links_of_one_chain_twice(lines: list[Line]) -> None:
    log = Writing()
    log.lines = lines[:1]
    log.add("link", party="French", step=1, link=hexadecimal(CHAINS["French"].link(1)))
    assert wrong_with(log.lines) == "it shows a link of step 1, whose texts are not fixed yet"
    twice = Writing()
    same = [{**party, "anchor": anchors()[0]["anchor"]} for party in anchors()]
    twice.add("match", **{**lines[0].body, "parties": same})
    assert wrong_with(twice.lines) == "two parties have the same anchor"


def test_texts_that_were_not_fixed_and_links_that_nobody_showed(lines: list[Line]) -> None:
    without = [json.loads(line.written()) for line in lines if line.kind != "link"]
    rehash(without)
    text = "".join(
        json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for line in without
    )
    reading = read_bytes(text.encode())
    found = wrong_with(list(reading.lines))
    assert found is not None
    assert "salt" in found or "have shown" in found


def test_fixed_and_link_belong_to_mode_mutual_alone() -> None:
    from tests.support.bodies import VEIL as OPEN_VEIL

    log = Writing()
    log.lines = batch(None, [("match", match())], OPEN_VEIL)
    log.lines += batch(log.lines[-1], [("fixed", {"step": 1, "orders": []})], OPEN_VEIL)
    assert "only in mode mutual" in (wrong_with(log.lines) or "")
