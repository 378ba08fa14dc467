"""Dice by label: the recipe of the contract, checked against openssl and by hand."""

from __future__ import annotations

import hashlib
import hmac
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.dice import ScriptedDice, SeededDice, byte_stream, faces, shuffle_sides, shuffled
from adjudicator.core.errors import ProgramError

SEED = hashlib.sha256(b"first steps").digest()
LABEL = "T3/French/combat/1504/result"


def by_hand(seed: bytes, label: str, sides: list[int]) -> tuple[int, ...]:
    """The recipe written out once more, with nothing of ours."""
    stream = b"".join(hmac.new(seed, f"{label}#{k}".encode(), "sha256").digest() for k in range(40))
    shown, at = [], 0
    for s in sides:
        while stream[at] >= 256 - 256 % s:
            at += 1
        shown.append(stream[at] % s + 1)
        at += 1
    return tuple(shown)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 256), max_size=40))
def test_dice_are_what_the_recipe_gives(seed: bytes, sides: list[int]) -> None:
    assert faces(seed, LABEL, sides) == by_hand(seed, LABEL, sides)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_gives_the_same_first_block() -> None:
    key = "".join(f"{b:02x}" for b in SEED)
    out = subprocess.run(
        ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key}"],
        input=f"{LABEL}#0".encode(),
        capture_output=True,
        check=True,
    ).stdout.decode()
    stream = byte_stream(SEED, LABEL)
    first = bytes(next(stream) for _ in range(32))
    assert out.split()[-1] == "".join(f"{b:02x}" for b in first)


def test_a_label_is_rolled_once() -> None:
    dice = SeededDice(SEED, None, used=frozenset({"T1/French/ney"}))
    dice.roll(LABEL, 2)
    with pytest.raises(ProgramError, match="rolled twice"):
        dice.roll(LABEL, 2)
    with pytest.raises(ProgramError, match="rolled twice"):
        dice.roll("T1/French/ney")


@pytest.mark.parametrize("label", ["", "T1/Blücher", "T1/a#b", "T1/\n"])
def test_labels_are_plain_ascii_without_number_sign(label: str) -> None:
    with pytest.raises(ProgramError, match="label"):
        SeededDice(SEED, None).roll(label)


def test_one_roll_changes_no_other() -> None:
    alone = SeededDice(SEED, None).roll(LABEL, 2)
    after_others = SeededDice(SEED, None)
    after_others.roll("T3/French/combat/1205/result", 2)
    assert after_others.roll(LABEL, 2) == alone


def test_veiled_dice_come_from_the_veiled_seed() -> None:
    veil = hashlib.sha256(b"veil").digest()
    roll = SeededDice(SEED, veil).roll(LABEL, 3, veiled=True)
    assert roll.veiled
    assert roll.faces == faces(hmac.new(veil, SEED, "sha256").digest(), LABEL, [6, 6, 6])
    with pytest.raises(ProgramError, match="veil"):
        SeededDice(SEED, None).roll(LABEL, veiled=True)


@given(st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_thing(things: list[int]) -> None:
    order, roll = SeededDice(SEED, None).shuffle("T0/shuffle", things)
    assert sorted(order) == sorted(things)
    assert roll.sides == tuple(shuffle_sides(len(things)))


def test_a_shuffle_is_fisher_yates_from_the_end() -> None:
    assert shuffled("abc", [1, 1]) == ("b", "c", "a")


def test_a_script_must_name_every_die() -> None:
    dice = ScriptedDice({"1504/result": (6, 6)})
    assert dice.roll(LABEL, 2).total == 12
    with pytest.raises(ProgramError, match="no dice"):
        dice.roll("T3/French/combat/1205/result", 2)
