"""Where seeds come from: every value can be had with a few lines of the standard library."""

from __future__ import annotations

import hashlib
import hmac
import stat
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.record.chain import (
    Chain,
    fresh_secrets,
    load_secrets,
    open_secrets,
    salt_of,
    seed_text_secret,
    step_seed,
    text_digest,
    veiled_seed,
)


def test_each_link_hashes_to_the_one_before() -> None:
    chain = Chain(bytes(range(32)), length=5)
    assert chain.link(5) == bytes(range(32))
    for k in range(1, 6):
        assert hashlib.sha256(chain.link(k)).digest() == chain.link(k - 1)
    assert chain.anchor == chain.link(0)


def test_a_chain_has_an_end() -> None:
    with pytest.raises(MatchError, match="step 6 would need one more"):
        Chain(bytes(32), length=5).link(6)


def test_the_seed_of_a_step_is_an_hmac_of_links_and_digests() -> None:
    one, two = bytes(32), bytes([1] * 32)
    expected = hmac.new(one + two, b"adjudicator-seed-1/aa/bb", hashlib.sha256).digest()
    assert step_seed([one, two], ["aa", "bb"]) == expected
    assert step_seed([one], []) == hmac.new(one, b"adjudicator-seed-1", hashlib.sha256).digest()


def test_veil_salt_and_digest() -> None:
    veil, seed = bytes([7] * 32), bytes([9] * 32)
    assert veiled_seed(veil, seed) == hmac.new(veil, seed, hashlib.sha256).digest()
    assert salt_of(veil, 12) == hmac.new(veil, b"salt/12", hashlib.sha256).hexdigest()[:32]
    assert text_digest("5a17", "pass") == hashlib.sha256(b"5a17\npass").hexdigest()


def test_in_mode_open_everything_follows_from_the_words_of_the_seed() -> None:
    secret = seed_text_secret("Bautzen")
    assert secret == hashlib.sha256(b"Bautzen").digest()
    secrets = open_secrets(secret)
    assert secrets.veil == hmac.new(secret, b"veil", hashlib.sha256).digest()
    assert secrets.chain.link(10000) == secret


def test_fresh_secrets_differ() -> None:
    one, two = fresh_secrets(), fresh_secrets()
    assert one.chain.secret != two.chain.secret
    assert one.veil != two.veil


def test_the_secret_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret.json"
    secrets = fresh_secrets(length=20)
    secrets.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_secrets(path) == secrets


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"secret":"xyz","veil":"00","length":3,"name":"U"}', "\x00"])
def test_a_garbled_secret_is_a_sentence(tmp_path: Path, content: str) -> None:
    path = tmp_path / "secret.json"
    path.write_text(content, "utf-8")
    with pytest.raises(MatchError, match=r"secret\.json cannot be read"):
        load_secrets(path)


def test_a_missing_secret_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="back-up"):
        load_secrets(tmp_path / "secret.json")
