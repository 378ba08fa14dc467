"""The numbers of Lützen 1813: the model of its game.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from pydantic import Field

from adjudicator.core.types import Frozen, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.facts import ChargeFacts, CommandFacts, ExitFacts, Fact, MarkerFacts, SeriesFacts

REVEALER = "revealer"
"""Whoever reveals a marker, among those whose morale it moves."""


class ClockFacts(Fact):
    """The hours of the battle."""

    start: int
    early_start: int
    """With Bridge on the Elster."""
    last: int
    night: int
    """The first hour of night."""
    ends_from: int
    """The first hour that may end the battle."""
    ends_up_to: int
    """Two dice of so much end it."""


class TrackFacts(Fact):
    """The turn track with its face-down markers."""

    slots: int
    each: int
    """Markers on each turn."""
    first: Side
    """Who lays the first marker."""


class LutzenCommand(CommandFacts):
    """Command ranges."""

    French: int
    Coalition: int
    clairvoyant: int
    """The Coalition's range after Clairvoyant cavalry."""


class AuthorityFacts(Fact):
    """A commander who commands other formations than his stripe says."""

    commander: str
    formations: tuple[str, ...] = ()
    """Those that he commands; empty for a commander in chief."""
    exempt: tuple[str, ...] = Field(default=(), alias="except")
    """Formations over which a commander in chief has no authority."""


class MoraleLimitFacts(Fact):
    """How high markers may raise an army's morale."""

    most: int


class EngagementFacts(Fact):
    """What may attack from a turn on."""

    turn: int = Field(ge=1)
    lines: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class UnboundFacts(Fact):
    """From which turn Coalition units attack that no date binds."""

    turn: int = Field(ge=1)


class ClairvoyantFacts(Fact):
    """The lines that Clairvoyant cavalry sets free."""

    lines: tuple[str, ...]
    narrow: tuple[str, ...]
    """With option clairvoyant=1L."""


class GuardsAttackFacts(Fact):
    """From which turn The Guards attack may be played, and whose Guard it is."""

    turn: int
    French: str
    Coalition: str


class GeneralStaffFacts(Fact):
    """What General staff brings about."""

    after: int
    """It works once the turn of this hour is over."""
    corps: tuple[str, ...]
    places: tuple[str, ...]
    xi_hour: int
    turn: int
    formation: str


class FrozenFacts(Fact):
    """The Guards that Alexander and Wolonski hold back."""

    formation: str
    guard_nation: str


class LostBulletFacts(Fact):
    """Whom the French bullet strikes, and the formations that he commands."""

    blucher: str
    lines: tuple[str, ...]


class MunitionsFacts(Fact):
    """From which turn the artillery may run out of munitions."""

    from_turn: int
    takes: str


class HussarsFacts(Fact):
    """Where 10th Hussars let a division be redeployed, and what they add to an entry test."""

    unit: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    tested: str
    """Whose entry test is made easier."""
    bonus: int


class DrouotFacts(Fact):
    """From which hour Drouot is used more than once."""

    hour: int
    uses: int


class GuardMarchFacts(Fact):
    """Where the French Guard must go before Napoleon comes."""

    formation: str
    place: str
    within: int


class MarchandFacts(Fact):
    """The division that marches slowly until Ney comes."""

    unit: str
    less: int


class NeyFacts(Fact):
    """Ney's arrival."""

    commander: str
    formation: str
    hour: int
    boost_up_to: int
    boost: int


class NapoleonFacts(Fact):
    """Napoleon's arrival."""

    commander: str
    test_hour: int
    up_to: int
    hour: int
    """From here on he comes without a test."""
    place: str
    companions: tuple[str, ...]
    """Units that come back with him if they left the map at `left_at`."""
    left_at: str
    boost: int


class ImprovedFacts(Fact):
    """The movement of reinforcements far from the enemy."""

    infantry: int
    cavalry: int
    within: int


class EntryTest(Frozen):
    """A die at an hour."""

    hour: int
    up_to: int


class EntryHour(Frozen):
    """A place of entry from an hour on."""

    hour: int
    at: str


class ReinforcementFacts(Fact):
    """Pieces that enter one after the other: by test, by the clock, or by a marker."""

    name: str
    pieces: tuple[str, ...] = Field(min_length=1)
    tests: tuple[EntryTest, ...] = ()
    tested_at: str = ""
    """The place of entry after a successful test."""
    entries: tuple[EntryHour, ...] = ()
    corps: str = ""
    marker: str = ""
    """They come only with this marker, where its choice is `choice`."""
    choice: str = ""


class LutzenMarker(MarkerFacts):
    """A marker, and the morale that revealing it moves."""

    own: Mapping[str, int] = {}
    other: Mapping[str, int] = {}


class RangeFacts(Fact):
    """A distance in places."""

    within: int


class LutzenCharge(ChargeFacts):
    """With option lut_charge=both."""

    both: tuple[str, ...]


class VillageFacts(Fact):
    """Villages that are not entered after combat without a marked result."""

    places: tuple[str, ...]
    kaja: str
    from_turn: int


class SplitFacts(Fact):
    """The unit that may stand in two places."""

    unit: str
    places: tuple[str, str]
    least: int
    most: int
    turn: int
    """The last turn on which it may."""


class LutzenExit(ExitFacts):
    """The road places by which the side leaves the map, and the edge between them."""

    places: tuple[str, ...]
    from_column: int
    from_row: int


class LutzenFacts(SeriesFacts):
    """game.toml of Lützen."""

    marker: tuple[LutzenMarker, ...]
    clock: ClockFacts
    track: TrackFacts
    command: LutzenCommand
    authority: tuple[AuthorityFacts, ...]
    morale_limit: MoraleLimitFacts
    engagement: tuple[EngagementFacts, ...]
    unbound: UnboundFacts
    clairvoyant: ClairvoyantFacts
    guards_attack: GuardsAttackFacts
    general_staff: GeneralStaffFacts
    frozen: FrozenFacts
    lost_bullet: LostBulletFacts
    munitions: MunitionsFacts
    hussars: HussarsFacts
    drouot: DrouotFacts
    guard_march: GuardMarchFacts
    marchand: MarchandFacts
    ney: NeyFacts
    napoleon: NapoleonFacts
    improved: ImprovedFacts
    reinforcement: tuple[ReinforcementFacts, ...]
    cossacks: RangeFacts
    charge: LutzenCharge
    villages: VillageFacts
    split: SplitFacts
    exit: LutzenExit

    @cached_property
    def markers(self) -> Mapping[str, LutzenMarker]:
        """Markers by their kind."""
        return {one.kind: one for one in self.marker}


def facts(ctx: Context) -> LutzenFacts:
    """The numbers in force."""
    return cast(LutzenFacts, ctx.facts["game"])
