"""CAM: campaign turns, initiative, reconnaissance operations."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.events import PhaseBegan
from adjudicator.core.orders import Orders, Standing
from adjudicator.core.types import UMPIRE, RuleId, Side, Wait
from adjudicator.rulesets.campaign1813.march.events import StackReconnoitred, StackScouted
from adjudicator.rulesets.campaign1813.march.recon import default_target, may_reconnoitre, targets_of
from adjudicator.rulesets.campaign1813.orders import Initiative, Recon
from adjudicator.rulesets.campaign1813.supply.events import BlocksRallied
from adjudicator.rulesets.campaign1813.turn.events import FirstChosen, InitiativeWon
from adjudicator.rulesets.campaign1813.turn.initiative import initiative, initiative_score
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, rules
from tests.campaign1813.random_campaign import RandomGeneral, campaign, played

CTX = rules().context


class AnyDice(ScriptedDice):
    """Scripted dice that can go on with another step."""

    def reseed(self, seed: bytes) -> None:
        """Nothing to do."""


# --- the sequence of play ------------------------------------------------------------------------------------------


def phases_of_a_turn() -> list[tuple[str, Side | None]]:
    """The stages of the first whole campaign turn in which nobody does anything."""
    game = rules(battles="auto")
    position: Position[Any] = Position(game.start())
    dice = AnyDice({}, otherwise=1)
    found: list[tuple[str, Side | None]] = []
    for _ in range(3):
        step = run_step(game, position, StepTexts(), dice)
        position = step.position
        found += [(e.phase, e.side) for e in step.events if isinstance(e, PhaseBegan)]
    return found


def test_turn_1_initiative_two_player_turns_and_the_end_check() -> None:
    """CAM-turn-1, CAM-turn-7: initiative, the first side's player turn, the second's, then the end of the turn."""
    names = [name for name, _ in phases_of_a_turn()]
    assert names[0] == "T1/initiative"
    assert names.index("T1/Allied/rally") < names.index("T1/French/reconnaissance")
    assert names[names.index("T1/French/rally") + 1] == "T1/French/turn end"
    assert names[-1] == "T2/initiative"


def test_turn_2_a_player_turn_has_six_phases_in_order() -> None:
    """CAM-turn-2, CAM-turn-3, CAM-turn-4, CAM-turn-5: reconnaissance, movement, battles, sieges, supply, rally."""
    names = [name.rpartition("/")[2] for name, side in phases_of_a_turn() if side == ALLIED]
    assert names == ["reconnaissance", "movement", "fortresses", "sieges", "supply", "rally"]


def test_turn_3_battles_come_between_movement_and_sieges() -> None:
    """CAM-turn-3: a battle that movement created is fought before the sieges of the player turn."""
    match = campaign("battles")
    for _ in played(match, RandomGeneral("battles", asks=0)):
        pass
    names = [event.phase for event in match.events() if isinstance(event, PhaseBegan)]
    battle = next(i for i, name in enumerate(names) if "/battles/" in name)
    assert names[battle - 1].endswith("/fortresses") or "/battles/" in names[battle - 1]
    assert any(names[i].endswith("/sieges") for i in range(battle, battle + 5))


def test_turn_6_both_sides_rally_in_a_rally_phase() -> None:
    """CAM-turn-6: in the French rally phase disrupted Allied blocks recover too."""
    field = Field({"Dresden": "F015 F016", "Berlin": "P016 P017"}, stage="rally")
    field.change("F016 P017", disrupted="retreat").run()
    assert [event.side for event in field.of(BlocksRallied)] == [FRENCH, ALLIED]
    assert not field.block("F016").disrupted
    assert not field.block("P017").disrupted


def test_turn_1_waits_are_for_the_active_side_and_for_the_umpire() -> None:
    """CAM-turn-1: orders are awaited of the active side; after a battle began, a report of the umpire."""
    field = Field(stage="orders", active=ALLIED)
    assert field.rules.next(field.state) == Wait(what="orders", sides=(ALLIED,), turn=3)
    battle = Field({"Dresden": "F016", "Pirna": "P003"})
    battle.run(orders=[march("F016", "Pirna")], otherwise=1)
    battle.run("fortresses")
    battle.run("battles", otherwise=3)
    wait = battle.rules.next(battle.state)
    assert wait == Wait(what="report", sides=(UMPIRE,), turn=3, phase="French battle at Pirna")


# --- initiative ----------------------------------------------------------------------------------------------------


def test_init_1_both_sides_roll_a_die() -> None:
    """CAM-init-1: one die each, on the record."""
    won = initiative(CTX, 2, ScriptedDice({"initiative/French/1": [4], "initiative/Allied/1": [2]}))
    assert [roll.faces for roll in won.rolls] == [(4,), (2,)]
    assert won.winner == FRENCH


def test_init_2_the_allies_add_one_every_turn() -> None:
    """CAM-init-2: a die of 3 counts 4 for the Allies, 3 for the French."""
    assert initiative_score(CTX, ALLIED, 3).value == 4
    assert initiative_score(CTX, FRENCH, 3).value == 3
    won = initiative(CTX, 9, ScriptedDice({"initiative/French/1": [4], "initiative/Allied/1": [4]}))
    assert won.winner == ALLIED


def test_init_3_a_tie_is_rolled_again() -> None:
    """CAM-init-3: totals of 4 and 4 are no decision (A-3)."""
    dice = {
        "initiative/French/1": [4],
        "initiative/Allied/1": [3],
        "initiative/French/2": [6],
        "initiative/Allied/2": [2],
    }
    won = initiative(CTX, 2, ScriptedDice(dice))
    assert won.winner == FRENCH
    assert len(won.rolls) == 4


@pytest.mark.parametrize(("first", "goes"), [(True, FRENCH), (False, ALLIED)])
def test_init_3_the_winner_decides_who_goes_first(first: bool, goes: Side) -> None:
    """CAM-init-3: by standing order or answer; the winner may give the first player turn away."""
    field = Field(stage="new turn", turn=4)
    standing = Standing(side=FRENCH, decision="initiative", choice=Initiative(first=first))
    field.run(dice={"initiative/French/1": [6], "initiative/Allied/1": [1]}, standing=[standing])
    assert field.one(FirstChosen).first == goes
    assert field.state.active == goes


def test_init_4_the_allies_win_turn_1_without_a_roll_and_still_choose() -> None:
    """CAM-init-4: no dice on turn 1; by default they go first, by standing order second (A-4)."""
    game = rules()
    step = run_step(game, Position(game.start()), StepTexts(), AnyDice({}))
    won = next(e for e in step.events if isinstance(e, InitiativeWon))
    assert (won.winner, won.rolls, won.rule) == (ALLIED, (), "CAM-init-4")
    assert step.position.state.active == ALLIED
    second = Standing(side=ALLIED, decision="initiative", choice=Initiative(first=False))
    texts = StepTexts(orders=Orders(standing={ALLIED: (second,)}))
    given_away = run_step(game, Position(game.start()), texts, AnyDice({}))
    assert given_away.position.state.active == FRENCH


# --- reconnaissance ------------------------------------------------------------------------------------------------


def scouts(**change: Any) -> Field:
    """Blücher's army next to five French blocks at Goldberg."""
    places = {"Jauer": "P003", "Goldberg": "F054 F055 F056 F057 F058", "Berlin": "S001 P017", "Dahme": "F086"}
    return Field(places, active=ALLIED, stage="reconnaissance", **change)


