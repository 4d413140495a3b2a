"""The lesson on encodings: its tables, its commands, its Python, and what it works through by hand."""

import doctest
import re
from importlib.metadata import version
from itertools import chain, pairwise

import pytest

from sudocube import Puzzle, Verdict, check
from sudocube.cube import cube
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.vocabulary import WORDS
from sudocube.geometry import Geometry
from sudocube.lab import compare
from tests.examples import cpsat_loading, lesson

TEXT = lesson.text()
SLOW = ("binary", "cardinality-network", "dual", "sorting-network", "totalizer")
"""Encodings that take longer than all the others together to be compared in full."""

HOW = "run `python -m tests.examples`, and look at the difference"


MEASURED = {"strength", "loaded", "before-search", "pigeons"}
"""Tables that depend on the release of a solver."""


@pytest.mark.parametrize("name", sorted(set(lesson.TABLES) - MEASURED))
def test_the_tables_are_those_of_the_catalogue(name):
    """To the digit: sizes, ways, words."""
    assert lesson.tables_in(TEXT)[name] == lesson.TABLES[name](), HOW


def test_each_table_that_is_generated_stands_in_the_lesson():
    """Once."""
    assert sorted(lesson.tables_in(TEXT)) == sorted(lesson.TABLES)


RELEASE = ".".join(version("ortools").split(".")[:2])
IS_THAT_OF_THE_LESSON = f"by OR-tools {RELEASE}:" in " ".join(TEXT.split())
"""Whether the release of OR-tools is the one of which the lesson tells the numbers."""


@pytest.mark.slow
def test_what_or_tools_searches_is_as_the_lesson_has_it():
    """The kinds of constraints; the numbers, and what is decided, in the release that the lesson names."""
    told, found = lesson.tables_in(TEXT)["loaded"], lesson.TABLES["loaded"]()
    assert re.findall("[A-Z][A-Za-z]+", told) == re.findall("[A-Z][A-Za-z]+", found), HOW
    if IS_THAT_OF_THE_LESSON:
        assert told == found, HOW


@pytest.mark.slow
def test_what_is_decided_before_a_search_is_as_the_lesson_has_it():
    """In theory in any case; what OR-tools decides and leaves, in the release that the lesson names."""
    told, found = lesson.tables_in(TEXT)["before-search"], lesson.TABLES["before-search"]()
    of_theory = [[row.split("|")[1:3] for row in table.splitlines()] for table in (told, found)]
    assert of_theory[0] == of_theory[1], HOW
    if IS_THAT_OF_THE_LESSON:
        assert told == found, HOW


HALL_SETS = [["15", "15", "157"], ["15", "59", "19", "1359"], ["123", "123", "123"], ["12"] * 3]
"""A naked pair, two triples, and three cells with two candidates, which have no solution."""


def unit_of(cells):
    """The candidates of nine cells: these, and all digits for the others."""
    return [set(map(int, digits)) for digits in [*cells, *["123456789"] * (9 - len(cells))]]


def left_in(unit, block, **settings):
    """What is left of them before the first decision."""
    left = cpsat_loading.after_root_propagation(cpsat_loading.model_of_a_unit(unit, block), **settings)
    return None if left is None else left[:9]


@pytest.mark.parametrize("cells", HALL_SETS)
@pytest.mark.parametrize("block", ["all-different", "inverse"])
def test_or_tools_does_not_find_hall_sets(cells, block):
    """As the engine sets it: all that is given is left, even where there is no solution."""
    assert left_in(unit_of(cells), block) == unit_of(cells)


def strength_as_told():
    """By encoding: the shares, and the figures of the search."""
    lines = lesson.tables_in(TEXT)["strength"].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    numbers = [[float(cell.replace(",", "")) for cell in row[3:]] for row in rows]
    return {row[0].split("`")[1]: (row[1:3], of) for row, of in zip(rows, numbers, strict=True)}


@pytest.mark.slow
def test_the_strength_of_propagation_is_as_the_lesson_has_it():
    """To the puzzle, for all encodings; failed literals where they do not take long."""
    told = strength_as_told()
    assert sorted(told) == sorted(names(Formalism.CNF))
    for one in compare(lesson.puzzles(), SLOW, failed_literals=False, search=False, jobs=1):
        assert (one.encoding, told[one.encoding][0][0]) == (one.encoding, lesson.shares(one)[0]), HOW


@pytest.mark.slow
def test_the_effort_of_a_search_is_as_the_lesson_has_it():
    """Shares exactly; what a solver counts, within a factor of two, since each release has its own ways."""
    told = strength_as_told()
    quick = [name for name in names(Formalism.CNF) if name not in SLOW]
    for one in compare(lesson.puzzles(), quick, jobs=1):
        assert (one.encoding, told[one.encoding][0]) == (one.encoding, lesson.shares(one)), HOW
        for now, then in zip(lesson.effort(one), told[one.encoding][1], strict=True):
            assert (one.encoding, now / 2 - 1 <= then <= now * 2 + 1) == (one.encoding, True), HOW


