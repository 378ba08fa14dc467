"""CAM-unit-7, CAM-unit-3: what the rulebook keeps from a player is in nothing that he is given, seed by seed.

The oracle is `campaign1813.toml` beside this file, written from the book; what a reader has been shown is counted here,
from the umpire's log, not asked of the program.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.types import PUBLIC, UMPIRE, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.play.desk.briefs import brief_files
from adjudicator.play.match.history import History
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.reading import wrapped, write_order
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.side.exporting import export, position
from adjudicator.play.side.reporting import picture_of, told
from adjudicator.play.side.side_views import Whole
from adjudicator.play.side.situation import situation
from adjudicator.report.context import FORMATS, render
from adjudicator.rulesets.campaign1813.events import EVENTS
from tests.campaign1813.random_campaign import RandomGeneral
from tests.support.twins import twin
from tests.support.written_match import Table

TABLE = tomllib.loads((Path(__file__).parent / "campaign1813.toml").read_text("utf-8"))
SIDES = (Side("French"), Side("Allied"))
READERS = (*SIDES, PUBLIC)
SEEDS = tuple(f"secret{number}" for number in range(10))
AT_THE_TABLE = SEEDS[-1:]
"""In this one the battles go to the umpire, so that briefs are handed out."""
TURNS = 2
BLOCK = re.compile(r"(?<![A-Za-z0-9])[FPRSA]\d{3}(?![0-9])")
ROADS = frozenset({"road", "roads", "traffic"})
"""Keys below which such a word is the id of a road."""
WRITTEN = "Kennwort"


def enemy(side: Side) -> Side:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]


def rows(sign: str) -> list[dict[str, Any]]:
    """The secrets that are known by such a sign."""
    return [row for row in TABLE["secret"] if row["sign"] == sign]


# --- a match, and what a reader is given of it -----------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A random campaign on disk, and the words that each side alone has written."""

    match: Match
    words: Mapping[Side, tuple[str, ...]]
    files: Mapping[Side, Mapping[str, str]]
    """What each reader is given."""

    @property
    def roster(self) -> Mapping[str, Any]:
        """Every block of the campaign by its id."""
        roster: Mapping[str, Any] = self.match.history.rules.context.roster  # type: ignore[attr-defined]
        return roster


def orders(match: Match, general: RandomGeneral, side: Side, wait: Wait, word: str) -> str:
    """A random text as a player would write it, with a remark of his own."""
    rules, now = match.history.rules, match.history.position
    known = rules.known(now.state, side)
    table: Any = Table(rules, now)
    lines = [f"match: {match.setup.name}", f"turn: {wait.turn}", f"side: {side}", f"# {word}", ""]
    if side == UMPIRE:
        given, lines = general.report(table, side), [*lines[:3], f"phase: {wait.phase}", ""]
    else:
        given = general.orders(table, side)
    for order in given:
        lines += wrapped(write_order(rules, known, side, order))
    if side == UMPIRE:
        return "\n".join([*lines, "others no losses"]) + "\n"
    lines += ["", "standing orders"]
    lines += [f"  {write_order(rules, known, side, order)}" for order in general._standing(side)]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module", params=SEEDS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Some turns of a campaign, texts in and files out."""
    seed: str = request.param
    options = {"battles": "table" if seed in AT_THE_TABLE else "auto"}
    match = create("campaign1813", tmp_path_factory.mktemp("secret") / "it", name="secret", seed=seed, options=options)
    general = RandomGeneral(seed, asks=0, boldness=8)
    words: dict[Side, tuple[str, ...]] = dict.fromkeys(SIDES, ())
    run(match)
    while isinstance(wait := match.history.following(), Wait) and wait.turn <= TURNS:
        for side in wait.sides:
            word = f"{WRITTEN}{general.chance.randrange(10**9)}"
            submit(match, orders(match, general, side, wait, word).encode(), "text.txt")
            words = words if side == UMPIRE else {**words, side: (*words[side], word)}
        run(match)
    return Played(match, words, {reader: read_by(match.history, match, reader) for reader in READERS})


def given(source: Whole, reader: Side, number: int, *, whole: bool) -> dict[str, str]:
    """What is made for a reader after a step: report with order form, position; where it is the last, all of it."""
    now = situation(source, reader, number)
    made = told(now)
    files = {f"report.{fmt}": render(made, fmt) for fmt in (FORMATS if whole else ("txt",))}
    files["position.json"] = json.dumps(source.rules.dump(now.step.after))
    if whole:
        files["map.svg"] = picture_of(made)
    return files | {name: content.decode() for name, content in brief_files(now).items()}


