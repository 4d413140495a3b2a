"""Exit statuses: what each command's 0, 1, 2 and 3 mean, and that 2 goes before 1, 1 before 3, 3 before 0."""

import signal
from itertools import combinations

import pytest

import sudocube.cli
from sudocube.cli.status import MEANINGS, ExitStatus, meaning
from tests.cli.command import HARD, MULTIPLE, NONE, UNIQUE, invoke, no_boxes, written
from tests.cli.test_command_group import commands

INPUTS = {
    "unique": UNIQUE,
    "multiple": MULTIPLE,
    "none": NONE,
    "unknown": HARD,
    "invalid": UNIQUE[:-1],
    "unreadable": "there-is-no-such-file.txt",
}

SINGLE = {
    "check": {"unique": 0, "multiple": 1, "none": 1, "unknown": 3, "invalid": 2, "unreadable": 2},
    "solve": {"unique": 0, "multiple": 0, "none": 1, "unknown": 3, "invalid": 2, "unreadable": 2},
    "crosscheck": {"unique": 0, "multiple": 0, "none": 0, "unknown": 3, "invalid": 2, "unreadable": 2},
    "count": {"unique": 0, "multiple": 0, "none": 0, "unknown": 3, "invalid": 2, "unreadable": 2},
}
"""The exit status of a command that is given one of the INPUTS alone."""

FIRST_TO_LAST = [2, 1, 3, 0]


def status_of(name: str, *kinds: str) -> int:
    engines = ("--engines", "phases,cube") if name == "crosscheck" else ("--engine", "phases")
    inputs = [INPUTS[kind] for kind in kinds]
    return invoke(name, *inputs, *engines, "--timeout", "0.2").status


@pytest.mark.parametrize("kind", INPUTS)
@pytest.mark.parametrize("name", SINGLE)
def test_status_of_one_input(name, kind):
    assert status_of(name, kind) == SINGLE[name][kind]


@pytest.mark.parametrize(("one", "other"), list(combinations(INPUTS, 2)))
@pytest.mark.parametrize("name", ["check", "solve"])
def test_of_two_that_apply_the_graver_counts(name, one, other):
    """2, then 1, then 3, then 0, whichever comes first in the batch."""
    graver = min(SINGLE[name][one], SINGLE[name][other], key=FIRST_TO_LAST.index)
    assert status_of(name, one, other) == graver
    assert status_of(name, other, one) == graver


def test_crosscheck_disagreement_is_1(tmp_path):
    """It goes before undecided (an engine that goes wrong all alone), and behind what is not understood."""
    wrong = f"sat:{no_boxes(tmp_path)}"
    assert invoke("crosscheck", UNIQUE, "--engines", f"phases,{wrong}").status == 1
    assert invoke("crosscheck", UNIQUE, "--engines", wrong).status == 1
    assert invoke("crosscheck", UNIQUE, UNIQUE[:-1], "--engines", f"phases,{wrong}").status == 2


def test_crosscheck_by_one_engine_alone_is_3():
    assert invoke("crosscheck", UNIQUE, "--engines", "phases").status == 3


def test_crosscheck_of_a_puzzle_that_one_of_two_decides_is_3():
    outcome = invoke("crosscheck", UNIQUE, MULTIPLE, "--engines", "phases,cube:propagate", "--json")
    verdicts = [said["verdict"] for said in outcome.rows[1]["engines"].values()]
    assert (outcome.status, verdicts) == (3, ["multiple", "unknown"])


def test_crosscheck_of_a_puzzle_that_two_of_three_decide_is_0():
    engines = "phases,sat,cube:propagate"
    outcome = invoke("crosscheck", MULTIPLE, "--engines", engines, "--json")
    verdicts = [said["verdict"] for said in outcome.rows[0]["engines"].values()]
    assert (outcome.status, verdicts) == (0, ["multiple", "multiple", "unknown"])


def test_an_incomplete_engine_that_is_stuck_leaves_a_puzzle_undecided():
    assert invoke("check", MULTIPLE, "--engine", "cube:propagate").status == 3


def test_count_at_the_limit_is_0():
    assert invoke("count", "." * 16, "--engine", "phases", "--limit", "5").status == 0


def test_an_input_without_any_puzzle_is_2(tmp_path):
    assert invoke("check", written(tmp_path, "", "# nothing here"), "--engine", "phases").status == 2


@pytest.mark.parametrize(
    ("noted", "counts"),
    [((), 0), ((0, 3), 3), ((3, 1), 1), ((1, 2), 2), ((3, 1, 2, 0), 2), ((1, 3, 0), 1)],
)
def test_the_first_of_2_1_3_0_counts(noted, counts):
    status = ExitStatus()
    for code in noted:
        status.note(code)
    assert status.code == counts


@pytest.mark.parametrize("name", MEANINGS)
def test_help_says_what_the_statuses_mean(name):
    said = meaning(name)
    assert said is not None
    [command] = [full for full in commands() if full.rpartition(" ")[2] == name]
    assert said in " ".join(invoke(*command.split(), "--help").out.split())
    for code in sorted({0, 2, 130} | MEANINGS[name].keys()):
        assert f"{code} " in said


def test_a_fault_of_the_program_is_taken_for_no_verdict(monkeypatch, capsys):
    """Python ends with 1 after an uncaught exception; that would blame the puzzle."""

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("sudocube.engines.engine", broken)
    monkeypatch.setattr("sys.argv", ["sudocube", "check", UNIQUE, "--engine", "phases"])
    with pytest.raises(SystemExit) as end:
        sudocube.cli.main()
    assert end.value.code == 70
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(
        "error: sudocube failed through a fault of its own: RuntimeError: a fault of ours ("
    )
    assert "SUDOCUBE_TRACEBACK" in second

    monkeypatch.setenv("SUDOCUBE_TRACEBACK", "1")
    with pytest.raises(SystemExit):
        sudocube.cli.main()
    assert capsys.readouterr().err.startswith("Traceback")


def test_nothing_here_changes_how_ctrl_c_is_handled():
    """Commands run in this process by the tests leave Python's own handler in place."""
    before = signal.getsignal(signal.SIGINT)
    invoke("check", UNIQUE, "--engine", "phases")
    assert signal.getsignal(signal.SIGINT) is before
