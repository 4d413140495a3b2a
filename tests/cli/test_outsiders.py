"""Programs and functions of others on the command line: wherever an engine can be named, and their limits."""

import os
import shlex
import sys

import pytest

from sudocube.engines import asking
from tests.cli.command import NONE, SOLUTION, UNIQUE, invoke

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")

SOLVER = f"""
import sys
def solve(cells):
    return "unique {SOLUTION}" if cells == {UNIQUE!r} else "none" if cells == {NONE!r} else "multiple"
if __name__ == "__main__":
    for line in sys.stdin:
        print(solve(line.strip()), flush=True)
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_solver(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solver.py").write_text(SOLVER)


PROGRAM = f"command:{shlex.quote(sys.executable)} solver.py"
FUNCTION = "python:solver.py:solve"


def test_crosscheck_takes_a_program_beside_others():
    """By its whole name."""
    outcome = invoke("crosscheck", UNIQUE, NONE, "-e", f"{PROGRAM},phases", "--json")
    assert [row["verdict"] for row in outcome.rows[:2]] == ["unique", "none"]
    assert [[*row["engines"]] for row in outcome.rows[:2]] == [[PROGRAM, "phases"]] * 2
    assert outcome.status == 0


def test_a_comma_in_a_command_that_is_not_quoted_parts_names():
    """The name after it is unknown; a command that takes one name says how a comma is written."""
    outcome = invoke("crosscheck", UNIQUE, "-e", f"{PROGRAM} --levels 1,2,phases")
    assert (outcome.status, outcome.out, "unknown engine '2'" in outcome.err) == (2, "", True)
    one = invoke("check", UNIQUE, "-e", f"{PROGRAM} 1,2")
    assert (one.status, "; a comma within a name stands in quotes." in one.err) == (2, True)


def test_outsiders_have_ten_seconds_and_others_their_own_and_options_hold_for_all(monkeypatch):
    """The limit of memory is an environment variable; what was set before is set again, or nothing is."""
    seen: list[object] = []

    class SeenError(Exception):
        """Raised when engines are asked."""

    def seconds(engine, puzzle, *, timeout, **_):
        seen[:] = timeout, os.environ.get("SUDOCUBE_SOLVER_MEMORY")
        raise SeenError

    def asked(*arguments):
        with pytest.raises(SeenError):
            invoke(*arguments)
        return tuple(seen)

    monkeypatch.delenv("SUDOCUBE_SOLVER_MEMORY", raising=False)
    monkeypatch.setattr(asking, "refereed_answer", seconds)
    for typed, limit in [
        (f"crosscheck -e {FUNCTION}", 10.0),
        ("crosscheck -e phases", 60.0),
        ("check -e phases", None),
        ("check -e phases --timeout 25", 25.0),
        (f"crosscheck -e {FUNCTION} --timeout 25", 25.0),
    ]:
        assert asked(*typed.split(), UNIQUE) == (limit, None)
    option = ("--solver-memory", "200 MB")
    assert asked("check", UNIQUE, "-e", "phases", *option) == (None, "200 MB")
    assert "SUDOCUBE_SOLVER_MEMORY" not in os.environ
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "1GB")
    assert asked("check", UNIQUE, "-e", "phases", *option) == (None, "200 MB")
    assert os.environ["SUDOCUBE_SOLVER_MEMORY"] == "1GB"


def test_a_wrong_size_in_the_environment_is_named(monkeypatch):
    """Before anything is asked."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "plenty")
    outcome = invoke("check", UNIQUE, "-e", FUNCTION)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error: SUDOCUBE_SOLVER_MEMORY: a size of memory is a number")
