"""Steps as JSON: written steps are read again, and an error names the place of each mistake."""

import io
import json
import os
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sudocube.explanation import StepsError, explain, read_steps, step_row, verify_steps
from sudocube.explanation.steps_file import STEP_KEYS, VERIFICATION_KEYS, verified_row
from sudocube.geometry import Geometry
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
            text = written(*(step_row(number, step, puzzle.geometry) for number, step in enumerate(steps, 1)))
            assert read(text, puzzle.geometry) == steps, name


def test_the_keys_of_a_verification_and_the_summary_are_ignored():
    puzzle = PUZZLES["2x2-unique"]
    steps = list(explain(puzzle))
    rows = [verified_row(one, puzzle.geometry) for one in verify_steps(puzzle, steps)]
    assert tuple(step_row(1, steps[0], SMALL)) == STEP_KEYS
    assert set(rows[0]) == {*STEP_KEYS, *VERIFICATION_KEYS}
    assert read(written(*rows, {"summary": {"steps": 3}})) == steps


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


WORDS = {
    "CELL": "a cell, r1c1 to r4c4",
    "DIGIT": "a digit, 1 to 4",
    "UNIT": "a unit, row 1 to row 4, column 1 to column 4 or box 1 to box 4",
    "KINDS": f"one of {', '.join(StepKind)}",
    "KEYS": f"no others than {', '.join(STEP_KEYS)}",
}


@pytest.mark.parametrize("case", cases(Path(__file__).parent / "mistakes.toml"))
def test_a_mistake_is_named_with_its_file_line_and_key(case):
    key, found = case["key"], case["found"]
    expected = WORDS.get(case["expected"], case["expected"])
    with pytest.raises(StepsError) as caught:
        read("\n" + case["line"])
    error = caught.value
    assert (error.file, error.line, error.key) == ("steps.jsonl", 2, key)
    assert (error.found, error.expected) == (found, expected)
    place = f"steps.jsonl:2: {key}" if key else "steps.jsonl:2"
    assert str(error) == f"{place}: found {found}; expected {expected}"


def test_input_that_is_no_step_at_all_is_refused():
    """No text; nested, a long number, a long line."""
    beyond = "JSON nested or numbers written beyond measure"
    for data, found in (
        (b'{"kind": "\xff"}', "byte 0xff, not text"),
        (b"[" * 100_000, beyond),
        (b'{"step": ' + b"1" * 10_000 + b"}", beyond),
        (b" " * 10_000_001, "more than 10,000,000 bytes"),
    ):
        with pytest.raises(StepsError) as caught:
            read(data)
        assert (caught.value.line, caught.value.key, caught.value.found) == (1, "", found)


def test_what_is_repeated_very_often_is_read_to_the_mistake_at_its_end():
    """Quadratic work would take hours."""
    times = 200_000
    keys = "".join(f'"{number}": 1, ' for number in range(times))
    with pytest.raises(StepsError, match=r"steps\.jsonl:1: z: found the key twice"):
        read(f'{{{keys}"z": 1, "z": 1}}')
    for head, part, tail in (
        ('{"kind": "placement", "placed": {', '"r1c1": 1, ', '"r1c1": 1}}'),
        ('{"kind": "end", "digits": [', "1, ", "0]}"),
        ("", "\n", "?"),
    ):
        with pytest.raises(StepsError):
            read(head + times * part + tail)


def test_an_assumption_is_known_from_its_guess_until_it_is_undone():
    under = {**PLACEMENT, "placed": {"r2c3": 1}, "assumptions": [["r1c1", 1]]}
    undo = {"kind": "undo", "cells": ["r1c1"], "digits": [1]}
    assert [step.assumptions for step in read(written(GUESS, under, undo))] == [((0, 1),), ((0, 1),), ()]
    with pytest.raises(StepsError, match=r"steps\.jsonl:3: assumptions"):
        read(written(GUESS, undo, under))
