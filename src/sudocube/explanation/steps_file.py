"""Steps as JSON: one object per step, as `explain --json` writes them, and a file of such objects read again.

In a file each text line holds one object. Only the key `kind` is required; other keys that are missing count
as empty. The keys that `--verify` adds are ignored, and so is the text line with the summary. A mistake that
can be seen in one object alone raises an error that names the file, the line and the key; so does an
assumption that no guess has made. Whether the steps fit together, and whether they are right, is for
`step_verifying`.
"""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NoReturn, TypeVar

from sudocube.cube import Unit, cube
from sudocube.errors import SudocubeError
from sudocube.explanation.step_form import KINDS, form_fault, quoted
from sudocube.explanation.step_verifying import StepVerification
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.solvers.trace import Pattern, Premises, Rule, Step, StepKind

T = TypeVar("T")

JsonObject = dict[str, Any]

STEP_KEYS = (
    "index",
    "step",
    "kind",
    "rule",
    "term",
    "cells",
    "digits",
    "unit",
    "premises",
    "placed",
    "removed",
    "assumptions",
)

COUNTS_KEY = "counts"
"""The key of steps that are readings left out: how many, by the rule that each passed or failed."""

PATTERN_KEYS = ("level", "bases", "covers", "because")
"""The keys of a step of a technique; lines are named as in "r4c5" and "1 in row 4", each with its count."""

VERIFICATION_KEYS = ("valid", "true", "counterexample", "reason")
"""The keys that verification adds."""


def step_row(number: int, step: Step, geometry: Geometry, *, index: int = 1) -> JsonObject:
    """A step as a JSON object; `number` counts the steps of a puzzle, and `index` the puzzles, from 1.

    >>> from sudocube.explanation import explain
    >>> row = step_row(14, list(explain("1... ..2. .3.. ...4"))[-1], Geometry(2, 2))
    >>> row["kind"], row["rule"], row["term"], row["premises"]
    ('solution', 'no blanks left', 'solution', None)
    """
    name = geometry.cell_name
    return {
        "index": index,
        "step": number,
        "kind": str(step.kind),
        "rule": step.rule.name,
        "term": step.rule.term,
        "cells": [name(cell) for cell in step.cells],
        "digits": list(step.digits),
        "unit": None if step.unit is None else step.unit.name,
        "premises": None if step.premises is None else _premises_row(step.premises, geometry),
        "placed": {name(cell): digit for cell, digit in step.placed.items()},
        "removed": _digits_by_name(step.removed, geometry),
        "assumptions": [[name(cell), digit] for cell, digit in step.assumptions],
        **({COUNTS_KEY: _counts_row(step.counts)} if step.counts else {}),
        **({key: getattr(step.pattern, key) for key in PATTERN_KEYS} if step.pattern else {}),
    }


def _counts_row(counts: Mapping[Rule, int]) -> list[JsonObject]:
    return [{"rule": rule.name, "term": rule.term, "count": count} for rule, count in counts.items()]


def verified_row(verified: StepVerification, geometry: Geometry, *, index: int = 1) -> JsonObject:
    """A verified step as a JSON object.

    `counterexample` is null, or a text of n² characters. Where the conclusion is false, it is a solution of
    the puzzle; otherwise it shows the cells for which the conclusion does not follow, and `.` for all other
    cells. `reason` says why a step is refuted.
    """
    shown = None
    if verified.counterexample:
        cells = range(geometry.cell_count)
        shown = "".join(SYMBOLS[verified.counterexample.get(cell, 0)] for cell in cells)
    return {
        **step_row(verified.number, verified.step, geometry, index=index),
        "valid": verified.valid,
        "true": verified.true,
        "counterexample": shown,
        "reason": verified.reason,
    }


def _premises_row(premises: Premises, geometry: Geometry) -> JsonObject:
    return {
        "cells": _digits_by_name(premises.cells, geometry),
        "units": [unit.name for unit in premises.units],
    }


def _digits_by_name(digits: Mapping[int, Sequence[int]], geometry: Geometry) -> dict[str, list[int]]:
    return {geometry.cell_name(cell): list(listed) for cell, listed in digits.items()}


LONGEST_LINE = 10_000_000
"""The most bytes in a text line; the longest step of a 25×25 puzzle takes about 200,000."""

_CELL = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?)", re.ASCII)


class StepsError(SudocubeError, ValueError):
    """A mistake in a file of steps. Attributes: `file`, `line`, `key` (may be ""), `found`, `expected`."""

    def __init__(self, file: str, line: int, key: str, found: str, expected: str) -> None:
        self.file, self.line, self.key, self.found, self.expected = file, line, key, found, expected
        place = f"{file}:{line}: {key}" if key else f"{file}:{line}"
        super().__init__(f"{place}: found {found}; expected {expected}")