def steps_of_addition(holes):
    """The steps of the lesson's proof by sums, each checked: from the pairs of a hole to n + 1 <= n."""
    steps, bounds = 0, []
    for _ in range(holes):
        bound = 1  # of two pigeons: a pair
        for count in range(3, holes + 2):
            times = [count - 2] * (count - 1) + [0]  # the bound of the pigeons before, and the new pairs
            for one in range(count - 1):
                times[one] += 1
                times[-1] += 1
            assert set(times) == {count - 1}
            bound = ((count - 2) * bound + count - 1) // (count - 1)
            steps += 1
        bounds.append(bound)
    assert sum(bounds) < holes + 1
    return steps + 1


@pytest.mark.slow
def test_pigeons_cost_several_times_as_much_with_each_hole():
    """Clauses to the digit; conflicts within a factor of three, since each release has its own ways."""
    lines = lesson.tables_in(TEXT)["pigeons"].splitlines()[2:]
    told = [[int(number.replace(",", "")) for number in re.findall(r"[\d,]+", line)] for line in lines]
    assert [row[1] for row in told] == [*range(2, 9)]
    for pigeons, holes, clauses, conflicts, additions in told:
        assert (pigeons, additions) == (holes + 1, steps_of_addition(holes))
        if holes < 8:
            found, now = lesson.pigeon_conflicts(holes)
            assert (found, now / 3 <= conflicts <= now * 3) == (clauses, True), HOW
    assert all(2 * few[3] < many[3] for few, many in pairwise(told))


@pytest.mark.slow
def test_the_puzzles_by_strength_are_decided_as_their_comments_say(tmp_path):
    """Four more by each encoding than by the one before."""
    hatching = tmp_path / "cross-hatching.toml"
    hatching.write_text(lesson.files_in(TEXT)[hatching.name], "utf-8")
    puzzles = lesson.puzzles()
    assert {check(puzzle).verdict for puzzle in puzzles} == {Verdict.UNIQUE}
    ladder = ["minimal", str(hatching), "extended", "triads"]
    found = {}
    for group in range(5):
        part = puzzles[4 * group : 4 * group + 4]
        rows = compare(part, ladder, failed_literals=False, search=False, jobs=1)
        found[group] = [row.unit_propagation for row in rows]
    assert found == {group: [float(rung >= group) for rung in range(4)] for group in range(5)}


COMMANDS = lesson.commands_in(TEXT)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "said"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands_print_what_the_lesson_shows(command, said):
    """With the files that it shows, in a folder of their own."""
    with lesson.folder_of(TEXT):
        found = lesson.printed(command)
    assert lesson.agrees(said, found), f"{found}\n{HOW}"


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


@pytest.mark.parametrize(("number", "puzzle"), [(4, "1.2.....2.3....."), (5, "..2.....1.3..3..")])
def test_each_join_by_hand_is_a_resolution(number, puzzle):
    """Above a line stand rules without what the clues make false; below it, what they say together."""
    known = propagate_pairs(puzzle)
    [block] = [one for one in section(number).split("```") if "───\n" in one and "joined" in one]
    result: set[int] = set()
    joined: list[set[int]] = []
    for upper, line in pairwise(block.splitlines()):
        clause = set(literals(re.split(r"\s{3,}", line.strip())[0]))
        if "───" in line:
            result = set().union(*joined)
            result -= {-literal for literal in result}
        elif "───" in upper:
            assert clause == result
            joined = [clause]
        elif clause:
            wholes = [rule for rule in RULES if clause <= rule and {-one for one in rule - clause} <= known]
            assert wholes, line
            joined.append(clause)
    assert "learned" in line.lower()


def propagate_pairs(puzzle):
    """The clues, and what is false by a pair with one of them."""
    clues = {cell * 4 + digit for cell, digit in Puzzle(puzzle).clues.items()}
    false = {
        other
        for rule in RULES
        if len(rule) == 2
        for other in rule
        if {-one for one in rule - {other}} <= clues
    }
    return clues | false


def solution_elements(puzzle):
    [solution] = check(Puzzle(puzzle)).solutions
    return [cell * 4 + digit - 1 for cell, digit in enumerate(solution.cells)]


def test_the_vocabulary_explains_each_block_and_no_other():
    """In the table of what they write."""
    explained = section(17).split("What they write:")[1].split("\n\n")[1].splitlines()[2:]
    told = chain.from_iterable(re.findall(r"`(.*?)`", row.split("|")[1]) for row in explained)
    blocks: set[str] = set()
    for known in WORDS.values():
        for table in (known.cell, known.unit, *known.defined.values()):
            blocks.update(*table.values())
        blocks.update(known.implied, known.per_puzzle)
    assert sorted(told) == sorted(blocks)
