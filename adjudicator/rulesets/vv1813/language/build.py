"""What lines of the 1813 battle games mean that have to think: ways, policies, plays, an umpire's changes.

All other lines are filled by convention: their words stand on the classes of orders.
"""

from __future__ import annotations

from typing import Any

from adjudicator.core.language import MistakeError, Moment, Narrowed
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Choice, Order, Side
from adjudicator.kit.wording import ByConvention, Clause, filled
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import FITTING, MOMENTS
from adjudicator.rulesets.vv1813.language.moments import TOPICS


class Build(ByConvention):
    """A method for each alias of `grammar/vv1813.lark` that convention does not fill."""

    def __init__(self, ctx: Context) -> None:
        super().__init__((*od.ORDERS, *od.CHOICES, od.MarkerUse, od.LossPolicy))
        self._ctx = ctx

    # --- parts of lines ------------------------------------------------------------------------------------

    def path_from(self, start: str, *places: str) -> Clause:
        """`1302 -> 1402 -> 1503`: the place where it stands is not entered."""
        return Clause("path", places)

    def to_via(self, place: str, places: tuple[str, ...]) -> Clause:
        """`to 1104 via 1302`: the cheapest way that leads over these places."""
        return Clause("path", (*places, place))

    def via_to(self, places: tuple[str, ...], place: str) -> Clause:
        """`via 1302 to 1104`."""
        return self.to_via(place, places)

    def delay(self, *pieces: str | tuple[str, ...]) -> Order:
        """`delay Lecoq`, `delay Ney's corps`, `delay all`."""
        return od.Delay(units=tuple(one for piece in pieces for one in ((piece,) if isinstance(piece, str) else piece)))

    def destination_from(self, start: str, place: str) -> Clause:
        """`from 1003 to 1104`."""
        return Clause("destination", place)

    def marker_use(self, *parts: str) -> od.MarkerUse:
        """`2 Artillery`."""
        *count, marker = parts
        if count and int(count[0]) == 0:
            raise MistakeError("None of a marker cannot be used.", "Leave it out, or write `no support`.")
        return od.MarkerUse(marker=marker, count=int(count[0]) if count else 1)

    def markers(self, *uses: od.MarkerUse) -> tuple[od.MarkerUse, ...]:
        """`2 Artillery, Drouot`."""
        kinds = [use.marker for use in uses if use.marker]
        if len(set(kinds)) < len(kinds):
            raise MistakeError("The same marker is named twice.", "Write how many: 2 Artillery.")
        return uses

    def marker_class(self, words: str) -> str:
        """`RE1`."""
        return words.upper()

    def class_list(self, *classes: str) -> tuple[str, ...]:
        """`RE1, RE, E`."""
        return classes

    def spaces(self, *clocks: str) -> tuple[str, ...]:
        """`16.00, 17.00`."""
        return tuple(clock.replace(":", ".").zfill(5) for clock in clocks)

    def most(self, words: str, number: str) -> int:
        """`at most 2`."""
        return int(number)

    # --- orders --------------------------------------------------------------------------------------------

    def enter(self, *parts: Any) -> Order:
        """`enter Ney, Ricard at 2301 to 2103`: one way only."""
        ways = [part for part in parts if isinstance(part, Clause) and part.field in ("path", "destination")]
        if len(ways) > 1:
            raise MistakeError("`to` is written twice.", "Keep one of the two.")
        order: Order = filled(od.Enter, parts)
        return order

    def part(self, place: str, equals: str, number: str) -> tuple[str, int]:
        """`1309 = 1`."""
        return place, int(number)

    def split(self, unit: str, *parts: tuple[str, int]) -> Order:
        """`split Souham 2: 1309 = 1, 1408 = 3`."""
        if len({place for place, _ in parts}) < len(parts):
            raise MistakeError("The same place is named twice.", "Give each place once.")
        return od.Split(unit=unit, parts=parts)

    # --- choices and standing orders -----------------------------------------------------------------------

    def choose_play(self, marker: str, *more: Clause) -> Choice:
        """`play Cossacks on entering our zone, at most 2`, `play Discord`."""
        cossacks = marker == "cossacks"
        belongs = ("only", "at_most") if cossacks else ("target", "option")
        if any(clause.field not in belongs for clause in more):
            reason = (
                "Cossacks are played at their moment; no target or effect is named."
                if cossacks
                else "`at most` and `entering our zone` belong to Cossacks."
            )
            raise MistakeError(reason, "For example: play Cossacks on entering our zone, at most 2")
        parts = more if cossacks else (marker, *more)
        choice: Choice = filled(od.Cossacks if cossacks else od.Reveal, parts, PLAYED[cossacks])
        return choice

    def losses_at(self, place: str, policy: od.LossPolicy) -> Narrowed:
        """`losses at 1002: weakest first`."""
        return Narrowed(od.Losses(policy=policy), place=place)

    def retreat_of(self, unit: str, places: tuple[str, ...]) -> Narrowed:
        """`retreat Ledru prefers 0503, 0504`."""
        return Narrowed(od.RetreatTo(to=places), unit=unit)

    def ask_me_about(self, kind: str) -> Narrowed:
        """`ask me about losses`."""
        return Narrowed(AskMe(), decision=kind)

    def standing(self, moment: Moment, choice: Choice | Narrowed) -> Standing:
        """A standing order: the kinds of decision that both the moment and the choice allow."""
        narrowed = choice if isinstance(choice, Narrowed) else Narrowed(choice)
        kinds = _kinds(narrowed)
        if moment.name:
            _check_clear(moment, narrowed.choice)
            kinds = [kind for kind in kinds if kind in MOMENTS[moment.name]]
        if not kinds:
            about = ", ".join(TOPICS[kind] for kind in MOMENTS[moment.name])
            raise MistakeError("That cannot be chosen at this moment.", f"This moment is about {about}.")
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

    # --- the umpire's hand ---------------------------------------------------------------------------------

    def condition_of(self, words: str) -> str:
        """`reduced`, `wounded`."""
        return words.split()[-1].lstrip(",")

    def put_piece(self, piece: str, place: str, *states: str) -> Order:
        """`put Compans at 1205 reduced`."""
        return self._changed(piece, place, "map", states)

    def put_piece_off(self, piece: str, status: str, *states: str) -> Order:
        """`put Compans eliminated`."""
        return self._changed(piece, "", status, states)

    def _changed(self, piece: str, place: str, status: str, states: tuple[str, ...]) -> Order:
        counter = self._ctx.counters.get(piece)
        commander = counter is not None and counter.kind == "commander"
        fields: dict[str, Any] = {"what": "commander" if commander else "unit"}
        for state in states:
            if state in ("reduced", "full") and not commander:
                fields["reduced"] = state == "reduced"
            elif state in ("fit", "wounded", "killed") and commander:
                fields["health"] = state
            else:
                remedy = "Units are reduced or full; commanders fit, wounded or killed."
                raise MistakeError(f"`{state}` does not fit that piece.", remedy)
        return od.Change(id=piece, place=place, status=status, **fields)

    def put_marker(self, marker: str, where: str, turn: str = "0") -> Order:
        """`put marker French Artillery 1 aside until turn 5`."""
        status = where.split()[-1]
        return od.Change(what="marker", id=marker, status=status, value=int(turn))

    def set_track(self, track: str, number: str) -> Order:
        """`set French morale to 7`."""
        side, _, what = track.rpartition(" ")
        if track and what != "morale":
            raise MistakeError(f"{track} cannot be set.", "Morale can: set French morale to 7.")
        return od.Change(what="morale", id=side, value=int(number))

    def give_place(self, place: str, side: str) -> Order:
        """`give 1605 to the French`."""
        return od.Change(what="objective", id=place, of=Side(side) if side else None)


PLAYED = {True: od.Cossacks.forms[1], False: od.Reveal.forms[1]}
"""How Cossacks are played, and how another marker is."""


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
