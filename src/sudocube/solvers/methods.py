"""The documented methods by name: `explain` shows them, and the native engines run them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from sudocube.errors import UnknownNameError
from sudocube.geometry import SIZES
from sudocube.puzzle import Grid
from sudocube.solvers import cube_solver, odometer, phases, possibles, sets
from sudocube.solvers.techniques import solving as techniques


@dataclass(frozen=True, slots=True)
class Method:
    """One documented method; `is_complete` says that, given enough time, it decides every puzzle.

    `solutions(puzzle, *, clock, trace)` gives all solutions, one after the other; when the iterator ends,
    there are no others. It raises TimeoutError when the clock has run out, and UndecidedError where the
    method is stuck.
    """

    name: str
    summary: str
    is_complete: bool
    solutions: Callable[..., Iterator[Grid]]


_magic = partial(possibles.solutions, has_magic=True)
_propagated = partial(cube_solver.solutions, assumes=False)
_boxes = partial(cube_solver.solutions, directions=cube_solver.FOUR_DIRECTIONS)
_propagated_boxes = partial(_boxes, assumes=False)
_with_nets = partial(techniques.solutions, up_to=techniques.NETS)

METHODS = {
    method.name: method
    for method in (
        Method("phases", "forced moves, guesses, tracing back", True, phases.solutions),
        Method("sets", "elim_values, fill_missing, pairs", False, sets.solutions),
        Method("possibles", "solos, must-be's, groups outside and inside", False, possibles.solutions),
        Method("possibles:magic", "possibles, then the Magic Touch", True, _magic),
        Method("possibles:odometer", "possibles, then the odometer", True, odometer.solutions),
        Method("cube", "propagation in three directions, a tree of assumptions", True, cube_solver.solutions),
        Method("cube:propagate", "propagation in three directions", False, _propagated),
        Method("cube:boxes", "cube, with boxes as a fourth direction", True, _boxes),
        Method("cube:propagate-boxes", "cube:propagate, with boxes, too", False, _propagated_boxes),
        Method("techniques", "techniques with names: sets, chains", False, techniques.solutions),
        Method("techniques:nets", "techniques, then nets", False, _with_nets),
    )
}

_ODOMETER = "possibles:odometer"

ROWS = f"how many rows the odometer fills, from the lowest upwards: 1 to {SIZES[-1]}"
"""What ROWS stands for in `possibles:odometer@ROWS`."""

_ALL_NAMES = (*METHODS, f"{_ODOMETER}@ROWS")


def methods_of(family: str) -> list[str]:
    """The names of all methods of a family; what ROWS in one of them stands for, the constant says.

    >>> methods_of("cube")
    ['cube', 'cube:propagate', 'cube:boxes', 'cube:propagate-boxes']
    """
    return [name for name in _ALL_NAMES if name.partition(":")[0] == family]


def method(name: str, what: str = "method", *, up_to: int | None = None, uniqueness: bool = False) -> Method:
    """A method by its name: one of METHODS, or `possibles:odometer@ROWS` for an odometer with that many rows.

    `what` is the caller's word for a method, for errors. The techniques go up to a level, 1 to 12, and with
    `uniqueness` they may assume that there is one solution. Raises UnknownNameError for any other name; it
    lists the known names of the same family, or all names if the family is unknown; and ValueError for a
    level that does not exist, or one for another method.

    >>> method("possibles:odometer@3").is_complete
    False
    """
    if up_to is not None or uniqueness:
        if name != "techniques":
            raise ValueError(f"{name} has no levels and assumes nothing: choose the method techniques")
        if up_to is not None and not 1 <= up_to <= techniques.NETS:
            raise ValueError(f"a level of {up_to}: levels go from 1 to {techniques.NETS}")
        most = techniques.BEFORE_NETS if up_to is None else up_to
        solve = partial(techniques.solutions, up_to=most, uniqueness=uniqueness)
        return Method(name, f"techniques up to level {most}", False, solve)
    if name in METHODS:
        return METHODS[name]
    rows = re.fullmatch(f"{_ODOMETER}@([1-9][0-9]?)", name, re.ASCII)
    if rows and int(rows[1]) <= SIZES[-1]:
        solve = partial(odometer.solutions, rows=int(rows[1]))
        return Method(name, f"possibles, then the odometer for {rows[1]} rows", False, solve)
    note = f"ROWS is {ROWS}" if name.startswith(f"{_ODOMETER}@") else ""
    raise UnknownNameError(what, name, methods_of(name.partition(":")[0]) or _ALL_NAMES, note)
