"""The facts of a scenario: the model of scenario.toml, checked when loaded."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from adjudicator.core.types import Frozen, Ratio, RuleId, Side

Source = Literal["text", "reconstruction"]
GameName = Literal["1815", "leipzig", "dresden"]
Edge = Literal["north", "south", "east", "west"]


class Clock(Frozen):
    """NLC-4.1, NLC-5.5, NLC-27.8b-3: the names of the turns, and which of them are dark or wet."""

    turns: tuple[str, ...] = Field(min_length=1)
    night: tuple[str, ...] = ()
    rain: tuple[str, ...] = ()
    source: Source


class ArmyFacts(Frozen):
    """NLC-11.1: an army and its levels; without levels it cannot break as a whole."""

    name: str
    side: Side
    demoralization: int | None = Field(default=None, ge=1)
    disintegration: int | None = Field(default=None, ge=1)
    source: Source


class LimitFacts(Frozen):
    """NLC-22.1, NLC-26.3d, NLC-26.8f: the limit of a corps or nationality."""

    group: str
    value: int = Field(ge=1)
    source: Source


class SupplyFacts(Frozen):
    """NLC-23.2: where the supply lines of an army, of an overall commander's formations or of one formation end."""

    who: str
    edges: tuple[Edge, ...] = ()
    maps: tuple[str, ...] = ()
    """The maps whose edges count; empty for all."""
    places: tuple[str, ...] = ()
    if_held: bool = False
    """The places count only while the side was last to occupy them."""
    source: Source


class Prize(Frozen):
    """NLC-13.3: a hex that scores for the side that holds it at the end."""

    place: str
    name: str
    side: Side
    points: int = Field(ge=1)
    source: Source


class ExitFacts(Frozen):
    """NLC-13.3: hexes where units that leave the map score."""

    side: Side
    places: tuple[str, ...] = Field(min_length=1)
    points: int = Field(ge=1)
    since: str = ""
    source: Source


class VictoryFacts(Frozen):
    """NLC-25: points for enemy strength, and what makes a victory decisive."""

    per_strength: int = Field(ge=0)
    decisive: Ratio
    source: Source


class DeafFacts(Frozen):
    """NLC-27.8b-5, NLC-27.9a-2, NLC-27.10d: a formation that obeys no order before a turn, or never."""

    formation: str
    until: str = ""
    source: Source


class LossFacts(Frozen):
    """NLC-27.9b-5, NLC-27.9b-6: steps that a limit group has lost before the first turn."""

    group: str
    steps: int = Field(ge=1)
    source: Source


class StanceFacts(Frozen):
    """NLC-27.5c: the turns on which stances are rolled, in either way."""

    normal: tuple[str, ...] = ()
    multiplayer: tuple[str, ...] = ()
    source: Source


class HoldFacts(Frozen):
    """NLC-27.8b-4, NLC-27.10d: a leader who goes to a place and stays; formations that halt on entering."""

    leader: str
    place: str
    until: str
    halts: tuple[str, ...] = ()
    source: Source


class BoundFacts(Frozen):
    """NLC-27.8b-5: no unit of a formation ends nearer to `toward` than `place` is."""

    formation: str
    place: str
    toward: str
    source: Source


class NapoleonFacts(Frozen):
    """NLC-27.10c, NLC-28.4b-5: when Napoleon appears."""

    arrives: str
    moves_from: str = ""
    headquarters: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """Hexes where he appears if his own is the enemy's."""
    source: Source


class KleistFacts(Frozen):
    """NLC-27.10b: a leader with whose arrival units change their formation."""

    arrives: str
    group: str
    formation: str
    source: Source


class ChangeableFacts(Frozen):
    """NLC-27.10b: units and groups that may be attached elsewhere."""

    who: tuple[str, ...]
    source: Source


class Column(Frozen):
    """NLC-26.9d: a road column, head first, and the hexes that end the duty to march there."""

    name: str
    places: tuple[str, ...]
    reaches: tuple[str, ...]
    next_to: bool = False
    source: Source


