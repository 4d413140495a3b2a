"""Many lines one after the other: does a solver keep something from one puzzle to the next?

And lines that are no puzzles, among puzzles: the answers to the puzzles beside them stay in their places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from sudocube.conformance.asked_solver import AskedSolver, Reply, WrittenPuzzle, dialogue
from sudocube.conformance.conformance_result import ROBUSTNESS, CaseResult
from sudocube.conformance.solver_claims import SolverClaims, answer_in_words, judged
from sudocube.conformance.suite_cases import ConformanceCase, cases_of
from sudocube.engines import Answer, Failed, Refuted
from sudocube.engines.outsiders import CommandEngine
from sudocube.errors import quoted
from sudocube.puzzle import Puzzle

STREAM = "forty puzzles in one stream"

BETWEEN = (
    "hard",
    "none, clash in a row",
    "two solutions, one rectangle",
    "17 clues",
    "none, after a deep search",
    "three solutions",
    "full grids, right",
    "full grids, wrong",
    "none, a cell without candidates",
    "one blank",
    "none, a digit without a place",
    "hundreds of solutions",
    "symmetric",
    "none, clash in a box",
    "a digit without a clue",
    "none, clash in a column",
    "two solutions, a late turn",
    "two solutions, far apart",
    "hard",
    "none, after a deep search",
)
"""A puzzle of each goes between two that are known to the solver from before."""

EXPECTED = "one line, whatever it says"


def stream_cases() -> list[ConformanceCase]:
    """Forty cases: one of each of the categories above, and after each an easy or a hard one once more.

    >>> len(stream_cases()), len({case.puzzle for case in stream_cases()})
    (40, 23)
    """
    again = [*cases_of("easy")[:3], cases_of("hard")[0]]
    cases = []
    for number, category in enumerate(BETWEEN):
        one = cases_of(category)[BETWEEN[:number].count(category)]
        cases += [one, again[0 if number in (0, 1) else number % len(again)]]
    return cases


def stream_results(
    solver: AskedSolver, claims: SolverClaims, wrong_alone: Collection[Puzzle]
) -> Iterator[CaseResult]:
    """The results of the puzzles in one stream, in order.

    `wrong_alone` has the puzzles that the solver has got wrong before; for what else fails, it is found out
    once which lines before it are to blame.
    """
    cases = [
        replace(case, name=f"{STREAM} {number}", category=STREAM)
        for number, case in enumerate(stream_cases(), 1)
    ]
    answers = solver.answers_in_order([case.puzzle for case in cases], claims.limit)
    for place, (case, answer) in enumerate(zip(cases, answers, strict=True)):
        result = judged(case, answer, claims)
        if result.passed is not True and not result.is_late and case.puzzle not in wrong_alone:
            if out_of_place(answers, cases, place, claims):
                result = replace(result, reason=f"the answers are out of place: {result.reason}")
            else:
                result = explained(solver, claims, result, cases[:place], case) or result
        yield result


def explained(
    solver: AskedSolver,
    claims: SolverClaims,
    result: CaseResult,
    before: Sequence[ConformanceCase],
    case: ConformanceCase,
) -> CaseResult | None:
    """The result of an answer that depends on what the solver was asked before; None if it does not.

    That is so where alone it is not right either. Otherwise the result has the lines before it that matter,
    what the solver says after these, where nobody asks again, and a command.
    """
    if not before or _after([], case, solver, claims).passed is not True:
        return None
    needed, said = needed_before(solver, claims, before, case)
    if said.passed is True:
        return replace(result, reason=f"asked once more it is right, so its answers vary: {result.reason}")
    result = said
    lines = [str(one.puzzle) for one in needed]
    after = f"{len(needed)} puzzles" if len(needed) > 1 else "1 puzzle"
    verb = "it is wrong" if result.passed is False else "it has no answer"
    state = f"state left by {needed[-1].name}: {result.reason}"
    return replace(
        result,
        before=tuple(lines),
        repeat=solver.repeat_lines([*lines, result.puzzle]),
        reason=f"alone it is right, after {after} {verb}: {state}",
    )


def _after(
    before: Sequence[ConformanceCase], case: ConformanceCase, solver: AskedSolver, claims: SolverClaims
) -> CaseResult:
    """The result for a case when the solver, started anew, was asked those cases before it."""
    answers = solver.answers_in_order([one.puzzle for one in (*before, case)], claims.limit)
    return judged(case, answers[-1], claims)


def out_of_place(
    answers: Sequence[Answer], cases: Sequence[ConformanceCase], place: int, claims: SolverClaims
) -> bool:
    """Whether the answer at a place, and another one beside it, is right for the puzzle before or after."""
    for shift in (-1, 1):
        fits = [
            judged(cases[k + shift], answers[k], claims).passed is True
            and judged(cases[k], answers[k], claims).passed is False
            for k in (place, place + shift)
            if 0 <= k < len(answers) and 0 <= k + shift < len(cases)
        ]
        if len(fits) == 2 and all(fits):
            return True
    return False


def needed_before(
    solver: AskedSolver, claims: SolverClaims, before: Sequence[ConformanceCase], case: ConformanceCase
) -> tuple[Sequence[ConformanceCase], CaseResult]:
    """The last one, two, four … of these cases after which the answer to `case` is wrong, and its result.

    The result has passed where the answer is right even after all of them.
    """
    number = 1
    while True:
        found = _after(before[-number:], case, solver, claims)
        if found.passed is not True or number >= len(before):
            return before[-number:], found
        number *= 2


def odd_lines() -> list[str]:
    """Lines that are no puzzles, or not quite.

    >>> len(odd_lines()), odd_lines()[:3]
    (13, ['', ' ', 'no puzzle'])
    """
    puzzle = str(cases_of("easy")[0].puzzle)
    return [
        "",
        " ",
        "no puzzle",
        "# a comment",
        "12",
        puzzle[:-1],
        puzzle + ".",
        f"{puzzle[:40]}A{puzzle[41:]}",
        f"{puzzle[:40]}é{puzzle[41:]}",
        puzzle.replace(".", "/"),
        f"{puzzle}\r",
        f"{puzzle[:9]} {puzzle[9:]}",
        2000 * puzzle[:9],
    ]


class OddLines:
    """Puts each of these lines to a solver between puzzles with no, one and several solutions."""

    def __init__(self, solver: AskedSolver, claims: SolverClaims) -> None:
        self._solver, self._claims = solver, claims
        categories = ("none, clash in a row", "easy", "three solutions")
        self._neighbours = tuple(cases_of(category)[0] for category in categories)
        puzzles = [case.puzzle for case in self._neighbours]
        answers = solver.answers_in_order(puzzles, claims.limit)
        self._usual = dict(zip(self._neighbours, map(_in_short, answers), strict=True))

    def results(self) -> Iterator[CaseResult]:
        """The result for each line."""
        for number, line in enumerate(odd_lines(), 1):
            program = self._solver.program
            result = self._asked_singly(line) if program is None else self._in_one_stream(program, line)
            yield replace(result, case=f"{ROBUSTNESS} {number}")

    def _is_as_usual(self, answer: Answer, case: ConformanceCase) -> bool:
        """Whether an answer to a neighbour is right, or what the solver says when no odd line is there."""
        is_right = judged(case, answer, self._claims).passed is True
        return is_right or _in_short(answer) == self._usual[case]

    def _asked_singly(self, line: str) -> CaseResult:
        """A function may raise an error for such a line, but the next puzzle is answered as usual."""
        solver, case = self._solver, self._neighbours[1]
        start = perf_counter()
        answer = solver.answer(WrittenPuzzle(line, Puzzle(81 * ".")), self._claims.limit)
        seconds = perf_counter() - start
        following = solver.answer(case.puzzle, self._claims.limit)
        is_as_usual = self._is_as_usual(following, case)
        why = f"the puzzle after it is not answered as usual: {answer_in_words(following)}"
        reason = None if is_as_usual else why
        return _result(line, answer_in_words(answer), is_as_usual, reason, seconds=seconds)

    def _in_one_stream(self, program: CommandEngine, line: str) -> CaseResult:
        """The line goes to a program after the first neighbour and before the others."""
        first, second, third = self._neighbours
        cases = (first, None, second, third)
        lines = [line if case is None else str(case.puzzle) for case in cases]

        def fits(reply: Reply, case: ConformanceCase) -> bool:
            answer = self._solver.answer_of(reply, case.puzzle, self._claims.limit)
            return reply.text is not None and self._is_as_usual(answer, case)

        def is_passed_over(replies: Sequence[Reply]) -> bool:
            is_early = len(replies) >= 3 and fits(replies[1], second) and fits(replies[2], third)
            return is_early and not fits(replies[2], second)  # it may say the same of every puzzle

        heard = dialogue(program, lines, self._solver.timeout, is_enough=is_passed_over)
        reply = heard.replies[1]
        passed: bool | None = False
        reason = None
        if is_passed_over(heard.replies):
            reason = "it prints nothing for this line, so the answers to the next puzzles are out of place"
        elif reply.text is None:
            passed = None if reply.is_timeout else False
            reason = reply.reason
        elif heard.surplus or (fits(heard.replies[3], second) and not fits(heard.replies[3], third)):
            reason = "it prints more than one line, so the answers to the next puzzles are out of place"
        elif not all(fits(one, case) for one, case in zip(heard.replies, cases, strict=True) if case):
            reason = "the puzzles beside it are not answered as usual"
        else:
            passed = True
        repeat = None if passed else self._solver.repeat_lines(lines)
        words = reply.reason if reply.text is None else quoted(reply.text)
        return _result(line, words, passed, reason, repeat, (lines[0],), reply.seconds)


def _in_short(answer: Answer) -> str:
    """What a solver says; what nobody understands is always the same."""
    return "" if isinstance(answer, Failed | Refuted) else answer_in_words(answer)


def _result(
    line: str,
    answer: str,
    passed: bool | None,
    reason: str | None = None,
    repeat: str | None = None,
    before: tuple[str, ...] = (),
    seconds: float = 0.0,
) -> CaseResult:
    """The result for a line; it gets its name later."""
    return CaseResult(
        "", ROBUSTNESS, line, EXPECTED, answer, passed, reason, repeat=repeat, before=before, seconds=seconds
    )
