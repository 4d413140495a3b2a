"""A command starts quickly: nothing is imported that it does not need."""

import subprocess
import sys

import pytest

from tests.cli.command import HANG, UNIQUE, written

SOLVERS = {"ortools", "numpy", "pandas", "pyarrow", "pysat", "pysolvers"}
TABLES = {"rich.table", "rich.progress", "rich.console"}
SERVER = {"starlette", "uvicorn", "sudocube.serving", "webbrowser", "asyncio"}


def imported(*arguments: str) -> set[str]:
    """Which of the slow packages a command has imported by the time it ends."""
    code = (
        "import atexit, gc, sys; from sudocube.__main__ import main; gc.collect(); "
        "looked = lambda: gc.get_stats()[0]['collections']; before = looked(); "
        f"wanted = {SOLVERS | TABLES | SERVER}; "
        "ended = lambda: print(gc.isenabled(), looked() - before, *(wanted & set(sys.modules)),"
        " file=sys.stderr); atexit.register(ended); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=HANG, check=True
    )
    enabled, looked, *names = done.stderr.split()
    assert (enabled, looked) == ("True", "0")
    return set(names)


def test_a_file_of_text_is_checked_by_phases_with_nothing_slow_imported(tmp_path):
    """Neither what reads tables, nor other solvers, nor the server, because they are not used.

    Nor is garbage looked for meanwhile, which saves a sixth of the start.
    """
    assert imported("check", str(written(tmp_path, UNIQUE)), "--engine", "phases", "--quiet") <= {"numpy"}


def test_help_imports_no_solver_and_no_server():
    """Whatever the command will need."""
    assert not imported("serve", "--help") & (SOLVERS | SERVER)


@pytest.mark.slow
def test_only_the_solver_asked_for_is_imported():
    """Not those of other engines."""
    assert imported("check", UNIQUE, "--engine", "sat") & {"pysat", "ortools"} == {"pysat"}
