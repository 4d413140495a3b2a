"""The lesson on encodings: its tables, its commands, its Python, and what it works through by hand."""

import doctest
import re
from importlib.metadata import version

import pytest

from sudocube import Puzzle, check
from sudocube.cube import cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab import compare
from tests.examples import lesson, pages

TEXT = lesson.text()

HOW = "run `python -m tests.examples`, and look at the difference"


MEASURED = {"strength", "loaded", "before-search", "pigeons"}
"""Tables that depend on the release of a solver."""


@pytest.mark.parametrize("name", sorted(set(lesson.TABLES) - MEASURED))
def test_the_tables_are_those_of_the_catalogue(name):
    """To the digit: sizes, ways, words."""
    assert lesson.tables_in(TEXT)[name] == lesson.TABLES[name](), HOW


COMMANDS = lesson.commands_in(TEXT)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "said"), COMMANDS, ids=[command.strip() for command, _ in COMMANDS])
def test_the_commands_print_what_the_lesson_shows(command, said):
    """With the files that it shows, in a folder of their own."""
    with lesson.folder_of(TEXT):
        found = lesson.printed(command)
    assert pages.agrees(said, found), f"{found}\n{HOW}"


@pytest.mark.slow
def test_the_python_gives_what_the_lesson_shows():
    """One session from the first block to the last."""
    blocks = lesson.session_in(TEXT)
    session: dict[str, object] = {}
    failed = 0
    for kind, block in blocks:
        if kind == "python":
            exec(block, session)
        else:
            example = doctest.DocTestParser().get_doctest(block, session, "lesson", str(lesson.PAGE), None)
            runner = doctest.DocTestRunner()
            failed += runner.run(example, clear_globs=False).failed
            session |= example.globs
    programs = sum(name.endswith(".py") for name in lesson.files_in(TEXT))
    assert (len(blocks) + programs, failed) == (TEXT.count("\n```py"), 0)


FOUR = Geometry.of_size(4)
RULES = {frozenset(clause) for clause in formula(load("extended"), FOUR).clauses}
LINES = {
    f"{line.family} {FOUR.cell_name(line.index)}"
    if line.family == "cell"
    else f"{line.family} {line.index + 1}, digit {line.elements[0] % 4 + 1}": {e + 1 for e in line.elements}
    for line in cube(FOUR).lines
}


def literals(text):
    """`¬x143` as a number, for each that stands in a text."""
    signs = re.findall(r"(¬?)x(\d)(\d)(\d)\b", text)
    return [(-1 if no else 1) * (16 * int(r) + 4 * int(c) + int(d) - 20) for no, r, c, d in signs]


def section(number):
    return TEXT.split(f"\n## {number}. ")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    ("number", "puzzle"),
    [(3, "1.....2..3.....4"), (4, "1.2.....2.3....."), (5, "..2.....1.3..3.."), (15, "....12.....2...1")],
)
def test_each_step_by_hand_is_unit_propagation(number, puzzle):
    """The clause is the line's; all its literals but one are false, each by a pair with what is true."""
    lines = re.findall(r"^\| \d+ \|.*(?=\|$)", section(number), re.MULTILINE)
    rows = [[cell.strip() for cell in line.split("|")[1:]] for line in lines]
    true = set(literals(re.findall(r"clues: (.*)", section(number))[0]))
    assert true == {cell * 4 + digit for cell, digit in Puzzle(puzzle).clues.items()}
    assert [int(row[0]) for row in rows] == [*range(1, len(rows) + 1)]
    for _, line, clause, struck, so in rows:
        pairs = re.findall(r"(¬x\d+) by (x\d+)", struck)
        false = {-literals(no)[0] for no, _ in pairs}
        assert all(literals(by)[0] in true for _, by in pairs)
        assert all(frozenset([literals(no)[0], -literals(by)[0]]) in RULES for no, by in pairs)
        if so == "conflict":
            assert frozenset(literals(clause)) in RULES
            assert {-literal for literal in literals(clause)} <= true | {-literal for literal in false}
        elif not line.startswith("decision"):
            assert set(literals(clause)) == LINES[line]
            assert false | set(literals(so)) == LINES[line]
        true |= set(literals(so))
    if number == 3:
        assert sorted(true) == [element + 1 for element in solution_elements(puzzle)]


def solution_elements(puzzle):
    [solution] = check(Puzzle(puzzle)).solutions
    return [cell * 4 + digit - 1 for cell, digit in enumerate(solution.cells)]


@pytest.mark.slow
def test_what_is_measured_is_as_the_lesson_has_it():
    """What propagation decides; what OR-tools makes of models, in the release that the lesson names."""
    told = lesson.tables_in(TEXT)
    assert sorted(told) == sorted(lesson.TABLES)
    strength = {row.split("`")[1]: row.split("|")[2].strip() for row in told["strength"].splitlines()[2:]}
    assert sorted(strength) == sorted(names(Formalism.CNF))
    for one in compare(
        lesson.puzzles(), failed_literals=False, search=False, jobs=1, encodings=names(Formalism.CNF)
    ):
        assert (one.encoding, strength[one.encoding]) == (one.encoding, lesson.shares(one)[0]), HOW
    release = ".".join(version("ortools").split(".")[:2])
    if f"by OR-tools {release}:" in " ".join(TEXT.split()):
        for name in ("loaded", "before-search"):
            assert told[name] == lesson.TABLES[name](), HOW
