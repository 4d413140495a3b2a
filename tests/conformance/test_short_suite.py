"""`examine_solver` with some categories only: commands that repeat, what is asked no more, what is shrunk."""

import subprocess
import sys

import pytest

from sudocube.conformance import examine_solver, examining
from sudocube.conformance.suite_cases import cases_of
from sudocube.crosschecking import Cause
from tests.conformance import solvers_to_test

MODULE = "python:tests.conformance.solvers_to_test"
PROGRAM = f"command:{sys.executable} {solvers_to_test.__file__}"


@pytest.fixture
def only(monkeypatch):
    """Leave all out but the built-in cases of some categories."""

    def use(*categories):
        cases = [case for name in categories for case in cases_of(name)]
        monkeypatch.setattr(examining, "built_in_cases", lambda: cases)
        monkeypatch.setattr(examining, "_written_with_zeros", list)
        monkeypatch.setattr(examining, "seeded_cases", lambda seed: [])
        monkeypatch.setattr(examining, "stream_results", lambda *_: iter(()))
        monkeypatch.setattr(examining.OddLines, "results", lambda _: iter(()))
        monkeypatch.setattr(examining, "found_sizes", lambda _: (9,))
        monkeypatch.setattr(examining, "speeds", lambda *_: {})

    return use


def said_again(command):
    """What a command for a shell prints."""
    return subprocess.run(str(command), shell=True, capture_output=True, text=True).stdout


class TestCommandThatRepeats:
    """It shows what is wrong, also where `crosscheck` would confirm the answer as it stands."""

    @pytest.mark.parametrize(("solver", "begin"), [(PROGRAM + " ", "printf "), (MODULE + ":", "python -c ")])
    def test_of_a_wrong_number_it_prints_the_number(self, only, solver, begin):
        only("three solutions")
        first = examine_solver(f"{solver}off_by_one").not_passed[0]
        assert first.answer == "4"
        assert str(first.repeat).startswith(begin)
        assert said_again(first.repeat) == "4\n"

    def test_of_a_grid_alone_that_is_taken_for_unique_it_prints_the_grid(self, only):
        only("three solutions")
        first = examine_solver(f"{PROGRAM} first_solution", claims="verdict", shrink=False).not_passed[0]
        assert first.refutation is not None
        assert first.refutation.cause is Cause.TWO_SOLUTIONS
        assert said_again(first.repeat).strip() == first.answer

    def test_of_what_is_refuted_as_it_stands_it_is_a_crosscheck_that_refutes_it(self, only):
        only("three solutions")
        first = examine_solver(f"{PROGRAM} says_unique", shrink=False).not_passed[0]
        said = said_again(f"{sys.executable} -m {first.repeat}")
        assert "is refuted: it says unique" in " ".join(said.split())
