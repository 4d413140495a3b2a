"""The notebook of the lesson on encodings shows what is stored in it, and may be played with."""

import warnings
from itertools import chain

import nbformat
import pytest
from nbclient import NotebookClient

from sudocube import examples
from tests.examples import notebook

HOW = "run `python -m tests.examples`, and look at the difference"


def test_each_cell_shows_what_is_stored():
    """In the order of the notebook, in one session."""
    cells = [cell for cell in notebook.stored()["cells"] if cell["cell_type"] == "code"]
    found = notebook.run(notebook.stored())
    assert len(found) > 10
    for cell, outputs in zip(cells, found, strict=True):
        assert (cell["source"], cell["outputs"]) == (cell["source"], outputs), HOW


def stream_of(cell):
    """All that a cell has printed; a kernel may send it in several parts."""
    texts = (one["text"] for one in cell["outputs"] if one["output_type"] == "stream")
    return "".join(chain.from_iterable(texts))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_it_runs_in_a_kernel_of_jupyter_from_a_folder_that_holds_nothing_else(tmp_path):
    """What it prints is what is stored; each picture is there for a live page, as an image, and as text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = nbformat.read(examples.path("encodings.ipynb"), as_version=4)
        NotebookClient(run, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    cells = [cell for cell in run.cells if cell.cell_type == "code"]
    stored = [cell for cell in notebook.stored()["cells"] if cell["cell_type"] == "code"]
    pictures = 0
    for cell, expected in zip(cells, stored, strict=True):
        assert stream_of(cell) == stream_of(expected)
        shown = [one["data"] for one in cell.outputs if one["output_type"] == "execute_result"]
        told = [one["data"] for one in expected["outputs"] if one["output_type"] == "execute_result"]
        assert [one["text/plain"] for one in shown] == ["".join(one["text/plain"]) for one in told]
        assert ["<svg" in one.get("text/html", "") for one in shown] == [
            "image/svg+xml" in one for one in told
        ]
        pictures += len(told)
    assert pictures >= 6
    assert not list(tmp_path.iterdir())


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


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "name", "value"), PLAYED)
def test_a_parameter_may_have_another_value_and_all_cells_below_run_on(cell, name, value, session):
    """As a reader does it who is told to try."""
    before = dict(session.names)
    assert said(session.run_from(cell, **{name: value}))
    session.names.clear()
    session.names.update(before)


@pytest.mark.slow
def test_clauses_of_ones_own_are_refuted_and_proved_when_they_are_mended(session):
    """By what the comment in the cell says to try."""
    assert "4×4: refuted" in said(session.run("own-clauses", size="4"))
    pairs = "zip(unit.cells, unit.cells[1:], strict=False)", "combinations(unit.cells, 2)"
    session.sources["own-clauses"] = session.sources["own-clauses"].replace(*pairs)
    assert "4×4: proved" in said(session.run("own-clauses", size="4"))
