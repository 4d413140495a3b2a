"""Worker processes in general: whatever happens in one, each task has one result or one failure."""

import multiprocessing
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from threading import Timer

import pytest

from sudocube.errors import EngineError
from sudocube.processes import TaskFailure, WorkerPool, map_in_order
from tests.cli.command import HANG
from tests.processes.handlers import Doubled, fail, hang, twice


@pytest.fixture(autouse=True)
def _no_worker_is_left_behind() -> Iterator[None]:
    """After each of these tests."""
    yield
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [None, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_results_come_in_the_order_of_the_items(jobs):
    numbers = [5, 3, 9, 1, 7]
    assert list(map_in_order(Doubled(), numbers, jobs=jobs)) == [(number, 2 * number) for number in numbers]
    assert list(map_in_order(Doubled(), [], jobs=jobs)) == []


def test_what_happens_to_a_worker_costs_its_item_only():
    """It dies, raises an error, is late, or needs too much."""
    numbers = [5, 11, 13, 17, 19, 29, 31]
    limits = {19: 0.5}
    found = dict(map_in_order(Doubled(), numbers, jobs=2, timeout=limits.get, memory=250_000_000))
    assert list(found) == numbers
    assert (found[5], found[11], found[31]) == (10, 22, 62)
    lost = {number: one for number, one in found.items() if isinstance(one, TaskFailure)}
    assert {number: one.reason for number, one in lost.items()} == {
        13: "ended with status 1",
        17: "raised ValueError: 17 is too much",
        19: "stopped by force",
        29: "stopped: it needed more than 250,000,000 bytes of memory",
    }
    assert [number for number, one in lost.items() if one.is_timeout] == [19]


def test_items_are_taken_as_they_are_needed_and_closing_ends_the_workers():
    """Of items without an end."""
    results = map_in_order(fail, count(), jobs=2)
    assert [number for number, _ in (next(results) for _ in range(3))] == [0, 1, 2]
    assert multiprocessing.active_children()
    results.close()


UNGUARDED = """
from sudocube import check_many
from sudocube.engines import engine
from sudocube.engines.asking import ask
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


def test_what_a_function_yields_comes_as_it_is_made_and_another_thread_can_end_the_workers():
    """The worker is kept for the next items as long as all is done."""
    with closing(WorkerPool(1)) as pool:
        for number in range(3):
            *parts, end = (said for _, said in pool.map(twice, [number]))
            assert [each for held in parts if isinstance(held, list) for each in held] == [number, number]
            assert end is None
        [worker] = multiprocessing.active_children()
        Timer(0.1, pool.kill).start()
        assert [one.reason for _, one in pool.map(hang, [1])] == ["ended by signal 9"]
        with pytest.raises(EngineError):
            [*pool.map(twice, [1])]
        assert not worker.is_alive()
        late = pool.start().process  # as by a thread that was starting it
        late.join(HANG)
        assert late.exitcode == -9
