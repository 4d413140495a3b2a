"""Steps by anybody: a file with one JSON object per line, as `explain --json` writes them.

Of a step's keys only `kind` has to be there; the others are empty where they are left out. What `--verify`
adds is passed over, and so is the line with the summary. Every mistake that one line shows by itself is an
error that names the file, the line and the key; so is an assumption that no guess has made. Whether the
steps fit together, and whether they are right, is for the verifier to say.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NoReturn, TypeVar

from sudocube.cube import Unit, cube
from sudocube.errors import SudocubeError
from sudocube.explanation.notation import FINDINGS, KEYS
from sudocube.geometry import Geometry
from sudocube.solvers.trace import Premises, Rule, Step, StepKind

T = TypeVar("T")

LONGEST = 10_000_000
"""Bytes in a line; the longest step of a 25×25 puzzle takes some 200,000."""

_CELL = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?)", re.ASCII)


class StepsError(SudocubeError, ValueError):
    """A mistake in a file of steps. Attributes: `file`, `line`, `key` (may be ""), `found`, `expected`."""

    def __init__(self, file: str, line: int, key: str, found: str, expected: str) -> None:
        self.file, self.line, self.key, self.found, self.expected = file, line, key, found, expected
        place = f"{file}:{line}: {key}" if key else f"{file}:{line}"
        super().__init__(f"{place}: found {found}; expected {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.file, self.line, self.key, self.found, self.expected)


def read_steps(stream: BinaryIO, name: str, geometry: Geometry) -> Iterator[Step]:
    r"""The steps of a file, as they come. Raises StepsError at the first mistake, OSError as the stream does.

    >>> import io
    >>> text = b'{"kind": "placement", "rule": "mine", "placed": {"r1c2": 3}}'
    >>> [step] = read_steps(io.BytesIO(text), "steps.jsonl", Geometry(2, 2))
    >>> step.placed, step.premises
    ({1: 3}, None)
    >>> list(read_steps(io.BytesIO(b'\n{"kind": "placement", "placed": {"r1c7": 3}}'), "a", Geometry(2, 2)))
    Traceback (most recent call last):
    sudocube.explanation.reading.StepsError: a:2: placed: found 'r1c7'; expected a cell, r1c1 to r4c4
    """
    known: tuple[tuple[int, int], ...] = ()
    count = number = 0
    while line := stream.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise StepsError(name, number, "", f"more than {LONGEST:,} bytes", "one JSON object per line")
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if not line.strip():
            continue
        row = _parsed(line, name, number)
        if "summary" in row:
            continue
        count += 1
        step = _Reader(name, number, geometry).step(row, count, known)
        known = step.assumptions
        yield step


def _parsed(line: bytes, name: str, number: int) -> dict[str, Any]:
    """The object on a line."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        row = dict(pairs)
        if len(row) < len(pairs):
            names = [key for key, _ in pairs]
            twice = next(key for key in names if names.count(key) > 1)
            raise StepsError(name, number, twice, "the key twice", "each key once")
        return row

    expected = "a JSON object"
    try:
        row = json.loads(line.decode("utf-8"), object_pairs_hook=once)
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
        raise StepsError(name, number, "", _shown(row), expected)
    return row


