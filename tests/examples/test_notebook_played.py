"""The notebook does not break when it is played with: each of its parameters, and many values of each.

A value is changed as a reader does it: the cell is run again, and then the cells below it.
"""

import io
from contextlib import redirect_stdout

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import check
from sudocube.encoder import load
from sudocube.encoder.puzzle_formula import puzzle_formula
from tests.examples import notebook
from tests.puzzles import puzzles

pytestmark = pytest.mark.slow

PUZZLES = [
    'Puzzle("." * 36, Geometry(3, 2))',
    'Puzzle("1... 1... .... ....")',  # clues that clash
    'Puzzle("12.. ...3 ..3. ...4")',  # no solution, and no clash
    'examples.puzzles("by-strength")[19]',
]
PLAYED = {
    ("table", "size"): ["6", "25"],
    ("blocks", "puzzle"): PUZZLES,
    ("blocks", "framed"): ["[]", '["nonsense"]', '["column 9, digit 9", "cell r1c1"]'],
    ("exactly-one", "size"): ["6", "16"],
    ("exactly-one", "line"): ['"box 4, digit 4"', '"nonsense"'],
    ("steps", "first"): PUZZLES,
    ("steps", "chosen"): ['""', '"cell r4c3; nonsense"'],
    ("stuck", "second"): PUZZLES,
    ("stuck", "chosen"): ['""', '"row 1, digit 1; row 4, digit 2"'],
    ("assumption", "assumed"): ['""', '"¬x111"', '"x123; ¬x123"', '"x999"', '"nonsense"', '"y[r1c1≤2]"'],
    ("assumption", "encoding"): ['"order"', '"dual"'],
    ("solver", "most"): ["0", "10_000"],
    ("trace", "puzzle"): PUZZLES,
    ("trace", "decided"): ['""', '"r9c9=9"', '"nonsense"', '"r1c2!=1, r1c2=1, r1c3=2"'],
    ("trace", "encoding"): ['"order"', '"dual"'],
    ("trace", "rule"): ['"first"'],
    ("trace", "number"): ["0", "99"],
    ("encodings", "names"): ["[]", '["order", "triads"]'],
    ("encodings", "most"): ["0"],
    ("bars", "puzzles"): ["[second]"],
    ("bars", "names"): ['["minimal", examples.encoding("unsound")]', '["cpsat/cube"]'],
    ("prove", "size"): ["6"],
    ("prove", "asked"): ["[]", '["cpsat/cube"]'],
    ("without", "encoding"): ['load("dual")', 'examples.encoding("unsound")'],
    ("without", "size"): ["6"],
    ("latin-square", "dropped"): ["0", "99"],
    ("own-clauses", "size"): ["6"],
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


def said(outputs):
    """All that cells have printed and shown, as text."""
    texts = (one.get("text") or one["data"]["text/plain"] for of_cell in outputs for one in of_cell)
    return "".join("".join(text) for text in texts)


def test_each_parameter_may_have_other_values_and_all_cells_below_run_on(session, names_at_first):
    """Each cell that says "try" has its values here, and no other."""
    told = [(cell, name) for cell, source in session.sources.items() for name in notebook.parameters(source)]
    assert set(told) == set(PLAYED)
    for (cell, name), values in PLAYED.items():
        for value in values:
            session.names.clear()
            session.names.update(names_at_first)
            assert said(session.run_from(cell, **{name: value})), (cell, name, value)


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


def test_clauses_of_ones_own_are_refuted_and_proved_when_they_are_mended(session):
    """By what the comment in the cell says to try."""
    assert "4×4: refuted" in said(session.run("own-clauses", size="4"))
    code = session.sources["own-clauses"]
    mended = code.replace("zip(unit.cells, unit.cells[1:], strict=False)", "combinations(unit.cells, 2)")
    out = io.StringIO()
    with redirect_stdout(out):
        exec(notebook.changed(mended, {"size": "4"}), session.names)
    assert "4×4: proved" in out.getvalue()
