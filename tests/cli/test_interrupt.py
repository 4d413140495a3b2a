"""Ctrl-C within a batch: status 130, the finished lines are printed and right, and no process is left."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from sudocube import canonical
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HANG, HARD, MULTIPLE, NONE, UNIQUE, started, written

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")

FIRST = {UNIQUE: "unique", MULTIPLE: "multiple", NONE: "none"}
slow = pytest.mark.slow


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


def interrupted(arguments: list[str], lines: int, *, more: float = 0.0) -> tuple[int, list[str], str, int]:
    """Run a command until it has printed so many lines, and send Ctrl-C to it and all its workers.

    Returns its status, all its lines, its standard error, and how many processes of the group still ran
    a moment after it had ended.
    """
    with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        out = b"".join(process.stdout.readline() for _ in range(lines))
        time.sleep(more)
        os.killpg(process.pid, signal.SIGINT)
        rest, err = process.communicate(timeout=HANG)
        left = still_running(process.pid)
        return process.returncode, (out + rest).decode().splitlines(keepends=True), err.decode(), left


def still_running(group: int, patience: float = 60.0) -> int:
    """How many processes of a group are not zombies; waits for those that are about to end."""
    ended_by = time.monotonic() + patience
    while True:
        left = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, of_group = stat.read_text().rpartition(")")[2].split()[:3]
            except OSError:  # it has just ended
                continue
            left += of_group == str(group) and state not in "ZX"
        if not left or time.monotonic() > ended_by:
            return left
        time.sleep(0.05)


def check_rows(lines: list[str]) -> None:
    """Whole lines, in order, each with the right verdict and solutions that the referee passes."""
    assert all(line.endswith("\n") for line in lines)
    rows = [json.loads(line) for line in lines]
    assert [row["index"] for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        puzzle = Puzzle(row["puzzle"])
        shape = puzzle.geometry
        assert row["verdict"] == {**FIRST, HARD: "none"}[row["puzzle"]]
        for cells in row["solutions"]:
            assert objection(Grid(cells).cells, puzzle.cells, shape.box_rows, shape.box_columns) is None


@pytest.mark.parametrize(
    ("engine", "jobs"),
    [
        ("phases", "2"),
        pytest.param("sat:minimal", "2", marks=slow),
        pytest.param("cpsat", "1", marks=slow),  # too quick for the hard puzzle: interrupted after it
        pytest.param("sat:minimal@lingeling", "2", marks=slow),
    ],
)
def test_ctrl_c_leaves_the_finished_lines_and_nobody_behind(batch, engine, jobs):
    """In this process and in workers."""
    arguments = ["check", str(batch), "--engine", engine, "--jobs", jobs, "--json"]
    status, lines, err, left = interrupted(arguments, len(FIRST), more=0.2)
    assert (status, err, left) == (130, "interrupted\n", 0)
    assert len(lines) >= len(FIRST)
    check_rows(lines)


@slow
def test_ctrl_c_during_crosscheck(batch):
    """Also in a SAT solver, after CP-SAT has run in the same process."""
    arguments = ["crosscheck", str(batch), "--engines", "cpsat,sat:minimal", "--jobs", "1", "--json"]
    status, lines, err, left = interrupted(arguments, len(FIRST), more=0.5)
    assert (status, err, left) == (130, "interrupted\n", 0)
    check_rows(lines)


def test_ctrl_c_during_crosscheck_ends_with_the_table(batch):
    """A puzzle worth a look is printed at once, and Ctrl-C prints what the engines answered so far."""
    arguments = ["crosscheck", str(batch), "--engines", "phases,cube", "--jobs", "1"]
    status, lines, err, left = interrupted(arguments, 1, more=0.5)
    assert (status, left) == (130, 0)
    assert err.endswith("interrupted\n")
    assert lines[0] == f"{batch}:2  multiple (witness)\n"
    assert lines[-3].startswith("engine  confirmed  refuted  undecided  failed")


@slow
def test_ctrl_c_during_count_gives_no_number(tmp_path):
    """Those that were counted before it stand."""
    file = written(tmp_path, MULTIPLE, "." * 81)
    arguments = ["count", str(file), "--engine", "sat", "--limit", "100000000"]
    assert interrupted(arguments, 1, more=0.3) == (130, ["2\n"], "interrupted\n", 0)


@slow
def test_ctrl_c_during_solve_leaves_whole_solutions():
    """Each passes the referee."""
    status, lines, err, left = interrupted(["solve", "." * 81, "--all", "--engine", "cpsat"], 5)
    assert (status, err, left) == (130, "interrupted\n", 0)
    for line in lines:
        assert objection(Grid(line.strip()).cells, bytes(81), 3, 3) is None


@slow
def test_quiet_says_nothing_of_an_interrupt_and_each_line_is_out_as_soon_as_it_is_known(tmp_path):
    """For several puzzles as for one."""
    file = written(tmp_path, MULTIPLE, HARD)
    arguments = ["check", str(file), "--engine", "phases", "--quiet"]
    assert interrupted(arguments, 1, more=0.1) == (130, [f"{file}:1: multiple\n"], "", 0)


@slow
def test_ctrl_c_during_canonical_leaves_what_was_found(tmp_path):
    """The form of each of these puzzles takes as long as the budget lasts; they come in small batches."""
    file = written(tmp_path, *["1" * 81] * 15_000)
    status, lines, err, left = interrupted(["canonical", UNIQUE, str(file), "--jobs", "2"], 1, more=0.5)
    *said, last = err.splitlines()
    assert (status, last, left) == (130, "interrupted", 0)
    assert all("undecided: it is so symmetric" in one for one in said)
    assert lines[0] == f"{canonical(UNIQUE)}\n"
    assert set(lines[1:]) <= {"unknown\n"}
    assert len(lines) < 15_000


@slow
def test_ctrl_c_ends_a_search_that_cannot_be_stopped(tmp_path):
    """By force: the engine always runs in a process of its own."""
    file = written(tmp_path, UNIQUE, HARD)
    status, lines, err, left = interrupted(["count", str(file), "-e", "sat:minimal@lingeling"], 1, more=0.5)
    assert (status, len(lines), err, left) == (130, 1, "interrupted\n", 0)
