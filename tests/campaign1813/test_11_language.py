"""The campaign's order language: what players write, and what they are told when it cannot be meant."""

from __future__ import annotations

import pytest

from adjudicator.core.orders import Conditional, Heading, Text
from adjudicator.core.types import UMPIRE, Choice, Order, Side
from adjudicator.play.match.reading import read_text, write_order
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from tests.campaign1813.battles import battle
from tests.campaign1813.field import ALLIED, FRENCH, Field, rules

GAME = rules()
START = Field(turn=1, stage="orders").state


def read(text: str, side: Side = FRENCH, known: object = None) -> Text:
    """A text as a side's reader understands it."""
    return read_text(GAME, known or GAME.known(START, side), side, "", text)


def one(text: str, side: Side = FRENCH, known: object = None) -> Order:
    """The only order of a text, without its line."""
    found = read(text, side, known)
    assert not found.problems, [problem.show() for problem in found.problems]
    assert len(found.orders) == 1
    return found.orders[0].model_copy(update={"side": Side(""), "line": 0})


def decided(text: str, side: Side = FRENCH) -> Choice:
    """The choice of a standing order."""
    found = read(f"standing orders\n{text}", side)
    assert not found.problems, [problem.show() for problem in found.problems]
    assert found.standing is not None
    return found.standing[0].choice


def march(units: str, *, path: str = "", to: str = "", forced: bool = False) -> od.March:
    """A march."""
    return od.March(units=tuple(units.split()), path=tuple(path.split()), destination=to, forced=forced)


ORDERS: dict[str, Order] = {
    "move Philippon, Teste to Pirna": od.Move(marches=(march("F016 F018", to="Pirna"),)),
    "move I Corps from Dresden to Pirna": od.Move(origin="Dresden", marches=(march("I", to="Pirna"),)),
    "MOVE  Vandamme → Pirna —> Koenigstein": od.Move(marches=(march("F015", path="Pirna Konigstein"),)),
    "move I Corps – Vandamme (HQ) to Pirna": od.Move(marches=(march("F015", to="Pirna"),)),
    "move all from Dresden to Freiberg": od.Move(origin="Dresden", marches=(march("", to="Freiberg"),)),
    "force march Philippon to Königstein": od.Move(marches=(march("F016", to="Konigstein", forced=True),)),
    "move Philippon to Konigstein, by forced march": od.Move(marches=(march("F016", to="Konigstein", forced=True),)),
    "group Dresden: Philippon, Dumonceau -> Pirna; Teste to Freiberg; rest to Meißen": od.Move(
        origin="Dresden",
        marches=(march("F016 F017", path="Pirna"), march("F018", to="Freiberg"), march("", to="Meissen")),
    ),
    "move Grande Armée from Bautzen to Görlitz": od.Move(origin="Bautzen", marches=(march("NAP", to="Gorlitz"),)),
    "independent groups: Hamburg, Magdeburg": od.Independents(towns=("Hamburg", "Magdeburg")),
    "battles: Luckau, Jueterbog": od.BattleSequence(towns=("Luckau", "Juterbog")),
    "besiege Torgau": od.Plan(decision="besiege", place="Torgau", choice=od.Besiege()),
    "do not besiege Torgau": od.Plan(decision="besiege", place="Torgau", choice=od.Besiege(lay=False)),
    "assault Kuestrin lead Teste, Dufour needing at most 8 unless sally, disease in the camp": od.Plan(
        decision="assault",
        place="Kustrin",
        choice=od.Assault(lead=("F018", "F022"), needed=8, unless=("sally", "camp_disease")),
    ),
    "assault Küstrin if needed <= 9": od.Plan(decision="assault", place="Kustrin", choice=od.Assault(needed=9)),
    "no assault at Stettin": od.Plan(decision="assault", place="Stettin", choice=od.Assault(go=False)),
    "reinforce Luckau with Girard, Margaron by Dahme": od.Plan(
        decision="reinforce",
        place="Luckau",
        choice=od.Reinforce(groups=(od.FromTown(units=("F104", "F105"), origin="Dahme"),)),
    ),
    "at Luckau: retreat Lecoq to Cottbus; rest to Torgau, Luebben": od.Plan(
        decision="retreat",
        place="Luckau",
        choice=od.RetreatTo(parts=(od.ToTown(units=("F081",), to=("Cottbus",)), od.ToTown(to=("Torgau", "Lubben")))),
    ),
    "at Luckau: regroup Lecoq to Cottbus; bring Morand from Cottbus": od.Plan(
        decision="regroup",
        place="Luckau",
        choice=od.Regroup(
            out=(od.ToTown(units=("F081",), to=("Cottbus",)),),
            bring=(od.FromTown(units=("F076",), origin="Cottbus"),),
        ),
    ),
    "retreat from Luckau to Dahme, Torgau": od.Plan(
        decision="retreat", place="Luckau", choice=od.RetreatTo(parts=(od.ToTown(to=("Dahme", "Torgau")),))
    ),
    "retreat from Luckau: Lecoq to Cottbus; rest to Torgau": od.Plan(
        decision="retreat",
        place="Luckau",
        choice=od.RetreatTo(parts=(od.ToTown(units=("F081",), to=("Cottbus",)), od.ToTown(to=("Torgau",)))),
    ),
    "regroup at Luckau: bring Morand from Cottbus": od.Plan(
        decision="regroup",
        place="Luckau",
        choice=od.Regroup(bring=(od.FromTown(units=("F076",), origin="Cottbus"),)),
    ),
    "at Luckau: auto": od.Plan(decision="resolution", place="Luckau", choice=od.Resolution(auto=True)),
    "keep Napoleon hidden": od.Plan(decision="reveal", unit="F001", choice=od.Reveal(show=False)),
    "reveal Ney": od.Plan(decision="reveal", unit="F046", choice=od.Reveal()),
}


