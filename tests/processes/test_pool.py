"""Worker processes in general: whatever happens in one, each task has one result or one failure."""

import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest

from sudocube.processes import ProcessPool, TaskFailure
from tests.processes.handlers import make_square

Squares = ProcessPool[int, int, int]
Outcome = int | TaskFailure


@pytest.fixture(autouse=True)
def _no_worker_is_left_behind() -> Iterator[None]:
    """After each of these tests."""
    yield
    assert multiprocessing.active_children() == []


def pool_of(
    processes: int, *, make_handler: Callable[[], Callable[[int], int]] = make_square, patience=None
) -> Squares:
    """A pool of workers that square numbers."""
    return ProcessPool(make_handler, processes, patience=patience)


def outcomes(pool: Squares, *batches: Sequence[int]) -> list[tuple[int, Outcome]]:
    """What comes of numbers, which are their own keys, in the order in which it comes."""
    left, done = list(batches), []
    while left or pool.is_busy:
        while left and pool.is_free:
            pool.submit([(number, number) for number in left.pop(0)])
        done += pool.wait()
    return done


def test_each_task_has_its_result_and_a_batch_is_done_in_order():
    with pool_of(1) as pool:
        assert outcomes(pool, range(5), range(5, 10)) == [(number, number**2) for number in range(10)]
    with pool_of(2) as pool:
        done = outcomes(pool, *(range(start, start + 3) for start in range(0, 12, 3)))
        assert sorted(done) == [(number, number**2) for number in range(12)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        pytest.param(13, "ended by signal 9"),
        (14, "stopped by force"),
        (15, "raised ZeroDivisionError: 15"),
    ],
)
def test_a_failure_costs_one_task_and_the_rest_of_the_batch_is_done(odd, reason):
    with pool_of(1, patience=lambda _: 1.0) as pool:
        done = outcomes(pool, [1, odd, 2, odd, 3])
    assert [key for key, _ in done] == [1, odd, 2, odd, 3]
    assert [outcome for _, outcome in done if isinstance(outcome, int)] == [1, 4, 9]
    failures = [outcome for _, outcome in done if isinstance(outcome, TaskFailure)]
    assert [failure.reason for failure in failures] == [reason] * 2
    assert [failure.is_timeout for failure in failures] == [odd == 14] * 2
    assert all(failure.seconds >= 1.0 for failure in failures if failure.is_timeout)


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
