"""The program `sudocube`: all commands, and what happens before and after one runs."""

from __future__ import annotations

import errno
import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import Annotated, NoReturn

import typer

from sudocube.cli.audit import audit
from sudocube.cli.bench import bench
from sudocube.cli.canonical import canonical
from sudocube.cli.certify import certify
from sudocube.cli.check import check
from sudocube.cli.command_group import CommandGroup, PlainCommand
from sudocube.cli.command_help import epilog, panel_of
from sudocube.cli.completion import completion_for_bash
from sudocube.cli.convert import convert
from sudocube.cli.count import count
from sudocube.cli.crosscheck import crosscheck
from sudocube.cli.decode import decode
from sudocube.cli.diagnose import diagnose
from sudocube.cli.encode import encode
from sudocube.cli.encodings import app as encodings
from sudocube.cli.engines import engines
from sudocube.cli.explain import explain
from sudocube.cli.generate import generate
from sudocube.cli.inputs import refuse_bare_puzzle
from sudocube.cli.output import leave_full_standard_error, leave_standard_output
from sudocube.cli.rate import rate
from sudocube.cli.serve import serve
from sudocube.cli.solve import solve
from sudocube.cli.status import FAILED, INTERRUPTED, PIPE_CLOSED
from sudocube.cli.test_solver import test_solver
from sudocube.cli.verify import verify
from sudocube.errors import reason_of
from sudocube.report.visible_characters import visible

DISK_IS_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))

app = typer.Typer(
    name="sudocube",
    cls=CommandGroup,
    help="Says of a Sudoku whether it has no, one or several solutions, and why one may believe it.",
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    *(solve, check, crosscheck, count, convert, canonical, audit),
    *(generate, rate),
    *(certify, verify, diagnose, explain, encode, decode),
    *(test_solver, serve, engines, bench),
)
for command in COMMANDS:
    name = command.__name__.replace("_", "-")
    app.command(name, cls=PlainCommand, epilog=epilog(name), rich_help_panel=panel_of(name))(command)
app.add_typer(encodings, rich_help_panel=panel_of("encodings"))


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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    if "multiprocessing" in sys.modules:  # workers are left only if Ctrl-C came while they were being ended
        for worker in sys.modules["multiprocessing"].active_children():
            worker.kill()
    os._exit(INTERRUPTED)


def _fault_in_lines(error: Exception) -> str:
    """What is said of an error that the program should not have made: where it arose, in short or in full."""
    from sudocube.report.fault_text import FULL_REPORT, fault_in_words

    if os.environ.get(FULL_REPORT):
        return traceback.format_exc()
    return "error: {}\nhelp: {}\n".format(*fault_in_words(error))


def main() -> None:
    """The command line: run it, and exit with its status.

    After Ctrl-C the whole process ends at once, with `os._exit`: no caller goes on, and nothing runs that was
    registered with `atexit`.
    """
    # NumPy would start threads for linear algebra, which nothing here uses, and which keep a core busy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the parent process: what is written goes nowhere
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        else:
            stream.reconfigure(errors="backslashreplace")
    try:
        refuse_bare_puzzle(sys.argv[1:])
        try:
            with completion_for_bash():
                app(prog_name="sudocube")
        finally:
            sys.stdout.flush()  # help and the version do not go through StandardOutput
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and ended.code != INTERRUPTED:
            raise
        _end_after_interrupt()
    except BrokenPipeError:
        leave_standard_output()
        sys.exit(PIPE_CLOSED)
    except Exception as error:  # Python would exit with 1, which means something else here
        with suppress(OSError):
            if isinstance(error, OSError) and error.errno in DISK_IS_FULL:
                place = error.filename or "standard output"
                sys.stderr.write(visible(f"error: {place}: {reason_of(error)}") + "\n")
            else:  # a fault of the program
                sys.stderr.write(visible(_fault_in_lines(error), keep="\n"))
        leave_standard_output()
        sys.exit(FAILED)
    finally:
        leave_full_standard_error()
