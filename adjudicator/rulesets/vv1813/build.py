"""What the lines of the order language mean in the 1813 battle games: parts of a line in, typed orders out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from adjudicator.core.language import MistakeError
from adjudicator.core.types import Order, Side
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.build_choices import BuildChoices
from adjudicator.rulesets.vv1813.build_parts import Clause, IfCossacks, Leave, Way, filled
from adjudicator.rulesets.vv1813.context import Context


class Build(BuildChoices):
    """A method for each alias of `grammar/vv1813.lark`."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx

    # --- movement ------------------------------------------------------------------------------------------

    def path(self, *places: str) -> Way:
        """`-> 1402 -> 1503`."""
        return Way(path=places)

    def path_from(self, start: str, *places: str) -> Way:
        """`1302 -> 1402 -> 1503`: the place where it stands is not entered."""
        return Way(path=places)

    def destination(self, place: str) -> Way:
        """`to 1104`."""
        return Way(destination=place)

    def destination_from(self, start: str, place: str) -> Way:
        """`from 1003 to 1104`."""
        return Way(destination=place)

    def leave(self) -> Leave:
        """`then exit`."""
        return Leave()

    def cossacks(self, effect: od.CossackEffectName) -> IfCossacks:
        """`if Cossacks: one hex`."""
        return IfCossacks(effect)

    def one_place(self) -> od.CossackEffectName:
        """`one hex`."""
        return "one_place"

    def no_zone(self) -> od.CossackEffectName:
        """`no zone of control`."""
        return "no_zone"

    def move(self, units: tuple[str, ...], way: Way, *more: Leave | IfCossacks) -> Order:
        """`move Compans, Bonnet to 1104 then exit`."""
        return _moved(od.Move(units=units, path=way.path, destination=way.destination), more)

    def move_stack(self, place: str, way: Way, *more: Leave | IfCossacks) -> Order:
        """`move stack 0704 to 0805`."""
        return _moved(od.Move(stack=place, path=way.path, destination=way.destination), more)

    def leave_map(self, units: tuple[str, ...], place: str = "") -> Order:
        """`exit Sulima at 0912`."""
        return od.Move(units=units, destination=place, leave=True)

    def entry_at(self, place: str) -> Clause:
        """`at 2301`."""
        return Clause("at", place)

    def entry_way(self, way: Way) -> Clause:
        """`to 2103`."""
        return Clause("way", way)

    def entry_host(self, piece: str) -> Clause:
        """`with Souham 1`."""
        return Clause("host", piece)

    def enter(self, units: tuple[str, ...], *entries: Clause) -> Order:
        """`enter Ney, Ricard at 2301 to 2103`."""
        fields = filled(entries)
        way = fields.pop("way", Way())
        return od.Enter(units=units, path=way.path, destination=way.destination, **fields)

    def enter_all(self, *entries: Clause) -> Order:
        """`enter all`."""
        return self.enter((), *entries)

    def delay(self, units: tuple[str, ...]) -> Order:
        """`delay Lecoq`."""
        return od.Delay(units=units)

    def direct(self, *parts: Any) -> Order:
        """`direct Rosen to 0710`."""
        *units, way = parts
        return od.Direct(units=tuple(units), path=way.path, destination=way.destination)

    def tactical_movement(self) -> Order:
        """`tactical movement`."""
        return od.TacticalMovement()

    def part(self, place: str, equals: str, number: str) -> tuple[str, int]:
        """`1309 = 1`."""
        return place, int(number)

    def split(self, unit: str, *parts: tuple[str, int]) -> Order:
        """`split Souham 2: 1309 = 1, 1408 = 3`."""
        if len({place for place, _ in parts}) < len(parts):
            raise MistakeError("The same place is named twice.", "Give each place once.")
        return od.Split(unit=unit, parts=parts)

    # --- markers -------------------------------------------------------------------------------------------

    def play(self, marker: str, *more: Clause) -> Order:
        """`play Lost bullet on Marmont`, `play Alexander: cancel command range`."""
        return od.Play(marker=marker, **filled(more))

    def keep(self) -> Order:
        """`keep markers`."""
        return od.Keep()

    def take(self, classes: tuple[str, ...]) -> Order:
        """`take RE1, RE, E`."""
        return od.Take(classes=classes)

    def lay(self, marker_class: str, spaces: tuple[str, ...]) -> Order:
        """`lay RE on 16.00, 17.00`."""
        return od.LayMarkers(marker_class=marker_class.upper(), spaces=spaces)

    # --- bombardment and combat ----------------------------------------------------------------------------

    def bombard(self, target: str, markers: tuple[od.MarkerUse, ...], origin: str = "") -> Order:
        """`bombard 1205 with 2 Artillery from 1104`."""
        return od.Bombard(target=target, markers=markers, origin=origin)

    def bombard_from(self, target: str, origin: str, markers: tuple[od.MarkerUse, ...]) -> Order:
        """`bombard 1205 from 1104 with 2 Artillery`."""
        return od.Bombard(target=target, markers=markers, origin=origin)

    def origins(self, places: tuple[str, ...]) -> Clause:
        """`from 1403, 1503`."""
        return Clause("origins", places)

    def attackers(self, units: tuple[str, ...]) -> Clause:
        """`with Compans, Bonnet`."""
        return Clause("units", units)

    def in_formation(self, formation: str) -> Clause:
        """`formation Russian Guard`."""
        return Clause("formation", formation)

    def head(self, units: tuple[str, ...]) -> Clause:
        """`head Compans`."""
        return Clause("head", units)

    def support(self, markers: tuple[od.MarkerUse, ...]) -> Clause:
        """`support 2 Artillery`."""
        return Clause("support", markers)

    def no_support(self) -> Clause:
        """`no support`."""
        return Clause("support", ())

    def tactical(self) -> Clause:
        """`tactical`."""
        return Clause("tactical", True)

    def napoleon(self, use: Literal["never", "if_hold", "always"]) -> Clause:
        """`Napoleon's option if hold is possible`."""
        return Clause("napoleon", use)

    def losses(self, policy: od.LossPolicy) -> Clause:
        """`losses weakest first`."""
        return Clause("losses", policy)

    def advance(self, units: tuple[str, ...], commander: str = "") -> Iterable[Clause]:
        """`advance Bonnet with commander`."""
        found = [Clause("advance", units)]
        return [*found, Clause("commander_advances", commander.startswith("with "))] if commander else found

    def no_advance(self) -> Clause:
        """`no advance`."""
        return Clause("advance", ())

    def commander_goes(self, words: str) -> Clause:
        """`commander stays`."""
        return Clause("commander_advances", words != "stays")

    def occupy(self, units: tuple[str, ...]) -> Clause:
        """`occupy with Compans`."""
        return Clause("occupy", units)

    def attack(self, targets: tuple[str, ...], *clauses: Clause | list[Clause]) -> Order:
        """`attack 1504 from 1403, 1503 head Compans support Artillery tactical`."""
        flat = [one for clause in clauses for one in (clause if isinstance(clause, list) else [clause])]
        return od.Attack(targets=targets, **filled(flat))

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


def _moved(move: od.Move, more: Iterable[Leave | IfCossacks]) -> od.Move:
    change: dict[str, Any] = {}
    for part in more:
        if isinstance(part, Leave):
            change["leave"] = True
        else:
            change["if_cossacks"] = part.effect
    return move.model_copy(update=change)
