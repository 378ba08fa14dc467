"""Prints the figures of this machine, as ratios taken in one run: `make bench`.

Each measure runs in fresh processes; medians are taken. Ratios travel from machine to machine, seconds do not.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path

MEASURES = Path(__file__).resolve().parent / "measures.py"
RUNS = 5

Figures = dict[str, float]


def median(name: str, runs: int = RUNS) -> Figures:
    """The median of each figure of a measure over several fresh processes."""
    taken = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, str(MEASURES), name], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"The measure {name} failed:\n{done.stderr}")
        taken.append(json.loads(done.stdout.splitlines()[-1]))
    return {figure: statistics.median(one[figure] for one in taken) for figure in taken[0]}


def row(what: str, ratio: float, aim: str, met: bool, fact: str) -> None:
    """One line of the table."""
    print(f"{what:<52} {ratio:>8.2f}  {aim:<10} {'met' if met else 'MISSED':<7} {fact}")


def micro(seconds: float) -> str:
    """Seconds as microseconds."""
    return f"{seconds * 1e6:.0f} us"


def main() -> None:
    """Take and print all figures."""
    print(f"{'figure':<52} {'ratio':>8}  {'aim':<10} {'':<7} taken from")
    f = median("parse", 3)
    ratio = f["earley"] / f["lalr"]
    row(
        "orders parsed a second, LALR over Earley", ratio, ">= 12", ratio >= 12, f"{1 / f['lalr']:.0f} a second by LALR"
    )
    f = median("order")
    if "diplomacy" in f:
        ratio = f["ours"] / f["diplomacy"]
        fact = f"{micro(f['ours'])} against {micro(f['diplomacy'])}"
        row("an order from text to logged state, over diplomacy", ratio, "<= 1", ratio <= 1, fact)
    else:
        print(f"an order from text to logged state: {micro(f['ours'])} (the diplomacy package is not installed)")
    f = median("proof", 3)
    ratio = f["verify"] / f["adjudicate"]
    row("verify over adjudicate, a full match", ratio, "<= 1.15", ratio <= 1.15, f"{f['adjudicate']:.2f} s adjudicated")
    f = median("report")
    ratio = f["anew"] / f["kept"]
    row("report with the board drawn anew, over kept", ratio, ">= 2.5", ratio >= 2.5, f"{micro(f['kept'])} a report")
    f = median("start")
    ratio = f["help"] / f["python"]
    row("`adjudicator --help` over bare Python", ratio, "<= 6", ratio <= 6, f"{f['help']:.3f} s")
    ratio = f["check"] / f["python"]
    row("`check` of 40 lines over bare Python", ratio, "<= 18", ratio <= 18, f"{f['check']:.3f} s")
    f = median("growth")
    ratio = f["200"] / f["20"]
    row("movement of 200 units over 20 units", ratio, "<= 10", ratio <= 10, f"{micro(f['200'])} for 200")
    f = median("supply")
    ratio = f["supply"] / f["walk"]
    row(
        "supply of all blocks over one breadth-first pass",
        ratio,
        "<= 20",
        ratio <= 20,
        f"{micro(f['supply'])} for both sides",
    )
    f = median("campaign", 3)
    print(f"campaign turns adjudicated a second: {1 / f['turn']:.1f}")
    f = median("theatre", 3)
    print(
        f"campaign report: text {f['text'] * 1e3:.0f} ms, HTML with map {f['html'] * 1e3:.0f} ms, PNG {f['png']:.2f} s"
    )


if __name__ == "__main__":
    main()
