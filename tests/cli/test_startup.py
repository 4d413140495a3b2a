"""A command starts quickly: nothing is imported that it does not need."""

import subprocess
import sys

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


def test_a_command_imports_nothing_slow_that_it_does_not_need(tmp_path):
    """Neither what reads tables, nor solvers, nor the server; of a puzzle written out, not even NumPy.

    Nor is garbage looked for meanwhile, which saves a sixth of the start.
    """
    assert imported("check", UNIQUE) == set()
    assert imported("check", str(written(tmp_path, UNIQUE)), "--engine", "phases", "--quiet") <= {"numpy"}
    assert not imported("serve", "--help") & (SOLVERS | SERVER)
