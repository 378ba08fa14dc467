"""What the lines of the campaign's order language mean: parts of a line in, typed orders out."""

from __future__ import annotations

from adjudicator.core.language import MistakeError, Narrowed
from adjudicator.core.orders import AskMe
from adjudicator.core.types import Choice, Order, Side
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.build_choices import BuildChoices, kind_of
from adjudicator.rulesets.campaign1813.build_parts import Clause, Forced, Way
from adjudicator.rulesets.campaign1813.build_report import BuildReport


class Build(BuildChoices, BuildReport):
    """A method for each alias of `grammar/campaign1813.lark`."""

    # --- reconnaissance and movement -------------------------------------------------------------------------

    def recon(self, target: str, army: str = "") -> Order:
        """`recon Bautzen by Army of Silesia`."""
        if not army:
            raise MistakeError("The army that reconnoitres is missing.", "Write `recon ... by` and the army.")
        return od.Recon(army=army, target=target)

    def no_recon(self, army: str = "") -> Order:
        """`no recon`, `no recon by Army of Silesia`."""
        return od.Recon(army=army)

    def path(self, *places: str) -> Way:
        """`-> Pirna -> Freiberg`."""
        return Way(path=places)

    def destination(self, place: str) -> Way:
        """`to Pirna`."""
        return Way(destination=place)

    def forced(self) -> Forced:
        """`forced`."""
        return Forced()

    def who_list(self, *names: str) -> tuple[str, ...]:
        """Blocks, corps and armies, each once."""
        known = [name for name in names if name]
        if len(set(known)) < len(known):
            raise MistakeError("The same name is written twice in one list.", "Leave out one of them.")
        return names

    def move(self, units: tuple[str, ...], way: Way, *forced: Forced) -> Order:
        """`move Philippon, Teste to Pirna`."""
        return od.Move(marches=(self.march(units, way, *forced),))

    def move_from(self, units: tuple[str, ...], origin: str, way: Way, *forced: Forced) -> Order:
        """`move I Corps from Dresden to Pirna`."""
        return od.Move(origin=origin, marches=(self.march(units, way, *forced),))

    def move_all(self, origin: str, way: Way, *forced: Forced) -> Order:
        """`move all from Dresden to Pirna`."""
        return od.Move(origin=origin, marches=(self.march_rest(way, *forced),))

    def force_march(self, units: tuple[str, ...], way: Way) -> Order:
        """`force march Philippon to Freiberg`."""
        return self.move(units, way, Forced())

    def force_march_from(self, units: tuple[str, ...], origin: str, way: Way) -> Order:
        """`force march I Corps from Dresden to Freiberg`."""
        return self.move_from(units, origin, way, Forced())

    def march(self, units: tuple[str, ...], way: Way, *forced: Forced) -> od.March:
        """`Philippon, Teste -> Pirna`."""
        return od.March(units=units, path=way.path, destination=way.destination, forced=bool(forced))

    def march_rest(self, way: Way, *forced: Forced) -> od.March:
        """`rest to Freiberg`."""
        return self.march((), way, *forced)

    def group(self, origin: str, *marches: od.March) -> Order:
        """`group Dresden: Philippon -> Pirna; rest to Freiberg`."""
        named = [unit for march in marches for unit in march.units if unit]
        if len(set(named)) < len(named):
            raise MistakeError("The same block has two marches.", "Give each block one march.")
        if sum(1 for march in marches if not march.units) > 1:
            raise MistakeError("The rest has two marches.", "Name the blocks of one of them.")
        return od.Move(origin=origin, marches=marches)

    def independents(self, towns: tuple[str, ...]) -> Order:
        """`independent groups: Hamburg, Magdeburg`."""
        return od.Independents(towns=towns)

    # --- plans -----------------------------------------------------------------------------------------------

    def battles(self, towns: tuple[str, ...]) -> Order:
        """`battles: Luckau, Dahme`."""
        return od.BattleSequence(towns=towns)

    def besiege_place(self, place: str) -> Order:
        """`besiege Torgau`."""
        return _plan(place, od.Besiege())

    def no_siege_of(self, place: str) -> Order:
        """`no siege at Torgau`."""
        return _plan(place, od.Besiege(lay=False))

    def assault_place(self, place: str, *clauses: Clause) -> Order:
        """`assault Torgau lead Teste needing at most 8 unless sally`."""
        return _plan(place, self.assault(*clauses))

    def no_assault_of(self, place: str) -> Order:
        """`no assault at Torgau`."""
        return _plan(place, od.Assault(go=False))

    def reinforce_place(self, place: str, *groups: od.FromTown) -> Order:
        """`reinforce Luckau with Girard by Dahme`."""
        return _plan(place, self.reinforce(*groups))

    def reinforce_place_by(self, place: str, origin: str) -> Order:
        """`reinforce Luckau by Dahme`."""
        return _plan(place, self.reinforce_by(origin))

    def retreat_from(self, place: str, *parts: od.ToTown) -> Order:
        """`retreat from Luckau to Dahme`, `retreat from Luckau: Teste to Dahme; rest to Torgau`."""
        return _plan(place, self.retreat(*parts))

    def retreat_from_to(self, place: str, towns: tuple[str, ...]) -> Order:
        """`retreat from Luckau to Dahme, Torgau`."""
        return self.retreat_from(place, od.ToTown(to=towns))

    def regroup_at(self, place: str, *parts: od.ToTown | od.FromTown) -> Order:
        """`regroup at Luckau: Teste to Dahme; bring Girard from Torgau`."""
        return _plan(place, self.regroup(*parts))

    def reveal_piece(self, unit: str) -> Order:
        """`reveal Napoleon`."""
        return od.Plan(decision="reveal", unit=unit, choice=od.Reveal())

    def hide_piece(self, unit: str) -> Order:
        """`keep Napoleon hidden`."""
        return od.Plan(decision="reveal", unit=unit, choice=od.Reveal(show=False))

    def plan_at(self, place: str, choice: Choice | Narrowed) -> Order:
        """`at Luckau: retreat to Dahme`."""
        if isinstance(choice, Narrowed):
            plan = _plan(place, choice.choice)
            return plan.model_copy(update={"unit": choice.unit})
        return _plan(place, choice)

    # --- what an umpire may put right --------------------------------------------------------------------------

    def put_block(self, block: str, place: str) -> Order:
        """`put Teste at Dahme`."""
        return od.Change(what="block", id=block, place=place, inside=False)

    def put_inside(self, block: str, place: str) -> Order:
        """`put Teste inside Torgau`."""
        return od.Change(what="block", id=block, place=place, inside=True)

    def remove_block(self, block: str) -> Order:
        """`remove Teste`."""
        return od.Change(what="block", id=block, status="eliminated")

    def set_hits(self, block: str, number: str) -> Order:
        """`set Teste hits to 6`."""
        return od.Change(what="block", id=block, hits=int(number))

    def disrupt(self, block: str) -> Order:
        """`disrupt Teste`."""
        return od.Change(what="block", id=block, disrupted=True)

    def rally(self, block: str) -> Order:
        """`rally Teste`."""
        return od.Change(what="block", id=block, disrupted=False)

    def give_town(self, town: str, side: str) -> Order:
        """`give Luckau to French`."""
        return od.Change(what="town", id=town, of=Side(side))

    def give_depot(self, town: str, kind: str, side: str) -> Order:
        """`depot Torgau B to French`."""
        return od.Change.model_validate({"what": "depot", "id": town, "of": side, "type": kind.upper()})

    def remove_depot(self, town: str) -> Order:
        """`remove depot at Torgau`."""
        return od.Change(what="depot", id=town)


def _plan(place: str, choice: Choice) -> Order:
    if isinstance(choice, AskMe):
        raise MistakeError("`ask me` is a standing order, not one for this turn.", "Write it among those.")
    if isinstance(choice, od.Initiative):
        raise MistakeError("The initiative is no matter of a town.", "Write `initiative: second` as a standing order.")
    return od.Plan(decision=kind_of(choice), place=place, choice=choice)
