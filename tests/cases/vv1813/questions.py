"""What the 1813 battles can be asked: tables and reaches that no event shows."""

from __future__ import annotations

from adjudicator.core.types import UMPIRE, Side
from tests.cases.words import Moment, Vocabulary, side_named

QUESTIONS = Vocabulary()


# --- questions ---------------------------------------------------------------------------------------------


@QUESTIONS.says("tactical option on {result}")
def tactical(moment: Moment, result: str) -> str:
    """VV-8.6.2b: a result after the French tactical option."""
    from adjudicator.rulesets.vv1813.combat.combat_tables import combat_modifiers, read_outcome
    from adjudicator.rulesets.vv1813.combat.tactics import tactical_option

    return str(tactical_option(read_outcome(result), combat_modifiers(moment.rules.context)))


@QUESTIONS.says("strength ratio of {attack} attacking {defence}")
def ratio(moment: Moment, attack: str, defence: str) -> str:
    """VV-8.4a1: the ratio and its modifier."""
    from adjudicator.rulesets.vv1813.combat.combat_tables import strength_ratio

    name, drm = strength_ratio(moment.rules.context).read(int(attack), int(defence))
    return f"{name}, {drm:+d}"


@QUESTIONS.says("is {place} in the zone of control of the {side}")
def in_zone(moment: Moment, place: str, side: str) -> str:
    """VV-4.2a: whether a side's units reach a place."""
    from adjudicator.rulesets.vv1813.movement.zones import zone

    reached = zone(moment.rules.context, moment.state, Side(side_named(moment.rules, side)))
    return "yes" if moment.names.place(place) in reached else "no"


@QUESTIONS.says("the clock")
def clock(moment: Moment) -> str:
    """The hour of the turn, as the games print it: 14.00."""
    return str(moment.rules.view(moment.state, UMPIRE).clock)


@QUESTIONS.says("markers of the {side}")
def markers_of(moment: Moment, side: str) -> str:
    """How a side's markers lie: how many in hand, the turns of those on the track, how many in all."""
    mine = [one for one in moment.rules.dump(moment.state)["markers"].values() if one["owner"] == side]
    held = sum(one["place"] == "hand" for one in mine)
    track = sorted(one["turn"] for one in mine if one["place"] == "track")
    return f"{held} in hand; on the track: {', '.join(map(str, track))}; {len(mine)} in all"
