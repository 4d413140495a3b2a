"""Closures, depths and backdoors by plain sets, one conclusion at a time, in any order.

Independent on purpose: nothing of `sudocube.rating` is used, and the units are arithmetic on rows, columns
and boxes. `Random` decides which of the conclusions that are possible is drawn next.
"""

from collections.abc import Iterable
from itertools import combinations
from random import Random

from sudocube.geometry import Geometry
from sudocube.puzzle import Board

Candidates = dict[int, set[int]]
"""The candidates of each cell."""


def units_of(shape):
    """The cells of each row, column and box."""
    n, down, across = shape.size, shape.box_rows, shape.box_columns
    cells = range(n * n)
    rows = [[cell for cell in cells if cell // n == unit] for unit in range(n)]
    columns = [[cell for cell in cells if cell % n == unit] for unit in range(n)]
    box = {cell: (cell // n // down, cell % n // across) for cell in cells}
    return (
        rows + columns + [[cell for cell in cells if box[cell] == one] for one in sorted(set(box.values()))]
    )


def candidates_in(masks: Iterable[int]) -> Candidates:
    """The candidates of a board that is given by masks."""
    return {cell: {bit + 1 for bit in range(25) if mask >> bit & 1} for cell, mask in enumerate(masks)}


def singles(state: Candidates, units, rng: Random) -> bool:
    """Naked and hidden singles in place, one at a time, units at random; False for a contradiction."""
    order = rng.sample(units, len(units))
    place = last = 0
    while place - last < len(order):
        found = conclusions(state, order[place % len(order)])
        if found is None:
            return False
        if found:
            cell, gone = rng.choice(found)
            state[cell] = state[cell] - gone
            last = place
        else:
            place += 1
    return True


def conclusions(state: Candidates, unit) -> list[tuple[int, set[int]]] | None:
    """What singles of a unit say: a cell, and the digits that go from it; None for a contradiction."""
    found = []
    for cell in unit:
        if not state[cell]:
            return None
        if len(state[cell]) == 1:
            others = (one for one in unit if one != cell and state[one] & state[cell])
            found += [(other, state[cell]) for other in others]
    for digit in range(1, len(unit) + 1):
        places = [cell for cell in unit if digit in state[cell]]
        if not places:
            return None
        if len(places) == 1 and len(state[places[0]]) > 1:
            found.append((places[0], state[places[0]] - {digit}))
    return found


def closed(state: Candidates, units, depth: int, rng: Random) -> bool:
    """The closure of a depth in place, its assumptions one at a time at random; False for a contradiction."""
    if not singles(state, units, rng):
        return False
    is_changed = depth > 0
    while is_changed and not is_full(state):
        is_changed = False
        left = [(cell, digit) for cell, some in state.items() for digit in sorted(some)]
        for cell, digit in rng.sample(left, len(left)):
            if len(state[cell]) > 1 and digit in state[cell]:
                trial = {**state, cell: {digit}}
                if not closed(trial, units, depth - 1, rng):
                    state[cell] = state[cell] - {digit}
                    is_changed = True
                    if not singles(state, units, rng):
                        return False
    return True


def is_full(state: Candidates) -> bool:
    return all(len(some) == 1 for some in state.values())


def depth_of(given: Candidates, shape: Geometry, rng: Random, most: int) -> int | None:
    """The depth, if it is at most `most`."""
    for depth in range(most + 1):
        state = dict(given)
        if closed(state, units_of(shape), depth, rng) and is_full(state):
            return depth
    return None


def is_backdoor(given: Candidates, solution: Board, cells: Iterable[int], rng: Random) -> bool:
    """Whether singles fill the grid once these cells are given."""
    state = {**given, **{cell: {solution.cells[cell]} for cell in cells}}
    return singles(state, units_of(solution.geometry), rng) and is_full(state)


def smallest_backdoors(given: Candidates, solution: Board, rng: Random) -> list[tuple[int, ...]]:
    """All backdoors with the fewest cells."""
    blanks = [cell for cell, some in given.items() if len(some) > 1]
    for size in range(len(blanks) + 1):
        found = [cells for cells in combinations(blanks, size) if is_backdoor(given, solution, cells, rng)]
        if found:
            return found
    raise AssertionError("to give all cells is a backdoor")
