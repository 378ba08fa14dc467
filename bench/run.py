"""Prints the figures of this machine, as ratios taken in one run, each with its aim: `make bench`.

Each measure runs in fresh processes; medians are taken. Ratios travel from machine to machine, seconds do not.
Names of measures may be given to take only those: `python bench/run.py order start`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

MEASURES = Path(__file__).resolve().parent / "measures.py"
RUNS = {"proof": 3, "outbox": 3, "status": 1, "many": 3, "parse": 3, "campaign": 3, "theatre": 3, "pictures": 3}
"""How many processes take a measure; five where nothing is said."""

Figures = dict[str, float]


@dataclass(frozen=True)
class Row:
    """A ratio, and what it should be."""

    what: str
    ratio: float
    aim: float
    fact: str
    least: bool = False
    """Whether the aim is a lower bound."""

    @property
    def met(self) -> bool:
        """Whether the aim is reached."""
        return self.ratio >= self.aim if self.least else self.ratio <= self.aim

    def words(self) -> str:
        """One line of the table."""
        aim = f"{'>=' if self.least else '<='} {self.aim:g}"
        return f"{self.what:<58} {self.ratio:>8.2f}  {aim:<8} {'met' if self.met else 'MISSED':<7} {self.fact}"


def median(name: str) -> Figures:
    """The median of each figure of a measure over several fresh processes."""
    taken = []
    for _ in range(RUNS.get(name, 5)):
        done = subprocess.run([sys.executable, str(MEASURES), name], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"The measure {name} failed:\n{done.stderr}")
        taken.append(json.loads(done.stdout.splitlines()[-1]))
    return {figure: statistics.median(one[figure] for one in taken) for figure in taken[0]}


def micro(seconds: float) -> str:
    """Seconds as microseconds."""
    return f"{seconds * 1e6:.0f} us"


def milli(seconds: float) -> str:
    """Seconds as milliseconds."""
    return f"{seconds * 1e3:.0f} ms"


# --- what is printed -----------------------------------------------------------------------------------------


def parse() -> Iterator[Row | str]:
    f = median("parse")
    fact = f"{1 / f['lalr']:.0f} a second by LALR"
    yield Row("orders parsed a second, LALR over Earley", f["earley"] / f["lalr"], 12, fact, least=True)


def order() -> Iterator[Row | str]:
    ours, theirs = median("order"), median("diplomacy")
    if not theirs:
        yield f"an order from text to logged state: {micro(ours['cpu'])} (the diplomacy package is not installed)"
        return
    for clock in ("cpu", "wall"):
        fact = f"{micro(ours[clock])} against {micro(theirs[clock])}"
        yield Row(f"an order from text to logged state, over diplomacy, {clock}", ours[clock] / theirs[clock], 4, fact)


def proof() -> Iterator[Row | str]:
    f = median("proof")
    fact = f"{milli(f['verify'])}; over the runs alone, without reading their texts, {f['verify'] / f['run']:.2f}"
    yield Row("verify over adjudicate, a whole match", f["verify"] / f["adjudicate"], 1.1, fact)
    fact = f"{micro(f['verify'] / f['events'])} against {micro(f['read'] / f['events'])} an event"
    yield Row("verify over reading and hash-checking the log", f["verify"] / f["read"], 45, fact)


def report() -> Iterator[Row | str]:
    f = median("report")
    yield Row("report with the board drawn anew, over kept", f["anew"] / f["kept"], 2.5, micro(f["kept"]), least=True)


def start() -> Iterator[Row | str]:
    f = median("start")
    yield Row("`adjudicator --help` over bare Python", f["help"] / f["python"], 6, milli(f["help"]))
    fact = f"{milli(f['check'])} against {milli(f['python'])}; processor {f['check cpu'] / f['python cpu']:.1f}"
    yield Row("`check` of 40 lines over bare Python", f["check"] / f["python"], 22, fact)


def outbox() -> Iterator[Row | str]:
    f = median("outbox")
    fact = f"{milli(f['warm'])}; without the kept board {milli(f['cold'])}, {f['cold'] / f['python']:.0f} times"
    yield Row("`run` of a turn with its whole outbox over bare Python", f["warm"] / f["python"], 60, fact)


def status() -> Iterator[Row | str]:
    f = median("status")
    yield Row(
        "`status` of 500 steps over 20 steps", f["500"] / f["20"], 3, f"{milli(f['500'])} against {milli(f['20'])}"
    )


def many() -> Iterator[Row | str]:
    f = median("many")
    fact = f"{f['one']:.1f} s by one, on {f['cores']:.0f} cores"
    yield Row("`verify` of 20 logs by two processes", f["one"] / f["two"], 1.9, fact, least=True)


def growth() -> Iterator[Row | str]:
    f = median("growth")
    yield Row("movement of 200 units over 20 units", f["200"] / f["20"], 10, f"{micro(f['200'])} for 200")


def supply() -> Iterator[Row | str]:
    f = median("supply")
    fact = f"{micro(f['supply'])} for both sides"
    yield Row("supply of all blocks over one breadth-first pass", f["supply"] / f["walk"], 20, fact)


def campaign() -> Iterator[Row | str]:
    yield f"campaign turns adjudicated a second: {1 / median('campaign')['turn']:.1f}"


def theatre() -> Iterator[Row | str]:
    f = median("theatre")
    yield f"campaign report: text {milli(f['text'])}, HTML with map {milli(f['html'])}"


def pictures() -> Iterator[Row | str]:
    f = median("pictures")
    for scenario, aim in (("bautzen", 20), ("campaign1813", 30)):
        warm, cold = f[f"{scenario} warm"], f[f"{scenario} cold"]
        fact = f"{milli(warm)}; cold {cold / f['python']:.0f} times"
        yield Row(f"a map PNG of {scenario}, warm, over bare Python", warm / f["python"], aim, fact)
        ratio = f[f"{scenario} command"] / f["python"]
        yield f"`map -o map.png` of {scenario} from start to end, warm: {ratio:.0f} times bare Python"


TABLE: tuple[Callable[[], Iterator[Row | str]], ...] = (
    *(parse, order, proof, report, start, outbox, status, many),
    *(growth, supply, campaign, theatre, pictures),
)


def main() -> None:
    """Take and print all figures, or those that are named."""
    wanted = sys.argv[1:]
    print(f"{'figure':<58} {'ratio':>8}  {'aim':<8} {'':<7} taken from")
    for figures in TABLE:
        if not wanted or figures.__name__ in wanted:
            for row in figures():
                print(row.words() if isinstance(row, Row) else row, flush=True)


if __name__ == "__main__":
    main()
