"""The golden cases of the campaign: the book's examples, and what follows from its tables without argument."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.maps.network import Network, Road, Town
from adjudicator.rulesets.campaign1813 import battle_events as be
from adjudicator.rulesets.campaign1813 import events as ev
from adjudicator.rulesets.campaign1813 import report_orders as ro
from adjudicator.rulesets.campaign1813.ground import crossing_value, location, objective_value, tabletop_rules, tally
from adjudicator.rulesets.campaign1813.initiative import initiative
from adjudicator.rulesets.campaign1813.orders import Assault, Plan, Recon
from adjudicator.rulesets.campaign1813.rates import forced_rate, limit, rate, room
from adjudicator.rulesets.campaign1813.reinforcing import arrives, columns
from adjudicator.rulesets.campaign1813.retreats import Traffic
from adjudicator.rulesets.campaign1813.siege import assault_score, casualty_row
from adjudicator.rulesets.campaign1813.state import Siege
from adjudicator.rulesets.campaign1813.tables import band_of
from adjudicator.rulesets.campaign1813.towns import captured
from adjudicator.rulesets.campaign1813.victory import verdict
from tests.campaign1813.battles import ATTACKERS, battle, hits, reported, told
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CTX = rules().context
CASES = tomllib.loads((Path(__file__).parent / "cases/golden.toml").read_text("utf-8"))["case"]
Question = Callable[[dict[str, Any]], Any]
QUESTIONS: dict[str, Question] = {}


def question(function: Question) -> Question:
    """A question that golden cases put, by the function's name."""
    QUESTIONS[function.__name__.removesuffix("_")] = function
    return function


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden(case: dict[str, Any]) -> None:
    """Each case of cases/golden.toml: its question, put to the rules."""
    assert QUESTIONS[case["what"]](case["given"]) == case["expect"]


def test_all_golden_cases_are_there() -> None:
    """54 cases, 15 of them from the book."""
    assert len(CASES) == len({case["id"] for case in CASES}) == 54
    assert Counter(case["mark"] for case in CASES) == {"book": 15, "derived": 39}


# --- movement ------------------------------------------------------------------------------------------------------


@question
def destinations(given: dict[str, Any]) -> list[str]:
    """Towns that a block of a group may go to, in the order of the book."""
    order = ["Lowenberg", "Eberswald", "Furstenwalde", "Teupitz", "Trebbin", "Potsdam", "Kremmen"]
    found = []
    for town in CTX.network.towns:
        field = Field({given["town"]: given["block"]}, active=ALLIED)
        field.run(orders=[march(given["block"], town)], otherwise=1)
        if not field.refusals:
            found.append(town)
    return sorted(found, key=lambda town: order.index(town) if town in order else 99)


@question
def march_(given: dict[str, Any]) -> dict[str, Any]:
    """A march, carried out."""
    field = Field(given["places"])
    field.run(orders=[march(given["units"], *given["path"])], otherwise=1)
    found = {"refused": field.refused_by(), "at": placed(field, given["units"].split()[0])[0]}
    if "11 ordered" in "".join(event.reason for event in field.refusals):
        found["says"] = "10 left, 11 ordered"
    return found


@question
def room_(given: dict[str, Any]) -> list[int]:
    """How many units a section takes, with nobody or somebody at its far end."""
    found = []
    for defender in given["sides"]:
        field = Field({given["from"]: "F016", **({given["to"]: defender} if defender else {})})
        found.append(room(CTX, field.state, FRENCH, given["from"], given["to"]).left)
    return found


@question
def coordination(given: dict[str, Any]) -> dict[str, Any]:
    """Which groups attack, which are refused, which may reinforce."""
    groups = given["groups"]
    field = Field({given["town"]: given["defender"], **groups}, active=ALLIED)
    field.run(orders=[march(units, given["town"]) for units in groups.values()], otherwise=1)
    return {
        "attack": list(field.state.contests[given["town"]].origins),
        "refused": field.refused_by(),
        "may_reinforce": [column.origin for column in columns(CTX, field.state, given["town"], ALLIED)],
    }


@question
def marches(given: dict[str, Any]) -> dict[str, Any]:
    """Several marches of one turn: refusals, and group moves paid by each army."""
    places: dict[str, str] = {}
    for units, origin, _ in given["marches"]:
        places[origin] = f"{places.get(origin, '')} {units}".strip()
    field = Field(places)
    field.run(orders=[march(units, goal) for units, _, goal in given["marches"]], otherwise=1)
    return {"refused": field.refused_by(), "paid": dict(Counter(army for army, _ in field.state.moves.paid))}


