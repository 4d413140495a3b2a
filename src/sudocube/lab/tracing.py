"""A puzzle in an encoding, step by step: what follows clause by clause, decisions, and what is learned.

Literals are numbers of the formula, negative if negated. Level 0 holds what follows without a decision; each
decision begins a new level. Steps come in the order in which they happened: see `clause_learning`.

A reader's decisions are taken in their order: each time, the first of them that has no value yet. So one that
a conflict has undone is taken again, unless it is false by then.

The implication graph of a conflict has what led to it. A node is a literal that is true, or the conflict. An
edge leads to it from each literal whose negation stands in its clause: these made the clause fire. Literals
of level 0 are left out, because they are true for good; a conflict at level 0 itself can be traced back to
the clues. The learned clause says of some nodes that they are not all true. Nodes after them are on the side
of the conflict: their clauses were joined to learn that. The cut are the edges that lead to this side.

>>> traced = trace("1... ..2. .3.. ...4", "extended")
>>> [traced.name(step.literal) for step in traced.trail()[:5]]
['x[r1c1,1]', 'x[r2c3,2]', 'x[r3c2,3]', 'x[r4c4,4]', '¬x[r1c1,2]']
>>> print(traced.steps[-1].how)
solved
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

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
from sudocube.refereeing import referee


class TraceEnd(StrEnum):
    """Why a trace ends."""

    SOLVED = "solved"  # each cell has a digit, and the grid is a solution of the puzzle
    NO_GRID = "no_grid"  # all clauses hold, but that is no solution of the puzzle
    UNSATISFIABLE = "unsatisfiable"  # a conflict without a decision
    STUCK = "stuck"  # nothing more follows, and no decision was asked for
    MAX_STEPS = "max_steps"  # there are as many steps as were asked for
    TIMEOUT = "timeout"  # the time was over


@dataclass(frozen=True, slots=True)
class End:
    """The last step of a trace."""

    how: TraceEnd


TraceStep = Assigned | ClauseConflict | End


@dataclass(frozen=True, slots=True, eq=False)
class ClauseTrace:
    """The steps of one puzzle in one encoding, and what their literals stand for.

    `formula` is the formula of the puzzle, with its variables. `order` is a sentence that says in which
    order clauses fire, and `rule` one that says how decisions are chosen; it is empty where none are.
    `steps` end with an `End`, unless the trace was interrupted. Of the literals that were asked for as
    decisions and never decided, `not_decided` are those that have a value without it, and `not_reached`
    those that have none: the trace ended before their turn.
    """

    formula: PuzzleFormula
    order: str
    rule: str
    steps: tuple[TraceStep, ...]
    not_decided: tuple[int, ...] = ()
    not_reached: tuple[int, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.formula.puzzle

    @property
    def encoding(self) -> Encoding:
        """The encoding of the clauses."""
        return self.formula.encoding

    @property
    def geometry(self) -> Geometry:
        """The geometry of the puzzle."""
        return self.formula.puzzle.geometry

    def name(self, literal: int) -> str:
        """What a literal stands for, for people: `x[r1c1,5]` or `¬x[r1c1,5]`."""
        return f"{'¬' if literal < 0 else ''}{self.formula.name(abs(literal))}"

    @property
    def conflicts(self) -> tuple[ClauseConflict, ...]:
        """The conflicts; a clause that was learned from the first of them is named "conflict 1"."""
        return tuple(step for step in self.steps if isinstance(step, ClauseConflict))

    def trail(self, count: int | None = None) -> tuple[Assigned, ...]:
        """The literals that are true after the first `count` steps, or after all of them, in their order.

        At a conflict, the literals of the levels above the one that is gone back to are dropped. So for the
        implication graph of `steps[k]`, take `trail(k)`.
        """
        return true_after(self.steps if count is None else self.steps[:count])

    def candidates(self, trail: Iterable[Assigned]) -> list[tuple[int, ...]]:
        """By cell: the digits that are not ruled out while these literals are true."""
        false = {-step.literal for step in trail}
        return self._digits(lambda literals: false.isdisjoint(literals))

    def digits(self, trail: Iterable[Assigned]) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds while these literals are true: one, none, or in error several."""
        true = {step.literal for step in trail}
        return self._digits(true.issuperset)

    def _digits(self, is_so: Callable[[tuple[int, ...]], bool]) -> list[tuple[int, ...]]:
        """By cell: the digits of which this is so; the literals that spell each one are looked at."""
        size, elements = self.geometry.size, self.formula.elements
        return [
            tuple(d for d, literals in enumerate(of_cell, 1) if literals is not None and is_so(literals))
            for of_cell in (elements[start : start + size] for start in range(0, len(elements), size))
        ]


