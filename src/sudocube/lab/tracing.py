"""A puzzle in an encoding, step by step: what follows clause by clause, decisions, and what is learned.

Literals are numbers of the formula, negative if negated. Level 0 holds what follows without a decision; each
decision begins a new level. Steps come in the order in which they happened: see `clause_learning`.

A reader's decisions are taken in their order: each time, the first of them that has no value yet. So one that
a conflict has undone is taken again, unless it is false by then.

The implication graph of a conflict has what led to it. A node is a literal that is true, or the conflict. An
edge leads to it from each literal whose negation stands in its clause: these made the clause fire. Literals
of level 0 are left out, because they are true for good; a conflict at level 0 itself is traced back to the
clues. The learned clause says of some nodes that they are not all true. Nodes after them are on the side
of the conflict: their clauses were joined to learn that.

>>> traced = trace("1... ..2. .3.. ...4", "extended")
>>> [traced.name(step.literal) for step in traced.trail()[:5]]
['x[r1c1,1]', 'x[r2c3,2]', 'x[r3c2,3]', 'x[r4c4,4]', '¬x[r1c1,2]']
>>> print(traced.end)
solved
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

from sudocube.arguments import as_puzzle, check_count, check_limits
from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.encoder.clause_names import NamedClause, named_puzzle_clauses
from sudocube.encoder.puzzle_formula import PuzzleFormula, puzzle_formula
from sudocube.errors import FormatError, UnknownNameError, UnsupportedError, quoted
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.lab.clause_learning import ORDER, Assigned, ClauseConflict, ClauseLearner
from sudocube.lab.functions import encoding_of
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.verdict import referee


class TraceEnd(StrEnum):
    """Why a trace ends."""

    SOLVED = "solved"  # each cell has a digit, and the grid is a solution of the puzzle
    NO_GRID = "no_grid"  # all clauses hold, but that is no solution of the puzzle
    UNSATISFIABLE = "unsatisfiable"  # a conflict without a decision
    STUCK = "stuck"  # nothing more follows, and no decision was asked for
    MAX_STEPS = "max_steps"  # there are as many steps as were asked for
    TIMEOUT = "timeout"  # the time was over


RULES = {
    "fewest": (
        "The cell with the fewest candidates, the first one of several, gets its smallest candidate."
        " Where each cell has a digit, the first literal of a clause that is open is made true."
    ),
    "first": "The variable with the lowest number that has no value yet is made true.",
}
"""The rules by which a search decides where the reader has not said what, by name, each as a sentence."""

TraceStep = Assigned | ClauseConflict


Step = TypeVar("Step")


class Trace(Generic[Step]):
    """What follows of a puzzle in an encoding, step by step.

    Iterate over it for each step as soon as it is made, or take all `steps`. It ends early after `max_steps`
    steps or `timeout` seconds. `encoding` is an Encoding, or all that `encoding_of` takes.
    """

    puzzle: Puzzle
    encoding: Encoding

    def __init__(
        self, puzzle: CellForms, encoding: Encoding | str, max_steps: int | None, timeout: float | None
    ) -> None:
        self.puzzle = as_puzzle(puzzle, clues_only="trace")
        check_limits(timeout=timeout)
        if max_steps is not None:
            check_count(max_steps, "{} steps", or_else=", or None")
        self.geometry = self.puzzle.geometry
        self.encoding = encoding_of(encoding, self.geometry, timeout=timeout)
        self._clock, self._max_steps = Clock(timeout), max_steps
        self._done: list[Step] = []
        self._end: TraceEnd | None = None
        self._left: Iterator[Step] = iter(())

    def __iter__(self) -> Iterator[Step]:
        return self._left

    @property
    def steps(self) -> Sequence[Step]:
        """All steps, as far as the trace was not interrupted."""
        deque(self._left, maxlen=0)
        return self._done

    @property
    def end(self) -> TraceEnd | None:
        """Why there are no more steps; None if the trace was interrupted. For example: "solved"."""
        deque(self._left, maxlen=0)
        return self._end

    def _made(self, steps: Iterator[Step], ending: Callable[[], TraceEnd]) -> Iterator[Step]:
        """The steps, which are kept. If neither their number nor the time ends them, `ending` says why."""
        try:
            for step in steps:
                if len(self._done) == self._max_steps:
                    self._end = TraceEnd.MAX_STEPS
                    return
                self._done.append(step)
                yield step
            self._end = ending()
        except TimeoutError:
            self._end = TraceEnd.TIMEOUT


class ClauseTrace(Trace[TraceStep]):
    """What follows from the clauses of a puzzle, each literal with the clause that made it true.

    Without `search`, decisions are only those of `decide`, such as "r1c2=3, r2c1!=4"; after them the trace
    ends where nothing more follows. With `search`, it goes on with decisions by `rule`, a name of RULES,
    until the puzzle is solved or refuted.

    `formula` is the formula of the puzzle, with its variables.

    Raises TypeError for arguments of other types, TypeError or PuzzleError for what is no puzzle,
    UnsupportedError for pencilmarks, for an encoding that is not in CNF and for decisions that are not
    single literals in it, UnknownNameError for an encoding or a rule that does not exist, EncodingError for a
    mistake in a user's file or function, UndecidedError for a function that runs out of time, EngineError
    where its process cannot be started, FormatError for decisions that cannot be read, and ValueError for a
    timeout that is not above 0 or a number of steps that is no integer above 0.

    >>> traced = ClauseTrace("1.2. .... 2.3. ....", decide="r2c4=4")
    >>> [conflict] = traced.conflicts
    >>> conflict.clause.name.line, [traced.name(literal) for literal in conflict.learned]
    ('row 4, digit 4', ['¬x[r2c4,4]'])
    """

    in_row = (
        "end puzzle puzzle.geometry.size box=puzzle.geometry.box_name encoding=encoding.name cells"
        " assigned decisions conflicts=_conflicts not_decided order rule?"
    )

    order: ClassVar[str] = ORDER
    """In which order clauses fire. For example: "First in, first out."."""
    rule: str | None
    """How decisions are chosen; only with --search. For example: "The variable …"."""

    def __init__(
        self,
        puzzle: CellForms,
        encoding: Encoding | str = "extended",
        *,
        search: bool = False,
        rule: str = "fewest",
        decide: str = "",
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> None:
        if rule not in RULES:
            raise UnknownNameError("rule", rule, tuple(RULES))
        super().__init__(puzzle, encoding, max_steps, timeout)
        self.formula: PuzzleFormula = puzzle_formula(self.encoding, self.puzzle)
        self.rule = RULES[rule] if search else None
        self._wanted = read_decisions(decide, self.formula)
        self._left = self._made(self._learned(), self._ending)

    @property
    def conflicts(self) -> tuple[ClauseConflict, ...]:
        """The conflicts; a clause that was learned from the first of them is named "conflict 1"."""
        return tuple(step for step in self.steps if isinstance(step, ClauseConflict))

    @property
    def _conflicts(self) -> int:
        """How many conflicts there were. For example: 0."""
        return len(self.conflicts)

    @property
    def assigned(self) -> int:
        """How many literals became true. For example: 62."""
        return len(self.steps) - len(self.conflicts)

    @property
    def decisions(self) -> int:
        """How many of them were decided. For example: 1."""
        return sum(isinstance(step, Assigned) and step.is_decision for step in self.steps)

    def name(self, literal: int) -> str:
        """What a literal stands for, for people: `x[r1c1,5]` or `¬x[r1c1,5]`."""
        return f"{'¬' if literal < 0 else ''}{self.formula.name(abs(literal))}"

    def trail(self, count: int | None = None) -> tuple[Assigned, ...]:
        """The literals that are true after the first `count` steps, or after all of them, in their order.

        At a conflict, the literals of the levels above the one that is gone back to are dropped. So for the
        implication graph of `steps[k]`, take `trail(k)`.
        """
        trail: list[Assigned] = []
        for step in self.steps[:count]:
            if isinstance(step, Assigned):
                trail.append(step)
            elif step.backjump is not None:
                trail = [one for one in trail if one.level <= step.backjump]
        return tuple(trail)

    def candidates(self) -> list[tuple[int, ...]]:
        """By cell: the digits that are not ruled out in the end."""
        return self._digits({-step.literal for step in self.trail()}.isdisjoint)

    def digits(self) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds in the end: one, none, or in error several."""
        return self._digits({step.literal for step in self.trail()}.issuperset)

    @property
    def cells(self) -> Puzzle:
        """What the cells hold; `.` is open. For example: "1....2....3....4"."""
        return singles(self.digits(), self.geometry)

    def _digits(self, is_so: Callable[[tuple[int, ...]], bool]) -> list[tuple[int, ...]]:
        """By cell: the digits of which this is so; the literals that spell each one are looked at."""
        elements = self.formula.elements
        return self.formula.meaning.cube.digits([of is not None and is_so(of) for of in elements])

    @property
    def not_decided(self) -> list[str]:
        """Of --decide: had a value before, or later than the end. For example: []."""
        decided = {step.literal for step in self.steps if isinstance(step, Assigned) and step.is_decision}
        return [self.name(literal) for literal in self._wanted if literal not in decided]

    def _learned(self) -> Iterator[TraceStep]:
        """All steps."""
        self._learner = ClauseLearner(named_puzzle_clauses(self.encoding, self.puzzle), self._clock)
        yield from self._learner.run(self._decision)

    def _ending(self) -> TraceEnd:
        """Why there are no more."""
        if self._done and isinstance(self._done[-1], ClauseConflict):
            return TraceEnd.UNSATISFIABLE
        held = self._digits({step.literal for step in self._learner.trail}.issuperset)
        if all(len(digits) == 1 for digits in held):
            grid = Grid([digit for digits in held for digit in digits], self.geometry)
            if referee(grid, self.puzzle) is None:
                return TraceEnd.SOLVED
        return TraceEnd.STUCK if self._learner.open_clause() else TraceEnd.NO_GRID

    def _decision(self, learner: ClauseLearner) -> int | None:
        """The next literal to decide on; None where all clauses hold, or nothing is wanted any more."""

        def first_open(literals: Iterable[int]) -> int | None:
            return next((literal for literal in literals if learner.value(literal) is None), None)

        if (clause := learner.open_clause()) is None:
            return None
        wanted = first_open(self._wanted)
        if wanted is not None or not self.rule:
            return wanted
        if self.rule == RULES["first"]:
            return first_open(range(1, self.formula.variables + 1))
        size, elements, open_cells = self.geometry.size, self.formula.elements, list[list[Sequence[int]]]()
        for start in range(0, len(elements), size):
            spelt = [of for of in elements[start : start + size] if of is not None]
            left: list[Sequence[int]] = [of for of in spelt if all(learner.value(v) is not False for v in of)]
            if left and not any(all(map(learner.value, of)) for of in left):
                open_cells.append(left)
        fewest = min(open_cells, key=len, default=[()])
        return first_open((*fewest[0], *clause.clause))


