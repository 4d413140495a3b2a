"""`examine_solver` with some categories only: commands that repeat, what is asked no more, what is shrunk."""

import shlex
import subprocess
import sys
from collections import Counter

import pytest

from sudocube.conformance import examine_solver, examining
from sudocube.conformance.examining import NO_ANSWER_ALONE
from sudocube.conformance.patience import COUNTS_ALL
from sudocube.conformance.suite_cases import cases_of
from sudocube.crosschecking import Cause
from sudocube.kernel.batches import count_many
from tests.cli.command import invoke
from tests.conformance import solvers_to_test
from tests.conformance.asked_here import AskedHere
from tests.conformance.solvers_to_test import first_solution, says_unique, verdict

MODULE = "python:tests.conformance.solvers_to_test"
PROGRAM = f"command:{sys.executable} {solvers_to_test.__file__}"


def said_again(command):
    """What a command for a shell prints; `sudocube` runs in this process."""
    words = shlex.split(str(command))
    if words[0] == "sudocube":
        return invoke(*words[1:]).out
    return subprocess.run(str(command), shell=True, capture_output=True, text=True).stdout


class TestCommandThatRepeats:
    """It shows what is wrong, also where `crosscheck` would confirm the answer as it stands."""

    @pytest.mark.slow
    @pytest.mark.parametrize(("solver", "begin"), [(PROGRAM + " ", "printf "), (MODULE + ":", "python -c ")])
    def test_of_a_wrong_number_it_prints_the_number(self, only, solver, begin):
        only("three solutions")
        first = examine_solver(f"{solver}off_by_one").not_passed[0]
        assert first.answer == "4"
        assert str(first.repeat).startswith(begin)
        assert said_again(first.repeat) == "4\n"

    @pytest.mark.slow
    def test_of_a_grid_alone_that_is_taken_for_unique_it_prints_the_grid(self, only, program):
        only("three solutions")
        first = examine_solver(program("first_solution"), claims="verdict", shrink=False).not_passed[0]
        assert first.refutation is not None
        assert first.refutation.cause is Cause.TWO_SOLUTIONS
        assert said_again(first.repeat).strip() == first.answer

    @pytest.mark.slow
    def test_of_what_is_refuted_as_it_stands_it_is_a_crosscheck_that_refutes_it(self, only, program):
        only("three solutions")
        first = examine_solver(program("says_unique"), shrink=False).not_passed[0]
        assert "is refuted: it says unique" in " ".join(said_again(first.repeat).split())


class NotedPuzzles:
    """Makes solvers that write down what they are asked, in a file: they may run in another process."""

    def __init__(self, file):
        self.file = file

    def __call__(self, solver):
        def noting(cells):
            with self.file.open("a") as file:
                file.write(f"{cells}\n")
            return solver(cells)

        return noting

    def puzzles(self):
        return self.file.read_text().splitlines()


@pytest.fixture
def noted(tmp_path):
    return NotedPuzzles(tmp_path / "asked.txt")


class TestAskedNoMore:
    def test_who_counts_all_is_asked_one_puzzle_with_too_many_and_told_to_stop_counting(self, only, noted):
        """Otherwise each of them would take the whole time limit."""
        only("three solutions", "a million solutions or more", "the empty grid", "clues in one band only")

        def counts_all(cells):
            number = count_many([cells], limit=1000, jobs=1)[0]
            return "unknown" if number == 1000 else str(number)

        result = examine_solver(AskedHere(noted(counts_all)))
        asked = noted.puzzles()
        assert len(asked) > 10
        late = [one for one in result.results if one.passed is None]
        assert [one.case[-1] for one in late[:2]] == ["1", "2"]
        assert {one.category for one in late[:2]} == {"a million solutions or more"}
        assert {one.reason for one in late[1:]} == {COUNTS_ALL}
        assert not {one.puzzle for one in late[1:]} & set(asked)
        assert (result.tally.failed, result.conforms) == (0, None)
        assert result.by_category["three solutions"].conforms is True
        assert "let it stop at a number" in str(result.note)

    def test_easy_puzzles_of_a_category_are_asked_though_others_took_too_long(self, only):
        """Of clues in the last cells only, some clash, and others leave a million solutions."""
        only("clues in the last cells only")
        result = examine_solver(
            AskedHere(lambda cells: verdict(cells).replace("multiple", "unknown").split(" ")[0])
        )
        cases = cases_of("clues in the last cells only")
        expected = [True if case.verdict == "none" else None for case in cases]
        assert [one.passed for one in result.results] == expected
        assert {True, None} == set(expected)

    def test_after_some_garbage_that_is_garbage_alone_nothing_is_asked_twice(self, only, noted):
        only("17 clues")
        result = examine_solver(AskedHere(noted(lambda cells: "what?")))
        asked = Counter(noted.puzzles())
        assert result.tally.failed == len(result.results) == 36
        assert sum(asked[one.puzzle] > 1 for one in result.results) == NO_ANSWER_ALONE


class TestSmallerPuzzles:
    def test_one_of_a_category_and_cause_is_shrunk_and_the_others_refer_to_it(self, only, monkeypatch):
        monkeypatch.setattr(examining, "CATEGORY_SECONDS", 100.0)
        only("three solutions", "two solutions, one rectangle")
        results = examine_solver(AskedHere(says_unique)).results
        first, other = "three solutions 1", "two solutions, one rectangle 1"
        assert [one.case for one in results if one.shrunk is not None] == [first, other]
        assert {one.shrunk_as for one in results if one.category == "three solutions"} == {None, first}
        assert {one.shrunk_as for one in results if one.category != "three solutions"} == {None, other}
        shrunk = results[0].shrunk
        assert shrunk is not None
        assert shrunk.is_minimal
        assert shrunk.puzzle.cells.count(0) <= 6
        assert shrunk.refutation.cause is Cause.TWO_SOLUTIONS

    @pytest.mark.slow
    def test_the_command_is_about_the_smaller_puzzle_and_shows_the_failure(self, only):
        """Of a grid alone it prints the grid of the smaller puzzle."""
        only("three solutions")
        first = examine_solver(f"{PROGRAM} says_unique").not_passed[0]
        assert first.shrunk is not None
        assert str(first.repeat).endswith(f" {first.shrunk.puzzle}")
        assert "is refuted: it says unique" in " ".join(said_again(first.repeat).split())
        first = examine_solver(f"{PROGRAM} first_solution", claims="verdict").not_passed[0]
        assert first.shrunk is not None
        assert said_again(first.repeat).strip() == first_solution(str(first.shrunk.puzzle))

    def test_how_many_are_not_shrunk_for_want_of_time_is_told(self, only, monkeypatch):
        monkeypatch.setattr(examining, "SHRINKING_SECONDS", -1.0)
        only("three solutions")
        result = examine_solver(AskedHere(says_unique))
        assert {one.shrunk for one in result.results} == {None}
        assert str(result.note).startswith("6 wrong answers were not shrunk")


@pytest.mark.slow
def test_an_answer_that_depends_on_others_is_told_as_the_program_printed_it(only, program):
    """Not that it is out of turn: the program did print one line for each puzzle."""
    only("three solutions", "easy")
    result = examine_solver(program("answers_late"), shrink=False)
    wrong = [one for one in result.results if one.before]
    assert wrong
    assert all(one.answer.isdigit() and len(one.answer) == 81 for one in wrong)
    assert not any("out of turn" in str(one.reason) for one in wrong)
