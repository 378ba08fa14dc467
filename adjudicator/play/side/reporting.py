"""From a match, or a side's export, to a report and a map: the same bytes from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, cast, overload

from adjudicator import rulesets
from adjudicator.core.errors import MatchError
from adjudicator.core.types import PUBLIC, UMPIRE, Ending, Event, Side, Wait
from adjudicator.core.values import replace
from adjudicator.dsl.parser_cache import cache_folder
from adjudicator.kit.catalogue import rule_texts
from adjudicator.pictures.png import png
from adjudicator.play.desk.order_form import form_of
from adjudicator.play.match.match import Match
from adjudicator.play.side.exporting import reader_meant
from adjudicator.play.side.side_views import SideRuling, SideStep, Source
from adjudicator.play.side.situation import Situation, situation, source_of
from adjudicator.record.export import EVERYBODY, is_read_by
from adjudicator.report.context import (
    Format,
    MessageTold,
    OpenDecision,
    ReportContext,
    RulingTold,
    picture_width,
    render,
)
from adjudicator.report.dialects import dialect_of, posts, translated

WIDE = 1600
"""Pixels of a PNG map's width."""


def report(
    given: Source | Match,
    side: str,
    fmt: Format,
    step: int | None = None,
    *,
    map_at: str = "",
    brief: bool = False,
    replay_at: str = "",
) -> str:
    """A side's report (or the umpire's) after a step, the last one unless a number is given.

    `map_at` is the address of the map on the net, for the forms that can only point to one; `replay_at` that of the
    page that steps through the match.
    """
    made = context(given, side, step, with_form=not brief)
    return render(replace(made, picture=map_at, brief=brief, replay=replay_at), fmt)


def report_posts(
    given: Source | Match,
    side: str,
    name: str,
    step: int | None = None,
    *,
    map_at: str = "",
    brief: bool = False,
    split: bool = True,
    replay_at: str = "",
) -> tuple[str, ...]:
    """The same in a form or a forum's dialect; `split` into the posts that the forum takes, where it is longer."""

    def written(form: Format) -> str:
        return report(given, side, form, step, map_at=map_at, brief=brief, replay_at=replay_at)

    return in_dialect(written, name, split=split)


def in_dialect(written: Callable[[Format], str], name: str, *, split: bool) -> tuple[str, ...]:
    """What can be written in each form, in a form or a forum's dialect."""
    dialect = dialect_of(name)
    text = written(cast(Format, dialect.form if dialect is not None else name))
    if dialect is None:
        return (text,)
    said = translated(text, dialect)
    return posts(said, dialect) if split else (said,)


@overload
def picture(
    given: Source | Match, side: str, kind: Literal["svg"] = "svg", step: int | None = None, width: int | None = None
) -> str: ...


@overload
def picture(
    given: Source | Match, side: str, kind: Literal["png"], step: int | None = None, width: int | None = None
) -> bytes: ...


def picture(
    given: Source | Match,
    side: str,
    kind: Literal["svg", "png"] = "svg",
    step: int | None = None,
    width: int | None = None,
) -> str | bytes:
    """A side's map after a step, with what it saw happen since it last wrote; a PNG so many pixels wide."""
    return picture_of(context(given, side, step, with_form=False), kind, width)


@overload
def picture_of(made: ReportContext, kind: Literal["svg"] = "svg", width: int | None = None) -> str: ...


@overload
def picture_of(made: ReportContext, kind: Literal["png"], width: int | None = None) -> bytes: ...


@overload
def picture_of(made: ReportContext, kind: Literal["svg", "png"], width: int | None = None) -> str | bytes: ...


def picture_of(made: ReportContext, kind: Literal["svg", "png"] = "svg", width: int | None = None) -> str | bytes:
    """The map of a report."""
    if made.map is None:
        raise MatchError(f"{made.scenario} has no map that could be drawn.", "Use the report instead.")
    return made.map.svg() if kind == "svg" else png(made.map, width or picture_width(made, WIDE), made.kept)


def context(given: Source | Match, side: str, step: int | None = None, *, with_form: bool = True) -> ReportContext:
    """Everything that a side is told after a step."""
    source = source_of(given)
    return told(situation(source, reader_meant(source, side), step), with_form=with_form)


def told(now: Situation, *, with_form: bool = True) -> ReportContext:
    """A situation as the matter of a report."""
    first, last, side = now.steps[0], now.step, now.side
    after = last.rules.view(last.after, side)
    setup = now.source.setup
    return ReportContext(
        match=setup.name,
        scenario=rulesets.find(setup.scenario).title,
        ruleset=last.rules.name,
        side=side,
        turn=after.turn,
        clock=after.clock,
        step=last.number,
        before=first.rules.view(first.before, side),
        after=after,
        happenings=tuple((f"{step.seq}.{number}", event) for step in now.steps for number, event in step.events),
        rulings=tuple(_ruling(now, ruling) for ruling in now.rulings),
        decisions=tuple(_decision(now, body) for body in now.asked),
        waiting=waiting(now),
        messages=tuple(_messages(now)),
        order_form=form_of(now, after) if with_form and side not in (UMPIRE, PUBLIC) else "",
        seq=last.last_seq,
        hash=last.last_hash,
        board=last.rules.board,
        names=names(last),
        formations=names(last, formations=True),
        kept=kept_folder(),
        templates=getattr(last.rules, "templates", None),
        rule_texts=partial(rules_in_words, last.rules.name),
        rolled=tuple(_rolled(now)) if after.ending is not None else (),
    )


