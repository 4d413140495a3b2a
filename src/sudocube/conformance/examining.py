"""`examine_solver`: the conformance suite, from the first question to the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from time import perf_counter

from sudocube.arguments import check_count, check_limits
from sudocube.bench import bench
from sudocube.clock import ProgressCallback
from sudocube.conformance.asked_solver import AskedSolver, WrittenPuzzle
from sudocube.conformance.conformance_result import CaseResult, Conformance
from sudocube.conformance.solver_claims import found_claims, found_sizes, judged, understood
from sudocube.conformance.stream_tests import explained, odd_results, stream_results
from sudocube.conformance.suite_cases import ConformanceCase, built_in_cases, cases_of, seeded_cases
from sudocube.engines import Undecided
from sudocube.engines import engine as make_engine
from sudocube.engines.registry import AnyEngine, as_engine
from sudocube.puzzle import Puzzle
from sudocube.verdict import Claim, Verdict
from sudocube.verdicts.judging import Cause, Refutation
from sudocube.verdicts.shrinking import DEFAULT_TRIES, judged_anew, shrunk_refutation

TIMEOUT = 10.0
"""Seconds for a puzzle, unless told otherwise."""

SHRINKING_SECONDS = 30.0
"""How long answers are shrunk in all; what fails after that is not shrunk."""

GIVEN_UP_AFTER = 3
"""Out of time for so many puzzles in a row of one category and verdict, a solver is not asked the others."""

OUT_OF_TIME = "not asked: it was out of time for the puzzles before"

FIRST_ONLY = (
    "it is right in its first answer only: let it forget all of a puzzle before it reads the next one, or be "
    "started for each, with {} in its command"
)

ZEROS = "blanks written as 0"

WITH_ZEROS = ("easy", "hard", "17 clues", "none, clash in a row", "three solutions", "one blank")
"""The categories of which a puzzle is also written with 0 for blanks."""

MEASURED = ("easy", "hard", "17 clues")
"""The categories by which the speed is told."""


def examine_solver(
    solver: AnyEngine,
    *,
    claims: Claim | str | None = None,
    timeout: float = TIMEOUT,
    seed: int = 0,
    shrink: bool = True,
    tries: int = DEFAULT_TRIES,
    strict: bool = False,
    on_result: Callable[[CaseResult], object] | None = None,
    progress: ProgressCallback | None = None,
) -> Conformance:
    """Whether a solver answers right, on some 300 puzzles of every kind.

    There are some 60 more where it takes other sizes than 9.

    The solver is a name such as "command:./solver" or "python:solver.py:solve", an Engine or a function; a
    command alone, "./solver", which `sudocube test-solver` takes, is no name here. What its answers claim is
    found out, or told by `claims`: "solution", "verdict" or "count"; then a grid alone means "unique" for the
    latter two. `timeout` is in seconds, for each puzzle. Puzzles of the last category are made from the
    `seed`. With `shrink`, a smaller puzzle is looked for on which the solver is refuted in the same way, one
    for each cause, by asking it at most `tries` times. What it does with lines that are no puzzles counts
    only if `strict`. `on_result` gets each result when it is known, and
    `progress` hears how far the suite has come.

    Raises EngineError where the solver cannot be started, UnknownNameError, UnavailableError or
    UnsupportedError where there is none of that name, TypeError for what is no engine, and ValueError for
    claims that are none, a timeout that is not a number above 0, and tries that are no integer above 0.

    >>> from sudocube import solve
    >>> def first_solution(cells):
    ...     grid = solve(cells)
    ...     return None if grid is None else str(grid)
    >>> result = examine_solver(first_solution)
    >>> str(result.claims), result.conforms, result.sizes[:4]
    ('solution', True, (4, 6, 8, 9))
    """
    check_limits(timeout=timeout)
    check_count(tries, "{} tries")
    told = None if claims is None else Claim(claims)
    asked = AskedSolver(as_engine(solver, make_engine), timeout)
    try:
        if asked.program is not None:
            asked.program.started_anew().close()
        examination = _Examination(asked, told, tries if shrink else 0, on_result, progress)
        return examination.conformance(seed, is_strict=strict)
    finally:
        asked.start_anew()


class _Examination:
    """One run of the suite."""

    def __init__(
        self,
        solver: AskedSolver,
        told: Claim | None,
        tries: int,
        on_result: Callable[[CaseResult], object] | None,
        progress: ProgressCallback | None,
    ) -> None:
        self._solver, self._tries = solver, tries
        self._on_result = on_result or (lambda _: None)
        self._tell = progress or (lambda *_: None)
        self._results: list[CaseResult] = []
        self._wrong: set[Puzzle] = set()
        self._asked_before: list[ConformanceCase] = []
        self._shrunk_causes = set[Cause]()
        self._shrinking = 0.0 if tries else inf
        self._late: Counter[tuple[str, Verdict]] = Counter()
        self._first_ones: Counter[tuple[bool, bool | None]] = Counter()
        self._claims = found_claims(solver.answer, told)
        self._first = self._claims.said[0]
        first = judged(cases_of("easy")[0], self._first, self._claims)
        self._is_silent = self._claims.has_no_answer and first.is_late
        self._sizes = (9,) if self._is_silent else found_sizes(solver.answer)

    def conformance(self, seed: int, *, is_strict: bool) -> Conformance:
        """Ask everything, and measure the speed."""
        start = perf_counter()
        groups = self._groups(seed)
        self._solver.start_anew()
        for number, results in enumerate(groups):
            for result in results:
                self._tell(result.category, number / len(groups))
                self._results.append(result)
                self._on_result(result)
        self._tell("speed", 1.0)
        return Conformance(
            solver=self._solver.engine.name,
            claims=self._claims.claim,
            sizes=self._sizes,
            counts_up_to=self._claims.counts_up_to,
            seed=seed,
            results=tuple(self._results),
            speeds={} if self._is_silent else speeds(self._solver.engine.name, self._results),
            note=self._note(),
            seconds=perf_counter() - start,
            is_strict=is_strict,
            understood=understood(self._claims),
        )

    def _note(self) -> str | None:
        """What there is to say of the whole run."""
        first, later = self._first_ones, self._first_ones[False, True]
        is_first_only = first[True, True] and not first[True, False] and not later
        notes = {
            self._first.reason: isinstance(self._first, Undecided),
            FIRST_ONLY: is_first_only and first[False, False] + first[False, None] >= GIVEN_UP_AFTER,
        }
        return "; ".join(note for note, is_true in notes.items() if note and is_true) or None

    def _groups(self, seed: int) -> list[Iterator[CaseResult]]:
        """The results, group by group; each is asked when it is looked at."""
        by_category: dict[str, list[ConformanceCase]] = {}
        for case in built_in_cases():
            if case.puzzle.geometry.size in self._sizes:
                by_category.setdefault(case.category, []).append(case)
        sizes = {name: cases for name, cases in by_category.items() if name.startswith("size ")}
        nine = [cases for name, cases in by_category.items() if name not in sizes]
        groups = [self._asked(cases) for cases in (*nine, _written_with_zeros())]
        if not self._is_silent:
            groups.append(stream_results(self._solver, self._claims, self._wrong))
            groups.append(odd_results(self._solver, self._claims))
        groups += [self._asked(cases) for cases in (*sizes.values(), list(seeded_cases(seed)))]
        return groups

    def _asked(self, cases: Sequence[ConformanceCase]) -> Iterator[CaseResult]:
        """The results of a category."""
        for case in cases:
            key = case.category, case.verdict
            if self._is_silent or self._late[key] >= GIVEN_UP_AFTER:  # the others may be easy
                yield judged(case, Undecided(OUT_OF_TIME), self._claims)
                continue
            is_first = not self._asked_before
            answer = self._solver.answer(case.puzzle, self._claims.limit)
            result = judged(case, answer, self._claims)
            self._late[key] = self._late[key] + 1 if result.is_late else 0
            if case.count and not result.is_late:
                self._first_ones[is_first, result.passed] += 1
            self._asked_before.append(case)
            if result.passed is not True:
                before, self._asked_before = self._asked_before[:-1], []  # it is started anew
                result = self._explained(result, case, before)
            yield result

    def _explained(
        self, result: CaseResult, case: ConformanceCase, before: Sequence[ConformanceCase]
    ) -> CaseResult:
        """The result of a wrong answer, or of none: with what it depends on, or with a smaller puzzle."""
        depends = None if result.is_late else explained(self._solver, self._claims, result, before, case)
        self._solver.start_anew()
        if depends is not None:
            return depends
        result = replace(result, repeat=self._solver.repeat([result.puzzle]))
        if result.passed is None:
            return result
        if case.category == ZEROS and case.puzzle not in self._wrong:
            return replace(result, reason=f"with . for blanks it is right: {result.reason}")
        self._wrong.add(case.puzzle)
        refutation, is_over = result.refutation, self._shrinking > SHRINKING_SECONDS
        if refutation is None or is_over or refutation.cause in self._shrunk_causes:
            return result
        return self._shrunk(result, refutation, case)

    def _shrunk(self, result: CaseResult, refutation: Refutation, case: ConformanceCase) -> CaseResult:
        """The result with a smaller puzzle."""
        start = perf_counter()
        shrunk = shrunk_refutation(
            self._solver.engine,
            Puzzle(case.puzzle.cells, case.puzzle.geometry),
            refutation,
            judge=lambda puzzle, answer: judged_anew(refutation.cause, puzzle, self._claims.meant(answer)),
            tries=self._tries,
            limit=self._claims.limit,
            timeout=self._solver.timeout,
        )
        self._shrinking += perf_counter() - start
        if shrunk.refutation is None:
            return replace(result, reason=f"asked once more it was not refuted: {result.reason}")
        self._shrunk_causes.add(refutation.cause)
        return replace(result, shrunk=shrunk.puzzle, repeat=self._solver.repeat([str(shrunk.puzzle)]))


def _written_with_zeros() -> list[ConformanceCase]:
    """Some of the cases, with 0 for blanks."""
    found = []
    for number, case in enumerate((cases_of(name)[1] for name in WITH_ZEROS), 1):
        puzzle = WrittenPuzzle(str(case.puzzle).replace(".", "0"), case.puzzle)
        found.append(replace(case, name=f"{ZEROS} {number}", category=ZEROS, puzzle=puzzle))
    return found


def speeds(name: str, results: Sequence[CaseResult]) -> dict[str, float]:
    """Puzzles per second, by name: of the solver, as it was asked them, of `kernel` and of `phases`.

    The solver is left out where it was out of time for one of these puzzles.
    """
    asked = [one for one in results if one.category in MEASURED]
    seconds = sum(one.seconds for one in asked)
    measured = bench([one.puzzle for one in asked], ["kernel", "phases"], rounds=1)
    rates = {one.name: one.per_second for one in measured.contenders}
    is_known = seconds and all(one.passed is not None for one in asked)
    return {name: round(len(asked) / seconds, 1), **rates} if is_known else rates
