"""The form of a step: whether its parts fit together, seen in the step alone.

A step could change more than its conclusion says: a guess could place a second cell, a deadlock could place
one. And the fields of a step that a program made may hold anything. `steps_file` and `step_verifying` both
ask this module first.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sudocube.cube import Unit, cube
from sudocube.geometry import Geometry
from sudocube.solvers.trace import Pattern, Premises, Rule, Step, StepKind

KINDS = f"one of {', '.join(StepKind)}"


class FormFault(NamedTuple):
    """What is wrong with the form of a step: the key of the part, what was found and what was expected."""

    key: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.key}: found {self.found}; expected {self.expected}"


def form_fault(step: Step, geometry: Geometry) -> FormFault | None:
    """The first fault in the form of a step; None where its parts fit together.

    >>> from sudocube.solvers.trace import Rule
    >>> step = Step(StepKind.GUESS, Rule("", ""), (0,), (1,), placed={0: 1, 2: 3}, assumptions=((0, 1),))
    >>> str(form_fault(step, Geometry(2, 2)))
    'placed: found {"r1c1": 1, "r1c3": 3}; expected {"r1c1": 1}, the guess itself'
    >>> str(form_fault(Step(StepKind.REMOVAL, Rule("", ""), removed={1: 5}), Geometry(2, 2)))
    'removed: found {1: 5}; expected the digits of each cell'
    """
    if not isinstance(step.kind, StepKind):
        return FormFault("kind", quoted(step.kind), KINDS)
    return (
        next(_fields_of_wrong_types(step), None)
        or next(_values_out_of_range(step, geometry), None)
        or _fault_of_kind(step, geometry)
    )


def _fields_of_wrong_types(step: Step) -> Iterator[FormFault]:
    """The fields of a step that are not of the types that `Step` names; what they hold is looked at later."""
    premises = step.premises
    if not _is_rule(step.rule):
        yield FormFault("rule", _shown(step.rule), "a Rule, with a name and a term")
    for key, listed in (("cells", step.cells), ("digits", step.digits)):
        if not _is_list(listed):
            yield FormFault(key, _shown(listed), f"{key} in a tuple")
    if not isinstance(step.unit, Unit | None):
        yield FormFault("unit", _shown(step.unit), "a Unit, or None")
    if not isinstance(premises, Premises | None):
        yield FormFault("premises", _shown(premises), "Premises, or None")
    elif premises is not None:
        if not _is_digits_by_cell(premises.cells):
            yield FormFault("premises.cells", _shown(premises.cells), "the digits of each cell")
        if not _is_units(premises.units):
            yield FormFault("premises.units", _shown(premises.units), "Units in a tuple")
    if not isinstance(step.placed, Mapping):
        yield FormFault("placed", _shown(step.placed), "the digit of each cell")
    if not _is_digits_by_cell(step.removed):
        yield FormFault("removed", _shown(step.removed), "the digits of each cell")
    if not _is_pairs(step.assumptions):
        expected = "pairs of a cell and its digit, in a tuple of tuples"
        yield FormFault("assumptions", _shown(step.assumptions), expected)
    if not _is_counts(step.counts):
        yield FormFault("counts", _shown(step.counts), "a number for each rule")
    if not _is_pattern(step.pattern):
        yield FormFault(
            "bases", _shown(step.pattern), "a Pattern, with lines and their counts, from 1; or None"
        )


def _is_rule(value: object) -> bool:
    return isinstance(value, Rule) and all(isinstance(text, str) for text in (value.name, value.term))


def _is_counts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(count, int) for count in value.values())


def _is_pattern(value: object) -> bool:
    return value is None or (
        isinstance(value, Pattern)
        and all(isinstance(lines, Mapping) for lines in (value.bases, value.covers))
        and all(type(n) is int and n > 0 for lines in (value.bases, value.covers) for n in lines.values())
    )


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_units(value: object) -> bool:
    return isinstance(value, Sequence) and all(isinstance(unit, Unit) for unit in value)


def _is_pairs(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)


def _is_digits_by_cell(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(digits, Collection) and not isinstance(digits, str) for digits in value.values()
    )


def _values_out_of_range(step: Step, geometry: Geometry) -> Iterator[FormFault]:
    """The cells, digits and units in a step that its puzzle does not have."""
    listed: list[tuple[str, Iterable[object], Iterable[object]]] = [
        ("cells", step.cells, ()),
        ("digits", (), step.digits),
        ("placed", step.placed, step.placed.values()),
        ("assumptions", *(zip(*step.assumptions, strict=True) if step.assumptions else ((), ()))),
        *_of_lists("removed", step.removed),
    ]
    units = [] if step.unit is None else [step.unit]
    if step.premises is not None:
        listed += _of_lists("premises.cells", step.premises.cells)
        units += step.premises.units
    for key, cells, digits in listed:
        for cell in cells:
            if not isinstance(cell, int) or cell not in range(geometry.cell_count):
                yield FormFault(key, quoted(cell), f"a cell, 0 to {geometry.cell_count - 1}")
        for digit in digits:
            if not isinstance(digit, int) or digit not in geometry.digits:
                yield FormFault(key, quoted(digit), f"a digit, 1 to {geometry.size}")
    for unit in units:
        if unit not in _units(geometry):
            yield FormFault("unit", quoted(unit.name), "a unit of this puzzle, with its cells")


def _of_lists(
    key: str, digits: Mapping[int, Sequence[int]]
) -> list[tuple[str, Iterable[object], Iterable[object]]]:
    return [(key, digits, [digit for several in digits.values() for digit in several])]


def _units(geometry: Geometry) -> Sequence[Unit]:
    return cube(geometry).units


def _fault_of_kind(step: Step, geometry: Geometry) -> FormFault | None:
    """The fault of a step that changes what a step of its kind cannot change, or changes nothing."""
    name = geometry.cell_name
    for cell, digit in step.placed.items():
        if digit in step.removed.get(cell, ()):
            return FormFault(
                f"removed.{name(cell)}", f"{digit}, which is placed there", "other digits, or none"
            )
    if step.counts and step.kind is not StepKind.LEFT_OUT:
        return FormFault("counts", "numbers", f"none in a step of kind {step.kind}")
    match step.kind:
        case StepKind.PLACEMENT:
            return (
                None
                if step.placed
                else FormFault("placed", "nothing", "a cell and its digit, in a placement")
            )
        case StepKind.REMOVAL if not any(step.removed.values()):
            return FormFault("removed", "nothing", "cells and the digits that they lose, in a removal")
        case StepKind.GUESS:
            return _fault_of_guess(step, geometry)
        case StepKind.READING:
            return _fault_of_reading(step) or _fault_of_placed(step, geometry)
        case StepKind.LEFT_OUT if not step.counts or min(step.counts.values()) < 1:
            return FormFault("counts", "nothing", "numbers of readings, from 1")
        case kind:
            if step.placed:
                return FormFault("placed", "a digit", f"none in a step of kind {kind}")
            if step.removed and kind is not StepKind.REMOVAL:
                return FormFault("removed", "a digit", f"none in a step of kind {kind}")
            if kind is StepKind.FAILED_READING:
                return _fault_of_reading(step)
    return None


def _fault_of_guess(step: Step, geometry: Geometry) -> FormFault | None:
    """A guess is one digit in one cell, and places just that."""
    if len(step.cells) != 1:
        return FormFault("cells", f"{len(step.cells)} cells", "the one cell of the guess")
    if len(step.digits) != 1:
        return FormFault("digits", f"{len(step.digits)} digits", "the one digit of the guess")
    return _fault_of_placed(step, geometry)


def _fault_of_reading(step: Step) -> FormFault | None:
    """A reading is one digit in each of some cells, and takes nothing from others."""
    if not step.cells or len(set(step.cells)) < len(step.cells):
        return FormFault("cells", quoted(list(step.cells)), "the cells of the reading, each once")
    if len(step.digits) != len(step.cells):
        return FormFault("digits", f"{len(step.digits)} digits", f"{len(step.cells)}, as many as cells")
    return FormFault("removed", "a digit", f"none in a step of kind {step.kind}") if step.removed else None


def _fault_of_placed(step: Step, geometry: Geometry) -> FormFault | None:
    """An assumption places just the digits that it names."""
    if step.placed == dict(zip(step.cells, step.digits, strict=True)):
        return None
    name = geometry.cell_name
    named = {name(cell): digit for cell, digit in zip(step.cells, step.digits, strict=True)}
    found = {name(cell): digit for cell, digit in step.placed.items()}
    return FormFault("placed", quoted(found), f"{quoted(named)}, the {step.kind} itself")


def assumptions_only(step: Step, geometry: Geometry) -> Step | None:
    """What a step with a fault still says of the assumptions, as a guess, a reading or an undo."""
    nameless = Rule("", "")
    if step.kind is StepKind.UNDO:
        is_list = _is_list(step.assumptions)
        return Step(StepKind.UNDO, nameless, assumptions=tuple(step.assumptions)) if is_list else None
    if step.kind not in (StepKind.GUESS, StepKind.READING):
        return None
    if not _is_list(step.cells) or not _is_list(step.digits) or len(step.cells) != len(step.digits):
        return None
    cells, digits = tuple(step.cells), tuple(step.digits)
    bare = Step(step.kind, nameless, cells, digits)
    if any(_fields_of_wrong_types(bare)) or any(_values_out_of_range(bare, geometry)):
        return None
    bare = replace(bare, placed=dict(zip(cells, digits, strict=True)), assumptions=step.assumptions)
    return bare if form_fault(bare, geometry) is None else None


def quoted(value: object) -> str:
    """A value as it is written in JSON, a text as in Python; cut short if it is long."""
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    except RecursionError:
        return "lists within lists, too deep to show"
    except (TypeError, ValueError):  # keys that JSON does not have; a list in itself; a number too long
        return _shown(value)
    return _cut(text)


def _shown(value: object) -> str:
    """A value of any type as in Python; cut short if it is long."""
    try:
        return _cut(repr(value))
    except (RecursionError, ValueError):  # Python refuses to write numbers of thousands of digits
        return f"{type(value).__name__} that is too long to show"


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
