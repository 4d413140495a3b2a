"""What solvers print is told apart and read; what cannot be is refused, and never guessed at."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.errors import FormatError, SudocubeError, UnknownNameError, UnsupportedError
from sudocube.exchange import FORMATS, SolverStatus, decode, encode
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.exchange.outputs import PRINTED, competition, minizinc, pseudo_boolean
from tests.puzzles import solved_grid

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


@pytest.mark.parametrize("printed", PRINTED, ids=lambda way: way.__name__)
def test_each_way_to_print_a_model_is_told_by_itself(printed):
    """The format is found out, and the grid is the one of the model."""
    [one] = decode(PUZZLE, "extended", printed(model_of(PUZZLE, "extended")))
    assert (one.format, one.accepted, one.reason) == (PRINTED[printed], True, None)
    assert str(one.grid) == SOLUTION


@pytest.mark.parametrize("name", names(Formalism.CNF))
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 999), printed=st.sampled_from(list(PRINTED)))
def test_every_model_of_every_encoding_comes_back(name, seed, printed):
    """Whatever is left of a grid of size 4 or 6, solved by PySAT and printed in any way."""
    rng = Random(seed)
    shape = rng.choice([Geometry(2, 2), Geometry(2, 3), Geometry(3, 2)])
    solution = solved_grid(shape, rng)
    puzzle = Puzzle([digit if rng.random() < 0.4 else 0 for digit in solution.cells], shape)
    [one] = decode(puzzle, name, printed(model_of(puzzle, name)), format=PRINTED[printed])
    assert (one.accepted, one.reason) == (True, None)


GLPK_HEAD = """\
c Problem:
c Rows:       16
c Columns:    {columns}
c Status:     INTEGER OPTIMAL
c Objective:  obj = 0 (MINimum)
c
s {status}
i 1 1
"""


def glpk_columns(puzzle: Puzzle, name: str) -> list[int]:
    """The variables in the order in which the text of the programme names them first: GLPK's columns."""
    lines = "".join(encode(puzzle, name, "lp")).splitlines()
    text = "\n".join(line for line in lines if not line.startswith("\\"))
    return list(dict.fromkeys(map(int, re.findall(r"\bx([0-9]+)", text))))


@pytest.mark.parametrize("name", names(Formalism.CNF))
@pytest.mark.parametrize(
    ("status", "line"),
    [
        ("mip 16 {} o 0", "j {} {}"),
        ("mip 16 {} f 0", "j {} {}"),
        ("bas 16 {} f f 0", "j {} b {} 0"),
        ("ipt 16 {} o 0", "j {} {}.0000000003 4.5e-10"),
    ],
)
def test_what_glpsol_writes_by_column_is_told_by_variable(name, status, line):
    """`glpsol -w` gives the numbers of columns, in the order of their first appearance; -o gives names."""
    true = {literal for literal in model_of(PUZZLE, name) if literal > 0}
    columns = glpk_columns(PUZZLE, name)
    text = GLPK_HEAD.format(columns=len(columns), status=status.format(len(columns)))
    for column, variable in enumerate(columns, 1):
        text += line.format(column, int(variable in true)) + "\n"
    for format in (None, "lp"):
        [one] = decode(PUZZLE, name, text + "e o f\n", format=format)
        assert (one.format, one.accepted, one.reason) == ("lp", True, None)
        assert str(one.grid) == SOLUTION


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("mip 16 64 n 0", SolverStatus.UNSATISFIABLE),
        ("bas 16 64 n f 0", SolverStatus.UNSATISFIABLE),
        ("ipt 16 64 n 0", SolverStatus.UNSATISFIABLE),
        ("mip 16 64 u 0", SolverStatus.UNKNOWN),
        ("bas 16 64 i f 0", SolverStatus.UNKNOWN),
        ("bas 16 64 u u 0", SolverStatus.UNKNOWN),
        ("ipt 16 64 i 0", SolverStatus.UNKNOWN),
    ],
)
def test_values_that_glpsol_writes_without_a_solution_mean_nothing(status, said):
    """It writes zeros for the columns then; "infeasible" is only where its search stopped."""
    zeros = "".join(f"j {column} 0\n" for column in range(1, 65))
    text = GLPK_HEAD.format(columns=64, status=status) + zeros + "e o f\n"
    [one] = decode(PUZZLE, "extended", text)
    assert (one.format, one.status) == ("lp", said)
    assert one.accepted is (False if said is SolverStatus.UNSATISFIABLE else None)


