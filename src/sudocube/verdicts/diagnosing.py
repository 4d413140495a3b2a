"""diagnose: what a diagnosis holds, its parts in order, and their shares of the time."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sudocube.arguments import as_puzzle, check_limits
from sudocube.clock import Clock
from sudocube.cube import clashes
from sudocube.engines import Answer, Failed, Refuted, engine_for
from sudocube.engines.asking import ask
from sudocube.engines.registry import AnyEngine
from sudocube.errors import EngineError, PuzzleError, UnsupportedError
from sudocube.processes import TaskFailure, map_in_order
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Evidence, Verdict, referee
from sudocube.verdicts.ambiguity import Ambiguity, closest_pair, collect_solutions, find_repair
from sudocube.verdicts.checking import PuzzleResult
from sudocube.verdicts.clue_solver import confirms, kept_clue_solver
from sudocube.verdicts.conflicts import (
    Change,
    ClueRedundancy,
    Contradiction,
    changes_to_unique,
    clue_redundancy,
    confirmed_conflict,
    disjoint_conflicts,
    needed_clues,
)

if TYPE_CHECKING:
    from sudocube.fields import Seconds

COUNTED_AT_MOST = 1_000
"""The default limit for the count of the solutions."""

DEFAULT_TIMEOUT = 10.0

ARGUMENT = "argument:1"


@dataclass(frozen=True, slots=True)
class Diagnosis(PuzzleResult):
    """A puzzle's verdict, and why it is so; its other fields are those of PuzzleResult.

    One of `contradiction` (for `none`), `ambiguity` (`multiple`) and `redundancy` (`unique`) is set; for
    `unknown` all are None, and `reason` says why. What cannot be diagnosed as it was asked for
    `is_left_out`: pencilmarks, and a puzzle that the chosen solution does not solve.

    >>> from sudocube import diagnose
    >>> found = diagnose("12.. ...3 ..3. ...4")
    >>> found.verdict, found.contradiction.conflicts[0].cells, found.ambiguity, found.undecided
    (<Verdict.NONE: 'none'>, (0, 1, 7), None, ())
    >>> print(diagnose("1... ..2. .3.. .1.4"))
    unique: two engines agree
      It is easy (level 1). Hidden singles in boxes fill the grid.
      1 of its 5 clues can be dropped: r4c2=1.
        5 clues: 1.....2..3...1.4
        4 clues, minimal: 1.....2..3.....4
    """

    in_row = "verdict evidence solutions seconds undecided reason?"

    seconds: Seconds = 0.0
    undecided: tuple[str, ...] = ()
    """What there was no time to find or to prove, in words; empty if everything is known.

    For example: ["which clues can be dropped"].
    """
    contradiction: Contradiction | None = None
    ambiguity: Ambiguity | None = None
    redundancy: ClueRedundancy | None = None

    @property
    def why(self) -> Contradiction | Ambiguity | ClueRedundancy | None:
        """What says why the verdict is so: the one of these three that is set.

        >>> from sudocube import diagnose
        >>> diagnose("1... ..2. .3.. .1.4").why.redundant
        (13,)
        """
        return self.contradiction or self.ambiguity or self.redundancy


def diagnose(
    puzzle: CellForms,
    *,
    repair: bool = False,
    solution: Grid | str | None = None,
    limit: int = COUNTED_AT_MOST,
    timeout: float | None = DEFAULT_TIMEOUT,
    engine: AnyEngine | None = None,
) -> Diagnosis:
    """Why a puzzle has no solution, or several, and what to change; the redundant clues of a unique one.

    With `repair`, further clues are searched for that
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
        found = _verdict(subject, answers[asked.name], asked.name)
        match found.verdict:
            case Verdict.NONE:
                found = _why_none(found, subject, clock)
            case Verdict.MULTIPLE:
                found = _why_several(found, subject, clock, target, repair, limit)
            case Verdict.UNIQUE:
                found = _why_unique(found, subject, clock)
    except EngineError as error:  # two solvers disagree, or one fails: no result of theirs is reported
        found = Diagnosis(1, ARGUMENT, subject, Verdict.UNKNOWN, reason=str(error))
    return replace(found, seconds=perf_counter() - start)


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


def _verdict(puzzle: Puzzle, answer: Answer, name: str) -> Diagnosis:
    """The diagnosis with its verdict; `unknown` where the solutions that are claimed are not shown.

    Raises EngineError where the engine failed.
    """
    if isinstance(answer, Failed | Refuted):
        raise EngineError(answer.reason)
    verdict, evidence, reason = answer.verdict, answer.evidence, answer.reason
    solutions = tuple(sorted(answer.solutions, key=lambda grid: grid.cells))  # SAT finds them in any order
    if verdict.is_decided and len(solutions) != min(answer.count, 2):
        reason = f"{name} says {verdict}, and does not show it: a diagnosis needs solutions"
        verdict, evidence, solutions = Verdict.UNKNOWN, None, ()
    undecided = () if verdict.is_decided else ("the verdict",)
    return Diagnosis(1, ARGUMENT, puzzle, verdict, evidence, solutions, reason, undecided=undecided)


