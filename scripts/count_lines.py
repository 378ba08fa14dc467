"""Counts the lines of code of each rule system, rules and plumbing apart, and of what they share.

python scripts/count_lines.py              the tree at hand
python scripts/count_lines.py REVISION     the same for a revision of the repository

A line counts if it has code on it: blank lines, comments and docstrings do not. It is a line of *rules* if the function
or class that it stands in (the innermost that says anything), or its whole module, opens its docstring with the id of a
rule or the number of a chapter, as STYLE asks of every rule; an event's class is rules too, because what it changes is
what the rulebook says. All else in a rule system is *plumbing*: reading orders, views, JSON, hooks.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULE = re.compile(r"(VV|BAU|LUT|CAM|NLC|LB|HEI|Bautzen|Lützen|DPH|LN|LE|NL)(-| )[\w.]+")
SHARED = ("core", "kit", "maps", "battle")
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
Part = ast.Module | ast.ClassDef | ast.FunctionDef
Count = tuple[int, int]


def code_lines(text: str, tree: ast.Module) -> set[int]:
    """The numbers of the lines that have code on them."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            found.update(range(token.start[0], token.end[0] + 1))
    for part in ast.walk(tree):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str):
            found.difference_update(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    return found


def rule_lines(part: Part, inherited: bool) -> Iterator[tuple[range, bool]]:
    """The reach of a part and of those inside it, outer ones first, each with whether it is rules."""
    words = ast.get_docstring(part) or ""
    event = isinstance(part, ast.ClassDef) and any(keyword.arg == "seen_by" for keyword in part.keywords)
    mine = inherited or event or RULE.match(words) is not None
    if not isinstance(part, ast.Module):
        yield range(part.lineno, (part.end_lineno or part.lineno) + 1), mine
    for child in part.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield from rule_lines(child, mine)


def counted(file: Path) -> Count:
    """A module's lines of code: all, and those of rules."""
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    lines = code_lines(text, tree)
    whole = RULE.match(ast.get_docstring(tree) or "") is not None
    rules = set(lines) if whole else set()
    for reach, mine in rule_lines(tree, whole):
        rules = rules | (lines & set(reach)) if mine else rules
    return len(lines), len(rules)


def total(folder: Path, *, without: str = "\0") -> Count:
    """The lines of all modules of a folder."""
    counts = [counted(file) for file in sorted(folder.rglob("*.py")) if without not in file.parts]
    return sum(count for count, _ in counts), sum(rules for _, rules in counts)


def row(name: str, count: Count) -> str:
    """A line of the table."""
    lines, rules = count
    share = f"{100 * (lines - rules) / lines:.0f} %" if lines else "-"
    return f"{name:<28} {lines:>7} {rules:>7} {lines - rules:>9} {share:>6}"


def table(package: Path) -> Iterator[str]:
    """The whole table for the package's folder."""
    yield f"{'lines of code':<28} {'all':>7} {'rules':>7} {'plumbing':>9} {'share':>6}"
    systems = sorted(path for path in (package / "rulesets").iterdir() if (path / "__init__.py").is_file())
    for system in systems:
        games = system / "games"
        yield row(system.name, total(system))
        if games.is_dir():
            yield row("  shared by its games", total(system, without="games"))
            yield from (
                row(f"  {game.name}", total(game))
                for game in sorted(games.iterdir())
                if (game / "__init__.py").is_file()
            )
    shared = {name: total(package / name)[0] for name in SHARED if (package / name).is_dir()}
    yield from (f"{name:<28} {lines:>7}" for name, lines in shared.items())
    every = sum(total(system)[0] for system in systems)
    yield f"{'systems, kit and battle':<28} {every + shared.get('kit', 0) + shared.get('battle', 0):>7}"


def main(arguments: list[str]) -> int:
    """Print the table for the tree at hand, or for a revision."""
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        sys.stderr.write(__doc__ or "")
        return 2
    if not arguments:
        sys.stdout.write("\n".join(table(ROOT / "adjudicator")) + "\n")
        return 0
    archive = subprocess.run(
        ["git", "archive", arguments[0], "adjudicator"], cwd=ROOT, capture_output=True, check=False
    )
    if archive.returncode:
        sys.stderr.write(archive.stderr.decode(errors="replace"))
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(scratch, filter="data")
        sys.stdout.write("\n".join(table(Path(scratch) / "adjudicator")) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