def read_by(history: History, match: Match, reader: Side) -> dict[str, str]:
    """The files of every step that a reader is given, the last ones in all forms, and at last his own log."""
    source = Whole(match.lines, history, match.folder)
    files: dict[str, str] = {}
    for record in history.steps:
        whole = record is history.steps[-1]
        for name, text in given(source, reader, record.number, whole=whole).items():
            files[f"step {record.number}, {name}"] = text
    if reader in SIDES:
        files["position"] = json.dumps(position(source, reader))
        files["export"] = export(source, reader)
    return files


# --- the oracle: what a reader has been shown, from the umpire's log --------------------------------------------


def shown(played: Played, reader: Side) -> set[str]:
    """The blocks whose faces the book shows a reader in this match; spectators see what both sides know."""
    rules: Any = played.match.history.rules
    kinds = {row["kind"] for row in TABLE["shown"]}
    found: set[str] = set()
    for record in played.match.history.steps:
        state = record.before.state
        for event in record.events:
            written = rules.write_event(event)
            if written["kind"] in kinds:
                found |= set(_faces(played, written, state, reader))
            state = rules.apply(state, event)
    return found


def _faces(played: Played, event: Mapping[str, Any], state: Any, reader: Side) -> Iterator[str]:
    theirs = {name for name, card in played.roster.items() if card.side != reader}
    if event["kind"] == "battle_fought":
        yield from (b.id for b in state.pieces.blocks.values() if b.place == event["town"] and b.id in theirs)
    elif event["kind"] == "stack_reconnoitred" and reader == event["side"]:
        assert len(event.get("shown", ())) == sum(face >= 4 for face in event["rolls"][0]["faces"])
        yield from (one["block"] for one in event.get("shown", ()))
    elif event["kind"] in ("leader_revealed", "assault_made"):
        yield from {str(event.get("leader")), str(event.get("lead"))} & theirs
    elif event["kind"] == "fortress_fell":
        yield from event["surrendered"]


def names_of(played: Played, hidden: set[str], reader: Side) -> dict[str, str]:
    """Names that only a hidden block has: not part of an own name, of a town, an army, a corps, a rule's words."""
    rules: Any = played.match.history.rules
    ctx = rules.context
    mine = [card.name for name, card in ctx.roster.items() if name not in hidden]
    public = [*mine, *ctx.network.towns, *(a.name for a in ctx.armies.values()), *(c.name for c in ctx.corps.values())]
    folder = Path(__file__).parents[2] / "adjudicator" / "rulesets" / "campaign1813"
    printed = " ".join([*public, *(path.read_text("utf-8") for path in sorted(folder.glob("r*.toml")))])
    names = {name: ctx.roster[name].name for name in sorted(hidden)}
    return {name: word for name, word in names.items() if len(word) > 4 and word not in printed}


# --- the secrets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", READERS)
def test_no_file_names_a_block_that_its_reader_has_not_been_shown(played: Played, reader: Side) -> None:
    """CAM-unit-7, CAM-recon-5: neither by its name nor by its id, in reports, maps, forms, briefs and exports."""
    hidden = {n for n, card in played.roster.items() if card.side != reader} - shown(played, reader)
    names = names_of(played, hidden, reader)
    assert len(names) > 40
    for file, text in played.files[reader].items():
        told = " ".join(text.split())
        assert [name for name, word in names.items() if word in told] == [], file
        if file.endswith("json") or file in ("position", "export"):
            assert set(_ids(text)) & hidden == set(), file


def _ids(text: str) -> Iterator[str]:
    """The ids of blocks in lines of JSON; those of roads left out."""
    for line in text.splitlines():
        yield from _below(json.loads(line))