def read_steps(stream: BinaryIO, name: str, geometry: Geometry) -> Iterator[Step]:
    r"""The steps of a file, each as soon as its text line has been read; `name` is the file's name in errors.

    Raises StepsError at the first mistake, and OSError where the stream cannot be read; both while steps are
    being read, not at the call.

    >>> import io
    >>> text = b'{"kind": "placement", "rule": "mine", "placed": {"r1c2": 3}}'
    >>> [step] = read_steps(io.BytesIO(text), "steps.jsonl", Geometry(2, 2))
    >>> step.placed, step.premises
    ({1: 3}, None)
    >>> list(read_steps(io.BytesIO(b'\n{"kind": "placement", "placed": {"r1c7": 3}}'), "a", Geometry(2, 2)))
    Traceback (most recent call last):
    sudocube.explanation.steps_file.StepsError: a:2: placed: found 'r1c7'; expected a cell, r1c1 to r4c4
    """
    known: tuple[tuple[int, int], ...] = ()
    index: object = None
    count = number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise StepsError(
                name, number, "", f"more than {LONGEST_LINE:,} bytes", "one JSON object per line"
            )
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if not line.strip():
            continue
        row = _parsed(line, name, number)
        if "summary" in row:
            continue
        count += 1
        reader = _StepReader(name, number, geometry)
        index = reader.index(row, index)
        step = reader.step(row, count, known)
        known = step.assumptions
        yield step


def _parsed(line: bytes, name: str, number: int) -> JsonObject:
    """The object on a text line."""

    def without_duplicates(pairs: list[tuple[str, Any]]) -> JsonObject:
        row = dict(pairs)
        if len(row) < len(pairs):
            twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
            raise StepsError(name, number, twice, "the key twice", "each key once")
        return row

    expected = "a JSON object"
    try:
        row = json.loads(line.decode("utf-8"), object_pairs_hook=without_duplicates)
    except UnicodeDecodeError as error:
        raise StepsError(name, number, "", f"byte 0x{line[error.start]:02x}, not text", expected) from None
    except json.JSONDecodeError as error:
        found = f"no JSON at column {error.colno} ({error.msg})"
        raise StepsError(name, number, "", found, expected) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, StepsError):
            raise
        raise StepsError(
            name, number, "", "JSON nested or numbers written beyond measure", expected
        ) from None
    if not isinstance(row, dict):
        raise StepsError(name, number, "", quoted(row), expected)
    return row


