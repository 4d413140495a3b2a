"""Many lines one after the other: does a solver keep something from one puzzle to the next?

And lines that are no puzzles, among puzzles: the answers to the puzzles beside them stay in their places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sudocube.conformance.asked_solver import AskedSolver, Reply, dialogue
from sudocube.conformance.conformance_result import ROBUSTNESS, CaseResult
from sudocube.conformance.solver_claims import SolverClaims, answer_in_words, judged
from sudocube.conformance.suite_cases import ConformanceCase, built_in_cases, cases_of
from sudocube.engines import Failed, Refuted
from sudocube.errors import quoted
from sudocube.puzzle import Puzzle

STREAM = "puzzles in one stream"


def stream_cases() -> list[ConformanceCase]:
    """A case of each category whose solutions are few, and after each an easy or a hard one once more.

    >>> len(stream_cases()), len({case.puzzle for case in stream_cases()})
    (42, 23)
    """
    again = [*cases_of("easy")[:3], cases_of("hard")[0]]
    exact = [case for case in built_in_cases() if case.is_exact and case.puzzle.geometry.size == 9]
    cases = []
    for number, category in enumerate(dict.fromkeys(case.category for case in exact)):
        cases += [cases_of(category)[0], again[0 if number < 2 else number % len(again)]]
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
    number = 1  # the last one, two, four … of those before
    while (said := _after(before[-number:], case, solver, claims)).passed is True:
        if number >= len(before):
            why = f"asked once more it is right, so its answers vary: {result.reason}"
            return replace(result, reason=why)
        number *= 2
    result, needed = said, before[-number:]
    lines = [str(one.puzzle) for one in needed]
    after = f"{len(needed)} puzzles" if len(needed) > 1 else "1 puzzle"
    verb = "it is wrong" if result.passed is False else "it has no answer"
    state = f"state left by {needed[-1].name}: {result.reason}"
    return replace(
        result,
        before=tuple(lines),
        repeat=solver.repeat([*lines, result.puzzle]),
        reason=f"alone it is right, after {after} {verb}: {state}",
    )


def _after(
    before: Sequence[ConformanceCase], case: ConformanceCase, solver: AskedSolver, claims: SolverClaims
) -> CaseResult:
    """The result for a case when the solver, started anew, was asked those cases before it."""
    answers = solver.answers_in_order([one.puzzle for one in (*before, case)], claims.limit)
    return judged(case, answers[-1], claims)


def odd_lines() -> list[str]:
    """Lines that are no puzzles, or not quite.

    >>> len(odd_lines()), odd_lines()[:3]
    (12, ['', ' ', 'no puzzle'])
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
    ]


def odd_results(solver: AskedSolver, claims: SolverClaims) -> Iterator[CaseResult]:
    """The result of each of these lines, put to a program between puzzles with no, one and several solutions.

    Nothing of a solver that does not get line after line: it cannot lose its place.
    """
    if (program := solver.program) is None:
        return
    beside = [cases_of(category)[0].puzzle for category in ("none, clash in a row", "easy", "hard")]

    def usual_answers(replies: Sequence[Reply]) -> list[str]:
        answers = map(solver.answer_of, replies, beside, [claims.limit] * len(beside))
        return ["" if isinstance(one, Failed | Refuted) else answer_in_words(one) for one in answers]

    first, second, third = map(str, beside)
    usual = usual_answers(dialogue(program, [first, second, third], solver.timeout)[0])
    for number, line in enumerate(odd_lines(), 1):
        lines = [first, line, second, third]
        (before, reply, *after), surplus = dialogue(program, lines, solver.timeout)
        reason = reply.reason
        if reply.text is not None and (surplus or usual_answers([before, *after]) != usual):
            reason = "it does not print one line for it: the puzzles beside it are not answered as usual"
        passed = None if reply.is_timeout else not reason
        yield CaseResult(
            f"{ROBUSTNESS} {number}",
            ROBUSTNESS,
            line,
            "one line, whatever it says",
            reply.reason if reply.text is None else quoted(reply.text),
            passed,
            reason or None,
            repeat=None if passed else solver.repeat(lines),
            before=(first,),
            seconds=reply.seconds,
        )
