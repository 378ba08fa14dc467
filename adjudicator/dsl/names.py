"""Names: any unambiguous part of a name or alias means its thing; what is unknown or ambiguous lists candidates."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache

from adjudicator.core.language import Language, Name, NameRule
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.dsl.normalizing import plain_text

COMMON_RULES: Mapping[str, NameRule] = {
    "unit": NameRule(("unit",), "a unit"),
    "piece": NameRule(("unit", "commander"), "a unit or commander"),
    "some": NameRule(("unit", "commander"), "a unit or commander", groups=("formation", "group")),
    "some_unit": NameRule(("unit",), "a unit", groups=("formation", "group")),
    "enemy": NameRule(("unit", "commander"), "an enemy unit or commander", "enemy"),
    "anyone": NameRule(("unit", "commander"), "a unit or commander", ""),
    "commander": NameRule(("commander",), "a commander"),
    "formation": NameRule(("formation",), "a formation"),
    "marker": NameRule(("marker",), "a marker"),
    "mark": NameRule(("mark",), "a state of a piece"),
    "track": NameRule(("track",), "`turn`, or a number that the game keeps", ""),
    "side": NameRule(("side",), "a side"),
    "place": NameRule(("place",), "a place"),
    "target": NameRule(("unit", "commander", "place"), "a unit, a commander or a place", ""),
}
"""The rules of the common grammar that stand for names."""

_RANKS = "general gen generals marshal marechal marschall feldmarschall fm gd gl fzm fml gm major colonel col"
_DIGNITIES = "prince furst count graf comte baron duke herzog duc king konig kaiser tsar zar emperor lord sir von de"
TITLES = frozenset((*_RANKS.split(), *_DIGNITIES.split()))
"""Words that a player may put before a name: they count only where the name is not known with them."""
_NOTE = re.compile(r"(.+?)\s*\(\s*([^()]+?)\s*\)")
"""A place with its name, or its number, in brackets."""

_WORD = re.compile(r"[a-z0-9]+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)$")
_ARTICLES = frozenset({"the", "a", "an"})
_ROMAN = {
    f"{tens}{ones}": str(10 * ten + one)
    for ten, tens in enumerate(("", "x"))
    for one, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
    if tens or ones
}
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_CLOSE = 62
"""How alike a name must be to be suggested, of 100."""
_NAMED = ("commander", "unit", "marker", "formation", "place")
"""Kinds of which an error may say that the name is one of those."""
_KNOWN = "Name a piece of your own, or one that you have seen."
WRITTEN = "{written}"
"""Stands in a sentence for the player's own words."""
_LISTED = 16
"""Names that are listed whole."""
_MOST = 4
"""Suggestions and candidates that are listed."""


