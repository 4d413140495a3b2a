"""Programs that are given many lines at once: state that is kept, and lines that are no puzzles."""

import subprocess
import sys

import pytest

from sudocube.conformance.asked_solver import AskedSolver
from sudocube.conformance.line_dialogue import STARTS, dialogue
from sudocube.conformance.odd_lines import OddLines, odd_lines
from sudocube.conformance.solver_claims import SolverClaims
from sudocube.conformance.stream_tests import needed_before, stream_cases, stream_results
from sudocube.conformance.suite_cases import cases_of
from sudocube.engines import engine
from sudocube.verdict import Claim
from tests.conformance import solvers_to_test

CLAIMS = SolverClaims(Claim.VERDICT)
ECHO = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"


def python_program(script):
    return engine(f"command:{sys.executable} -c '{script}'")


def asked(name, timeout=5.0):
    return AskedSolver(engine(f"command:{sys.executable} {solvers_to_test.__file__} {name}"), timeout)


@pytest.fixture
def solver(request):
    """The program of that name, ended afterwards."""
    found = asked(request.param)
    yield found
    found.start_anew()


class TestDialogue:
    def test_each_line_gets_the_line_that_was_printed_for_it(self):
        heard = dialogue(python_program(ECHO), ["a", "", "b c"], 5.0)
        assert [one.text for one in heard.replies] == ["A", "", "B C"]
        assert heard.surplus == []

    def test_lines_that_nobody_asked_for_are_shown(self):
        heard = dialogue(python_program(ECHO + "; print(1, flush=True)"), ["a", "b"], 5.0)
        assert [one.text for one in heard.replies] == ["A", "1"]
        assert heard.surplus == ["B", "1"]

    def test_after_a_crash_the_other_lines_go_to_a_new_start(self):
        script = ECHO.replace("print(", "exit(3) if line[0] == chr(98) else print(")
        heard = dialogue(python_program(script), ["a", "b", "c"], 5.0)
        assert [one.text for one in heard.replies] == ["A", None, "C"]
        assert "ended with status 3" in heard.replies[1].reason

    def test_a_program_that_dies_each_time_is_started_a_few_times_only(self):
        heard = dialogue(python_program("exit(3)"), list("abcdef"), 5.0)
        assert [one.is_timeout for one in heard.replies] == [False] * STARTS + [True] * (6 - STARTS)

    def test_silence_is_a_timeout(self):
        [reply] = dialogue(python_program("import time; time.sleep(60)"), ["a"], 0.3).replies
        assert (reply.text, reply.is_timeout) == (None, True)
        assert reply.reason == "out of time after 0.3 s"


class TestStream:
    def test_forty_puzzles_and_some_of_them_again(self):
        puzzles = [case.puzzle for case in stream_cases()]
        assert len(puzzles) == 40
        kinds = {case.category for case in stream_cases()}
        assert {"hard", "none, after a deep search", "two solutions, far apart", "full grids, wrong"} <= kinds
        first = cases_of("easy")[0].puzzle
        after = {puzzles[k - 1] for k in range(1, 40) if puzzles[k] == first}
        assert {cases_of("hard")[0].puzzle, cases_of("none, clash in a row")[0].puzzle} <= after

    @pytest.mark.parametrize("solver", ["verdict"], indirect=True)
    def test_a_right_program_passes_all(self, solver):
        assert [one.passed for one in stream_results(solver, CLAIMS, ())] == [True] * 40

    @pytest.mark.parametrize("solver", ["keeps_state"], indirect=True)
    def test_the_puzzle_before_is_named_after_which_it_goes_wrong(self, solver):
        wrong = [one for one in stream_results(solver, CLAIMS, ()) if not one.passed]
        assert wrong[0].case == "forty puzzles in one stream 4"
        assert wrong[0].before == (str(cases_of("none, clash in a row")[0].puzzle),)
        assert (
            wrong[0].reason == "alone it is right, after 1 puzzle it is wrong: a solution passed the referee"
        )
        assert str(wrong[0].repeat).startswith("printf '%s\\n' ")

    @pytest.mark.parametrize("solver", ["keeps_state"], indirect=True)
    def test_few_lines_are_left_of_many(self, solver):
        none, easy, hard = (cases_of(name)[0] for name in ("none, clash in a box", "easy", "hard"))
        assert needed_before(solver, CLAIMS, [hard, easy, hard, none], easy) == [none]
        assert needed_before(solver, CLAIMS, [hard, none, hard, easy, hard], easy) is None

    @pytest.mark.parametrize("solver", ["verdict"], indirect=True)
    def test_answers_that_come_one_line_late_are_told_as_out_of_place(self, solver, monkeypatch):
        answers = solver.answers_in_order([case.puzzle for case in stream_cases()], 2)
        late = [answers[-1], *answers[:-1]]
        monkeypatch.setattr(AskedSolver, "answers_in_order", lambda *_: late)
        reasons = [one.reason or "" for one in stream_results(solver, CLAIMS, ())]
        assert sum(one.startswith("the answers are out of place: ") for one in reasons) >= 20


