"""diagnose and minimal_conflict: the parts of a diagnosis in order, and their shares of the time."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.engines import Answer, AnyEngine, Failed, Refuted, Undecided, engine_for
from sudocube.engines.asking import ask
from sudocube.engines.refereed_answers import SHOWN
from sudocube.errors import EngineError, PuzzleError
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.changes import changes_to_unique, clues_in_every_conflict
from sudocube.verdicts.clue_solver import ClueSolver, confirms, kept_clue_solver
from sudocube.verdicts.conflicts import (
    FEWEST_CLUES,
    ConflictingClues,
    confirmed_conflict,
    conflict_among,
    disjoint_conflicts,
    smallest_conflict,
)
from sudocube.verdicts.known_solutions import collect_solutions
from sudocube.verdicts.redundant_clues import clue_redundancy
from sudocube.verdicts.repair_search import find_repair
from sudocube.verdicts.results import Ambiguity, Change, Conflict, Contradiction, Diagnosis
from sudocube.verdicts.solution_pairs import closest_pair, farthest_pair

COUNTED_AT_MOST = 1_000
"""The default limit for the count of the solutions."""

DEFAULT_TIMEOUT = 10.0


def diagnose(
    puzzle: CellForms,
    *,
    smallest: bool = False,
    repair: bool = False,
    solution: Grid | str | None = None,
    limit: int = COUNTED_AT_MOST,
    timeout: float | None = DEFAULT_TIMEOUT,
    engine: AnyEngine | None = None,
) -> Diagnosis:
    """Why a puzzle has no solution, or several, and what to change; the redundant clues of a unique one.

    With `smallest`, the first conflict is a smallest one. With `repair`, further clues are searched for that
    make the puzzle unique: clues of `solution`, or of the first solution found. Solutions are counted up to
    `limit`. Some of this is hard: what was not finished after `timeout` seconds is named in `undecided`, and
    the best result comes with the bound that was proved. Where two solvers disagree, or one fails, the
    verdict is `unknown`, and `reason` says why. `engine` gives the verdict that is explained: a name, an
    Engine or a function, as in `check`. What it claims and does not show, such as two solutions, leaves the
    verdict `unknown`.

    Raises TypeError for what `Puzzle` does not take and for an engine that is none, PuzzleError for cells
    that are no puzzle and for a `solution` that does not solve it, UnknownNameError for an engine that
    does not exist, UnavailableError for one that is not installed, EncodingError for a mistake in its
    encoding, UnsupportedError for one that does not run here and for pencilmarks, and ValueError for a limit
    that is no integer above 0 or a timeout that is no number above 0.

    >>> found = diagnose("1... ..2. .3.. .1.4")
    >>> found.verdict, found.redundancy.redundant, str(found.redundancy.minimal)
    (<Verdict.UNIQUE: 'unique'>, (13,), '1.....2..3.....4')
    >>> [conflict.cells for conflict in diagnose("12.. ...3 ..3. ...4").contradiction.conflicts]
    [(0, 1, 7)]
    """
    subject = as_puzzle(puzzle, clues_only="diagnose")
    check_limits(limit=limit, timeout=timeout)
    target = _checked_solution(solution, subject)
    asked = engine_for(subject, engine)
    start = perf_counter()
    clock = Clock(timeout)
    try:
        _, answers = next(ask([asked], [(None, subject)], timeout=timeout, jobs=1))
        answer = _shown(answers[asked.name], asked.name)
        found = _diagnose(subject, answer, clock, smallest, repair, target, limit)
    except EngineError as error:  # two solvers disagree: no result of theirs is reported
        found = Diagnosis(subject, Verdict.UNKNOWN, None, (), 0.0, reason=str(error))
    return replace(found, seconds=perf_counter() - start)


def minimal_conflict(puzzle: CellForms, *, timeout: float | None = DEFAULT_TIMEOUT) -> Conflict | None:
    """A minimal set of clues that cannot stand together; None if the puzzle has a solution.

    This is the quick part of `diagnose`. If time runs out, the conflict may not be minimal or not confirmed.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    UnsupportedError for pencilmarks, ValueError for a timeout that is no number above 0, TimeoutError if time
    runs out before a conflict is known, and EngineError if a second solver disagrees or fails.

    >>> minimal_conflict("12.. ...3 ..3. ...4").cells
    (0, 1, 7)
    """
    subject = as_puzzle(puzzle, clues_only="minimal_conflict")
    check_limits(timeout=timeout)
    clock = Clock(timeout)
    found = conflict_among(subject.clues, kept_clue_solver(subject.geometry, clock), clock)
    return None if found is None else confirmed_conflict(found, subject, FEWEST_CLUES, clock)


def _checked_solution(solution: Grid | str | None, puzzle: Puzzle) -> Grid | None:
    """The chosen solution as a grid; TypeError where it is none, PuzzleError where it is no solution."""
    if solution is None:
        return None
    grid = Grid(solution, puzzle.geometry) if isinstance(solution, str) else solution
    if not isinstance(grid, Grid):
        raise TypeError(f"a solution is a Grid or a text, not {type(grid).__name__}")
    refused = referee(grid, puzzle)
    if refused is not None:
        raise PuzzleError(f"the solution that was chosen does not solve the puzzle: {refused}")
    return grid


def _shown(answer: Answer, name: str) -> Answer:
    """The answer; `unknown` where it does not show the solutions that it claims."""
    if not answer.verdict.is_decided or len(answer.solutions) == SHOWN[answer.verdict]:
        return answer
    return Undecided(f"{name} says {answer.verdict}, and does not show it: a diagnosis needs solutions")


def _diagnose(
    puzzle: Puzzle,
    answer: Answer,
    clock: Clock,
    smallest: bool,
    repair: bool,
    target: Grid | None,
    limit: int,
) -> Diagnosis:
    """The diagnosis for this answer, without `seconds`.

    Raises EngineError where a solver fails, or two solvers disagree.
    """
    if isinstance(answer, Failed | Refuted):
        raise EngineError(answer.reason)
    found = Diagnosis(puzzle, answer.verdict, answer.evidence, answer.solutions, 0.0, reason=answer.reason)
    if not answer.verdict.is_decided:
        return replace(found, undecided=("the verdict",))
    solver = kept_clue_solver(puzzle.geometry)
    if answer.verdict is Verdict.MULTIPLE:
        return _diagnose_multiple(found, solver, clock, target if repair else None, repair, limit)
    if answer.verdict is Verdict.NONE:
        return _diagnose_none(found, solver, clock, smallest)
    return _diagnose_unique(found, solver, clock)


def _with_agreement(found: Diagnosis, clock: Clock) -> Diagnosis:
    """The diagnosis, with the evidence `agreement` if another solver confirms the verdict in time.

    Raises EngineError where the other solver disagrees.
    """
    only = found.solutions[0] if found.solutions else None
    is_confirmed = confirms(found.puzzle, clock, solution=only)
    return replace(found, evidence=Evidence.AGREEMENT) if is_confirmed else found


def _diagnose_none(found: Diagnosis, solver: ClueSolver, clock: Clock, smallest: bool) -> Diagnosis:
    """The conflicts, and the changes of one clue that make the puzzle unique."""
    puzzle, clues = found.puzzle, found.puzzle.clues
    undecided = []
    known, is_every_met = disjoint_conflicts(clues, solver, clock.share(0.4))
    known.sort(key=lambda one: len(one.clues))
    at_least = FEWEST_CLUES
    if smallest and known:
        best, at_least = smallest_conflict(clues, known[0], solver, clock.share(0.5))
        if best is not known[0]:
            left = {cell: digit for cell, digit in clues.items() if cell not in best.clues}
            others, is_every_met = disjoint_conflicts(left, solver, clock.share(0.4))
            known = [best, *sorted(others, key=lambda one: len(one.clues))]
    bounds = [at_least, *(FEWEST_CLUES for _ in known[1:])]
    conflicts = [
        confirmed_conflict(one, puzzle, bound, clock.share(0.5))
        for one, bound in zip(known, bounds, strict=False)
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
    found = _with_agreement(found, clock.share(0.3))
    culprits, changes, are_all = _find_changes(puzzle, known, solver, clock)
    if not are_all:
        undecided.append("which changes of one clue make it unique")
    return replace(
        found,
        undecided=tuple(undecided),
        contradiction=Contradiction(
            tuple(clashes(puzzle)), tuple(conflicts), is_every_met, culprits, tuple(changes), are_all
        ),
    )


def _find_changes(
    puzzle: Puzzle, conflicts: list[ConflictingClues], solver: ClueSolver, clock: Clock
) -> tuple[tuple[int, ...] | None, list[Change], bool]:
    """The clues that are in every conflict, the changes that make it unique, and whether these are all."""
    culprits = None
    changes: list[Change] = []
    try:
        known = [one.clues for one in conflicts] or [puzzle.clues]
        found = clues_in_every_conflict(puzzle.clues, known, solver, clock)
        culprits = tuple(found)
        for change in changes_to_unique(puzzle, found, solver, clock):
            changes.append(change)  # one by one, so that those found remain when time runs out
    except TimeoutError:
        return culprits, changes, False
    return culprits, changes, True


def _diagnose_multiple(
    found: Diagnosis, solver: ClueSolver, clock: Clock, target: Grid | None, repair: bool, limit: int
) -> Diagnosis:
    """How many solutions, which digits occur, the closest and farthest solutions, and further clues."""
    undecided = []
    counting, searching = clock.share(0.25), clock.share(0.4)
    solutions = collect_solutions(found.puzzle, found.solutions, limit, solver, counting, searching)
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
    found_repair = None
    if repair:
        try:
            chosen = target or found.solutions[0]
            found_repair = find_repair(solutions, chosen, solver, clock.share(0.8), clock)
        except TimeoutError:
            undecided.append("which clues make it unique")
        else:
            if not found_repair.is_smallest:
                undecided.append("whether fewer clues make it unique")
    candidates = tuple(
        {digit: count if solutions.is_exact else None for digit, count in solutions.digits(cell).items()}
        for cell in range(len(found.puzzle.cells))
    )
    ambiguity = Ambiguity(
        solutions.count, solutions.is_exact, candidates, solutions.undecided, closest, farthest, found_repair
    )
    return replace(found, undecided=tuple(undecided), ambiguity=ambiguity)


def _diagnose_unique(found: Diagnosis, solver: ClueSolver, clock: Clock) -> Diagnosis:
    """Which clues are redundant."""
    redundancy = clue_redundancy(found.puzzle, found.solutions[0], solver, clock)
    undecided = []
    if redundancy.undecided:
        undecided.append("which clues can be dropped")
    if not redundancy.is_minimal:
        undecided.append("a minimal puzzle")
    return replace(_with_agreement(found, clock), undecided=tuple(undecided), redundancy=redundancy)
