"""The notebook does not break when it is played with.

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

PLAYED = [
    ("stuck", "second", 'Puzzle("1... 1... .... ....")'),  # clues that clash
    ("trace", "decided", '"r1c2!=1, r1c2=1, r1c3=2"'),
    ("own-clauses", "size", "6"),
]
"""A cell, a name, and what a reader may put there, as Python."""


@pytest.fixture(scope="module")
def session():
    """The notebook, run once from top to bottom."""
    opened = notebook.Session(notebook.stored())
    opened.run()
    return opened


def said(outputs):
    """All that cells have printed and shown, as text."""
    texts = (one.get("text") or one["data"]["text/plain"] for of_cell in outputs for one in of_cell)
    return "".join("".join(text) for text in texts)


@pytest.mark.parametrize(("cell", "name", "value"), PLAYED)
def test_a_parameter_may_have_another_value_and_all_cells_below_run_on(cell, name, value, session):
    """As a reader does it who is told to try."""
    before = dict(session.names)
    assert said(session.run_from(cell, **{name: value}))
    session.names.clear()
    session.names.update(before)


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
