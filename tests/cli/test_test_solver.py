"""`test-solver`: each failure with what shows it, tables, rows for programs, JUnit, and the exit status."""

from dataclasses import replace
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import sudocube.conformance
from sudocube.conformance import CaseResult, Conformance
from sudocube.conformance.conformance_result import ROBUSTNESS
from sudocube.puzzle import Puzzle
from sudocube.verdict import Claim
from sudocube.verdicts.judging import Cause, Refutation
from tests.cli.command import MULTIPLE, SOLUTION, UNIQUE, invoke

REPEAT = f"sudocube crosscheck -e command:./mine -e kernel {MULTIPLE}"
PASSED = CaseResult(
    "easy 1", "easy", UNIQUE, f"unique {SOLUTION}", f"unique {SOLUTION}", True, seconds=0.001, box="3x3"
)
FAILED = CaseResult(
    "three solutions 1",
    "three solutions",
    MULTIPLE,
    "multiple (3 solutions)",
    f"unique {SOLUTION}",
    False,
    "two solutions passed the referee",
    Refutation(Cause.TWO_SOLUTIONS, "two solutions passed the referee"),
    Puzzle("12343412....4321"),
    REPEAT,
)
CRASHED = CaseResult("odd 1", "odd", "\0", "one line", "ended by signal 11", False, "ended by signal 11")
LEAKED = replace(FAILED, case="stream 2", category="stream", shrunk=None, before=(UNIQUE, MULTIPLE))
LATE = CaseResult("hard 1", "hard", UNIQUE, "none", "no answer", None, "out of time after 10 s")
ALL_FIVE = (PASSED, FAILED, CRASHED, LEAKED, LATE)


@pytest.fixture
def examined(monkeypatch):
    """Put results in place of the suite; what it was called with is in `calls`."""
    calls = []

    def use(*results, **fields):
        def examine(solver, *, on_result, progress, **options):
            calls.append(SimpleNamespace(solver=solver, **options))
            for one in results:
                on_result(one)
            speeds = {solver: 1234.5, "kernel": 2_000_000.0}
            return Conformance(solver, Claim.VERDICT, (9,), None, options["seed"], results, speeds, **fields)

        monkeypatch.setattr(sudocube.conformance, "examine_solver", examine)
        return calls

    return use


def test_the_status_and_the_last_line_say_whether_the_solver_conforms(examined):
    """No case at all is no proof of anything."""
    for results, status, conforms, said in [
        ((PASSED,), 0, True, " conforms: 1 passed"),
        ((PASSED, LATE), 3, None, " conforms as far as it is decided: 1 passed, 1 undecided"),
        (ALL_FIVE, 1, False, " does not conform: 1 passed, 3 failed, 1 undecided"),
        ((), 3, None, " is undecided: no case was asked"),
    ]:
        examined(*results)
        outcome = invoke("test-solver", "./mine", columns=100)
        assert (outcome.status, outcome.out.splitlines()[-1]) == (status, f"command:./mine{said}")
        outcome = invoke("test-solver", "./mine", "--json")
        assert (outcome.status, outcome.rows[-1]["summary"]["conforms"]) == (status, conforms)


def test_the_table_comes_first_and_then_a_specimen_of_each_cause_with_all_that_helps_to_mend_it(examined):
    """Also a command to paste, and how many cases share the cause; the others with --details."""
    examined(PASSED, FAILED, replace(FAILED, case="three solutions 2"), LATE)
    out = invoke("test-solver", "./mine", columns=120).out
    lines = out.splitlines()
    at = lines.index("three solutions 1: failed: two solutions passed the referee")
    assert out.index("category") < out.index("three solutions 1: failed")
    assert lines[at + 1 : at + 7] == [
        f"  puzzle    {MULTIPLE}",
        "  expected  multiple (3 solutions)",
        f"  answer    unique {SOLUTION}",
        "  shrunk    12343412....4321",
        f"  repeat    {REPEAT}",
        "  1 more case for the same cause; --details shows all",
    ]
    assert ("three solutions 2: failed" in out, "easy 1" in out) == (False, False)
    assert "three solutions 2: failed" in invoke("test-solver", "./mine", "--details").out


def test_a_line_that_cannot_be_seen_is_quoted(examined):
    """So that it can be recognised."""
    examined(CRASHED, replace(CRASHED, puzzle=""))
    lines = invoke("test-solver", "./mine", "--details", columns=120).out.splitlines()
    assert lines.count(r"  puzzle    '\x00'") == 1
    assert lines.count("  puzzle    ''") == 1


def test_what_is_done_with_lines_that_are_no_puzzles_counts_only_if_that_is_asked_for(examined):
    """It is told apart, as robustness."""
    odd = replace(CRASHED, case=f"{ROBUSTNESS} 1", category=ROBUSTNESS)
    examined(PASSED, odd)
    outcome = invoke("test-solver", "./mine", columns=120)
    [row] = (line.split() for line in outcome.out.splitlines() if line.startswith("robustness"))
    assert (outcome.status, row[-3:]) == (0, ["0", "1", "0"])
    assert outcome.out.splitlines()[-1] == "command:./mine conforms: 1 passed"
    examined(PASSED, odd, is_strict=True)
    assert invoke("test-solver", "./mine", "--strict").status == 1