@pytest.mark.parametrize("text", ORDERS)
def test_orders_are_understood_and_printed_so_that_they_are_read_back(text: str) -> None:
    """CAM-move-6: groups, forced marches, plans; umlauts, accents and other spellings of towns."""
    order = one(text)
    assert order == ORDERS[text]
    printed = write_order(GAME, GAME.known(START, FRENCH), FRENCH, order)
    assert one(printed) == order


def test_move_6_march_is_another_word_for_move() -> None:
    """CAM-move-6: with or without a place of departure."""
    assert one("march Compans to Bunzlau") == one("move Compans to Bunzlau")
    assert one("march Compans from Bunzlau -> Goldberg") == one("move Compans from Bunzlau -> Goldberg")


def test_recon_is_an_order_of_allied_armies() -> None:
    """CAM-recon-2: by the army's name or its leader's."""
    for words in (
        "recon Goldberg by Blücher",
        "scout Goldberg with Army of Silesia",
        "reconnoitre Goldberg by Blucher",
    ):
        assert one(words, ALLIED) == od.Recon(army="BLU", target="Goldberg")
    assert one("no recon by Bernadotte", ALLIED) == od.Recon(army="BER")
    assert one("no recon", ALLIED) == od.Recon()


CHOICES: dict[str, Choice] = {
    "initiative: second": od.Initiative(first=False),
    "move first": od.Initiative(first=True),
    "give battle": od.Fortress(withdraw=False),
    "when the enemy enters Torgau: withdraw into the fortress": od.Fortress(withdraw=True),
    "fortresses: withdraw": od.Fortress(withdraw=True),
    "fortress Torgau: give battle": od.Fortress(withdraw=False),
    "at Dresden: withdraw behind the walls keep Razout, rest fights": od.Fortress(
        withdraw=True, keep=("F032",), rest="fights"
    ),
    "join the relief": od.Relief(),
    "stay inside": od.Relief(join=False),
    "no siege": od.Besiege(lay=False),
    "at the table": od.Resolution(auto=False),
    "field Leipzig": od.Ground(field="Leipzig"),
    "table 10 × 6 feet": od.Ground(table="10 x 6 ft"),
    "no reinforcements": od.Reinforce(),
    "at Luckau: reinforce by Dahme": od.Reinforce(groups=(od.FromTown(origin="Dahme"),)),
    "break off at 30 %": od.LeaveField(percent=30),
    "never break off": od.LeaveField(),
    "when beaten at Luckau: retreat to Torgau": od.RetreatTo(parts=(od.ToTown(to=("Torgau",)),)),
    "when victorious: no regrouping": od.Regroup(),
    "at Stettin: assault needing at most 6": od.Assault(needed=6),
}


@pytest.mark.parametrize("text", CHOICES)
def test_standing_orders_are_understood_and_printed_back(text: str) -> None:
    """CAM-siege-1, CAM-init-3, CAM-retreat-1: what a player lays down for moments in the enemy's turn."""
    assert decided(text) == CHOICES[text]
    found = read(f"standing orders\n{text}").standing
    assert found
    printed = write_order(GAME, GAME.known(START, FRENCH), FRENCH, found[0])
    again = read(f"standing orders\n{printed}").standing
    assert again == found


def test_a_player_may_be_asked() -> None:
    """CAM-siege-4: `ask me about assaults` makes only that decision pause."""
    found = read("standing orders\nask me about assaults\nat Torgau: ask me").standing
    assert found is not None
    assert [(order.decision, order.place) for order in found] == [("assault", ""), ("any", "Torgau")]


