"""What the lines of a battle report mean."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.language import MistakeError
from adjudicator.core.types import Order, Side
from adjudicator.rulesets.campaign1813 import report_orders as ro
from adjudicator.rulesets.campaign1813.build_parts import Way


@dataclass(frozen=True, slots=True)
class Die:
    """`die 4`."""

    face: int


@dataclass(frozen=True, slots=True)
class ByRuling:
    """`by ruling`."""


@dataclass(frozen=True, slots=True)
class Destroyed:
    """`1 destroyed`."""

    units: int


class BuildReport:
    """A method for each line of a battle report."""

    def outcome(self, words: str) -> Order:
        """`result: attacker wins by morale`."""
        return ro.Outcome(outcome=outcome_of(words))

    def routed(self, side: str) -> Order:
        """`rout: French`."""
        return ro.Routed(routed=Side(side))

    def last_turn(self, number: str) -> Order:
        """`last turn 18`."""
        return ro.LastTurn(turn=_at_least_one(number, "turn"))

    def destroyed(self, number: str) -> Destroyed:
        """`1 destroyed`."""
        return Destroyed(int(number))

    def hits(self, unit: str, *parts: str | Destroyed) -> ro.Hits:
        """`Philippon: 6 hits 1 destroyed`."""
        number = next(int(part) for part in parts if isinstance(part, str) and part.isdigit())
        gone = next((part.units for part in parts if isinstance(part, Destroyed)), None)
        return ro.Hits(unit=unit, hits=number, destroyed=gone)

    def losses(self, *hits: ro.Hits) -> Order:
        """`losses Philippon: 6 hits, Teste: 3`."""
        return ro.Losses(losses=hits)

    def unhurt(self, units: tuple[str, ...]) -> Order:
        """`no losses: Teste`."""
        return ro.Unhurt(units=units)

    def others_unhurt(self) -> Order:
        """`others no losses`."""
        return ro.Unhurt()

    def leader_lost(self, units: tuple[str, ...]) -> Order:
        """`leader lost: Vandamme`."""
        return ro.LeaderLost(units=units)

    def engaged(self, units: tuple[str, ...]) -> Order:
        """`engaged by cavalry: Gobrecht`."""
        return ro.Engaged(units=units)

    def die(self, number: str) -> Die:
        """`die 4`."""
        face = int(number)
        if not 1 <= face <= 6:
            raise MistakeError(f"A die does not show {face}.", "Give a number from 1 to 6.")
        return Die(face)

    def ruling(self) -> ByRuling:
        """`by ruling`."""
        return ByRuling()

    def arrived(self, units: tuple[str, ...], turn: str, *more: Die | ByRuling) -> Order:
        """`arrived Girard on turn 12 die 4 by ruling`."""
        die = next((one.face for one in more if isinstance(one, Die)), None)
        ruled = any(isinstance(one, ByRuling) for one in more)
        return ro.Arrived(units=units, turn=_at_least_one(turn, "turn"), die=die, ruling=ruled)

    def retreated(self, units: tuple[str, ...], way: Way, turn: str = "") -> Order:
        """`retreated Philippon to Dahme on turn 14`."""
        return ro.Retreated(
            units=units,
            path=way.path,
            destination=way.destination,
            turn=_at_least_one(turn, "turn") if turn else None,
        )

    def regrouped_to(self, units: tuple[str, ...], place: str) -> Order:
        """`regrouped Teste to Dahme`."""
        return ro.Regrouped(units=units, to=place)

    def regrouped_from(self, units: tuple[str, ...], place: str) -> Order:
        """`regrouped Girard from Torgau`."""
        return ro.Regrouped(units=units, origin=place)

    def revealed(self, units: tuple[str, ...]) -> Order:
        """`revealed Philippon, Teste`."""
        return ro.Seen(units=units)

    def revealed_none(self) -> Order:
        """`revealed none`."""
        return ro.Seen()

    def points(self, side: str, *number: str) -> tuple[Side, int]:
        """`French: 6`."""
        return Side(side), int(number[-1])

    def points_held(self, *points: tuple[Side, int]) -> Order:
        """`points French: 6, Allied: 4`."""
        return ro.Points(points=points)

    def held_by(self, side: str) -> Side | None:
        """`French`."""
        return Side(side)

    def held_by_nobody(self) -> Side | None:
        """`nobody`."""
        return None

    def objective(self, name: str, number: str, holder: Side | None) -> Order:
        """`objective "the bridge" 2 points French`."""
        return ro.ObjectiveTaken(name=name.strip('"'), vp=_at_least_one(number, "point"), holder=holder)


def _at_least_one(number: str, what: str) -> int:
    if not int(number):
        raise MistakeError(f"There is no {what} 0.", "Count from 1.")
    return int(number)


def outcome_of(words: str) -> ro.ReportedOutcome:
    """The outcome that words mean."""
    attacker = words.startswith("attacker")
    if words.startswith("stalemate"):
        return "stalemate"
    if "off" in words:
        return "attacker_broke_off" if attacker else "defender_broke_off"
    if "morale" in words:
        return "attacker_win_morale" if attacker else "defender_win_morale"
    return "attacker_win_vp" if attacker else "defender_win_vp"
