"""The notebook does not break when it is played with: each of its parameters, and many values of each.

A value is changed as a reader does it: the cell is run again, and then the cells below it.
"""

import io
import re
from contextlib import redirect_stdout
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import Geometry, check, solutions
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.puzzle_formula import puzzle_formula
from sudocube.lab import trace
from tests.examples import lesson, notebook
from tests.puzzles import puzzle_from, puzzles, solved_grid

pytestmark = pytest.mark.slow

ENCODINGS = [repr(name) for name in names(Formalism.CNF)]
PUZZLES = [
    'Puzzle("." * 16)',
    'Puzzle("." * 36)',
    'Puzzle("." * 81)',
    'Puzzle("1... 1... .... ....")',  # clues that clash
    'Puzzle("12.. ...3 ..3. ...4")',  # no solution, and no clash
    'Puzzle("1243 3421 4312 2134")',
    'Puzzle("123456789" * 9)',  # full, and wrong
    'Puzzle("." * 36, Geometry(3, 2))',
    'examples.puzzles("sizes")[2]',
    'examples.puzzles("by-strength")[19]',
    'examples.puzzles("puzzles")[-1]',
]
SIXTEEN = 'examples.puzzles("sizes")[3]'
LITERALS = [
    "",
    "x111",
    "¬x111",
    "x112",
    "x444",
    "-x123",
    "x143; x431",
    "x123; x241; ¬x324",
    "x123; ¬x123",
    "x999",
]
LITERALS += ["nonsense", ";;", "x1234", "¬", " x244 ; x244 ", "y[r1c1≤2]"]
PLAYED = {
    ("table", "size"): ["6", "8", "9", "10", "25"],
    ("blocks", "puzzle"): [*PUZZLES, SIXTEEN],
    ("blocks", "framed"): ["[]", '["box 4, digit 4"]', '["nonsense"]', '["column 9, digit 9", "cell r1c1"]'],
    ("exactly-one", "size"): ["6", "9", "16"],
    ("exactly-one", "line"): ['"row 2, digit 3"', '"box 4, digit 4"', '"nonsense"', '"cell r9c9"', '""'],
    ("steps", "first"): [*PUZZLES, SIXTEEN],
    ("steps", "chosen"): ['""', '"cell r4c3; nonsense"', '"cell r1c4; cell r1c4"', '"box 9, digit 9;"'],
    ("stuck", "second"): [*PUZZLES, SIXTEEN],
    ("stuck", "chosen"): ['""', '"column 4, digit 2"', '"row 1, digit 1; row 4, digit 2"'],
    ("assumption", "assumed"): [repr(one) for one in LITERALS],
    ("assumption", "encoding"): ENCODINGS,
    ("solver", "most"): ["0", "1", "10_000"],
    ("trace", "puzzle"): ["first", "second", *PUZZLES],
    ("trace", "decided"): ['""', '"r1c1=3"', '"r9c9=9"', '"nonsense"', '"r1c2!=1, r1c2=1, r1c3=2"'],
    ("trace", "encoding"): ENCODINGS,
    ("trace", "rule"): ['"fewest"', '"first"'],
    ("trace", "number"): ["0", "2", "-1", "99"],
    ("encodings", "names"): ["[]", f"[{', '.join(ENCODINGS)}]"],
    ("encodings", "most"): ["0", "10_000"],
    ("bars", "puzzles"): ["[first, second]", "[second]", 'examples.puzzles("puzzles")'],
    ("bars", "names"): ['["minimal", examples.encoding("unsound")]', '["cpsat/cube"]'],
    ("prove", "size"): ["6", "9"],
    ("prove", "asked"): ["[]", '["locked", "commander", "order"]', '["cpsat/cube"]'],
    ("without", "encoding"): [
        'load("extended")',
        'load("dual")',
        'load("order")',
        'examples.encoding("unsound")',
    ],
    ("without", "size"): ["6"],
    ("latin-square", "dropped"): ["0", "1", "2", "3", "99"],
    ("own-clauses", "size"): ["6", "9"],
}
"""By cell and name: what a reader may put there, as Python."""


