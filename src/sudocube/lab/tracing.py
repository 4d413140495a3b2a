"""A puzzle in an encoding, step by step: what follows clause by clause, decisions, and what is learned.

>>> traced = trace("1... ..2. .3.. ...4", "extended")
>>> [traced.name(step.literal) for step in traced.trail()[:5]]
['x[r1c1,1]', 'x[r2c3,2]', 'x[r3c2,3]', 'x[r4c4,4]', '¬x[r1c1,2]']
>>> print(traced.steps[-1].how)
solved
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.arguments import as_puzzle, check_count, check_limits
from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.encoder.clause_names import named_puzzle_clauses
from sudocube.encoder.puzzle_formula import PuzzleFormula, puzzle_formula
from sudocube.errors import UnknownNameError
from sudocube.lab.clause_learning import ORDER, ClauseLearner
from sudocube.lab.decision_choosing import DecisionRule, next_decision, read_decisions
from sudocube.lab.functions import encoding_of
from sudocube.lab.trace_steps import (
    Assigned,
    ClauseConflict,
    ClauseTrace,
    End,
    TraceEnd,
    TraceStep,
    true_after,
)
from sudocube.puzzle import CellForms, Grid
from sudocube.refereeing import referee


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


class Tracing(Iterator[TraceStep]):
    """A trace that is being made: iterate over its steps, once. Arguments and errors are those of `trace`.

    >>> tracing = Tracing("1... ..2. .3.. ...4")
    >>> first = next(tracing)
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
        self._running = self._run()

    def __iter__(self) -> Iterator[TraceStep]:
        return self

    def __next__(self) -> TraceStep:
        return next(self._running)

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

    def _run(self) -> Iterator[TraceStep]:
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
