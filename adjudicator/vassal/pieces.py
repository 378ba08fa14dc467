"""Pieces: traits one in another, the innermost with image, name and place; a type that stays, a state that changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.vassal.commands import Add, Move
from adjudicator.vassal.obfuscation import SAVE_AGAIN
from adjudicator.vassal.sequences import joined, parts, written

LONGEST = 400_000
"""Letters of one piece's type or state."""
DEEPEST = 100
"""Traits of one piece."""
UNIT, SIDE = "UnitId", "Side"
"""The marks by which our counters are known again."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What of a piece stays: its name, its picture, its slot, its traits."""

    name: str
    image: str
    traits: tuple[str, ...]
    """The word that each trait begins with, the outermost first; the innermost is "piece"."""
    marks: tuple[tuple[str, ...], ...] = ()
    """Of each `mark` trait the names of what it marks."""


@dataclass(frozen=True, slots=True)
class Lie:
    """What of a piece changes: where it lies and which way up."""

    map: str = ""
    x: int = 0
    y: int = 0
    gpid: str = ""
    marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    masked: bool = False
    unseen: bool = False
    """Hidden altogether."""
    turned: tuple[str, ...] = ()
    """Of each layer which one is up."""


def read_kind(text: str) -> Kind:
    """The type of a piece."""
    traits = _levels(text)
    innermost = parts(traits[-1], ";")
    name = innermost[4] if len(innermost) > 4 else ""
    marks = tuple(tuple(parts(trait.partition(";")[2], ",")) for trait in traits if trait.startswith("mark;"))
    words = tuple(trait.partition(";")[0] for trait in traits)
    return Kind(name, innermost[3] if len(innermost) > 3 else "", words, marks)


def read_lie(kind: Kind, text: str) -> Lie:
    """The state of a piece of that type; one that does not fit it is refused."""
    states = _levels(text, len(kind.traits))
    if len(states) != len(kind.traits):
        raise MatchError(f"The piece {shortened(kind.name)} does not have the state that it should have.", SAVE_AGAIN)
    marks: dict[str, str] = {}
    named = iter(kind.marks)
    masked = unseen = False
    turned = []
    for trait, state in zip(kind.traits[:-1], states, strict=False):
        match trait:
            case "mark":
                marks.update(zip(next(named), parts(state, ","), strict=False))
            case "obs":
                masked = masked or parts(state, ";")[0] not in ("null", "")
            case "hide":
                unseen = unseen or state not in ("null", "")
            case "emb2" | "emb":
                turned.append(parts(state, ";")[0])
    place, x, y, gpid = _basic(states[-1])
    return Lie(place, x, y, gpid, marks, masked, unseen, tuple(turned))


def _basic(state: str) -> tuple[str, int, int, str]:
    words = parts(state, ";")
    try:
        return ("" if words[0] == "null" else words[0], int(words[1]), int(words[2]), words[3] if words[3:] else "")
    except (ValueError, IndexError):
        raise MatchError("A piece of the file has no place that could be read.", SAVE_AGAIN) from None


def _levels(text: str, most: int = DEEPEST) -> list[str]:
    """The traits of a type or a state, the outermost first."""
    if len(text) > LONGEST:
        raise MatchError(f"A piece of the file has {len(text):,} letters; at most {LONGEST:,} are read.", SAVE_AGAIN)
    found: list[str] = []
    rest = text
    while len(found) < most - 1:
        outer, *inner = parts(rest, "\t", 2)
        found.append(outer)
        if not inner:
            return found
        rest = inner[0]
    if most == DEEPEST:
        raise MatchError(f"A piece of the file has more than {DEEPEST} traits.", SAVE_AGAIN)
    return [*found, rest]


def shortened(words: str, most: int = 60) -> str:
    """A name from a file, as it may be told: without control characters, and no longer than a line."""
    clean = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())
    return clean if len(clean) <= most else clean[: most - 1] + "…"


# --- ours --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of ours: what it is called, its pictures, and whose it is."""

    unit: str
    """The id by which we know it; empty for one that stands for something unseen."""
    name: str
    side: str
    face: str
    """The file of its picture."""
    back: str = ""
    """The file of what others see of it while it is masked."""
    reverse: str = ""
    """The file of its other face: a unit that has lost steps."""
    gpid: str = ""

    def type(self) -> str:
        """Its type: a mask of its side, a line of words, another face where it has one, marks, the piece itself."""
        basic = joined(("piece", "", "", self.face, written(self.name)), ";")
        traits = ["label;" + _LABEL]
        if self.back:
            traits.insert(0, joined(("obs", "77,130", self.back, "Mask", "B", "?", "side:", "Peek", "", "false"), ";"))
        if self.reverse:
            traits.append("emb2;" + joined(_turning(self.reverse), ";"))
        return _nested([*traits, f"mark;{UNIT},{SIDE}", basic])

    def state(self, place: str, x: int, y: int, *, words: str = "", turned: bool = False) -> str:
        """Its state at a point of a map."""
        states = ["null;"] if self.back else []
        states.append(written(words))
        if self.reverse:
            states.append("1" if turned else "-1")
        marks = joined((self.unit, self.side), ",")
        return _nested([*states, marks, joined((place or "null", str(x), str(y), self.gpid, "0"), ";")])


_LABEL_LOOKS = ("9", "255,252,240", "51,38,26")
"""Size, paper and ink."""
_LABEL_LIES = ("b", "1", "c", "0", "t", "c")
"""Its top a pixel below the foot of the counter, in the middle."""
_LABEL = joined(("", "", *_LABEL_LOOKS, *_LABEL_LIES, "$pieceName$", "Dialog", "0", "0", "State", "", "false"), ";")


def _turning(image: str) -> Sequence[str]:
    """A layer of one picture, laid over the face by Ctrl-F."""
    activated = ("Turn over", "130", "", "", "130", "", "", "130", "", "", "", "1", "false", "0", "0")
    named = (image, "", "false", "Reverse", "", "", "false", "", "1", "1", "false", "70,130", "", "", "", "1.0", "")
    return (*activated, *named, "true")


def _nested(levels: Sequence[str]) -> str:
    """Traits one in another."""
    text = levels[-1]
    for outer in reversed(levels[:-1]):
        text = joined((outer, text), "\t")
    return text


def stack(id: str, place: str, x: int, y: int, members: Sequence[str]) -> Add:
    """A stack of pieces, the lowest first; it comes after its members."""
    return Add(id, "stack", joined((place, str(x), str(y), *members, "@@0"), ";"))


def members_of(state: str) -> tuple[str, int, int, tuple[str, ...]]:
    """A stack's map, point and members."""
    words = parts(state, ";")
    try:
        x, y = int(words[1]), int(words[2])
    except (ValueError, IndexError):
        raise MatchError("A stack of the file has no place that could be read.", SAVE_AGAIN) from None
    return "" if words[0] == "null" else words[0], x, y, tuple(w for w in words[3:] if not w.startswith("@@"))


def moved(piece: str, place: str, old: tuple[int, int], new: tuple[int, int]) -> Move:
    """A piece goes from one point of a map to another."""
    return Move(piece, place, *new, place, *old)
