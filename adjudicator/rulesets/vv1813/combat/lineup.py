"""VV 8.4: the forces of a combat are shown; then who counts, who leads, and which markers support."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking, ask, chosen
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.vv1813.combat.assault import Assault, moment
from adjudicator.rulesets.vv1813.combat.attacks import Declaration
from adjudicator.rulesets.vv1813.combat.combat_drm import concentric_drm, ratio_drm
from adjudicator.rulesets.vv1813.combat.combat_tables import combat_modifiers, quality_table, strength_ratio
from adjudicator.rulesets.vv1813.combat.engagement import Engagement, Fighter, combat_counts, fighter, leaders_at
from adjudicator.rulesets.vv1813.combat.events import ForcesDisclosed, QualityRolled, SpentMarker
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.markers import in_hand, might_hold
from adjudicator.rulesets.vv1813.movement.zones import excess
from adjudicator.rulesets.vv1813.orders import Excess, HeadUnit, MarkerUse, Support
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import Marker, State, Unit

QUALITIES = "AB?C"
"""Best first; an unproven unit is taken to be better than a bad one."""


def line_up(assault: Assault, targets: tuple[str, ...], qualities: Mapping[str, str]) -> Engagement:
    """VV-8.2f, VV-8.5.1e: everybody in the places of a combat; who takes no part, or has fled here, does not count."""
    ctx, state, side, attack = assault.ctx, assault.state, assault.side, assault.attack
    mine = [u for place in attack.origins for u in state.army(side).units_at.get(place, ())]
    combat = Engagement(side=side, targets=targets, origins=attack.origins, attackers=(), defenders=())
    theirs = [u for place in targets for u in state.army(combat.defender).units_at.get(place, ())]
    crowd = {
        who: sum(excess(ctx, state, who, place) for place in places)
        for who, places in ((side, attack.origins), (combat.defender, targets))
    }
    return replace(
        combat,
        attackers=tuple(_attacker(ctx, unit, attack, assault.fled) for unit in mine),
        defenders=tuple(_fighter(ctx, unit, "fled here" if unit.id in assault.fled else "") for unit in theirs),
        leaders={
            side: leaders_at(ctx, state, side, attack.origins),
            combat.defender: leaders_at(ctx, state, combat.defender, targets),
        },
        excess=crowd,
        qualities=qualities,
    )


def _attacker(ctx: Context, unit: Unit, attack: Declaration, fled: frozenset[str]) -> Fighter:
    if unit.id in fled:
        return _fighter(ctx, unit, "fled here")
    if unit.id in attack.units:
        return _fighter(ctx, unit, "")
    strange = attack.formation and ctx.counters[unit.id].formation != attack.formation
    return _fighter(ctx, unit, "other formation" if strange else "may not attack")


def _fighter(ctx: Context, unit: Unit, why: str) -> Fighter:
    return fighter(ctx, unit, counted=not why, why=why)


def disclosed(combat: Engagement) -> ForcesDisclosed:
    """VV-8.4.0b: both sides show what takes part in this combat, and nothing else."""
    return ForcesDisclosed(
        side=combat.side,
        targets=combat.targets,
        origins=combat.origins,
        attackers=tuple(one.force for one in combat.attackers),
        defenders=tuple(one.force for one in combat.defenders),
        attacking_commanders=combat.leaders[combat.side],
        defending_commanders=combat.leaders[combat.defender],
    )


# --- over-stacking -----------------------------------------------------------------------------------------


def set_aside_excess(assault: Assault, combat: Engagement) -> Asking[Engagement]:
    """VV-8.4g: of an over-stacked place some units do not count; the defending player names them (D27).

    Units that do not count anyway are in excess before any other. With option overstack_pick=owner each side chooses
    for itself.
    """
    open_places: list[tuple[Decision, int, tuple[Fighter, ...]]] = []
    for side, places in ((combat.side, combat.origins), (combat.defender, combat.targets)):
        chooser = side if assault.ctx.options["overstack_pick"] == "owner" else combat.defender
        for place in places:
            there = [one for one in combat.fighters(side) if one.place == place]
            able = tuple(one for one in there if one.counted)
            many = excess(assault.ctx, assault.state, side, place) - (len(there) - len(able))
            if many > 0:
                open_places.append((_excess_decision(assault, chooser, place, able, many), many, able))
    reply = yield from ask(*(decision for decision, _, _ in open_places))
    for decision, many, able in open_places:
        wanted = [u for u in chosen(reply, decision, Excess).units if any(u == one.unit for one in able)]
        rest = [one.unit for one in sorted(able, key=_weakest) if one.unit not in wanted]
        combat = _not_counted(combat, frozenset([*wanted, *rest][:many]))
    return combat


def _excess_decision(assault: Assault, side: Side, place: str, able: tuple[Fighter, ...], many: int) -> Decision:
    weak = sorted(able, key=_weakest)
    return Decision(
        key=assault.key("excess", place, side),
        kind="excess",
        moments=moment(side, assault.side),
        side=side,
        rule=RuleId("VV-8.4g"),
        question=f"{place} is over-stacked by {many}: which unit there is not counted?",
        default=Excess(units=tuple(one.unit for one in weak[:many])),
        place=place,
        places=assault.attack.targets,
        units=tuple(one.unit for one in able),
        examples=tuple(Excess(units=(one.unit,)) for one in able),
    )


def _weakest(one: Fighter) -> tuple[int, str]:
    return one.strength, one.unit


def _not_counted(combat: Engagement, units: frozenset[str]) -> Engagement:
    def mark(those: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        return tuple(replace(one, counted=False, why="over-stacked") if one.unit in units else one for one in those)

    return replace(combat, attackers=mark(combat.attackers), defenders=mark(combat.defenders))


# --- head units and support --------------------------------------------------------------------------------


def name_heads(
    assault: Assault, combat: Engagement
) -> Asking[tuple[Engagement, Mapping[Side, tuple[SpentMarker, ...]]]]:
    """VV-8.4.0b, VV-8.4h: both sides name head unit (D26) and support (D28) at the same moment, in secret.

    What the attacker's order says is not asked again.
    """
    ctx, state, order = assault.ctx, assault.state, assault.attack.order
    both = (combat.side, combat.defender)
    ordered_head = next((u for u in order.head if any(u == one.unit for one in combat.looked_at(combat.side))), None)
    heads: dict[Side, Decision] = {}
    supports: dict[Side, Decision] = {}
    for side in both:
        mine = side == combat.side
        if not (mine and ordered_head) and len(combat.looked_at(side)) > 1:
            heads[side] = _head_decision(assault, combat, side)
        if not (mine and order.support is not None) and might_support(ctx, state, side):
            supports[side] = _support_decision(assault, combat, side)
    asked = (those[side] for side in both for those in (heads, supports) if side in those)
    reply = yield from ask(*asked)
    named: dict[Side, str] = {}
    spent: dict[Side, tuple[SpentMarker, ...]] = {}
    for side in both:
        wanted = chosen(reply, heads[side], HeadUnit).units if side in heads else ()
        able = [one.unit for one in combat.looked_at(side)]
        named[side] = next((unit for unit in wanted if unit in able), default_head(ctx, combat, side))
        uses = chosen(reply, supports[side], Support).markers if side in supports else ()
        if side == combat.side:
            named[side] = ordered_head or named[side]
            uses = uses if order.support is None else order.support
        if not ctx.game.may_use(ctx, state, "support", side).value:
            uses = ()
        spent[side] = spend(ctx, state, side, (use for use in uses if marker_kind(ctx, use.marker).support))
    points = {side: sum(marker_kind(ctx, one.kind).support for one in those) for side, those in spent.items()}
    return replace(combat, heads=named, support=points), spent


def default_head(ctx: Context, combat: Engagement, side: Side) -> str:
    """D26: the best quality, then two steps, then the greatest strength."""

    def rank(one: Fighter) -> tuple[int, int, int, str]:
        steps = 1 if one.reduced else one.counter.steps
        return QUALITIES.index(combat.quality(one)), -steps, -one.strength, one.unit

    return min(combat.looked_at(side), key=rank).unit


def _head_decision(assault: Assault, combat: Engagement, side: Side) -> Decision:
    able = combat.looked_at(side)
    return Decision(
        key=assault.key("head", side),
        kind="head",
        moments=moment(side, assault.side),
        side=side,
        rule=RuleId("VV-8.4b2"),
        question=f"{', '.join(combat.targets)} {'is' if len(combat.targets) == 1 else 'are'} attacked: "
        "which of your units is the head unit?",
        default=HeadUnit(units=(default_head(assault.ctx, combat, side),)),
        place=combat.targets[0],
        places=assault.attack.targets,
        units=tuple(one.unit for one in able),
        facts=_facts(assault.ctx, combat),
        counts=combat_counts(combat, side),
        examples=tuple(HeadUnit(units=(one.unit,)) for one in able),
    )


def _facts(ctx: Context, combat: Engagement) -> tuple[Finding[int], ...]:
    """What both sides know of the combat before they choose."""
    return ratio_drm(combat, strength_ratio(ctx)), concentric_drm(combat, combat_modifiers(ctx))


def might_support(ctx: Context, state: State, side: Side) -> bool:
    """Whether, for all the enemy can see, a side has a marker that supports in its hand."""
    if not ctx.game.may_use(ctx, state, "support", side).value:
        return False
    return any(might_hold(state, side, kind) for kind, found in ctx.facts["markers"].items() if found.support)


def _support_decision(assault: Assault, combat: Engagement, side: Side) -> Decision:
    ctx, state = assault.ctx, assault.state
    kinds = sorted({m.kind for m in in_hand(state, side) if marker_kind(ctx, m.kind).support})
    all_in = Support(markers=tuple(MarkerUse(marker=k, count=len(in_hand(state, side, k))) for k in kinds))
    singles = tuple(Support(markers=(MarkerUse(marker=kind),)) for kind in kinds)
    return Decision(
        key=assault.key("support", side),
        kind="support",
        moments=moment(side, assault.side),
        side=side,
        rule=RuleId("VV-8.4h"),
        question=f"Which artillery markers do you put on the combat at {', '.join(combat.targets)}?",
        default=Support(),
        place=combat.targets[0],
        places=assault.attack.targets,
        units=tuple(one.unit for one in combat.fighters(side)),
        facts=_facts(ctx, combat),
        counts=combat_counts(combat, side),
        examples=tuple(dict.fromkeys((Support(), *singles, all_in))),
    )


def spend(ctx: Context, state: State, side: Side, uses: Iterable[MarkerUse]) -> tuple[SpentMarker, ...]:
    """VV-8.8f, VV-2.J3: the markers of a hand that are put down, as many as there are, and when they are back.

    Those that the enemy knows of go first.
    """
    spent: list[SpentMarker] = []
    for use in uses:
        mine = sorted(in_hand(state, side, use.marker), key=lambda one: (not one.public, one.id))
        mine = [one for one in mine if all(one.id != other.marker for other in spent)]
        spent += [_put_down(ctx, state, one) for one in mine[: max(0, use.count)]]
    return tuple(spent)


def support_lacking(ctx: Context, state: State, side: Side, uses: Iterable[MarkerUse]) -> Iterator[Verdict]:
    """VV-8.4h: what a side would put on a combat and cannot: no support at all now, no battery, fewer in the hand."""
    may = ctx.game.may_use(ctx, state, "support", side)
    wanted: dict[str, int] = {}
    for use in uses:
        wanted[use.marker] = wanted.get(use.marker, 0) + use.count
    if wanted and not may.value:
        yield no(may.rule, f"There is no artillery support now: {may.because}.", "Leave `support` out.")
        return
    for kind, count in wanted.items():
        name, held = marker_kind(ctx, kind).name, len(in_hand(state, side, kind))
        if not marker_kind(ctx, kind).support:
            yield no("VV-8.4h", f"{name} gives no support in combat.", "Name a battery.")
        elif held < count:
            have = f"only {held}" if held else "none"
            reason = f"{count} {name} would support, but {have} in the hand can."
            yield no("VV-8.4h", reason, "Leave the rest out, or take it from another order.")


def _put_down(ctx: Context, state: State, marker: Marker) -> SpentMarker:
    """VV-2.3a: a marker is spent by one play, unless the game gives it another in the same turn."""
    back = ctx.game.marker_back(ctx, state, marker.kind)
    again = ctx.game.has_another_use(ctx, state, marker.kind)
    return SpentMarker(marker=marker.id, kind=marker.kind, back=back, again=again)


# --- quality -----------------------------------------------------------------------------------------------


def prove(run: Run, combat: Engagement, one: Fighter) -> Asking[Engagement]:
    """VV-8.4b4: a unit of quality "?" shows what it is worth in this combat; once is enough.

    Its die is named after the place, not after the unit: the enemy may not know yet which unit it is.
    """
    if combat.quality(one) != "?":
        return combat
    side = one.counter.side
    bonus = _chief_bonus(run.ctx, combat, one)
    proven = [f for f in combat.fighters(side) if f.place == one.place and f.unit in combat.qualities]
    roll = run.dice.roll(f"{run.label}/quality/{one.place}/{len(proven) + 1}")
    quality = quality_table(run.ctx).read(roll.total + bonus)
    yield QualityRolled(rolls=(roll,), side=side, unit=one.unit, place=one.place, bonus=bonus, quality=quality)
    return replace(combat, qualities={**combat.qualities, one.unit: quality})


def _chief_bonus(ctx: Context, combat: Engagement, one: Fighter) -> int:
    """The modifier of the commander in chief beside the unit; with option qmark_bonus=any, of any commander."""
    beside = [
        leader.modifier
        for leader in combat.leaders.get(one.counter.side, ())
        if leader.place == one.place
        and (ctx.options["qmark_bonus"] == "any" or ctx.game.is_commander_in_chief(ctx, leader.commander))
    ]
    return max(beside, default=0)
