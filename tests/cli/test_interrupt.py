"""Ctrl-C within a batch: status 130, the finished lines are printed and right, and no process is left."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sudocube import canonical
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HANG, HARD, MULTIPLE, NONE, UNIQUE, started, written

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no processes to be looked at")

FIRST = {UNIQUE: "unique", MULTIPLE: "multiple", NONE: "none"}


@pytest.fixture(autouse=True)
def _commands_hear_the_signal():
    """Also where the tests were started in the background: a signal that is ignored stays so below."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def batch(tmp_path) -> Path:
    """Quick puzzles, one that takes hours, and more than can be done meanwhile."""
    return written(tmp_path, *FIRST, HARD, *[UNIQUE] * 50_000)


def running(group: int) -> Iterator[float]:
    """The seconds that each process of a group has computed; zombies do not run."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of_group, *fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if of_group == str(group) and state not in "ZX":
            yield (int(fields[8]) + int(fields[9])) / os.sysconf("SC_CLK_TCK")


def wait_until(is_so: Callable[[], bool]) -> bool:
    """Whether something comes true."""
    ended_by = time.monotonic() + HANG
    while not is_so() and time.monotonic() < ended_by:
        time.sleep(0.05)
    return is_so()


def interrupted(arguments: list[str], lines: int, number: int = signal.SIGINT) -> tuple[int, list[str], str]:
    """Send Ctrl-C to a command and its workers when it has printed so many lines and goes on computing.

    Or another signal. Returns its status, all its lines, and its standard error. Nothing of it is left.
    """
    with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        out = b"".join(process.stdout.readline() for _ in range(lines))
        before = sum(running(process.pid))
        assert wait_until(lambda: sum(running(process.pid)) > before + 0.2)
        os.killpg(process.pid, number)
        rest, err = process.communicate(timeout=HANG)
        assert wait_until(lambda: not [*running(process.pid)])
        return process.returncode, (out + rest).decode().splitlines(keepends=True), err.decode()


@pytest.mark.parametrize(
    ("options", "said", "number"),
    [
        ("phases --jobs 2", "interrupted\n", signal.SIGTERM),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in (
                ("phases --jobs 1", "interrupted\n", signal.SIGINT),
                ("sat:minimal --jobs 1", "interrupted\n", signal.SIGHUP),
                # a search that cannot be stopped is ended by force
                ("sat:minimal@lingeling --jobs 1 --quiet", "", signal.SIGINT),
            )
        ),
    ],
)
def test_ctrl_c_leaves_the_finished_lines_and_nobody_behind(batch, options, said, number):
    """Whole lines, in order, each with the right verdict and solutions that the referee passes.

    A request to end, and a terminal that is closed, do the same, with statuses of their own.
    """
    arguments = ["check", str(batch), "--json", "--engine", *options.split()]
    status, lines, err = interrupted(arguments, len(FIRST), number)
    assert (status, err) == (128 + number, said)
    assert all(line.endswith("\n") for line in lines)
    rows = [json.loads(line) for line in lines]
    assert [row["index"] for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= len(FIRST)
    for row in rows:
        puzzle = Puzzle(row["puzzle"])
        assert row["verdict"] == FIRST[row["puzzle"]]
        for cells in row["solutions"]:
            assert objection(Grid(cells).cells, puzzle.cells, 3, 3) is None


def test_ctrl_c_during_crosscheck_ends_with_the_table(batch):
    """A puzzle worth a look is printed at once, and Ctrl-C prints what the engines answered so far."""
    status, lines, err = interrupted(["crosscheck", str(batch), "-e", "phases,cube", "--jobs", "1"], 1)
    assert status == 130
    assert err.endswith("interrupted\n")
    assert lines[0] == f"{batch}:2: multiple: two solutions shown\n"
    assert lines[-3].startswith("engine  confirmed  refuted  undecided  failed")


@pytest.mark.slow
def test_ctrl_c_during_canonical_leaves_what_was_found(tmp_path):
    """The form of each of these puzzles takes as long as the budget lasts; they come in small batches."""
    file = written(tmp_path, *["1" * 81] * 15_000)
    status, lines, err = interrupted(["canonical", UNIQUE, str(file), "--jobs", "2"], 1)
    *said, last = err.splitlines()
    assert (status, last) == (130, "interrupted")
    assert all("undecided: it is so symmetric" in one for one in said)
    assert lines[0] == f"{canonical(UNIQUE)}\n"
    assert set(lines[1:]) <= {"unknown\n"}
    assert len(lines) < 15_000