def _with_agreement(found: Diagnosis, puzzle: Puzzle, clock: Clock) -> Diagnosis:
    """The diagnosis, with the evidence `agreement` if another solver confirms the verdict in time.

    Raises EngineError where the other solver disagrees.
    """
    only = found.solutions[0] if found.solutions else None
    is_confirmed = confirms(puzzle, clock, solution=only)
    return replace(found, evidence=Evidence.AGREEMENT) if is_confirmed else found


def _why_none(found: Diagnosis, puzzle: Puzzle, clock: Clock) -> Diagnosis:
    """The conflicts, and the changes of one clue that make the puzzle unique."""
    clues = puzzle.clues
    solver = kept_clue_solver(puzzle.geometry)
    known, is_every_met = disjoint_conflicts(clues, solver, clock.share(0.4))
    conflicts = [confirmed_conflict(one, puzzle, clock.share(0.5)) for one in known]
    found = _with_agreement(found, puzzle, clock.share(0.3))
    culprits, changes, are_all = None, list[Change](), False
    try:
        in_each = set.intersection(*(set(one) for one, _ in known)) if known else set(clues)
        needed, undecided = needed_clues(clues, in_each, solver, clock)
        if not undecided:
            culprits = tuple(needed)
            for change in changes_to_unique(puzzle, needed, solver, clock):
                changes.append(change)  # one by one, so that those found remain when time runs out
            are_all = True
    except TimeoutError:
        pass
    open_questions = {
        "which clues conflict": not conflicts,
        "whether there are other conflicts": bool(conflicts) and not is_every_met,
        "whether the conflict is minimal": not all(one.is_minimal for one in conflicts),
        "whether another solver finds the same conflict": not all(one.is_confirmed for one in conflicts),
        "which changes of one clue make it unique": not are_all,
    }
    contradiction = Contradiction(
        tuple(clashes(puzzle)), tuple(conflicts), is_every_met, culprits, tuple(changes), are_all
    )
    return replace(found, undecided=_true(open_questions), contradiction=contradiction)


def _true(questions: dict[str, bool]) -> tuple[str, ...]:
    """The questions that are open."""
    return tuple(question for question, is_open in questions.items() if is_open)


def _why_several(
    found: Diagnosis, puzzle: Puzzle, clock: Clock, target: Grid | None, repair: bool, limit: int
) -> Diagnosis:
    """How many solutions, which digits occur, the closest solutions, and further clues."""
    solver = kept_clue_solver(puzzle.geometry)
    counting, searching = clock.share(0.25), clock.share(0.4)
    solutions = collect_solutions(puzzle, found.solutions, limit, solver, counting, searching)
    closest = closest_pair(solutions)
    found_repair = None
    if repair:
        try:
            chosen = target or found.solutions[0]
            found_repair = find_repair(solutions, chosen, solver, clock.share(0.8), clock)
        except TimeoutError:
            pass
    open_questions = {
        "how many solutions": not solutions.is_exact and solutions.count < limit,
        "which candidates occur": bool(solutions.undecided),
        "which clues make it unique": repair and found_repair is None,
        "whether fewer clues make it unique": found_repair is not None and not found_repair.is_smallest,
    }
    candidates = tuple(
        {digit: count if solutions.is_exact else None for digit, count in solutions.digits(cell).items()}
        for cell in range(len(puzzle.cells))
    )
    ambiguity = Ambiguity(
        solutions.count, solutions.is_exact, candidates, solutions.undecided, closest, found_repair
    )
    return replace(found, undecided=_true(open_questions), ambiguity=ambiguity)


def _why_unique(found: Diagnosis, puzzle: Puzzle, clock: Clock) -> Diagnosis:
    """Which clues are redundant."""
    solver = kept_clue_solver(puzzle.geometry)
    redundancy = clue_redundancy(puzzle, found.solutions[0], solver, clock)
    open_questions = {
        "which clues can be dropped": bool(redundancy.undecided),
        "a minimal puzzle": not redundancy.is_minimal,
    }
    found = _with_agreement(found, puzzle, clock)
    return replace(found, undecided=_true(open_questions), redundancy=redundancy)


def diagnosed(entry: Entry, **options: Any) -> Diagnosis:  # noqa: ANN401 -- those of `diagnose`
    """The diagnosis of an entry, whatever it holds."""
    if entry.puzzle is None:
        return Diagnosis.of_error(1, entry)
    try:
        found = diagnose(entry.puzzle, **options)
    except (PuzzleError, UnsupportedError) as error:
        reason = str(error)
        found = Diagnosis(1, "", entry.puzzle, Verdict.UNKNOWN, reason=reason, is_left_out=True)
    return replace(found, source=entry.source, entry=entry)


def diagnose_entries(
    entries: Iterable[Entry],
    *,
    jobs: int | None = None,
    **options: Any,  # noqa: ANN401 -- those of `diagnose`
) -> Generator[Diagnosis, None, None]:
    """The diagnosis of each entry, in order.

    `jobs` is how many processes share the work; by default all cores join in after the first second. Where a
    process ends at a puzzle, its verdict is `unknown`, with the reason.
    """
    results = map_in_order(partial(diagnosed, **options), entries, jobs=jobs)
    for index, (entry, found) in enumerate(results, 1):
        if isinstance(found, TaskFailure):
            reason = f"the process that was at it: {found.reason}"
            found = Diagnosis(index, entry.source, entry.puzzle, Verdict.UNKNOWN, reason=reason, entry=entry)
        yield replace(found, index=index)
