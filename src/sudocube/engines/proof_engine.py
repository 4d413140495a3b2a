"""The engine `proof`: a SAT solver whose `unique` and `none` come with a refutation, checked.

A fresh solver for every puzzle, and never an assumption: what is learned under assumptions refutes nothing.
The clues, and all that unit propagation makes of them, are settled before the solver is asked; it gets the
clauses that are left, a tenth of all, and traces how it learned what it learned (see `lrat`). Where
propagation alone is enough, no solver is asked, and the proof is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from time import monotonic
from typing import Any

from sudocube.engines.lrat import needed, steps
from sudocube.engines.protocol import Traits
from sudocube.engines.pysat_calls import (
    add_to_traced,
    delete,
    length_of_trace,
    search_slice,
    trace,
    tracing_solver,
)
from sudocube.engines.search import SearchEngine
from sudocube.errors import EngineError, UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import Refutation, Rules, members, rules_of
from sudocube.verdict import Answer, Evidence, Verdict

SLICE = 2000
"""Conflicts in one slice of a search, with a look at the clock and at Ctrl-C in between."""

SETTINGS = {
    "forcephase": 1,  # guess that a digit is there
    "chrono": 0,
    "restartint": 5,
    "restartmargin": 0,  # restart as soon as what is learned gets worse: proofs are a tenth shorter
    "elim": 0,  # the rest would learn what is not reverse unit propagation, or cost more than it helps
    "probe": 0,
    "subsume": 0,
    "vivify": 0,
}

LONGEST_TRACE = 1 << 29
"""Bytes; a trace is read as a whole."""


@dataclass(frozen=True, slots=True)
class ProvedAnswer(Answer):
    """An answer with the steps of a refutation, in the words of the trusted checker; None where it has none.

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
        """As `SearchEngine.answer`; what is unique, or has no solution, is Proved."""
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
        problem = _Problem(refutation)
        count = 0
        try:
            while not refutation.is_complete:
                if (cells := problem.solution(deadline)) is None:
                    break
                count += 1
                if not found(Grid(cells, shape)):
                    return False
                problem.forbid_last()
                if count == 1:
                    refutation.forbid(cells)
            if count > 1:
                return True
            self._steps = () if refutation.is_complete else problem.steps(refutation, deadline)
        finally:
            problem.close()
        return True


class _Problem:
    """What propagation leaves of a puzzle, given to a solver when it is first asked for a solution."""

    def __init__(self, start: Refutation) -> None:
        self._rules, (self._true, self._false) = start.rules, start.state
        self._solver: Any = None
        self._last: list[int] = []

    def solution(self, deadline: float | None) -> bytes | None:
        """The cells of another solution; None where there is none. Raises TimeoutError past the deadline."""
        true = members(self._true)
        if len(true) < self._rules.size**2:
            if self._solver is None:
                self._load()
            if not self._is_satisfiable(deadline):
                return None
            self._last = [one for one in self._solver.get_model() if one > 0]
            true = sorted(true + [self._variables[one] for one in self._last])
        if len(true) != self._rules.size**2:
            raise EngineError(f"a model that is no grid: {len(true)} digits")
        return bytes((variable - 1) % self._rules.size + 1 for variable in true)

    def forbid_last(self) -> None:
        """From now on, the solution that was found last is none."""
        if self._solver is not None:
            self._solver.add_clause([-one for one in self._last])

    def steps(self, refutation: Refutation, deadline: float | None) -> tuple[str, ...]:
        """The steps that complete a refutation of what the solver found to be unsatisfiable."""
        return steps(needed(trace(self._solver)), self._names, self._variables, refutation, deadline)

    def close(self) -> None:
        """Be rid of the solver."""
        if self._solver is not None:
            delete(self._solver)

    def _load(self) -> None:
        """Give a new solver the clauses that are not settled, in variables that are not settled."""
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
        self._solver = tracing_solver(SETTINGS)
        add_to_traced(self._solver, clauses)

    def _is_satisfiable(self, deadline: float | None) -> bool:
        """Search slice by slice; raises TimeoutError past the deadline, UndecidedError for a long trace."""
        while deadline is None or monotonic() < deadline:
            satisfiable = search_slice(self._solver, [], SLICE)
            if length_of_trace(self._solver) > LONGEST_TRACE:
                raise UndecidedError(f"its proof comes out of more than {LONGEST_TRACE >> 20} MB of a trace")
            if satisfiable is not None:
                return satisfiable
        raise TimeoutError


@cache
def _base(rules: Rules) -> tuple[list[tuple[str, list[int]]], list[list[int]]]:
    """The lines with their names, and for each variable its peers with a higher number, as lists."""
    lines = [(name, members(line)) for name, line in rules.lines.items()]
    return lines, [members(peers >> one << one) for one, peers in enumerate(rules.peers)]


def create(variant: str) -> ProofEngine:
    """The engine `proof`; it has no variants."""
    return ProofEngine()
