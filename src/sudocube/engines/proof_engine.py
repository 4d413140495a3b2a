"""The engine `proof`: a SAT solver whose `unique` and `none` come with a checked refutation.

Every puzzle gets a fresh solver, and no assumptions: what is learned under assumptions refutes nothing.
First the clues are settled, with all that unit propagation makes of them. The solver then gets the clauses
that are left, a tenth of all, and traces how it learned what it learned (see `lrat`). Where propagation
alone is enough, no solver is made, and the proof is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache

from sudocube.clock import Clock
from sudocube.engines.lrat import needed, steps
from sudocube.engines.protocol import Traits
from sudocube.engines.search import SearchEngine
from sudocube.errors import EngineError
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat.tracing import TracingSolver
from sudocube.trusted import Refutation, Rules, members, rules_of
from sudocube.verdict import Answer, Evidence, Verdict


@dataclass(frozen=True, slots=True)
class ProvedAnswer(Answer):
    """An answer with the steps of a refutation as the trusted checker reads them; None where it has none.

    For `unique`, what is refuted is the puzzle with "not this solution"; for `none`, the puzzle.
    """

    steps: tuple[str, ...] | None = None

    @property
    def evidence(self) -> Evidence | None:
        """A proof, or what any answer rests on."""
        return Evidence.PROOF if self.steps is not None else Answer.evidence.__get__(self)


class ProofEngine(SearchEngine):
    """Searches, and writes down why there is no other solution; for all geometries."""

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
        """As `SearchEngine.answer`; what is unique, or has no solution, is a ProvedAnswer."""
        self._steps = None
        answer = super().answer(puzzle, limit=limit, timeout=timeout, on_result=on_result)
        if answer.verdict not in (Verdict.UNIQUE, Verdict.NONE):
            return answer
        return ProvedAnswer(
            **{one.name: getattr(answer, one.name) for one in fields(Answer)}, steps=self._steps
        )

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Ask for solution after solution; at the end, where there was one at most, prove it."""
        shape = puzzle.geometry
        rules = rules_of(shape.box_rows, shape.box_columns)
        refutation = Refutation(rules, puzzle.cells)
        problem, clock = _OpenProblem(refutation), Clock.until(deadline)
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


class _OpenProblem:
    """What propagation leaves of a puzzle; a solver gets it when the first solution is asked for."""

    def __init__(self, start: Refutation) -> None:
        self._rules, (self._true, self._false) = start.rules, start.state
        self._solver: TracingSolver | None = None
        self._last: list[int] = []

    def solution(self, clock: Clock) -> bytes | None:
        """The cells of another solution; None where there is none. Raises TimeoutError, UndecidedError."""
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
        """The steps that complete a refutation of what the solver found to be unsatisfiable."""
        assert self._solver is not None  # without one, the refutation was complete
        return steps(needed(self._solver.trace()), self._names, self._variables, refutation, deadline)

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.close()

    def _loaded_solver(self) -> TracingSolver:
        """A solver with the clauses that are not settled, over the variables that are not settled."""
        left = (2 << self._rules.size**3) - 2 & ~self._true & ~self._false
        self._variables = [0, *members(left)]
        number = {variable: at for at, variable in enumerate(self._variables)}
        names: list[str | None] = []
        clauses: list[Sequence[int]] = []
        lines, above = _base(self._rules)
        for name, line in lines:
            if literals := [number[one] for one in line if one in number]:
                clauses.append(literals)
                names.append(name)
        for at, variable in enumerate(self._variables):
            clauses += [(-at, -number[one]) for one in above[variable] if one in number]
        names += [None] * (len(clauses) - len(names))
        self._names = dict(enumerate(names, 1))
        return TracingSolver(clauses, len(self._variables) - 1)


@cache
def _base(rules: Rules) -> tuple[list[tuple[str, list[int]]], list[list[int]]]:
    """The lines with their names, and for each variable its peers with a higher number, as lists."""
    lines = [(name, members(line)) for name, line in rules.lines.items()]
    return lines, [members(peers >> one << one) for one, peers in enumerate(rules.peers)]


def create(variant: str) -> ProofEngine:
    """The engine `proof`; it has no variants."""
    return ProofEngine()
