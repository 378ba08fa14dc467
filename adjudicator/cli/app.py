"""The typer application: commands loaded on demand, and every error as a sentence and what to do about it."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from adjudicator.cli.overview import COMMANDS, overview
from adjudicator.core.errors import AdjudicatorError, ProgramError, UsageError

REPORT_IT = "This is a mistake of the program: please report it with the match folder (never with secret.json)."


_NOT_THERE = (FileNotFoundError, IsADirectoryError, NotADirectoryError)


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of a match."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, its module imported now."""
        if cmd_name not in COMMANDS:
            return None
        module_name, summary = COMMANDS[cmd_name]
        module = importlib.import_module(f"adjudicator.cli.{module_name}")
        if hasattr(module, f"{cmd_name}_group"):
            return get_command(getattr(module, f"{cmd_name}_group"))
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
        function = getattr(module, f"{cmd_name}_command")
        single.command(cmd_name, short_help=summary, context_settings=settings)(function)
        return get_command(single)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The same page as without typer."""
        formatter.write(overview())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant; a near miss is named."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            meant = f" Did you mean `{near[0]}`?" if near else ""
            raise UsageError(f"There is no command {args[0]!r}.{meant}", "`adjudicator --help` lists them.")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        import adjudicator

        typer.echo(f"adjudicator {adjudicator.__version__}")
        raise typer.Exit


VersionOption = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")]


@app.callback()
def root(version: VersionOption = False) -> None:
    """Play Napoleonic wargames by e-mail or on a forum."""


def run(arguments: list[str]) -> int:
    """Run the command line; the exit code is 0, 1 for "no" or an error, 2 for a call that cannot be meant."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = get_command(app).main(args=arguments, prog_name="adjudicator", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        code = _fail(error.what, error.remedy, 2)
    except AdjudicatorError as error:
        code = _fail(error.what, REPORT_IT if isinstance(error, ProgramError) else error.remedy)
    except BrokenPipeError:
        code = _quietly()
    except OSError as error:
        code = _fail(*_file_trouble(error), code=2 if isinstance(error, _NOT_THERE) else 1)
    except KeyboardInterrupt:
        code = 130
    except (RecursionError, MemoryError) as error:
        code = _fail(f"The input is too large or nested too deeply ({type(error).__name__}).", "Send less of it.")
    except Exception as error:  # the last line of defence: a player never sees a traceback
        code = _unexpected(error)
    return code if isinstance(code, int) else 0


def _fail(what: str, remedy: str, code: int = 1) -> int:
    with contextlib.suppress(OSError):
        from adjudicator.cli.speaking import coloured

        sys.stderr.write(coloured(f"error: {what}", "red", sys.stderr) + "\n" + (f"{remedy}\n" if remedy else ""))
    return code


def _quietly() -> int:
    """Whoever read our output has gone: nothing more can be said, at the end of the program neither."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _file_trouble(error: OSError) -> tuple[str, str]:
    import errno

    where = f" {error.filename}" if error.filename else ""
    why = error.strerror or str(error)
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return f"The disk is full{':' if where else ''}{where}.", "Free some space, then give the command again."
        case errno.ENOENT:
            return f"There is no file{where}.", "Look at the name and the folder."
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return f"The file{where} may not be used: {why}.", "Look at its owner and its permissions."
        case _:
            return f"The file{where} cannot be used: {why}.", "Give another one, or try again."


def _unexpected(error: Exception) -> int:
    if hasattr(error, "format_message"):  # a call that typer does not understand
        context = getattr(error, "ctx", None)
        path = getattr(context, "command_path", "adjudicator")
        said = str(error.format_message()).strip().replace("\n", " ")
        return _fail(said, f"See `{path} --help`.", 2)
    if type(error).__name__ == "Abort":
        return _fail("Stopped.", "")
    if os.environ.get("ADJUDICATOR_DEBUG"):
        raise error
    with contextlib.suppress(Exception):
        from adjudicator.play.match.log_faults import unexpected

        what, remedy = unexpected(error)
        if what:
            return _fail(what, remedy)
    return _fail(f"Something unexpected happened: {type(error).__name__}: {error}", f"{REPORT_IT} Nothing is lost.")