@question
def forced_march(given: dict[str, Any]) -> dict[str, Any]:
    """Forced marches of one block with each die: scores, and the share lost."""
    scores, percent, completed = [], [], True
    for die in given["dice"]:
        field = Field({"Dresden": f"F016 {given['leader']}"})
        field.run(orders=[march("F016", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [die]})
        test = field.one(ev.MarchTested).tests[0]
        scores.append(test.score.value)
        percent.append(25 if test.hits == -(-15 // 4) else test.hits)
        completed = completed and placed(field, "F016") == ["Bautzen"]
    return {"scores": scores, "percent": percent, "completed": completed}


@question
def rates(given: dict[str, Any]) -> list[int]:
    """Towns that blocks move."""
    field = Field({"Dresden": " ".join(given["blocks"])})
    field.change(" ".join(given["blocks"]), supply=given.get("supply", "in"))
    blocks = [field.block(block) for block in given["blocks"]]
    if given.get("forced"):
        return [forced_rate(CTX, block).value for block in blocks]
    found = [rate(CTX, block).value for block in blocks]
    return found + [forced_rate(CTX, block).value for block in blocks] if given.get("also_forced") else found


@question
def road_kinds(given: dict[str, Any]) -> list[str]:
    """The kinds of the sections along a row of towns."""
    towns = given["towns"]
    found = [CTX.network.road(a, b) for a, b in pairwise(towns)]
    return [road.kind for road in found if road is not None]


@question
def capacity(given: dict[str, Any]) -> dict[str, Any]:
    """What fortresses hold."""
    return {
        "units": [CTX.capacity[town] for town in given["towns"]],
        "men_a_unit": CTX.tables.number["men_a_unit"],
    }


@question
def calendar(given: dict[str, Any]) -> str:
    """The first day of a turn."""
    return CTX.calendar[given["turn"]].first_day


# --- initiative and reconnaissance ---------------------------------------------------------------------------------


@question
def initiative_(given: dict[str, Any]) -> dict[str, Any]:
    """Who wins the initiative."""
    dice = {f"initiative/{s}/1": [d] for s, d in zip(("French", "Allied"), given["dice"], strict=False)}
    won = initiative(CTX, given["turn"], ScriptedDice(dice))
    found: dict[str, Any] = {"winner": won.winner, "rolls": len(won.rolls)}
    return {**found, "totals": [score.value for score in won.scores]} if won.scores else found


@question
def recon(given: dict[str, Any]) -> list[str]:
    """The blocks that reconnaissance shows."""
    places = {given["at"]: given["scout"], given["target"]: given["stack"]}
    field = Field(places, active=ALLIED, stage="reconnaissance")
    order = Recon(army=given["army"], target=given["target"])
    field.run(orders=[order], dice={f"recon/{given['army']}/{given['target']}": given["dice"]})
    return [one.block for one in field.one(ev.StackReconnoitred).shown]


@question
def french_recon(given: dict[str, Any]) -> list[str]:
    """What becomes of a French order to reconnoitre."""
    field = Field({"Dresden": "F016", given["target"]: "P003"}, stage="reconnaissance")
    field.run(orders=[Recon(army=given["army"], target=given["target"])])
    return field.refused_by()


# --- battles -------------------------------------------------------------------------------------------------------


@question
def arrival(given: dict[str, Any]) -> list[bool]:
    """Whether a group arrives: tries of [turn, die]."""
    return [arrives(CTX, given["factor"], die, turn) for turn, die in given["tries"]]


@question
def points(given: dict[str, Any]) -> dict[str, Any]:
    """Points before and after one objective changes hands."""
    before = [(Side(holder), value) for holder, value in given["before"]]
    at = next(i for i, (holder, value) in enumerate(before) if holder != given["by"] and value == given["taken"])
    after = [*before[:at], (Side(given["by"]), before[at][1]), *before[at + 1 :]]
    return {"before": tally(before), "after": tally(after)}


@question
def objective(given: dict[str, Any]) -> int:
    """What the one marker of an urban area is worth."""
    return objective_value(CTX, given["objective"])


@question
def tabletop(given: dict[str, Any]) -> list[str]:
    """The tabletop rules for so many blocks a side."""
    return [tabletop_rules(CTX, *pair) for pair in given["blocks"]]


@question
def location_(given: dict[str, Any]) -> str:
    """Where a battle is fought."""
    return location(CTX, given["die"], given["river"]).value


@question
def cards(given: dict[str, Any]) -> int:
    """Terrain cards of each player for a table."""
    return next(row.cards for row in CTX.tables.table_size if row.size == given["size"])


@question
def crossing(given: dict[str, Any]) -> int:
    """What a card on a crossing is worth."""
    return crossing_value(CTX, given["die"])


@question
def limit_(given: dict[str, Any]) -> list[int]:
    """The limits of sections for a use."""
    found = [CTX.network.road(a, b) for a, b in given["sections"]]
    return [limit(CTX, road, given["use"]) for road in found if road is not None]


@question
def exits(given: dict[str, Any]) -> int:
    """How many units leave in one battle turn by so many roads of each kind."""
    traffic = Traffic(CTX, "retreat")
    by_kind = {kind: [r for r in CTX.network.roads_at[given["town"]] if r.kind == kind] for kind in given["exits"]}
    return sum(traffic.most(road) for kind, count in given["exits"].items() for road in by_kind[kind][:count])


@question
def after_retreat(given: dict[str, Any]) -> dict[str, Any]:
    """A block that has retreated."""
    line = ro.Retreated(units=(given["block"],), destination=given["to"])
    held = ro.Points(points=((FRENCH, 2), (ALLIED, 6)))
    field = reported(battle(), told("attacker_win_vp", held, line))
    near = {b.id for c in columns(CTX, field.state, "Luckau", FRENCH) for b in c.blocks}
    return {"disrupted": bool(field.block(given["block"]).disrupted), "may_reinforce": given["block"] in near}


@question
def no_way_out(given: dict[str, Any]) -> str:
    """A routed block with enemies all round."""
    ring = [town for town in CTX.network.neighbours["Luckau"] if town != "Dahme"]
    enemies = ("P022", "P024", "P025", "P026", "P027", "P028", "P003", "P004")
    places = {"Luckau": "F081 F082 F083", "Dahme": ATTACKERS, **dict(zip(ring, enemies, strict=False))}
    field = reported(battle(places), told("attacker_win_morale", hits(F082=15)))
    return field.block(given["block"]).status


# --- sieges --------------------------------------------------------------------------------------------------------


def torgau(turn: int) -> Field:
    """Torgau besieged by Bülow."""
    places = {"Torgau": "F109 P017 P018 P019 P020 P022"}
    field = Field(places, active=ALLIED, stage="sieges", turn=turn).change("F109", inside=True)
    return field.having(sieges={"Torgau": Siege("Torgau", ALLIED, 1)})


@question
def assault_order(given: dict[str, Any]) -> list[str]:
    """What becomes of an order to assault."""
    field = torgau(given["turn"])
    field.run("reconnaissance", [Plan(decision="assault", place="Torgau", choice=Assault())], otherwise=1)
    field.run("sieges")
    return field.refused_by()


@question
def siege_dice(given: dict[str, Any]) -> dict[str, Any]:
    """What events before an assault bring."""
    field = torgau(3)
    field.run(dice={"events": given["events"], "event": [given["event"]]}, answers={"assault": Assault()})
    return {
        "assault": bool(field.of(be.AssaultMade)),
        "fell": bool(field.of(be.FortressFell)),
        "hits": sum(field.block(b).hits for b in ("P017", "P018", "P019", "P020", "P022")),
    }


@question
def assault(given: dict[str, Any]) -> dict[str, Any]:
    """A die with modifiers: score, success, dice of hits on the lead unit."""
    more: Finding[int] = Finding(rule=RuleId("CAM-assault-2"), value=given["modifiers"])
    score = assault_score(given["die"], (more,)).value
    row = casualty_row(CTX, score)
    return {"score": score, "success": row.success, "dice": row.dice}


@question
def casualties(given: dict[str, Any]) -> list[int | None]:
    """Dice of hits on the lead unit."""
    return [casualty_row(CTX, score).dice for score in given["scores"]]


# --- supply and rally ----------------------------------------------------------------------------------------------


def chain_of(kinds: list[str]) -> Network:
    """Towns in a row: T0, T1, ... joined by roads of these kinds."""
    towns = {f"T{i}": Town(f"T{i}", f"T{i}", 0, i) for i in range(len(kinds) + 1)}
    roads = {f"R{i}": Road(f"R{i}", f"T{i}", f"T{i + 1}", kind) for i, kind in enumerate(kinds)}  # type: ignore[arg-type]
    return Network(towns, roads)


def reached(kinds: list[str], source: str) -> bool:
    """Whether the end of a chain is within the range of what stands at its start."""
    left = chain_of(kinds).outward({"T0": CTX.tables.supply_reach[source]}, CTX.tables.supply_price)
    return f"T{len(kinds)}" in left


def cost(kinds: list[str]) -> str:
    """What a chain of roads costs in movement points."""
    price = sum(CTX.tables.supply_price[kind] for kind in kinds)
    return str(Fraction(price, CTX.tables.supply_parts))


@question
def subordinate(given: dict[str, Any]) -> list[bool]:
    """Whether a block at the end of such roads is near enough to its headquarters."""
    return [reached(kinds, "HQ") for kinds in given["roads"]]


@question
def supplied(given: dict[str, Any]) -> dict[str, Any]:
    """Whether a headquarters is supplied by depots of several types."""
    return {"mp": cost(given["roads"]), "supplied": [reached(given["roads"], kind) for kind in given["depots"]]}


@question
def supplied_by_d(given: dict[str, Any]) -> dict[str, Any]:
    """Whether a depot of type D reaches a headquarters."""
    return {
        "mp": [cost(kinds) for kinds in given["roads"]],
        "supplied": [reached(kinds, "D") for kinds in given["roads"]],
    }


@question
def captures(given: dict[str, Any]) -> dict[str, Any]:
    """What a depot becomes when it is taken again and again."""
    types, kind = [], given["type"]
    field = Field({"Pirna": "P017"}, active=ALLIED)
    for _ in range(given["times"]):
        event = captured(CTX, ALLIED, "Dresden", kind)
        field.happen(event)
        kind = event.after
        types.append(kind)
    depot = field.state.depots.get("Dresden")
    return {"types": types, "serves_captor": depot is not None and depot.owner == ALLIED}


@question
def isolation(given: dict[str, Any]) -> dict[str, Any]:
    """A block without a route in successive supply phases."""
    field = Field({"Posen": "F103"}, stage="supply").having(depots={})
    states, rolls = [], []
    for _ in range(given["phases"]):
        told_ = field.run("supply", dice={"attrition/F103": [given["die"]]})
        states.append(field.block("F103").supply)
        rolls.append(sum(len(event.rolls) for event in told_))
    return {"states": states, "rolls": rolls}


@question
def rally(given: dict[str, Any]) -> dict[str, Any]:
    """Rally of a block in supply: scores, and whether it recovers."""
    found: dict[str, Any] = {"recovers": []}
    for die in given["dice"] or [None]:
        field = Field({"Dresden": f"F005 F015 F080 {given['block']}"}, stage="rally")
        field.change(given["block"], disrupted=given["disrupted"], routed_on=3)
        field.run(dice={f"rally/{given['block']}": [die]} if die else {})
        found["recovers"].append(not field.block(given["block"]).disrupted)
        tests = field.of(ev.RallyTested)
        if tests:
            found.setdefault("scores", []).append(tests[0].tests[0].score.value)
        else:
            found["rolls"] = 0
    return found


# --- victory -------------------------------------------------------------------------------------------------------


@question
def verdict_(given: dict[str, Any]) -> dict[str, Any]:
    """The verdict at a turn's end."""
    state = replace(Field(turn=given["turn"]).state, broken=tuple(given["broken"]))
    ending = verdict(CTX, state)
    assert ending is not None
    found = {"level": ending.level, "rule": ending.rule}
    return {"winner": ending.winner, **found} if ending.winner else found


def test_bands_cover_every_result() -> None:
    """CAM-rally-4, CAM-fm-3, CAM-attr-2, CAM-assault-6: no modified die falls between two rows."""
    for number in range(-5, 25):
        assert band_of(CTX.tables.rally, number) is not None
        assert band_of(CTX.tables.assault_casualties, number) is not None
        assert band_of(CTX.tables.auto_results, number) is not None
        for table in (CTX.tables.forced_march, CTX.tables.attrition):
            assert band_of([row for row in table if row.row == "loss"], number).value in (0, 25)
