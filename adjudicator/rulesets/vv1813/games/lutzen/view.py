"""What maps and reports show of Lützen: the track, engagement restrictions, reinforcements, what is in force."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.core.view import Mark, Table
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.arrivals import is_waiting, napoleon_place
from adjudicator.rulesets.vv1813.games.lutzen.authority import command_range
from adjudicator.rulesets.vv1813.games.lutzen.clock import as_clock, hour, is_night, slot_clock
from adjudicator.rulesets.vv1813.games.lutzen.facts import ReinforcementFacts, facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import first_turn, is_held_back
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

CLASSES = ("RE1", "RE", "E")


def marks(ctx: Context, known: State) -> tuple[Mark, ...]:
    """LUT-10.2, LUT-10.G3: places of entry, with all who are still to come by each, and the Coalition's road exits."""
    names: dict[tuple[str, Side], list[str]] = {}
    for row in facts(ctx).reinforcement:
        if not row.marker and any(is_waiting(known, piece) for piece in row.pieces):
            for one in row.entries:
                names.setdefault((one.at, ctx.counters[row.pieces[0]].side), []).append(row.name)
    if is_waiting(known, facts(ctx).napoleon.commander):
        names.setdefault((napoleon_place(ctx, known), FRENCH), []).append("Napoleon")
    found = [
        Mark(place=place, kind="entry", text=", ".join(dict.fromkeys(who)), side=side)
        for (place, side), who in names.items()
    ]
    if known.retreating:
        found += [Mark(place=p, kind="exit", text="road exit", side=COALITION) for p in facts(ctx).exit.places]
    return tuple(found)


def tables(ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
    """The turn track, who may attack, who is to come, and what markers have set in force."""
    return (_track(ctx, known), _engagement(ctx, known), _to_come(ctx, known), _in_force(ctx, known))


def _track(ctx: Context, known: State) -> Table:
    """LUT-2.0a: how many markers of which class lie on each turn; their faces are nobody's business."""
    rows = []
    for slot in range(1, facts(ctx).track.slots + 1):
        backs = [m.marker_class for m in known.markers.values() if m.place == "track" and m.turn == slot]
        counts = [f"{backs.count(one)} {one}" for one in CLASSES if one in backs]
        clock = as_clock(hour(ctx, known, slot)) if known.turn else slot_clock(ctx, slot)
        turn = f"T{slot}, now" if slot == known.turn else f"T{slot}"
        rows.append((turn, clock, ", ".join(counts) or "none"))
    return Table(title="Turn track", columns=("turn", "clock", "face-down markers"), rows=tuple(rows))


# --- engagement --------------------------------------------------------------------------------------------


def _engagement(ctx: Context, known: State) -> Table:
    """LUT-11: each line and from when it may attack."""
    rows: list[tuple[str, str]] = []
    lines: dict[str, list[str]] = {}
    for counter in ctx.counters.values():
        if counter.side == COALITION and counter.line:
            lines.setdefault(counter.line, []).append(counter.id)
    for line in sorted(lines):
        by_turn: dict[int, list[str]] = {}
        for unit in lines[line]:
            by_turn.setdefault(first_turn(ctx, known, ctx.counters[unit]), []).append(unit)
        usual = max(by_turn)
        for turn, units in sorted(by_turn.items()):
            name = line if turn == usual else f"{line}: {', '.join(ctx.counters[u].name for u in units)}"
            held = any(is_held_back(ctx, known, ctx.counters[u]) for u in units)
            rows.append((name, _status(ctx, known, turn, held=held)))
    rows.append(("Imperial Guard", _french_guard(ctx, known)))
    return Table(title="Engagement", columns=("line", "attacks"), rows=tuple(rows))


def _status(ctx: Context, known: State, turn: int, *, held: bool) -> str:
    if held:
        return "held back this turn"
    if known.turn >= turn:
        return "may attack"
    return f"from turn {turn} ({as_clock(hour(ctx, known, turn))})"


def _french_guard(ctx: Context, known: State) -> str:
    free = lutzen(known).napoleon is not None or FRENCH in lutzen(known).freed
    return "may attack" if free else f"bound to {facts(ctx).guard_march.place} until Napoleon comes"


# --- reinforcements ----------------------------------------------------------------------------------------


def _to_come(ctx: Context, known: State) -> Table:
    rows = [
        (row.name, _when(ctx, known, row), " or ".join(dict.fromkeys(one.at for one in row.entries)))
        for row in facts(ctx).reinforcement
        if any(is_waiting(known, piece) for piece in row.pieces)
    ]
    ney, napoleon = facts(ctx).ney, facts(ctx).napoleon
    if is_waiting(known, ney.commander):
        rows.append(("Ney", as_clock(ney.hour), "on a counter of the III Corps"))
    if is_waiting(known, napoleon.commander):
        when = f"{as_clock(napoleon.test_hour)} on 1-{napoleon.up_to}, {as_clock(napoleon.hour)}"
        rows.append(("Napoleon", when, napoleon_place(ctx, known)))
    return Table(title="To come", columns=("who", "when", "where"), rows=tuple(rows))


def _when(ctx: Context, known: State, row: ReinforcementFacts) -> str:
    now = lutzen(known)
    if row.pieces[0] in now.passed or (row.marker and row.choice in now.alternative):
        return "now"
    if FRENCH in now.staff and row.pieces[0] in facts(ctx).general_staff.corps:
        return "now"
    if row.marker:
        return "by a random event"
    tests = [f"{as_clock(test.hour)} on 1-{test.up_to}" for test in row.tests]
    return ", ".join([*tests, *(as_clock(one.hour) for one in row.entries)])


# --- what is in force --------------------------------------------------------------------------------------


def _in_force(ctx: Context, known: State) -> Table:
    now = lutzen(known)
    rows = [("Coalition command range", str(command_range(ctx, known, COALITION)))]
    if now.early:
        rows.append(("Bridge on the Elster", f"the battle began at {as_clock(facts(ctx).clock.early_start)}"))
    if now.munitions is not None:
        rows.append(("Artillery without munitions", "the Coalition loses an Artillery marker each turn"))
    if now.bullet is not None and now.bullet == known.turn:
        names = [one.name for one in facts(ctx).formation if one.id in now.alone]
        rows.append(("Lost bullet", f"{', '.join(names)}: each counter attacks alone"))
    rows += [
        ("Tactical movement", f"{side}, this turn") for side, turn in sorted(now.tactical.items()) if turn == known.turn
    ]
    if known.turn and is_night(ctx, known):
        rows.append(("Night", "no combined attacks, no bombardment"))
    return Table(title="In force", columns=("what", "effect"), rows=tuple(rows))
