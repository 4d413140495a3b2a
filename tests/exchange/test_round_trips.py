"""Puzzles go out in a format, an outside solver solves them, and its answers are read back."""

import subprocess

import pytest

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import dimacs_line
from sudocube.exchange import FORMATS, decode, encode
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.exchange.outside import HANG, SOLVERS, Outside
from tests.puzzles import EXAMPLES, count_solutions

PUZZLES = {name: Puzzle(cells, shape) for name, cells, shape, _ in EXAMPLES}

WITHOUT_SOLUTION = {"2x2-clash-in-row", "2x2-no-digit-for-a-cell"}

TELLING = {
    "extended": ["2x2-no-digit-for-a-cell", "2x3-unique", "3x3-unique-one-blank"],
    "optimised": ["2x2-clash-in-row", "2x2-full", "3x2-unique", "3x3-unique"],
    "order": ["2x2-no-digit-for-a-cell", "2x3-unique"],
    "binary": ["2x2-clash-in-row", "3x2-unique"],
    "triads": ["2x2-no-digit-for-a-cell", "2x3-unique"],
    "commander": ["2x2-multiple", "2x3-unique"],
}
"""Encodings with other variables, with variables of their own, and with fewer than they say."""


def cases(solver: Outside) -> list[tuple[str, str]]:
    """For the first solver of a format all encodings that go there, for others the telling ones."""
    is_first = next(one for one in SOLVERS if one.format == solver.format) is solver
    fitting = [name for name in names() if FORMATS[solver.format].supports(load(name).formalism)]
    more = [(name, puzzle) for name in fitting for puzzle in TELLING.get(name, ())]
    if is_first:
        more += [(name, "2x2-unique") for name in fitting]
        more += [(name, "2x2-no-digit-for-a-cell") for name in fitting if "/" in name]
        more += [(name, "3x2-unique") for name in fitting if "/" in name]
    return more


CASES = {solver: cases(solver) for solver in SOLVERS}

QUICK_AT_9 = {"cadical", "minisat", "minisat+", "Z3", "clingo", "Gecode", "CP-SAT", "HiGHS"}


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda one: one.name)
def test_what_the_solver_answers_is_read_and_right(solver, tmp_path):
    """Each encoding that goes there, at sizes 4, 6 and 9: with a solution, and without one.

    Every second text has the names of its clauses in comments.
    """
    solver.or_skip()
    files = []
    for number, (name, puzzle) in enumerate(CASES[solver]):
        files.append(tmp_path / f"{number}{FORMATS[solver.format].suffix}")
        has_names = number % 2 == 1 and "/" not in name
        text = encode(PUZZLES[puzzle], name, solver.format, clause_names=has_names)
        files[-1].write_text("".join(text), "utf-8")
    answers = solver.solve(files)
    wrong = {}
    for (name, which), answer in zip(CASES[solver], answers, strict=True):
        [one] = decode(PUZZLES[which], name, answer.read_text("utf-8"), source=answer.name)
        expected = (True, which not in WITHOUT_SOLUTION)
        if (one.accepted, one.grid is not None) != expected:
            wrong[name, which] = one
    assert wrong == {}


OWN = {
    "repeated": ("1 1 2 3 4 0\n-1 -1 -2 0\n3 -3 0\n-7 -7 -7 0\n-1 -65 0\n65 -65 1 0\n", True),
    "empty": ("0\n", False),
}
"""Clauses that no encoding of the catalogue has, and whether they leave the solution of the puzzle."""


@pytest.mark.parametrize(
    "solver", [one for one in SOLVERS if one.format != "cpsat"], ids=lambda one: one.name
)
def test_clauses_of_ones_own_are_read_with_their_names(solver, tmp_path):
    """Repeated literals, tautologies and an empty clause, after clauses that say the rules."""
    solver.or_skip()
    puzzle = Puzzle("1.....2..3.....4")
    rules = "".join(dimacs_line(clause) for clause in formula(load("extended"), puzzle.geometry).clauses)
    files, own_files = [], []
    for name, (more, _) in OWN.items():
        count = rules.count("\n") + more.count("\n")
        own_files.append(tmp_path / f"{name}.cnf")
        own_files[-1].write_text(f"p cnf 66 {count}\n{rules}{more}")
        files.append(tmp_path / f"{name}-puzzle{FORMATS[solver.format].suffix}")
        texts = encode(puzzle, str(own_files[-1]), solver.format, clause_names=True)
        files[-1].write_text("".join(texts), "utf-8")
    answers = solver.solve(files)
    for own, answer, (_, has_solution) in zip(own_files, answers, OWN.values(), strict=True):
        [one] = decode(puzzle, str(own), answer.read_text("utf-8"), source=answer.name)
        assert (one.accepted, one.grid is not None) == (has_solution, has_solution)


@pytest.mark.parametrize(
    "solver", [one for one in SOLVERS if one.name in QUICK_AT_9], ids=lambda one: one.name
)
def test_a_9x9_puzzle_goes_out_and_comes_back(solver, tmp_path):
    """The one solution that it has."""
    solver.or_skip()
    puzzle = PUZZLES["3x3-unique"]
    assert count_solutions(puzzle) == 1
    name = "cpsat/cube" if solver.format == "cpsat" else "extended"
    file = tmp_path / f"puzzle{FORMATS[solver.format].suffix}"
    file.write_text("".join(encode(puzzle, name, solver.format)), "utf-8")
    [answer] = solver.solve([file])
    [one] = decode(puzzle, name, answer.read_text("utf-8"))
    assert one.accepted
    assert str(one.grid).startswith("764981532295374168")


@pytest.mark.parametrize("name", ["dimacs", "opb", "minizinc", "cpsat"])
def test_the_comments_say_how_it_is_solved(name, tmp_path):
    """The command in the text, run as it stands there, solves the puzzle."""
    next(one for one in SOLVERS if one.format == name and one.name != "minisat").or_skip()
    puzzle = Puzzle(PUZZLES["3x2-unique"].cells, Geometry(3, 2))
    encoding = "cpsat/cube" if name == "cpsat" else "extended"
    file = tmp_path / f"a puzzle{FORMATS[name].suffix}"
    text = "".join(encode(puzzle, encoding, name, file=file.name))
    file.write_text(text, "utf-8")
    lines = [line.removeprefix(FORMATS[name].mark).strip() for line in text.splitlines()]
    at = lines.index("Solve it, and read the answer:")
    subprocess.run(lines[at + 1], shell=True, cwd=tmp_path, timeout=HANG, capture_output=True, check=False)
    [one] = decode(puzzle, encoding, (tmp_path / "output").read_text("utf-8"))
    assert one.accepted
    assert lines[at + 2] == f"sudocube decode {puzzle} --box 3x2 --encoding {encoding} output"


def test_every_format_is_tried_with_a_solver():
    """And every encoding goes to one at least."""
    assert {one.format for one in SOLVERS} == set(FORMATS)
    assert {name for cases in CASES.values() for name, _ in cases} == set(names())
    assert {name for name, _ in CASES[SOLVERS[0]]} == set(names(Formalism.CNF))
