"""The notebook of the lesson on encodings runs from top to bottom, and shows what is stored in it."""

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
