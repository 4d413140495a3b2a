"""Exit statuses: what each command's 0, 1, 2 and 3 mean, and that 2 goes before 1, 1 before 3, 3 before 0."""

import re
from itertools import combinations

import pytest

import sudocube.cli
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke, no_boxes
from tests.cli.test_help import commands

INPUTS = (UNIQUE, MULTIPLE, NONE, HARD, UNIQUE[:-1], "there-is-no-such-file.txt")
"""Unique, several solutions, none, one that would take hours, what is no puzzle, and no file."""

SINGLE = {"check": (0, 1, 1, 3, 2, 2), "solve": (0, 0, 1, 3, 2, 2)}
SINGLE |= dict.fromkeys(("crosscheck", "count"), (0, 0, 0, 3, 2, 2))
"""The exit status of a command that is given one of the INPUTS alone."""

CODES = {
    "solve": (0, 1, 3),
    "check": (0, 1, 3),
    "crosscheck": (0, 1, 3),
    "test-solver": (0, 1, 3),
    "bench": (0, 1, 3),
    "explain": (0, 1, 3),
    "decode": (0, 1, 3),
    "prove": (0, 1, 3),
    "trace": (0, 3),
    "compare": (0, 3),
    "convert": (0,),
    "canonical": (0, 3),
    "diagnose": (0, 3),
    "certify": (0, 3),
    "rate": (0, 1, 3),
    "verify": (0, 1),
    "generate": (0, 3),
    "audit": (0, 1, 3),
    "serve": (0,),
    "count": (0, 3),
}
"""Which of 0, 1 and 3 each command can end with."""


@pytest.mark.parametrize("name", SINGLE)
def test_status_of_one_input(name):
    engines = "phases,sat:minimal" if name == "crosscheck" else "phases"
    limits = ["0.1" if one == HARD else "600" for one in INPUTS]
    for one, limit, status in zip(INPUTS, limits, SINGLE[name], strict=True):
        assert invoke(name, one, "-e", engines, "--timeout", limit).status == status, one


def test_of_two_that_apply_the_graver_counts():
    """2, then 1, then 3, then 0, in any order. The engine is stuck at the blank grid."""
    inputs = {PUZZLES["3x3-unique-one-blank"]: 0, "." * 81: 3, NONE: 1, UNIQUE[:-1]: 2, "no-such-file": 2}
    for pair in combinations(inputs, 2):
        graver = min((inputs[one] for one in pair), key=[2, 1, 3, 0].index)
        for order in (pair, pair[::-1]):
            assert invoke("check", *order, "-e", "cube:propagate").status == graver, order


def test_crosscheck_disagreement_is_1(tmp_path):
    """It goes before undecided (an engine that goes wrong all alone), and behind what is not understood."""
    wrong = f"sat:{no_boxes(tmp_path)}"
    assert invoke("crosscheck", UNIQUE, "--engines", f"phases,{wrong}").status == 1
    assert invoke("crosscheck", UNIQUE, "--engines", wrong).status == 1
    assert invoke("crosscheck", UNIQUE, UNIQUE[:-1], "--engines", f"phases,{wrong}").status == 2


def test_what_fewer_than_two_engines_decide_is_3():
    """An engine that gets stuck decides nothing; a limit that is reached is no lack of time."""
    for engines, status in (("phases,cube:propagate", 3), ("phases,sat,cube:propagate", 0)):
        assert invoke("crosscheck", MULTIPLE, "--engines", engines).status == status, engines
    assert invoke("check", MULTIPLE, "--engine", "cube:propagate").status == 3
    assert invoke("count", "." * 16, "--engine", "phases", "--limit", "5").status == 0


def test_help_says_what_the_statuses_mean():
    """For each command, what it can end with, and nothing else."""
    names = {full.rpartition(" ")[2]: full for full in commands()}
    for name, full in names.items():
        said = " ".join(invoke(*full.split(), "--help").out.split()).partition("Exit status: ")[2]
        codes = [int(one) for one in re.findall(r"(?:^|; )(\d+) [a-z-]", said)]
        assert codes == (sorted({*CODES[name], 2, 130}) if name in CODES else []), name


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