def test_recon_1_the_french_may_not_reconnoitre() -> None:
    """CAM-recon-1: the order is refused, and nothing is rolled by default."""
    field = Field({"Dresden": "F016", "Pirna": "P003"}, stage="reconnaissance")
    field.run(orders=[Recon(army="NAP", target="Pirna")])
    assert field.refused_by() == ["CAM-recon-1"]
    assert not field.of(StackReconnoitred)


def test_recon_2_each_allied_army_looks_at_one_stack() -> None:
    """CAM-recon-2: two orders for one army: the second is refused; armies roll each by itself (A-5)."""
    field = scouts()
    field.run(
        orders=[Recon(army="BLU", target="Goldberg"), Recon(army="BLU", target="Goldberg")],
        dice={"recon/BLU/Goldberg": [1, 1, 1, 1, 1]},
    )
    assert field.refused_by() == ["CAM-recon-2"]
    assert [event.army for event in field.of(StackReconnoitred)] == ["BLU"]


def test_recon_2_an_army_without_an_order_looks_at_the_largest_stack_beside_it() -> None:
    """CAM-recon-2: the default of D-2; `no recon` forgoes it."""
    field = scouts()
    assert default_target(CTX, field.state, ALLIED, "BLU") == "Goldberg"
    field.run(dice={"recon/BLU/Goldberg": [1, 1, 1, 1, 1]})
    assert field.one(StackReconnoitred).target == "Goldberg"
    silent = scouts()
    silent.run(orders=[Recon()])
    assert not silent.of(StackReconnoitred)


