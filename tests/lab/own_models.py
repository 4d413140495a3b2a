"""Models for CP-SAT as a student would write them, right and wrong."""

from itertools import combinations

from ortools.sat.python.cp_model import CpModel


def _units(n):
    rows, columns = (2, 3) if n == 6 else (int(n**0.5),) * 2
    every = range(n)
    yield from ([(r, c) for c in every] for r in every)
    yield from ([(r, c) for r in every] for c in every)
    for top in range(0, n, rows):
        for left in range(0, n, columns):
            yield [(top + r, left + c) for r in range(rows) for c in range(columns)]


def integers(n, lowest=1, left_out=None):
    """An all-different for each unit, but for one that is left out."""
    model = CpModel()
    x = {(r, c): model.new_int_var(lowest, lowest + n - 1, "") for r in range(n) for c in range(n)}
    for number, unit in enumerate(_units(n)):
        if number != left_out:
            model.add_all_different(x[cell] for cell in unit)
    return model, x


def pairs(n):
    """Two cells of a unit differ."""
    model, x = CpModel(), {}
    for r in range(n):
        for c in range(n):
            x[r, c] = model.new_int_var(1, n, "")
    for unit in _units(n):
        for one, other in combinations(unit, 2):
            model.add(x[one] != x[other])
    return model, x


def from_zero(n):
    """Digits from 0, in nested lists."""
    model, x = integers(n, lowest=0)
    return model, [[x[r, c] for c in range(n)] for r in range(n)]


def booleans(n):
    """Sums and exactly-ones of Booleans, with indices from 1."""
    model = CpModel()
    every = range(n)
    x = {(r + 1, c + 1, d + 1): model.new_bool_var("") for r in every for c in every for d in every}
    for r in every:
        for c in every:
            model.add_exactly_one(x[r + 1, c + 1, d + 1] for d in every)
    for unit in _units(n):
        for d in every:
            model.add(sum(x[r + 1, c + 1, d + 1] for r, c in unit) == 1)
    return model, x


def channelled(n):
    """Booleans that say what the integers say, and constraints on both."""
    model, x = integers(n)
    for unit in _units(n):
        for digit in range(1, n + 1):
            holds = [model.new_bool_var("") for _ in unit]
            for cell, one in zip(unit, holds, strict=True):
                model.add(x[cell] == digit).only_enforce_if(one)
                model.add(x[cell] != digit).only_enforce_if(~one)
            model.add_bool_or(holds)
    return model, x


def sums(n):
    """The sums of the rows, which follow."""
    model, x = integers(n)
    for r in range(n):
        model.add(sum(x[r, c] for c in range(n)) == n * (n + 1) // 2)
    return model, x


def only_sums(n):
    """The sums of the units, from which nothing follows."""
    model, x = CpModel(), {}
    for r in range(n):
        for c in range(n):
            x[r, c] = model.new_int_var(1, n, "")
    for unit in _units(n):
        model.add(sum(x[cell] for cell in unit) == n * (n + 1) // 2)
    return model, x


def without_a_box(n):
    """All units but the last box, which follows."""
    return integers(n, left_out=3 * n - 1)


def without_boxes(n):
    """Latin squares."""
    model = CpModel()
    x = {(r, c): model.new_int_var(1, n, "") for r in range(n) for c in range(n)}
    for unit in list(_units(n))[: 2 * n]:
        model.add_all_different(x[cell] for cell in unit)
    return model, x


def ordered(n):
    """A symmetry is broken: many grids are lost."""
    model, x = integers(n)
    model.add(x[0, 0] < x[0, 1])
    return model, x


def narrow(n):
    """A cell that cannot hold 1."""
    model, x = integers(n)
    model.add(x[0, 0] >= 2)
    return model, x


RIGHT = (integers, pairs, from_zero, booleans, channelled, sums, without_a_box)
UNSOUND = (only_sums, without_boxes)
INCOMPLETE = (ordered, narrow)
