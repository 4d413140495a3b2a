"""`examine_solver`: the conformance suite, from the first question to the result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from sudocube.arguments import check_count, check_limits
from sudocube.clock import ProgressCallback
from sudocube.conformance.asked_solver import AskedSolver, WrittenPuzzle
from sudocube.conformance.case_judging import is_wrong_only_as_meant, judged, not_asked
from sudocube.conformance.conformance_result import CaseResult, Conformance
from sudocube.conformance.odd_lines import OddLines
from sudocube.conformance.patience import STOP_COUNTING, Patience
from sudocube.conformance.seeded_cases import seeded_cases
from sudocube.conformance.solver_claims import found_claims, found_sizes
from sudocube.conformance.solver_speed import speeds
from sudocube.conformance.stream_tests import after_others, needed_before, stream_results
from sudocube.conformance.suite_cases import ConformanceCase, built_in_cases, cases_of
from sudocube.engines import Answer, AnyEngine, Failed, Refuted, as_engine
from sudocube.engines import engine as make_engine
from sudocube.puzzle import Puzzle
from sudocube.verdict import Claim
from sudocube.verdicts.judging import Cause, Refutation
from sudocube.verdicts.shrinking import DEFAULT_TRIES, judged_anew, shrunk_refutation

TIMEOUT = 10.0
"""Seconds for a puzzle, unless told otherwise."""

NO_ANSWER_ALONE = 5
"""After so many answers that were none even when asked alone, such answers are not asked for again."""

PROBING_SECONDS = 2.0
"""The time limit while it is found out which sizes a solver takes, and up to where it counts."""

SHRUNK_AT_MOST = 1
"""For how many answers of a category that are refuted for the same cause a smaller puzzle is looked for."""

SHRINKING_SECONDS = 30.0
"""How long answers are shrunk in all; what fails after that is not shrunk."""

CATEGORY_SECONDS = 5.0
"""The same for the answers of one category."""

ZEROS = "blanks written as 0"

WITH_ZEROS = ("easy", "hard", "17 clues", "none, clash in a row", "three solutions", "one blank")
"""The categories of which a puzzle is also written with 0 for blanks."""


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
    `seed`. With `shrink`, a smaller puzzle is looked for on which the solver is refuted in the same way, by
    asking it at most `tries` times for each wrong answer. What it does with lines that are no puzzles counts
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
        asked.check_start()
        examination = _Examination(asked, told, tries if shrink else None, on_result, progress)
        return examination.conformance(seed, is_strict=strict)
    finally:
        asked.start_anew()


class _Examination:
    """One run of the suite."""

    def __init__(
        self,
        solver: AskedSolver,
        told: Claim | None,
        tries: int | None,
        on_result: Callable[[CaseResult], object] | None,
        progress: ProgressCallback | None,
    ) -> None:
        self._solver, self._tries = solver, tries
        self._on_result, self._progress = on_result, progress
        self._shrinking: defaultdict[str, float] = defaultdict(float)
        self._results: list[CaseResult] = []
        self._wrong: set[Puzzle] = set()
        self._asked_before: list[ConformanceCase] = []
        self._is_explained = False
        self._no_answer_alone = 0
        self._shrunk_cases: defaultdict[tuple[str, Cause], list[str]] = defaultdict(list)
        self._not_shrunk = 0
        self._claims = found_claims(self._probe, told)
        self._first = self._probe(cases_of("easy")[0].puzzle, 2)
        self._sizes = (9,) if self._is_silent else found_sizes(self._probe)
        self._patience = Patience(self._claims, is_over=self._is_silent)

    def conformance(self, seed: int, *, is_strict: bool) -> Conformance:
        """Ask everything, and measure the speed."""
        start = perf_counter()
        groups = self._groups(seed)
        for number, results in enumerate(groups):
            for result in results:
                self._tell(result.category, number / len(groups))
                self._results.append(result)
                if self._on_result is not None:
                    self._on_result(result)
        self._tell("speed", 1.0)
        measured = {} if self._is_silent else speeds(self._solver, self._claims.limit)
        return Conformance(
            solver=self._solver.name,
            claims=self._claims.claim,
            is_told=self._claims.is_told,
            sizes=self._sizes,
            counts_up_to=self._claims.counts_up_to,
            seed=seed,
            results=tuple(self._results),
            speeds=measured,
            note=self._note(),
            seconds=perf_counter() - start,
            is_strict=is_strict,
        )

    @property
    def _is_silent(self) -> bool:
        """Whether it was out of time for the easiest puzzles: then nothing else is asked."""
        return self._claims.has_no_answer and not isinstance(self._first, Failed | Refuted)

    def _note(self) -> str | None:
        """What there is to say of the whole run."""
        notes = []
        if self._is_silent and self._first.reason:
            notes.append(self._first.reason)
        if self._patience.counts_too_long:
            notes.append(STOP_COUNTING)
        if self._not_shrunk:
            limits = f"{SHRINKING_SECONDS:g} s in all and {CATEGORY_SECONDS:g} s for a category"
            answers = (
                "1 wrong answer was" if self._not_shrunk == 1 else f"{self._not_shrunk} wrong answers were"
            )
            notes.append(f"{answers} not shrunk, as that takes at most {limits}")
        return "; ".join(notes) or None

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
            groups.append(OddLines(self._solver, self._claims).results())
        groups += [self._asked(cases) for cases in (*sizes.values(), list(seeded_cases(seed)))]
        return groups

    def _asked(self, cases: Sequence[ConformanceCase]) -> Iterator[CaseResult]:
        """The results of a category."""
        for case in cases:
            if (why := self._patience.reason_not_to_ask(case)) is not None:
                yield not_asked(case, why)
                continue
            answer = self._answer(case)
            result = judged(case, answer, self._claims)
            is_undecided = result.passed is None
            is_late = is_undecided and (answer.reason or "").startswith("out of time")
            self._patience.note_result(case, is_undecided=is_undecided, is_late=is_late)
            if result.passed is False:
                result = self._explained(result, case, answer)
            elif result.passed is None:
                repeat = self._solver.repeat(case.puzzle, with_timeout=True)
                result = replace(result, repeat=repeat)
            self._asked_before.append(case)
            yield result

    def _answer(self, case: ConformanceCase) -> Answer:
        return self._solver.answer(case.puzzle, self._claims.limit)

    def _is_right_anew(self, case: ConformanceCase) -> bool:
        """Whether the solver is right about a case that it is asked first."""
        self._solver.start_anew()
        return judged(case, self._answer(case), self._claims).passed is True

    def _depends_on_others(self, result: CaseResult, case: ConformanceCase, answer: Answer) -> bool:
        """Whether the solver, which is wrong about a case, is right about it when it is asked first."""
        if not self._asked_before or self._solver.was_asked_alone(result.refutation):
            return False
        has_failed = isinstance(answer, Failed | Refuted)
        if has_failed and self._no_answer_alone >= NO_ANSWER_ALONE:
            return False
        is_right = self._is_right_anew(case)
        self._no_answer_alone += has_failed and not is_right
        return is_right

    def _explained(self, result: CaseResult, case: ConformanceCase, answer: Answer) -> CaseResult:
        """The result of a wrong answer: with what it depends on, or with a smaller puzzle."""
        if self._depends_on_others(result, case, answer):
            before, self._asked_before = self._asked_before, []
            found = needed_before(self._solver, self._claims, before, case, is_quick=self._is_explained)
            self._is_explained = True
            if found and isinstance(answer, Failed | Refuted):
                result = self._said_in_order(result, [*found, case])
            self._solver.start_anew()
            return after_others(self._solver, result, found)
        self._asked_before = []
        as_lines = is_wrong_only_as_meant(case, answer, self._claims)
        result = replace(result, repeat=self._solver.repeat(case.puzzle, as_lines=as_lines))
        if case.category == ZEROS and case.puzzle not in self._wrong:
            return replace(result, reason=f"with . for blanks it is right: {result.reason}")
        self._wrong.add(case.puzzle)
        refutation = result.refutation
        if refutation is None or self._tries is None:
            return result
        others = self._shrunk_cases[case.category, refutation.cause]
        if len(others) >= SHRUNK_AT_MOST:
            return replace(result, shrunk_as=others[0])
        is_late = sum(self._shrinking.values()) > SHRINKING_SECONDS
        if is_late or self._shrinking[case.category] > CATEGORY_SECONDS:
            self._not_shrunk += 1
            return result
        result = self._shrunk(result, refutation, case, self._tries)
        if result.shrunk is None or not result.shrunk.refuted:
            return result
        others.append(case.name)
        as_lines |= self._claims.grid_is_unique and refutation.cause is Cause.TWO_SOLUTIONS
        return replace(result, repeat=self._solver.repeat(result.shrunk.puzzle, as_lines=as_lines))

    def _said_in_order(self, result: CaseResult, cases: Sequence[ConformanceCase]) -> CaseResult:
        """The result for the last of some cases, with what a program prints that nobody asks again.

        An engine, which does ask again, only says that the answer is out of turn.
        """
        answers = self._solver.answers_in_order([case.puzzle for case in cases], self._claims.limit)
        said = judged(cases[-1], answers[-1], self._claims)
        return said if said.passed is False else result

    def _shrunk(
        self, result: CaseResult, refutation: Refutation, case: ConformanceCase, tries: int
    ) -> CaseResult:
        """The result with a smaller puzzle."""

        def judge(puzzle: Puzzle, answer: Answer) -> Refutation | None:
            return judged_anew(refutation.cause, puzzle, self._claims.meant(answer))

        start = perf_counter()
        shrunk = shrunk_refutation(
            self._solver.engine,
            Puzzle(case.puzzle.cells, case.puzzle.geometry),
            refutation,
            judge=judge,
            tries=tries,
            limit=self._claims.limit,
            timeout=self._solver.timeout,
        )
        self._shrinking[case.category] += perf_counter() - start
        return replace(result, shrunk=shrunk)

    def _probe(self, puzzle: Puzzle, limit: int) -> Answer:
        """The answer to a puzzle that is only asked to get to know the solver."""
        is_first = puzzle == cases_of("easy")[0].puzzle
        return self._solver.answer(puzzle, limit, timeout=None if is_first else PROBING_SECONDS)

    def _tell(self, doing: str, share: float) -> None:
        if self._progress is not None:
            self._progress(doing, share)


def _written_with_zeros() -> list[ConformanceCase]:
    """Some of the cases, with 0 for blanks."""
    return [
        replace(
            case,
            name=f"{ZEROS} {number}",
            category=ZEROS,
            puzzle=WrittenPuzzle(str(case.puzzle).replace(".", "0"), case.puzzle),
        )
        for number, case in enumerate((cases_of(name)[1] for name in WITH_ZEROS), 1)
    ]
