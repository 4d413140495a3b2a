"""The engine `proof`: a SAT solver whose `unique` and `none` come with a checked refutation.

Every puzzle gets a new solver and no assumptions: what is learned under assumptions refutes nothing. First
the clues are set, and unit propagation runs. The solver then gets the clauses that are left, about a tenth of
all, and writes a trace of what it learns (see `lrat`). Where unit propagation is enough, no solver is made,
and the proof is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache

from sudocube.clock import Clock
from sudocube.engines.lrat import needed_clauses, refutation_steps
from sudocube.engines.protocol import SearchEngine, Traits
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat.tracing import TracingSolver
from sudocube.trusted import Refutation, Rules, rules_of
from sudocube.trusted.rules import members
from sudocube.verdict import Answer, Evidence, Verdict


@dataclass(frozen=True, slots=True)
class ProvedAnswer(Answer):
    """An answer with the steps of a refutation, as the trusted checker reads them; None where there is none.

    For `none`, the puzzle is refuted; for `unique`, the puzzle together with "not this solution".
    """

    steps: tuple[str, ...] | None = None

    @property
    def evidence(self) -> Evidence | None:
        """A proof where there are steps; otherwise as for any answer."""
        return Evidence.PROOF if self.steps is not None else Answer.evidence.__get__(self)


class ProofEngine(SearchEngine):
    """Searches, and proves that there is no other solution; for all geometries."""

    name = "proof"
    traits = Traits(proves=True)

    def __init__(self) -> None:
        self._steps: tuple[str, ...] | None = None

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """As `SearchEngine.answer`, but the answer is a ProvedAnswer where the verdict is `unique` or `none`.

        Raises UnsupportedError for pencilmarks, EngineError where the solver or its trace fails, and
        UnavailableError where the installed PySAT cannot write a trace.
        """
        self._steps = None
        answer = super().answer(puzzle, limit=limit, timeout=timeout, on_result=on_result)
        if answer.verdict not in (Verdict.UNIQUE, Verdict.NONE):
            return answer
        return ProvedAnswer(
            **{one.name: getattr(answer, one.name) for one in fields(Answer)}, steps=self._steps
        )

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Find one solution after the other; at the end, if there was one at most, prove it."""
        shape = puzzle.geometry
        rules = rules_of(shape.box_rows, shape.box_columns)
        refutation = Refutation(rules, puzzle.cells)
        problem, clock = _RemainingProblem(refutation), Clock.until(deadline)
        count = 0
        try:
            while not refutation.is_complete:
                if (cells := problem.solution(clock)) is None:
                    break
                count += 1
                if not found(Grid(cells, shape)):
                    return False
                problem.exclude_last()
                if count == 1:
                    refutation.forbid(cells)
            if count > 1:
                return True
            self._steps = () if refutation.is_complete else problem.steps(refutation, deadline)
        finally:
            problem.close()
        return True


class _RemainingProblem:
    """What unit propagation leaves of a puzzle, and the solver for it, made when it is first needed."""

    def __init__(self, start: Refutation) -> None:
        self._rules, (self._true, self._false) = start.rules, start.state
        self._solver: TracingSolver | None = None
        self._last: list[int] = []

    def solution(self, clock: Clock) -> bytes | None:
        """The cells of another solution; None where there is none.

        Raises TimeoutError when the clock has run out, UndecidedError where the trace has become too long,
        and EngineError where a model is no grid.
        """
        true = members(self._true)
        if len(true) < self._rules.size**2:
            if self._solver is None:
                self._solver = self._loaded_solver()
            if not self._solver.is_satisfiable(clock=clock):
                return None
            self._last = [one for one in self._solver.model() if one > 0]
            true = sorted(true + [self._variables[one] for one in self._last])
        if len(true) != self._rules.size**2:
            raise EngineError(f"a model that is no grid: {len(true)} digits")
        return bytes((variable - 1) % self._rules.size + 1 for variable in true)

    def exclude_last(self) -> None:
        """Exclude the solution that was found last."""
        if self._solver is not None:
            self._solver.add([-one for one in self._last])

    def steps(self, refutation: Refutation, deadline: float | None) -> tuple[str, ...]:
        """The steps that complete the refutation, after the solver has found no further solution.

        Raises EngineError where the trace does not show it, and TimeoutError past the deadline.
        """
        assert self._solver is not None  # without a solver, the refutation was already complete
        learned = needed_clauses(self._solver.trace())
        return refutation_steps(learned, self._names, self._variables, refutation, deadline)

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.close()

    def _loaded_solver(self) -> TracingSolver:
        """A solver with the variables that are still open, and the clauses over them."""
        left = (2 << self._rules.size**3) - 2 & ~self._true & ~self._false
        self._variables = [0, *members(left)]
        number = {variable: at for at, variable in enumerate(self._variables)}
        names: list[str | None] = []
        clauses: list[Sequence[int]] = []
        lines, peers_above = _lines_and_peers(self._rules)
        for name, line in lines:
            if literals := [number[one] for one in line if one in number]:
                clauses.append(literals)
                names.append(name)
        for at, variable in enumerate(self._variables):
            clauses += [(-at, -number[one]) for one in peers_above[variable] if one in number]
        names += [None] * (len(clauses) - len(names))
        self._names = dict(enumerate(names, 1))
        return TracingSolver(clauses, len(self._variables) - 1)


@cache
def _lines_and_peers(rules: Rules) -> tuple[list[tuple[str, list[int]]], list[list[int]]]:
    """Each line with its name, and for each variable its peers with a higher number."""
    lines = [(name, members(line)) for name, line in rules.lines.items()]
    return lines, [members(peers >> one << one) for one, peers in enumerate(rules.peers)]


def create(variant: str) -> ProofEngine:
    """The engine `proof`; it has no variants."""
    return ProofEngine()