def true_after(steps: Iterable[TraceStep]) -> tuple[Assigned, ...]:
    """The literals that are true after these steps, in the order in which they became true."""
    trail: list[Assigned] = []
    for step in steps:
        if isinstance(step, Assigned):
            trail.append(step)
        elif isinstance(step, ClauseConflict) and step.backjump is not None:
            while trail and trail[-1].level > step.backjump:
                trail.pop()
    return tuple(trail)


class DecisionRule(StrEnum):
    """Which literal is decided on where the reader has not said one."""

    FEWEST = "fewest"
    FIRST = "first"

    @property
    def sentence(self) -> str:
        """The rule in a sentence."""
        if self is DecisionRule.FIRST:
            return "The variable with the lowest number that has no value yet is made true."
        return (
            "The cell with the fewest candidates, the first one of several, gets its smallest candidate."
            " Where each cell has a digit, the first literal of a clause that is open is made true."
        )


def next_decision(
    rule: DecisionRule | None, wanted: Sequence[int], formula: PuzzleFormula
) -> Callable[[ClauseLearner], int | None]:
    """The function that chooses: first what is `wanted`, then by the rule; None ends the search.

    It returns None when all clauses hold, and, if there is no rule, when nothing is wanted any more.
    """

    def choose(learner: ClauseLearner) -> int | None:
        open_clause = learner.open_clause()
        if open_clause is None:
            return None
        for literal in wanted:
            if learner.value(literal) is None:
                return literal
        if rule is None:
            return None
        if rule is DecisionRule.FIRST:
            return next(v for v in range(1, formula.variables + 1) if learner.value(v) is None)
        in_cell = _in_cell_with_fewest(formula, learner)
        if in_cell is not None:
            return in_cell
        return next(literal for literal in open_clause.clause if learner.value(literal) is None)

    return choose


def _in_cell_with_fewest(formula: PuzzleFormula, learner: ClauseLearner) -> int | None:
    """A literal that gives the cell with the fewest candidates its smallest; None if no cell is open."""
    size, best = formula.meaning.size, list[tuple[int, ...]]()
    for start in range(0, len(formula.elements), size):
        spelled = [one for one in formula.elements[start : start + size] if one is not None]
        if any(all(learner.value(literal) for literal in one) for one in spelled):
            continue
        candidates = [one for one in spelled if all(learner.value(literal) is not False for literal in one)]
        if candidates and (not best or len(candidates) < len(best)):
            best = candidates
    return next((literal for literal in best[0] if learner.value(literal) is None), None) if best else None


_DECISION = re.compile(
    r"(?P<what>r(?P<row>\d{1,2})c(?P<column>\d{1,2})\s*(?P<sign>=|!=|≠)\s*(?P<digit>\d{1,2}|[A-Z])"
    r"|(?P<minus>[-¬]?)(?P<variable>\d{1,9}|[a-z]\[[^\]]*\]))(?:\s*[,;\s]\s*|\s*$)",
    re.ASCII | re.IGNORECASE,
)

EXAMPLES = "a decision such as r1c2=3, r1c2!=3, x[r1c2,3] or the number of a variable, -7 if it is false"