def test_recon_3_the_stack_must_be_next_to_a_unit_of_the_army() -> None:
    """CAM-recon-3: Bernadotte's army in Berlin cannot look at Goldberg."""
    field = scouts()
    assert targets_of(CTX, field.state, ALLIED, "BLU") == ("Goldberg",)
    assert targets_of(CTX, field.state, ALLIED, "BER") == ()
    field.run(orders=[Recon(army="BER", target="Goldberg"), Recon(army="BLU", target="")])
    assert field.refused_by() == ["CAM-recon-3"]


def test_recon_2_only_ones_own_armies_reconnoitre() -> None:
    """CAM-recon-2: an order for a French or unknown army is refused with the armies that may."""
    for army in ("NAP", "XXX"):
        field = scouts()
        field.run(orders=[Recon(army=army, target="Goldberg"), Recon(army="BLU", target="")])
        assert field.refused_by() == ["CAM-recon-2"]
        assert "Army of Silesia" in field.refusals[0].remedy or army == "NAP"


def test_recon_3_the_refusal_names_the_stacks_within_reach() -> None:
    """CAM-recon-3: or says that there are none."""
    order = Recon(army="BER", target="Torgau")
    near = Field({"Dahme": "P016 P017", "Luckau": "F081", "Torgau": "F109"}, active=ALLIED)
    assert may_reconnoitre(near.ctx, near.state, ALLIED, order, {}).remedy == "Within its reach: Luckau."
    far = Field({"Dahme": "P016 P017", "Torgau": "F109"}, active=ALLIED)
    assert may_reconnoitre(far.ctx, far.state, ALLIED, order, {}).remedy == "Within its reach: nothing."


def test_recon_4_one_die_for_each_block_and_four_or_more_shows_it() -> None:
    """CAM-recon-4: dice 1,4,3,6,5 show the second, fourth and fifth block, the headquarters included in the count."""
    field = scouts()
    field.run(dice={"recon/BLU/Goldberg": [1, 4, 3, 6, 5]})
    event = field.one(StackReconnoitred)
    assert event.count == 5
    assert [one.block for one in event.shown] == ["F055", "F057", "F058"]
    assert event.rolls[0].veiled


def test_recon_5_what_was_shown_is_hidden_again_and_kept_as_a_note() -> None:
    """CAM-recon-5: the Allied map names no French block afterwards; the note says when and where."""
    field = scouts()
    field.run(dice={"recon/BLU/Goldberg": [6, 1, 1, 1, 1]})
    known = field.rules.known(field.state, ALLIED)
    assert "F054" not in known.pieces.blocks
    ghosts = [p for p in field.rules.view(known, ALLIED).pieces if p.knowledge == "last_seen"]
    assert [(g.id, g.seen) for g in ghosts] == [("F054", "turn 3 at Goldberg")]


def test_recon_4_the_order_of_the_dice_tells_nothing() -> None:
    """CAM-recon-4, CAM-unit-7: the dice fall for the blocks in a secret order; those seen are told in the roster's."""
    field = scouts()
    field.run(dice={"recon/BLU/Goldberg": [6, 1, 1, 1, 6], "recon/BLU/Goldberg/order": [1, 1, 1, 1]})
    event = field.one(StackReconnoitred)
    assert [roll.label.rsplit("/", 1)[1] for roll in event.rolls] == ["Goldberg", "order"]
    assert all(roll.veiled for roll in event.rolls)
    named = [one.block for one in event.shown]
    assert named == sorted(named)
    plain = scouts()
    plain.run(dice={"recon/BLU/Goldberg": [6, 1, 1, 1, 6]})
    assert [one.block for one in plain.one(StackReconnoitred).shown] != named


def test_recon_5_the_french_read_only_that_somebody_looked() -> None:
    """CAM-recon-5: results go to the Allied report alone."""
    field = scouts()
    before = field.state
    field.run(dice={"recon/BLU/Goldberg": [6, 6, 6, 6, 6]})
    event = field.one(StackReconnoitred)
    assert field.rules.show(before, event, FRENCH) == StackScouted(side=ALLIED, target="Goldberg")
    seen = field.rules.show(before, event, ALLIED)
    assert seen == event.model_copy(update={"rolls": event.rolls[:1]})
    assert event.rule == RuleId("CAM-recon-4")
