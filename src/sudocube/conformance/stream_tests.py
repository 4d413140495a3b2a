"""Many lines one after the other: does a solver keep something from one puzzle to the next?

And lines that are no puzzles, among puzzles: the answers to the puzzles beside them stay in their places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sudocube.conformance.asked_solver import AskedSolver, Reply, dialogue
from sudocube.conformance.conformance_result import ROBUSTNESS, CaseResult
from sudocube.conformance.solver_claims import SolverClaims, answer_in_words, judged
from sudocube.conformance.suite_cases import ConformanceCase, cases_of
from sudocube.engines import Answer, Failed, Refuted
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


def odd_results(solver: AskedSolver, claims: SolverClaims) -> Iterator[CaseResult]:
    """The result of each of these lines, put to a program between puzzles with no, one and several solutions.

    Nothing of a solver that does not get line after line: it cannot lose its place.
    """
    if (program := solver.program) is None:
        return
    beside = [cases_of(category)[0] for category in ("none, clash in a row", "easy", "three solutions")]
    puzzles = [case.puzzle for case in beside]
    usual = [_in_short(answer) for answer in solver.answers_in_order(puzzles, claims.limit)]

    def fits(reply: Reply, at: int) -> bool:
        """Whether it is a right answer to a neighbour, or what the program says where no odd line is."""
        answer = solver.answer_of(reply, beside[at].puzzle, claims.limit)
        is_right = judged(beside[at], answer, claims).passed is True
        return reply.text is not None and (is_right or _in_short(answer) == usual[at])

    def is_passed_over(replies: Sequence[Reply]) -> bool:
        is_early = len(replies) >= 3 and fits(replies[1], 1) and fits(replies[2], 2)
        return is_early and not fits(replies[2], 1)  # it may say the same of every puzzle

    first, second, third = map(str, puzzles)
    for number, line in enumerate(odd_lines(), 1):
        lines = [first, line, second, third]
        heard = dialogue(program, lines, solver.timeout, is_enough=is_passed_over)
        reply, passed, reason = heard.replies[1], False, None
        if is_passed_over(heard.replies):
            reason = "it prints nothing for this line, so the answers to the next puzzles are out of place"
        elif reply.text is None:
            reason = reply.reason
        elif heard.surplus or (fits(heard.replies[3], 1) and not fits(heard.replies[3], 2)):
            reason = "it prints more than one line, so the answers to the next puzzles are out of place"
        elif not all(fits(heard.replies[place], at) for at, place in enumerate((0, 2, 3))):
            reason = "the puzzles beside it are not answered as usual"
        else:
            passed = True
        yield CaseResult(
            f"{ROBUSTNESS} {number}",
            ROBUSTNESS,
            line,
            "one line, whatever it says",
            reply.reason if reply.text is None else quoted(reply.text),
            None if reply.is_timeout else passed,
            reason,
            repeat=None if passed else solver.repeat_lines(lines),
            before=(first,),
            seconds=reply.seconds,
        )


def _in_short(answer: Answer) -> str:
    """What a solver says; what nobody understands is always the same."""
    return "" if isinstance(answer, Failed | Refuted) else answer_in_words(answer)
