"""Worker processes in general: whatever happens in one, each task has one result or one failure."""

import multiprocessing
import subprocess
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_worker_is_left_behind() -> Iterator[None]:
    """After each of these tests."""
    yield
    assert multiprocessing.active_children() == []


UNGUARDED = """
from sudocube import check_many
from sudocube.engines import engine
from sudocube.jobs import ask
from sudocube.lab import compare
from sudocube.puzzle import Puzzle

main = __import__("sys").modules["__main__"]
own = main.__spec__, getattr(main, "__file__", None), hasattr(main, "__file__")
print("started")
puzzles = [Puzzle("1... ..2. .3.. ...4"), Puzzle("." * 16)]
print(*(one.verdict for one in check_many(puzzles, engine="phases", jobs=2)))
print(*(one["phases"].verdict for _, one in ask([engine("phases")], enumerate(puzzles), jobs=2)))
print(*(one.puzzles for one in compare(puzzles, ["minimal", "extended"], search=False, jobs=2)))
print(own == (main.__spec__, getattr(main, "__file__", None), hasattr(main, "__file__")))
"""

EXPECTED = "started\nunique multiple\nunique multiple\n2 2\nTrue\n"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["file", "standard input", "-m"])
def test_a_script_without_a_guard_is_run_once(how, tmp_path):
    """Workers do not import it; it finds its own `__file__` as it was."""
    script = tmp_path / "unguarded.py"
    script.write_text(UNGUARDED)
    arguments = {
        "file": [str(script)],
        "standard input": ["-"],
        "-m": ["-m", "unguarded"],
    }[how]
    run = subprocess.run(
        [sys.executable, *arguments],
        input=UNGUARDED if how == "standard input" else "",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (run.stderr, run.stdout, run.returncode) == ("", EXPECTED, 0)
