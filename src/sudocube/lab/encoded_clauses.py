"""The clauses that are proved or refuted, what their variables mean, questions to clauses, and valid grids.

Models for CP-SAT are written as clauses. The answer to a question is a model, None (no model), or
TimeoutError. Unit propagation has a solver of its own that never searches, because a solver that has learned
clauses infers more than unit propagation does.

No valid grid comes from an encoding: a native solver finds those of size 4, and a SAT solver that holds the
clauses of the cube's lines finds random ones; it is told which elements, drawn at random, to try first. All
of them pass the referee.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from typing import TYPE_CHECKING

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import Cube, cube
from sudocube.encoder import load
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN, Encoding, Formalism
from sudocube.engines import engine
from sudocube.geometry import Geometry
from sudocube.lab.programs import Row
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat import IncrementalSolver, rules_as_clauses
from sudocube.sat.settings import PROPAGATOR
from sudocube.verdict import refereed

if TYPE_CHECKING:
    from sudocube.encoder.cpsat_model import CpSatModel


ALL_TRIED_AT_SIZE = 4
"""The size at which all grids are tried; there are 288. At size 6 there are 28,200,960."""

SEED = 20
PREFERRED_SHARE = 0.15
"""The share of the elements that the search for a random grid first takes to be true."""


@dataclass(frozen=True)
class EncodedClauses:
    """Clauses, line by line as the encoder wrote them, and what their variables mean.

    `encoded_clauses` makes them from an encoding. Other clauses can be tried too, even damaged ones.
    Variables above `meaning.declared` are auxiliary. `is_own` says that a user wrote the clauses, which are
    one line then, or that they come from a model for CP-SAT. The lines of a model are its constraints, and
    `sums` has those of them that are long sums, as rows. The variable of the first element is `first`, and
    those of the others follow; where elements are no variables of the encoding, they come after all others,
    and `reading` says that each is true exactly if the literals that spell it are. `clauses` raises
    TimeoutError when `clock` has run out.
    """

    meaning: Variables
    lines: Sequence[EncodedLine]
    clock: Clock = field(default=NO_LIMIT, compare=False)
    is_own: bool = False
    sums: Sequence[Row | None] = ()

    @property
    def geometry(self) -> Geometry:
        """The geometry of the grids."""
        return self.meaning.geometry

    @property
    def cube(self) -> Cube:
        """The rules that the clauses are compared with."""
        return self.meaning.cube

    @cached_property
    def clauses(self) -> list[Clause]:
        """All clauses, each once."""
        stated = (clause for line in self.lines for clause in line.clauses)
        return list({frozenset(clause): clause for clause in self.clock.watched(stated)}.values())

    @cached_property
    def first(self) -> int:
        """The variable of the first element."""
        return 1 if self.meaning.primary == "direct" else self._stated + 1

    @cached_property
    def reading(self) -> list[Clause]:
        """What defines the elements: first, what follows from each; then, from what each follows."""
        if self.first == 1:
            return []
        spelt = [*enumerate(self.meaning.elements, self.first)]
        return [
            *([-element, literal] for element, literals in spelt for literal in literals),
            *([element, *(-literal for literal in literals)] for element, literals in spelt),
        ]

    def queries(self, clock: Clock) -> Queries:
        """Questions to all clauses, with what defines the elements."""
        return Queries([*self.clauses, *self.reading], self.top, clock)

    @property
    def top(self) -> int:
        """The highest variable."""
        return max(self._stated, self.first + self.cube.element_count - 1)

    @property
    def _stated(self) -> int:
        return max(self.meaning.declared, *(line.auxiliary.stop - 1 for line in self.lines))

    def place_of(self, clause: Clause) -> str | None:
        """What states a clause: the statement and its line, or a constraint. Of own clauses, nothing."""
        line = next((line for line in self.lines if clause in line.clauses), None)
        if line is None or (line.statement is OWN and not self.sums):
            return None
        return line.place if line.statement is OWN else f"{line.statement.key}: {line.place}"

    def literals_of_grid(self, grid: Grid) -> list[int]:
        """The elements that give each cell its digit; of own clauses, also that it holds no other digit.

        An encoding of the catalogue with a grid among its models, in which a cell holds a second digit, is
        not sound; and it does not lose that grid. Of clauses of one's own, more is asked: the grid itself.
        """
        true = {self.first + self.cube.element(cell, digit) for cell, digit in enumerate(grid.cells)}
        every = range(self.first, self.first + self.cube.element_count)
        return [v if v in true else -v for v in every] if self.is_own else sorted(true)


def encoded_clauses(encoding: Encoding, geometry: Geometry, clock: Clock = NO_LIMIT) -> EncodedClauses:
    """The clauses of an encoding for one geometry, to be proved or refuted before the clock runs out.

    Raises UnsupportedError for a constraint of CP-SAT that is not known, and TimeoutError when the clock has
    run out.
    """
    if encoding.formalism is Formalism.CP_SAT:
        from sudocube.encoder.cpsat_model import cpsat_model

        return model_clauses(cpsat_model(encoding, geometry, clock), clock)
    lines = [*clock.watched(encoded_lines(encoding, geometry))]
    return EncodedClauses(Variables(encoding, geometry), lines, clock, encoding.own is not None)


def model_clauses(model: CpSatModel, clock: Clock = NO_LIMIT) -> EncodedClauses:
    """The clauses of a model for CP-SAT, constraint by constraint; raises what `encoded_clauses` raises."""
    from sudocube.lab.constraints import Sum, Values, constraints_of, variable_names

    values, names = Values.of_model(model), variable_names(model)
    stated: list[tuple[str, list[list[int]], Row | None]] = [("the domains", values.clauses, None)]
    for one in clock.watched(constraints_of(model.cp)):
        row = None
        if isinstance(one, Sum) and len(one.domain) == 2 and not one.enforcement:
            [whole] = one.relaxed(values)
            row = None if one.is_short(whole) else whole
        stated.append((one.in_words(names.__getitem__), one.clauses(values), row))
    lines = [EncodedLine(OWN, place, (), clauses, range(values.top + 1)) for place, clauses, _ in stated]
    meaning = Variables(load("minimal"), model.geometry)  # those of the elements
    return EncodedClauses(meaning, lines, clock, is_own=True, sums=[row for *_, row in stated])


class Queries(IncrementalSolver):
    """Clauses over the variables 1 to `top`, asked under assumptions; must be closed after use.

    All searches stop when `clock` runs out. Raises TimeoutError when it has run out at the start.

    >>> with Queries([[1, 2], [-1, -2]], 2, Clock()) as queries:
    ...     queries.refuted_by_propagation([1, 2]), queries.model_with([-1])
    (True, [-1, 2])
    """

    def __init__(self, clauses: Iterable[Clause], top: int, clock: Clock) -> None:
        held, self._clock = list(clock.watched(clauses)), clock
        super().__init__(held, top, settings={})
        self._propagator = IncrementalSolver(held, top, solver=PROPAGATOR)

    def refuted_by_propagation(self, assumed: Sequence[int]) -> bool:
        """Whether unit propagation alone shows that there is no model in which the assumptions hold.

        Raises TimeoutError when the clock runs out before the solver has its clauses.
        """
        self._propagator.load(self._clock)
        return not self._propagator.propagate(assumed)[0]

    def model_with(self, assumed: Sequence[int], slices: int | None = None) -> list[int] | None:
        """A model in which the assumptions hold; None where there is none.

        Raises TimeoutError when the clock runs out, or when `slices` times SLICE conflicts did not decide.
        """
        return self.model() if self.is_satisfiable(assumed, self._clock, slices=slices) else None

    def is_refuted(self, assumed: Sequence[int]) -> bool:
        """Whether no model has these assumptions, by unit propagation or a search. Raises TimeoutError."""
        return self.refuted_by_propagation(assumed) or self.model_with(assumed) is None

    def add(self, clause: Clause) -> None:
        """Add a clause permanently."""
        self._propagator.add(clause)
        super().add(clause)

    def close(self) -> None:
        """Free the solvers."""
        self._propagator.close()
        super().close()


@cache
def every_grid(geometry: Geometry) -> tuple[Grid, ...]:
    """All valid grids of a geometry of size 4.

    >>> len(every_grid(Geometry.of_size(4)))
    288
    """
    found: list[Grid] = []
    engine("phases").answer(Puzzle.of_clues({}, geometry), limit=10**9, on_result=found.append)
    return tuple(valid_grid(grid.cells, geometry) for grid in found)


def random_grids(geometry: Geometry, count: int, clock: Clock, seed: int = SEED) -> Iterator[Grid]:
    """Random valid grids, the same ones for the same seed. Raises TimeoutError when the clock runs out."""
    clock.check()
    rng = Random(seed)
    table = cube(geometry)
    elements = range(1, table.element_count + 1)
    with IncrementalSolver([*rules_as_clauses(table, clock)], table.element_count, settings={}) as solver:
        for _ in range(count):
            preferred = [element if rng.random() < PREFERRED_SHARE else -element for element in elements]
            solver.load(clock)
            solver.prefer(preferred)
            solver.is_satisfiable((), clock)
            names = bytes([0, *rng.sample(geometry.digits, geometry.size)])  # digits are only names
            cells = table.grid(element - 1 for element in solver.true_variables(elements.stop)).cells
            yield valid_grid([names[digit] for digit in cells], geometry)


def valid_grid(cells: Sequence[int], geometry: Geometry) -> Grid:
    """The grid with these digits; EngineError where the referee refuses it, which would be our fault."""
    return refereed(Grid(cells, geometry), Puzzle.of_clues({}, geometry))
