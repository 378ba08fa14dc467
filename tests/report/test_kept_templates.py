"""Compiled templates are kept where only the user can write, and made anew whatever is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from adjudicator.report.kept_templates import kept_templates


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.j2").write_text("{{ 1 + 1 }} {{ word }}", "utf-8")
    return tmp_path


def tell(place: Path, word: str = "guns") -> str:
    """The template told by an environment that is made anew, as in another run."""
    loader = FileSystemLoader(place / "templates")
    env = Environment(loader=loader, autoescape=True, bytecode_cache=kept_templates(place / "kept", "txt"))
    return env.get_template("a.j2").render(word=word)


def kept(place: Path) -> list[Path]:
    return sorted((place / "kept").iterdir())


def test_what_was_compiled_is_read_back_in_another_run(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tell(place) == "2 guns"
    assert len(kept(place)) == 1
    monkeypatch.setattr(Environment, "_generate", None)
    assert tell(place, "horses") == "2 horses"


def test_a_changed_template_is_compiled_anew(place: Path) -> None:
    tell(place)
    (place / "templates" / "a.j2").write_text("{{ word }} only", "utf-8")
    assert tell(place) == "guns only"


def test_a_spoiled_file_or_one_that_others_may_write_is_not_used(place: Path) -> None:
    tell(place)
    path = kept(place)[0]
    good = path.read_bytes()
    path.write_bytes(good[:-3] + b"xyz")
    assert tell(place) == "2 guns"
    assert path.read_bytes() == good
    path.chmod(0o666)
    path.write_bytes(good)
    assert tell(place) == "2 guns"
    (place / "kept").chmod(0o777)
    assert tell(place) == "2 guns"


def test_without_a_folder_nothing_is_kept() -> None:
    assert kept_templates(None, "txt") is None
