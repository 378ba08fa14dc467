"""Mode mutual: the texts of a step are fixed, then every party shows its link, then the step is adjudicated."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.canon import from_hexadecimal, hexadecimal, sha256
from adjudicator.core.errors import MatchError
from adjudicator.play.match.history import History
from adjudicator.play.match.match import Match
from adjudicator.play.match.promises import Fixed
from adjudicator.play.match.texts import Gathered


def fix(match: Match, gathered: Gathered) -> Fixed:
    """Write down what the next step is about; the caller is writing, and nothing is missing that is waited for."""
    history = match.history
    match.append([("fixed", {"step": history.next_number(), "orders": list(gathered.digests)})])
    assert history.fixed is not None
    return history.fixed


def fixed_words(fixed: Fixed) -> list[str]:
    """What each party is told when a step is fixed, so that it can prove later what it showed its link for."""
    texts = [f"  text  {digest}" for digest in fixed.digests] or ["  no texts"]
    return [
        f"The texts of step {fixed.step} are fixed. What comes now is too late for it.",
        *texts,
        f"  log   line {fixed.seq}, {fixed.hash}",
        f"Each side now shows its link: adjudicator chain link {fixed.step}",
    ]


def check_link(history: History, party: str, number: int, link: str) -> None:
    """Whether a link is the one that is asked for; another is refused and not kept."""
    fixed = history.fixed
    if party not in {one.name for one in history.setup.parties}:
        raise MatchError(f"{party} shows no links in this match.", "Only its sides do.")
    if fixed is None or number > fixed.step:
        due = f"Link {fixed.step} is." if fixed else "Nobody is asked for a link now."
        raise MatchError(
            f"Link {number} is not asked for yet; it is not kept. {due}",
            "Show it to nobody before its step is fixed: who knows a link early can choose orders by their dice.",
        )
    if number < fixed.step:
        raise MatchError(f"Step {number} is over: its link is known.", f"Link {fixed.step} is asked for.")
    known = history.promises.links.get(number, {}).get(party)
    if known is not None:
        same = "It is the same." if known == link else "This is another; it is not kept."
        raise MatchError(f"{party} has shown link {number} already. {same}", "Nothing is to be done.")
    if hexadecimal(sha256(from_hexadecimal(link))) != link_before(history, number)[party]:
        raise MatchError(
            f"That is not the link of step {number}: it does not hash to the one before.",
            f"Print it with `adjudicator chain link {number}`, from the chain that was made for this match.",
        )


def link_before(history: History, number: int) -> Mapping[str, str]:
    """What the links of a step hash to: the links of the step before, or the anchors."""
    return history.promises.links.get(number - 1) or {party.name: party.anchor for party in history.setup.parties}


def keep_link(match: Match, party: str, number: int, link: str) -> None:
    """Put a link on record; the caller is writing."""
    check_link(match.history, party, number, link)
    match.append([("link", {"party": party, "step": number, "link": link})])


def without_its_link(match: Match, party: str) -> list[str]:
    """A party did not show its link in time: it comes from escrow, or the match ends as its options say."""
    history, fixed = match.history, match.history.fixed
    if fixed is None or party not in history.promises.without_link():
        raise MatchError(f"No link of {party} is awaited.", "See `adjudicator status`.")
    chain = match.keeping().escrow.get(party)
    if chain is not None:
        keep_link(match, party, fixed.step, hexadecimal(chain.link(fixed.step)))
        words = f"{party} did not show link {fixed.step} in time; the umpire showed it from escrow."
        match.append([("note", {"text": words})])
        return [words]
    if match.alone:
        raise MatchError(
            f"{party} has not shown link {fixed.step}, and nobody umpires the match.",
            "It stays unfinished. Keep the log: it proves that the texts were fixed and whose link did not come.",
        )
    outcome = history.setup.option("no_link", history.options)
    words = f"{party} did not show link {fixed.step} in time (no_link = {outcome})."
    match.append([("note", {"text": words})])
    match.append([("reveal", {"veil": hexadecimal(match.veil())})])
    return [words]
