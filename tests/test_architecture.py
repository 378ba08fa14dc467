"""The shape of the package: who imports whom, how long a module may be, which words belong where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from adjudicator.kit.catalogue import load_catalogue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "adjudicator"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 500

ALLOWED = {
    "core": {"core"},
    "maps": {"maps", "core"},
    "dsl": {"dsl", "core"},
    "record": {"record", "core"},
    "pictures": {"pictures", "maps", "core"},
    "report": {"report", "pictures", "maps", "core"},
    "kit": {"kit", "core"},
    "battle": {"battle", "kit", "maps", "core"},
    "rulesets": {"rulesets", "battle", "kit", "maps", "core"},
    "post": {"post", "core"},
    "vassal": {"vassal", "maps", "core"},
    "play": {"play", "dsl", "record", "report", "pictures", "post", "vassal", "kit", "rulesets", "maps", "core"},
    "cli": {"cli", "play", "core"},
}
"""Part of the package to the parts that it may import."""

CORE_LIBRARIES = {"pydantic", "pydantic_core"}


def part_of(module: Path) -> str:
    """The part of the package that a module belongs to: "core" for adjudicator/core/dice.py."""
    inside = module.relative_to(PACKAGE).parts
    return inside[0].removesuffix(".py")


def imports(module: Path) -> Iterator[str]:
    """Every module that is imported anywhere in a file, lazily or for typing included."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.relative_to(ROOT)} uses a relative import"
            yield node.module or ""
            if node.module == "adjudicator":
                yield from (f"adjudicator.{alias.name}" for alias in node.names)


def strings(module: Path) -> Iterator[str]:
    """Every string of a module, docstrings included."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def names(modules: list[Path]) -> list[str]:
    return [module.relative_to(ROOT).as_posix() for module in modules]


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_imports_follow_the_arrows(module: Path) -> None:
    """cli -> play -> {dsl, report, pictures, record, post, rulesets} -> {battle, kit, maps} -> core, and never back."""
    part = part_of(module)
    if part not in ALLOWED:
        assert part in {"__init__", "__main__"}, f"{part} is no part of the design"
        return
    for name in imports(module):
        if name.startswith("adjudicator."):
            assert name.split(".")[1] in ALLOWED[part], f"{module.relative_to(ROOT)} imports {name}"


def test_core_needs_pydantic_only() -> None:
    import sys

    for module in sorted((PACKAGE / "core").glob("*.py")):
        for name in imports(module):
            top = name.split(".")[0]
            known = top == "adjudicator" or top in CORE_LIBRARIES or top in sys.stdlib_module_names
            assert known, f"{module.name} imports {name}"


def test_no_rule_system_knows_another() -> None:
    for module in sorted((PACKAGE / "rulesets").rglob("*.py")):
        parts = module.relative_to(PACKAGE / "rulesets").parts
        if len(parts) == 1:
            continue
        for name in imports(module):
            if name.startswith("adjudicator.rulesets."):
                assert name.split(".")[2] == parts[0], f"{module.relative_to(ROOT)} imports {name}"


def test_rules_read_no_clock_no_environment_and_no_other_dice() -> None:
    forbidden = {"random", "secrets", "time", "datetime", "os", "uuid", "socket"}
    for part in ("core", "maps", "kit", "battle", "rulesets"):
        for module in sorted((PACKAGE / part).rglob("*.py")):
            used = {name.split(".")[0] for name in imports(module)} & forbidden
            assert not used, f"{module.relative_to(ROOT)} imports {', '.join(sorted(used))}"


@pytest.mark.parametrize("part", ["core", "dsl", "record", "play"])
def test_no_word_of_hexes_outside_maps_rules_and_reports(part: str) -> None:
    """What has to do with hexes lives in maps, the rule systems and the pictures; `hexadecimal` is another word.

    (`hexkey` is what openssl calls a key that is written in hexadecimal digits; `hexdigest`, `fromhex` and `.hex()` are
    Python's names, in the program that stands alone.)
    """
    word = re.compile(r"(?<!from)(?<!\.)hex(?!adecimal|key|digest)", re.IGNORECASE)
    files_of_part = sorted((PACKAGE / part).rglob("*.py")) or [PACKAGE / f"{part}.py"]
    for module in files_of_part:
        for number, line in enumerate(module.read_text("utf-8").splitlines(), start=1):
            assert not word.search(line), f"{module.relative_to(ROOT)}:{number}: {line.strip()}"


@pytest.mark.parametrize("module", MODULES, ids=names(MODULES))
def test_modules_are_short_and_say_what_they_are(module: Path) -> None:
    text = module.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST, f"{module.relative_to(ROOT)} is longer than {LONGEST} lines"
    if text.strip():
        docstring = ast.get_docstring(ast.parse(text))
        assert docstring, f"{module.relative_to(ROOT)} does not open with a docstring"


def test_no_drawer_modules() -> None:
    assert not [m for m in MODULES if m.stem in {"utils", "util", "helpers", "helper", "misc", "common_utils"}]


def test_no_rulebook_is_part_of_the_project() -> None:
    """Rules are paraphrased and cited; the books themselves stay with their publishers."""
    tracked = [p for p in ROOT.rglob("*") if p.is_file() and not _is_private(p.relative_to(ROOT))]
    books = [p for p in tracked if p.suffix.lower() in {".pdf", ".docx", ".epub"} or p.name.endswith("-rules.txt")]
    assert not books


def _is_private(path: Path) -> bool:
    return any(part.startswith(".") or part in {"build", "dist", "__pycache__"} for part in path.parts)


def test_every_rule_id_that_the_code_cites_is_in_the_catalogue() -> None:
    cited = {
        "vv1813": re.compile(r"\b(?:VV|BAU|LUT)-[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*"),
        "campaign1813": re.compile(r"\bCAM-[a-z]+-[0-9]+[a-z]?"),
        "nlc": re.compile(r"\bNLC-[0-9A-Z]+(?:\.[0-9A-Za-z]+)*(?:-[A-Z]*[0-9]*)?"),
        "labataille": re.compile(r"\b(?:LB-[0-9]+(?:\.[0-9]+)?|HEI-[a-z0-9]+-[0-9]+)"),
    }
    for system, pattern in cited.items():
        catalogue = load_catalogue(files(f"adjudicator.rulesets.{system}"))
        for module in MODULES:
            for text in strings(module):
                for rule in pattern.findall(text):
                    assert catalogue.chapter(rule), f"{module.relative_to(ROOT)} cites {rule}, which is no rule"
