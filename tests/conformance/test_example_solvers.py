"""The solvers in `examples/solvers`, as programs: the right ones conform, each wrong one is found out."""

import shlex
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from sudocube.conformance import examining
from sudocube.conformance.odd_lines import odd_lines
from sudocube.conformance.suite_cases import cases_of
from sudocube.crosschecking import Cause
from tests.cli.command import invoke

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "solvers"

WRONG = {
    "wrong_first_solution": ("two solutions, one rectangle", Cause.TWO_SOLUTIONS),
    "wrong_boxes": ("easy", Cause.A_SOLUTION),
    "wrong_clues": ("none, clash in a row", Cause.NOT_A_SOLUTION),
    "wrong_state": ("forty puzzles in one stream", Cause.PROVED_UNIQUE),
    "wrong_last_cell": ("17 clues", Cause.PROVED_UNIQUE),
    "wrong_gives_up": ("hard", Cause.A_SOLUTION),
}
"""For each, a category in which it is found out, and what refutes it there."""


def examined(command, *options):
    """The outcome of `test-solver` for a program."""
    return invoke("test-solver", command, "--no-shrink", "--json", *options)


def python(name):
    """The command that runs one of them."""
    return shlex.join([sys.executable, str(FOLDER / f"{name}.py")])


def test_every_wrong_solver_is_known_here():
    assert {path.stem for path in FOLDER.glob("*.py")} == {"right", *WRONG}


def test_the_right_one_in_python_conforms():
    outcome = examined(python("right"))
    assert (outcome.status, outcome.rows[-1]["summary"]["claims"]) == (0, "verdict")


@pytest.mark.skipif(which("cc") is None, reason="no C compiler")
def test_the_right_one_in_c_conforms(tmp_path):
    """It compiles without a warning, and counts up to two."""
    program = tmp_path / "right"
    flags = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", program, FOLDER / "right.c"], check=True)
    outcome = examined(shlex.quote(str(program)))
    summary = outcome.rows[-1]["summary"]
    assert (outcome.status, summary["claims"], summary["counts_up_to"]) == (0, "count", 2)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_one_is_found_out(name, monkeypatch):
    """Of the built-in cases it is asked those of that category, as it is started for each of them.

    All else is asked as always. It is not waited for long, as to be out of time refutes nothing.
    """
    category, cause = WRONG[name]
    monkeypatch.setattr(examining, "built_in_cases", lambda: cases_of(category))
    outcome = examined(python(name), "--timeout", "2")
    assert outcome.status == 1
    causes = {
        row.get("cause") for row in outcome.rows[:-1] if row["category"] == category and not row["passed"]
    }
    assert cause in causes


@pytest.mark.parametrize("name", ["right", *WRONG])
def test_none_has_a_second_mistake_at_lines_that_are_no_puzzles(name):
    """It prints one line for each of them, as it does for puzzles."""
    lines = odd_lines()
    program = [sys.executable, str(FOLDER / f"{name}.py")]
    text = "".join(f"{line}\n" for line in lines).encode()
    ran = subprocess.run(program, input=text, capture_output=True, check=False)
    assert (ran.returncode, len(ran.stdout.splitlines()), ran.stderr) == (0, len(lines), b"")