REPORT: dict[str, Order] = {
    "result: attacker wins by morale": ro.Outcome(outcome="attacker_win_morale"),
    "result: defender wins by victory points": ro.Outcome(outcome="defender_win_vp"),
    "result: stalemate": ro.Outcome(outcome="stalemate"),
    "result: attacker breaks off": ro.Outcome(outcome="attacker_broke_off"),
    "rout: Allies": ro.Routed(routed=ALLIED),
    "last turn 18": ro.LastTurn(turn=18),
    "losses Lecoq: 7 hits, 1 destroyed, Thümen: 3": ro.Losses(
        losses=(ro.Hits(unit="F081", hits=7, destroyed=1), ro.Hits(unit="P018", hits=3))
    ),
    "no losses: VII Corps": ro.Unhurt(units=("VII",)),
    "others no losses": ro.Unhurt(),
    "leader lost: Reynier": ro.LeaderLost(units=("F080",)),
    "engaged by cavalry: Gablenz": ro.Engaged(units=("F084",)),
    "arrived Dobschütz on turn 12 die 4 by ruling": ro.Arrived(units=("P024",), turn=12, die=4, ruling=True),
    "retreated Lecoq to Torgau on turn 14": ro.Retreated(units=("F081",), destination="Torgau", turn=14),
    "retreated Gablenz -> Cottbus -> Lausitz": ro.Retreated(units=("F084",), path=("Cottbus", "Lausitz")),
    "regrouped Thümen to Dahme": ro.Regrouped(units=("P018",), to="Dahme"),
    "regrouped Dobschütz from Lübben": ro.Regrouped(units=("P024",), origin="Lubben"),
    "revealed Lecoq, Thümen": ro.Seen(units=("F081", "P018")),
    "revealed none": ro.Seen(),
    "points French: 6, Allied: 4": ro.Points(points=((FRENCH, 6), (ALLIED, 4))),
    'objective "the bridge" 2 points nobody': ro.ObjectiveTaken(name="the bridge", vp=2),
}


@pytest.mark.parametrize("text", REPORT)
def test_lines_of_a_battle_report(text: str) -> None:
    """CAM-battle-2: the umpire writes them; they are printed so that they are read back."""
    state = battle().state
    order = one(text, UMPIRE, state)
    assert order == REPORT[text]
    assert one(write_order(GAME, state, UMPIRE, order), UMPIRE, state) == order


CHANGES: dict[str, Order] = {
    "put Teste at Dahme": od.Change(what="block", id="F018", place="Dahme", inside=False),
    "put Garrison of Torgau inside Torgau": od.Change(what="block", id="F109", place="Torgau", inside=True),
    "remove Vandamme": od.Change(what="block", id="F015", status="eliminated"),
    "set Teste hits to 6": od.Change(what="block", id="F018", hits=6),
    "disrupt Teste": od.Change(what="block", id="F018", disrupted=True),
    "rally Teste": od.Change(what="block", id="F018", disrupted=False),
    "give Luckau to the Allies": od.Change(what="town", id="Luckau", of=ALLIED),
    "depot Torgau B to French": od.Change(what="depot", id="Torgau", of=FRENCH, type="B"),
    "remove depot at Luckau": od.Change(what="depot", id="Luckau"),
}


@pytest.mark.parametrize("text", CHANGES)
def test_what_an_umpire_may_put_right(text: str) -> None:
    """CAM-unit-4: a ruling changes blocks, towns and depots by events with the umpire's mark."""
    order = one(text, UMPIRE, START)
    assert order == CHANGES[text]
    assert one(write_order(GAME, START, UMPIRE, order), UMPIRE, START) == order
    events = GAME.adjust(START, order)
    assert [event.rule for event in events] == ["UMPIRE"]
    state = GAME.apply(START, events[0])
    assert state != START or text.startswith("rally")


def test_a_side_reads_of_changes_to_its_own_blocks_and_of_towns_only() -> None:
    """CAM-unit-7: where the umpire puts a hidden block its enemy is not told."""
    block = GAME.adjust(START, CHANGES["put Teste at Dahme"])[0]
    town = GAME.adjust(START, CHANGES["give Luckau to the Allies"])[0]
    assert GAME.show(START, block, FRENCH) == block
    assert GAME.show(START, block, ALLIED) is None
    assert GAME.show(START, town, ALLIED) == town


def test_a_refused_march_that_an_umpire_allows() -> None:
    """CAM-move-9: the blocks are put where the order sends them."""
    order = od.Move(side=FRENCH, marches=(march("F016", to="Berlin"),))
    events = GAME.adjust(START, order)
    assert GAME.apply(START, events[0]).block("F016").place == "Berlin"
    assert GAME.adjust(START, od.Recon()) == ()


