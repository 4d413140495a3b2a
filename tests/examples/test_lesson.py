"""The lesson on encodings: its tables, its commands, its Python, and what it works through by hand."""

import doctest
import re
from dataclasses import replace
from importlib.metadata import version
from importlib.resources import files

import pytest

from sudocube import Puzzle, check
from sudocube.cube import cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.at_most_one import pattern
from sudocube.encoder.cnf import formula
from sudocube.geometry import Geometry
from sudocube.lab import compare
from sudocube.serving.lesson import SCENES
from tests.examples import lesson, pages

TEXT = lesson.text()

HOW = "run `python -m tests.examples`, and look at the difference"


MEASURED = {"strength", "loaded", "before-search", "pigeons"}
"""Tables that depend on the release of a solver."""


SLOW = {"techniques"}
"""Tables that take some seconds."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW))
        for name in sorted({*lesson.TABLES} - MEASURED)
    ],
)
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


def columns(name):
    """A table of the page: the first word of each row, and its numbers; of "23 + 8" the first."""
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in lesson.tables_in(TEXT)[name].split("\n")
    ]
    return {
        row[0].split("`")[1]: [number(cell) for cell in row[1:]] for row in rows[2:] if row != [""] and row
    }


def number(cell):
    found = re.match(r"[\d,.]+", cell)
    return float(found[0].replace(",", "")) if found else None


def rounds(way, true):
    """After how many rounds of unit propagation all other literals of nine are false, if one is true."""
    clauses, known, waiting = pattern(way, 9)[0], {true}, {-one for one in range(1, 10)} - {-true}
    for count in range(99):
        if waiting <= known:
            return count
        open_ = [
            [one for one in clause if -one not in known] for clause in clauses if known.isdisjoint(clause)
        ]
        known |= {clause[0] for clause in open_ if len(clause) == 1}
    return None


def dual_by_product():
    """The clauses of `dual` with its pairs written as a product."""
    dual = load("dual")
    by = [replace(one, block="product") if one.block == "pairwise" else one for one in dual.statements]
    return len(formula(replace(dual, statements=tuple(by)), Geometry.of_size(9)).clauses)


def first(name, column, *, key=min):
    """Which row of a table has the least in a column, or the most."""
    rows = columns(name)
    return key(rows, key=lambda one: rows[one][column])


SUPERLATIVES = {
    "it has the fewest in the catalogue (2,187, if its pairs are written as `product`": lambda: (
        (first("sizes", 3), columns("sizes")["dual"][3], dual_by_product()) == ("dual", 3159, 2187)
    ),
    "So it is by far the worst in [the tables]": lambda: (
        [first("strength", column, key=max) for column in (2, 3, 4)] == ["dual", "dual", "dual"]
        and columns("strength")["dual"][2] > 2 * columns("strength")["binary"][2]
    ),
    "`binary` has the fewest variables of all, and about as many clauses as `minimal`": lambda: (
        first("sizes", 1) == "binary"
        and abs(columns("sizes")["binary"][3] / columns("sizes")["minimal"][3] - 1) < 0.1
    ),
    "with fewer clauses than each way of section 8, which have 23 or more": lambda: (
        min(row[2] for row in columns("ways").values()) == 23
    ),
    "Up to six elements, pairs take no more clauses than a product or commanders": lambda: all(
        len(pattern("pairwise", n)[0]) <= len(pattern(way, n)[0])
        for way in ("product", "commander")
        for n in range(7)
    ),
    "needs less than a thousandth of its decisions": lambda: (
        1000 * columns("strength")["extended"][2] < columns("strength")["dual"][2]
    ),
    "twenty-five times fewer decisions from `minimal` to `extended`, fewer still for `triads`": lambda: (
        columns("strength")["minimal"][2] > 25 * columns("strength")["extended"][2]
        and columns("strength")["triads"][2] < columns("strength")["extended"][2]
    ),
    "with a tenth of the propagations": lambda: (
        10 * columns("strength")["optimised"][4] < 1.05 * columns("strength")["extended"][4]
    ),
    "Presolve alone decides 16 with each encoding": lambda: (
        {row[2] for row in columns("before-search").values()} == {16}
    ),
    "With which of these ways does it take longest?": lambda: (
        [{rounds(way, true) for true in (1, 5, 9)} for way in ("bitwise", "product", "commander")]
        == [{2}, {3}, {3}]
        and [rounds("sequential-counter", true) for true in (1, 5, 9)] == [9, 5, 9]
    ),
}
"""What the lesson and its scenes call first, last, or so many times as much, and whether it is so."""

NO_CLAIMS = (
    "on the smallest case that shows it",
    "and the one with the fewest last",
    "The encoding with the fewest clauses is first",  # tests/serving/test_lesson.py
)


@pytest.mark.parametrize("sentence", SUPERLATIVES)
def test_what_is_called_first_or_last_is_so(sentence):
    """In the catalogue as it is, and by the tables of the page."""
    assert sentence in " ".join(WHOLE.split())
    assert SUPERLATIVES[sentence]()


WHOLE = "\n".join(
    [
        TEXT,
        *((files("sudocube.serving") / "lesson_texts" / f"{name}.md").read_text("utf-8") for name in SCENES),
    ]
)


def test_no_superlative_goes_unchecked():
    left = " ".join(WHOLE.split())
    for sentence in (*SUPERLATIVES, *NO_CLAIMS):
        left = left.replace(sentence, "")
    assert (
        re.findall(
            r"\b(?:fewest|smallest|largest|worst|longest|shortest|strongest|weakest|fastest|slowest)\b", left
        )
        == []
    )
