"""The program `sudocube`: its commands, each loaded when it is named, and what is around a run."""

from __future__ import annotations

import errno
import os
import re
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperCommand, TyperGroup

from sudocube.__main__ import memory_limit
from sudocube.cli.options import FAILED, INTERRUPTED, PIPE_CLOSED, USAGE_ERROR
from sudocube.errors import FULL_REPORT, fault_in_words, reason_of
from sudocube.interrupt import ignore_interrupts, interrupted_status
from sudocube.report.document import visible

if TYPE_CHECKING:
    from sudocube.cli.command import Command

PANELS: dict[str, dict[str, str]] = {
    "Verdicts": {"check": "verdicts", "solve": "puzzles", "count": "verdicts", "crosscheck": "verdicts"},
    "Why": {"diagnose": "verdicts", "explain": "explain", "certify": "verdicts", "verify": "verdicts"},
    "Encodings": {"encodings": "encodings"},
    "Outside solvers": {"test-solver": "outside", "encode": "outside", "decode": "outside"},
    "Made and rated": {"generate": "generate", "rate": "verdicts"},
    "Data": {"convert": "puzzles", "canonical": "puzzles", "audit": "audit"},
    "Tools": {"serve": "tools", "engines": "tools", "bench": "tools"},
}
"""The commands as `sudocube --help` shows them, each with the module that has a function of its name."""

COMMANDS = {name: panel for panel, names in PANELS.items() for name in names}

MODULES = {name: module for names in PANELS.values() for name, module in names.items()}

OUT_OF_MEMORY = (ImportError, OSError, RuntimeError)
"""What is raised as well where there is no memory for a library, a file or a thread."""

CANNOT_WRITE = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EBADF)

SETTINGS: dict[str, Any] = {
    "rich_markup_mode": "rich",
    "add_completion": False,
    "no_args_is_help": True,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Program(TyperGroup):
    """`sudocube`. Help lists its commands by what their modules say of them, without loading any."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401 — as in the base class
        super().__init__(**more)
        self.commands.update(cast("dict[str, Any]", dict.fromkeys(COMMANDS)))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
        """The command of that name as help lists it; None if there is none."""
        if (panel := COMMANDS.get(cmd_name)) is None:
            return None
        return TyperCommand(cmd_name, help=says(cmd_name), rich_help_panel=panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """The command that the arguments name, loaded now; what was typed is kept."""
        ctx.obj = [*args]
        if args[0] in COMMANDS:
            return args[0], loaded(args[0]), args[1:]
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **more: Any) -> NoReturn:  # noqa: ANN401
        """As in the base class; a usage error is one line, and one that says where help is."""
        try:
            status = super().main(*args, **{**more, "standalone_mode": False}) or 0
        except SystemExit as ended:  # the status of typer and rich where nobody reads what they print
            status = PIPE_CLOSED if ended.code == 1 else ended.code
        except Exception as error:  # the class of typer's errors has another name in each version
            if not hasattr(error, "format_message"):
                raise
            status = USAGE_ERROR
            if type(error).__name__ != "NoArgsIsHelpError":  # help was shown
                _say_usage_error(error)
        sys.exit(status)


def says(name: str) -> str:
    """The first sentence of a command, from its source: nothing is imported to list the commands."""
    source = Path(__file__).with_name(f"{MODULES[name]}.py").read_text("utf-8")
    found = re.search(
        rf'^def {name.replace("-", "_")}\(.*?"""(.*?)("""|\n\n)', source, re.MULTILINE | re.DOTALL
    )
    return found[1] if found else ""


def loaded(name: str) -> Any:  # noqa: ANN401 — typer's classes
    """The command of that name, from its module."""
    module = import_module(f"sudocube.cli.{MODULES[name]}")
    app = getattr(module, "app", None) or application({name: getattr(module, name.replace("-", "_"))})
    command = typer.main.get_command(app)
    command.name = name
    return command


def application(commands: dict[str, Command]) -> typer.Typer:
    """The commands as typer has them."""
    app = typer.Typer(**SETTINGS)
    for name, make in commands.items():
        command = make()
        app.command(name, epilog=vars(command)["epilog"])(command)
    return app


def _say_usage_error(error: Any) -> None:  # noqa: ANN401 — typer's
    """Write a usage error to standard error."""
    from sudocube.cli.inputs import is_meant_as_puzzle
    from sudocube.geometry import SIZES

    text = " ".join(error.format_message().removeprefix("Invalid value: ").split())
    text = text[:1].lower() + text[1:] if text[1:2].islower() else text
    for argument in sys.argv[1:]:
        if argument.startswith("-") and len(argument) >= min(SIZES) ** 2 and is_meant_as_puzzle(argument):
            text = f"the puzzle {argument} begins with '-': write -- before it"
    context = getattr(error, "ctx", None)
    where = "sudocube" if context is None else context.command_path
    with suppress(OSError):  # a full disk: there is nobody else to tell
        sys.stderr.write(f"{visible(f'error: {text}')}\nhelp: {where} --help\n")


app = typer.Typer(name="sudocube", cls=Program, pretty_exceptions_enable=False, **SETTINGS)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"sudocube {version('sudocube')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", help="Show the version and exit.", callback=_show_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Says of a Sudoku whether it has no, one or several solutions, and why one may believe it."""


def _end_after_interrupt() -> NoReturn:
    """End the process at once, after the command has written and closed everything.

    Python would first free all that was built, object by object, and the libraries that were loaded. After
    long work this takes longer than a user waits for the end of a command.
    """
    ignore_interrupts()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    if "multiprocessing" in sys.modules:  # workers are left only if Ctrl-C came while they were being ended
        for worker in sys.modules["multiprocessing"].active_children():
            worker.kill()
    os._exit(interrupted_status())


def main() -> None:
    """The command line: run it, and exit with its status.

    After Ctrl-C the whole process ends at once, with `os._exit`: no caller goes on, and nothing runs that was
    registered with `atexit`.
    """
    # NumPy would start threads for linear algebra, which nothing here uses, and which keep a core busy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent: no answer can be written, and remarks go nowhere
            writing = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
            setattr(sys, name, open(writing, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        else:
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app(prog_name="sudocube")
        finally:
            sys.stdout.flush()  # help and the version do not go through StandardOutput
    except SystemExit as ended:
        if ended.code in (INTERRUPTED, interrupted_status()):
            _end_after_interrupt()
        raise
    except KeyboardInterrupt:
        _end_after_interrupt()
    except BrokenPipeError:
        _leave(sys.stdout)
        sys.exit(PIPE_CLOSED)
    except Exception as error:  # Python would exit with 1, which means something else here
        with suppress(OSError):
            sys.stderr.write(visible(_failure(error), keep="\n"))
        _leave(sys.stdout)
        sys.exit(FAILED)
    finally:
        try:
            sys.stderr.flush()
        except OSError:  # else Python ends with 120 when it tries again at exit
            _leave(sys.stderr)


def _failure(error: Exception) -> str:
    """What is said of an error that no command expects."""
    if isinstance(error, OSError) and error.errno in CANNOT_WRITE:
        return f"error: {error.filename or 'standard output'}: {reason_of(error)}\n"
    if isinstance(error, MemoryError) or (memory_limit() and isinstance(error, OUT_OF_MEMORY)):
        return "error: there is not enough memory for this\n"
    if os.environ.get(FULL_REPORT):
        return traceback.format_exc()
    return "error: {}\nhelp: {}\n".format(*fault_in_words(error))


def _leave(stream: Any) -> None:  # noqa: ANN401 — a stream of text
    from sudocube.cli.output import leave  # help does without it

    leave(stream)
