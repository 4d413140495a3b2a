"""The engine `proof`: a SAT solver whose `unique` and `none` come with a checked refutation.

Every puzzle gets a new solver and no assumptions: what is learned under assumptions refutes nothing. First
the clues are set, and unit propagation runs. The solver then gets the clauses that are left, about a tenth of
all, and writes a trace of what it learns. Where unit propagation is enough, no solver is made,
and the proof is empty.

A trace (LRAT) has a text line for each clause that the solver learned: its number, the clause, and its hints.
These are the numbers of the clauses from which it follows, in the order in which they become unit. Clauses
that the empty clause does not depend on are left out, and so is what the trusted checker knows by itself: the
clauses "no two of a line", and all that unit propagation gives. The trusted checker checks each step as soon
as it is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cache

from sudocube.clock import Clock
from sudocube.engines.protocol import FoundSolutions, SearchEngine, Traits
from sudocube.errors import EngineError, RefutedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import TracingSolver
from sudocube.trusted import ProofCheck, Refused, Rules, rules_of
from sudocube.trusted.rules import members

LearnedClause = tuple[int, list[int], list[int]]
"""Number, clause and hints."""


class ProofEngine(SearchEngine):
    """Searches, and proves that there is no other solution; for all geometries.

    Its answer has `steps` where the verdict is `unique` or `none`.
    """

    name = "proof"
    traits = Traits(proves=True)

    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Find one solution after the other; at the end, if there was one at most, prove it.

        Raises EngineError where the solver or its trace fails, and UnavailableError where the installed PySAT
        cannot write a trace; see `SearchEngine.search` for the rest.
        """
        shape = puzzle.geometry
        refutation = ProofCheck(rules_of(shape.box_rows, shape.box_columns), puzzle.cells)
        with closing(_RemainingProblem(refutation)) as problem:
            while not refutation.is_complete and (cells := problem.solution(clock)) is not None:
                found.add(Grid(cells, shape))
                problem.exclude_last()
                if found.count == 1:
                    refutation.forbid(cells)
            if found.count < 2:
                self.steps = problem.steps(clock)


class _RemainingProblem:
    """What unit propagation leaves of a puzzle, and the solver for it, made when it is first needed.

    `_names` gives, by number, the checker's name of each clause that the solver was given: None is for "no
    two of a line"; a number that is missing is "not this solution". `_variables` gives the checker's variable
    for each of the solver's.
    """

    def __init__(self, refutation: ProofCheck) -> None:
        self._refutation, self._rules = refutation, refutation.rules
        self._true, self._false = refutation.state
        self._solver: TracingSolver | None = None
        self._last: list[int] = []

    def solution(self, clock: Clock) -> bytes | None:
        """The cells of another solution; None where there is none.

        Raises TimeoutError when the clock has run out, UndecidedError where the trace has become too long,
        and RefutedError where a model is no grid.
        """
        true = members(self._true)
        if len(true) < self._rules.size**2:
            if self._solver is None:
                self._solver = self._loaded_solver(clock)
            if not self._solver.is_satisfiable(clock=clock):
                return None
            self._last = [one for one in self._solver.model() if one > 0]
            true = sorted(true + [self._variables[one] for one in self._last])
        if len(true) != self._rules.size**2:
            raise RefutedError(f"a model that is no grid: {len(true)} digits")
        return bytes((variable - 1) % self._rules.size + 1 for variable in true)

    def exclude_last(self) -> None:
        """Exclude the solution that was found last."""
        if self._solver is not None:
            self._solver.add([-one for one in self._last])

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.close()

    def _loaded_solver(self, clock: Clock) -> TracingSolver:
        """A solver with the variables that are still open, and the clauses over them. Raises TimeoutError."""
        left = (2 << self._rules.size**3) - 2 & ~self._true & ~self._false
        self._variables = [0, *members(left)]
        number = {variable: at for at, variable in enumerate(self._variables)}
        clauses: list[Sequence[int]] = []
        names: list[str | None] = []
        lines, peers_above = _lines_and_peers(self._rules)
        for name, line in clock.watched(lines):
            if literals := [number[one] for one in line if one in number]:
                clauses.append(literals)
                names.append(name)
        for at, variable in clock.watched(enumerate(self._variables)):
            clauses += [(-at, -number[one]) for one in peers_above[variable] if one in number]
        names += [None] * (len(clauses) - len(names))
        self._names = defaultdict[int, str | None](lambda: "other", enumerate(names, 1))
        return TracingSolver(clauses, len(self._variables) - 1)

    def steps(self, clock: Clock) -> tuple[str, ...]:
        """The steps that complete the refutation, after the solver has found no further solution.

        The checker has accepted each of them. Raises EngineError where it refuses a step, or where the steps
        do not come to a contradiction, and TimeoutError when the clock has run out.
        """
        refutation, written = self._refutation, list[str]()
        if refutation.is_complete:
            return ()
        assert self._solver is not None  # without a solver, the refutation is complete
        literal_names, names = _names_of_literals(self._rules), self._names
        for number, clause, hints in needed_clauses(self._solver.trace()):
            clock.check()
            literals = [self._variables[one] if one > 0 else -self._variables[-one] for one in clause]
            names[number] = None
            undecided = _undecided_literals(refutation, literals)
            if undecided is None:
                continue
            named = filter(None, map(names.__getitem__, hints))
            used = _used_hints(refutation, undecided, named)
            names[number] = name = f"#{refutation.steps + 1}"
            step = " ".join((name, *[literal_names[one] for one in undecided], ":", *used))
            try:
                refutation.step(step)
            except Refused as refused:
                raise EngineError(f"the trusted checker refuses a step: {refused}") from None
            written.append(step)
            if refutation.is_complete:
                return tuple(written)
        raise EngineError("the steps do not come to a contradiction")


