"""Canonical JSON: one spelling for everything that is hashed."""

from __future__ import annotations

import pytest

from adjudicator.core.canon import canonical, digest, from_hexadecimal, hexadecimal, sha256_text


def test_keys_are_sorted_and_letters_stay_themselves() -> None:
    assert canonical({"b": [1, "ü"], "a": None}) == '{"a":null,"b":[1,"ü"]}'


def test_no_number_that_json_does_not_know() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


def test_digest_is_that_of_the_text() -> None:
    assert digest({"a": 1}) == sha256_text('{"a":1}')


def test_hexadecimal_goes_there_and_back() -> None:
    assert from_hexadecimal(hexadecimal(b"\x00\xff")) == b"\x00\xff"
    with pytest.raises(ValueError, match="hexadecimal"):
        from_hexadecimal("xyzq")
