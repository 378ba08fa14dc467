"""What Napoleon's Later Campaigns can be asked: tables and roundings that no event shows by itself."""

from __future__ import annotations

from adjudicator.core.types import Side
from tests.cases.words import Moment, Vocabulary, side_named

QUESTIONS = Vocabulary()


@QUESTIONS.says("hits of strength {strength} with a roll of {total}")
def hits_of(moment: Moment, strength: str, total: str) -> str:
    """NLC-F, NLC-7.1h: the Fire Table."""
    return str(moment.rules.context.tables.fire.read(int(strength), int(total)))


@QUESTIONS.says("strength {strength} rounded")
def rounded(moment: Moment, strength: str) -> str:
    """NLC-7.6a-5: 4.5 is 5, 4.25 is 4."""
    from fractions import Fraction

    from adjudicator.rulesets.nlc.context import half_up

    return str(half_up(Fraction(strength)))


@QUESTIONS.says("{number} hits halved")
def halved_hits(moment: Moment, number: str) -> str:
    """NLC-7.4d."""
    from adjudicator.rulesets.nlc.combat.combat import halved

    return str(halved(int(number)))


@QUESTIONS.says("line of sight from {here} to {there}")
def sight(moment: Moment, here: str, there: str) -> str:
    """NLC-8.3: `open`, or what is in the way."""
    from adjudicator.rulesets.nlc.combat.sight import why_unseen

    return why_unseen(moment.rules.context, moment.names.place(here), moment.names.place(there)) or "open"


@QUESTIONS.says("strength of {unit}")
def strength_of(moment: Moment, unit: str) -> str:
    """NLC-3.3: what a unit shows now."""
    one = moment.state.unit(moment.names.piece(unit))
    return str(moment.rules.context.strength(one.id, one.reduced))


@QUESTIONS.says("morale of {unit}")
def morale_of(moment: Moment, unit: str) -> str:
    """NLC-2.2: a unit's morale at rest."""
    from adjudicator.rulesets.nlc.combat.morale import unit_morale

    one = moment.state.unit(moment.names.piece(unit))
    return str(unit_morale(moment.rules.context, moment.state, one).value)


@QUESTIONS.says("is {place} in the zone of control of the {side}")
def in_zone(moment: Moment, place: str, side: str) -> str:
    """NLC-5.4: whether a side's units reach a hex."""
    from adjudicator.rulesets.nlc.movement.zones import zone

    reached = zone(moment.rules.context, moment.state, Side(side_named(moment.rules, side)))
    return "yes" if moment.names.place(place) in reached else "no"
