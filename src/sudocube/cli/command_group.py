"""Groups of commands whose usage errors are one line, with what was perhaps meant, and a line of help."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from sudocube.cli.command_help import GREETING, position
from sudocube.cli.inputs import ASKED, STANDARD_INPUT, AskedColumns, column_options, is_meant_as_puzzle
from sudocube.cli.status import USAGE_ERROR
from sudocube.file_names import LOOKS_LIKE_A_FILE
from sudocube.near_names import did_you_mean, nearest
from sudocube.report.visible_characters import visible
from sudocube.report.words import listed

OTHER_COMMANDS = {
    "validate": "check",
    "unique": "check",
    "uniqueness": "check",
    "solutions": "solve",
    "enumerate": "solve --all",
    "steps": "explain",
    "hint": "explain",
    "make": "generate",
    "create": "generate",
    "new": "generate",
    "why": "diagnose",
    "conflict": "diagnose",
    "cnf": "encode",
    "dimacs": "encode",
    "prove": "encodings prove",
    "trace": "encodings trace",
    "compare": "encodings compare",
    "list": "encodings list",
    "show": "encodings show",
    "benchmark": "bench",
    "conformance": "test-solver",
    "test": "test-solver",
    "help": "--help",
    "version": "--version",
}
"""Further words that people use for a command, and commands of the group `encodings` alone."""

OTHER_OPTIONS = {
    "--limit": "--max-steps",
    "--steps-limit": "--max-steps",
    "--threads": "--jobs",
    "--workers": "--jobs",
    "--processes": "--jobs",
    "--cores": "--jobs",
    "--solver": "--engine",
    "--algorithm": "--method",
    "--out": "--output",
    "--file": "--output",
    "--to": "--format",
    "--time-limit": "--timeout",
    "--max-time": "--timeout",
    "--max-solutions": "--limit",
    "--count": "--limit",
    "--number": "--count",
    "--silent": "--quiet",
    "--from": "--format",
    "--format": "--to",
}
"""Further words that people use for an option, where the command has it."""

OWNERS_AT_MOST = 3
"""Where more commands than these have an option, none is named for it."""

LONGEST_SHOWN = 40
"""An input of more characters is not repeated in an error."""


NARROWEST_TABLE = 60
"""In narrower terminals, help is plain text: the columns of a table would break within words."""


LONGEST_SENTENCE = 200
"""How many characters the first sentence of a command's help may have."""


