"""All models of clauses, found by going through them: written to be simple, and by nothing of the package.

A clause is two masks, of its positive and its negative variables. A search that decides on a variable goes on
with the clauses that are not true yet.
"""

from collections.abc import Iterable, Iterator, Sequence

Masks = tuple[int, int]


def models(clauses: Iterable[Sequence[int]], variables: int) -> Iterator[frozenset[int]]:
    """For each model, the variables up to `variables` that are true; the values of higher ones do not count.

    >>> sorted(map(sorted, models([[1, 2], [-1, -2], [1, 3]], 2)))
    [[1], [2]]
    """
    for true in _models(masks_of(clauses), 0, 0, _all(variables)):
        yield frozenset(v for v in range(1, variables + 1) if true >> v & 1)


def has_model(masks: list[Masks], true: Iterable[int], variables: int) -> bool:
    """Whether there is a model in which of the variables up to `variables` exactly these are true.

    >>> masks = masks_of([[1, 2], [-1, -2], [1, 3]])
    >>> has_model(masks, {2}, 2), has_model(masks, {2}, 3)
    (True, False)
    """
    chosen = _mask(true)
    return _is_satisfiable(masks, chosen, _all(variables) & ~chosen)


def masks_of(clauses: Iterable[Sequence[int]]) -> list[Masks]:
    """The clauses as masks."""
    return [(_mask(v for v in clause if v > 0), _mask(-v for v in clause if v < 0)) for clause in clauses]


def _all(variables: int) -> int:
    """A mask of the variables from 1 to this one."""
    return (1 << variables + 1) - 2


def _mask(variables: Iterable[int]) -> int:
    return sum({1 << variable for variable in variables})


def _models(clauses: list[Masks], true: int, false: int, counted: int) -> Iterator[int]:
    """The true variables of the models that go on from here; each set of counted variables once."""
    found = _propagated(clauses, true, false)
    if found is None:
        return
    clauses, true, false = found
    left = counted & ~true & ~false
    if not left:
        if _is_satisfiable(clauses, true, false):
            yield true
        return
    shortest = min(
        (some for positive, negative in clauses if (some := (positive | negative) & left)),
        key=int.bit_count,
        default=left,
    )
    variable = shortest & -shortest
    yield from _models(clauses, true | variable, false, counted)
    yield from _models(clauses, true, false | variable, counted)


def _is_satisfiable(clauses: list[Masks], true: int, false: int) -> bool:
    """Whether the variables that are left, which do not count, can be set."""
    found = _propagated(clauses, true, false)
    if found is None:
        return False
    clauses, true, false = found
    if not clauses:
        return True
    some = (clauses[0][0] | clauses[0][1]) & ~true & ~false
    variable = some & -some
    branches = (true | variable, false), (true, false | variable)
    return any(_is_satisfiable(clauses, *branch) for branch in branches)


def _propagated(clauses: list[Masks], true: int, false: int) -> tuple[list[Masks], int, int] | None:
    """Unit propagation: the clauses that are not true yet, and the variables; None in a conflict."""
    grew = True
    while grew:
        grew, rest = False, []
        for positive, negative in clauses:
            if positive & true or negative & false:
                continue
            for_true, for_false = positive & ~false, negative & ~true
            if not for_true and not for_false:
                return None
            if for_true & for_true - 1 == 0 and not for_false:
                true, grew = true | for_true, True
            elif for_false & for_false - 1 == 0 and not for_true:
                false, grew = false | for_false, True
            else:
                rest.append((positive, negative))
        clauses = rest
    return clauses, true, false
