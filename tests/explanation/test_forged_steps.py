"""Steps that were changed: what is accepted is true, whatever part of a step was changed, and however."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.cube import cube
from sudocube.engines import engine
from sudocube.explanation import explain, verify_steps
from sudocube.explanation.step_verifying import StepFollower
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import CONCLUSIONS, Premises, Step, StepKind
from tests.explanation.reference import CLUES, GUESS, MINE, PUZZLES, TINY
from tests.tables import cases

END = Step(StepKind.END, MINE)

SMALL = [name for name in PUZZLES if not name.startswith("3x3")]
"""Puzzles of which all solutions are known at once."""


@cache
def solutions(name: str) -> list[Grid]:
    found: list[Grid] = []
    engine("phases").answer(PUZZLES[name], limit=5000, on_result=found.append)
    assert len(found) < 5000
    return found


@cache
def steps_of(name: str, method: str) -> list[Step]:
    return list(islice(explain(PUZZLES[name], method), 200))


def contradicts(step: Step, grid: Grid) -> bool:
    """Whether a solution shows that a conclusion is false."""
    if step.kind == StepKind.DEADLOCK:
        return True
    return any(grid.cells[cell] != digit for cell, digit in step.placed.items()) or any(
        grid.cells[cell] in digits for cell, digits in step.removed.items()
    )


def those_left(known: list[Grid], assumptions: Any) -> list[Grid]:
    return [grid for grid in known if all(grid.cells[cell] == digit for cell, digit in assumptions)]


def assert_nothing_false_is_accepted(puzzle: Puzzle, known: list[Grid], steps: list[Step]) -> None:
    """Up to the first refuted step no solution is lost; after it, too, nothing false is called true."""
    verifier = StepFollower(puzzle)
    was_refuted = False
    for step in steps:
        one = verifier.take(step)
        was_refuted |= one.is_refuted
        if one.is_refuted:
            continue
        left = those_left(known, step.assumptions)
        if step.kind in CONCLUSIONS:
            assert one.true is not any(contradicts(one.step, grid) for grid in left), step
            assert was_refuted or one.true is True, step
        if was_refuted:
            continue
        assert step.assumptions == verifier.state.assumptions
        for grid in left:
            assert all(mask >> grid.cells[cell] - 1 & 1 for cell, mask in enumerate(verifier.state.masks)), (
                step
            )
    verifier.close()


def cells(geometry: Geometry) -> st.SearchStrategy[int]:
    """Cells of the puzzle; seldom one that is none."""
    return st.integers(0, geometry.cell_count - 1) | st.sampled_from([-1, geometry.cell_count])


def digits(geometry: Geometry) -> st.SearchStrategy[int]:
    """Digits of the puzzle; seldom one that is none."""
    return st.integers(1, geometry.size) | st.sampled_from([0, -1, geometry.size + 1])


def changed(geometry: Geometry) -> dict[str, st.SearchStrategy[Any]]:
    """For each part of a step what to put in its place."""
    cell, digit = cells(geometry), digits(geometry)
    by_cell = st.dictionaries(cell, st.lists(digit, max_size=3).map(tuple), max_size=3)
    units = st.sampled_from(cube(geometry).units)
    lists = st.lists(units, max_size=3).map(tuple)
    pairs = st.lists(st.tuples(cell, digit), max_size=2).map(tuple)
    return {
        "kind": st.sampled_from([*StepKind, *map(str, StepKind)]),
        "cells": st.lists(cell, max_size=2).map(tuple),
        "digits": st.lists(digit, max_size=2).map(tuple),
        "unit": st.none() | units,
        "premises": st.none() | st.builds(Premises, by_cell, lists),
        "placed": st.dictionaries(cell, digit, max_size=2),
        "removed": by_cell,
        "assumptions": pairs,
    }


def forged(data: st.DataObject, step: Step, geometry: Geometry) -> Step:
    """A step with one or two parts changed: replaced, or with something added to what it changes."""
    parts = changed(geometry)
    for part in data.draw(st.lists(st.sampled_from(list(parts)), min_size=1, max_size=2, unique=True)):
        value = data.draw(parts[part], label=part)
        if part in ("placed", "removed") and data.draw(st.booleans(), label="added"):
            value = {**getattr(step, part), **value}
        step = with_part(step, **{part: value})
    return step


@given(data=st.data(), name=st.sampled_from(SMALL), method=st.sampled_from(list(METHODS)))
@settings(max_examples=50)
def test_whatever_is_accepted_is_true(data, name, method):
    """Real steps of every method, with one or two of them changed at random, repeated or left out."""
    puzzle = PUZZLES[name]
    steps = list(steps_of(name, method))
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(steps) - 1), label="which")
        how = data.draw(st.sampled_from(["change", "change", "change", "repeat", "leave out"]))
        if how == "change":
            steps[at] = forged(data, steps[at], puzzle.geometry)
        else:
            steps[at : at + 1] = [steps[at]] * 2 if how == "repeat" else []
        if not steps:
            return
    assert_nothing_false_is_accepted(puzzle, solutions(name), steps)


def with_part(step: Step, **parts: Any) -> Step:
    """A step with other parts, of whatever type."""
    return replace(step, **parts)


def reasons(*steps: Step) -> Iterator[str | None]:
    return (one.reason for one in verify_steps(TINY, [CLUES, *steps]))


@pytest.mark.parametrize("case", cases(Path(__file__).parent / "malformed_steps.toml"))
def test_a_step_whose_parts_do_not_fit_together_is_refuted(case):
    """What it changes beside that would be taken for granted afterwards."""
    parts = dict(case["parts"])
    of_cells = [name for name in ("placed", "removed") if name in parts]
    parts |= {name: {int(cell): digits for cell, digits in parts[name].items()} for name in of_cells}
    parts |= {name: tuple(parts[name]) for name in ("cells", "digits") if name in parts}
    if "assumptions" in parts:
        parts["assumptions"] = tuple(map(tuple, parts["assumptions"]))
    step = with_part(GUESS if case["of"] == "guess" else END, **parts)
    *_, found = reasons(step)
    assert (found or "").startswith(case["reason"])


def test_a_kind_may_be_a_plain_text():
    """A deadlock in plain text would be no conclusion at all, and hold."""
    for kind in StepKind:
        step = {StepKind.GUESS: GUESS, StepKind.REMOVAL: CLUES}.get(kind, replace(END, kind=kind))
        plain = with_part(step, kind=str(kind))
        assert list(reasons(plain)) == list(reasons(step))
        assert kind is not StepKind.DEADLOCK or list(reasons(plain))[-1] is not None


def test_what_is_no_step_is_a_type_error():
    wrong: Any
    for wrong in (None, "guess", {"kind": "guess"}):
        with pytest.raises(TypeError, match=rf"^a step is a Step, not {type(wrong).__name__}$"):
            list(verify_steps(TINY, [wrong]))
    with pytest.raises(ValueError, match="'idea' is not a valid StepKind"):
        list(verify_steps(TINY, [with_part(GUESS, kind="idea")]))
