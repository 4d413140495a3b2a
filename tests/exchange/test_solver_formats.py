"""What solvers print is told apart and read; what cannot be is refused, and never guessed at."""

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.errors import FormatError, InputError, SudocubeError, UnknownNameError, UnsupportedError
from sudocube.exchange import decode
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solver_texts import solver_output
from sudocube.solver_texts.solver_formats import FORMATS
from sudocube.solver_texts.solver_output import OutputText, read_output_text
from tests.counted_clock import CountedClock
from tests.exchange.outputs import PRINTED, competition, minizinc
from tests.puzzles import solved_grid
from tests.tables import cases

PUZZLE = Puzzle("....32........42")
SOLUTION = "4123321424311342"


def model_of(puzzle: Puzzle, name: str) -> list[int]:
    """A model of the puzzle's clauses, by PySAT."""
    clauses = add_clues(formula(load(name), puzzle.geometry), puzzle)
    with Solver("minisat22", bootstrap_with=list(clauses.clauses)) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert len(model) == clauses.variables
    return list(model)


@pytest.mark.parametrize("printed", PRINTED.values(), ids=PRINTED)
def test_each_way_to_print_a_model_is_told_by_itself(printed):
    """The format is found out, and the grid is the one of the model, with the line ends of any system."""
    model = model_of(PUZZLE, "extended")
    text = printed(model)
    has_names = printed.format not in ("dimacs", "minizinc")  # then any order will do
    reversed_text = printed(model[::-1]) if has_names else text
    for said in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), text, reversed_text):
        [one] = decode(PUZZLE, "extended", said)
        assert (one.format, one.accepted, one.reason) == (printed.format, True, None)
        assert str(one.grid) == SOLUTION
    [late] = decode(PUZZLE, "extended", text, timeout=1e-9)
    assert (late.accepted, late.is_undecided, late.grid) == (None, True, None)
    assert late.reason == "out of time, before all of it was read and checked"


def test_a_model_of_every_encoding_comes_back():
    """Of a puzzle of size 4 or 6, solved by PySAT and printed in different ways."""
    ways = [*PRINTED.values()]
    for number, name in enumerate(names(Formalism.CNF)):
        rng = Random(name)
        shape = rng.choice([Geometry(2, 2), Geometry(2, 3), Geometry(3, 2)])
        cells = [digit if rng.random() < 0.4 else 0 for digit in solved_grid(shape, rng).cells]
        puzzle, printed = Puzzle(cells, shape), ways[number % len(ways)]
        [one] = decode(puzzle, name, printed(model_of(puzzle, name)), format=printed.format)
        assert (one.accepted, one.reason) == (True, None), name


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("texts.toml")))
def test_what_is_said_without_a_right_model_is_read_or_refused_with_its_place(case):
    """A limit is not "no solution"; and "no solution" is wrong here, as there is one."""
    encoding = case.get("encoding", "extended")
    if "error" in case:
        with pytest.raises(FormatError) as raised:
            decode(PUZZLE, encoding, case["text"])
        assert str(raised.value).startswith(case["error"])
        return
    [one] = decode(PUZZLE, encoding, case["text"])
    assert (one.format, str(one.status), one.grid) == (case.get("format"), case["status"], None)
    assert case.get("reason", "") in (one.reason or "")
    assert one.accepted is (False if case["status"] == "unsatisfiable" else case.get("accepted"))


def test_several_models_are_judged_one_by_one_and_a_wrong_one_is_named_by_its_number():
    """clingo 0, minizinc -a and some SAT solvers print many; a single one has no number."""
    right = model_of(PUZZLE, "extended")
    two = [abs(literal) if abs(literal) == 1 else literal for literal in right]
    none = [-abs(literal) if abs(literal) == 4 else literal for literal in right]
    found = decode(PUZZLE, "extended", "".join(minizinc(one) for one in (two, right, none)) + "==========\n")
    assert [(one.accepted, one.grid is not None) for one in found] == [
        (False, False),
        (True, True),
        (False, False),
    ]
    assert [one.reason for one in found] == [
        "model 1: r1c1 holds both 1 and 4",
        None,
        "model 3: r1c1 holds no digit",
    ]
    assert [one.reason for one in decode(PUZZLE, "extended", minizinc(two))] == ["r1c1 holds both 1 and 4"]


def test_a_format_that_is_asked_for_is_insisted_on():
    """It has to be one that there is, and that the encoding goes to."""
    text = competition(model_of(PUZZLE, "extended"))
    with pytest.raises(FormatError, match="found 'c talk'; expected output for smtlib"):
        decode(PUZZLE, "extended", text, format="smtlib")
    with pytest.raises(UnknownNameError, match="unknown format 'cnf'"):
        decode(PUZZLE, "extended", text, format="cnf")
    with pytest.raises(UnsupportedError, match="extended does not go to cpsat"):
        decode(PUZZLE, "extended", text, format="cpsat")
    with pytest.raises(UnsupportedError, match=r"cpsat/cube does not go to dimacs: .* minizinc, cpsat"):
        decode(PUZZLE, "cpsat/cube", text)


PIECES = [*"1-(){}:[], .0\n", "s ", "v ", "SATISFIABLE", "x1", "sat\n", "true", "Answer: 1\n", "x(1)", "x = "]
PIECES += ["----------\n", "status: OPTIMAL\n", "solution: ", "Optimal", "objective value", "Model status\n"]
PIECES += ["1e999", "null", '"Call"', "SAT\n", '"Result"']


@settings(max_examples=25)
@given(text=st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=60))
def test_no_text_is_a_surprise(text):
    """Whatever it says, it is judged or refused."""
    for name in ("extended", "cpsat/alldifferent"):
        for format in (None, *FORMATS):
            try:
                answers = decode(PUZZLE, name, text, format=format)
            except SudocubeError:
                continue
            assert all(one.accepted is not True for one in answers)


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("dimacs", "v " + 100_000 * "1 "),
        ("opb", 300_000 * "\n"),
        ("lp", "Status: OPTIMAL\n" + 20_000 * "x1 1\n"),
        ("smtlib", "sat\n" + 60_000 * "(x1 true)"),
        ("minizinc", 20_000 * "x=[]\n----------\n"),
        ("asp", "Answer: 1\n" + 20_000 * "x(1) "),
        ("cpsat", "status: OPTIMAL\n" + 20_000 * "solution: 1\n"),
    ],
)
def test_the_time_limit_stops_within_one_long_line(format, text):
    """The clock is looked at between words, too."""
    with pytest.raises(TimeoutError):
        FORMATS[format].read(OutputText(text, "output", CountedClock(1)))


class Endless(io.RawIOBase):
    """A stream without an end, which counts what was read of it."""

    def __init__(self, content: bytes) -> None:
        self._content, self.given = content, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        size = len(buffer)
        buffer[:] = (self._content * (size // len(self._content) + 1))[:size]
        self.given += size
        return size


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"sat\n", "more than 1,000,000 bytes: "),
        (b"x", "more than 1,000,000 bytes: "),
        (b"\0", "is not text: it holds NUL bytes"),
    ],
)
def test_an_endless_output_is_read_up_to_the_limit(content, said, monkeypatch):
    """And no further; what is no text, such as /dev/zero, is refused at once."""
    monkeypatch.setattr(solver_output, "LONGEST_OUTPUT", 1_000_000)
    stream: Any = Endless(content)
    with pytest.raises(InputError, match=f"^output: {said}"):
        read_output_text(stream, "output")
    assert stream.given <= (1_100_000 if content != b"\0" else 100_000)
