"""Logs of every release keep the verdict that is filed beside them, and can be read."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core.types import UMPIRE
from adjudicator.play.desk.status import status
from adjudicator.play.match.setup import default_tools
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.reporting import report
from adjudicator.record import check_log
from adjudicator.record.versions import LIST, Releases, releases_in
from scripts.keep_logs import entry
from tests.support.small_match import begin

HERE = Path(__file__).resolve().parent
KEPT = sorted(path.parent for path in HERE.glob("*/*/log.jsonl"))
NAMES = [path.relative_to(HERE).as_posix() for path in KEPT]


def test_every_game_of_this_release_has_a_log() -> None:
    kept = {json.loads((path / "log.jsonl").read_text("utf-8").split("\n")[0])["body"]["scenario"] for path in KEPT}
    assert {"bautzen", "lutzen", "campaign1813"} <= kept
    assert any(path.parent.name == adjudicator.__version__ for path in KEPT)


@pytest.mark.parametrize("folder", KEPT, ids=NAMES)
def test_a_kept_log_gets_the_verdict_that_is_filed_beside_it(folder: Path) -> None:
    filed: dict[str, Any] = tomllib.loads((folder / "verdict.toml").read_text("utf-8"))
    log = folder / "log.jsonl"
    verdict = verify_file(log)
    assert verdict.sort == filed["verdict"], verdict.words()
    assert filed["verdict"] in ("intact", "other version")
    if verdict.sort == "other version":
        line = json.loads(log.read_text("utf-8").split("\n")[verdict.line - 1])
        assert line["body"]["step"] == filed["step"]
    assert check_log.main([str(log)]) == 0


@pytest.mark.parametrize("folder", KEPT, ids=NAMES)
def test_a_kept_log_can_be_read(folder: Path) -> None:
    said: list[str] = []
    source = open_source(folder / "log.jsonl", warn=said.append)
    assert said == []
    assert status(source).to_json()["step"] == source.numbers()[-1]
    assert report(source, UMPIRE, "txt")


def test_a_released_version_is_not_developed_further() -> None:
    """A version that is listed has the digests of its release; the next change takes the next number."""
    here = next(
        (r for r in releases_in(Path(adjudicator.__file__).parent) if r.version == adjudicator.__version__), None
    )
    if here is not None:
        tools = default_tools()
        signed = tools.code("bautzen", tools.load("bautzen", {}, None, None))
        assert signed["engine"] == here.engine, "Give the version in adjudicator/__init__.py the next number."
        assert signed["ruleset"] in here.rulesets


def test_a_release_is_known_by_what_is_listed_of_it(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    (tmp_path / LIST).write_text(entry([match]), "utf-8")
    known = Releases(releases_in(tmp_path))
    signed = match.setup.by()
    later = {**signed, "engine": f"adjudicator 9.9 {'0' * 64}"}
    release = known.of(signed, later)
    assert release is not None
    assert release.version == adjudicator.__version__
    assert release.get == f"pip install adjudicator=={adjudicator.__version__}"
    assert known.of(signed, signed) is None
    assert known.of({**signed, "ruleset": f"vv1813 0 {'0' * 64}"}, later) is None