trace = ClauseTrace


def singles(held: Iterable[Sequence[int]], geometry: Geometry) -> Puzzle:
    """The digits of the cells that have a single one."""
    return Puzzle([digits[0] if len(digits) == 1 else 0 for digits in held], geometry)


EXAMPLES = "a decision such as r1c2=3, r1c2!=3, x[r1c2,3] or the number of a variable, -7 if it is false"
_WORD = re.compile(r"((?:[^\s,;\[]|\[[^\]]*\])+)\s*[,;]?|\S")
_CELL = re.compile(r"r(\d{1,2})c(\d{1,2})(=|!=|≠)(\d{1,2}|[A-Z])", re.ASCII | re.IGNORECASE)


def read_decisions(text: str, formula: PuzzleFormula) -> list[int]:
    """The literals that a reader writes, in their order.

    `r1c2=3` and `r1c2!=3` say what a cell holds or does not hold; digits above 9 are numbers or letters. A
    variable is written as a number or by its name, with `-` or `¬` before it if it is false. Elements that
    have no variable, because the formula is reduced, are left out.

    Raises FormatError for anything else, for a cell, a digit or a variable that the formula does not have;
    and UnsupportedError for `!=` where several literals spell an element.

    >>> from sudocube.encoder import load
    >>> formula = puzzle_formula(load("extended"), Puzzle("1.2. .... 2.3. ...."))
    >>> read_decisions("r1c2=3, r2c1!=4, ¬x[r4c4,1], -5", formula)
    [7, -20, -61, -5]
    """
    literals: list[int] = []
    for match in _WORD.finditer(text):
        word = match[1] or match[0]
        found = _literals(word, formula)
        if isinstance(found, str):
            raise FormatError("decisions", None, match.start() + 1, found=quoted(word), expected=found)
        literals += found
    return literals


