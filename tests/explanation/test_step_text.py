"""`str(step)` is the sentence that the command line prints."""

import pickle
import re
from dataclasses import replace
from itertools import islice

import pytest

from sudocube import explain
from sudocube.solvers.methods import METHODS
from tests.cli.command import invoke

SEVERAL = "1... .... .... ...."


def as_printed(cells: str, method: str) -> list[str]:
    """The sentences of the first hundred steps on a terminal that is wide enough, without number and bars."""
    text = invoke("explain", cells, "--method", method, "--max-steps", "100", "--all", columns=100_000).out
    lines = (re.fullmatch(r" *[0-9]+\. (?:\| |\|[0-9]+\| )*(.*)", line) for line in text.splitlines())
    return [found[1] for found in lines if found]


@pytest.mark.parametrize("cells", [SEVERAL, "12.. ...3 ..3. ...4"])
def test_a_step_as_text_is_the_sentence_that_the_command_prints(cells):
    """With the guesses that were tried, and the number of the solution, of every method."""
    for method in METHODS:
        texts = [str(step) for step in islice(explain(cells, method, all_solutions=True), 100)]
        assert texts == as_printed(cells, method), method


def test_a_step_without_its_context_or_pickled_is_the_same():
    steps = list(explain(SEVERAL))
    bare = [replace(step, context=None) for step in steps]
    assert steps == bare
    assert [repr(step) for step in steps] == [repr(step) for step in bare] == [str(step) for step in bare]
    assert [str(pickle.loads(pickle.dumps(step))) for step in steps] == [str(step) for step in steps]
