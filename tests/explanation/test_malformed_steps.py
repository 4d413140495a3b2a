"""Steps whose fields are not of their types: each is refuted, and nothing is raised."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.explanation import StepVerifier, explain, verify_steps
from sudocube.puzzle import Puzzle
from sudocube.solvers.trace import Premises, Rule, Step, StepKind
from tests.explanation.reference import PUZZLES

TINY = Puzzle("1.....2..3.....4")
MINE = Rule("mine", "")
CLUES = next(explain(TINY))
GUESS = Step(StepKind.GUESS, MINE, (8,), (2,), placed={8: 2}, assumptions=((8, 2),))
END = Step(StepKind.END, MINE)
UNDO = Step(StepKind.UNDO, MINE)
STEPS = (CLUES, GUESS, UNDO, END, *explain(PUZZLES["2x2-several"], "cube"))

HUGE = 10**5000
"""More digits than Python writes."""

WRONG_TYPES: list[tuple[Step, dict[str, Any], str]] = [
    (CLUES, {"placed": None}, "placed: found None; expected the digit of each cell"),
    (CLUES, {"placed": [8, 4]}, "placed: found [8, 4]; expected the digit of each cell"),
    (CLUES, {"placed": {8: HUGE}}, "placed: found int that is too long to show; expected a digit, 1 to 4"),
    (CLUES, {"unit": "row 1"}, "unit: found 'row 1'; expected a Unit, or None"),
    (CLUES, {"premises": Premises({8: 2})}, "premises.cells: found {8: 2}; expected the digits of each cell"),  # type: ignore[dict-item]
    (CLUES, {"premises": Premises({}, ("row 1",))}, "premises.units: found ('row 1',); expected Units in a"),  # type: ignore[arg-type]
    (CLUES, {"removed": {1: "5"}}, "removed: found {1: '5'}; expected the digits of each cell"),
    (CLUES, {"digits": 5}, "digits: found 5; expected digits in a tuple"),
    (CLUES, {"cells": {8}}, "cells: found {8}; expected cells in a tuple"),
    (CLUES, {"cells": ((1, 2),)}, "cells: found [1, 2]; expected a cell, 0 to 15"),
    (GUESS, {"assumptions": [(8, 2)]}, "assumptions: found [(8, 2)]; expected pairs of a cell and its digit"),
    (END, {"rule": Rule("mine", [])}, "rule: found Rule(name='mine', term=[]); expected a Rule"),  # type: ignore[arg-type]
    (CLUES, {"kind": []}, "kind: found []; expected one of placement, removal"),
    (END, {"kind": StepKind.LEFT_OUT, "counts": {MINE: "3"}}, "counts: found {Rule(name='mine', term=''): "),
]


def test_a_field_of_another_type_refutes_its_step_and_raises_nothing():
    """The reason names the field; the step after it is verified as if it had not been."""
    for step, changes, said in WRONG_TYPES:
        [one, next_one] = verify_steps(TINY, [replace(step, **changes), CLUES])
        assert one.is_refuted, changes
        assert (one.reason or "").startswith(said), changes
        assert next_one.is_refuted is False


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.integers(0, 16) | st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(max_examples=50)
@given(data=st.data())
def test_whatever_a_field_holds_nothing_is_raised(data):
    """One or two fields of a step hold anything; the premises may hold anything in their parts."""
    step = data.draw(st.sampled_from(STEPS))
    premises = st.builds(Premises, JUNK, JUNK)
    names = st.sampled_from([field.name for field in fields(Step)])
    changes = data.draw(st.dictionaries(names, JUNK | premises, min_size=1, max_size=2))
    verifier = StepVerifier(TINY)
    for one in (CLUES, GUESS, replace(step, **changes), CLUES):
        verifier.verified(one)
    assert len(verifier.state.assumptions) == len(verifier.state._saved)
    verifier.close()


def test_what_is_no_step_is_a_type_error():
    wrong: Any
    for wrong in (None, "guess", {"kind": "guess"}):
        with pytest.raises(TypeError, match=rf"^a step is a Step, not {type(wrong).__name__}$"):
            list(verify_steps(TINY, [wrong]))
