"""Checking dice on record against the seed of their step, without any rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.core.canon import hexadecimal
from adjudicator.core.dice import faces
from adjudicator.record.chain import veiled_seed


@dataclass(frozen=True, slots=True)
class RollOnRecord:
    """A roll as a log line holds it."""

    label: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    veiled: bool

    def fits(self, seed: bytes, veil: bytes | None) -> bool:
        """Whether a step's seed gives these faces; a veiled roll needs the veil."""
        key = seed if not self.veiled else veiled_seed(veil or b"", seed)
        return faces(key, self.label, self.sides) == self.faces


def rolls_in(value: Any) -> Iterator[RollOnRecord]:
    """Every roll inside a line's body, in order, however deep."""
    if isinstance(value, Mapping):
        if {"faces", "label", "sides"} <= value.keys():
            roll = _read(value)
            if roll is not None:
                yield roll
        else:
            for item in value.values():
                yield from rolls_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from rolls_in(item)


def _read(value: Mapping[str, Any]) -> RollOnRecord | None:
    shown, sides, label = value["faces"], value["sides"], value["label"]
    if not isinstance(shown, list | tuple) or not isinstance(label, str):
        return None
    per_die = sides if isinstance(sides, list | tuple) else [sides] * len(shown)
    if not all(isinstance(s, int) and 1 <= s <= 256 for s in per_die) or len(per_die) != len(shown):
        return None
    return RollOnRecord(label, tuple(per_die), tuple(shown), value.get("veiled") is True)


@dataclass(frozen=True, slots=True)
class DiceCount:
    """How many rolls fit, and how many cannot be checked until the veil is open."""

    checked: int = 0
    veiled: int = 0

    def __add__(self, other: DiceCount) -> DiceCount:
        return DiceCount(self.checked + other.checked, self.veiled + other.veiled)


def check_dice(
    rolls: Sequence[RollOnRecord], seed: bytes, earlier: Sequence[bytes], veil: bytes | None
) -> tuple[DiceCount, RollOnRecord | None]:
    """Count the rolls that fit; the first one that does not is returned beside.

    `earlier` are seeds of steps that paused: a die rolled before the pause may be told after it.
    """
    checked = veiled = 0
    for roll in rolls:
        if roll.veiled and veil is None:
            veiled += 1
        elif any(roll.fits(key, veil) for key in (seed, *reversed(earlier))):
            checked += 1
        else:
            return DiceCount(checked, veiled), roll
    return DiceCount(checked, veiled), None


def misfit(roll: RollOnRecord, seed: bytes, veil: bytes | None) -> str:
    """A die that does not fit, as a sentence."""
    key = seed if not roll.veiled else veiled_seed(veil or b"", seed)
    shown = ", ".join(map(str, roll.faces))
    right = ", ".join(map(str, faces(key, roll.label, roll.sides)))
    return f"the dice {roll.label} are on record as {shown}; the step's seed gives {right}"


def openssl_lines(roll: RollOnRecord, seed: bytes, veil: bytes | None) -> list[str]:
    """What to type to check a roll with nothing of ours installed."""
    lines: list[str] = []
    if roll.veiled:
        if veil is None:
            return ["This die is veiled: it can be checked when the veil is opened at the end of the match."]
        lines.append("# a veiled die: the key is HMAC-SHA256(veil, the step's seed)")
        lines.append(
            f"printf '%s' {hexadecimal(seed)} | xxd -r -p | openssl dgst -sha256 -mac HMAC "
            f"-macopt hexkey:{hexadecimal(veil)}"
        )
    key = veiled_seed(veil, seed) if roll.veiled and veil is not None else seed
    lines.append(f"printf '%s' '{roll.label}#0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:{hexadecimal(key)}")
    return lines