def _below(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield from BLOCK.findall(part)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key not in ROADS:
                yield from _below(key)
                yield from _below(value)
    elif isinstance(part, list):
        for one in part:
            yield from _below(one)


@pytest.mark.parametrize("reader", READERS)
def test_other_faces_on_hidden_blocks_give_the_same_bytes(played: Played, reader: Side) -> None:
    """CAM-unit-7, CAM-unit-3: blocks of a colour that a reader was not shown change places: no file differs."""
    history = played.match.history
    hidden = sorted({n for n, card in played.roster.items() if card.side != reader} - shown(played, reader))
    names: dict[str, str] = {}
    chance = random.Random(f"twin/{reader}")
    for key in sorted({_colour(played, name) for name in hidden}):
        alike = [name for name in hidden if _colour(played, name) == key]
        others = list(alike)
        chance.shuffle(others)
        names |= dict(zip(alike, others, strict=True))
    assert sum(one != other for one, other in names.items()) > 40
    other = twin(history, names, BLOCK, ROADS)
    assert history.rules.dump(other.position.state) != history.rules.dump(history.position.state)
    theirs = read_by(other, played.match, reader)
    assert theirs.keys() == played.files[reader].keys()
    assert [file for file, text in played.files[reader].items() if theirs[file] != text] == []


def _colour(played: Played, name: str) -> tuple[str, bool, bool]:
    """What everybody sees of a block, and whether it was ever hurt: no leader can have been in its place.

    A garrison is known by where it stands.
    """
    card = played.roster[name]
    return card.nation, card.kind == "garrison", played.match.history.position.state.block(name).hits > 0


@pytest.mark.parametrize("reader", READERS)
def test_no_file_tells_of_dice_and_tests_of_the_other_side(played: Played, reader: Side) -> None:
    """CAM-recon-4, CAM-move-8, CAM-fm-3, CAM-reinf-7, CAM-attr-2, CAM-rally-4: their labels are for their owner."""
    words = "|".join(word for row in rows("label") for word in row["words"])
    label = re.compile(rf"T\d+/(\w+)/(?:[^\s\"/]+/)*?(?:{words})/([^\s\"/<]+)")
    for file, text in played.files[reader].items():
        owners = {_owner(played, *found) for found in label.findall(text)}
        assert owners <= {reader}, file


def _owner(played: Played, active: str, about: str) -> str:
    """Whose die it is: of the block or the side that the label names, else of the side whose player turn it is."""
    if about in played.roster:
        return str(played.roster[about].side)
    return about if about in SIDES else active


@pytest.mark.parametrize("reader", SIDES)
def test_no_export_holds_an_event_that_is_the_other_sides_business(played: Played, reader: Side) -> None:
    """CAM-recon-5, CAM-supply-2, CAM-rally-1, CAM-siege-7: not even in a lesser form that would count them."""
    kinds = {word for row in rows("kind") for word in row["words"]}
    lines = played.files[reader]["export"].splitlines()
    events = [event for line in lines for event in _events(json.loads(line))]
    assert events
    assert not [event for event in events if event["kind"] in kinds and event["side"] != reader]


def _events(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    body = line.get("body", line)
    yield from body.get("events", ())


@pytest.mark.parametrize("reader", READERS)
def test_no_file_repeats_what_the_other_side_wrote(played: Played, reader: Side) -> None:
    """CAM-move-6: orders, plans and remarks are read by who wrote them and by the umpire."""
    secret = {word for side in SIDES if side != reader for word in played.words[side]}
    found = {word for text in played.files[reader].values() for word in re.findall(rf"{WRITTEN}\d+", text)}
    assert not found & secret
    if reader in SIDES:
        assert found == set(played.words[reader]), "his own remarks are in his own log"


@pytest.mark.parametrize("reader", READERS)
def test_positions_hold_no_number_of_the_other_side(played: Played, reader: Side) -> None:
    """CAM-unit-3, CAM-break-1: blocks that were not shown have no strength, mark or wound; armies no losses."""
    fields = {word for row in rows("number") if row["rule"] == "CAM-unit-3" for word in row["words"]}
    theirs = shown(played, reader)
    rules: Any = played.match.history.rules
    looked = 0
    for record in played.match.history.steps:
        plain = rules.dump(rules.known(record.after.state, reader))
        for name, block in plain["pieces"]["blocks"].items():
            if name not in theirs and (name.startswith("?") or played.roster[name].side != reader):
                assert not block.keys() & fields, "a field that is not written has its first value"
                looked += 1
        armies = [army for _, lost in plain.get("history", ()) for army in lost]
        assert all(rules.context.armies[army].side == reader for army in armies)
    assert looked > 100


def test_the_secrets_are_there_to_be_kept(played: Played) -> None:
    """CAM-unit-7: the umpire's log holds words and faces that the others must not find; so the search is real."""
    umpire = " ".join(line.written() for line in played.match.lines)
    assert all(word in umpire for side in SIDES for word in played.words[side])
    assert shown(played, SIDES[0]) or shown(played, SIDES[1])


def test_the_table_names_no_event_that_the_log_does_not_know() -> None:
    """CAM-unit-7: kinds of events in the table are those of the log."""
    known = {str(event.model_fields["kind"].default) for event in EVENTS}
    assert {word for row in rows("kind") for word in row["words"]} <= known
    assert {row["kind"] for row in TABLE["shown"]} <= known
