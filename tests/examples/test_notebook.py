"""The notebook of the lesson on encodings runs from top to bottom, and shows what is stored in it."""

import re

from tests.examples import lesson, notebook

HOW = "run `python -m tests.examples`, and look at the difference"


def test_each_cell_shows_what_is_stored():
    """In the order of the notebook, in one session."""
    cells = [cell for cell in notebook.stored()["cells"] if cell["cell_type"] == "code"]
    found = notebook.run(notebook.stored())
    assert len(found) > 10
    for cell, outputs in zip(cells, found, strict=True):
        assert (cell["source"], cell["outputs"]) == (cell["source"], outputs), HOW


def test_it_is_stored_as_it_is_written():
    """So that a change of outputs is all that a new writing changes."""
    cells = notebook.stored()["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert notebook.as_text(notebook.stored()) == notebook.PATH.read_text("utf-8")


def test_its_headings_are_those_of_the_lesson():
    """Number and all, as it says."""
    cells = [cell for cell in notebook.stored()["cells"] if cell["cell_type"] == "markdown"]
    numbers = [number for cell in cells for number in re.findall(r"^## (\d+)\.", cell["source"][0])]
    assert numbers == sorted(numbers, key=int)
    assert set(numbers) <= set(re.findall(r"^## (\d+)\.", lesson.text(), re.MULTILINE))