def _rolled(now: Situation) -> Iterator[Event]:
    """Every event with dice that the side was shown up to this step."""
    for number in now.source.numbers():
        if number <= now.step.number:
            yield from (event for _, event in now.source.step(now.side, number).events if event.rolls)


@cache
def rules_in_words(ruleset: str) -> Mapping[str, str]:
    """What each rule of a rule system says, by its id."""
    entry = rulesets.REGISTRY.ruleset(ruleset)
    return rule_texts(entry.folder) if entry else {}


def kept_folder() -> Path | None:
    """Where drawings and compiled templates are kept from run to run; None where nothing is to be kept."""
    folder = cache_folder()
    return folder / "reports" if folder else None


def names(step: SideStep, *, formations: bool = False) -> dict[str, str]:
    """The printed names that a side may use, by id; of formations, or of everything else.

    Spectators know what every counter is called, never where it stands.
    """
    sides = (step.side,) if step.side in step.rules.sides else step.rules.sides
    found = [name for side in sides for name in step.rules.language.names(step.after, side)]
    return {name.id: name.name for name in found if (name.kind == "formation") == formations}


# --- what is awaited ---------------------------------------------------------------------------------------


def waiting(now: Situation) -> str:
    """Whom the match waits for: of this side what is needed, of others only who they are."""
    if isinstance(now.following, Ending):
        return ""
    others = [side for side in now.awaiting if side != now.side]
    if now.side == UMPIRE and others:
        return f"Waiting for {_who(others)}: {owed(now)}."
    if now.side not in now.awaiting:
        return f"Waiting for {_who(others)}." if others else ""
    many = isinstance(now.following, Wait) and now.following.what == "orders"
    mine = f"Your {owed(now)} {'are' if many else 'is'} awaited"
    return f"{mine}; so is the {' and the '.join(others)} side." if others else f"{mine}."


def owed(now: Situation) -> str:
    """What the match waits for, in words: "orders for turn 3", "answer to D7"."""
    if isinstance(now.following, Wait):
        phase = f", phase {now.following.phase}" if now.following.phase else ""
        return f"{now.following.what} for turn {now.following.turn}{phase}"
    numbers = [f"D{body['number']}" for body in now.asked]
    return f"answer to {', '.join(numbers)}" if numbers else "answer"


def _who(sides: list[Side]) -> str:
    return " and ".join("the umpire" if side == UMPIRE else f"the {side}" for side in sides)


def _decision(now: Situation, body: Mapping[str, Any]) -> OpenDecision:
    rules, side = now.step.rules, Side(body["side"])
    write = now.source.setup.tools.write
    known = now.step.after if now.side == side else rules.known(now.step.after, side)
    return OpenDecision(
        number=f"D{body['number']}",
        question=str(body["question"]),
        examples=tuple(str(words) for words in body["words"]),
        default=write(rules, known, side, rules.read_choice(body["default"])),
        rule=str(body["rule"]),
        side=side,
        facts=tuple(body.get("facts", ())),
    )


def _messages(now: Situation) -> Iterator[MessageTold]:
    """Messages on the record that are for this reader, since the step before those that the report covers."""
    first, last = now.steps[0], now.step
    earlier = [n for n in now.source.numbers() if n < first.number]
    since = now.source.step(now.side, earlier[-1]).last_seq if earlier else 0
    for line in now.source.lines[since : last.seq]:
        if line.kind == "press" and not line.cut and is_read_by(line.body, now.side):
            sender = "Somebody" if line.body["side"] == PUBLIC else line.body["side"]
            to = "everybody" if line.body["to"] == EVERYBODY else line.body["to"].replace("/", ", ")
            yield MessageTold(sender, to, line.body["text"])


# --- rulings -----------------------------------------------------------------------------------------------


def _ruling(now: Situation, ruling: SideRuling) -> RulingTold:
    before: list[Event] = []
    after: list[Event] = []
    for step in _adjudicated_again(now, ruling):
        old = now.source.replaced(step)
        before += [event for _, event in old.events] if old else []
        after += [event for _, event in step.events]
    return RulingTold(
        step=ruling.step,
        sort=ruling.sort,
        reason=ruling.reason,
        lines=tuple(_ruling_lines(now, ruling.body)),
        changes=ruling.events,
        before=tuple(before),
        after=tuple(after),
    )


def _adjudicated_again(now: Situation, ruling: SideRuling) -> Iterator[SideStep]:
    """The steps that a ruling put in the place of others, also those before the report begins."""
    for number in now.source.numbers():
        if ruling.step <= number <= now.step.number:
            step = now.source.step(now.side, number)
            if step.ruling is not None and step.ruling.seq == ruling.seq:
                yield step


def _ruling_lines(now: Situation, body: Mapping[str, Any]) -> Iterator[str]:
    """What a ruling says besides its changes of the position."""
    for item in body.get("orders", ()):
        yield f"{_line(item)} is read as: {item['text']}"
    for item in body.get("allow", ()):
        yield f"{_line(item)} is allowed."
    for item in body.get("refuse", ()):
        yield f"{_line(item)} is refused."
    for item in body.get("answers", ()):
        rules, side = now.step.rules, Side(item["side"])
        words = now.source.setup.tools.write(rules, now.step.after, side, rules.read_choice(item["choice"]))
        yield f"A decision of the {side} side is answered: {words}"
    for name, value in sorted(body.get("options", {}).items()):
        yield f"The option {name} is now {value}."


def _line(item: Mapping[str, Any]) -> str:
    seat = f" ({item['seat']})" if item.get("seat") else ""
    return f"Line {item['line']} of the {item['side']} orders{seat}"
