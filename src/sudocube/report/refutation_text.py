"""Who is refuted in a crosscheck, and by what: in sentences, and the grids that show it.

The sentence says what the engine says and what shows that it is wrong:

    mine() is refuted: it says unique, and these two solutions passed the referee
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sudocube.crosschecking import Cause, Crosschecked, Refutation, Standing
from sudocube.cube import clashes
from sudocube.engines.outside_answers import EXPECTED, PRINTED
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.report.text_layout import without_quoted
from sudocube.report.words import counted
from sudocube.verdict import Answer, Claim, Verdict

DIFFERENT = "differs"
WRONG = "wrong"
"""What marked cells mean: in a pair of solutions, and in a grid that the referee refused."""

SHORT = {
    Cause.NOT_A_SOLUTION: "the referee refused its solution",
    Cause.DOES_NOT_FIT: "its solutions do not fit what it says",
}
"""The causes whose sentence is another one for each puzzle, in words for a table."""

SHOWN = {
    Cause.TWO_SOLUTIONS: "these two solutions passed the referee",
    Cause.A_SOLUTION: "this solution passed the referee",
}
"""The evidence in words where it is drawn below."""


_NUMBER = re.compile(r"\d+(?:\.\d+)?")

NUMBER_NOT_LOOKED_AT = "how many it counts was not looked at: crosscheck decides none, one or several"
"""Why a count of three or more is not confirmed, where there are several solutions."""


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """What refutes some engines: a sentence for each, and the grids that show it, which may be none.

    `meaning` says what the `marked` cells of the grids are.
    """

    sentences: Sequence[str]
    headings: Sequence[str] = ()
    grids: Sequence[Grid] = ()
    marked: Collection[int] = ()
    meaning: str = ""


def shown_evidence(checked: Crosschecked) -> Iterator[ShownEvidence]:
    """What refutes which engine, in the order of the engines; those with the same grids stand together."""
    groups: dict[object, list[str]] = {}
    for name, refutation in checked.refuted.items():
        refused = checked.answers[name].refused
        key = refused if refused is not None else frozenset(refutation.solutions) or refutation.cause
        groups.setdefault(key, []).append(name)
    for names in groups.values():
        yield _evidence(checked, names)


def _evidence(checked: Crosschecked, names: Sequence[str]) -> ShownEvidence:
    """The evidence against engines that the same grids refute."""
    assert checked.puzzle is not None  # else nobody answered
    refused, grids = checked.answers[names[0]].refused, checked.refuted[names[0]].solutions
    fits = refused is None or refused.geometry == checked.puzzle.geometry
    sentences = [refuted_in_words(name, checked, is_drawn=fits) for name in names]
    if not fits:
        return ShownEvidence(sentences)
    if refused is not None:
        return ShownEvidence(sentences, ("refused",), (refused,), wrong_cells(refused, checked.puzzle), WRONG)
    if len(grids) == 2:
        is_own = len(names) == 1 and checked.answers[names[0]].solutions == grids[:1]
        headings = ("its solution" if is_own else "one solution", "another")
        return ShownEvidence(sentences, headings, grids, differing_cells(*grids), DIFFERENT)
    is_only = checked.verdict is Verdict.UNIQUE
    return ShownEvidence(sentences, ("the solution" if is_only else "a solution",)[: len(grids)], grids)


def refuted_in_words(name: str, checked: Crosschecked, *, is_drawn: bool = False) -> str:
    """That an engine is refuted, and by what; `is_drawn` says that the solutions are drawn below.

    >>> from sudocube import crosscheck
    >>> print(refuted_in_words("<lambda>()", crosscheck(16 * ".", engines=["sat", lambda cells: 1])))
    <lambda>() is refuted: it counts 1 solution, and two solutions passed the referee
    """
    answer, refutation = checked.answers[name], checked.refuted[name]
    why = SHOWN.get(refutation.cause, refutation.sentence) if is_drawn else refutation.sentence
    if not answer.refuted:
        why = f"{_said(answer)}, and {why}"
    elif is_drawn and answer.refused is not None:
        why = why.replace(f"the solution {answer.refused}", "this grid")
    elif why.startswith(f"{name} "):
        why = f"it {why.removeprefix(f'{name} ')}"
    return f"{name} is refuted: {why}"


def _said(answer: Answer) -> str:
    """What an answer with a verdict says."""
    if answer.claims is not Claim.COUNT:
        return f"it says {answer.verdict}"
    return f"it counts {counted(answer.count, 'solution')}{'' if answer.exhausted else ' or more'}"


def cause_in_words(name: str, checked: Crosschecked) -> str:
    """Why an engine's answer is not confirmed, without the list of all forms of an answer."""
    answer, standing = checked.answers[name], checked.standing(name)
    if standing is Standing.REFUTED:
        return short_cause(checked.refuted[name])
    if answer.reason is not None:
        return answer.reason.removesuffix(f"; {PRINTED}").removesuffix(f"; an answer is {EXPECTED}")
    if answer.claimed_count is not None and checked.verdict is Verdict.MULTIPLE:
        return NUMBER_NOT_LOOKED_AT
    return "the engines disagree" if not checked.verdict.is_decided else "no other engine decided"


def kind_of_cause(cause: str) -> str:
    """A cause without what differs from puzzle to puzzle: quoted answers, and numbers in advice.

    >>> kind_of_cause("garbled: it says 'what?'; r1c2 is blank")
    'garbled; r…c… is blank'
    >>> kind_of_cause("ended with status 3; it has answered 17 before")
    'ended with status 3; it has answered … before'
    """
    if cause.startswith("out of turn: "):
        return "out of turn"
    what, sign, advice = without_quoted(cause).partition("; ")
    what = "garbled" if what.startswith("garbled: it says ") else what
    return what + sign + _NUMBER.sub("…", advice)


def short_cause(refutation: Refutation) -> str:
    """The cause of a refutation, in words that are the same for all puzzles.

    >>> short_cause(Refutation(Cause.NOT_A_SOLUTION, "the referee refuses the solution 1111…"))
    'the referee refused its solution'
    """
    return SHORT.get(refutation.cause, refutation.sentence)


def wrong_cells(grid: Grid, puzzle: Puzzle) -> set[int]:
    """The cells of a grid that the referee objects to: they hold a digit twice in a unit, or not the clue.

    >>> sorted(wrong_cells(Grid("1243 3421 4312 2134"), Puzzle("2... .... .... ....")))
    [0]
    """
    wrong = {cell for clash in clashes(grid) for cell in clash.cells}
    wrong |= {cell for cell, digit in puzzle.clues.items() if grid.cells[cell] != digit}
    if puzzle.candidates is not None:
        pairs = enumerate(zip(grid.cells, puzzle.candidates, strict=True))
        wrong |= {cell for cell, (digit, mask) in pairs if not mask >> digit - 1 & 1}
    return wrong
