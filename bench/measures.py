"""What is measured, each by its name, each in a process of its own: `python bench/measures.py parse`.

A measure prints seconds (or seconds per thing) as JSON; `run.py` takes medians over several processes and prints
ratios of figures that were taken in the same run.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]

from clocks import Figures, both, command, program, timed  # noqa: E402
from command_measures import PYTHON, many, outbox, start, status  # noqa: E402
from order_measures import ORDERS, diplomacy, fresh_match, order, parse  # noqa: E402


def _replay(folder: Path) -> tuple[Any, float, float]:
    """The example match played again: the match, and the seconds from text to logged state, and of the runs alone."""
    from adjudicator.play.match.match import create
    from adjudicator.play.match.running import run
    from adjudicator.play.match.submitting import submit

    lines = [json.loads(line) for line in (ROOT / "examples" / "bautzen" / "log.jsonl").read_text("utf-8").splitlines()]
    first = lines[0]["body"]
    match = create(first["scenario"], folder / "again", name=first["name"], seed="again", options=first["options"])
    submitted = ran = 0.0
    for line in lines[1:]:
        cpu = time.process_time()
        if line["kind"] in ("orders", "answer"):
            submit(match, line["body"]["text"].encode(), "text", sender=line["body"]["side"])
            submitted += time.process_time() - cpu
        elif line["kind"] == "turn":
            run(match, without=line["body"]["without"])
            ran += time.process_time() - cpu
    return match, submitted + ran, ran


def proof() -> Figures:
    """Verifying a whole match beside playing it, and beside reading and hash-checking its log.

    Texts are read when they are submitted and not again when they are run, so playing is both.
    """
    from adjudicator.play.proof.verifying import verify_file
    from adjudicator.record.log import LogFile, check_chain

    with tempfile.TemporaryDirectory() as name:
        match, adjudicated, ran = _replay(Path(name))
        verdict: list[Any] = []
        verified, _ = both(lambda: verdict.append(verify_file(match.folder)))
        assert verdict[0].good, verdict[0].what
        log = LogFile(match.folder / "log.jsonl")
        read, _ = both(lambda: [check_chain(log.read().lines) for _ in range(5)])
        events = sum(len(line.body["events"]) for line in match.lines if line.kind == "turn")
    return {"adjudicate": adjudicated, "run": ran, "verify": verified, "read": read / 5, "events": float(events)}


def report() -> Figures:
    """A report with its map; the board drawn once, and drawn anew for every report."""
    from adjudicator.pictures.hex.hexmap import draw_board
    from adjudicator.play.match.running import run
    from adjudicator.play.match.submitting import submit
    from adjudicator.play.side.reporting import context
    from adjudicator.report.context import render

    with fresh_match() as match:
        run(match)
        submit(match, ORDERS.encode(), "orders.txt")
        run(match)
        made = context(match, "French")
        board = match.history.rules.board
    render(made, "html")
    kept = timed(lambda: render(made, "html"), 10)

    def anew() -> None:
        draw_board(board)
        render(made, "html")

    return {"kept": kept, "anew": timed(anew, 10)}


def growth() -> Figures:
    """A movement phase with 20 and with 200 units of one side, each unit ordered to move."""
    return {"20": _phase_with(20), "200": _phase_with(200)}


def _phase_with(count: int) -> float:
    from adjudicator import rulesets
    from adjudicator.core.dice import SeededDice
    from adjudicator.core.orders import Orders
    from adjudicator.core.ruleset import Game
    from adjudicator.core.types import Event, Side
    from adjudicator.kit.run import Run
    from adjudicator.rulesets.vv1813.movement import movement
    from adjudicator.rulesets.vv1813.orders import Move
    from adjudicator.rulesets.vv1813.state import Army, Unit

    rules = rulesets.load("bautzen", {})
    french = Side("French")
    cells = [c for c in sorted(rules.board.cells) if rules.board.cells[c].terrain == "clear"]
    printed = rules.context.counters["bonnet"]
    units = {}
    for number in range(count):
        name = f"unit{number}"
        rules.context.counters[name] = replace(printed, id=name, name=name)
        units[name] = Unit(name, cells[number % len(cells)])
    state = rules.start()
    armies = {**state.armies, french: Army(units, {}), Side("Coalition"): Army({}, {})}
    game = Game(rules, replace(state, turn=1, stage="French movement", armies=armies))
    moves = []
    for number, unit in enumerate(units.values()):
        place = next((n for n in rules.board.neighbours[unit.place] if n in cells), None)
        if place:
            moves.append(Move(side=french, line=number + 1, units=(unit.id,), path=(place,)))

    def phase() -> None:
        orders = Orders(by_side={french: tuple(moves)})
        telling = movement.phase(Run(game, rules.context, orders, SeededDice(b"", b""), french))
        said = next(telling, None)
        while said is not None:
            if isinstance(said, Event):
                game.state = rules.apply(game.state, said)
                said = next(telling, None)
            else:
                said = telling.send({d.key: d.default for d in said.decisions})

    return timed(phase)


def campaign() -> Figures:
    """A campaign fought to its end by random generals, battles resolved by `auto`: seconds for one campaign turn."""
    from tests.campaign1813.random_campaign import RandomGeneral
    from tests.campaign1813.random_campaign import campaign as begin

    match, general = begin("bench"), RandomGeneral("bench", asks=0)
    spent = timed(lambda: list(match.play_out(general)))
    return {"turn": spent / max(1, match.position.state.turn)}


def supply() -> Figures:
    """Supply of all blocks of both sides, and one breadth-first pass over the road graph."""
    from adjudicator import rulesets
    from adjudicator.rulesets.campaign1813.supply.supply import supplied

    rules = rulesets.load("campaign1813", {})
    state, network = rules.start(), rules.board
    first = sorted(network.towns)[0]

    def walk() -> int:
        seen, edge = {first}, [first]
        while edge:
            edge = [n for here in edge for n in network.neighbours[here] if not (n in seen or seen.add(n))]
        return len(seen)

    walk()
    for side in rules.sides:
        supplied(rules.context, state, side)
    both = timed(lambda: [supplied(rules.context, state, side) for side in rules.sides], 50)
    return {"supply": both, "walk": timed(walk, 200)}


def theatre() -> Figures:
    """A campaign report without its map, and with it."""
    from adjudicator.play.match.running import run
    from adjudicator.play.side.reporting import report

    with fresh_match("campaign1813") as match:
        run(match)
        report(match, "French", "html")
        return {
            "text": timed(lambda: report(match, "French", "txt"), 3),
            "html": timed(lambda: report(match, "French", "html"), 3),
        }


def pictures() -> Figures:
    """Maps as PNG beside bare Python: cold (nothing kept), warm in a process, and the command that draws one, warm."""
    figures = {"python": command(PYTHON)["wall"]}
    for scenario, side in (("bautzen", "French"), ("campaign1813", "French")):
        with tempfile.TemporaryDirectory() as kept, fresh_match(scenario) as match:
            os.environ["ADJUDICATOR_CACHE"] = kept
            figures |= _picture(scenario, match, side)
    return figures


def _picture(scenario: str, match: Any, side: str) -> Figures:
    from adjudicator.play.match.running import run
    from adjudicator.play.side.reporting import picture

    run(match)
    cold = timed(lambda: picture(match, side, "png"))
    warm = min(timed(lambda: picture(match, side, "png")) for _ in range(5))
    out = str(match.folder / "map.png")
    process = command(program("map", "--match", str(match.folder), "--side", side, "-o", out))["wall"]
    return {f"{scenario} cold": cold, f"{scenario} warm": warm, f"{scenario} command": process}


MEASURES: dict[str, Callable[[], Figures]] = {
    measure.__name__: measure
    for measure in (
        *(parse, order, diplomacy, proof, report, start, outbox, status, many),
        *(growth, campaign, supply, theatre, pictures),
    )
}


def main() -> None:
    """Print one measure as JSON."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
    name = re.sub(r"\W", "", sys.argv[1])
    print(json.dumps(MEASURES[name]()))


if __name__ == "__main__":
    main()
