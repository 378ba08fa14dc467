"""An order from text to logged state, beside the same by the `diplomacy` package: valid orders, a log on disk."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from clocks import Figures, both, timed

HERE = Path(__file__).resolve().parent
ORDERS = (HERE / "orders.txt").read_text("utf-8")
SEED = 1813
TURNS = 8
Cost = tuple[float, float]


def order_lines() -> list[str]:
    """The orders of the sample text as the grammar reads them; standing orders are none."""
    from adjudicator.dsl.normalizing import plain_text

    body = ORDERS.split("standing orders")[0].splitlines()[4:]
    return [plain_text(line.split("#")[0]).strip() for line in body if line.split("#")[0].strip()]


@contextlib.contextmanager
def fresh_match(scenario: str = "bautzen", options: dict[str, str] | None = None) -> Iterator[Any]:
    """A new match in a folder that goes away."""
    from adjudicator.play.match.match import create

    with tempfile.TemporaryDirectory() as folder:
        yield create(scenario, Path(folder) / "bench", name="bench", seed="bench", options=options or {})


def parse() -> Figures:
    """Orders by LALR, as the program reads them, and by lark's Earley parser on the same grammar."""
    from lark import Lark

    from adjudicator.dsl.grammar import grammar_folder, grammar_of

    lines = order_lines()
    ours = grammar_of("vv1813")
    text = (grammar_folder() / "vv1813.lark").read_text("utf-8")
    earley = Lark(
        text,
        parser="earley",
        start=["order", "standing", "answer"],
        import_paths=[str(grammar_folder())],
        lexer="dynamic",
    )
    for line in lines[:3]:
        ours.parse(line, "order")
        earley.parse(line, start="order")
    lalr = timed(lambda: [ours.parse(line, "order") for line in lines], 20) / len(lines)
    slow = timed(lambda: [earley.parse(line, start="order") for line in lines]) / len(lines)
    return {"lalr": lalr, "earley": slow}


def order() -> Figures:
    """Submit and run one step: a French turn of Bautzen, all orders of it valid, the lines synced to disk.

    The match is under way, as the game of `diplomacy` is: both sides have passed their first turn.
    """
    from adjudicator.play.match.running import run
    from adjudicator.play.match.submitting import submit

    count = len(order_lines())

    def turn() -> Cost:
        with fresh_match() as match:
            run(match)
            for side in match.history.rules.sides:
                submit(match, f"match: bench\nturn: 1\nside: {side}\n\npass\n".encode(), "pass.txt")
            run(match)
            text = ORDERS.replace("turn: 1", "turn: 2").encode()

            def play() -> None:
                submit(match, text, "orders.txt")
                run(match)

            cost = both(play)
            assert not match.lines[-1].body["refused"], "the orders of the bench are valid"
            return cost

    return _per_order([turn] * TURNS, count)


def diplomacy() -> Figures:
    """Set, process and log one phase of `diplomacy`: random valid orders of all powers, the line synced to disk."""
    try:
        from diplomacy import Game  # type: ignore[import-untyped]
    except ImportError:
        return {}
    game, chance = Game(), random.Random(SEED)
    costs: list[Cost] = []
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log.jsonl").open("ab") as log:
        while len(costs) < TURNS:
            possible = game.get_all_possible_orders()
            orders = {
                power: [
                    chance.choice(sorted(possible[place]))
                    for place in sorted(game.get_orderable_locations(power))
                    if possible[place]
                ]
                for power in sorted(game.powers)
            }
            count = sum(map(len, orders.values()))
            moving = game.get_current_phase().endswith("M")

            def play(orders: dict[str, list[str]] = orders) -> None:
                for power, those in orders.items():
                    game.set_orders(power, those)
                _log(log, game.process().to_dict())

            if moving and not costs:
                gc.collect()
                gc.freeze()
            cost = both(play)
            if moving:
                costs.append((cost[0] / count, cost[1] / count))
    return {"cpu": statistics.median(cpu for cpu, _ in costs), "wall": statistics.median(wall for _, wall in costs)}


def _log(log: Any, phase: dict[str, Any]) -> None:
    """A line as ours: canonical JSON with its hash, on the disk before the next phase begins."""
    body = json.dumps(phase, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    line = json.dumps({"body": body, "hash": hashlib.sha256(body.encode()).hexdigest()}, sort_keys=True)
    log.write(line.encode() + b"\n")
    log.flush()
    os.fsync(log.fileno())


def _per_order(turns: list[Callable[[], Cost]], count: int) -> Figures:
    turns[0]()
    gc.collect()
    gc.freeze()
    costs = [turn() for turn in turns]
    return {
        "cpu": statistics.median(cpu for cpu, _ in costs) / count,
        "wall": statistics.median(wall for _, wall in costs) / count,
    }
