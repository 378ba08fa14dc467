"""Marches that were told hex by hex, joined into one: what a game's rules need to know singly, a reader does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.core.view import View
from adjudicator.pictures.happenings import Happenings, plain


def joined(happenings: Happenings, before: View | None, ways: Mapping[str, Any]) -> Happenings:
    """The happenings with stretches of one way made one, as a ruleset's phrases ask for (`[joined.KIND]`).

    `by` names the fields that must be alike, the first of them the piece; `path` the way, `sum` what is added up;
    `origin` the field that gets the place where the piece stood before. The first event gives the address.
    """
    asked: Mapping[str, Mapping[str, Any]] = ways.get("joined", {})
    if not asked:
        return happenings
    at = {piece.id: piece.place for piece in before.pieces if piece.place} if before is not None else {}
    found: list[tuple[str, dict[str, Any]]] = []
    for address, event in happenings:
        told = plain(event)
        form = asked.get(str(told.get("kind")))
        if form is None:
            found.append((address, told))
            continue
        way = list(told.get(form["path"]) or ())
        piece = str(told.get(form["by"][0], ""))
        if found and _goes_on(found[-1][1], told, form) and way:
            found[-1] = (found[-1][0], _longer(found[-1][1], told, form))
        else:
            found.append((address, {**told, form["origin"]: at.get(piece, "")} if "origin" in form else told))
        if way:
            at[piece] = way[-1]
    return found


def _goes_on(last: Mapping[str, Any], told: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
    """Whether an event is the next stretch of the one before it."""
    alike = ("kind", *form["by"])
    return all(last.get(name) == told.get(name) for name in alike) and bool(last.get(form["path"]))


def _longer(last: Mapping[str, Any], told: Mapping[str, Any], form: Mapping[str, Any]) -> dict[str, Any]:
    """Two stretches as one: the way of both, the sums, and all else as it stands at the end."""
    sums = {name: (last.get(name) or 0) + (told.get(name) or 0) for name in form.get("sum", ())}
    kept = {name: last[name] for name in ("rule", "rolls", form.get("origin", "")) if name in last}
    path: Iterable[str] = (*(last.get(form["path"]) or ()), *(told.get(form["path"]) or ()))
    return {**told, **kept, **sums, form["path"]: list(path)}
