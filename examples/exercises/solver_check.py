"""The exercise of the solver: `propagate(clauses, true)`, and `solve(clauses)` if it is there.

`propagate` is compared with the plain loop of the lesson: the same literals, or in both a clause that is
broken. What `solve` finds is held against each clause, and PySAT says where there is a model.
"""

from collections.abc import Callable, Iterator
from random import Random
from types import ModuleType

from judging import Clause, NotUnderstood, as_literals, called, function_of, shortened, shown_call, wrong_case
from pysat.solvers import Solver as PySATSolver

from sudocube import Geometry, Puzzle, examples
from sudocube.encoder import load
from sudocube.encoder.cnf import formula

SMALL: list[tuple[list[Clause], Clause]] = [
    ([[1, 2]], []),
    ([[1]], []),
    ([[-1, 2], [1]], []),
    ([[-1, 2], [-2, 3], [-3, 4]], [1]),
    ([[-3, 4], [-2, 3], [-1, 2]], [1]),
    ([[1, 2]], [-1]),
    ([[1, 2]], [-1, -2]),
    ([[1], [-1]], []),
    ([[1, 2], [-1, 3], [-2, 3], [-3]], []),
    ([[1, 1]], []),
    ([[1, -1], [2]], []),
    ([[]], []),
    ([], [1]),
]
"""Clauses, and what is assumed: the first to be tried, since one sees at once what is wrong."""


def plain(clauses: list[Clause], true: Clause) -> tuple[set[int], Clause | None]:
    """The loop of the lesson: what follows by unit propagation, and the clause that is broken."""
    known, grew = set(true), True
    while grew:
        grew = False
        for clause in clauses:
            if known.isdisjoint(clause):
                left = {literal for literal in clause if -literal not in known}
                if not left:
                    return known, clause
                if len(left) == 1:
                    known |= left
                    grew = True
    return known, None


def random_clauses(rng: Random, variables: int, count: int) -> list[Clause]:
    """Clauses of one to three different literals."""
    some = [*range(1, variables + 1)] + [-v for v in range(1, variables + 1)]
    return [rng.sample(some, rng.choice((1, 2, 2, 3, 3, 3))) for _ in range(count)]


def rules_of(size: int) -> list[Clause]:
    """The rules of Sudoku."""
    return [list(clause) for clause in formula(load("extended"), Geometry.of_size(size)).clauses]


def clauses_of(puzzle: Puzzle) -> list[Clause]:
    """The rules and the clues of a puzzle."""
    size = puzzle.geometry.size
    return rules_of(size) + [[size * cell + digit] for cell, digit in puzzle.clues.items()]


