"""The exercise of a better at-most-one: `at_most_one(literals, new)`.

For each line of 1 to 25 literals it is tried that no two can be true together, that each one can and none
need be, and that unit propagation makes the others false if one is true. Then it is counted.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from types import ModuleType

from judging import Clause, Wrong, as_clauses, called, function_of, wrong_case
from pysat.solvers import Solver as PySATSolver

from sudocube.encoder.at_most_one import WAYS, at_most_one

LENGTHS = range(1, 26)
COUNTED = (4, 9, 16, 25)
WANTED = 9
"""The length at which fewer clauses are wanted than any way of the lesson has."""


def check(program: ModuleType) -> Iterator[str]:
    """What is right, line by line. Raises Wrong."""
    function = function_of(program, "at_most_one")
    costs = {length: check_length(function, length) for length in LENGTHS}
    yield f"right, for each line of {LENGTHS[0]} to {LENGTHS[-1]} literals"
    yield "one that is true makes the others false by unit propagation"
    yield ""
    yield _row("clauses and new variables", COUNTED)
    yield _row("yours", [_cost(*costs[length]) for length in COUNTED])
    for way in WAYS:
        yield _row(way, [_cost(*_of_way(way, length)) for length in COUNTED])
    fewest = min(_of_way(way, WANTED)[0] for way in WAYS)
    found = costs[WANTED][0]
    if found >= fewest:
        raise Wrong(
            f"it is right, but has {found} clauses for {WANTED} literals; fewer than {fewest} are wanted"
        )


def _row(head: str, cells: object) -> str:
    return f"{head:26}" + "".join(f"{cell:>12}" for cell in cells).rstrip()  # type: ignore[attr-defined]


def _cost(clauses: int, new: int) -> str:
    return f"{clauses} + {new}" if new else f"{clauses}"


def _of_way(way: str, length: int) -> tuple[int, int]:
    clauses, top = at_most_one(way, range(1, length + 1), length)
    return len(clauses), top - length


def check_length(function: Callable[..., object], length: int) -> tuple[int, int]:
    """The numbers of clauses and of new variables for a line, every third literal negated. Raises Wrong."""
    literals = [-variable if variable % 3 == 0 else variable for variable in range(1, length + 1)]
    made: list[int] = []

    def new() -> int:
        made.append(length + len(made) + 1)
        return made[-1]

    call = f"at_most_one({literals}, new)"
    try:
        given = called(function, literals[:], new)
        clauses = as_clauses(given, call)
    except Wrong as wrong:
        raise Wrong(str(wrong).replace(f"{function.__name__}({literals!r}, {new!r})", call)) from None
    known = {*map(abs, literals), *made}
    for clause in clauses:
        for literal in clause:
            if abs(literal) not in known:
                why = f"{abs(literal)} is neither one of the literals nor made by new()"
                raise wrong_case(call, found=clause, why=why)
    check_meaning(call, clauses, literals)
    return len(clauses), len(made)


def check_meaning(call: str, clauses: list[Clause], literals: list[int]) -> None:
    """Whether clauses say "at most one" of some literals, and propagate it. Raises Wrong."""
    with PySATSolver("glucose4", bootstrap_with=clauses) as solver:
        for one, other in combinations(literals, 2):
            if solver.solve(assumptions=[one, other]):
                raise wrong_case(call, found=clauses, why=f"{one} and {other} can both be true")
        for one in literals:
            others = [-literal for literal in literals if literal != one]
            if not solver.solve(assumptions=[one, *others]):
                raise wrong_case(call, found=clauses, why=f"{one} cannot be true, not even alone")
        if not solver.solve(assumptions=[-literal for literal in literals]):
            raise wrong_case(call, found=clauses, why="one of them has to be true")
    with PySATSolver("glucose4", bootstrap_with=clauses) as solver:  # a new one, which has learned nothing
        for one in literals:
            _, forced = solver.propagate(assumptions=[one])
            for other in literals:
                if other != one and -other not in forced:
                    why = f"if {one} is true, unit propagation does not make {other} false; a search does"
                    raise wrong_case(call, found=clauses, why=why)