class _Reader:
    """Reads one object, and knows where it stands."""

    def __init__(self, file: str, line: int, geometry: Geometry) -> None:
        self._file, self._line, self._geometry = file, line, geometry
        size = geometry.size
        self._a_cell = f"a cell, r1c1 to r{size}c{size}"
        self._a_digit = f"a digit, 1 to {size}"
        self._a_unit = f"a unit, row 1 to row {size}, column 1 to column {size} or box 1 to box {size}"
        self._units = {unit.name: unit for unit in cube(geometry).units}

    def step(self, row: dict[str, Any], count: int, known: tuple[tuple[int, int], ...]) -> Step:
        """The step that an object tells, the `count`-th, where `known` are the assumptions before it."""
        for key in row:
            if key not in KEYS and key not in FINDINGS:
                self._refuse("", f"the key {key!r}", f"no others than {', '.join(KEYS)}")
        if "step" in row and (type(row["step"]) is not int or row["step"] != count):
            self._refuse("step", _shown(row["step"]), f"{count}, as they are numbered from 1")
        kinds = [str(kind) for kind in StepKind]
        if "kind" not in row:
            self._refuse("kind", "nothing", f"one of {', '.join(kinds)}")
        if row["kind"] not in kinds:
            self._refuse("kind", _shown(row["kind"]), f"one of {', '.join(kinds)}")
        unit, premises = row.get("unit"), row.get("premises")
        assumptions = self._list("assumptions", row.get("assumptions", []), self._assumption)
        step = Step(
            StepKind(row["kind"]),
            Rule(self._text("rule", row.get("rule", "")), self._text("term", row.get("term", ""))),
            self._list("cells", row.get("cells", []), self._cell),
            self._list("digits", row.get("digits", []), self._digit),
            None if unit is None else self._unit("unit", unit),
            None if premises is None else self._premises(premises),
            self._by_cell("placed", row.get("placed", {}), self._digit),
            self._by_cell("removed", row.get("removed", {}), self._digits),
            assumptions,
        )
        self._check(step, known)
        return step

    def _check(self, step: Step, known: tuple[tuple[int, int], ...]) -> None:
        """What belongs together: the kind and what it changes, assumptions and the guesses that made them."""
        name = self._geometry.cell_name
        for cell, digit in step.placed.items():
            if digit in step.removed.get(cell, ()):
                self._refuse(
                    f"removed.{name(cell)}", f"{digit}, which is placed there", "other digits, or none"
                )
        allowed = known
        match step.kind:
            case StepKind.PLACEMENT if not step.placed:
                self._refuse("placed", "nothing", "a cell and its digit, in a placement")
            case StepKind.REMOVAL if not any(step.removed.values()):
                self._refuse("removed", "nothing", "cells and the digits that they lose, in a removal")
            case StepKind.GUESS:
                if len(step.cells) != 1:
                    self._refuse("cells", f"{len(step.cells)} cells", "the one cell of the guess")
                if len(step.digits) != 1:
                    self._refuse("digits", f"{len(step.digits)} digits", "the one digit of the guess")
                cell, digit = step.cells[0], step.digits[0]
                if step.placed != {cell: digit}:
                    expected = f"{{{name(cell)!r}: {digit}}}, the guess itself".replace("'", '"')
                    self._refuse("placed", _shown({name(c): d for c, d in step.placed.items()}), expected)
                allowed = (*known, (cell, digit))
            case StepKind.PLACEMENT:
                pass
            case kind:
                if step.placed:
                    self._refuse("placed", "a digit", f"none in a step of kind {kind}")
                if step.removed and kind is not StepKind.REMOVAL:
                    self._refuse("removed", "a digit", f"none in a step of kind {kind}")
        for cell, digit in step.assumptions:
            if (cell, digit) not in allowed:
                expected = "assumptions that a guess has made, and that are in force"
                self._refuse("assumptions", f'["{name(cell)}", {digit}]', expected)

    def _premises(self, value: object) -> Premises:
        if not isinstance(value, dict):
            self._refuse("premises", _shown(value), 'null or {"cells": {...}, "units": [...]}')
        for key in value:
            if key not in ("cells", "units"):
                self._refuse("premises", f"the key {key!r}", "cells and units")
        cells = self._by_cell("premises.cells", value.get("cells", {}), self._digits)
        return Premises(cells, self._list("premises.units", value.get("units", []), self._unit))

    def _text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            self._refuse(key, _shown(value), "a text")
        if not value.isprintable():
            self._refuse(key, _shown(value), "a text of letters, digits and signs, on one line")
        return value

    def _cell(self, key: str, value: object) -> int:
        match = _CELL.fullmatch(value) if isinstance(value, str) else None
        size = self._geometry.size
        if not match or int(match[1]) > size or int(match[2]) > size:
            self._refuse(key, _shown(value), self._a_cell)
        return (int(match[1]) - 1) * size + int(match[2]) - 1

    def _digit(self, key: str, value: object) -> int:
        if type(value) is not int or value not in self._geometry.digits:
            self._refuse(key, _shown(value), self._a_digit)
        return value

    def _digits(self, key: str, value: object) -> tuple[int, ...]:
        digits = self._list(key, value, self._digit)
        if len(set(digits)) < len(digits):
            self._refuse(key, _shown(value), "each digit once")
        return digits

    def _unit(self, key: str, value: object) -> Unit:
        if not isinstance(value, str) or value not in self._units:
            self._refuse(key, _shown(value), self._a_unit)
        return self._units[value]

    def _assumption(self, key: str, value: object) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            self._refuse(key, _shown(value), 'a cell and its digit, such as ["r1c1", 1]')
        return self._cell(key, value[0]), self._digit(key, value[1])

    def _list(self, key: str, value: object, each: Callable[[str, object], T]) -> tuple[T, ...]:
        if not isinstance(value, list):
            self._refuse(key, _shown(value), "a list")
        return tuple(each(key, item) for item in value)

    def _by_cell(self, key: str, value: object, each: Callable[[str, object], T]) -> dict[int, T]:
        if not isinstance(value, dict):
            self._refuse(key, _shown(value), "an object with cells as its keys")
        return {self._cell(key, cell): each(f"{key}.{cell}", item) for cell, item in value.items()}

    def _refuse(self, key: str, found: str, expected: str) -> NoReturn:
        raise StepsError(self._file, self._line, key, found, expected)


def _shown(value: object) -> str:
    """A value as a person wrote it, cut short where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