def _literals(word: str, formula: PuzzleFormula) -> Sequence[int] | str:
    """The literals of one decision; or what is expected where it speaks of what the formula does not have."""
    shape, variables = formula.puzzle.geometry, range(1, formula.variables + 1)
    if (cell := _CELL.fullmatch(word)) is None:
        name = word[1:] if word[:1] in ("-", "¬") else word
        if name.isdecimal() and name.isascii():
            found = [int(name)] if int(name) in variables else []
            expected = f"a variable, 1 to {formula.variables}"
        else:
            found = [variable for variable in variables if formula.name(variable) == name]
            named = f"a variable of {formula.encoding.name}, such as {formula.name(1)}"
            expected = named if "[" in name else EXAMPLES
        return [v if name == word else -v for v in found] or expected
    row, column, sign, written = cell.groups()
    if not (1 <= int(row) <= shape.size and 1 <= int(column) <= shape.size):
        return f"a cell, r1c1 to {shape.cell_name(shape.cell_count - 1)}"
    digit = int(written) if written.isdecimal() else SYMBOLS.find(written.upper())
    if digit not in shape.digits:
        return f"a digit from 1 to {SYMBOLS[shape.size]}"
    spelled = formula.elements[((int(row) - 1) * shape.size + int(column) - 1) * shape.size + digit - 1] or ()
    if sign != "=" and len(spelled) > 1:
        raise UnsupportedError(
            f"{word}: {formula.encoding.name} spells a digit with several variables, so this is no"
            f" single literal; decide on {formula.name(abs(spelled[0]))} or another variable"
        )
    return spelled if sign == "=" else [-literal for literal in spelled]


