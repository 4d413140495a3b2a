"""SAT solvers that are programs: what they may say, what counts, and who is refuted."""

import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from sudocube.encoder import Formalism, names
from sudocube.engines import Answer, Failed, Refuted, Undecided, engine
from sudocube.engines.asking import refereed_answer
from sudocube.errors import EncodingError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from tests.puzzles import solved_grid

SOLVER = Path(__file__).with_name("answering_sat_solver.py")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")

UNIQUE, SOLUTION = Puzzle("1... ..2. .3.. ...4"), Grid("1243 3421 4312 2134")
THREE = Puzzle("12.. 34.. .... ...1")
NONE = Puzzle("12.. ...3 ..3. ...4")
PROGRAM = f"'{sys.executable}' -I '{SOLVER}'"


def solver(way: str, *, encoding: str = "minimal", files: str = "") -> str:
    """The name of an engine: the program that answers in this way."""
    return f"sat:{encoding}@command:{PROGRAM} {way} {files}".strip()


def answered(way: str, puzzle: Puzzle = UNIQUE, **how: object) -> Answer:
    """What the engine says whose program answers in this way."""
    files = "{} {out}" if way in ("minisat", "file_alone") else ""
    return refereed_answer(engine(solver(way, files=files)), puzzle, **how)  # type: ignore[arg-type]


WAYS = ("many_lines", "statuses_alone", "minisat", "file_alone")


@pytest.mark.parametrize("ways", [("competition",), pytest.param(WAYS, marks=pytest.mark.slow)])
def test_unique_several_and_none_are_told_apart_however_it_is_said(ways):
    """Unique means a solution, and UNSATISFIABLE for a second file that forbids it."""
    for way in ways:
        unique, several, none = (answered(way, puzzle) for puzzle in (UNIQUE, THREE, NONE))
        assert (unique.verdict, unique.solutions, unique.reason) == ("unique", (SOLUTION,), None), way
        assert (several.verdict, len(set(several.solutions)), several.count) == ("multiple", 2, 2), way
        assert (none.verdict, none.solutions, isinstance(none, Failed | Refuted)) == ("none", (), False), way


@pytest.mark.slow
def test_every_encoding_in_cnf_can_be_asked():
    """Also the reduced ones and those with auxiliary variables; a formula without variables has a model."""
    wrong, clash = Puzzle(str(SOLUTION)[:-1] + "3"), Puzzle("11" + 14 * ".")
    for encoding in names(Formalism.CNF):
        one = engine(solver("competition", encoding=encoding))
        assert one.answer(UNIQUE).solutions == (SOLUTION,), encoding
        if encoding in ("minimal", "optimised", "locked", "ladder"):
            assert one.answer(Puzzle(str(SOLUTION))).solutions == (SOLUTION,), encoding
            assert one.answer(THREE).verdict == "multiple", encoding
            for puzzle in (NONE, wrong, clash):
                assert one.answer(puzzle).verdict == "none", encoding


@pytest.mark.slow
def test_pencilmarks_are_clauses_like_clues():
    """Of encodings that have a variable for each candidate."""
    grid = solved_grid(Geometry(3, 3), Random(9))
    marks = [{digit} for digit in grid.cells]
    for cell in range(1, 9):
        marks[cell] = {*range(1, 10)} - {grid.cells[0]}
    text = "".join(str(d) if d in held else "." for held in marks for d in range(1, 10))
    one = engine(solver("competition"))
    assert one.answer(Puzzle(text)).solutions == (grid,)
    assert one.answer(Puzzle(text.replace(text[:9], "." * 9, 1))).verdict == "none"
    assert one.traits.pencilmarks
    assert not engine(solver("competition", encoding="optimised")).traits.pencilmarks


@pytest.mark.slow
def test_a_solver_that_does_not_know_or_shows_no_model_is_not_faulty():
    """It is told how to show it; what it has shown before remains, and the next puzzle is asked anew."""
    answer = answered("no_model")
    assert isinstance(answer, Undecided)
    assert "says that there is a solution, and shows none: let it print the model" in (answer.reason or "")
    assert (answer.reason or "").endswith("a file that {out} stands for: CMD {} {out}")
    assert answered("no_model", NONE).verdict == "none"
    later = answered("first:unknown")
    assert (later.verdict, later.solutions, later.count) == ("unknown", (SOLUTION,), 1)
    assert (later.reason or "").endswith("says that it does not know")
    one = engine(solver("four:unknown"))
    reasons = [one.answer(puzzle).reason for puzzle in (UNIQUE, Puzzle("4" + 15 * "."), UNIQUE)]
    assert [reason is None for reason in reasons] == [True, False, True]