def test_each_category_is_told_on_standard_error_when_it_is_finished(examined):
    """In a pipe, too; the last one is in the table."""
    examined(*ALL_FIVE)
    said = invoke("test-solver", "./mine").err.splitlines()
    assert said == [
        "easy: 1 passed", "three solutions: 1 failed", "odd: 1 failed", "stream: 1 failed"
    ]  # fmt: skip


def test_ctrl_c_leaves_the_table_of_what_was_finished(monkeypatch):
    """And so does a request to end."""

    def broken_off(solver, *, on_result, **options):
        on_result(PASSED)
        on_result(FAILED)
        raise KeyboardInterrupt

    monkeypatch.setattr(sudocube.conformance, "examine_solver", broken_off)
    outcome = invoke("test-solver", "./mine", columns=120)
    assert outcome.status == 130
    assert "three solutions       0       1          0" in outcome.out
    assert outcome.out.splitlines()[-1] == "broken off: this is what was finished"


def test_the_table_counts_by_category(examined):
    """In the order of the cases."""
    examined(*ALL_FIVE)
    lines = [line.split() for line in invoke("test-solver", "./mine").out.splitlines()]
    at = next(number for number, line in enumerate(lines) if line[:1] == ["category"])
    assert " ".join(lines[at - 1]) == "command:./mine claims verdicts at size 9; seed 0"
    assert lines[at + 2 : at + 4] == [["three", "solutions", "0", "1", "0"], ["odd", "0", "1", "0"]]
    assert lines[at + 6] == ["all", "1", "3", "1"]
    speeds = [["speed", "puzzles/s"], ["command:./mine", "1,234"], ["kernel", "2,000,000"]]
    assert lines[at + 8 : at + 11] == speeds


def test_every_case_is_a_row_and_the_summary_is_the_last(examined):
    """`invoke` holds them against the schema."""
    examined(*ALL_FIVE)
    *rows, last = invoke("test-solver", "./mine", "--json").rows
    assert [row["passed"] for row in rows] == [True, False, False, False, None]
    assert [row["shrunk"] for row in rows] == [None, "12343412....4321", None, None, None]
    assert [row["box"] for row in rows] == ["3x3", None, None, None, None]
    assert (rows[1]["cause"], rows[1]["reason"]) == ("two_solutions", "two solutions passed the referee")
    assert "cause" not in rows[2]
    assert rows[3]["before"] == [UNIQUE, MULTIPLE]
    expected = {"passed": 1, "failed": 3, "undecided": 1, "claims": "verdict", "sizes": [9]}
    assert expected.items() <= last["summary"].items()
    assert last["summary"]["by_category"]["hard"] == {"passed": 0, "failed": 0, "undecided": 1}


def test_junit_has_a_suite_for_each_category_and_a_failure_for_each_failure(examined, tmp_path):
    """An undecided case is skipped: a timeout is no refutation. A NUL, which XML cannot hold, is escaped."""
    file = tmp_path / "results.xml"
    examined(*ALL_FIVE)
    assert invoke("test-solver", "./mine", "--junit", file).status == 1
    whole = ElementTree.parse(file).getroot()
    numbers = {"tests": "5", "failures": "3", "skipped": "1", "errors": "0"}
    assert {name: whole.get(name) for name in numbers} == numbers
    assert [suite.get("name") for suite in whole] == ["easy", "three solutions", "odd", "stream", "hard"]
    failure = whole.find(".//testcase[@name='three solutions 1']/failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("two_solutions", FAILED.reason)
    assert f"  repeat    {REPEAT}" in (failure.text or "").splitlines()
    assert whole.find(".//testcase[@name='hard 1']/skipped") is not None
    crash = whole.find(".//testcase[@name='odd 1']/failure")
    assert crash is not None
    assert r"puzzle    '\x00'" in (crash.text or "")


def test_a_junit_file_that_cannot_be_made_is_an_error_before_the_solver_is_asked(
    examined, tmp_path, monkeypatch
):
    calls = examined(PASSED)
    outcome = invoke("test-solver", "./mine", "--junit", tmp_path / "nowhere" / "results.xml")
    assert (outcome.status, "results.xml" in outcome.err) == (2, True)
    assert calls == []
    invoke("test-solver", "./mine {}", "--claims", "count", "--timeout", "2.5", "--seed", "7", "--no-shrink")
    given = {
        "solver": "command:./mine {}",
        "claims": "count",
        "timeout": 2.5,
        "seed": 7,
        "shrink": False,
        "strict": False,
    }
    assert [vars(call) for call in calls] == [given]
