"""What adjudicates here, as turn lines say it in `by`, and the releases by which other versions are known."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import adjudicator
from adjudicator.core.ruleset import Ruleset
from adjudicator.dsl.grammar import grammar_folder
from adjudicator.record.versions import Releases, code_digest, releases_in

ENGINE = f"adjudicator {adjudicator.__version__}"
ENGINE_PARTS = ("core", "kit", "battle", "maps", "dsl", "play/match")
"""The parts of the package that results come from, whatever the game: rules of play and the reading of orders."""


def ruleset_version(rules: Ruleset[Any]) -> str:
    """A rule system and its version, as the first line names them."""
    return f"{rules.name} {rules.version}"


def code_here(rules: Ruleset[Any], package: str) -> dict[str, str]:
    """What adjudicates here: the engine, and a rule system that lives in a package."""
    return {
        "engine": f"{ENGINE} {_engine_digest()}",
        "ruleset": f"{ruleset_version(rules)} {_ruleset_digest(package, rules.name)}",
    }


@cache
def _engine_digest() -> str:
    home = files("adjudicator")
    parts = [(part, home.joinpath(*part.split("/"))) for part in ENGINE_PARTS]
    return code_digest([*((name, part) for name, part in parts if part.is_dir()), *_grammar("common")])


@cache
def _ruleset_digest(package: str, name: str) -> str:
    return code_digest([("package", files(package)), *_grammar(name)])


def _grammar(name: str) -> list[tuple[str, Any]]:
    """The grammar of a rule system that lies with ours; a plug-in has its own in its package."""
    found = [(f"grammar/{name}{end}", grammar_folder() / f"{name}{end}") for end in (".lark", ".toml")]
    return [(path, file) for path, file in found if file.is_file()]


@cache
def known_releases(package: str) -> Releases:
    """The releases of the program, and those that the package of a rule system lists for itself."""
    own = releases_in(files("adjudicator"))
    return Releases((*own, *(releases_in(files(package)) if package else ())))
