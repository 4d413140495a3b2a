"""The techniques at work: at each turn all steps of the lowest level that has any.

    level                1       2       3        4       5       6       7       8       9 to 11  12
    rules                singles of a    cells    COVER of            CHAIN   COVER   CHAIN       NET
                         box     row,             1       2       3   of at   of 4    of any, with
                                 column                               most 3          sets of 1, 2, 3

The level of a puzzle is the least that solves it. It does not depend on the order: each rule is monotone. A
step that holds in a state holds in each state that is part of it, unless what it removes is gone already, or
rules of lower levels remove it. (Of a set one base may be done: then the others are a smaller set. Of a link
one part may be gone: then the other holds a true element, k bases lie in k covers, and the victims of the
chain that see this part are removed by COVER.) So from two states that the rules up to a level leave, reached
in different orders, each rule that led to one can be followed in the other: both are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import islice, pairwise
from operator import or_

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Family
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.cube_state import cube_masks, elements_of
from sudocube.solvers.techniques.names import described
from sudocube.solvers.techniques.rules import (
    ChainSearch,
    Deduction,
    nets,
    rectangle_bases,
    rectangle_covers,
    sets_in_covers,
    singles,
)
from sudocube.solvers.trace import SILENT, Pattern, Rule, StepKind, Trace

BEFORE_NETS, NETS, HARDEST = 11, 12, 13
"""The level of nets, which are the last resort; HARDEST is that of puzzles which they do not solve."""

WORDS = {"easy": 2, "medium": 4, "hard": 6, "expert": 8, "extreme": 11, "beyond": 13}
"""The greatest level that each word stands for; the least is one above that of the word before it."""

_SINGLES = {1: (Family.BOX,), 2: (Family.ROW, Family.COLUMN), 3: (Family.CELL,)}
_COVERS = {4: 1, 5: 2, 6: 3, 8: 4}
_RECTANGLES = 5
_CHAINS = {7: (1, 3), 9: (1, None), 10: (2, None), 11: (3, None)}
"""Level -> the greatest almost set, and the most links."""


SOLVED = Rule("every cell holds a digit", "solution")
ONLY = Rule("no step was a guess", "no other solution")
ASSUMED = Rule("that there is one solution may have been assumed", "stuck")
CONTRADICTION = Rule("nothing is left for a line", "search space exhausted")
STUCK = Rule("no technique up to the level", "stuck")


def word_of(level: int) -> str:
    """The word for a level; a full grid, of level 0, is easy.

    >>> word_of(5), word_of(12)
    ('hard', 'beyond')
    """
    return next(word for word, most in WORDS.items() if level <= most)


def levels_named(text: str) -> tuple[int, int]:
    """The least and the greatest level that a text names: a word, a number, or "5-7".

    Raises ValueError for any other text.

    >>> levels_named("hard"), levels_named("7"), levels_named("easy-medium")
    ((5, 6), (7, 7), (1, 4))
    """
    known = {str(level): (level, level) for level in range(1, HARDEST + 1)}
    bounds = pairwise((0, *WORDS.values()))
    known |= {word: (before + 1, most) for word, (before, most) in zip(WORDS, bounds, strict=True)}
    ends = [known.get(part, (0, 0)) for part in text.lower().split("-")]
    least, most = ends[0][0], ends[-1][1]
    if len(ends) > 2 or not 0 < least <= most:
        words = ", ".join(WORDS)
        raise ValueError(f"found {text!r}; expected 1 to {HARDEST}, {words}, or a range such as 5-7")
    return least, most


class Techniques:
    """A puzzle on its way: `possible` and `placed` elements, and the level of the steps found last.

    With `uniqueness`, unique rectangles are bases, too, and what is shown assumes one solution.
    """

    def __init__(self, puzzle: Puzzle, trace: Trace = SILENT, *, uniqueness: bool = False) -> None:
        self.lines = cube_masks(puzzle.geometry)
        self.possible, self.placed = self.lines.state_of_clues(puzzle, trace) or (0, 0)
        self.level, self.is_contradictory = 0, False
        self._uniqueness = uniqueness

    @property
    def is_solved(self) -> bool:
        """Whether each cell holds a digit."""
        return self.placed.bit_count() == self.lines.geometry.cell_count

    def _found(self, level: int, clock: Clock) -> Iterable[Deduction]:
        lines, possible = self.lines, self.possible
        if level in _SINGLES:
            return singles(lines, possible, self.placed, _SINGLES[level])
        rectangles = rectangle_bases(lines, possible) if self._uniqueness else ()
        if level in _COVERS:
            found = [*sets_in_covers(lines, possible, _COVERS[level], clock)]
            if level == _RECTANGLES and not found:
                found += rectangle_covers(lines, possible, rectangles)
            return found
        if level in _CHAINS:
            sizes, longest = _CHAINS[level]
            return ChainSearch(lines, possible, sizes, rectangles).found(longest, clock)
        return islice(nets(lines, possible, self.placed, clock), 1)

    def steps(self, up_to: int, clock: Clock = NO_LIMIT) -> Iterator[tuple[Deduction, int]]:
        """Each step that changes something, with the elements that were possible before it.

        At each turn they are all steps of the lowest level that has any. They end when the grid is full, when
        the rules up to a level are stuck, or with a contradiction. Raises TimeoutError when the clock has run
        out.
        """
        found: list[Deduction] = []
        while not self.is_solved and not self.is_contradictory:
            clock.check()
            for self.level in range(1, up_to + 1):
                if found := [*self._found(self.level, clock)]:
                    break
            else:
                return
            for step in found:
                before, single = self.possible, 0 if step.placed is None else 1 << step.placed
                self.is_contradictory = not step.covers
                if before & (single or step.removed) or self.is_contradictory:
                    self.possible, self.placed = before & ~step.removed, self.placed | single
                    yield step, before


def solutions(
    puzzle: Puzzle,
    *,
    clock: Clock = NO_LIMIT,
    trace: Trace = SILENT,
    up_to: int = BEFORE_NETS,
    uniqueness: bool = False,
) -> Iterator[Grid]:
    """The solution if the techniques up to a level find it, nothing if they find a contradiction.

    Raises UndecidedError where they are stuck, and TimeoutError when the clock has run out. With
    `uniqueness`, steps may assume that there is one solution; that there is no other is then not shown, and
    after the solution UndecidedError is raised.

    >>> [str(grid) for grid in solutions(Puzzle("1... ..2. .3.. ...4"))]
    ['1243342143122134']
    """
    work = Techniques(puzzle, trace, uniqueness=uniqueness)
    for step, before in work.steps(up_to, clock):
        if trace.is_on and before:  # clues that clash are recorded already
            _record(trace, work, step, before)
    if work.is_contradictory:
        trace.step(StepKind.END, CONTRADICTION)
    elif not work.is_solved:
        trace.step(StepKind.END, STUCK)
        raise UndecidedError(f"the techniques up to level {up_to} are stuck")
    else:
        trace.step(StepKind.SOLUTION, SOLVED)
        yield work.lines.cube.grid(elements_of(work.placed))
        trace.step(StepKind.END, ASSUMED if uniqueness else ONLY)
        if uniqueness:
            raise UndecidedError("the techniques may have assumed that there is one solution")


def level_of(puzzle: Puzzle, *, clock: Clock = NO_LIMIT, up_to: int = NETS) -> int:
    """The least level whose rules solve a puzzle with one solution; `up_to` + 1 where those up to it do not.

    A full grid has level 0. Raises TimeoutError when the clock has run out.

    >>> level_of(Puzzle("1... ..2. .3.. ...4"))
    1
    """
    work = Techniques(puzzle)
    hardest = max((work.level for _ in work.steps(up_to, clock)), default=0)
    return hardest if work.is_solved else up_to + 1


def _record(trace: Trace, work: Techniques, step: Deduction, before: int) -> None:
    """Record a step: the premises are what the cells of its bases can hold, and the units of all lines."""
    lines, of_bases = work.lines, reduce(or_, step.bases)
    rule, because = described(lines, step, before)
    units = [lines.unit_of[line] for line in (*step.bases, *step.covers) if line in lines.unit_of]
    shown_in = {*(units[:1] if rule.term == "hidden single" else units)}
    one = step.assumed if step.placed is None else step.placed
    shown = before & of_bases if one is None else 1 << one
    trace.conclusion(
        rule,
        about=lines.cells(shown),
        digits=lines.digits(shown),
        unit=shown_in.pop() if len(shown_in) == 1 else None,
        cells=lines.cells(of_bases),
        units=sorted({*units}, key=lines.cube.units.index),
        after=lines.candidates(work.possible) if step.covers else None,
        placed={} if step.placed is None else dict([lines.cube.cell_and_digit(step.placed)]),
        pattern=Pattern(
            work.level,
            {lines.name(base): count for base, count in step.bases.items()},
            {lines.name(cover): count for cover, count in step.covers.items()},
            because,
        ),
    )
