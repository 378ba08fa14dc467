"""The numbers and modifiers of the rules: models of numbers.toml and modifiers.toml, checked when loaded."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Frozen, Ratio, RuleId

Source = Literal["text", "reconstruction"]


class ScaleNumbers(Frozen):
    """LB-3.1: how long a turn is."""

    rule: RuleId
    minutes: int
    hours_in_turns: int


class StackingNumbers(Frozen):
    """LB-10.4, LB-10.7: passing through and crowding."""

    rule: RuleId
    passage: int
    dense_above: int
    dense_each: int


class LossesNumbers(Frozen):
    """LB-12: what losses do."""

    rule: RuleId
    infantry_fire_halved_at: int
    cavalry_fire_halved_lost: Ratio
    heavy_lost: Ratio
    heavy: int


class MovementNumbers(Frozen):
    """LB-16.5, LB-16.12, LB-18: what formations and facings cost, in points."""

    rule: RuleId
    in_line: int
    facing: int
    square: int
    limber: int
    organisation: int
    extra_in_line: int
    heavy_up_to: int
    disordered: Ratio
    leader: int
    road_through_buildings: int


class ZonesNumbers(Frozen):
    """LB-14.12, LB-20.2: leaving zones, horse skirmishers near."""

    rule: RuleId
    lost_each: int
    surrender_at: int
    near_skirmishers: int
    far_skirmishers: int


class MoraleNumbers(Frozen):
    """LB-30, LB-31, LB-44: morale dice and numbers."""

    rule: RuleId
    disordered: int
    routed: int
    disorder_points: int
    rout_hexes: int
    recovery_within: int
    square_number: int
    road_number: int
    force_march_number: int
    force_march: int
    saxon_line_number: int
    overstack: int
    elite_low: int
    elite_high: int


class FireNumbers(Frozen):
    """LB-16, LB-24 to LB-26, HEI-fire: fire."""

    rule: RuleId
    short: int
    medium: int
    line_per_hex: int
    skirmish_per_hex: int
    dense_line: int
    square_share: int
    square_hexes: int
    square_guns_with: int
    battery_share_in_square: int
    canister: int
    disordered: Ratio
    square_defence: int
    road_defence: int
    bridge_defence: int
    flank_defence: int
    with_guns: int
    dragoons_each: int
    dragoons_small: int
    dragoons_per_hex: int
    dragoons_per_hex_large: int
    long_range_columns_s2: str
    near_edge_s2: int


class ChargeNumbers(Frozen):
    """LB-37, LB-38: charges."""

    rule: RuleId
    extra: int
    formation_times: int
    turn: int
    light_turns: int
    heavy_turns: int
    declare: int
    straight: int
    square_within: int
    trample_routed: int
    trample_disordered: int
    beyond_recall: int


class ReactionNumbers(Frozen):
    """LB-39.1, LB-39.4: the reach of reaction charges."""

    rule: RuleId
    light: int
    heavy: int
    light_first: int
    heavy_first: int


class OpportunityNumbers(Frozen):
    """LB-40.1, LB-40.3."""

    rule: RuleId
    away: int
    loss: int


class RetreatNumbers(Frozen):
    """LB-29.2, LB-29.4."""

    rule: RuleId
    faster_by: int
    share: Ratio


class ForcedMarchNumbers(Frozen):
    """LB-44.2."""

    rule: RuleId
    check: int
    times: int


class ArrivalNumbers(Frozen):
    """LB-45.2, HEI-enter-1."""

    rule: RuleId
    either_side: int
    no_cavalry_within: int


class DuskNumbers(Frozen):
    """HEI-dusk-1."""

    rule: RuleId
    first: str
    last: str
    medium: int
    long_less: int
    square_within: int


class NightNumbers(Frozen):
    """HEI-night-1."""

    rule: RuleId
    first: str
    last: str
    infantry_movement: int
    cavalry_movement: int
    medium_columns: int


class PontoonNumbers(Frozen):
    """HEI-pontoon-2."""

    rule: RuleId
    damage: int


class CasualtyNumbers(Frozen):
    """LB-7.3 to LB-7.7: the dice that hit leaders."""

    rule: RuleId
    fire: tuple[int, ...]
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    dead: tuple[int, ...]
    leg: int
    arm: int
    captured: int
    unhurt: int


class RecallStep(Frozen):
    """HEI-recall-1: the least die that recalls cavalry of a nation."""

    nation: str
    cavalry: Literal["any", "light", "heavy"]
    least: int


class LimberStep(Frozen):
    """HEI-art-1: the least die with which a battery limbers; of no nation: every one."""

    rule: RuleId
    types: tuple[str, ...]
    nations: tuple[str, ...] = ()
    least: int


class Numbers(Frozen):
    """numbers.toml."""

    source: Source
    scale: ScaleNumbers
    stacking: StackingNumbers
    losses: LossesNumbers
    movement: MovementNumbers
    zones: ZonesNumbers
    morale: MoraleNumbers
    fire: FireNumbers
    charge: ChargeNumbers
    reaction: ReactionNumbers
    opportunity: OpportunityNumbers
    retreat_before_melee: RetreatNumbers
    force_march: ForcedMarchNumbers
    arrival: ArrivalNumbers
    dusk: DuskNumbers
    night: NightNumbers
    pontoon: PontoonNumbers
    casualty: CasualtyNumbers
    recall: tuple[RecallStep, ...]
    limber: tuple[LimberStep, ...]


class OddsStep(Frozen):
    """HEI-premelee-1: what a ratio of increments does to both checks."""

    odds: str
    attacker: int
    defender: int


class CarreDice(Frozen):
    """HEI-carre-1: modifiers of the dice for forming carré; low dice are good."""

    rule: RuleId
    source: Source = "text"
    leader: int
    light: int
    oudinot: int
    guard: int
    allies: int
    light_cavalry: int
    lancers: int
    level: int


class StandDice(Frozen):
    """HEI-charge-1: modifiers of the dice for standing before a charge."""

    rule: RuleId
    source: Source = "text"
    flank: int
    rear: int
    line: int
    disordered: int
    square: int
    stream: int
    lancers: int
    heavy: int


class PremeleeDice(Frozen):
    """HEI-premelee-1: modifiers of the checks before melee, of attacker and defender."""

    rule: RuleId
    source: Source = "text"
    flank: tuple[int, int]
    rear: tuple[int, int]
    skirmish: tuple[int, int]
    line: tuple[int, int]
    firm_line: tuple[int, int]
    square: tuple[int, int]
    disordered: tuple[int, int]
    routed: tuple[int, int]
    uphill: tuple[int, int]
    stream: tuple[int, int]
    lost: int
    lost_elite_15: int
    lost_elite_13: int
    lost_elite_11: int
    abatis: int
    odds: tuple[OddsStep, ...]


class MeleeFactors(Frozen):
    """HEI-melee-1: multipliers of melee values."""

    rule: RuleId
    source: Source = "text"
    flank: Ratio
    rear: Ratio
    skirmish: Ratio
    disordered: Ratio
    routed_infantry: Ratio
    routed_cavalry: Ratio
    straight: Ratio
    heavy_on_light: Ratio
    heavy_line: Ratio
    tired: Ratio
    exhausted: Ratio
    spared: Ratio
    cavalry_on_square: Ratio
    infantry_on_square: Ratio
    stream: Ratio
    general_order: Ratio
    into_general_order: Ratio
    failed_recall: Ratio
    horse_skirmish: Ratio
    road: Ratio
    redoubt_rear: Ratio
    fleche_increments: int


class Modifiers(Frozen):
    """modifiers.toml."""

    carre: CarreDice
    stand: StandDice
    premelee: PremeleeDice
    melee: MeleeFactors
