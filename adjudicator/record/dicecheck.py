"""Checking dice on record against the seed of their step, without any rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.canon import hexadecimal
from adjudicator.core.dice import byte_stream, faces
from adjudicator.core.values import dataclass
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
    """What to type to check a roll with nothing of ours installed, and how to read what it prints."""
    if roll.veiled and veil is None:
        return ["# a veiled die: it can be checked when the veil is opened at the end of the match"]
    lines: list[str] = []
    key = seed
    if roll.veiled and veil is not None:
        key = veiled_seed(veil, seed)
        octal = "".join(f"\\{byte:03o}" for byte in seed)
        lines.append("# a veiled die: its key is HMAC-SHA256(veil, seed of the step), made so:")
        lines.append(f"printf '{octal}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:{hexadecimal(veil)}")
    readings, blocks = _readings(roll, key)
    for k in range(blocks):
        lines.append(
            f"printf '%s' '{roll.label}#{k}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:{hexadecimal(key)}"
        )
    return lines + [f"# {text}" for text in readings]


def _readings(roll: RollOnRecord, key: bytes) -> tuple[list[str], int]:
    """Byte by byte how the dice come about, and how many blocks that takes."""
    told: list[str] = []
    stream = byte_stream(key, roll.label)
    used = 0
    for sides in roll.sides:
        limit = 256 - 256 % sides
        while True:
            byte, used = next(stream), used + 1
            if byte < limit:
                told.append(f"byte {used}: {byte:02x} = {byte}; {byte} mod {sides} + 1 = {byte % sides + 1}")
                break
            told.append(f"byte {used}: {byte:02x} = {byte}, not below {limit}: skipped")
    return told, (used + 31) // 32
