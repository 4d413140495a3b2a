"""Steps as JSON: written steps are read again, and an error names the place of each mistake."""

import copy
import io
import json
import os
import pickle
from itertools import islice, product
from typing import Any

import pytest

from sudocube.explanation import StepsError, explain, read_steps, step_row, verify_steps
from sudocube.explanation.steps_file import STEP_KEYS, VERIFICATION_KEYS, verified_row
from sudocube.geometry import Geometry
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step, StepKind
from tests.explanation.reference import PUZZLES, SLOW
from tests.growth import GENEROUS, growth

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


@pytest.mark.parametrize(("name", "method"), [case for case in product(PUZZLES, METHODS) if case not in SLOW])
def test_steps_that_are_written_and_read_are_the_same(name, method):
    puzzle = PUZZLES[name]
    steps = list(islice(explain(puzzle, method), 300))
    text = written(*(step_row(number, step, puzzle.geometry) for number, step in enumerate(steps, 1)))
    assert read(text, puzzle.geometry) == steps


def test_the_keys_of_a_verification_and_the_summary_are_ignored():
    puzzle = PUZZLES["2x2-unique"]
    steps = list(explain(puzzle))
    rows = [verified_row(one, puzzle.geometry) for one in verify_steps(puzzle, steps)]
    assert set(rows[0]) == {*STEP_KEYS, *VERIFICATION_KEYS}
    assert read(written(*rows, {"summary": {"steps": 3}})) == steps


def test_a_row_has_exactly_these_keys_in_this_order():
    for number, step in enumerate(explain(PUZZLES["2x2-unique"]), 1):
        assert tuple(step_row(number, step, SMALL)) == STEP_KEYS


def test_only_the_kind_is_required():
    [step] = read('{"kind": "end"}')
    assert step.kind is StepKind.END
    assert (step.rule.name, step.rule.term, step.cells, step.premises) == ("", "", (), None)


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf" + written(PLACEMENT).encode(),
        written(PLACEMENT).replace("\n", "\r\n").encode(),
        b"\n \n" + written(PLACEMENT).encode() + b"\n",
        written(PLACEMENT).strip().encode(),
    ],
    ids=["byte-order mark", "CRLF", "blank lines", "no last newline"],
)
def test_what_is_ordinary_in_text_files_is_ordinary_here(text):
    assert read(text) == read(written(PLACEMENT))


def test_steps_are_read_as_they_come():
    """A step in a pipe is read at once: the pipe stays open, so one read too many would wait."""
    reader, writer = os.pipe()
    with open(reader, "rb") as stream, open(writer, "wb", buffering=0) as pipe:  # noqa: PTH123
        steps = read_steps(stream, "-", SMALL)
        pipe.write(written(PLACEMENT).encode())
        assert next(steps).placed == {0: 1}


CELL = "a cell, r1c1 to r4c4"
DIGIT = "a digit, 1 to 4"
UNIT = "a unit, row 1 to row 4, column 1 to column 4 or box 1 to box 4"
KINDS = "one of placement, removal, deadlock, guess, reading, failed reading, left out, undo, solution, end"

OTHER_KEY = f"no others than {', '.join(STEP_KEYS)}"