class TestOddLines:
    @pytest.mark.parametrize(
        ("solver", "passed", "reason"),
        [
            ("verdict answers", True, None),
            ("verdict skips", False, "it prints nothing for this line"),
            ("verdict twice", False, "it prints more than one line"),
            ("verdict dies", False, "ended with status 3"),
        ],
        indirect=["solver"],
    )
    def test_one_line_passes_whatever_it_says_and_nothing_else(self, solver, passed, reason, monkeypatch):
        few = ["", *odd_lines()[-2:]]
        monkeypatch.setattr("sudocube.conformance.odd_lines.odd_lines", lambda: few)
        results = list(OddLines(solver, CLAIMS).results())
        assert [one.passed for one in results] == [passed] * len(few)
        assert all(reason is None or str(one.reason).startswith(reason) for one in results)

    @pytest.mark.parametrize("said", ["none", "what?", "{number} ms"])
    def test_who_says_the_same_of_every_puzzle_prints_a_line_for_each(self, said, monkeypatch):
        """That is wrong, or not understood, but no answer is out of place."""
        monkeypatch.setattr("sudocube.conformance.odd_lines.odd_lines", lambda: ["no puzzle"])
        script = f'import sys\nfor number, line in enumerate(sys.stdin): print(f"{said}", flush=True)'
        solver = AskedSolver(python_program(script), 5.0)
        [result] = OddLines(solver, CLAIMS).results()
        solver.start_anew()
        assert (result.passed, result.reason) == (True, None)

    def test_a_line_that_it_hangs_at_is_undecided(self, monkeypatch):
        monkeypatch.setattr("sudocube.conformance.odd_lines.odd_lines", lambda: ["no puzzle"])
        solver = asked("verdict hangs", timeout=2.0)
        [result] = OddLines(solver, CLAIMS).results()
        solver.start_anew()
        assert (result.passed, result.reason) == (None, "out of time after 2 s")

    def test_a_function_may_raise_an_error_and_then_goes_on(self):
        solver = AskedSolver(engine("python:tests.conformance.solvers_to_test:verdict"), 5.0)
        assert all(one.passed for one in OddLines(solver, CLAIMS).results())
        solver.start_anew()

    @pytest.mark.parametrize("name", ["command:cat", "command:echo {}", "python:textwrap:dedent"])
    def test_the_command_is_short_even_for_a_very_long_line(self, name):
        line = odd_lines()[-1]
        command = AskedSolver(engine(name), 5.0).repeat_lines([line])
        assert len(str(command)) < 300
        done = subprocess.run(str(command), shell=True, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == line

    def test_the_command_shows_the_lines_as_they_were_sent(self):
        solver = asked("verdict skips")
        result = next(iter(OddLines(solver, CLAIMS).results()))
        solver.start_anew()
        assert result.puzzle == ""
        assert " '' " in str(result.repeat)
        assert str(result.repeat).endswith("solvers_to_test.py verdict skips")