FAILURES = {
    "cut_off": "garbled: the model has 30 variables, and the formula 64",
    "too_many": "garbled: the model has 65 variables, and the formula 64",
    "silent": "ended with exit status 0 and no answer; it printed ''; expected: s SATISFIABLE with a model",
    "prose": "no answer; it printed 'it was solved, thank you'; expected: s SATISFIABLE",
    "usage": "ended with exit status 1 and no answer; it printed 'unknown option -x'; expected: s SAT",
    "both": "says unsatisfiable, and ended with exit status 10: this does not count",
    "both_in_lines": "its output:2: found satisfiable after unsatisfiable; expected one answer",
    "nul": "is not text: it holds NUL bytes",
    "killed": "signal",
    "broken_off": "says unsatisfiable, and ended with exit status 3: this does not count",
}


@pytest.mark.parametrize(
    "failures",
    [{"cut_off": FAILURES["cut_off"]}, pytest.param(FAILURES, marks=pytest.mark.slow)],
    ids=["quick", "all"],
)
def test_a_program_that_fails_is_told_of_and_refutes_nothing(failures):
    """And it is not refuted. A failure after a solution does not take it back: the referee has passed it."""
    for way, reason in failures.items():
        answer = answered(way)
        assert isinstance(answer, Failed), way
        assert reason in (answer.reason or "")
        if way in ("cut_off", "too_many"):
            continue
        later = answered(f"first:{way}")
        assert isinstance(later, Failed), way
        assert later.passed == (SOLUTION,), way


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("wrong_digits", "column 1 holds 4, but the clue is 1"),
        pytest.param(
            "two_digits", "a model of minimal that is no grid: r1c1 holds 4 dig", marks=pytest.mark.slow
        ),
        pytest.param("forgets:competition", "it was given twice", marks=pytest.mark.slow),
    ],
)
def test_a_wrong_model_is_refuted(way, reason):
    """A solver that leaves out clauses gives them sooner or later."""
    answer = answered(way)
    assert isinstance(answer, Refuted)
    assert reason in answer.reason


REFUSED = [
    ("sat:odd@command:true", UnknownNameError, "odd"),
    ("sat:cpsat/cube@command:true", UnsupportedError, "is in cp-sat"),
    ("sat:missing.toml@command:true", EncodingError, "missing.toml"),
    ("sat:minimal@command:", UnsupportedError, "needs a program"),
    ("sat:minimal@command:'", UnsupportedError, "cannot be split"),
    ("sat:minimal@command:no-such-program-1", UnsupportedError, "there is no program"),
    ("sat:extended@{}", UnknownNameError, "for a program: @command:CMD"),
]


def test_the_name_has_the_encoding_and_the_command_or_is_refused_before_the_first_puzzle(tmp_path):
    """The recommended encoding where none is named; a program in the place of a solver is asked back."""
    assert engine(f"sat:@command:{PROGRAM} a").name == f"sat:extended@command:{PROGRAM} a"
    assert engine(f"sat:cnf/minimal@command:{PROGRAM}").name == f"sat:minimal@command:{PROGRAM}"
    program = tmp_path / "kissat"
    program.write_text("#!/bin/sh\n", "ascii")
    program.chmod(0o755)
    for name, error, message in REFUSED:
        with pytest.raises(error, match=message):
            engine(name.format(program))


KILLED_AT = """
import os, signal
from sudocube.engines import engine, sat_command
from sudocube.puzzle import Puzzle
sat_command.{step} = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
engine({name!r}).answer(Puzzle({puzzle!r}))
"""


def test_no_file_is_left_of_a_puzzle(tmp_path, monkeypatch):
    """After a failure, too, and where who asks is killed: before the program runs, meanwhile, or after it."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    one = engine(solver("four:killed"))
    for puzzle in (UNIQUE, Puzzle("4" + 15 * "."), UNIQUE):
        refereed_answer(one, puzzle)
        assert [*tmp_path.iterdir()] == []
    for step in ("Contained", "Contained.output", "what_it_says"):
        code = KILLED_AT.format(step=step, name=solver("competition"), puzzle=str(UNIQUE))
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
        give_up_at = monotonic() + 10
        while (left := [*tmp_path.iterdir()]) and monotonic() < give_up_at:
            sleep(0.01)
        assert left == [], step