MISTAKES: list[tuple[str, str, str, str]] = [
    ("not JSON", "", "no JSON at column 1 (Expecting value)", "a JSON object"),
    ("[1]", "", "[1]", "a JSON object"),
    ('{"kind": "end"', "", "no JSON at column 15 (Expecting ',' delimiter)", "a JSON object"),
    ('{"kind": "end", "kind": "undo"}', "kind", "the key twice", "each key once"),
    (
        '{"kind": "end", "premisses": null}',
        "",
        "the key 'premisses'",
        f"no others than {', '.join(STEP_KEYS)}",
    ),
    ("{}", "kind", "nothing", KINDS),
    ('{"kind": "magic"}', "kind", "'magic'", KINDS),
    ('{"kind": ["end"]}', "kind", '["end"]', KINDS),
    ('{"kind": "end", "step": 2}', "step", "2", "1, as they are numbered from 1"),
    ('{"kind": "end", "step": true}', "step", "true", "1, as they are numbered from 1"),
    ('{"kind": "end", "rule": 7}', "rule", "7", "a text"),
    ('{"kind": "end", "term": null}', "term", "null", "a text"),
    ('{"kind": "end", "cells": "r1c1"}', "cells", "'r1c1'", "a list"),
    ('{"kind": "end", "cells": ["r5c1"]}', "cells", "'r5c1'", CELL),
    ('{"kind": "end", "cells": ["r0c1"]}', "cells", "'r0c1'", CELL),
    ('{"kind": "end", "cells": ["R1C1"]}', "cells", "'R1C1'", CELL),
    ('{"kind": "end", "cells": [11]}', "cells", "11", CELL),
    ('{"kind": "end", "digits": [0]}', "digits", "0", DIGIT),
    ('{"kind": "end", "digits": [5]}', "digits", "5", DIGIT),
    ('{"kind": "end", "digits": [1.0]}', "digits", "1.0", DIGIT),
    ('{"kind": "end", "digits": [true]}', "digits", "true", DIGIT),
    ('{"kind": "end", "digits": ["1"]}', "digits", "'1'", DIGIT),
    ('{"kind": "end", "unit": "row 5"}', "unit", "'row 5'", UNIT),
    ('{"kind": "end", "unit": 1}', "unit", "1", UNIT),
    ('{"kind": "placement"}', "placed", "nothing", "a cell and its digit, in a placement"),
    ('{"kind": "placement", "placed": {"r9c9": 1}}', "placed", "'r9c9'", CELL),
    ('{"kind": "placement", "placed": {"r1c1": 9}}', "placed.r1c1", "9", DIGIT),
    ('{"kind": "placement", "placed": [1]}', "placed", "[1]", "an object with cells as its keys"),
    (
        '{"kind": "removal", "placed": {"r1c1": 1}, "removed": {"r1c2": [1]}}',
        "placed",
        "a digit",
        "none in a step of kind removal",
    ),
    ('{"kind": "removal"}', "removed", "nothing", "cells and the digits that they lose, in a removal"),
    (
        '{"kind": "end", "rule": "\\u001b[2J"}',
        "rule",
        repr("\x1b[2J"),
        "a text of letters, digits and signs, on one line",
    ),
    (
        '{"kind": "deadlock", "removed": {"r1c1": [1]}}',
        "removed",
        "a digit",
        "none in a step of kind deadlock",
    ),
    ('{"kind": "removal", "removed": {"r1c1": 1}}', "removed.r1c1", "1", "a list"),
    ('{"kind": "removal", "removed": {"r1c1": [1, 1]}}', "removed.r1c1", "[1, 1]", "each digit once"),
    (
        '{"kind": "placement", "placed": {"r1c1": 1}, "removed": {"r1c1": [1]}}',
        "removed.r1c1",
        "1, which is placed there",
        "other digits, or none",
    ),
    ('{"kind": "end", "premises": []}', "premises", "[]", 'null or {"cells": {...}, "units": [...]}'),
    ('{"kind": "end", "premises": {"cell": {}}}', "premises", "the key 'cell'", "cells and units"),
    ('{"kind": "end", "premises": {"cells": {"r1c1": [7]}}}', "premises.cells.r1c1", "7", DIGIT),
    ('{"kind": "end", "premises": {"units": ["box 0"]}}', "premises.units", "'box 0'", UNIT),
    (
        '{"kind": "end", "assumptions": ["r1c1"]}',
        "assumptions",
        "'r1c1'",
        'a cell and its digit, such as ["r1c1", 1]',
    ),
    (
        '{"kind": "end", "assumptions": [["r1c1", 1]]}',
        "assumptions",
        '["r1c1", 1]',
        "assumptions that a guess has made, and that are in force",
    ),
    ('{"kind": "end", "index": 0}', "index", "0", "the number of a puzzle, from 1"),
    ('{"kind": "end", "index": "1"}', "index", "'1'", "the number of a puzzle, from 1"),
    ('{"kind": "left out"}', "counts", "nothing", "numbers of readings, from 1"),
    (
        '{"kind": "left out", "counts": [{"rule": "row test"}]}',
        "counts",
        '{"rule": "row test"}',
        'a rule and its count, {"rule": ..., "term": ..., "count": 1}',
    ),
    (
        '{"kind": "end", "counts": [{"rule": "", "term": "", "count": 1}]}',
        "counts",
        "numbers",
        "none in a step of kind end",
    ),
    ('{"kind": "guess"}', "cells", "0 cells", "the one cell of the guess"),
    ('{"kind": "guess", "cells": ["r1c1"]}', "digits", "0 digits", "the one digit of the guess"),
    (
        '{"kind": "guess", "cells": ["r1c1"], "digits": [1]}',
        "placed",
        "{}",
        '{"r1c1": 1}, the guess itself',
    ),
]