def test_values_beside_an_undefined_status_mean_nothing():
    """The report of GLPK gives them where the time was up before it found a solution."""
    zeros = "".join(f"  {v} x{v}     *      0      0      1 \n" for v in range(1, 65))
    [one] = decode(PUZZLE, "extended", f"Status:     INTEGER UNDEFINED\n   No. Column name\n{zeros}")
    assert (one.status, one.accepted) == (SolverStatus.UNKNOWN, None)


def test_a_file_of_glpsol_for_another_size_is_noticed():
    """It has more columns than there are variables, or fewer."""
    for columns, words in ((65, "the model has 65 variables or more"), (63, "ends after 63 variables")):
        values = "".join(f"j {column} 0\n" for column in range(1, columns + 1))
        [one] = decode(PUZZLE, "extended", f"s mip 16 {columns} o 0\n{values}e o f\n")
        assert one.accepted is False
        assert words in (one.reason or "")


NO_MODEL = {
    "s UNSATISFIABLE\n": (None, SolverStatus.UNSATISFIABLE),
    "c cadical\ns UNSATISFIABLE\n": (None, SolverStatus.UNSATISFIABLE),
    "UNSAT\n": ("dimacs", SolverStatus.UNSATISFIABLE),
    "INDET\n": ("dimacs", SolverStatus.UNKNOWN),
    "s UNKNOWN\n": (None, SolverStatus.UNKNOWN),
    'unsat\n(error "line 9 column 1: model is not available")\n': ("smtlib", SolverStatus.UNSATISFIABLE),
    "unknown\n": ("smtlib", SolverStatus.UNKNOWN),
    "timeout\n": ("smtlib", SolverStatus.UNKNOWN),
    "=====UNSATISFIABLE=====\n": ("minizinc", SolverStatus.UNSATISFIABLE),
    "% time elapsed: 1 s\n=====UNKNOWN=====\n": ("minizinc", SolverStatus.UNKNOWN),
    "clingo version 5.8.0\nSolving...\nUNSATISFIABLE\n\nModels : 0\n": (None, SolverStatus.UNSATISFIABLE),
    '{"Call": [{"Stop": 0.0}], "Result": "UNSATISFIABLE"}': ("asp", SolverStatus.UNSATISFIABLE),
    '{"Call": [], "Result": "UNKNOWN"}': ("asp", SolverStatus.UNKNOWN),
    "Model status\nInfeasible\n\n# Primal solution values\nNone\n": ("lp", SolverStatus.UNSATISFIABLE),
    "Model status        : Time limit reached\n": ("lp", SolverStatus.UNKNOWN),
    "solution status: infeasible\nno solution available\n": ("lp", SolverStatus.UNSATISFIABLE),
    "no solution available\n": ("lp", SolverStatus.UNKNOWN),
    "Infeasible - objective value 0.00000000\n 0 x1  1  0\n": ("lp", SolverStatus.UNSATISFIABLE),
    "Stopped on time - objective value 0.0\n": ("lp", SolverStatus.UNKNOWN),
    "Status:     INTEGER EMPTY\n": ("lp", SolverStatus.UNSATISFIABLE),
    "Status:     INTEGER UNDEFINED\n": ("lp", SolverStatus.UNKNOWN),
}


@pytest.mark.parametrize("text", NO_MODEL)
def test_what_is_said_without_a_model_is_read(text):
    """Where several formats say it alike, it is the same in all of them; a limit is not "no solution"."""
    [one] = decode(PUZZLE, "extended", text)
    assert (one.format, one.status) == NO_MODEL[text]
    assert one.accepted is (False if one.status is SolverStatus.UNSATISFIABLE else None)


@pytest.mark.parametrize(
    ("printed", "status"), [("INFEASIBLE", SolverStatus.UNSATISFIABLE), ("UNKNOWN", SolverStatus.UNKNOWN)]
)
def test_cp_sat_without_a_model(printed, status):
    """Its response says as much."""
    [one] = decode(PUZZLE, "cpsat/cube", f"status: {printed}\nwall_time: 0.1\n")
    assert (one.format, one.status) == ("cpsat", status)