@pytest.fixture(scope="module")
def session():
    """The notebook, run once from top to bottom."""
    opened = notebook.Session(notebook.stored())
    opened.run()
    return opened


@pytest.fixture(scope="module")
def names_at_first(session):
    """What its names hold then."""
    return dict(session.names)


@pytest.fixture
def played(session, names_at_first):
    """The notebook as it is after a run from top to bottom, whatever was played before."""
    session.names.clear()
    session.names.update(names_at_first)
    return session


def said(outputs):
    """All that cells have printed and shown, as text."""
    texts = (one.get("text") or one["data"]["text/plain"] for of_cell in outputs for one in of_cell)
    return "".join("".join(text) for text in texts)


def test_each_parameter_is_played_with(session):
    """Each cell that says "try" has its values here, and no other."""
    told = [(cell, name) for cell, source in session.sources.items() for name in notebook.parameters(source)]
    assert set(told) == set(PLAYED)


@pytest.mark.parametrize(
    ("cell", "name", "value"), [(*where, value) for where, values in PLAYED.items() for value in values]
)
def test_it_runs_on_with_another_value(played, cell, name, value):
    """And so do all cells below."""
    assert said(played.run_from(cell, **{name: value}))


PLAYABLE = puzzles(max_size=6).map(lambda known: known.puzzle)
SOME_ENCODINGS = st.sampled_from(["extended", "minimal", "dual", "order", "triads", "optimised"])


def rules_of(puzzle, encoding="extended"):
    return puzzle_formula(load(encoding), puzzle)


@settings(max_examples=25)
@given(puzzle=PLAYABLE, encoding=SOME_ENCODINGS)
def test_its_solver_agrees_with_the_package_or_does_not_know(session, puzzle, encoding):
    """Three answers, never two."""
    models, decisions, is_finished = session.names["search"](rules_of(puzzle, encoding), 200)
    verdict = session.names["answer"](models, is_finished)
    assert verdict == (check(puzzle).verdict if verdict != "undecided" else "undecided")
    assert (verdict == "undecided") == (not is_finished)
    assert decisions == 200 if verdict == "undecided" else decisions <= 200


@settings(max_examples=25)
@given(puzzle=PLAYABLE, encoding=SOME_ENCODINGS)
def test_its_propagation_goes_in_the_order_of_the_trace(session, puzzle, encoding):
    """Literal by literal, up to a conflict: so that what the command shows is what the notebook shows."""
    rules = rules_of(puzzle, encoding)
    why, broken = session.names["start"](rules.clauses, session.names["clauses_by_literal"](rules.clauses))
    traced = trace(puzzle, encoding)
    assert [*why] == [step.literal for step in traced.trail()]
    assert [sorted(clause) for clause in why.values()] == [
        sorted(step.clause.clause) for step in traced.trail() if step.clause is not None
    ]
    assert (broken is not None) == bool(traced.conflicts)


def with_few_clues(seed, clues):
    """A puzzle with a solution, in which much is open."""
    grid = solved_grid(Geometry(2, 2), Random(seed))
    return puzzle_from(grid, Random(seed), clues=clues)


OPEN = st.builds(with_few_clues, st.integers(0, 1 << 32), st.integers(2, 6))
LITERAL = st.integers(-64, 64).filter(bool)


@settings(max_examples=25)
@given(puzzle=OPEN, assumed=st.lists(LITERAL, min_size=1, max_size=4, unique_by=abs))
def test_what_it_learns_holds_in_each_solution_and_contradicts_what_was_assumed(session, puzzle, assumed):
    """Where no conflict is found, nothing is true together with its negation."""
    rules, names = rules_of(puzzle), session.names
    by_literal = names["clauses_by_literal"](rules.clauses)
    facts, broken = names["start"](rules.clauses, by_literal)
    grids = [set(rules.literals(grid.cells)) for grid in solutions(puzzle)]
    assert broken is None
    why, conflict = names["assume"](by_literal, facts, assumed)
    if conflict is None:
        assert set(facts) | set(assumed) <= set(why)
        assert not {-one for one in why} & set(why)
        return
    learned, joined = names["learn"](why, conflict, facts)
    assert learned
    assert set(learned) <= {-one for one in assumed}
    assert all(any((abs(one) in grid) == (one > 0) for one in learned) for grid in grids)
    assert {tuple(clause) for clause in joined.values()} <= {tuple(clause) for clause in rules.clauses}