class GridEffects:
    """What literals mean for the grid while they become true, one after the other.

    Not each literal is a digit: in some encodings several spell one.

    >>> traced = ClauseTrace("1... ..2. .3.. ...4", "binary")
    >>> effects = GridEffects(traced.formula)
    >>> [effects.after(step) for step in traced.steps[:2]]
    [{'placed': {}, 'removed': {'r1c1': [2, 4]}}, {'placed': {'r1c1': 1}, 'removed': {'r1c1': [3]}}]
    """

    def __init__(self, formula: PuzzleFormula) -> None:
        self._formula, self._trail = formula, dict[int, int]()  # each true literal with its level
        self._spelt = [of or () for of in formula.elements]
        self._with = defaultdict[int, list[int]](list)  # for each literal, what it helps to spell
        for element, literals in enumerate(self._spelt):
            for literal in literals:
                self._with[literal].append(element)

    def at_start(self) -> dict[str, dict[str, Any]]:
        """What holds before the first step: nothing, unless the formula is reduced."""
        elements = [*enumerate(self._formula.elements)]
        return self._told([e for e, of in elements if of == ()], [e for e, of in elements if of is None])

    def after(self, step: TraceStep) -> dict[str, dict[str, Any]]:
        """What a step changes. A conflict takes back the steps above its `backjump`, and changes nothing."""
        trail = self._trail
        if isinstance(step, ClauseConflict):
            level = step.level if step.backjump is None else step.backjump
            self._trail = {literal: at for literal, at in trail.items() if at <= level}
            return self._told((), ())
        trail[step.literal] = step.level
        return self._told(
            [e for e in self._with[step.literal] if all(one in trail for one in self._spelt[e])],
            [e for e in self._with[-step.literal] if sum(-one in trail for one in self._spelt[e]) == 1],
        )

    def _told(self, placed: Iterable[int], removed: Iterable[int]) -> dict[str, dict[str, Any]]:
        name, table = self._formula.puzzle.geometry.cell_name, self._formula.meaning.cube
        gone = defaultdict[str, list[int]](list)
        for cell, digit in map(table.cell_and_digit, removed):
            gone[name(cell)].append(digit)
        digits = {name(cell): digit for cell, digit in map(table.cell_and_digit, placed)}
        return {"placed": digits, "removed": dict(gone)}


