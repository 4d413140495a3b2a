"""What does not go together, or is out of range, is refused before anything is made."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sudocube import Geometry, generate
from sudocube.generation.plan import GenerationPlan
from sudocube.plan_fields import Range
from tests.tables import cases

FILLED = frozenset(range(81))


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    """The options of a case: boxes, cells of a pattern, and ranges with an open end."""
    options: dict[str, Any] = {
        name: tuple(None if one == "…" else one for one in value) if isinstance(value, list) else value
        for name, value in case["options"].items()
    }
    if isinstance(options.get("geometry"), str):
        options["geometry"] = Geometry.of_box(options["geometry"])
    if "without" in options:
        options["pattern"] = FILLED - {*options.pop("without")}
    return options


@pytest.mark.parametrize("case", cases(Path(__file__).parent / "refused.toml"))
def test_what_is_out_of_range_impossible_or_does_not_go_together_is_refused(case):
    """When `generate` is called, before the first puzzle is asked for, and with the reason."""
    with pytest.raises((ValueError, TypeError)) as told:
        generate(**options_of(case))
    assert (type(told.value).__name__, case["says"] in str(told.value)) == (case["error"], True), told.value


def test_integers_of_numpy_and_single_numbers_and_names_are_taken():
    numbers: dict[str, Any] = {"seed": np.int64(3), "first_index": np.uint8(2)}
    [made] = generate(**numbers, clues=(np.int8(20), np.int8(30)))
    assert type(made.seed) is type(made.index) is int
    assert made == next(generate(seed=3, first_index=2, clues=(20, 30)))
    for form in (24, "24", (24, 24)):
        assert next(generate(seed=3, clues=form)) == next(generate(seed=3, clues="24-24"))
    assert next(generate(seed=3, depth=0)) == next(generate(seed=3, depth=(0, 0)))
    assert next(generate(seed=3, methods="sets")) == next(generate(seed=3, methods=["sets"]))


def test_what_is_possible_is_not_refused():
    GenerationPlan(clues=Range(16, 17))
    GenerationPlan(geometry=Geometry(2, 2), clues=Range(4, 4))
    GenerationPlan(clues=Range(81, 81), minimal="no", pattern=FILLED)
    GenerationPlan(depth=Range(1, 1), methods=("sets", "possibles"), not_methods=("cube:propagate",))
    GenerationPlan(backdoor=Range(64, None))