def name_words(text: str) -> tuple[str, ...]:
    """The words by which a name is known: plain, numbers as digits, without articles.

    >>> name_words("St-Priest, 7th division"), name_words("The XII Corps")
    (('st', 'priest', '7', 'division'), ('12', 'corps'))
    """
    found = _WORD.findall(plain_text(text).replace("'", "").replace("_", " "))
    words = [_ORDINAL.sub(r"\1", _ROMAN.get(word, word)) for word in found]
    return tuple(word for word in words if word not in _ARTICLES) or tuple(words)


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way of writing a name."""

    words: tuple[str, ...]
    name: Name
    squashed: str = ""


@dataclass(frozen=True)
class Index:
    """Every spelling of every name, by whole spelling and by word."""

    spellings: tuple[Spelling, ...]
    whole: Mapping[str, tuple[int, ...]]
    codes: Mapping[str, tuple[int, ...]]
    """Ids: what is so called only by the program gives way to what players call so."""
    by_word: Mapping[str, tuple[int, ...]]
    vocabulary: tuple[str, ...]
    """The words, sorted, so that beginnings are found quickly."""
    by_id: Mapping[str, tuple[Name, ...]] = field(default_factory=dict)

    def whole_words(self, words: tuple[str, ...], kind: str) -> tuple[Name, ...]:
        """The things of a kind that have all these words in a name."""
        code = "".join(words)
        hits = (*self.whole.get(code, ()), *self.codes.get(code, ())) or self._all_of(words, exact=True)
        return _preferred([self.spellings[i].name for i in hits if self.spellings[i].name.kind == kind], None, True)

    def find(self, words: tuple[str, ...], kinds: tuple[str, ...], first: Side | None, own: bool) -> tuple[Name, ...]:
        """The things that words may mean: by whole name, by words, by beginnings of words, by any part."""
        for hits in self._tiers(words):
            names = [self.spellings[i].name for i in hits if self.spellings[i].name.kind in kinds]
            if names:
                return _preferred(names, first, own)
        return ()

    def _tiers(self, words: tuple[str, ...]) -> Iterable[Iterable[int]]:
        squashed = "".join(words)
        yield self.whole.get(squashed, ())
        yield self.codes.get(squashed, ())
        yield self._all_of(words, exact=True)
        yield self._all_of(words, exact=False)
        single = tuple(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words)
        if single != words:
            yield self.whole.get("".join(single), ())
            yield self._all_of(single, exact=False)
        if len(squashed) >= 3:
            yield [i for i, spelling in enumerate(self.spellings) if squashed in spelling.squashed]

    def _all_of(self, words: tuple[str, ...], *, exact: bool) -> list[int]:
        """Spellings that have every word, or a word beginning with it."""
        found: set[int] | None = None
        for word in words:
            mine = set(self.by_word.get(word, ()) if exact else self._beginning(word))
            found = mine if found is None else found & mine
        return sorted(found or ())

    def _beginning(self, word: str) -> Iterable[int]:
        at = bisect_left(self.vocabulary, word)
        while at < len(self.vocabulary) and self.vocabulary[at].startswith(word):
            yield from self.by_word[self.vocabulary[at]]
            at += 1


def _preferred(names: Sequence[Name], first: Side | None, own: bool) -> tuple[Name, ...]:
    """Each thing once; of both sides' things those of the side that comes first."""
    once = list({(name.kind, name.id): name for name in names}.values())
    if first is not None:
        mine = [name for name in once if name.side is not None and (name.side == first) == own]
        once = mine or once
    return tuple(once)


@lru_cache(maxsize=16)
def index_of(names: tuple[Name, ...]) -> Index:
    """Names made ready for looking up."""
    spellings: list[Spelling] = []
    whole: dict[str, list[int]] = {}
    codes: dict[str, list[int]] = {}
    by_word: dict[str, list[int]] = {}
    by_id: dict[str, list[Name]] = {}
    for name in names:
        by_id.setdefault(name.id, []).append(name)
        for written in _written(name):
            words = name_words(written)
            squashed = "".join(words)
            known = codes if written == name.id and written != name.name else whole
            known.setdefault(squashed, []).append(len(spellings))
            for word in dict.fromkeys(words):
                by_word.setdefault(word, []).append(len(spellings))
            spellings.append(Spelling(words, name, squashed))
    return Index(
        tuple(spellings),
        {word: tuple(hits) for word, hits in whole.items()},
        {word: tuple(hits) for word, hits in codes.items()},
        {word: tuple(hits) for word, hits in by_word.items()},
        tuple(sorted(by_word)),
        {key: tuple(found) for key, found in by_id.items()},
    )


def _written(name: Name) -> Iterable[str]:
    """The ways of writing a name: itself, its aliases, its id, and umlauts as two letters."""
    ways = dict.fromkeys((name.name, *name.aliases, name.id))
    ways |= dict.fromkeys(way.translate(_UMLAUTS) for way in tuple(ways))
    return ways


# --- looking up in a text ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Why words name nothing that can be meant: the sentence, the candidates, the way out."""

    reason: str
    remedy: str = ""
    instead: str = ""
    """Words that would do, in the place of those written."""
    ambiguous: bool = False


def is_number(written: str) -> bool:
    """Whether words are the number of a place: figures, perhaps with the letter of a map before them."""
    return _NUMBER.fullmatch(written) is not None


