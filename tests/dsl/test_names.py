"""Names: any unambiguous part, aliases, accents; what is ambiguous or unknown lists candidates."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.language import Language, Name
from adjudicator.core.types import UMPIRE, Side
from adjudicator.dsl.names import Names, Unnamed

RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()
FRENCH, COALITION = Side("French"), Side("Coalition")


def names_of(side: Side) -> Names:
    known = RULES.known(START, side)
    return Names(RULES.language, RULES.language.names(known, side), side)


@pytest.mark.parametrize(
    ("side", "rule", "written", "meant"),
    [
        (FRENCH, "unit", "Compans", "compans"),
        (FRENCH, "unit", "compa", "compans"),
        (FRENCH, "unit", "Lefebvre", "lefebvre_desnouettes"),
        (FRENCH, "unit", "Desnouettes", "lefebvre_desnouettes"),
        (FRENCH, "unit", "lefebvredesnouettes", "lefebvre_desnouettes"),
        (FRENCH, "unit", "bruyere", "bruyere"),
        (FRENCH, "unit", "Sahr", "de_sahr"),
        (FRENCH, "unit", "Ercolei", "ercoli"),
        (COALITION, "commander", "Bluecher", "blucher"),
        (COALITION, "commander", "de Tolly", "barclay"),
        (COALITION, "unit", "st priest 7", "st_priest_7"),
        (COALITION, "unit", "St-Priest 8th", "st_priest_8"),
        (COALITION, "unit", "Klüx", "von_klux"),
        (COALITION, "unit", "kluex", "von_klux"),
        (FRENCH, "formation", "Soult", "soult"),
        (FRENCH, "formation", "4th Corps", "soult"),
        (FRENCH, "formation", "IV Corps", "soult"),
        (FRENCH, "commander", "Soult", "soult"),
        (FRENCH, "marker", "Strategist", "jomini_strategist"),
        (FRENCH, "marker", "the Arapiles", "arapiles"),
        (COALITION, "marker", "Cossack", "cossacks"),
        (FRENCH, "place", "701", "0701"),
        (FRENCH, "place", "0701", "0701"),
        (FRENCH, "place", "Klein Bautzen", "1605"),
        (FRENCH, "place", "Basch", "1006"),
        (FRENCH, "place", "Redoubt 1205", "1205"),
        (FRENCH, "track", "our morale", "French morale"),
        (COALITION, "track", "enemy losses", "French losses"),
        (FRENCH, "mark", "on map", "on the map"),
    ],
)
def test_a_part_of_a_name_is_enough(side: Side, rule: str, written: str, meant: str) -> None:
    assert names_of(side).meaning(rule, written) == meant


def test_a_whole_name_is_meant_before_part_of_a_longer_one() -> None:
    language = Language(grammar="vv1813", names=lambda known, side: (), build=None, write=lambda order, name: "")
    known = (Name(id="horn", name="Horn", kind="unit"), Name(id="dragons", name="Dragons Horn", kind="unit"))
    names = Names(language, known, FRENCH)
    assert names.meaning("unit", "horn") == "horn"
    assert names.meaning("unit", "dragons") == "dragons"
    assert names.printed("unit", "horn") == "Horn"


def test_an_ambiguous_name_lists_the_candidates() -> None:
    found = names_of(COALITION).meaning("unit", "st-priest")
    assert isinstance(found, Unnamed)
    assert found.ambiguous
    assert "St-Priest 7th division or St-Priest 8th division" in found.reason


def test_what_the_rule_allows_keeps_units_and_commanders_apart() -> None:
    """A commander is no unit: the error says what he is."""
    found = names_of(FRENCH).meaning("unit", "soult")
    assert isinstance(found, Unnamed)
    assert found.reason == "Soult is a commander; a unit is needed here."


def test_enemies_are_known_only_if_seen() -> None:
    """VV-7.3a: a unit that no combat has disclosed cannot be named, except where the rules need the roster."""
    names = names_of(FRENCH)
    assert isinstance(names.meaning("enemy", "rosen"), Unnamed)
    assert names.meaning("directed", "rosen") == "rosen"
    assert names.meaning("target", "blucher") == "blucher"


def test_the_umpire_may_name_everything() -> None:
    names = Names(RULES.language, RULES.language.names(START, UMPIRE), UMPIRE)
    assert names.meaning("piece", "rosen") == "rosen"
    assert names.meaning("chit", "French artillery 1") == "french_artillery_1"


@pytest.mark.parametrize("side", [FRENCH, COALITION])
@pytest.mark.parametrize("game", ["bautzen", "lutzen"])
def test_every_own_thing_has_a_printed_name_that_means_it(game: str, side: Side) -> None:
    rules: Any = rulesets.load(game, {})
    start = rules.start()
    names = Names(rules.language, rules.language.names(rules.known(start, side), side), side)
    army = start.army(side)
    things = [("unit", unit) for unit in army.units] + [("commander", one) for one in army.commanders]
    things += [("piece", one) for one in (*army.units, *army.commanders)]
    things += [("marker", kind) for kind in rules.context.facts["markers"]]
    things += [("formation", one.id) for one in rules.context.facts["game"].formation]
    things += [("place", place) for place in rules.board.cells]
    for rule, key in things:
        assert names.meaning(rule, names.printed(rule, key).strip('"').casefold()) == key, key


def test_places_may_be_towns_with_names_only() -> None:
    """A rule system without numbered places: towns, accents and all."""
    towns = (
        Name(id="konigstein", name="Königstein", kind="place"),
        Name(id="bad_duben", name="Bad Düben", kind="place"),
        Name(id="frankfurt_oder", name="Frankfurt (Oder)", kind="place", aliases=("Frankfurt an der Oder",)),
    )
    language = Language(grammar="vv1813", names=lambda known, side: towns, build=None, write=lambda order, name: "")
    names = Names(language, towns, FRENCH)
    assert names.meaning("place", "konigstein") == "konigstein"
    assert names.meaning("place", "koenigstein") == "konigstein"
    assert names.meaning("place", "duben") == "bad_duben"
    assert names.meaning("place", "frankfurt") == "frankfurt_oder"
    assert names.printed("place", "frankfurt_oder") == "Frankfurt an der Oder"
    assert isinstance(names.meaning("place", "1205"), Unnamed)
