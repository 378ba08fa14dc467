"""What the examples told when they were first played: every event and every die, in a form that can be compared.

    python -m tests.examples.oracle      writes the files of tests/examples/oracle anew

A change of the house keeps these files as they are. A change of a rule that plays an example otherwise writes them
anew, and says so in the changelog.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.core.canon import canonical, digest, sha256_text

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FROZEN = Path(__file__).resolve().parent / "oracle"
NAMES = ("bautzen", "campaign1813", "lutzen", "lutzen-noon")


def told(log: Path) -> str:
    """A log as its oracle has it: texts and seeds, and of each event its address, kind, rule, digest and dice."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return "".join(f"{row}\n" for line in lines for row in _rows(line))


def _rows(line: dict[str, Any]) -> Iterator[str]:
    seq, kind, body = line["seq"], line["kind"], line["body"]
    if kind in ("orders", "answer"):
        yield f"{seq} {kind} {body['side']} {sha256_text(body['text'])[:16]}"
    elif kind == "decision":
        yield f"{seq} decision D{body['number']} {body['side']} {body['key']}"
    elif kind == "turn":
        yield f"{seq} turn step {body['step']} seed {body['seed'][:16]}"
        for number, event in enumerate(body["events"], start=1):
            yield f"{seq}.{number} {event['kind']} {event['rule']} {digest(event)[:16]}"
            for roll in event.get("rolls", ()):
                yield f"    {roll['label']} {canonical(roll['faces'])}"
    else:
        yield f"{seq} {kind}"


if __name__ == "__main__":
    for name in NAMES:
        (FROZEN / f"{name}.txt").write_text(told(EXAMPLES / name / "log.jsonl"), "utf-8")
