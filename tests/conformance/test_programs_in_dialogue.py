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

CLAIMS = SolverClaims(Claim.VERDICT)
HANG = 60.0
"""Seconds that nothing here takes."""

SCRIPT = """
import sys
for line in sys.stdin:
    text = line.strip().upper()
    if text == chr(88): sys.exit(3)
    print(text, flush=True)
    if text == chr(66): print(1, flush=True)
"""


def python_program(script):
    return engine(f"command:{sys.executable} -S -c '{script}'")


@pytest.fixture
def asked(program):
    """Makes a solver of that name, which is ended afterwards."""
    made = []

    def make(name, when_odd="answers", timeout=HANG):
        made.append(AskedSolver(engine(program(name, when_odd)), timeout))
        return made[-1]

    yield make
    for one in made:
        one.start_anew()


class TestDialogue:
    def test_each_line_gets_the_line_that_was_printed_for_it(self):
        """After a crash the others go to a new start; lines that nobody asked for are shown."""
        one = python_program(SCRIPT)
        heard = dialogue(one, ["a", "", "x", "b", "c d"], HANG)
        assert [reply.text for reply in heard.replies] == ["A", "", None, "B", "1"]
        assert "ended with status 3" in heard.replies[2].reason
        assert heard.surplus == ["C D"]

    @pytest.mark.slow
    def test_a_program_that_dies_each_time_is_started_a_few_times_only(self):
        heard = dialogue(python_program("import sys; sys.exit(3)"), list("abcdef"), HANG)
        assert [one.is_timeout for one in heard.replies] == [False] * STARTS + [True] * (6 - STARTS)


class TestStream:
    def test_forty_puzzles_and_some_of_them_again(self):
        puzzles = [case.puzzle for case in stream_cases()]
        assert len(puzzles) == 40
        kinds = {case.category for case in stream_cases()}
        assert {"hard", "none, after a deep search", "two solutions, far apart", "full grids, wrong"} <= kinds
        first = cases_of("easy")[0].puzzle
        after = {puzzles[k - 1] for k in range(1, 40) if puzzles[k] == first}
        assert {cases_of("hard")[0].puzzle, cases_of("none, clash in a row")[0].puzzle} <= after

    def test_a_right_program_passes_all_unless_its_answers_come_one_line_late(self, asked, monkeypatch):
        solver = asked("verdict")
        assert [one.passed for one in stream_results(solver, CLAIMS, ())] == [True] * 40
        answers = solver.answers_in_order([case.puzzle for case in stream_cases()], 2)
        late = [answers[-1], *answers[:-1]]
        monkeypatch.setattr(AskedSolver, "answers_in_order", lambda *_: late)
        reasons = [one.reason or "" for one in stream_results(solver, CLAIMS, ())]
        assert sum(one.startswith("the answers are out of place: ") for one in reasons) >= 20

    def test_the_puzzle_before_is_named_after_which_it_goes_wrong(self, asked, monkeypatch):
        few = stream_cases()[:8]
        monkeypatch.setattr("sudocube.conformance.stream_tests.stream_cases", lambda: few)
        solver = asked("keeps_state")
        first = next(one for one in stream_results(solver, CLAIMS, ()) if not one.passed)
        assert first.case == "forty puzzles in one stream 4"
        assert first.before == (str(cases_of("none, clash in a row")[0].puzzle),)
        assert first.reason == "alone it is right, after 1 puzzle it is wrong: a solution passed the referee"
        assert str(first.repeat).startswith("printf '%s\\n' ")
        none, easy, hard = (cases_of(name)[0] for name in ("none, clash in a box", "easy", "hard"))
        assert needed_before(solver, CLAIMS, [hard, easy, hard, none], easy) == [none]
        assert needed_before(solver, CLAIMS, [hard, none, hard, easy, hard], easy) is None


class TestOddLines:
    @pytest.mark.parametrize(
        ("when_odd", "passed", "reason"),
        [
            ("answers", True, None),
            ("skips", False, "it prints nothing for this line"),
            ("twice", False, "it prints more than one line"),
            pytest.param("dies", False, "ended with status 3", marks=pytest.mark.slow),
            pytest.param("hangs", None, "out of time after 2 s", marks=pytest.mark.slow),
        ],
    )
    def test_one_line_passes_whatever_it_says_and_nothing_else(
        self, asked, when_odd, passed, reason, monkeypatch
    ):
        """The command that repeats a failure shows the line as it was sent."""
        monkeypatch.setattr("sudocube.conformance.odd_lines.odd_lines", lambda: [""])
        solver = asked("verdict", when_odd, 2.0 if when_odd == "hangs" else HANG)
        [result] = OddLines(solver, CLAIMS).results()
        assert (result.passed, result.puzzle) == (passed, "")
        assert reason is None or str(result.reason).startswith(reason)
        assert passed or " '' " in str(result.repeat)

    @pytest.mark.parametrize(
        "name",
        [
            "command:cat",
            *(
                pytest.param(one, marks=pytest.mark.slow)
                for one in ("command:echo {}", "python:textwrap:dedent")
            ),
        ],
    )
    def test_the_command_is_short_even_for_a_very_long_line(self, name):
        line = odd_lines()[-1]
        command = AskedSolver(engine(name), HANG).repeat_lines([line])
        assert len(str(command)) < 300
        done = subprocess.run(str(command), shell=True, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == line