@cache
def _lines_and_peers(rules: Rules) -> tuple[list[tuple[str, list[int]]], list[list[int]]]:
    """Each line with its name, and for each variable its peers with a higher number."""
    lines = [(name, members(line)) for name, line in rules.lines.items()]
    return lines, [members(peers >> one << one) for one, peers in enumerate(rules.peers)]


def needed_clauses(trace: bytes) -> list[LearnedClause]:
    r"""The clauses that the empty clause depends on, in the order of the trace.

    Raises EngineError where the trace does not end with the empty clause.

    >>> needed_clauses(b"4 1 0 1 2 0\n5 2 0 1 3 0\n5 d 1 0\n6 0 4 3 0\n")
    [(4, [1], [1, 2]), (6, [], [4, 3])]
    """
    lines = [words for line in trace.splitlines() if (words := line.split()) and words[1:2] != [b"d"]]
    if not lines or lines[-1][1:2] != [b"0"]:
        raise EngineError("the solver's trace does not end with the empty clause")
    kept: list[LearnedClause] = []
    wanted = {int(lines[-1][0])}
    for words in reversed(lines):
        if (number := int(words[0])) in wanted:
            end = words.index(b"0", 1)
            clause, hints = [*map(int, words[1:end])], [*map(int, words[end + 1 : -1])]
            kept.append((number, clause, hints))
            wanted.update(hints)
    return kept[::-1]


@cache
def _names_of_literals(rules: Rules) -> dict[int, str]:
    """The trusted checker's name of each literal."""
    of = rules.literals.items()
    return {yes.bit_length() - 1 if yes else 1 - no.bit_length(): name for name, (yes, no) in of}


def _undecided_literals(refutation: ProofCheck, literals: Sequence[int]) -> list[int] | None:
    """The literals of a clause that are not known to be false; None where one is known to be true."""
    true, false = refutation.state
    if any((true if one > 0 else false) >> abs(one) & 1 for one in literals):
        return None
    return [one for one in literals if not (true | false) >> abs(one) & 1]


def _used_hints(refutation: ProofCheck, literals: Sequence[int], hints: Iterable[str]) -> list[str]:
    """The hints that the checker needs for a clause with these literals, in order.

    As the checker does, this assumes that all literals are false, and propagates.
    """
    true, false = refutation.state
    state: tuple[int, int] | None = true, false | sum(1 << one for one in literals if one > 0)
    for literal in literals:
        if literal < 0 and state is not None:
            state = refutation.affirmed(state, 1 << -literal)
    used: list[str] = []
    for hint in hints:
        if state is None:
            break
        try:
            state = refutation.forced(state, refutation.clauses[hint])
        except Refused:  # it forces nothing new
            continue
        used.append(hint)
    return used
