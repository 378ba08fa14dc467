"""A match outlives its program: data that stay, positions that are compared, a phase that another version began."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.engine import DivergedError
from adjudicator.core.errors import LogError, MatchError
from adjudicator.core.ruleset import Phase, Telling
from adjudicator.core.types import Event
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.match.setup import Tools, default_tools
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from tests.support.small_match import begin, hand_in, play

ASKING = "attack 1703 from 1702, 1602\nmove Morand to 1702\nmove Briche to 1602\n\nstanding orders\n  ask me about head"
LATER = f"adjudicator 9.9 {'cd' * 32}"


class Later:
    """The rule system of a later version: like ours, but for a change in what it tells or keeps."""

    def __init__(self, rules: Any, change: Callable[[Event], Event], more: Mapping[str, Any]) -> None:
        self._rules, self._change, self._more = rules, change, more

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def next(self, state: Any) -> Any:
        following = self._rules.next(state)
        if not isinstance(following, Phase):
            return following
        return replace(following, title=f"{following.title}.", run=lambda *given: self._told(following.run(*given)))

    def _told(self, telling: Telling) -> Telling:
        reply: Any = None
        while True:
            try:
                said = telling.send(reply) if reply is not None else next(telling)
            except StopIteration:
                return
            reply = yield self._change(said) if isinstance(said, Event) else said

    def dump(self, state: Any) -> dict[str, Any]:
        return {**self._rules.dump(state), **self._more}


def later(change: Callable[[Event], Event] = lambda event: event, **more: Any) -> Tools:
    """A later version of the program."""
    tools = default_tools()

    def load(*given: Any) -> Any:
        return Later(rulesets.load(*given), change, more)

    return replace(tools, load=load, code=lambda scenario, rules: {**tools.code(scenario, rules), "engine": LATER})


def other_words(event: Event) -> Event:
    if isinstance(event, CombatResolved):
        return event.model_copy(update={"drm": event.drm.model_copy(update={"because": "as the rules say"})})
    return event


def other_result(event: Event) -> Event:
    return event.model_copy(update={"rule": "VV-99"}) if event.kind == "forces_disclosed" else event


# --- data --------------------------------------------------------------------------------------------------------


def corrected(tmp_path: Path) -> Tools:
    """An installation whose set-up file was corrected since the match began."""
    tools = default_tools()
    game = tmp_path / "corrected"
    shutil.copytree(str(tools.folders("bautzen")["game"]), game)
    setup = game / "setup.csv"
    text = setup.read_text("utf-8")
    assert "bonnet,1003," in text
    setup.write_text(text.replace("bonnet,1003,", "bonnet,1004,"), "utf-8")
    return replace(tools, folders=lambda scenario: {**default_tools().folders(scenario), "game": game})


def test_the_data_in_force_are_copied_whole_when_a_match_is_made(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    installed = default_tools().folders("bautzen")
    for name, folder in installed.items():
        for file in Path(str(folder)).rglob("*.*"):
            if file.suffix in (".csv", ".toml"):
                copy = match.folder / "data" / name / file.relative_to(str(folder))
                assert copy.read_bytes() == file.read_bytes()
    assert match.setup.here.copied
    assert match.setup.here.digest == match.setup.data


def test_a_corrected_set_up_file_moves_no_unit_in_a_running_match(tmp_path: Path) -> None:
    folder = begin(tmp_path / "m").folder
    tools = corrected(tmp_path)
    match = Match(folder, tools)
    assert match.history.warnings() == ()
    play(match, "French", "move Bonnet to 1104")
    assert verify_file(folder, tools=tools).good
    assert verify_file(folder).good
    fresh = begin(tmp_path / "fresh", tools=tools)
    assert fresh.setup.data != match.setup.data


def test_without_the_copy_and_with_other_data_installed_readers_warn_and_writers_stop(tmp_path: Path) -> None:
    folder = begin(tmp_path / "m").folder
    shutil.rmtree(folder / "data")
    said: list[str] = []
    tools = corrected(tmp_path)
    open_source(folder, tools, warn=said.append)
    assert "The match is played with other data than are here" in said[0]
    before = (folder / "log.jsonl").read_bytes()
    with pytest.raises(LogError, match="played with other data") as told:
        play(Match(folder, tools), "French", "pass")
    assert "the version and the data that the match was played with" in told.value.remedy
    assert (folder / "log.jsonl").read_bytes() == before
    play(Match(folder), "French", "pass")


def test_a_data_pack_is_part_of_the_copy(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "setup.csv").write_text("piece,place,status,source\nbonnet,1004,map,text\n", "utf-8")
    match = begin(tmp_path / "m", pack=pack)
    assert (match.folder / "data" / "pack" / "setup.csv").read_bytes() == (pack / "setup.csv").read_bytes()
    shutil.rmtree(pack)
    assert verify_file(match.folder).good
    play(Match(match.folder), "French", "move Bonnet to 1104")
    (match.folder / "data" / "pack" / "setup.csv").write_text("piece,place,status,source\n", "utf-8")
    with pytest.raises(LogError, match="not those that the match was begun with"):
        Match(match.folder)


# --- positions ---------------------------------------------------------------------------------------------------


def test_another_position_on_load_warns_readers_and_stops_writers(tmp_path: Path) -> None:
    folder = begin(tmp_path / "m").folder
    tools = later(weather="fine")
    said: list[str] = []
    open_source(folder, tools, warn=said.append)
    assert "The position after step 1 is not the one on record (line 2)" in said[0]
    assert "here adjudicator 9.9" in said[0]
    with pytest.raises(LogError, match="is not the one on record") as told:
        play(Match(folder, tools), "French", "pass")
    assert "`adjudicator verify` says from which line on" in told.value.remedy
    play(Match(folder), "French", "pass")


def test_an_upgrade_in_mid_match_is_noted_by_the_next_step(tmp_path: Path) -> None:
    folder = begin(tmp_path / "m").folder
    play(Match(folder, later()), "French", "pass")
    signed = [line.body["by"]["engine"] for line in Match(folder).lines if line.kind == "turn"]
    assert signed[0].startswith("adjudicator 0")
    assert signed[1] == LATER
    assert verify_file(folder).good
    assert verify_file(folder, tools=later()).good


# --- a phase that another version began ----------------------------------------------------------------------------


@pytest.fixture
def paused(tmp_path: Path) -> Path:
    """A match that waits for an answer, as left by the process that began the phase."""
    match = begin(tmp_path / "m")
    play(match, "French", ASKING)
    hand_in(match, "French", "answer D1: head Briche")
    return match.folder


def test_a_phase_that_the_new_rules_tell_otherwise_stops_with_both_versions_and_the_ways_out(paused: Path) -> None:
    before = (paused / "log.jsonl").read_bytes()
    with pytest.raises(MatchError, match=r"was begun by adjudicator 0.*adjudicator 9\.9 .* tell it otherwise") as told:
        run(Match(paused, later(other_result)))
    assert "Go on with the version that began it" in told.value.remedy
    assert "--step 2 --kind replay" in told.value.remedy
    assert (paused / "log.jsonl").read_bytes() == before
    assert len(run(Match(paused)).steps) == 1


def test_a_phase_that_the_new_rules_tell_in_other_words_goes_on(paused: Path) -> None:
    assert len(run(Match(paused, later(other_words))).steps) == 1
    assert verify_file(paused).good
    assert verify_file(paused, tools=later(other_words)).good


def test_a_phase_that_the_same_version_tells_otherwise_is_a_mistake_of_the_program(paused: Path) -> None:
    tools = replace(later(other_result), code=default_tools().code)
    with pytest.raises(DivergedError):
        run(Match(paused, tools))
