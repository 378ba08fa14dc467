"""What choices, policies and the moments of standing orders mean: answers, and what is decided beforehand."""

from __future__ import annotations

import re
from typing import Any, Literal

from adjudicator.core.language import MistakeError, Moment, Narrowed
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Choice
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.build_parts import Clause, each_once, filled
from adjudicator.rulesets.vv1813.decisions import FITTING, MOMENTS

EVERY_PLACE = 9
"""`stay and take the loss`: as many places of a retreat as can be bought off."""

NapoleonUse = Literal["never", "if_hold", "always"]


class BuildMoments:
    """The moments of standing orders: `when attacked at 1002`."""

    def attacked(self, place: str = "") -> Moment:
        """`when attacked at 1002`."""
        return Moment("attacked", place)

    def piece_attacked(self, unit: str, place: str = "") -> Moment:
        """`when Friant is attacked`."""
        return Moment("attacked", place, unit)

    def bombarded(self, place: str = "") -> Moment:
        """`when bombarded at 1002`."""
        return Moment("bombarded", place)

    def piece_bombarded(self, unit: str, place: str = "") -> Moment:
        """`when Friant is bombarded`."""
        return Moment("bombarded", place, unit)

    def attacking(self, place: str = "") -> Moment:
        """`when attacking 1504`."""
        return Moment("attacking", place)

    def must_retreat(self, place: str = "") -> Moment:
        """`when we must retreat from 1002`."""
        return Moment("must_retreat", place)

    def piece_must_retreat(self, unit: str, place: str = "") -> Moment:
        """`when Friant must retreat`."""
        return Moment("must_retreat", place, unit)

    def enemy_moves(self, place: str = "") -> Moment:
        """`when the enemy moves from 1104`."""
        return Moment("enemy_moves", place)

    def that_enemy_moves(self, unit: str, place: str = "") -> Moment:
        """`when Compans moves`."""
        return Moment("enemy_moves", place, unit)

    def enemy_enters(self, place: str = "") -> Moment:
        """`when the enemy enters our zone`."""
        return Moment("enemy_enters", place)

    def that_enemy_enters(self, unit: str, place: str = "") -> Moment:
        """`when Compans enters our zone`."""
        return Moment("enemy_enters", place, unit)

    def met(self, place: str = "") -> Moment:
        """`when met by Cossacks`."""
        return Moment("met", place)

    def piece_met(self, unit: str, place: str = "") -> Moment:
        """`when Compans is met by Cossacks`."""
        return Moment("met", place, unit)

    def refuses(self, place: str = "") -> Moment:
        """`when the enemy refuses combat at 1504`."""
        return Moment("refuses", place)

    def losses_drawn(self) -> Moment:
        """`when the enemy draws Losses`."""
        return Moment("losses_drawn")

    def displaced(self) -> Moment:
        """`when a commander is displaced`."""
        return Moment("displaced")

    def piece_displaced(self, commander: str) -> Moment:
        """`when Soult is displaced`."""
        return Moment("displaced", "", commander)

    def after_combat(self, place: str = "") -> Moment:
        """`after combat at 1504`."""
        return Moment("after_combat", place)

    def enemy_phase(self) -> Moment:
        """`in the enemy movement`."""
        return Moment("enemy_phase")

    def taking(self) -> Moment:
        """`when taking markers`."""
        return Moment("taking")

    def laying(self, marker_class: str = "") -> Moment:
        """`when laying RE`."""
        return Moment("laying", "", marker_class.upper())