class Names:
    """The names that one side may use in one text."""

    def __init__(self, language: Language, known: tuple[Name, ...], side: Side) -> None:
        self.rules = {**COMMON_RULES, **language.name_rules}
        self.known = known
        self.index = index_of(known)
        self.side = side
        self._language = language

    def meaning(self, rule: str, written: str) -> str | tuple[str, ...] | Unnamed:
        """The id that words mean where a rule of the grammar expects a name; of a group the ids of its members."""
        wanted = self.rules[rule]
        if wanted.free:
            return self._free(wanted, written)
        if "place" in wanted.kinds and is_number(written):
            where = self._language.place(written)
            return where or Unnamed(f"There is no place {written.upper()}.", self._language.place_hint)
        words = name_words(written)
        found = self._meant(words, wanted)
        note = _NOTE.fullmatch(written) if "place" in wanted.kinds and len(found) != 1 else None
        if note is not None:
            return self._noted(rule, note.group(1), note.group(2))
        if len(found) == 1:
            return self._members(rule, found[0]) if found[0].kind in wanted.groups else found[0].id
        if found:
            return self._ambiguous(rule, found)
        return self._unknown(rule, words)

    def _noted(self, rule: str, written: str, note: str) -> str | tuple[str, ...] | Unnamed:
        """A place that is named twice, by number and by name: both must mean the same."""
        meaning = self.meaning(rule, written)
        if isinstance(meaning, Unnamed):
            return Unnamed(meaning.reason.replace(WRITTEN, written), meaning.remedy, meaning.instead, meaning.ambiguous)
        if is_number(note):
            same = self._language.place(note) == meaning
        else:
            same = any(name.id == meaning for name in self._find(name_words(note), self.rules[rule]))
        if same:
            return meaning
        return Unnamed(f'"{written}" and "{note}" are not the same place.', "Keep the one that you mean.", written)

    def _meant(self, words: tuple[str, ...], wanted: NameRule) -> tuple[Name, ...]:
        """What words may mean: single things before groups, whole names before parts; a title may stand before all."""
        single = NameRule(wanted.kinds, wanted.called, wanted.first)
        several = NameRule(wanted.groups, wanted.called, wanted.first)
        if not self._is_whole(words, single) and wanted.groups and self._is_whole(words, several):
            return self._find(words, several)
        found = self._find(words, single) or (self._find(words, several) if wanted.groups and len(words) > 1 else ())
        if not found and len(words) > 1 and words[0] in TITLES:
            return self._meant(words[1:], wanted)
        return found

    def _is_whole(self, words: tuple[str, ...], wanted: NameRule) -> bool:
        """Whether words are the whole name of a thing of these kinds."""
        hits = self.index.whole.get("".join(words), ())
        return any(self.index.spellings[i].name.kind in wanted.kinds for i in hits)

    def _members(self, rule: str, group: Name) -> tuple[str, ...] | Unnamed:
        """What a group stands for: those of its members that the rule may name."""
        kinds = self.rules[rule].kinds
        found = [one for one in group.members if any(name.kind in kinds for name in self.index.by_id.get(one, ()))]
        if found:
            return tuple(found)
        if group.side not in (None, self.side):
            return Unnamed(f"{group.name} is the enemy's.", "Name units of yours.")
        return Unnamed(f"{group.name} has nobody who could do that now.", "Name units of yours.")

    def _free(self, wanted: NameRule, written: str) -> str:
        """The thing whose whole name this is; otherwise the words themselves."""
        if "place" in wanted.kinds and is_number(written):
            return self._language.place(written) or written
        words = name_words(written)
        hits = self.index.whole.get("".join(words), ())
        found = {self.index.spellings[i].name.id for i in hits if self.index.spellings[i].name.kind in wanted.kinds}
        return found.pop() if len(found) == 1 else written

    def _find(self, words: tuple[str, ...], wanted: NameRule) -> tuple[Name, ...]:
        first = self.side if wanted.first else None
        return self.index.find(words, wanted.kinds, first, wanted.first == "own") if words else ()

    def _ambiguous(self, rule: str, found: Sequence[Name]) -> Unnamed:
        ways = [self._label(rule, name) for name in sorted(found, key=lambda one: (one.name, one.id))]
        shown = ways if len(ways) <= _MOST + 1 else [*ways[:_MOST], f"{len(ways) - _MOST} others"]
        reason = f'"{WRITTEN}" may be {" or ".join((", ".join(shown[:-1]), shown[-1]))}.'
        return Unnamed(reason, "Write more of the name.", ways[0], ambiguous=True)

    def _label(self, rule: str, name: Name) -> str:
        """A name as it can be written, number first where the name alone is not enough."""
        return self.printed(rule, name.id) or name.name

    def _unknown(self, rule: str, words: tuple[str, ...]) -> Unnamed:
        wanted = self.rules[rule]
        two = self._two_names(rule, words)
        if two:
            return Unnamed(f'"{WRITTEN}" is not one name but two: a comma is missing.', instead=", ".join(two))
        other = self._other(words, wanted)
        if other is not None:
            return Unnamed(f"{other.name} is a {other.kind}; {wanted.called} is needed here.")
        alike = self._alike(wanted, words)
        instead = self._label(rule, alike[0]) if alike else ""
        remedy = _did_you_mean(alike) or self._possible(wanted)
        return Unnamed(f'"{WRITTEN}" is not {wanted.called} that you know.', remedy, instead)

    def _possible(self, wanted: NameRule) -> str:
        """What may be named, where nothing looks like what was written."""
        if "place" in wanted.kinds:
            return self._language.place_hint
        if "unit" in wanted.kinds or "commander" in wanted.kinds:
            return _KNOWN
        names = dict.fromkeys(one.name.name for one in self.index.spellings if one.name.kind in wanted.kinds)
        return f"Possible: {', '.join(names)}." if 0 < len(names) <= _LISTED else ""

    def _other(self, words: tuple[str, ...], wanted: NameRule) -> Name | None:
        """Something of another kind that has this name."""
        for kind in _NAMED:
            found = self.index.whole_words(words, kind) if words and kind not in wanted.kinds else ()
            if len(found) == 1:
                return found[0]
        return None

    def _two_names(self, rule: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Two names that stand side by side without a comma."""
        for cut in range(1, len(words)):
            halves = [self._find(half, self.rules[rule]) for half in (words[:cut], words[cut:])]
            if all(len(half) == 1 for half in halves) and halves[0] != halves[1]:
                return tuple(self._label(rule, half[0]) for half in halves)
        return ()

    def _alike(self, wanted: NameRule, words: tuple[str, ...]) -> list[Name]:
        """Names that look like what was written, the most similar first."""
        from rapidfuzz import fuzz  # only a wrong name needs it

        query = " ".join(words)
        best: dict[str, tuple[float, Name]] = {}
        for spelling in self.index.spellings:
            if spelling.name.kind in wanted.kinds:
                score = max(fuzz.ratio(query, way) for way in (" ".join(spelling.words), *spelling.words))
                if score >= _CLOSE and score > best.get(spelling.name.id, (0, None))[0]:
                    best[spelling.name.id] = (score, spelling.name)
        ranked = sorted(best.values(), key=lambda one: (-one[0], one[1].name))
        return [name for _, name in ranked[:_MOST]]

    # --- printing ------------------------------------------------------------------------------------------

    def printed(self, rule: str, key: str) -> str:
        """Words that are read as an id where a rule expects a name; empty if there are none."""
        wanted = self.rules[rule]
        if "place" in wanted.kinds and self._language.place(key) == key:
            return key
        mine = [name for name in self.index.by_id.get(key, ()) if name.kind in wanted.kinds]
        for name in mine:
            for written in (name.name, *name.aliases, name.id):
                if is_plain_name(written) and [one.id for one in self._find(name_words(written), wanted)] == [key]:
                    return written
        for name in mine:
            for written in (name.name, *name.aliases, name.id):
                if '"' not in written and [one.id for one in self._find(name_words(written), wanted)] == [key]:
                    return f'"{written}"'
        return ""


_NUMBER = re.compile(r"[a-z]?\d{3,}|\d+")
_PLAIN_WORD = r"\d*[a-z][a-z0-9_']*(?:[-./][a-z0-9_']+)*\.?"
_PLAIN_NAME = re.compile(rf"{_PLAIN_WORD}(?: (?:{_PLAIN_WORD}|\d{{1,2}}))*")
"""A name as the grammar reads it: WORD (WORD | NUMBER)*."""


def is_plain_name(written: str) -> bool:
    """Whether a name can be written without quotes."""
    return _PLAIN_NAME.fullmatch(plain_text(written)) is not None


def _did_you_mean(alike: Sequence[Name]) -> str:
    if not alike:
        return ""
    names = list(dict.fromkeys(name.name for name in alike))
    return f"Did you mean {' or '.join((', '.join(names[:-1]), names[-1])) if len(names) > 1 else names[0]}?"