def read_decisions(text: str, formula: PuzzleFormula) -> tuple[int, ...]:
    """The literals that a reader writes, in their order.

    `r1c2=3` and `r1c2!=3` say what a cell holds or does not hold; digits above 9 are numbers or letters. A
    variable is written as a number or by its name, with `-` or `¬` before it if it is false. Elements that
    have no variable, because the formula is reduced, are left out.

    Raises FormatError for anything else, for a cell, a digit or a variable that the formula does not have;
    and UnsupportedError for `!=` where several literals spell an element.

    >>> from sudocube.encoder import load
    >>> formula = puzzle_formula(load("extended"), Puzzle("1.2. .... 2.3. ...."))
    >>> read_decisions("r1c2=3, r2c1!=4, ¬x[r4c4,1], -5", formula)
    (7, -20, -61, -5)
    """
    literals: list[int] = []
    place = len(text) - len(text.lstrip())
    while place < len(text):
        match = _DECISION.match(text, place)
        found = EXAMPLES if match is None else _literals(match, formula)
        if match is None or isinstance(found, str):
            word = re.split(r"[,;\s]", text[place:], maxsplit=1)[0] or text[place]
            word = word if match is None else match["what"]
            raise FormatError("decisions", None, place + 1, found=quoted(word), expected=str(found))
        literals += found
        place = match.end()
    return tuple(literals)


def _literals(match: re.Match[str], formula: PuzzleFormula) -> Sequence[int] | str:
    """The literals of one decision; or what is expected where it speaks of what the formula does not have."""
    shape, name, written = formula.puzzle.geometry, match["variable"], (match["digit"] or "").upper()
    if name is not None and name.isdecimal():
        variable = int(name) if 1 <= int(name) <= formula.variables else None
        return _signed(variable, match) or f"a variable, 1 to {formula.variables}"
    if name is not None:
        variable = next((v for v in range(1, formula.variables + 1) if formula.name(v) == name), None)
        expected = f"a variable of {formula.encoding.name}, such as {formula.name(1)}"
        return _signed(variable, match) or expected
    row, column = int(match["row"]), int(match["column"])
    if not (1 <= row <= shape.size and 1 <= column <= shape.size):
        return f"a cell, r1c1 to {shape.cell_name(shape.cell_count - 1)}"
    digit = int(written) if written.isdecimal() else SYMBOLS.index(written) if written in SYMBOLS else 0
    if digit not in shape.digits:
        return f"a digit from 1 to {SYMBOLS[shape.size]}"
    spelled = formula.elements[((row - 1) * shape.size + column - 1) * shape.size + digit - 1] or ()
    if match["sign"] != "=" and len(spelled) > 1:
        raise UnsupportedError(
            f"{match['what']}: {formula.encoding.name} spells a digit with several variables, so this is no"
            f" single literal; decide on {formula.name(abs(spelled[0]))} or another variable"
        )
    return spelled if match["sign"] == "=" else [-literal for literal in spelled]


def _signed(variable: int | None, match: re.Match[str]) -> list[int]:
    return [] if variable is None else [-variable if match["minus"] else variable]


def trace(
    puzzle: CellForms,
    encoding: Encoding | str = "extended",
    *,
    search: bool = False,
    rule: str = DecisionRule.FEWEST,
    decide: str = "",
    max_steps: int | None = None,
    timeout: float | None = None,
) -> ClauseTrace:
    """What follows from the clauses of a puzzle, each literal with the clause that made it true.

    Without `search`, decisions are only those of `decide`, such as "r1c2=3, r2c1!=4"; after them the trace
    ends where nothing more follows. With `search`, it goes on with decisions by `rule`, "fewest" or "first"
    (see `DecisionRule`), until the puzzle is solved or refuted. It ends early after `max_steps` steps or
    `timeout` seconds. `encoding` is an Encoding, or all that `encoding_of` takes: a name of the catalogue,
    the path of a user's file, or a function that makes clauses.

    Raises TypeError for arguments of other types, TypeError or PuzzleError for what is no puzzle,
    UnsupportedError for pencilmarks, for an encoding that is not in CNF and for decisions that are not
    single literals in it, UnknownNameError for an encoding or a rule that does not exist, EncodingError for a
    mistake in a user's file or function, UndecidedError for a function that runs out of time, EngineError
    where its process cannot be started, FormatError for decisions that cannot be read, and ValueError for a
    timeout that is not above 0 or a number of steps that is no integer above 0.

    >>> traced = trace("1.2. .... 2.3. ....", decide="r2c4=4")
    >>> [conflict] = traced.conflicts
    >>> conflict.clause.name.line, [traced.name(literal) for literal in conflict.learned]
    ('row 4, digit 4', ['¬x[r2c4,4]'])
    """
    tracing = Tracing(
        puzzle, encoding, search=search, rule=rule, decide=decide, max_steps=max_steps, timeout=timeout
    )
    for _ in tracing:
        pass
    return tracing.so_far()