def test_headings_and_conditions() -> None:
    """CAM-turn-2: phases may be headed; conditions speak of towns, blocks, turns and losses."""
    text = "movement\nif Pirna is empty and turn >= 2: move Philippon to Pirna otherwise: besiege Torgau\nsieges"
    found = read(text)
    assert not found.problems
    assert [type(order) for order in found.orders] == [Heading, Conditional, Heading]
    plain = "if Philippon is disrupted or Grande Armée losses >= 10: pass"
    assert isinstance(one(plain), Conditional)


def test_an_ambiguous_town_is_an_error_that_lists_the_candidates() -> None:
    """CAM-map-2: the book's Lowenberg and the Silesian Löwenberg differ by their dots only (A-51)."""
    problem = read("move Ledru to Löwenberg").problems[0]
    assert problem.sort == "ambiguous"
    assert "Silesia" in problem.reason
    assert one("move Ledru to Löwenberg (Silesia)") == od.Move(marches=(march("F065", to="LowenbergS"),))
    assert one("move Ledru to Wiesenburg") == od.Move(marches=(march("F065", to="Weisenberg"),))


def test_names_of_hidden_blocks_are_unknown_to_the_enemy() -> None:
    """CAM-unit-3: the French cannot order or ask about Prussian blocks that they have not seen."""
    problem = read("move Thümen to Berlin").problems[0]
    assert problem.sort == "not understood"
    names = {name.id for name in GAME.language.names(GAME.known(START, FRENCH), FRENCH)}
    assert "P018" not in names
    assert {"F018", "Dresden"} <= names


MISTAKES = {
    "move Philippon": "who, but not where to",
    "move to Pirna": "does not say who",
    "group Dresden Philippon -> Pirna": "A colon is missing",
    "recon Goldberg": "army that reconnoitres is missing",
    "at Luckau: ask me": "standing order",
    "group Dresden: rest to Pirna; rest to Freiberg": "two marches",
    "mvoe Philippon to Pirna": "move",
    "initiative: second": "`standing orders`",
    "give battle": "`standing orders`",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_deserve_a_sentence(text: str) -> None:
    """CAM-move-6: what is wrong, and an order that works."""
    found = read(text)
    assert not found.orders
    assert any(MISTAKES[text] in f"{p.reason} {p.remedy}" for p in found.problems), found.problems


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("losses Lecoq 7", "colon"),
        ("result: victory", "The result is one of"),
        ("arrived Dobschütz on turn 12 die 7", "A die does not show 7"),
        ("last turn 0", "Count from 1"),
    ],
)
def test_mistakes_of_a_report(text: str, words: str) -> None:
    """CAM-battle-2: an umpire is told too."""
    found = read(text, UMPIRE, battle().state)
    assert any(words in f"{p.reason} {p.remedy}" for p in found.problems), found.problems


def test_check_says_which_road_is_full_who_used_it_and_what_is_left() -> None:
    """CAM-road-1: review tries the marches on the position as the side knows it."""
    road = GAME.board.road("Dresden", "Pirna")
    assert road is not None
    state = (
        Field(turn=1, stage="orders")
        .having(roads={road.id: {ALLIED: 8, FRENCH: 1}}, traffic={road.id: {ALLIED: 8, FRENCH: 1}})
        .state
    )
    known = GAME.known(state, FRENCH)
    text = read("move Philippon, Teste to Pirna", known=known)
    problem = GAME.review(known, FRENCH, text.orders, ()).problems[0]
    assert problem.rule == "CAM-road-1"
    assert "Dresden-Pirna takes 10 units a turn; used by 8 Allied, 1 French; 1 left, 2 ordered" in problem.reason


def test_check_reports_everything_that_dice_do_not_decide() -> None:
    """CAM-siege-4, CAM-reinf-2, CAM-recon-1, CAM-battle-1: recon, moves, plans, warnings and notes at once."""
    text = read(
        "\n".join(
            (
                "move Philippon to Pirna",
                "assault Torgau lead Teste",
                "reinforce Luckau with Morand by Berlin",
                "battles: Jauer",
                "reveal Vandamme",
                "force march Brayer to Jauer",
            )
        )
    )
    review = GAME.review(GAME.known(START, FRENCH), FRENCH, text.orders, ())
    rules_found = [(p.line, str(p.rule), p.severity) for p in review.problems]
    assert rules_found == [
        (2, "CAM-siege-2", "error"),
        (3, "CAM-battle-1", "warning"),
        (3, "CAM-reinf-2", "error"),
        (5, "CAM-lead-7", "error"),
        (0, "CAM-move-7", "warning"),
    ]
    notes = dict(review.notes)
    assert "Dresden-Pirna 1 of 10" in notes[1]
    assert "attacks Jauer" in notes[6]