def formulas() -> Iterator[tuple[list[Clause], Clause]]:
    """Clauses and assumptions, the small ones first."""
    yield from SMALL
    rng = Random(3)
    for count in sorted([*range(2, 26)] * 10):
        variables = rng.randint(2, 3 + count // 2)
        assumed = [rng.choice((1, -1)) * one for one in rng.sample(range(1, variables + 1), 2)]
        yield random_clauses(rng, variables, count), assumed
    rules = rules_of(4)
    for clues in ([1, 26, 39, 64], [1, 10, 34, 43], [1, 10, 34, 43, 32], [17, 22, 46, 61], []):
        yield rules, clues
    for puzzle in puzzles():
        yield rules_of(9), [9 * cell + digit for cell, digit in puzzle.clues.items()]


def check(program: ModuleType) -> Iterator[str]:
    """What is right, line by line. Raises Wrong, or NotUnderstood where there is neither function."""
    names = [name for name in ("propagate", "solve") if hasattr(program, name)]
    if not names:
        raise NotUnderstood(f"{program.__file__}: it has neither a function propagate nor a function solve")
    if "propagate" in names:
        propagate, count = function_of(program, "propagate"), 0
        for count, (clauses, assumed) in enumerate(formulas(), 1):  # noqa: B007 — the last number is told
            check_propagation(propagate, clauses, assumed)
        yield f"propagate: right, for {count} formulas"
    if "solve" in names:
        yield from check_solve(function_of(program, "solve"))


def check_propagation(propagate: Callable[..., object], clauses: list[Clause], assumed: Clause) -> None:
    """Compare what follows from some clauses. Raises Wrong."""
    given = called(propagate, [clause[:] for clause in clauses], assumed[:])
    call = shown_call(propagate, clauses, assumed)
    expected = "a pair: the set of the literals that are true, and the broken clause or None"
    if not (isinstance(given, tuple | list) and len(given) == 2):
        raise wrong_case(call, found=shortened(repr(given)), expected=expected)
    found = set(as_literals(given[0], call, "first the literals that are true: integers that are not 0"))
    broken = None if given[1] is None else as_literals(given[1], call, "second the broken clause, or None")
    true, is_broken = plain(clauses, assumed)
    if broken is not None:
        is_real = broken in clauses and all(-literal in found for literal in broken)
        if is_broken is None or not is_real:
            raise wrong_case(call, found=f"{broken!r} is broken", expected=_told(true, is_broken))
    elif is_broken is not None:
        why = f"{is_broken!r} has no literal left: all of its literals become false"
        raise wrong_case(call, found="no broken clause", expected="a broken one", why=why)
    elif found != true:
        why = _difference(clauses, assumed, found, true)
        raise wrong_case(call, found=_told(found, None), expected=_told(true, None), why=why)


def _told(true: set[int], broken: Clause | None) -> str:
    literals = sorted(true, key=abs)
    shown = f"{{{', '.join(map(str, literals[:20]))}{', …' if len(literals) > 20 else ''}}} true"
    return f"{shown}, {'no broken clause' if broken is None else f'and {broken!r} broken'}"


def _difference(clauses: list[Clause], assumed: Clause, found: set[int], true: set[int]) -> str:
    """Why a set of literals is not what follows by unit propagation."""
    if wrong := sorted(found - true, key=abs):
        return f"{wrong[0]} does not follow by unit propagation"
    if missing := [literal for literal in assumed if literal not in found]:
        return f"{missing[0]} is true from the start, so it belongs to the result"
    for clause in clauses:
        left = {literal for literal in clause if -literal not in found}
        if found.isdisjoint(clause) and len(left) == 1:
            return f"{clause!r} has one literal left, {next(iter(left))}, which is not in the result"
    return f"{min(true - found, key=abs)} follows"


def puzzles() -> list[Puzzle]:
    """One puzzle of each kind from the twenty of the lesson."""
    return list(examples.puzzles("by-strength"))[::4]


def check_solve(solve: Callable[..., object]) -> Iterator[str]:
    """What is right with a solver. Raises Wrong."""
    rng = Random(4)
    small = [clauses + [[literal] for literal in assumed] for clauses, assumed in SMALL]
    random = [
        random_clauses(rng, rng.randint(2, 2 + count // 2), count) for count in sorted([*range(2, 50)] * 3)
    ]
    fours = ("1.....2..3.....4", "1.2.....2.3.....", "1.2....42.3.....", "." * 16)
    sudoku = [clauses_of(puzzle) for puzzle in [*map(Puzzle, fours), *puzzles()]]
    with_model = 0
    cases = [*small, *random, *sudoku]
    for clauses in cases:
        with_model += has_model(solve, clauses)
    yield f"solve: right, for {len(cases)} formulas; {with_model} of them have a model"


def has_model(solve: Callable[..., object], clauses: list[Clause]) -> bool:
    """Whether clauses have a model. Raises Wrong where a solver says something else, or gives a wrong one."""
    given = called(solve, [clause[:] for clause in clauses])
    call = shown_call(solve, clauses)
    with PySATSolver("glucose4", bootstrap_with=clauses) as solver:
        expected = solver.solve()
        model = solver.get_model()
    if given is None:
        if expected:
            raise wrong_case(call, found="None", expected=f"a model, such as {model}")
        return False
    true = set(as_literals(given, call, "the literals that are true, or None"))
    if not expected:
        raise wrong_case(call, found=_told(true, None), expected="None: these clauses have no model")
    for literal in true:
        if -literal in true:
            raise wrong_case(call, found=f"{literal} and {-literal}", expected="one of them")
    for clause in clauses:
        if true.isdisjoint(clause):
            raise wrong_case(call, found=_told(true, None), why=f"{clause!r} has no true literal")
    return True
