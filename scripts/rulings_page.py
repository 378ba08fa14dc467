"""Writes docs/rulings.md from rulings.toml: every question the rulebooks leave open, and how it is answered here.

python scripts/rulings_page.py            writes the page
python scripts/rulings_page.py --check    says whether it is current, and changes nothing
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator.kit.catalogue import Catalogue, Ruling, load_catalogue  # noqa: E402

PAGE = ROOT / "docs" / "rulings.md"
SYSTEM = ROOT / "adjudicator" / "rulesets" / "vv1813"

OPENING = """\
# Rulings

<!-- Made by scripts/rulings_page.py from rulings.toml; a test proves that it is current. -->

The rulebooks of the 1813 battle games are sometimes silent, and sometimes they contradict themselves. Here is every
such place that we met, what the program does, and why. Where players may well see it otherwise, a match option
switches the ruling: the value in bold is the one in force unless you say so when you start the match:

    adjudicator new bautzen our-match --option ooc_mp=half_up --option fog=none

The option is written into the first line of the log, so nobody can forget what was agreed. `adjudicator rules vv1813
VV-8.4e` shows a rule with its rulings and the tests that prove it.
"""


def page(catalogue: Catalogue) -> str:
    """The whole page as Markdown."""
    return "\n".join([OPENING, *_options(catalogue), *_variants(catalogue), *_rulings(catalogue)]).rstrip() + "\n"


def _values(values: tuple[str, ...]) -> str:
    return ", ".join([f"**`{values[0]}`**", *(f"`{value}`" for value in values[1:])])


def _options(catalogue: Catalogue) -> Iterator[str]:
    yield "## Match options at a glance\n"
    yield "| option | values | about |"
    yield "| --- | --- | --- |"
    for switch in sorted(catalogue.switches(), key=lambda switch: switch.option):
        about = f"[{switch.about}](#{switch.about.lower()})" if switch.about.startswith("Q") else switch.about
        yield f"| `{switch.option}` | {_values(switch.values)} | {about} |"
    yield ""


def _variants(catalogue: Catalogue) -> Iterator[str]:
    yield "## Variants that the Bautzen book offers\n"
    for variant in catalogue.variants:
        yield f"- **`{variant.option}`** ({variant.rule}): {variant.summary}"
    yield ""


def _rulings(catalogue: Catalogue) -> Iterator[str]:
    yield "## The rulings\n"
    for ruling in catalogue.rulings:
        yield from _ruling(catalogue, ruling)


def _ruling(catalogue: Catalogue, ruling: Ruling) -> Iterator[str]:
    yield f"### {ruling.id}\n"
    yield f"*{ruling.question}*\n"
    yield f"{ruling.ruling}\n"
    yield f"Why: {ruling.reason}\n"
    facts = []
    rules = [rule.id for rule in catalogue.rules if ruling.id in rule.rulings and rule.status != "open"]
    if rules:
        facts.append(f"Rules: {', '.join(rules)}.")
    if ruling.option:
        facts.append(f"Option `{ruling.option}`: {_values(ruling.values)}.")
    if ruling.in_data:
        facts.append("A value in a data file: a [data pack](your-boxed-game.md) can change it.")
    if facts:
        yield " ".join(facts) + "\n"


def main(arguments: list[str]) -> int:
    """Write the page, or with --check say whether it is current."""
    text = page(load_catalogue(SYSTEM))
    if "--check" not in arguments:
        PAGE.write_text(text, "utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text("utf-8") == text:
        return 0
    sys.stderr.write("docs/rulings.md is not current: run python scripts/rulings_page.py\n")
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
