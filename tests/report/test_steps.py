"""Steps as JSON: written steps are read again, and an error names the place of each mistake."""

import io
import json
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sudocube.errors import InputError
from sudocube.explanation import explain
from sudocube.explanation.step_verifying import StepVerification
from sudocube.geometry import Geometry
from sudocube.report.row import as_dict
from sudocube.report.steps import read_steps, step_row
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step, StepKind
from tests.explanation.reference import PUZZLES, SLOW
from tests.tables import cases

SMALL = Geometry(2, 2)
PLACEMENT: dict[str, Any] = {"kind": "placement", "rule": "mine", "placed": {"r1c1": 1}}
GUESS: dict[str, Any] = {
    "kind": "guess",
    "cells": ["r1c1"],
    "digits": [1],
    "placed": {"r1c1": 1},
    "assumptions": [["r1c1", 1]],
}


def read(text: str | bytes, geometry: Geometry = SMALL) -> list[Step]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_steps(io.BytesIO(data), "steps.jsonl", geometry))


def written(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize("method", METHODS)
def test_steps_that_are_written_and_read_are_the_same(method):
    for name, puzzle in PUZZLES.items():
        if (name, method) not in SLOW:
            steps = list(islice(explain(puzzle, method), 100))
            numbered = (replace(step, number=number) for number, step in enumerate(steps, 1))
            text = written(*(as_dict(step_row(StepVerification(step))) for step in numbered))
            assert read(text, puzzle.geometry) == steps, name


def test_what_is_ordinary_in_text_files_is_ordinary_here():
    """A byte-order mark, CRLF, blank lines, no last newline; and nothing but the kind."""
    [step] = read('{"kind": "end", "term": null}')
    assert step == Step(StepKind.END, step.rule)
    assert (step.rule.name, step.rule.term) == ("", "")
    plain = written(PLACEMENT).encode()
    for text in (
        b"\xef\xbb\xbf" + plain,
        plain.replace(b"\n", b"\r\n"),
        b"\n \n" + plain + b"\n",
        plain.strip(),
    ):
        assert read(text) == read(plain)


def test_steps_are_read_as_they_come():
    """A step in a pipe is read at once: the pipe stays open, so one read too many would wait."""
    reader, writer = os.pipe()
    with open(reader, "rb") as stream, open(writer, "wb", buffering=0) as pipe:  # noqa: PTH123
        steps = read_steps(stream, "-", SMALL)
        pipe.write(written(PLACEMENT).encode())
        assert next(steps).placed == {0: 1}


@pytest.mark.parametrize("case", cases(Path(__file__).parent / "step_mistakes.toml"))
def test_a_mistake_is_named_with_its_file_and_line(case):
    with pytest.raises(InputError) as caught:
        read("\n" + case["line"])
    error = caught.value
    assert (error.source, error.reason) == ("steps.jsonl:2", case["fault"])


def test_input_that_is_no_step_at_all_is_refused():
    """No text; nested, a long number."""
    for data, fault in (
        (b'{"kind": "\xff"}', "'utf-8' codec can't decode byte 0xff in position 10: invalid start byte"),
        (b'{"a":' + b"[" * 100_000, "lists within lists, too deep to read"),
        (b'{"step": ' + b"1" * 10_000 + b"}", "Integer value out of range - at `$[...]`"),
    ):
        with pytest.raises(InputError) as caught:
            read(data)
        assert (caught.value.source, caught.value.reason) == ("steps.jsonl:1", fault)


def test_a_step_of_another_puzzle_is_no_next_step():
    with pytest.raises(
        InputError, match=r"steps\.jsonl:2: index: found 2; expected 1: the steps of one puzzle"
    ):
        read(written({**GUESS, "index": 1}, {**GUESS, "index": 2}))
