"""The program `sudocube`: all commands, and what happens before and after one runs."""

from __future__ import annotations

import errno
import os
import stat
import sys
import traceback
from contextlib import suppress
from typing import Annotated, NoReturn

import typer

from sudocube.__main__ import memory_limit
from sudocube.cli.command_group import Program
from sudocube.cli.output import leave_full_standard_error, leave_standard_output
from sudocube.cli.status import FAILED, INTERRUPTED, PIPE_CLOSED
from sudocube.errors import reason_of
from sudocube.interrupt import ignore_interrupts, interrupted_status
from sudocube.report.visible_characters import visible

SHORTEST_PUZZLE = 15

OUT_OF_MEMORY = (ImportError, OSError, RuntimeError)
"""What is raised as well where there is no memory for a library, a file or a thread."""

CANNOT_WRITE = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EBADF)

app = typer.Typer(
    name="sudocube",
    cls=Program,
    help="Says of a Sudoku whether it has no, one or several solutions, and why one may believe it.",
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


def _is_pipe() -> bool:
    """Whether standard output is a pipe."""
    with suppress(OSError, ValueError):
        return stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    return False


def _fault_in_lines(error: Exception) -> str:
    """What is said of an error that the program should not have made: where it arose, in short or in full."""
    from sudocube.report.words import FULL_REPORT, fault_in_words

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
        if stream is None:  # closed by the parent: no answer can be written, and remarks go nowhere
            writing = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
            setattr(sys, name, open(writing, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        else:
            stream.reconfigure(errors="backslashreplace")
    is_piped = _is_pipe()
    try:
        if any(argument.startswith("-") and len(argument) > SHORTEST_PUZZLE for argument in sys.argv[1:]):
            from sudocube.cli.inputs import refuse_bare_puzzle

            refuse_bare_puzzle(sys.argv[1:])
        try:
            app(prog_name="sudocube")
        finally:
            sys.stdout.flush()  # help and the version do not go through StandardOutput
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and ended.code == 1 and is_piped != _is_pipe():
            sys.exit(PIPE_CLOSED)  # rich has put something else in the place of a pipe that nobody reads
        if isinstance(ended, SystemExit) and ended.code not in (INTERRUPTED, interrupted_status()):
            raise
        _end_after_interrupt()
    except BrokenPipeError:
        leave_standard_output()
        sys.exit(PIPE_CLOSED)
    except Exception as error:  # Python would exit with 1, which means something else here
        with suppress(OSError):
            if isinstance(error, OSError) and error.errno in CANNOT_WRITE:
                place = error.filename or "standard output"
                sys.stderr.write(visible(f"error: {place}: {reason_of(error)}") + "\n")
            elif isinstance(error, MemoryError) or (memory_limit() and isinstance(error, OUT_OF_MEMORY)):
                sys.stderr.write("error: there is not enough memory for this\n")
            else:  # a fault of the program
                sys.stderr.write(visible(_fault_in_lines(error), keep="\n"))
        leave_standard_output()
        sys.exit(FAILED)
    finally:
        leave_full_standard_error()
