"""A command starts quickly: nothing is imported that it does not need."""

import subprocess
import sys
import threading

import pytest

from sudocube.cli.progress import Progress
from tests.cli.command import HANG, UNIQUE

SLOW = ["ortools", "numpy", "pandas", "pysat", "pysolvers", "rich.table", "rich.progress", "rich.console"]


def imported(*arguments: str) -> set[str]:
    """Which of the slow packages a command has imported by the time it ends."""
    code = (
        "import atexit, sys; from sudocube.__main__ import main; "
        f"atexit.register(lambda: print(*(set({SLOW}) & set(sys.modules)), file=sys.stderr)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=HANG, check=True
    )
    return set(done.stderr.split())


def test_garbage_is_collected_once_all_is_imported():
    """Not during the imports, which saves a sixth of the start."""
    code = (
        "import atexit, gc, sys\n"
        "from sudocube.__main__ import main\n"
        "atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 1000, file=sys.stderr))\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--version"], capture_output=True, text=True, timeout=HANG, check=True
    )
    assert done.stderr.split() == ["True", "True"]


@pytest.mark.parametrize("arguments", [("--help",), ("check", "--help"), ("--version",)])
def test_help_imports_no_solver(arguments):
    assert not imported(*arguments) & {"ortools", "numpy", "pandas", "pysat", "pysolvers"}


@pytest.mark.parametrize("name", ["check", "solve", "count"])
def test_a_puzzle_is_checked_by_phases_with_nothing_slow_imported(name):
    """Neither solvers nor tables and colours, because they are not used."""
    assert imported(name, UNIQUE, "--engine", "phases", "--quiet") == set()


def test_only_the_solver_asked_for_is_imported():
    assert "pysat" in imported("check", UNIQUE, "--engine", "sat")
    assert "ortools" not in imported("check", UNIQUE, "--engine", "sat")


def test_no_bar_is_drawn_where_there_is_no_terminal():
    """And no thread is started for it."""
    before = threading.active_count()
    progress = Progress(is_wanted=True)
    progress.start()
    progress.step("a.txt:1")
    progress.stop()
    assert threading.active_count() == before
    assert progress.puzzles == 1