@pytest.mark.parametrize(("text", "key", "found", "expected"), MISTAKES, ids=[text for text, *_ in MISTAKES])
def test_a_mistake_is_named_with_its_file_line_and_key(text, key, found, expected):
    with pytest.raises(StepsError) as caught:
        read("\n" + text)
    error = caught.value
    assert (error.file, error.line, error.key, error.found, error.expected) == (
        "steps.jsonl",
        2,
        key,
        found,
        expected,
    )
    place = f"steps.jsonl:2: {key}" if key else "steps.jsonl:2"
    assert str(error) == f"{place}: found {found}; expected {expected}"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b'{"kind": "\xff"}', "byte 0xff, not text"),
        (b"[" * 100_000, "JSON nested or numbers written beyond measure"),
        (b'{"step": ' + b"1" * 10_000 + b"}", "JSON nested or numbers written beyond measure"),
        (b" " * 10_000_001, "more than 10,000,000 bytes"),
    ],
    ids=["no text", "nested", "a long number", "a long line"],
)
def test_input_that_is_no_step_at_all_is_refused(data, found):
    with pytest.raises(StepsError) as caught:
        read(data)
    assert (caught.value.line, caught.value.key, caught.value.found) == (1, "", found)


@pytest.mark.parametrize(
    ("head", "part", "tail"),
    [
        ('{"kind": "placement", "placed": {', '"r1c1": 1, ', '"r1c1": 1}}'),
        ('{"kind": "end", "digits": [', "1, ", "0]}"),
        ('{"kind": [', "1, ", "1]}"),
        ("", "\n", "?"),
        (json.dumps(GUESS) + "\n", json.dumps({**GUESS, "kind": "end", "placed": {}}) + "\n", "?"),
    ],
    ids=["cells", "digits", "a list", "blank lines", "steps"],
)
def test_whatever_is_repeated_is_read_in_linear_time(head, part, tail):
    """And the mistake at the end is found."""

    def refused(times: int) -> None:
        with pytest.raises(StepsError):
            read(head + times * part + tail)

    assert growth(refused) < GENEROUS


def test_a_repeated_key_is_found_among_many_in_linear_time():
    """The last of them is the one that is there twice."""

    def refused(times: int) -> None:
        keys = "".join(f'"{number}": 1, ' for number in range(times))
        with pytest.raises(StepsError, match=r"steps\.jsonl:1: z: found the key twice"):
            read(f'{{{keys}"z": 1, "z": 1}}')

    assert growth(refused) < GENEROUS


def test_assumptions_that_are_named_again_and_again_take_linear_time():
    """Each is looked up among those in force, of which a file can name as many."""

    def steps(times: int) -> None:
        first, second = [["r1c1", 1]] * times, [["r1c2", 2]]
        guess = {**GUESS, "cells": ["r1c2"], "digits": [2], "placed": {"r1c2": 2}}
        rows = [{**GUESS, "assumptions": first}, {**guess, "assumptions": first + second}]
        read(written(*rows, {"kind": "end", "assumptions": second * times}))

    assert growth(steps, 4000) < GENEROUS


@pytest.mark.parametrize("head", ['{"kind": ', '{"kind": "placement", "placed": {"r1c1": ', ""])
def test_lists_within_lists_of_any_depth_are_refused(head):
    """Some can just be read, and not be shown."""
    for depth in range(100, 1500, 1):
        with pytest.raises(StepsError):
            read(head + depth * "[" + depth * "]" + head.count("{") * "}")


def test_an_assumption_is_known_from_its_guess_until_it_is_undone():
    under = {**PLACEMENT, "placed": {"r2c3": 1}, "assumptions": [["r1c1", 1]]}
    undo = {"kind": "undo", "cells": ["r1c1"], "digits": [1]}
    assert [step.assumptions for step in read(written(GUESS, under, undo))] == [((0, 1),), ((0, 1),), ()]
    with pytest.raises(StepsError, match=r"steps\.jsonl:3: assumptions"):
        read(written(GUESS, undo, under))


def test_the_steps_before_a_mistake_are_read():
    steps = read_steps(io.BytesIO(written(PLACEMENT).encode() + b"?"), "a", SMALL)
    assert next(steps).placed == {0: 1}
    with pytest.raises(StepsError):
        next(steps)


@pytest.mark.parametrize("duplicate", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_the_error_survives_being_sent_to_another_process(duplicate):
    again = duplicate(StepsError("a", 1, "kind", "nothing", "a kind"))
    assert str(again) == "a:1: kind: found nothing; expected a kind"
    assert isinstance(again, ValueError)