class DerlonFacts(Frozen):
    """NLC-26.9b: the formation that appears by die."""

    formation: str
    first: str
    column: tuple[Column, ...]
    source: Source


class ShiftFacts(Frozen):
    """NLC-26.9h, NLC-26.9i: a cause that lowers an army's or wing's level."""

    cause: Literal["maison du roi", "waterloo", "other army", "supply", "brussels"]
    army: str = ""
    place: str = ""
    points: int
    source: Source


class BrusselsFacts(Frozen):
    """NLC-26.9i."""

    places: tuple[str, ...]
    source: Source


class WingGroup(Frozen):
    """NLC-26.9e: an army group, its leader's name and its formations; empty for the whole army."""

    leader: str
    army: str
    formations: tuple[str, ...] = ()
    source: Source


class WingFacts(Frozen):
    """NLC-26.9e: when the values are reckoned, and for whom."""

    turns: tuple[str, ...]
    group: tuple[WingGroup, ...]
    source: Source


class FrozenFacts(Frozen):
    """Grand Waterloo: the forces of one map stand still until a turn, or until the enemy comes near."""

    map: str
    until: str
    within: int
    source: Source


class SelfOrderFacts(Frozen):
    """Wavre: a leader who orders himself while no overall commander of his army is on the map."""

    leader: str
    source: Source


class ReserveEntry(Frozen):
    """NLC-28.2a: a unit, division or corps in Army Reserve, who may release it, and what it joins by default."""

    name: str
    kind: Literal["unit", "division", "corps"]
    roll: str
    released_by: str
    unit: str = ""
    division: str = ""
    formation: str = ""
    joins: str = ""
    source: Source


class ArmyReserveFacts(Frozen):
    """NLC-28.2b: how near the enemy Army Reserve may go, and what is in it."""

    distance: int
    entry: tuple[ReserveEntry, ...] = ()
    source: Source


class MiloradovitchFacts(Frozen):
    """NLC-28.4a-2."""

    formations: tuple[str, ...]
    units: tuple[str, ...] = ()
    distance: int
    source: Source


class ScenarioFacts(Frozen):
    """scenario.toml."""

    title: str
    game: GameName
    rule: RuleId
    maps: tuple[str, ...] = Field(min_length=1)
    free: tuple[Literal["orders", "division"], ...] = ()
    stacking: int = Field(ge=1)
    stacking_same: int | None = Field(default=None, ge=1)
    """NLC-27.2: units of one formation in a hex."""
    entry_grace: int = 0
    capacity: bool = False
    """NLC-27.6a: order ratings are rolled."""
    clock: Clock
    army: tuple[ArmyFacts, ...]
    limit: tuple[LimitFacts, ...]
    supply: tuple[SupplyFacts, ...]
    prize: tuple[Prize, ...] = ()
    exit: ExitFacts | None = None
    victory: VictoryFacts
    deaf: tuple[DeafFacts, ...] = ()
    loss: tuple[LossFacts, ...] = ()
    stance: StanceFacts | None = None
    hold: HoldFacts | None = None
    bound: tuple[BoundFacts, ...] = ()
    napoleon: NapoleonFacts | None = None
    kleist: KleistFacts | None = None
    changeable: ChangeableFacts | None = None
    derlon: DerlonFacts | None = None
    shift: tuple[ShiftFacts, ...] = ()
    brussels: BrusselsFacts | None = None
    wings: WingFacts | None = None
    frozen: FrozenFacts | None = None
    self_orders: SelfOrderFacts | None = None
    army_reserve: ArmyReserveFacts | None = None
    miloradovitch: MiloradovitchFacts | None = None

    def army_of(self, name: str) -> ArmyFacts:
        """An army by its name."""
        return next(army for army in self.army if army.name == name)

    def limit_of(self, group: str) -> int | None:
        """The limit of a corps or nationality."""
        return next((limit.value for limit in self.limit if limit.group == group), None)
