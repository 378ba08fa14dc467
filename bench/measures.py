"""What is measured, each by its name, each in a process of its own: `python bench/measures.py parse`.

A measure prints seconds (or seconds per thing) as JSON; `run.py` takes medians over several processes and prints
ratios of figures that were taken in the same run.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))
ORDERS = (HERE / "orders.txt").read_text("utf-8")
Figures = dict[str, float]


def timed(work: Callable[[], Any], times: int = 1) -> float:
    """Seconds of one call, the mean of several."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def order_lines() -> list[str]:
    """The orders of the sample text as the grammar reads them."""
    from adjudicator.dsl.plain import plain_text

    body = ORDERS.split("standing orders")[0].splitlines()[4:]
    return [plain_text(line.split("#")[0]).strip() for line in body if line.split("#")[0].strip()]


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


@contextlib.contextmanager
def fresh_match(scenario: str = "bautzen", options: dict[str, str] | None = None) -> Iterator[Any]:
    """A new match in a folder that goes away."""
    from adjudicator.play.match import create

    with tempfile.TemporaryDirectory() as folder:
        yield create(scenario, Path(folder) / "bench", name="bench", seed="bench", options=options or {})


def order() -> Figures:
    """From text to logged state: submit and run one step; beside it the `diplomacy` package's opening turn."""
    from adjudicator.play.running import run
    from adjudicator.play.submitting import submit

    count = len(order_lines())

    def turn() -> float:
        with fresh_match() as match:
            run(match)
            start = time.perf_counter()
            submit(match, ORDERS.encode(), "orders.txt")
            run(match)
            return (time.perf_counter() - start) / count

    turn()
    figures = {"ours": min(turn() for _ in range(3))}
    with contextlib.suppress(ImportError):
        figures["diplomacy"] = _diplomacy()
    return figures


def _diplomacy() -> float:
    from diplomacy import Game  # type: ignore[import-untyped]

    game = Game()
    possible = game.get_all_possible_orders()
    orders = {p: [possible[place][0] for place in game.get_orderable_locations(p)] for p in sorted(game.powers)}

    def process() -> None:
        for power, those in orders.items():
            game.set_orders(power, those)
        game.process()

    process()
    return timed(process) / sum(len(those) for those in orders.values())


def _replay(folder: Path) -> tuple[Any, float]:
    """The example match played again from its texts: the match, and the seconds that adjudication took."""
    from adjudicator.play.match import create
    from adjudicator.play.running import run
    from adjudicator.play.submitting import submit

    lines = [json.loads(line) for line in (ROOT / "examples" / "bautzen" / "log.jsonl").read_text("utf-8").splitlines()]
    first = lines[0]["body"]
    match = create(first["scenario"], folder / "again", name=first["name"], seed="again", options=first["options"])
    spent = 0.0
    for line in lines[1:]:
        if line["kind"] in ("orders", "answer"):
            submit(match, line["body"]["text"].encode(), "text", sender=line["body"]["side"])
        elif line["kind"] == "turn":
            start = time.perf_counter()
            run(match, without=line["body"]["without"])
            spent += time.perf_counter() - start
    return match, spent


def proof() -> Figures:
    """Verifying a whole match beside adjudicating it."""
    from adjudicator.play.verifying import verify_file

    with tempfile.TemporaryDirectory() as name:
        match, adjudicated = _replay(Path(name))
        verdict = []
        verified = timed(lambda: verdict.append(verify_file(match.folder)))
        assert verdict[0].good, verdict[0].what
    return {"adjudicate": adjudicated, "verify": verified}


def report() -> Figures:
    """A report with its map; the board drawn once, and drawn anew for every report."""
    from adjudicator.play.reporting import context
    from adjudicator.play.running import run
    from adjudicator.play.submitting import submit
    from adjudicator.report.context import render
    from adjudicator.report.hexmap import draw_sheet

    with fresh_match() as match:
        run(match)
        submit(match, ORDERS.encode(), "orders.txt")
        run(match)
        made = context(match, "French")
        board = match.history.rules.board
    render(made, "html")
    kept = timed(lambda: render(made, "html"), 10)

    def anew() -> None:
        draw_sheet(board)
        render(made, "html")

    return {"kept": kept, "anew": timed(anew, 10)}


def command(*words: str) -> float:
    """Seconds that a command takes, from start to end, once its bytecode is there."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def once() -> None:
        subprocess.run(words, check=False, capture_output=True, cwd=ROOT, env=env)

    once()
    return min(timed(once) for _ in range(3))


def start() -> Figures:
    """Bare Python, the command line's help, and `check` of a 40-line text."""
    tool = str(Path(sys.executable).parent / "adjudicator")
    with fresh_match() as match:
        from adjudicator.play.running import run

        run(match)
        text = match.folder / "orders.txt"
        text.write_text(ORDERS, "utf-8")
        check = command(tool, "check", str(text), "--match", str(match.folder))
    return {"python": command(sys.executable, "-c", "pass"), "help": command(tool, "--help"), "check": check}


def growth() -> Figures:
    """A movement phase with 20 and with 200 units of one side, each unit ordered to move."""
    return {"20": _phase_with(20), "200": _phase_with(200)}


def _phase_with(count: int) -> float:
    from adjudicator import rulesets
    from adjudicator.core.dice import SeededDice
    from adjudicator.core.orders import Orders
    from adjudicator.core.ruleset import Game
    from adjudicator.core.types import Event, Side
    from adjudicator.rulesets.vv1813 import movement
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
        telling = movement.run(
            game, rules.context, Orders(by_side={french: tuple(moves)}), french, SeededDice(b"", b"")
        )
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
    from adjudicator.rulesets.campaign1813.supply import supplied

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
    """A campaign report without its map, and with it; and the map as PNG."""
    from adjudicator.play.reporting import picture, report
    from adjudicator.play.running import run

    with fresh_match("campaign1813") as match:
        run(match)
        report(match, "French", "html")
        return {
            "text": timed(lambda: report(match, "French", "txt"), 3),
            "html": timed(lambda: report(match, "French", "html"), 3),
            "png": timed(lambda: picture(match, "French", "png")),
        }


MEASURES: dict[str, Callable[[], Figures]] = {
    "parse": parse,
    "order": order,
    "proof": proof,
    "report": report,
    "start": start,
    "growth": growth,
    "campaign": campaign,
    "supply": supply,
    "theatre": theatre,
}


def main() -> None:
    """Print one measure as JSON."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
    name = re.sub(r"\W", "", sys.argv[1])
    print(json.dumps(MEASURES[name]()))


if __name__ == "__main__":
    main()
