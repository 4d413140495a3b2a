"""`examine_solver`: who is right conforms, whatever is claimed; who is wrong is told why."""

import subprocess
import sys

import pytest

from sudocube import Claim, EngineError, UnknownNameError, UnsupportedError, solutions
from sudocube.conformance import CaseResult, examine_solver, examining
from sudocube.conformance.asked_solver import AskedSolver
from sudocube.conformance.conformance_result import TRANSPOSED
from sudocube.conformance.examining import FIRST_ONLY, ZEROS
from sudocube.conformance.solver_claims import SolverClaims
from sudocube.conformance.stream_tests import STREAM, odd_results, stream_cases, stream_results
from sudocube.conformance.suite_cases import SEEDED, built_in_cases
from sudocube.engines import Traits, Undecided, engine
from sudocube.verdicts.judging import Cause
from tests.conformance.asked_here import AskedHere
from tests.conformance.solvers_to_test import (
    blind_to_zero,
    count_to_thousand,
    count_to_two,
    first_or_multiple,
    first_solution,
    gives_up,
    grid_or_word,
    never_multiple_without_clash,
    off_by_one,
    says_unique,
    turned,
    verdict,
)


def failing(result):
    """The categories in which something failed."""
    return {name for name, tally in result.by_category.items() if tally.failed}


def causes(result):
    """Why answers were refuted."""
    return {one.refutation.cause for one in result.results if one.refutation is not None}


