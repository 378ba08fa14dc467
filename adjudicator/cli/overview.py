"""The commands by name: the module that has each, and the line that says what it does."""

from __future__ import annotations

COMMANDS = {
    "demo": ("showing", "Play a sample turn with reports and proof, and say where to look."),
    "scenarios": ("catalogue", "List what can be played."),
    "rules": ("catalogue", "Look up rules: what each says, rulings, where it is tested."),
    "new": ("umpiring", "Start a match in a new folder."),
    "check": ("checking", "Check orders at home: all errors and warnings at once."),
    "odds": ("weighing", "What an attack is worth: all it can bring, before it is ordered."),
    "submit": ("umpiring", "Put orders or answers on record and print a receipt."),
    "run": ("umpiring", "Adjudicate as far as the texts on record allow."),
    "status": ("umpiring", "Whose turn it is, what is missing, morale and losses."),
    "report": ("showing", "Write a side's report as HTML, Markdown, BBCode or text."),
    "map": ("showing", "Draw the board as a side knows it, SVG or PNG."),
    "replay": ("showing", "One page that steps through the match on the map."),
    "verify": ("proof", "Recompute a log: links, seeds, dice, orders, events."),
    "explain": ("proof", "Show one event in full, with the line that checks its dice."),
    "ruling": ("ruling", "Correct a step, or have it played anew, on record."),
    "export": ("showing", "Write a side's own log."),
    "desk": ("desk", "The post room: mail in and out, deadlines, who owes what."),
    "state": ("showing", "Print the position as JSON."),
    "chain": ("fairness", "A player's own dice chain (mode mutual): make it, show a link."),
    "seal": ("fairness", "Seal orders: a line to post now, the text later."),
    "open": ("fairness", "Open what was sealed."),
    "data": ("packs", "Tables, maps and counters in force; a data pack checked, and what it changes."),
    "vassal": ("vassal", "Carry a match to VASSAL and back: modules, saves, logs."),
    "schema": ("catalogue", "Print the JSON Schemas of orders, events and log."),
}
"""Command to the module of `adjudicator.cli` that holds it, and its summary, in the order of a match."""

_INTRODUCTION = """\
Usage: adjudicator [OPTIONS] COMMAND [ARGS]...

  Play Napoleonic wargames by e-mail or on a forum: orders in, fair dice,
  reports that anybody can check.

Commands:
"""

_REST = """
Options:
  --version             Show the version.
  --install-completion  Install completion for the current shell.
  --show-completion     Show completion for the current shell.
  -h, --help            Show this page; after a command, that command's help.

A first match:
  adjudicator new bautzen first-steps --seed "any words"
  adjudicator run --match first-steps
  adjudicator check french.txt --match first-steps
  adjudicator submit french.txt --match first-steps
  adjudicator run --match first-steps --without Coalition
  adjudicator report --match first-steps --side French
  adjudicator verify first-steps/log.jsonl
"""


def overview() -> str:
    """What `adjudicator --help` prints."""
    wide = max(map(len, COMMANDS)) + 2
    return _INTRODUCTION + "".join(f"  {name:<{wide}}{what}\n" for name, (_, what) in COMMANDS.items()) + _REST
