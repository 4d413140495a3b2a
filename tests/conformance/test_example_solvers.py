"""The solvers in `examples/solvers`, as programs: the right ones conform, each wrong one is found out."""

import io
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from sudocube import crosscheck
from sudocube.conformance.stream_tests import STREAM, odd_lines, stream_cases
from sudocube.conformance.suite_cases import cases_of
from sudocube.verdicts.judging import Cause
from tests.cli.command import invoke
from tests.engines.small_programs import always

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "solvers"

WRONG = {
    "wrong_first_solution": ("two solutions, one rectangle", Cause.TWO_SOLUTIONS),
    "wrong_boxes": ("easy", Cause.A_SOLUTION),
    "wrong_clues": ("none, clash in a row", Cause.NOT_A_SOLUTION),
    "wrong_state": (STREAM, Cause.PROVED_UNIQUE),
    "wrong_last_cell": ("17 clues", Cause.PROVED_UNIQUE),
    "wrong_gives_up": ("hard", Cause.A_SOLUTION),
}
"""For each, a category in which it is found out, and what refutes it there."""


@pytest.fixture
def printed(monkeypatch, capsys):
    """What one of them prints for some lines, run in this process."""

    def run(name, lines):
        monkeypatch.syspath_prepend(FOLDER)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines), newline="\n"))
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
        sys.modules.pop("right", None)
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize("name", ["right", *WRONG])
def test_a_wrong_one_is_found_out_and_has_no_second_mistake(name, printed):
    """It prints one line for each line, puzzle or not; the right one is not refuted."""
    assert {path.stem for path in FOLDER.glob("*.py")} == {"right", *WRONG}
    odd = [*odd_lines()]
    assert len(printed(name, odd)) == len(odd)
    category, cause = WRONG.get(name, ("17 clues", None))
    cases = stream_cases() if category == STREAM else cases_of(category)
    causes = set()
    for case, said in zip(cases, printed(name, [str(case.puzzle) for case in cases]), strict=True):
        found = crosscheck(case.puzzle, engines=["kernel", always(said)])
        causes |= {one.cause for one in found.refuted.values()}
    assert cause in causes if cause else not causes


def examined(command, *options):
    """The outcome of `test-solver` for a program."""
    return invoke("test-solver", command, "--no-shrink", "--json", *options)


@pytest.mark.slow
def test_the_right_one_in_python_conforms():
    outcome = examined(shlex.join([sys.executable, str(FOLDER / "right.py")]))
    assert (outcome.status, outcome.rows[-1]["summary"]["claims"]) == (0, "verdict")


@pytest.mark.slow
@pytest.mark.skipif(which("cc") is None, reason="no C compiler")
def test_the_right_one_in_c_conforms(tmp_path):
    """It compiles without a warning, and counts up to two."""
    program = tmp_path / "right"
    flags = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *flags, "-o", program, FOLDER / "right.c"], check=True)
    outcome = examined(shlex.quote(str(program)))
    summary = outcome.rows[-1]["summary"]
    assert (outcome.status, summary["claims"], summary["counts_up_to"]) == (0, "count", 2)
