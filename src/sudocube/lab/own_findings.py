"""What helps whoever wrote clauses that are refuted: the clauses that forbid a grid, and what is missing.

A clause that has no true literal in a valid grid forbids it alone. Otherwise some clauses do so together:
however their auxiliary variables are set, one of them is false. As few clauses as that are looked for: first
what a solver says of the contradiction, then each of these clauses is left out, and stays out if the others
still clash.

What is missing are constraints that, if added, would make the clauses sound: of the cube, that at least one
element of a line is true, and that not both of two are. A constraint is kept if unit propagation refutes its
opposite. The others fall into eight kinds, by family and half of "exactly one". With all of them, the clauses
are sound; kind after kind is left out again, as long as they stay sound. Kinds of which the greatest share is
not kept go first, so what is left is the rest of what was begun; of kinds of which nothing is kept, those
first that most people do not write. Of these kinds, each constraint is asked: it is missing if a model
breaks it. Where the search for a model takes too long, that is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sudocube.clock import Clock
from sudocube.cube import Cube, Family, Line
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.clause_recognition import clause_sentence
from sudocube.encoder.vocabulary import OWN, OwnClauses
from sudocube.lab.encoded_clauses import EncodedClauses, Queries, random_grids
from sudocube.lab.soundness import soundness
from sudocube.puzzle import Grid
from sudocube.sat import IncrementalSolver

if TYPE_CHECKING:
    from sudocube.fields import Number

UNDECIDED_AT_MOST = 20
"""So many searches for models of constraints of a kind may decide nothing, near each grid."""

CLAUSES_KEPT = 100
"""So many of the clauses that forbid a grid are kept."""

GRIDS_TO_BEGIN_WITH = 5
"""Near so many valid grids, one after the other, models are looked for."""

MODELS_TIME_SHARE = 0.9
"""The share of the remaining time that the searches for models of all kinds may take."""


@dataclass(frozen=True, slots=True)
class OwnClause:
    """A clause that a user wrote, or that is missing, and what it says.

    `number` and `text_line` are None where there is none.
    """

    in_row = "number? text_line? clause says"

    clause: Clause
    """The clause: numbers of variables, negative where negated. For example: [-1, -5]."""
    says: str
    """What it says. For example: "not both together: r1c1 holds 1, r1c2 holds 2"."""
    number: int | None = None
    """Its number, from 1, in the order in which the user wrote the clauses. For example: 17."""
    text_line: int | None = None
    """Its line in the file. For example: 18."""


@dataclass(frozen=True, slots=True)
class ForbiddingClauses:
    """The clauses that forbid a grid: each of them alone, or, none of them left out, together."""

    in_row = "count together clauses"

    count: Number
    together: bool
    """Whether they lose it only together; else each does alone. For example: false."""
    clauses: tuple[OwnClause, ...]
    """The first 100 of them. For example: []."""


def forbidding_clauses(
    own: OwnClauses, encoded: EncodedClauses, grid: Grid, clock: Clock
) -> ForbiddingClauses | None:
    """The clauses that forbid a grid that is lost; None where time runs out, or where the grid is not lost.

    >>> from sudocube.encoder.own_clause_file import own_encoding
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> own = OwnClauses(((1, -1), (-1, -6)))
    >>> encoded = encoded_clauses(own_encoding("mine.cnf", "mine.cnf", own), Geometry.of_size(4))
    >>> [found] = forbidding_clauses(own, encoded, Grid("1234341221434321"), Clock()).clauses
    >>> found.number, found.says
    (2, 'not both together: r1c1 holds 1, r1c2 holds 2')
    """
    true = set(encoded.literals_of_grid(grid))
    count = encoded.cube.element_count
    open_clauses = {  # by number, with what is left of them: the literals of auxiliary variables
        number: [literal for literal in clause if abs(literal) > count]
        for number, clause in enumerate(own.clauses, 1)
        if true.isdisjoint(clause)
    }
    alone = [number for number, left in open_clauses.items() if not left]
    try:
        numbers = alone or _clashing(open_clauses, clock)
    except TimeoutError:
        return None
    found = []
    for number in numbers[:CLAUSES_KEPT]:
        clause = own.clauses[number - 1]
        line = own.text_lines[number - 1] if own.text_lines else None
        found.append(OwnClause(clause, clause_sentence(clause, encoded.geometry), number, line))
    return ForbiddingClauses(len(numbers), not alone, tuple(found)) if found else None


def _clashing(clauses: dict[int, list[int]], clock: Clock) -> list[int]:
    """The numbers of clauses that clash, none of which can be left out; none if there is a model.

    Raises TimeoutError.
    """
    top = max((abs(literal) for clause in clauses.values() for literal in clause), default=0)
    selectors = {top + place: number for place, number in enumerate(clauses, 1)}
    guarded = [[*clauses[number], -selector] for selector, number in selectors.items()]
    with IncrementalSolver(guarded, top + len(clauses)) as solver:
        if solver.is_satisfiable(list(selectors), clock):
            return []
        left = sorted(solver.core())
        for selector in tuple(left):
            rest = [one for one in left if one != selector]
            if selector in left and not solver.is_satisfiable(rest, clock):
                left = sorted(solver.core())
    return [selectors[selector] for selector in left]


class Half(StrEnum):
    """The two halves of "exactly one"."""

    AT_LEAST_ONE = "at least one"
    AT_MOST_ONE = "at most one"


class Constraint(NamedTuple):
    """A constraint of the cube: at least or at most one of `elements`, all those of a line or two of them."""

    half: Half
    line: Line
    elements: tuple[int, ...]

    @property
    def clause(self) -> list[int]:
        """The clause over the elements as variables, from 1."""
        sign = 1 if self.half is Half.AT_LEAST_ONE else -1
        return [sign * (element + 1) for element in self.elements]


@dataclass(frozen=True, slots=True)
class MissingConstraints:
    """What is missing of one kind, a family and a half.

    Each of the `constraints` is broken by a model. They are in the order of the cube.
    """

    in_row = "family says=half missing=_missing undecided of example in_words"

    family: Family
    """The family of lines. For example: "row"."""
    half: Half
    """The half. For example: "at most one"."""
    constraints: tuple[Constraint, ...] = field(repr=False)
    of: int
    """How many there are of this kind. For example: 96."""
    example: OwnClause | None
    """The first for which a model was found; None if there is none. For example: null."""
    undecided: int = 0
    """How many more may be missing: the searches were not quick enough. For example: 0."""

    @property
    def _missing(self) -> int:
        """How many clauses are missing: each is broken by a model. For example: 48."""
        return len(self.constraints)

    @property
    def in_words(self) -> str:
        """The same as sentences. For example: "Nothing says that r1c1 holds a digit."."""
        what, said = "clauses" if self.half is Half.AT_LEAST_ONE else "pairs", []
        if self.example is not None:
            count = len(self.constraints)
            several = f"{count:,} of {self.of:,} {what} are missing. For example, n"
            said.append(f"{'N' if count == 1 else several}othing says that {self.example.says}.")
        if self.undecided:
            said.append(f"Undecided: {self.undecided:,} of {self.of:,} {what}.")
        return " ".join(said)


_KINDS = [(Half.AT_LEAST_ONE, family) for family in (Family.BOX, Family.COLUMN, Family.ROW)]
_KINDS += [(Half.AT_MOST_ONE, Family.CELL), (Half.AT_LEAST_ONE, Family.CELL)]
_KINDS += [(Half.AT_MOST_ONE, family) for family in (Family.BOX, Family.COLUMN, Family.ROW)]
"""The kinds of constraints; those that most people write come last."""

_Kind = tuple[Half, Family]


def missing_constraints(encoded: EncodedClauses, clock: Clock) -> tuple[MissingConstraints, ...]:
    """What is missing in clauses over the elements that are not sound; empty where there was no time for it.

    Auxiliary variables are allowed; other kinds of variables that a grid is read from are not.

    >>> from sudocube.encoder import load
    >>> from sudocube.geometry import Geometry
    >>> from sudocube.lab.encoded_clauses import encoded_clauses
    >>> minimal = load("minimal")
    >>> rest = encoded_clauses(minimal.without(minimal.statements[3]), Geometry.of_size(4))
    >>> [found] = missing_constraints(rest, Clock())
    >>> str(found.family), str(found.half), len(found.constraints), found.of
    ('box', 'at most one', 32, 96)
    """
    try:
        with Queries(encoded.clauses, encoded.top, clock) as queries:
            constraints = {kind: [*_constraints_of(kind, encoded.cube)] for kind in _KINDS}
            not_kept = {
                kind: left
                for kind, of in constraints.items()
                if (left := [one for one in clock.watched(of) if not _is_kept(one, queries)])
            }
            first = sorted(not_kept, key=lambda kind: -len(not_kept[kind]) / len(constraints[kind]))
            enough = _enough(encoded, {kind: not_kept[kind] for kind in first}, clock)
            grids = [*random_grids(encoded.geometry, GRIDS_TO_BEGIN_WITH, clock)]
            near = [encoded.literals_of_grid(grid) for grid in grids]
            found = []
            for number, kind in enumerate(sorted(enough, key=lambda kind: [*Family].index(kind[1]))):
                part = clock.share(MODELS_TIME_SHARE / (len(enough) - number))
                broken, undecided = _searched(queries, not_kept[kind], near, part)
                missing = tuple(one for one in not_kept[kind] if one in broken)
                (half, family), count, one = kind, len(constraints[kind]), next(iter(broken), None)
                example = one and OwnClause(one.clause, clause_sentence(one.clause, encoded.geometry))
                found.append(MissingConstraints(family, half, missing, count, example, len(undecided)))
            return tuple(one for one in found if one.constraints or one.undecided)
    except TimeoutError:
        return ()


def _constraints_of(kind: _Kind, cube: Cube) -> Iterator[Constraint]:
    """At least one on each line, or each pair of its elements."""
    half, family = kind
    for line in cube.lines_of(family):
        pairs = [line.elements] if half is Half.AT_LEAST_ONE else combinations(line.elements, 2)
        yield from (Constraint(half, line, elements) for elements in pairs)


def _is_kept(constraint: Constraint, queries: Queries) -> bool:
    return queries.refuted_by_propagation([-literal for literal in constraint.clause])


def _enough(encoded: EncodedClauses, by_kind: dict[_Kind, list[Constraint]], clock: Clock) -> list[_Kind]:
    """Kinds whose constraints are enough to be sound, none of which can be left out; the first go first."""
    left = [*by_kind]
    for number, kind in enumerate(by_kind):
        clock.check()
        clock.progress("looking for what is missing", number / len(by_kind))
        rest = [one for one in left if one != kind]
        added = [constraint.clause for one in rest for constraint in by_kind[one]]
        line = EncodedLine(OWN, "", (), added, range(0))
        part = clock.share(1 / (len(by_kind) - number + 1))
        if soundness(replace(encoded, lines=[*encoded.lines, line]), part).holds:
            left = rest
    return left


def _searched(
    queries: Queries, constraints: Sequence[Constraint], near: Sequence[Sequence[int]], clock: Clock
) -> tuple[dict[Constraint, None], dict[Constraint, None]]:
    """The constraints that models break, as they were found, and those that are undecided.

    Each search begins near the model before, and the first one near a valid grid. What is undecided is tried
    again near other ones.
    """
    broken: dict[Constraint, None] = {}
    undecided = dict.fromkeys(constraints)
    for literals in near:
        queries.prefer(literals)
        unsuccessful = 0
        for constraint in tuple(undecided):
            if constraint not in undecided or unsuccessful == UNDECIDED_AT_MOST or clock.is_over:
                continue
            try:
                model = queries.model_with([-literal for literal in constraint.clause], slices=1)
            except TimeoutError:
                unsuccessful += 1
                continue
            if model is None:
                del undecided[constraint]
                continue
            queries.prefer(model)
            true = set(model)
            for one in [one for one in undecided if true.issuperset(-literal for literal in one.clause)]:
                broken[one] = None
                del undecided[one]
    return broken, undecided