@settings(max_examples=25)
@given(puzzle=OPEN)
def test_the_failed_literals_are_those_that_lead_to_a_conflict(session, puzzle):
    """They are false in each solution; the traces of all literals are looked at."""
    rules, names = rules_of(puzzle), session.names
    by_literal = names["clauses_by_literal"](rules.clauses)
    facts, _ = names["start"](rules.clauses, by_literal)
    failed = {literal for literal, _ in names["failed"](by_literal, facts, rules.variables)}
    for grid in solutions(puzzle):
        true = set(rules.literals(grid.cells))
        assert all((abs(one) in true) == (one < 0) for one in failed)
    for variable in range(1, 65, 7):
        for literal in (variable, -variable):
            if literal not in facts and -literal not in facts:
                conflicts = trace(puzzle, decide=f"{literal}").conflicts
                assert (literal in failed) == bool(conflicts)


@settings(max_examples=25)
@given(puzzle=PLAYABLE, data=st.data())
def test_any_order_of_lines_leads_to_the_same_end(session, puzzle, data):
    """As the notebook says: the same literals, or a conflict in both."""
    titles = [*session.names["lines_of"](puzzle)]
    chosen = "; ".join(data.draw(st.lists(st.sampled_from([*titles, "nonsense"]), max_size=12)))
    rules = rules_of(puzzle)
    by_number, broken = session.names["start"](
        rules.clauses, session.names["clauses_by_literal"](rules.clauses)
    )
    with redirect_stdout(io.StringIO()):
        why, broken_too, _ = session.names["follow"](puzzle, chosen)
    assert (broken is None) == (broken_too is None)
    assert broken is not None or set(why) == set(by_number)


@pytest.mark.parametrize("size", ["4", "6", "9"])
def test_clauses_of_ones_own_are_refuted_and_proved_when_they_are_mended(played, size):
    """By what the comment in the cell says to try."""
    assert f"{size}×{size}: refuted" in said(played.run("own-clauses", size=size))
    code = played.sources["own-clauses"]
    mended = code.replace("zip(unit.cells, unit.cells[1:], strict=False)", "combinations(unit.cells, 2)")
    assert mended != code
    out = io.StringIO()
    with redirect_stdout(out):
        exec(notebook.changed(mended, {"size": size}), played.names)
    assert f"{size}×{size}: proved" in out.getvalue()


def steps_of_the_lesson(number):
    """The lines of the tables of a section with what follows from them; a conflict is 0."""
    rows = re.findall(
        r"^\| \d+ \| (.*?) \|.*\| (\S+) \|$", lesson.text().split(f"\n## {number}. ")[1], re.MULTILINE
    )
    return [(line, so) for line, so in rows if line != "decision"]


def test_the_steps_are_those_of_the_lesson_in_its_order(played):
    """Of sections 3 and 4: line by line, after the decision, too."""
    shown = re.findall(r"^ +\d+ +(\w.*?)  .*  so (x\d+)$", said(played.run("steps")), re.MULTILINE)
    assert shown == steps_of_the_lesson(3)[: len(shown)]
    assert len(shown) == 12
    shown = re.findall(r"^ +\d+ +(\w.*?)  .*  so (x\d+)$", said(played.run("stuck")), re.MULTILINE)
    text = said(played.run("assumption"))
    shown += re.findall(r"^(\w+ \d, digit \d) .*  (?:so )?(x\d+|conflict)$", text, re.MULTILINE)
    assert shown == steps_of_the_lesson(4)[: len(shown)]
    assert len(shown) == 5