def test_several_models_are_judged_one_by_one():
    """clingo 0, minizinc -a and some SAT solvers print many; a wrong one is named by its place."""
    right = model_of(PUZZLE, "extended")
    wrong = [-abs(right[0]), *right[1:]] if right[0] > 0 else [1, *right[1:]]
    both = decode(PUZZLE, "extended", minizinc(right) + minizinc(wrong) + "==========\n")
    assert [one.accepted for one in both] == [True, False]
    assert (both[1].reason or "").startswith("model 2: r1c1 holds")


@pytest.mark.parametrize(
    "text", ["", "\n\n", "hello", "p cnf 1 1\n1 0\n", "c only talk\n", "{}", "[" * 10_000, "x = [true];\n"]
)
def test_what_is_no_solvers_output_is_refused(text):
    """The beginning is shown, and what was expected."""
    with pytest.raises(
        FormatError, match=r"found .*; expected the output of a solver, for one of dimacs, opb"
    ):
        decode(PUZZLE, "extended", text)


MALFORMED = {
    "s SATISFIABLE\nv 1 -2 three 0\n": ("output:2", "'three'"),
    "s SATISFIABLE\nv 1 -1 0\n": ("output:2", "variable 1 with two values"),
    "s SATISFIABEL\nv 1 0\n": ("output:1", "'s SATISFIABEL'"),
    "s SATISFIABLE\ns UNSATISFIABLE\n": ("output:2", "unsatisfiable after satisfiable"),
    "s UNSATISFIABLE\nv 1 0\n": ("output", "unsatisfiable, and a model"),
    "v " + "1" * 5000 + " 0\n": ("output:1", "'1111"),
    "Answer: 1\nx(1) cell(1,2,3)\nSATISFIABLE\n": ("output:2", "the atom cell(1,2,3)"),
    "y = 3;\n----------\n": ("output:2", "a solution without x or cell"),
    "sat\n((x1 true) (x1 false))\n": ("output", "variable 1 with two values"),
    "c\ns mip 16\n": ("output:2", "'s mip 16'"),
    "s mip 16 64 o 0\nj 1\n": ("output:2", "'j 1'"),
    "s mip 16 64 o 0\nj x1 1\n": ("output:2", "'j x1 1'"),
    "s mip 16 64 o 0\nj 1 1\nj 1 0\n": ("output:3", "variable 1 with two values"),
}


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_malformed_is_named_with_its_line(text):
    """Where it is, what was found, what was expected."""
    place, found = MALFORMED[text]
    with pytest.raises(FormatError) as raised:
        decode(PUZZLE, "extended", text)
    assert str(raised.value).startswith(f"{place}: found {found}")


def test_two_answers_in_one_file_are_not_chosen_between():
    """Until it is said which is meant."""
    model = model_of(PUZZLE, "extended")
    text = pseudo_boolean(model) + minizinc(model)
    with pytest.raises(FormatError, match="what could be opb or minizinc; expected --from, to say which"):
        decode(PUZZLE, "extended", text)
    [one] = decode(PUZZLE, "extended", text, format="opb")
    assert one.accepted


def test_a_format_that_is_asked_for_is_insisted_on():
    """And has to be one that there is, and that the encoding goes to."""
    text = competition(model_of(PUZZLE, "extended"))
    with pytest.raises(FormatError, match="found 'c talk'; expected output for smtlib"):
        decode(PUZZLE, "extended", text, format="smtlib")
    with pytest.raises(UnknownNameError, match="unknown format 'cnf'"):
        decode(PUZZLE, "extended", text, format="cnf")
    with pytest.raises(UnsupportedError, match="extended does not go to cpsat"):
        decode(PUZZLE, "extended", text, format="cpsat")
    with pytest.raises(UnsupportedError, match=r"cpsat/cube does not go to dimacs: .* minizinc, cpsat"):
        decode(PUZZLE, "cpsat/cube", text)


PIECES = [
    "s ",
    "v ",
    "SATISFIABLE",
    "\n",
    "x1",
    "1",
    "-",
    "sat\n",
    "(",
    ")",
    "true",
    "Answer: 1\n",
    "x(1)",
    "{",
    "}",
    '"Result"',
    ":",
    "[",
    "]",
    "x = ",
    "----------\n",
    "status: OPTIMAL\n",
    "solution: ",
    ",",
    "Optimal",
    "objective value",
    "Model status\n",
    " ",
    "0",
    "1e999",
    "null",
    '"Call"',
    "SAT\n",
    ".",
]


@settings(max_examples=80, deadline=None)
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