class TestWhoIsRight:
    @pytest.mark.parametrize(
        ("solver", "claims", "counts_up_to"),
        [
            (verdict, Claim.VERDICT, None),
            (first_solution, Claim.SOLUTION, None),
            (grid_or_word, Claim.VERDICT, None),
            (count_to_two, Claim.COUNT, 2),
            (count_to_thousand, Claim.COUNT, 1000),
        ],
    )
    def test_a_function_conforms_and_what_it_claims_is_found_out(self, solver, claims, counts_up_to):
        result = examine_solver(AskedHere(solver))
        assert result.conforms is True
        assert (result.claims, result.counts_up_to) == (claims, counts_up_to)
        assert result.sizes == (9,)
        assert not result.not_passed

    @pytest.mark.parametrize("name", ["kernel", pytest.param("sat", marks=pytest.mark.slow)])
    def test_engines_of_this_package_conform(self, name):
        result = examine_solver(name)
        assert result.conforms is True
        assert set(result.speeds) >= {"kernel", "phases"}

    @pytest.mark.slow
    @pytest.mark.parametrize("solver", ["verdict", "first_solution", "count_to_two"])
    def test_a_program_conforms(self, program, solver):
        result = examine_solver(program(solver))
        assert result.conforms is True
        assert result.speeds.keys() == {result.solver, "kernel", "phases"}

    def test_all_categories_are_asked_and_each_result_is_told_once(self):
        told: list[CaseResult] = []
        result = examine_solver(verdict, on_result=told.append)
        assert told == list(result.results)
        nine = {case.category for case in built_in_cases() if case.puzzle.geometry.size == 9}
        assert set(result.by_category) == nine | {ZEROS, STREAM, SEEDED}
        passed = sum(one.passed for one in result.by_category.values())
        assert len({one.case for one in told}) == len(told) == passed

    @pytest.mark.slow
    def test_other_sizes_are_asked_where_a_grid_of_that_size_comes_back(self):
        result = examine_solver("sat", timeout=60)
        assert result.sizes == (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
        assert {"size 4", "size 25"} <= set(result.by_category)


class TestWhoIsWrong:
    @pytest.mark.parametrize(
        ("solver", "cause", "categories"),
        [
            (says_unique, Cause.TWO_SOLUTIONS, {"two solutions, far apart", "the empty grid"}),
            (first_or_multiple, Cause.TWO_SOLUTIONS, {"two solutions, one rectangle"}),
            (turned, Cause.NOT_A_SOLUTION, {"easy", "symmetric", "full grids, right"}),
            (gives_up, Cause.A_SOLUTION, {"17 clues"}),
            (never_multiple_without_clash, Cause.NOT_A_SOLUTION, {"full grids, wrong"}),
        ],
    )
    def test_the_cause_is_told_and_the_categories_show_where(self, only, solver, cause, categories):
        only("three solutions", *sorted(categories))
        result = examine_solver(AskedHere(solver), shrink=False)
        assert result.conforms is False
        assert cause in causes(result)
        assert categories <= failing(result)

    def test_blanks_as_zeros_are_told_apart(self):
        result = examine_solver(AskedHere(blind_to_zero))
        assert failing(result) == {ZEROS}
        assert "with . for blanks it is right" in str(result.not_passed[0].reason)
        assert "0" in result.not_passed[0].puzzle

    def test_a_wrong_number_is_told_with_the_right_one(self, only):
        only("easy", "three solutions", "hundreds of solutions")
        result = examine_solver(AskedHere(off_by_one))
        [first, *_] = result.not_passed
        assert (first.case, first.answer, first.passed) == ("three solutions 1", "4", False)
        assert first.reason == "it counts 4 solutions, and there are 3"
        assert "hundreds of solutions" in failing(result)

    def test_state_that_is_kept_is_traced_to_the_puzzle_before_and_the_command_repeats_it(
        self, program, only, monkeypatch
    ):
        only("easy")
        few = stream_cases()[16:24]
        monkeypatch.setattr(examining, "stream_results", stream_results)
        monkeypatch.setattr("sudocube.conformance.stream_tests.stream_cases", lambda: few)
        result = examine_solver(program("keeps_state"), shrink=False)
        assert result.conforms is False
        assert {one.shrunk for one in result.results} == {None}
        assert STREAM in failing(result)
        first = result.not_passed[0]
        [before] = first.before or ()
        assert verdict(before) == "none"
        assert str(first.reason).startswith("alone it is right, after 1 puzzle it is wrong: ")
        done = subprocess.run(str(first.repeat), shell=True, capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["none", "none"]


class Tired(AskedHere):
    """Right about the first puzzles after its start; of the others it says something else."""

    def __init__(self, most, then):
        self.asked = 0

        def said(cells):
            self.asked += 1
            return verdict(cells) if self.asked <= most else then

        super().__init__(said, "tired")

    def close(self):
        self.asked = 0


class TestCausesAreNamed:
    def test_a_grid_that_is_a_solution_turned_over_is_told(self, only):
        only("easy")
        result = examine_solver(AskedHere(turned), shrink=False)
        assert {one.reason for one in result.not_passed} == {TRANSPOSED}
        assert str(result.understood).startswith("a wrong grid for one solution, a wrong grid for several")

    @pytest.mark.parametrize(("then", "passed"), [("unknown", None), ("none", False)])
    def test_who_is_right_in_the_first_answer_only_is_told_so(self, only, then, passed):
        only("easy")
        result = examine_solver(Tired(1, then), shrink=False)
        assert result.note == FIRST_ONLY
        left = result.not_passed[0]
        assert (left.case, left.before, left.passed) == ("easy 2", (result.results[0].puzzle,), passed)
        assert "state left by easy 1" in str(left.reason)

    def test_what_becomes_unknown_after_several_puzzles_has_these_before_it(self, only):
        only("easy")
        result = examine_solver(Tired(3, "unknown"), shrink=False)
        left = result.not_passed[0]
        start = "alone it is right, after 3 puzzles it has no answer: state left by easy 3"
        assert (left.case, len(left.before or ()), result.note) == ("easy 4", 3, None)
        assert str(left.reason).startswith(start)

    @pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")
    def test_who_prints_two_lines_for_a_puzzle_is_told_so(self, only):
        only("easy")
        twice = "command:sh -c 'while read line; do echo none; echo none; done'"
        result = examine_solver(twice, shrink=False)
        assert result.conforms is False
        said = "out of turn: to one puzzle it prints its answer twice, 'none'"
        assert {str(one.reason).startswith(said) for one in result.results} == {True}


class TestWhatIsUndecided:
    def test_who_says_unknown_is_undecided(self, only):
        only("easy")
        result = examine_solver(AskedHere(lambda cells: "unknown"))
        assert {one.reason for one in result.results} == {"<lambda>() says unknown"}

    def test_who_says_unknown_of_full_grids_is_undecided(self):
        result = examine_solver(AskedHere(lambda cells: "unknown" if "." not in cells else verdict(cells)))
        assert result.conforms is None
        assert {one.passed for one in result.not_passed} == {None}

    def test_out_of_time_is_undecided_and_three_in_a_row_are_enough_for_a_category(self, only):
        class Late:
            name, traits = "late", Traits()

            def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
                if len(puzzle.clues) == 17:
                    return Undecided("out of time after 0.3 s")
                return engine("kernel").answer(puzzle, limit=limit, on_result=on_result)

        only("17 clues", "easy")
        result = examine_solver(Late())
        slow = [one for one in result.results if one.category == "17 clues"]
        assert result.conforms is None
        assert [one.passed for one in slow] == [None] * 36
        assert str(slow[0].reason).startswith("out of time after 0.3 s")
        assert slow[3].reason == "not asked: it was out of time for the puzzles before"

    @pytest.mark.slow
    def test_who_never_answers_is_asked_no_more_and_told_why(self):
        silent = f"command:{sys.executable} -c 'import time; time.sleep(60)'"
        result = examine_solver(silent, timeout=0.3)
        assert (result.conforms, result.claims) == (None, None)
        assert "does it flush its output?" in str(result.note)
        assert {one.passed for one in result.results} == {None}
        assert result.speeds == {}


@pytest.mark.parametrize(
    ("when_odd", "passed", "reason"),
    [
        ("answers", True, None),
        pytest.param("skips", False, "it does not print one line for it", marks=pytest.mark.slow),
        ("twice", False, "it does not print one line for it"),
        pytest.param("dies", False, "ended with status 3", marks=pytest.mark.slow),
        pytest.param("hangs", None, "out of time after 2 s", marks=pytest.mark.slow),
    ],
)
def test_a_line_that_is_no_puzzle_gets_one_line(program, when_odd, passed, reason, monkeypatch):
    """Whatever it says; the command that repeats a failure shows the line as it was sent."""
    monkeypatch.setattr("sudocube.conformance.stream_tests.odd_lines", lambda: [""])
    solver = AskedSolver(
        engine(program("verdict", when_odd)), 2.0 if when_odd in ("hangs", "skips") else 60.0
    )
    [result] = odd_results(solver, SolverClaims(Claim.VERDICT))
    solver.start_anew()
    assert (result.passed, result.puzzle) == (passed, "")
    assert reason is None or str(result.reason).startswith(reason)
    assert passed or " '' " in str(result.repeat)


class TestSmallerPuzzles:
    def test_one_of_a_cause_is_shrunk(self, only):
        only("three solutions", "two solutions, one rectangle")
        results = examine_solver(AskedHere(says_unique)).results
        first = "three solutions 1"
        assert [one.case for one in results if one.shrunk is not None] == [first]
        small = results[0].shrunk
        assert small is not None
        assert small.cells.count(0) <= 6
        assert results[0].cause is Cause.TWO_SOLUTIONS
        found = [*solutions(small)]
        assert len(found) > 1
        blanks = [cell for cell, digit in enumerate(small.cells) if not digit]
        assert any(
            all(sum(one.cells[at] == full.cells[at] for one in found) == 1 for at in blanks) for full in found
        )


class TestWhatIsTold:
    def test_a_grid_alone_means_unique_where_verdicts_are_claimed(self):
        result = examine_solver(AskedHere(first_solution), claims="verdict", shrink=False)
        assert (result.claims, result.conforms) == (Claim.VERDICT, False)
        assert causes(result) == {Cause.TWO_SOLUTIONS}

    def test_a_verdict_is_judged_even_if_solutions_are_claimed(self, only):
        only("easy", "three solutions")
        assert examine_solver(AskedHere(verdict), claims=Claim.SOLUTION).conforms is True
        assert examine_solver(AskedHere(says_unique), claims="solution", shrink=False).conforms is False

    @pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")
    def test_what_is_no_claim_no_time_or_no_solver_is_refused(self, tmp_path):
        with pytest.raises(ValueError, match="'sometimes' is not a valid Claim"):
            examine_solver(AskedHere(verdict), claims="sometimes")
        with pytest.raises(ValueError, match="a timeout of 0 seconds"):
            examine_solver(AskedHere(verdict), timeout=0)
        with pytest.raises(ValueError, match="0 tries"):
            examine_solver(AskedHere(verdict), tries=0)
        with pytest.raises(UnknownNameError):
            examine_solver("nobody")
        with pytest.raises(UnsupportedError, match="no program"):
            examine_solver("command:./no-such-solver")

        broken = tmp_path / "solver"
        broken.write_bytes(b"\x7fELF and nothing else")
        broken.chmod(0o755)
        with pytest.raises(EngineError, match="cannot be started"):
            examine_solver(f"command:{broken}")

    def test_progress_is_told_from_0_to_1(self, only):
        only("easy", "three solutions")
        shares = []
        examine_solver(AskedHere(verdict), progress=lambda doing, share: shares.append(share))
        assert shares == sorted(shares)
        assert (shares[0], shares[-1]) == (0.0, 1.0)
