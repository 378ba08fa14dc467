"""Changes the code that cites a rule, and looks whether the tests that name the rule notice.

    python scripts/mutate.py vv1813 --rules 40 --seed "a word"      one change for each of 40 rules drawn by the seed
    python scripts/mutate.py vv1813 VV-8.5c VV-8.6.3a               every change that can be made for these rules

A change is made at one place of a function that cites the rule (a comparison, a condition, a number, a sign, an event
left out), in a copy of the project; then the tests and cases that the catalogue lists under the rule are run. A change
that no test notices survives and is printed. More survivors than `--allow` (1) make the command fail.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("adjudicator", "tests", "grammar", "templates", "examples", "docs", "scripts", "bench")
FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SLOW = "tests/properties"


@dataclass(frozen=True)
class Change:
    """One change at one place: the file, where it stands there, and the text before and after."""

    rule: str
    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def told(self) -> str:
        """The change in a line."""
        return f"{self.rule}: {self.file}:{self.line}: {self.before!r} -> {self.after!r}"


# --- changes -------------------------------------------------------------------------------------------------


def changes(rule: str, places: list[str], root: Path = ROOT) -> list[Change]:
    """Every change that can be made in the functions that cite a rule."""
    found: list[Change] = []
    for place in places:
        file, _, name = place.partition(":")
        if file.endswith(".py") and name:
            found += changes_in(rule, file, name, (root / file).read_text("utf-8"))
    return found


def changes_in(rule: str, file: str, name: str, text: str) -> Iterator[Change]:
    """The changes that can be made in one function of a file."""
    node = _function(ast.parse(text), name)
    if node is None:
        return
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for part in ast.walk(node):
        after = _changed(part)
        if after is not None and isinstance(part, ast.expr) and part.end_lineno and part.end_col_offset:
            start, end = starts[part.lineno - 1] + part.col_offset, starts[part.end_lineno - 1] + part.end_col_offset
            before = text.encode()[start:end].decode()
            yield Change(rule, file, part.lineno, start, end, before, after)


def _function(tree: ast.Module, name: str) -> ast.AST | None:
    """The function or method of that name; of a class all that stands in it but its methods is left alone."""
    body: list[ast.stmt] = tree.body
    owner, _, method = name.rpartition(".")
    if owner:
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == owner), [])
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return next((node for node in body if isinstance(node, kinds) and node.name == (method or name)), None)


def _changed(node: ast.AST) -> str | None:
    """What could stand in the place of a piece of code; None where nothing is changed."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in FLIPPED:
            return f"({ast.unparse(ast.Compare(node.left, [FLIPPED[type(op)]()], node.comparators))})"
        case ast.BoolOp():
            other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            return f"({ast.unparse(ast.BoolOp(other, node.values))})"
        case ast.UnaryOp(op=ast.Not()):
            return f"bool({ast.unparse(node.operand)})"
        case ast.BinOp(op=ast.Add() | ast.Sub()) if not _is_text(node):
            other_sign = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            return f"({ast.unparse(ast.BinOp(node.left, other_sign, node.right))})"
        case ast.IfExp():
            return f"({ast.unparse(ast.IfExp(node.test, node.orelse, node.body))})"
        case ast.Constant(value=bool() as truth):
            return str(not truth)
        case ast.Constant(value=int() as number):
            return str(number + 1)
        case ast.Yield(value=ast.Call()):
            return "(yield from ())"
        case _:
            return None


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr | ast.Tuple | ast.List | ast.Set) for part in ast.walk(node))


# --- tests ---------------------------------------------------------------------------------------------------


def runs(tests: list[str]) -> Iterator[list[str]]:
    """The calls of pytest for a rule: its cases, then its tests; whole matches only if it has no other."""
    cases = [test.partition("::")[2] for test in tests if test.partition("::")[0].endswith(".toml")]
    files = sorted({test.partition("::")[0] for test in tests if test.partition("::")[0].endswith(".toml")})
    if cases:
        folder = Path(files[0]).parent.name
        yield ["tests/cases/test_cases.py", "-k", " or ".join(sorted(set(cases)))] if folder else []
    quick = [test for test in tests if test.partition("::")[0].endswith(".py") and not test.startswith(SLOW)]
    if quick:
        yield quick
    slow = [test for test in tests if test.startswith(SLOW)]
    if slow and not quick and not cases:
        yield slow


def is_noticed(copy: Path, change: Change, tests: list[str]) -> bool:
    """Whether a test fails on the copy with the change in it."""
    file = copy / change.file
    whole = file.read_bytes()
    file.write_bytes(whole[: change.start] + change.after.encode() + whole[change.end :])
    try:
        return any(_fails(copy, arguments) for arguments in runs(tests))
    finally:
        file.write_bytes(whole)


def _fails(copy: Path, arguments: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *arguments]
    environment = {"PYTHONPATH": str(copy), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(copy)}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
    return done.returncode not in (0, 5)


# --- the command ---------------------------------------------------------------------------------------------


def main() -> int:
    """Draws, changes, runs, and says what survived."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("system")
    parser.add_argument("rule", nargs="*")
    parser.add_argument("--rules", type=int, default=40, help="how many rules are drawn")
    parser.add_argument("--seed", default="adjudicator")
    parser.add_argument("--allow", type=int, default=1, help="how many changes may survive")
    given = parser.parse_args()
    folder = ROOT / "adjudicator" / "rulesets" / given.system
    where = tomllib.loads((folder / "where.toml").read_text("utf-8"))["where"]
    tests = tomllib.loads((folder / "tests.toml").read_text("utf-8"))["tests"]
    chosen = list(drawn(where, tests, given.rule, given.rules, given.seed))
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place)
        for name in COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile"):
            shutil.copy(ROOT / name, copy / name)
        survivors = [change for change in chosen if not _told(is_noticed(copy, change, tests[change.rule]), change)]
    sys.stdout.write(f"{len(survivors)} of {len(chosen)} changes survived.\n")
    return 1 if len(survivors) > given.allow else 0


def _told(noticed: bool, change: Change) -> bool:
    sys.stdout.write(f"{'noticed ' if noticed else 'SURVIVED'} {change.told()}\n")
    sys.stdout.flush()
    return noticed


def drawn(
    where: dict[str, list[str]], tests: dict[str, list[str]], named: list[str], count: int, seed: str
) -> Iterator[Change]:
    """One change for each rule drawn, or every change of the rules named."""
    able = {rule: changes(rule, places) for rule, places in where.items() if rule in tests}
    if named:
        for rule in named:
            yield from able.get(rule, [])
        return
    chance = random.Random(seed)
    rules = sorted(rule for rule, found in able.items() if found)
    for rule in chance.sample(rules, min(count, len(rules))):
        yield chance.choice(able[rule])


if __name__ == "__main__":
    sys.exit(main())
