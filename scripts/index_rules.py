"""Writes where.toml and tests.toml of a rule system: which code cites each rule, and which tests name it.

    python scripts/index_rules.py            writes the files
    python scripts/index_rules.py --check    says whether they are current, and changes nothing

A rule is cited where its id stands in a string of a function or class (a docstring, a Finding, an event) or in a data
file of the rule system. A test names a rule by its id in its docstring, in its decorators or in any other string of
it; a golden case names its rules by its key `rules`, and is listed by its file and its id.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULE_ID = re.compile(
    r"\b(?:(?:VV|BAU|LUT)-[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*|CAM-[a-z]+-[0-9]+[a-z]?"
    r"|NLC-[0-9A-Z]+(?:\.[0-9A-Za-z]+)*(?:-[A-Z]*[0-9]*)?|LB-[0-9]+(?:\.[0-9]+)?|HEI-[a-z0-9]+-[0-9]+)"
)
SYSTEMS = {name: ROOT / "adjudicator" / "rulesets" / name for name in ("vv1813", "campaign1813", "nlc", "labataille")}
TESTS = (*(ROOT / "tests" / name for name in SYSTEMS), ROOT / "tests" / "properties")
CASES = ROOT / "tests" / "cases"
HAND_WRITTEN = {"rules.toml", "rulings.toml", "where.toml", "tests.toml"}

Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def rule_ids(system: Path) -> list[str]:
    """The ids of a rule system, in the order of its catalogue."""
    return [rule["id"] for rule in tomllib.loads((system / "rules.toml").read_text("utf-8"))["rule"]]


def ids_in(text: str) -> Iterator[str]:
    """The rule ids in a text, ranges left alone; a full stop that ends a sentence is no part of an id."""
    yield from RULE_ID.findall(text)


def strings_of(node: ast.AST) -> Iterator[str]:
    """Every string that stands in a piece of code."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def named(tree: ast.Module) -> Iterator[tuple[str, Node]]:
    """Functions, classes and the methods of classes, with their qualified names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
            for method in methods:
                yield f"{node.name}.{method.name}", method
            yield (
                node.name,
                ast.ClassDef(
                    name=node.name,
                    bases=node.bases,
                    keywords=node.keywords,
                    body=[part for part in node.body if part not in methods],
                    decorator_list=node.decorator_list,
                ),
            )


def where(system: Path) -> dict[str, list[str]]:
    """Rule id to the code and data of the package that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted(system.rglob("*.py")):
        module = path.relative_to(ROOT).as_posix()
        for name, node in named(ast.parse(path.read_text("utf-8"))):
            for text in strings_of(node):
                for rule in ids_in(text):
                    _note(found, rule, f"{module}:{name}")
    for path in sorted(p for ending in ("*.toml", "*.csv") for p in system.rglob(ending)):
        if path.name in HAND_WRITTEN and path.parent == system:
            continue
        for rule in ids_in(path.read_text("utf-8")):
            _note(found, rule, path.relative_to(ROOT).as_posix())
    return found


def tests() -> dict[str, list[str]]:
    """Rule id to the tests that name it."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for folder in TESTS for path in folder.rglob("test_*.py")):
        module = path.relative_to(ROOT).as_posix()
        for name, node in named(ast.parse(path.read_text("utf-8"))):
            if not name.rpartition(".")[2].startswith("test_"):
                continue
            node_id = f"{module}::{name.replace('.', '::')}"
            for text in strings_of(node):
                for rule in ids_in(text):
                    _note(found, rule, node_id)
    for path in sorted(CASES.rglob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            for rule in case["rules"]:
                _note(found, rule, f"{path.relative_to(ROOT).as_posix()}::{case['id']}")
    return found


def _note(found: dict[str, list[str]], rule: str, place: str) -> None:
    places = found.setdefault(rule, [])
    if place not in places:
        places.append(place)


def written(table: str, comment: str, ids: list[str], found: dict[str, list[str]]) -> str:
    """One of the two files as text."""
    lines = [f"# {comment}", "# Made by scripts/index_rules.py; a test proves that it is current.", "", f"[{table}]"]
    for rule in ids:
        places = sorted(found.get(rule, ()))
        if places:
            lines.append(f'"{rule}" = [')
            lines += [f'    "{place}",' for place in places]
            lines.append("]")
    return "\n".join(lines) + "\n"


def files() -> dict[Path, str]:
    """What the generated files should hold."""
    made: dict[Path, str] = {}
    proven = tests()
    for system in SYSTEMS.values():
        ids = rule_ids(system)
        made[system / "where.toml"] = written("where", "The code and data that cite each rule.", ids, where(system))
        made[system / "tests.toml"] = written("tests", "The tests that prove each rule.", ids, proven)
    return made


def main(arguments: list[str]) -> int:
    """Write the files, or with --check say whether they are current."""
    stale = [path for path, text in files().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            sys.stderr.write(f"{path.relative_to(ROOT)} is not current: run python scripts/index_rules.py\n")
        return 1 if stale else 0
    for path, text in files().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