CONFLICT = 0
"""The conflict among the nodes, the last of them; the others are literals."""


@dataclass(frozen=True, slots=True)
class ImplicationGraph:
    """What led to a conflict.

    `nodes` are the literals that led to it, in the order in which they became true, each with its level and
    its clause, and then CONFLICT with the clause of which all literals are false. `causes` has the edges: for
    each node the literals that made its clause fire. `learned` is the learned clause; its first literal is
    the negation of the first unique implication point. `conflict_side` are CONFLICT and the literals
    whose clauses were joined to learn it.
    """

    nodes: tuple[Assigned, ...]
    causes: Mapping[int, tuple[int, ...]]
    learned: tuple[int, ...]
    conflict_side: frozenset[int]


def conflict_graph(traced: ClauseTrace, conflict: ClauseConflict | None = None) -> ImplicationGraph:
    """The implication graph of a conflict of a trace, by default of the last one.

    Literals of level 0 are left out, unless the conflict is at level 0 itself.

    Raises UnsupportedError where the trace has no conflict.

    >>> traced = ClauseTrace("1.2. .... 2.3. ....", decide="r2c4=4")
    >>> graph = conflict_graph(traced)
    >>> [traced.name(step.literal) for step in graph.nodes[:-1]]
    ['x[r2c4,4]', '¬x[r2c1,4]', '¬x[r2c3,4]', 'x[r4c1,4]', 'x[r4c3,4]']
    >>> [traced.name(literal) for literal in graph.causes[CONFLICT]]
    ['x[r4c1,4]', 'x[r4c3,4]']
    """
    if not traced.conflicts:
        raise UnsupportedError(
            "there was no conflict, so there is no graph; --decide or --search may lead to one"
        )
    conflict = conflict or traced.conflicts[-1]
    trail = traced.trail(traced.steps.index(conflict))
    seen = [one for one in trail if one.level > 0 or conflict.level == 0]
    return implications(conflict.clause, seen, conflict.learned, (one.on for one in conflict.resolutions))


def implications(
    broken: NamedClause, trail: Iterable[Assigned], learned: Iterable[int], joined: Iterable[int]
) -> ImplicationGraph:
    """What led to a clause of which all literals are false, while those of `trail` are true.

    `trail` is in the order in which they became true; other literals are no nodes. `joined` are the literals
    whose clauses were joined to learn the clause `learned`.
    """
    true = {one.literal: one for one in trail}
    true[CONFLICT] = Assigned(CONFLICT, max((one.level for one in true.values()), default=0), broken)
    causes: dict[int, tuple[int, ...]] = {}
    reached = {CONFLICT}
    for literal, node in reversed(true.items()):
        if literal in reached:
            negated = (-one for one in (node.clause.clause if node.clause else ()))
            causes[literal] = tuple(dict.fromkeys(one for one in negated if one in true))
            reached.update(causes[literal])
    nodes = tuple(node for literal, node in true.items() if literal in reached)
    return ImplicationGraph(nodes, causes, tuple(learned), frozenset((CONFLICT, *joined)))
