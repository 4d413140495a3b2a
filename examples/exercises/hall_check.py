"""The exercise of a reason: `hall_set(unit)`, cells of a unit that have fewer candidates than they are.

A unit is a list of texts, the candidates of each cell. What is found is held against all ways to fill it.
"""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from types import ModuleType

from judging import called, function_of, listed, shown_call, wrong_case

UNITS = 400


def check(program: ModuleType) -> Iterator[str]:
    """What is right, line by line. Raises Wrong."""
    hall_set, rng = function_of(program, "hall_set"), Random(6)
    failed = 0
    for size in sorted([1, 2, 3, 4, 5] * (UNITS // 5)):
        digits = "123456"[: size + rng.randint(0, 1)]
        unit = ["".join(sorted(rng.sample(digits, rng.randint(1, min(3, size))))) for _ in range(size)]
        failed += check_unit(hall_set, unit)
    yield f"right, for {UNITS} units; {failed} of them cannot be filled"


def check_unit(hall_set: Callable[..., object], unit: list[str]) -> bool:
    """Whether a unit cannot be filled. Raises Wrong where the function says something else."""
    given, call = called(hall_set, unit[:]), shown_call(hall_set, unit)
    way = next((way for way in product(*unit) if len(set(way)) == len(unit)), None)
    if given is None:
        if way is None:
            raise wrong_case(call, found="None", expected="cells: there is no way to fill this unit")
        return False
    if way is not None:
        raise wrong_case(call, found=given, expected="None", why=f"{' '.join(way)} fills this unit")
    places = listed(given, call, "the places of cells, or None")
    if len(set(places)) < len(places) or not set(places) <= set(range(len(unit))):
        raise wrong_case(call, found=given, expected=f"places from 0 to {len(unit) - 1}, each once")
    digits = sorted({digit for place in places for digit in unit[place]})  # type: ignore[call-overload]
    if len(digits) >= len(places):
        why = f"{len(places)} cells have {len(digits)} digits: {' '.join(digits)}"
        raise wrong_case(call, found=given, expected="cells that have fewer digits than they are", why=why)
    return True