class BuildChoices(BuildMoments):
    """Choices, and standing orders made of a moment and a choice."""

    def standing(self, moment: Moment, choice: Choice | Narrowed) -> Standing:
        """A standing order: the kinds of decision that both the moment and the choice allow."""
        narrowed = choice if isinstance(choice, Narrowed) else Narrowed(choice)
        kinds = _kinds(narrowed)
        if moment.name:
            _check_clear(moment, narrowed.choice)
            kinds = [kind for kind in kinds if kind in MOMENTS[moment.name]]
        if not kinds:
            raise MistakeError("That cannot be chosen at this moment.", _possible(moment))
        for field in ("place", "unit"):
            if getattr(moment, field) and getattr(narrowed, field):
                raise MistakeError(f"The {field} is named twice.", "Keep one of the two.")
        return Standing(
            decision=kinds[0] if len(kinds) == 1 else "any",
            place=moment.place or narrowed.place,
            unit=moment.unit or narrowed.unit,
            moment=moment.name,
            choice=narrowed.choice,
        )

    # --- policies ------------------------------------------------------------------------------------------

    def marker_use(self, *parts: str) -> od.MarkerUse:
        """`2 Artillery`."""
        *count, marker = parts
        if count and int(count[0]) == 0:
            raise MistakeError("None of a marker cannot be used.", "Leave it out, or write `no support`.")
        return od.MarkerUse(marker=marker, count=int(count[0]) if count else 1)

    def markers(self, *uses: od.MarkerUse) -> tuple[od.MarkerUse, ...]:
        """`2 Artillery, Drouot`."""
        return each_once(uses)

    def class_list(self, *classes: str) -> tuple[str, ...]:
        """`RE1, RE, E`."""
        return tuple(one.upper() for one in classes)

    def spaces(self, *clocks: str) -> tuple[str, ...]:
        """`16.00, 17.00`."""
        return tuple(clock.replace(":", ".").zfill(5) for clock in clocks)

    def on_target(self, target: str) -> Clause:
        """`on Marmont`."""
        return Clause("target", target)

    def with_option(self, option: str) -> Clause:
        """`: cancel command range`."""
        return Clause("option", option)

    def spread(self) -> od.LossPolicy:
        """`spread`."""
        return od.LossPolicy(order="spread")

    def weakest(self) -> od.LossPolicy:
        """`weakest first`."""
        return od.LossPolicy(order="weakest")

    def strongest(self) -> od.LossPolicy:
        """`strongest first`."""
        return od.LossPolicy(order="strongest")

    def listed(self, units: tuple[str, ...]) -> od.LossPolicy:
        """`Compans, Bonnet first`."""
        return od.LossPolicy(order="listed", first=units)

    def sort_of_unit(self, words: str) -> str:
        """`Guard`."""
        return words.removesuffix("s")

    def spared(self, *spared: str) -> tuple[str, ...]:
        """`never Guard, Friant`."""
        return tuple(dict.fromkeys(spared))

    def policy(self, *parts: od.LossPolicy | tuple[str, ...]) -> od.LossPolicy:
        """`weakest first, never Guard`."""
        made = parts[0] if isinstance(parts[0], od.LossPolicy) else od.LossPolicy()
        never = parts[-1] if isinstance(parts[-1], tuple) else ()
        return made.model_copy(update={"never": never})

    def napoleon_never(self) -> NapoleonUse:
        """`never`."""
        return "never"

    def napoleon_always(self) -> NapoleonUse:
        """`always`."""
        return "always"

    def napoleon_if_hold(self) -> NapoleonUse:
        """`if hold is possible`."""
        return "if_hold"

    # --- choices -------------------------------------------------------------------------------------------

    def retreat_before(self, places: tuple[str, ...] = ()) -> Choice:
        """`retreat before combat to 0902, 0903`."""
        return od.RetreatBefore(to=places)

    def stand(self) -> Choice:
        """`stand`."""
        return od.StandAndFight()

    def choose_head(self, units: tuple[str, ...]) -> Choice:
        """`head Compans, Bonnet`."""
        return od.HeadUnit(units=units)

    def choose_excess(self, units: tuple[str, ...]) -> Choice:
        """`excess Normann`."""
        return od.Excess(units=units)

    def choose_support(self, markers: tuple[od.MarkerUse, ...] = ()) -> Choice:
        """`support 2 Artillery`, `no support`."""
        return od.Support(markers=markers)

    def choose_losses(self, policy: od.LossPolicy) -> Choice:
        """`losses: weakest first, never Guard`."""
        return od.Losses(policy=policy)

    def choose_losses_at(self, place: str, policy: od.LossPolicy) -> Narrowed:
        """`losses at 1002: weakest first`."""
        return Narrowed(od.Losses(policy=policy), place=place)

    def stay(self, payers: tuple[str, ...] = ()) -> Choice:
        """`stay and take the loss`."""
        return od.Hold(places=EVERY_PLACE, payers=payers)

    def hold(self, places: str, payers: tuple[str, ...] = ()) -> Choice:
        """`hold 2 with Friant`."""
        return od.Hold(places=min(int(places), EVERY_PLACE), payers=payers)

    def give_way(self) -> Choice:
        """`retreat`."""
        return od.Hold(places=0)

    def retreat_to(self, places: tuple[str, ...]) -> Choice:
        """`retreat to 0503, 0504`."""
        return od.RetreatTo(to=places)

    def retreat_of(self, unit: str, places: tuple[str, ...]) -> Narrowed:
        """`retreat Ledru prefers 0503, 0504`."""
        return Narrowed(od.RetreatTo(to=places), unit=unit)

    def choose_advance(self, units: tuple[str, ...], commander: str = "") -> Choice:
        """`advance Compans with commander`."""
        return od.Advance(units=units, commander=commander.startswith("with ") if commander else None)

    def no_advance_at_all(self) -> Choice:
        """`no advance`."""
        return od.Advance()

    def choose_occupy(self, units: tuple[str, ...] = ()) -> Choice:
        """`occupy with Compans`, `no occupation`."""
        return od.Occupy(units=units)

    def choose_napoleon(self, use: NapoleonUse) -> Choice:
        """`Napoleon's option: always`."""
        return od.NapoleonOption(use=use)

    def entering_zone(self) -> Clause:
        """`on entering our zone`."""
        return Clause("only", "entering_zone")

    def at_most(self, words: str, number: str) -> Clause:
        """`at most 2`."""
        return Clause("at_most", int(number))

    def choose_play(self, marker: str, *more: Clause) -> Choice:
        """`play Cossacks on entering our zone, at most 2`, `play Discord`."""
        fields = filled(more)
        if marker == "cossacks":
            _only(fields, ("only", "at_most"), "Cossacks are played at their moment; no target or effect is named.")
            return od.Cossacks(play=True, **fields)
        _only(fields, ("target", "option"), "`at most` and `entering our zone` belong to Cossacks.")
        return od.Reveal(marker=marker, **fields)

    def no_cossacks(self) -> Choice:
        """`no Cossacks`."""
        return od.Cossacks(play=False)

    def choose_keep(self) -> Choice:
        """`keep`."""
        return od.Reveal()

    def choose_effect(self, effect: od.CossackEffectName) -> Choice:
        """`one hex`, `no zone of control`."""
        return od.CossackEffect(effect=effect)

    def choose_class(self, classes: tuple[str, ...]) -> Choice:
        """`take RE1, RE, E`."""
        return od.TakeMarker(classes=classes)

    def choose_loss_of(self, marker: str) -> Choice:
        """`take Artillery`."""
        return od.LoseMarkers(marker=marker)

    def displace(self, places: tuple[str, ...]) -> Choice:
        """`displace to 0907`."""
        return od.Displace(to=places)

    def choose_space(self, spaces: tuple[str, ...]) -> Choice:
        """`lay on 16.00, 17.00`."""
        return od.LayOn(spaces=spaces)

    def topic(self, words: str) -> str:
        """`losses`, `the head unit`: the kind of decision."""
        return _BY_STEM[_stem(words)]

    def ask_me_about(self, kind: str) -> Narrowed:
        """`ask me about losses`."""
        return Narrowed(AskMe(), decision=kind)