class HelpInAnyWidth:
    """A command or group whose help has tables only where the terminal is wide enough for them."""

    rich_markup_mode: Any
    params: list[Any]
    epilog: str | None

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 — typer's classes have many names
        """As in the base class; in a narrow terminal, text."""
        columns = shutil.get_terminal_size().columns
        if columns < NARROWEST_TABLE:
            self.rich_markup_mode = None
            formatter.width = columns - 1
            formatter.write_dl = partial(formatter.write_dl, col_max=columns // 3 - 1)
            for part, name in [*((parameter, "help") for parameter in self.params), (self, "epilog")]:
                setattr(part, name, _without_markup(getattr(part, name, None)))
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help, in full: it may take several lines."""
        found: str = super().get_short_help_str(limit=max(limit, LONGEST_SENTENCE))  # type: ignore[misc]
        return found


def _without_markup(text: str | None) -> str | None:
    return text and text.replace("[bold]", "").replace("[/bold]", "")


class PlainCommand(HelpInAnyWidth, TyperCommand):
    """A command whose usage names what it needs without braces around it."""

    def __init__(self, name: str | None, *, params: list[Any], **more: Any) -> None:  # noqa: ANN401
        """As in the base class; what reads INPUTs has the options that name columns of tables."""
        names = {parameter.name for parameter in params}
        if name != "audit" and not names.isdisjoint({"inputs", "puzzle", "puzzles"}):
            params = [*params, *column_options(answers="no_answers" in names)]
        super().__init__(name, params=params, **more)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """As in the base class; no columns are named before."""
        ASKED.set(AskedColumns())
        return list(super().parse_args(ctx, args))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """As in the base class, but for the braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class CommandGroup(HelpInAnyWidth, TyperGroup):
    """Commands, in the order of `command_help`.

    Without a command, `sudocube` greets, and a group within it shows its help. A usage error is one line that
    begins with "error:", and a line that says where help is.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """The names of the commands, as help lists them."""
        return sorted(super().list_commands(ctx), key=position)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """As in the base class, but no arguments are named that the command has or not."""
        return [piece.replace("[ARGS]...", "...") for piece in super().collect_usage_pieces(ctx)]

    def make_context(self, *args: Any, **more: Any) -> Any:  # noqa: ANN401
        """As in the base class, with usage errors written as they are everywhere here."""
        with _plain_usage_errors():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """As in the base class, with usage errors written as they are everywhere here."""
        with _plain_usage_errors():
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """As in the base class; without arguments, `sudocube` greets, and a group shows its help."""
        if not args and not ctx.resilient_parsing:
            if ctx.parent is None:
                sys.stderr.write(GREETING)
            elif text := ctx.get_help():
                typer.echo(text)
            raise typer.Exit(USAGE_ERROR)
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """The command that the arguments name; a usage error says which one was perhaps meant."""
        name = args[0]
        if name.startswith("--") or self.get_command(ctx, name) is not None or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        if ctx.parent is None and _is_input(name):
            shown = name if len(name) <= LONGEST_SHOWN else "PUZZLE"
            return ctx.fail(f"no command before the input.{did_you_mean([f'sudocube check {shown}'])}")
        other_words = OTHER_COMMANDS if ctx.parent is None else {}
        meant = did_you_mean(nearest(name, self.commands, other_words=other_words))
        kind = "command or file" if LOOKS_LIKE_A_FILE.search(name) else "command"
        return ctx.fail(f"no such {kind}: {name!r}.{meant}")


def _is_input(name: str) -> bool:
    return name == STANDARD_INPUT or os.path.exists(name) or is_meant_as_puzzle(name)  # noqa: PTH110


@contextmanager
def _plain_usage_errors() -> Iterator[None]:
    """Write a usage error to standard error, and exit with its status."""
    try:
        yield
    except Exception as error:  # the class of typer's errors has another name in each version
        if not hasattr(error, "format_message"):
            raise
        context = getattr(error, "ctx", None)
        lines = [f"error: {_message(error)}"]
        if context is not None:
            lines.append(f"help: {context.command_path} --help")
        with suppress(OSError):  # a full disk: there is nobody else to tell
            sys.stderr.write("".join(visible(line) + "\n" for line in lines))
        raise typer.Exit(getattr(error, "exit_code", USAGE_ERROR)) from None


def _message(error: Any) -> str:  # noqa: ANN401
    """What a usage error says, in the style of all errors."""
    option = getattr(error, "option_name", None)
    if option is not None and type(error).__name__ == "NoSuchOption":
        return f"no such option: {option}.{_meant_option(option, error.ctx)}"
    text: str = error.format_message()
    text = " ".join(text.removeprefix("Invalid value: ").split())
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _meant_option(wrong: str, context: Any) -> str:  # noqa: ANN401
    """The question after the name of an option that the command does not have."""
    if context is None:
        return ""
    known = _options_of(context.command)
    commands = getattr(context.command, "commands", {})
    users = [name for name, command in commands.items() if wrong in _options_of(command)]
    if users:
        user = users[0] if len(users) == 1 else "COMMAND"
        return f" It goes after the command: {context.command_path} {user} {wrong}"
    words = {word: option for word, option in OTHER_OPTIONS.items() if option in known}
    if near := nearest(wrong, known, other_words=words):
        return did_you_mean(near)
    owners = [name for name, options in _options_by_command(context.find_root().command) if wrong in options]
    if not 1 <= len(owners) <= OWNERS_AT_MOST:
        return ""
    return f" {listed(f'`sudocube {owner}`' for owner in owners)} {'has' if len(owners) == 1 else 'have'} it."


def _options_by_command(group: Any, before: str = "") -> Iterator[tuple[str, list[str]]]:  # noqa: ANN401
    """The options of all commands of a group and the groups within it, by name: "encodings prove"."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _options_by_command(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", _options_of(command)


def _options_of(command: Any) -> list[str]:  # noqa: ANN401
    """The long names of a command's options; those of --help are no parameters."""
    names = [name for parameter in command.params for name in parameter.opts]
    return ["--help", *(name for name in names if name.startswith("--"))]