class Tracing:
    """A trace that is being made: iterate over its steps, once. Arguments and errors are those of `trace`.

    >>> tracing = Tracing("1... ..2. .3.. ...4")
    >>> first = next(iter(tracing))
    >>> tracing.formula.name(first.literal), first.clause.name.family, len(tracing.so_far().steps)
    ('x[r1c1,1]', 'clue', 1)
    """

    def __init__(
        self,
        puzzle: CellForms,
        encoding: Encoding | str = "extended",
        *,
        search: bool = False,
        rule: str = DecisionRule.FEWEST,
        decide: str = "",
        max_steps: int | None = None,
        timeout: float | None = None,
    ) -> None:
        puzzle = as_puzzle(puzzle, clues_only="trace")
        check_limits(timeout=timeout)
        if max_steps is not None:
            check_count(max_steps, "{} steps", or_else=", or None")
        if rule not in list(DecisionRule):
            raise UnknownNameError("rule", rule, list(DecisionRule))
        if isinstance(encoding, str):
            encoding = encoding_of(encoding, puzzle.geometry, timeout=timeout)
        if not (isinstance(encoding, Encoding) and isinstance(decide, str)):  # type: ignore[redundant-expr]
            raise TypeError('an encoding is an Encoding or a name, and decisions are a text such as "r1c2=3"')
        self._clock = Clock(timeout)
        self._rule = DecisionRule(rule) if search else None
        self._max_steps = max_steps
        self.formula: PuzzleFormula = puzzle_formula(encoding, puzzle)
        self._wanted = read_decisions(decide, self.formula)
        self._steps: list[TraceStep] = []

    def so_far(self) -> ClauseTrace:
        """The trace with the steps up to now."""
        decided = {step.literal for step in self._steps if isinstance(step, Assigned) and step.is_decision}
        left = [literal for literal in self._wanted if literal not in decided]
        settled = {abs(step.literal) for step in true_after(self._steps)} if left else set[int]()
        return ClauseTrace(
            self.formula,
            ORDER,
            self._rule.sentence if self._rule else "",
            tuple(self._steps),
            tuple(literal for literal in left if abs(literal) in settled),
            tuple(literal for literal in left if abs(literal) not in settled),
        )

    def __iter__(self) -> Iterator[TraceStep]:
        for step in self._until_end():
            self._steps.append(step)
            yield step

    def _until_end(self) -> Iterator[TraceStep]:
        """The steps; the last one says why there are no more."""
        step: TraceStep | None = None
        try:
            clauses = named_puzzle_clauses(self.formula.encoding, self.formula.puzzle)
            learner = ClauseLearner(clauses, self._clock)
            for step in learner.run(next_decision(self._rule, self._wanted, self.formula)):
                if len(self._steps) == self._max_steps:
                    yield End(TraceEnd.MAX_STEPS)
                    return
                yield step
        except TimeoutError:
            yield End(TraceEnd.TIMEOUT)
            return
        if isinstance(step, ClauseConflict):
            yield End(TraceEnd.UNSATISFIABLE)
        else:
            yield End(self._without_more_steps(learner))

    def _without_more_steps(self, learner: ClauseLearner) -> TraceEnd:
        """Why there are no more steps, where there was no conflict at level 0."""
        digits = self.so_far().digits(learner.trail)
        if all(len(held) == 1 for held in digits):
            grid = Grid([held[0] for held in digits], self.formula.puzzle.geometry)
            if referee(grid, self.formula.puzzle) is None:
                return TraceEnd.SOLVED
        return TraceEnd.STUCK if learner.open_clause() else TraceEnd.NO_GRID


CONFLICT = 0
"""The conflict among the nodes; the others are literals."""