TOPICS = {
    "retreat_before_combat": "retreat before combat",
    "cossacks_forbid": "forbidding retreat",
    "head": "head",
    "excess": "excess",
    "support": "support",
    "napoleon_option": "Napoleon's option",
    "losses": "losses",
    "hold": "holding",
    "retreat": "retreat",
    "advance": "advance",
    "occupy": "occupation",
    "cossacks": "Cossacks",
    "cossack_effect": "Cossack effect",
    "displaced": "displacement",
    "lose_markers": "markers lost",
    "reveal": "revealing",
    "take_marker": "taking markers",
    "lay_on": "laying markers",
}
"""What a player may ask to be asked about: the kind of decision and its words."""


def _stem(words: str) -> str:
    """Words without articles, plural and possessive: "the head units" is "head"."""
    found = [re.sub(r"'?s$", "", re.sub(r"ss(es)?$", "\u00df", word)) for word in words.casefold().split()]
    return " ".join(word for word in found if word not in ("the", "a", "unit"))


_BY_STEM = {_stem(words): kind for kind, words in TOPICS.items()}


def _kinds(narrowed: Narrowed) -> list[str]:
    """The kinds of decision that a choice may be the answer to."""
    if narrowed.decision:
        return [narrowed.decision]
    if isinstance(narrowed.choice, AskMe):
        return list(FITTING)
    return [kind for kind, sorts in FITTING.items() if isinstance(narrowed.choice, sorts)]


def _check_clear(moment: Moment, choice: Choice) -> None:
    """`when attacked: retreat` could mean before combat or after a defeat."""
    gives_way = isinstance(choice, od.RetreatTo) or (isinstance(choice, od.Hold) and choice.places == 0)
    if moment.name == "attacked" and gives_way:
        raise MistakeError(
            "That may mean before combat, or after a defeat.",
            "Write `retreat before combat to ...`, or `when we must retreat: retreat to ...`.",
            ambiguous=True,
        )


def _possible(moment: Moment) -> str:
    return f"This moment is about {', '.join(TOPICS[kind] for kind in MOMENTS[moment.name])}."


def _only(fields: dict[str, Any], allowed: tuple[str, ...], reason: str) -> None:
    if any(field not in allowed for field in fields):
        raise MistakeError(reason, "For example: play Cossacks on entering our zone, at most 2")
