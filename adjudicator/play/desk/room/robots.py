"""Mail of machines: never answered; the umpire hears who did not get what, and who is away."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.effects import Effects, to_umpire
from adjudicator.post.ledger.came import Came
from adjudicator.post.ledger.went import Past, bounced
from adjudicator.post.letter import Letter

_DAY = 86_400


def robot_came(desk: Desk, came: Came, letter: Letter, past: Mapping[str, Past]) -> Effects:
    """What a machine's mail comes to."""
    robot = letter.robot
    assert robot is not None
    why = f"No person wrote it ({robot.kind}: {robot.told_by}); it is not answered."
    if robot.kind == "bounce":
        return _bounce(desk, came, letter, past, why)
    if robot.kind == "auto-reply" and desk.is_on_roster(letter.sender):
        text = (
            f"{letter.sender} has an automatic reply: {letter.subject}\n\n"
            "What we send is delivered; whether it is read is another matter. No absence is "
            "noted for the match by it: a player writes `away 3 July to 9 July` for that.\n"
        )
        key = f"absent/{letter.sender}/{came.at // _DAY}"
        return Effects("ignore", why, mails=[to_umpire(desk, key, f"Automatic reply of {letter.sender}", text)])
    return Effects("ignore", why)


def _bounce(desk: Desk, came: Came, letter: Letter, past: Mapping[str, Past], why: str) -> Effects:
    robot = letter.robot
    assert robot is not None
    ours = past.get(robot.about) or next(iter(past.values()), None)
    if ours is None:
        return Effects("ignore", why)
    changes = [lambda connection: bounced(connection, ours.message_id, f"It came back: {letter.subject}"[:500])]
    effects = Effects("ignore", why, ours.match, changes=changes)
    if ours.recipient == desk.settings.umpire:
        return effects  # word of it would come back too; `desk status` has it
    whom = f"{ours.side}{f' ({ours.seat})' if ours.seat else ''}" if ours.side else "a spectator"
    text = (
        f"A mail did not arrive.\n\nTo:      {ours.recipient}, {whom} in {ours.match or 'no match'}\n"
        f"Subject: {ours.subject}\nWhy:     {letter.subject}\n\n"
        "Reach the player another way and mend the address in desk.toml. `resend` on a line of his next mail "
        "brings the last report again.\n"
    )
    effects.mails.append(
        to_umpire(desk, f"bounce/{came.sha256}", f"{ours.recipient} was not reached", text, ours.match)
    )
    return effects
