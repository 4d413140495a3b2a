"""Whole inputs checked in order, whether they are read in batches or puzzle by puzzle."""

import io
from collections.abc import Iterator
from typing import Any

import pytest

from sudocube import Verdict, kernel
from sudocube.checking import Checked
from sudocube.checking.dispatch import check_inputs, serves_in_bulk
from sudocube.engines import engine
from sudocube.formats import PuzzleInput, read
from sudocube.formats.bulk_reader import read_in_batches
from tests.cli.command import MULTIPLE, NONE, UNIQUE

SMALL = "1234341221434321"

compiled = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")


def listed(*lines: str, name: str = "a.txt") -> PuzzleInput:
    """An input that is read in batches, if it is a list."""
    return read_in_batches(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), name)


def entered(*lines: str, name: str = "b.txt") -> PuzzleInput:
    """An input that is read puzzle by puzzle."""
    return PuzzleInput(False, read(io.BytesIO("".join(f"{line}\n" for line in lines).encode()), name))


def singly(results) -> list[Checked]:
    """The results one by one, also those of a batch."""
    batches = ([one] if isinstance(one, Checked) else map(one.checked, range(len(one))) for one in results)
    return [one for batch in batches for one in batch]


@compiled
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_results_are_numbered_over_inputs_of_both_kinds(jobs):
    """Also where a batch is interrupted by what is no puzzle, or a puzzle of another size."""
    inputs = [
        entered(SMALL, "no puzzle"),
        listed(UNIQUE, UNIQUE, "no puzzle", NONE, name="1.txt"),
        listed(MULTIPLE, SMALL, UNIQUE, NONE, name="2.txt"),
        entered(SMALL, name="3.txt"),
        listed(NONE, name="4.txt"),
    ]
    assert [one.in_batches for one in inputs] == [False, True, True, False, True]
    found = singly(check_inputs(iter(inputs), jobs=jobs))
    assert [one.index for one in found] == list(range(1, 13))
    places = {"b.txt": 2, "1.txt": 4, "2.txt": 4, "3.txt": 1, "4.txt": 1}
    expected = [f"{name}:{line + 1}" for name, lines in places.items() for line in range(lines)]
    assert [one.source for one in found] == expected
    unique, multiple, none, invalid = Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE, Verdict.INVALID
    verdicts = [unique, invalid, unique, unique, invalid, none]
    assert [one.verdict for one in found] == [*verdicts, multiple, unique, unique, none, unique, none]


def test_an_input_is_opened_when_those_before_it_were_read():
    """The results of those are there before; bad limits are refused before any is opened."""
    wrong: list[dict[str, Any]] = [{"timeout": 0}, {"jobs": 0}, {"limit": 0}]
    for options in wrong:
        with pytest.raises(ValueError, match=r"at least 1|a number above 0"):
            check_inputs(iter([]), **options)
    opened = []

    def inputs() -> Iterator[PuzzleInput]:
        for name in ("1.txt", "2.txt"):
            opened.append(name)
            yield entered(SMALL, SMALL, name=name)

    results = check_inputs(inputs(), engine=engine("phases"), jobs=1)
    assert opened == []
    seen = [(result.index, list(opened)) for result in results]
    assert seen == [(1, ["1.txt"]), (2, ["1.txt"]), (3, ["1.txt", "2.txt"]), (4, ["1.txt", "2.txt"])]


def test_what_serves_in_bulk_is_the_compiled_kernel():
    assert serves_in_bulk(None) == serves_in_bulk(engine("kernel")) == kernel.is_compiled()
    assert not serves_in_bulk(engine("kernel:twin"))
    assert not serves_in_bulk(engine("phases"))