class _StepReader:
    """Reads the object of one step; its errors name the file and the text line."""

    def __init__(self, file: str, line: int, geometry: Geometry) -> None:
        self._file, self._line, self._geometry = file, line, geometry
        size = geometry.size
        self._a_cell = f"a cell, r1c1 to r{size}c{size}"
        self._a_digit = f"a digit, 1 to {size}"
        self._a_unit = f"a unit, row 1 to row {size}, column 1 to column {size} or box 1 to box {size}"
        self._units = {unit.name: unit for unit in cube(geometry).units}

    def index(self, row: JsonObject, known: object) -> object:
        """The number of the puzzle that a step belongs to; `known` is that of the steps before, or None."""
        index = row.get("index", known)
        if "index" in row and (type(index) is not int or index < 1):
            self._fail("index", quoted(index), "the number of a puzzle, from 1")
        if known not in (None, index):
            self._fail("index", quoted(index), f"{known}, as before: the steps of one puzzle")
        return index

    def step(self, row: JsonObject, count: int, known: tuple[tuple[int, int], ...]) -> Step:
        """The step of an object, the `count`-th of the file; `known` are the assumptions before it."""
        for key in row:
            if key not in (*STEP_KEYS, *VERIFICATION_KEYS, *PATTERN_KEYS, COUNTS_KEY):
                self._fail("", f"the key {key!r}", f"no others than {', '.join(STEP_KEYS)}")
        if "step" in row and (type(row["step"]) is not int or row["step"] != count):
            self._fail("step", quoted(row["step"]), f"{count}, as they are numbered from 1")
        if "kind" not in row:
            self._fail("kind", "nothing", KINDS)
        if row["kind"] not in list(StepKind):
            self._fail("kind", quoted(row["kind"]), KINDS)
        unit, premises = row.get("unit"), row.get("premises")
        assumptions = self._list("assumptions", row.get("assumptions", []), self._assumption)
        step = Step(
            StepKind(row["kind"]),
            Rule(self._text("rule", row.get("rule", "")), self._text("term", row.get("term") or "")),
            self._list("cells", row.get("cells", []), self._cell),
            self._list("digits", row.get("digits", []), self._digit),
            None if unit is None else self._unit("unit", unit),
            None if premises is None else self._premises(premises),
            self._by_cell("placed", row.get("placed", {}), self._digit),
            self._by_cell("removed", row.get("removed", {}), self._digits),
            assumptions,
            dict(self._list(COUNTS_KEY, row.get(COUNTS_KEY, []), self._count)),
            self._pattern(row) if "bases" in row else None,
        )
        self._check(step, known)
        return step

    def _check(self, step: Step, known: tuple[tuple[int, int], ...]) -> None:
        """Check that the keys fit together: kind and changes, assumptions and guesses."""
        fault = form_fault(step, self._geometry)
        if fault is not None:
            self._fail(*fault)
        allowed = set(known)
        if step.kind in (StepKind.GUESS, StepKind.READING):
            allowed.update(zip(step.cells, step.digits, strict=True))
        for cell, digit in step.assumptions:
            if (cell, digit) not in allowed:
                expected = "assumptions that a guess has made, and that are in force"
                self._fail("assumptions", f'["{self._geometry.cell_name(cell)}", {digit}]', expected)

    def _premises(self, value: object) -> Premises:
        if not isinstance(value, dict):
            self._fail("premises", quoted(value), 'null or {"cells": {...}, "units": [...]}')
        for key in value:
            if key not in ("cells", "units"):
                self._fail("premises", f"the key {key!r}", "cells and units")
        cells = self._by_cell("premises.cells", value.get("cells", {}), self._digits)
        return Premises(cells, self._list("premises.units", value.get("units", []), self._unit))

    def _pattern(self, row: JsonObject) -> Pattern:
        """The bases and covers of a technique; whether there are such lines, verifying says."""
        for key in ("bases", "covers"):
            lines = row.get(key)
            if not isinstance(lines, dict) or any(type(n) is not int or n < 1 for n in lines.values()):
                self._fail(key, quoted(lines), 'lines and how often each counts, such as {"1 in row 4": 1}')
        because = self._text("because", row.get("because", ""))
        return Pattern(row.get("level", 0), row["bases"], row["covers"], because)

    def _text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            self._fail(key, quoted(value), "a text")
        if not value.isprintable():
            self._fail(key, quoted(value), "a text of letters, digits and signs, on one line")
        return value

    def _cell(self, key: str, value: object) -> int:
        match = _CELL.fullmatch(value) if isinstance(value, str) else None
        size = self._geometry.size
        if not match or int(match[1]) > size or int(match[2]) > size:
            self._fail(key, quoted(value), self._a_cell)
        return (int(match[1]) - 1) * size + int(match[2]) - 1

    def _digit(self, key: str, value: object) -> int:
        if type(value) is not int or value not in self._geometry.digits:
            self._fail(key, quoted(value), self._a_digit)
        return value

    def _digits(self, key: str, value: object) -> tuple[int, ...]:
        digits = self._list(key, value, self._digit)
        if len(set(digits)) < len(digits):
            self._fail(key, quoted(value), "each digit once")
        return digits

    def _unit(self, key: str, value: object) -> Unit:
        if not isinstance(value, str) or value not in self._units:
            self._fail(key, quoted(value), self._a_unit)
        return self._units[value]

    def _count(self, key: str, value: object) -> tuple[Rule, int]:
        number = value.get("count") if isinstance(value, dict) else None
        if (
            not isinstance(value, dict)
            or value.keys() != {"rule", "term", "count"}
            or type(number) is not int
        ):
            self._fail(key, quoted(value), 'a rule and its count, {"rule": ..., "term": ..., "count": 1}')
        rule, term = self._text(key, value["rule"]), self._text(key, value["term"])
        return Rule(rule, term), number

    def _assumption(self, key: str, value: object) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            self._fail(key, quoted(value), 'a cell and its digit, such as ["r1c1", 1]')
        return self._cell(key, value[0]), self._digit(key, value[1])

    def _list(self, key: str, value: object, each: Callable[[str, object], T]) -> tuple[T, ...]:
        if not isinstance(value, list):
            self._fail(key, quoted(value), "a list")
        return tuple(each(key, item) for item in value)

    def _by_cell(self, key: str, value: object, each: Callable[[str, object], T]) -> dict[int, T]:
        if not isinstance(value, dict):
            self._fail(key, quoted(value), "an object with cells as its keys")
        return {self._cell(key, cell): each(f"{key}.{cell}", item) for cell, item in value.items()}

    def _fail(self, key: str, found: str, expected: str) -> NoReturn:
        raise StepsError(self._file, self._line, key, found, expected)
