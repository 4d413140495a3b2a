"""What is the matter with a puzzle: the order in which things are found out, and their shares of the time."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.diagnosis.changes import culprits, mending_changes
from sudocube.diagnosis.clue_solver import ClueSolver, confirms, kept_clue_solver
from sudocube.diagnosis.conflicts import (
    FEWEST_CLUES,
    Found,
    confirmed,
    conflict_among,
    disjoint_conflicts,
    smallest_conflict,
)
from sudocube.diagnosis.pairs import closest_pair, farthest_pair
from sudocube.diagnosis.redundant_clues import redundancy
from sudocube.diagnosis.repairing import repaired
from sudocube.diagnosis.results import Ambiguity, Change, ClueRedundancy, Conflict, Contradiction, Diagnosis
from sudocube.diagnosis.solutions import gathered
from sudocube.engines import engine_for
from sudocube.errors import EngineError, PuzzleError
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Answer, Evidence, Verdict

COUNTED_AT_MOST = 1_000
"""Where counting the solutions stops unless told otherwise."""

DEFAULT_TIMEOUT = 10.0


def diagnose(
    puzzle: Puzzle | str,
    *,
    smallest: bool = False,
    repair: bool = False,
    solution: Grid | str | None = None,
    limit: int = COUNTED_AT_MOST,
    timeout: float | None = DEFAULT_TIMEOUT,
) -> Diagnosis:
    """Why a puzzle has no solution, or several, and what to do about it; of a unique one, what can be spared.

    With `smallest`, the first conflict is a smallest one; with `repair`, clues are looked for that make
    the puzzle unique: clues of `solution`, or of the first that was found. Both are hard in general, as are
    some of the rest: what was not finished after `timeout` seconds is named in `undecided`, and the best
    found stands there with the bound that was proved. Solutions are counted up to `limit`.

    Raises PuzzleError for a text that is no puzzle and for a `solution` that does not solve it,
    UnsupportedError for pencilmarks, ValueError for limits that are none.

    >>> found = diagnose("1... ..2. .3.. .1.4")
    >>> found.verdict, found.redundancy.redundant, str(found.redundancy.minimal)
    (<Verdict.UNIQUE: 'unique'>, (13,), '1.....2..3.....4')
    >>> [conflict.cells for conflict in diagnose("12.. ...3 ..3. ...4").contradiction.conflicts]
    [(0, 1, 7)]
    """
    subject = as_puzzle(puzzle, clues_only="diagnose")
    check_limits(limit=limit, timeout=timeout)
    target = _checked_solution(solution, subject)
    start = perf_counter()
    clock = Clock(timeout)
    try:
        answer = refereed_answer(engine_for(subject), subject, timeout=timeout)
        found = _diagnosed(subject, answer, clock, smallest, repair, target, limit)
    except EngineError as error:  # two solvers are at odds: nothing that they said is shown
        found = Diagnosis(subject, Verdict.UNKNOWN, None, (), 0.0, reason=str(error))
    return replace(found, seconds=perf_counter() - start)


def minimal_conflict(puzzle: Puzzle | str, *, timeout: float | None = DEFAULT_TIMEOUT) -> Conflict | None:
    """A minimal set of clues that cannot stand together; None where the puzzle has a solution.

    The quick part of `diagnose`. Raises PuzzleError for a text that is no puzzle, UnsupportedError for
    pencilmarks, ValueError for a timeout that is no time, TimeoutError where time runs out before a conflict
    is known, and EngineError where another solver does not agree.

    >>> minimal_conflict("12.. ...3 ..3. ...4").cells
    (0, 1, 7)
    """
    subject = as_puzzle(puzzle, clues_only="minimal_conflict")
    check_limits(timeout=timeout)
    clock = Clock(timeout)
    found = conflict_among(subject.clues, kept_clue_solver(subject.geometry), clock)
    return None if found is None else confirmed(found, subject, FEWEST_CLUES, clock)


def _checked_solution(solution: Grid | str | None, puzzle: Puzzle) -> Grid | None:
    """The solution that was chosen; raises PuzzleError where it is none."""
    if solution is None:
        return None
    grid = Grid(solution, puzzle.geometry) if isinstance(solution, str) else solution
    refused = referee(grid, puzzle)
    if refused is not None:
        raise PuzzleError(f"the solution that was chosen does not solve the puzzle: {refused}")
    return grid


def _diagnosed(
    puzzle: Puzzle,
    answer: Answer,
    clock: Clock,
    smallest: bool,
    repair: bool,
    target: Grid | None,
    limit: int,
) -> Diagnosis:
    """The diagnosis, without its time, where this is the verdict; raises EngineError."""
    if answer.faulty:
        raise EngineError(answer.reason)
    found = Diagnosis(puzzle, answer.verdict, answer.evidence, answer.solutions, 0.0, reason=answer.reason)
    if not answer.verdict.is_decided:
        return replace(found, undecided=("the verdict",))
    solver = kept_clue_solver(puzzle.geometry)
    if answer.verdict is Verdict.MULTIPLE:
        return _of_several(found, solver, clock, target if repair else None, repair, limit)
    if answer.verdict is Verdict.NONE:
        return _of_none(found, solver, clock, smallest)
    return _of_one(found, solver, clock)


def _agreed(found: Diagnosis, clock: Clock) -> Diagnosis:
    """The same, with the evidence that another solver gives where there is time; raises EngineError."""
    only = found.solutions[0] if found.solutions else None
    is_agreed = confirms(found.puzzle, clock, solution=only)
    return replace(found, evidence=Evidence.AGREEMENT) if is_agreed else found


def _of_none(found: Diagnosis, solver: ClueSolver, clock: Clock, smallest: bool) -> Diagnosis:
    """Conflicts, and changes that mend them."""
    puzzle, clues = found.puzzle, found.puzzle.clues
    undecided = []
    sets, is_every_met = disjoint_conflicts(clues, solver, clock.share(0.4))
    sets.sort(key=lambda one: len(one.clues))
    at_least = FEWEST_CLUES
    if smallest and sets:
        best, at_least = smallest_conflict(clues, sets[0], solver, clock.share(0.5))
        if best is not sets[0]:
            left = {cell: digit for cell, digit in clues.items() if cell not in best.clues}
            others, is_every_met = disjoint_conflicts(left, solver, clock.share(0.4))
            sets = [best, *sorted(others, key=lambda one: len(one.clues))]
    bounds = [at_least, *(FEWEST_CLUES for _ in sets[1:])]
    conflicts = [
        confirmed(one, puzzle, bound, clock.share(0.5)) for one, bound in zip(sets, bounds, strict=False)
    ]
    if not conflicts:
        undecided.append("which clues conflict")
    elif not is_every_met:
        undecided.append("whether there are other conflicts")
    if not all(one.is_minimal for one in conflicts):
        undecided.append("whether the conflict is minimal")
    if not all(one.is_confirmed for one in conflicts):
        undecided.append("whether another solver finds the same conflict")
    if smallest and conflicts and not conflicts[0].is_smallest:
        undecided.append("a smallest conflict")
    found = _agreed(found, clock.share(0.3))
    suspects, changes, are_all = _mended(puzzle, sets, solver, clock)
    if not are_all:
        undecided.append("which changes of one clue make it unique")
    return replace(
        found,
        undecided=tuple(undecided),
        contradiction=Contradiction(
            tuple(clashes(puzzle)), tuple(conflicts), is_every_met, suspects, tuple(changes), are_all
        ),
    )


def _mended(
    puzzle: Puzzle, sets: list[Found], solver: ClueSolver, clock: Clock
) -> tuple[tuple[int, ...] | None, list[Change], bool]:
    """The clues in every conflict, the changes that help, and whether these are all."""
    suspects = None
    changes: list[Change] = []
    try:
        known = [one.clues for one in sets] or [puzzle.clues]
        found = culprits(puzzle.clues, known, solver, clock)
        suspects = tuple(found)
        for change in mending_changes(puzzle, found, solver, clock):
            changes.append(change)  # one by one: those found stay when time runs out
    except TimeoutError:
        return suspects, changes, False
    return suspects, changes, True


def _of_several(
    found: Diagnosis, solver: ClueSolver, clock: Clock, target: Grid | None, repair: bool, limit: int
) -> Diagnosis:
    """How many solutions, what can stand where, which are closest and farthest, what to add."""
    undecided = []
    solutions = gathered(found.puzzle, found.solutions, limit, solver, clock.share(0.25), clock.share(0.4))
    if not solutions.is_exact and solutions.count < limit:
        undecided.append("how many solutions")
    if solutions.undecided:
        undecided.append("which candidates occur")
    closest = closest_pair(solutions, solver, clock.share(0.3))
    if not closest.is_extreme:
        undecided.append("the two closest")
    farthest = farthest_pair(solutions, clock.share(0.4 if repair else 1.0))
    if not farthest.is_extreme:
        undecided.append("the two farthest")
    mending = None
    if repair:
        try:
            mending = repaired(solutions, target or found.solutions[0], solver, clock.share(0.8), clock)
        except TimeoutError:
            undecided.append("which clues make it unique")
        else:
            if not mending.is_smallest:
                undecided.append("whether fewer clues make it unique")
    number = (lambda count: count) if solutions.is_exact else (lambda _: None)
    candidates = tuple(
        {digit: number(count) for digit, count in solutions.digits(cell).items()}
        for cell in range(len(found.puzzle.cells))
    )
    ambiguity = Ambiguity(
        solutions.count, solutions.is_exact, candidates, solutions.undecided, closest, farthest, mending
    )
    return replace(found, undecided=tuple(undecided), ambiguity=ambiguity)


def _of_one(found: Diagnosis, solver: ClueSolver, clock: Clock) -> Diagnosis:
    """What can be spared."""
    spare: ClueRedundancy = redundancy(found.puzzle, found.solutions[0], solver, clock)
    undecided = []
    if spare.undecided:
        undecided.append("which clues can be dropped")
    if not spare.is_minimal:
        undecided.append("a minimal puzzle")
    return replace(_agreed(found, clock), undecided=tuple(undecided), redundancy=spare)
