"""Lines that are no puzzles, among puzzles: the answers to the puzzles beside them stay in their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from sudocube.conformance.asked_solver import AskedSolver, WrittenPuzzle
from sudocube.conformance.case_judging import answer_in_words, judged
from sudocube.conformance.conformance_result import ROBUSTNESS, CaseResult
from sudocube.conformance.line_dialogue import Reply, dialogue
from sudocube.conformance.solver_claims import SolverClaims
from sudocube.conformance.suite_cases import ConformanceCase, cases_of
from sudocube.engines import Answer, Failed, Refuted
from sudocube.engines.outsiders import CommandEngine
from sudocube.errors import quoted
from sudocube.puzzle import Puzzle

EXPECTED = "one line, whatever it says"


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
        if not self._is_as_usual(following, case):
            reason = f"the puzzle after it is not answered as usual: {answer_in_words(following)}"
            return _result(line, answer_in_words(answer), False, reason, seconds=seconds)
        return _result(line, answer_in_words(answer), True, seconds=seconds)

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
