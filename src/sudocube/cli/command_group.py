"""The commands as typer has them: each loaded when it is named; usage errors in one line, and one of help."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from sudocube.cli.command_help import COMMANDS, GREETING, IN_ENCODINGS, epilog, says
from sudocube.cli.status import USAGE_ERROR

LONGEST_SHOWN = 40
"""An input of more characters is not repeated in an error."""


class PlainCommand(TyperCommand):
    """A command; one that reads INPUTs has the options that name columns of tables."""

    def __init__(self, name: str | None, *, params: list[Any], **more: Any) -> None:  # noqa: ANN401
        """As in the base class."""
        from sudocube.cli.columns import column_options

        names = {parameter.name for parameter in params}
        if name != "audit" and not names.isdisjoint({"inputs", "puzzle", "puzzles"}):
            params = [*params, *column_options(answers="no_answers" in names)]
        called = f"encodings {name}" if f"encodings {name}" in IN_ENCODINGS else str(name)
        more["epilog"] = epilog(called, getattr(more["callback"], "statuses", ""))
        super().__init__(name, params=params, **more)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 — typer's classes
        """As in the base class; no columns are named before."""
        from sudocube.cli.columns import ASKED, AskedColumns

        ASKED.set(AskedColumns())
        return list(super().parse_args(ctx, args))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """As in the base class, but for the braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class CommandGroup(TyperGroup):
    """A group without a command shows its help. A usage error is one line that begins with "error:"."""

    def make_context(self, *args: Any, **more: Any) -> Any:  # noqa: ANN401
        """As in the base class, with usage errors written as all errors are here."""
        with _plain_usage_errors():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """As in the base class, with usage errors written as all errors are here."""
        with _plain_usage_errors():
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """As in the base class; a group alone shows its help, and ends with 2: no command was given."""
        if not args and not ctx.resilient_parsing:
            self.greet(ctx)
            raise typer.Exit(USAGE_ERROR)
        return list(super().parse_args(ctx, args))

    def greet(self, ctx: Any) -> None:  # noqa: ANN401
        """Show the help of the group."""
        if text := ctx.get_help():
            typer.echo(text)


class Program(CommandGroup):
    """`sudocube`: the commands of COMMANDS. Help lists them without loading any."""

    _is_listed = False

    def greet(self, ctx: Any) -> None:  # noqa: ANN401
        """Say in a few lines what the program is for."""
        sys.stderr.write(GREETING)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401
        """The names of the commands, as help lists them."""
        return [*COMMANDS]

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """As in the base class, with the first sentence of each command."""
        self._is_listed = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._is_listed = False

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
        """A command, loaded now; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        if self._is_listed:
            return TyperCommand(cmd_name, help=says(cmd_name), rich_help_panel=COMMANDS[cmd_name].panel)
        if cmd_name not in self.commands:
            self.commands[cmd_name] = loaded(cmd_name)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """The command that the arguments name; an input without one is told so."""
        name = args[0]
        is_known = name.startswith("--") or name in COMMANDS or ctx.resilient_parsing
        if not is_known:
            from sudocube.near_names import did_you_mean, nearest

            if _is_input(name):
                shown = name if len(name) <= LONGEST_SHOWN else "PUZZLE"
                return ctx.fail(f"no command before the input.{did_you_mean([f'sudocube check {shown}'])}")
            return ctx.fail(f"no such command: {name!r}.{did_you_mean(nearest(name, COMMANDS))}")
        return super().resolve_command(ctx, args)


def loaded(name: str) -> Any:  # noqa: ANN401
    """The command of that name, from its module."""
    word = name.replace("-", "_")
    module = import_module(f"sudocube.cli.{word}")
    if hasattr(module, "app"):
        return typer.main.get_command(module.app)
    app = typer.Typer(rich_markup_mode="rich", add_completion=False)
    panel = COMMANDS[name].panel
    app.command(name, cls=PlainCommand, rich_help_panel=panel)(getattr(module, word))
    command: Any = typer.main.get_command(app)
    command.context_settings = {"help_option_names": ["-h", "--help"]}
    return command


def _is_input(name: str) -> bool:
    from sudocube.cli.inputs import STANDARD_INPUT, is_meant_as_puzzle

    return name == STANDARD_INPUT or os.path.exists(name) or is_meant_as_puzzle(name)  # noqa: PTH110


@contextmanager
def _plain_usage_errors() -> Iterator[None]:
    """Write a usage error to standard error, and exit with its status."""
    try:
        yield
    except Exception as error:  # the class of typer's errors has another name in each version
        if not hasattr(error, "format_message"):
            raise
        from sudocube.report.visible_characters import visible

        context = getattr(error, "ctx", None)
        text = " ".join(error.format_message().removeprefix("Invalid value: ").split())
        text = text[:1].lower() + text[1:] if text[1:2].islower() else text
        lines = [f"error: {text}"]
        if context is not None:
            lines.append(f"help: {context.command_path} --help")
        with suppress(OSError):  # a full disk: there is nobody else to tell
            sys.stderr.write("".join(visible(line) + "\n" for line in lines))
        raise typer.Exit(getattr(error, "exit_code", USAGE_ERROR)) from None