@dataclass(frozen=True, slots=True)
class ImplicationGraph:
    """What led to a conflict.

    `broken` is the clause of which all literals are false. `nodes` are the literals that led to that, in the
    order in which they became true, each with its level and its clause. `causes` has the edges: for each
    literal, and for CONFLICT, the literals that made its clause fire. `learned` is the learned clause; its
    first literal is the negation of the first unique implication point. `conflict_side` are the literals
    after the cut. Without a learned clause, these are all literals.
    """

    broken: NamedClause
    nodes: tuple[Assigned, ...]
    causes: Mapping[int, tuple[int, ...]]
    learned: tuple[int, ...]
    conflict_side: frozenset[int]

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Each edge: the literal that it begins at, and the literal, or CONFLICT, that it leads to."""
        return tuple((cause, node) for node, causes in self.causes.items() for cause in causes)

    @property
    def cut(self) -> frozenset[tuple[int, int]]:
        """The edges that lead to the side of the conflict; none where nothing was learned."""
        behind = {*self.conflict_side, CONFLICT}
        return frozenset(edge for edge in self.edges if edge[1] in behind and edge[0] not in behind)


def conflict_graph(
    traced: ClauseTrace, number: int | None = None, *, to_clues: bool = False
) -> ImplicationGraph:
    """The implication graph of a conflict of a trace, by its number from 1, by default of the last one.

    A conflict at level 0 stands alone, or, with `to_clues`, with all that led to it from the clues on.

    Raises UnsupportedError where the trace has no conflict of that number.

    >>> from sudocube.lab import trace
    >>> traced = trace("1.2. .... 2.3. ....", decide="r2c4=4")
    >>> graph = conflict_graph(traced)
    >>> [traced.name(step.literal) for step in graph.nodes]
    ['x[r2c4,4]', '¬x[r2c1,4]', '¬x[r2c3,4]', 'x[r4c1,4]', 'x[r4c3,4]']
    >>> [(traced.name(cause), traced.name(literal)) for cause, literal in sorted(graph.cut)]
    [('x[r2c4,4]', '¬x[r2c3,4]'), ('x[r2c4,4]', '¬x[r2c1,4]')]
    """
    places = [place for place, step in enumerate(traced.steps) if isinstance(step, ClauseConflict)]
    number = len(places) if number is None else number
    if not places:
        raise UnsupportedError(
            "there was no conflict, so there is no implication graph to draw; decisions can lead to one,"
            " those of --decide or --search"
        )
    if not 1 <= number <= len(places):
        has = f"{len(places):,} conflict{'' if len(places) == 1 else 's'}"
        raise UnsupportedError(f"there is no conflict {number}; the trace has {has}")
    conflict = traced.conflicts[number - 1]
    lowest = 0 if to_clues and conflict.level == 0 else 1
    trail = [step for step in traced.trail(places[number - 1]) if step.level >= lowest]
    return implications(conflict.clause, trail, conflict.learned)


def implications(
    broken: NamedClause, trail: Iterable[Assigned], learned: Iterable[int] = ()
) -> ImplicationGraph:
    """The implication graph of a clause that is broken while the literals of `trail` are true.

    `trail` is in the order in which the literals became true; literals that are not in it are no nodes.
    `learned` is the learned clause, by which the graph is cut.

    >>> from sudocube.encoder.clause_names import ClauseName
    >>> name = ClauseName("own", "", "clause", "own")
    >>> one, two = Assigned(1, 1, None), Assigned(2, 1, NamedClause([-1, 2], name))
    >>> graph = implications(NamedClause([-1, -2], name), [one, two, Assigned(5, 2, None)], [-1])
    >>> sorted(graph.edges), sorted(graph.cut), sorted(graph.conflict_side)
    ([(1, 0), (1, 2), (2, 0)], [(1, 0), (1, 2)], [2])
    """
    true = {step.literal: step for step in trail}
    learned = tuple(learned)

    def causes_of(clause: NamedClause | None) -> tuple[int, ...]:
        """The true literals that a clause contains negated; none for a decision."""
        literals = () if clause is None else dict.fromkeys(clause.clause)
        return tuple(-literal for literal in literals if -literal in true)

    causes = {CONFLICT: causes_of(broken)}
    reached, joined = set(causes[CONFLICT]), set(causes[CONFLICT])
    for literal in reversed(true):
        if literal in reached:
            causes[literal] = causes_of(true[literal].clause)
            reached.update(causes[literal])
            if literal in joined and -literal not in learned:
                joined.update(causes[literal])
    nodes = tuple(step for literal, step in true.items() if literal in reached)
    conflict_side = frozenset(joined.difference(-literal for literal in learned))
    return ImplicationGraph(broken, nodes, causes, learned, conflict_side)
