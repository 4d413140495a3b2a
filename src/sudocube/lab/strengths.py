"""All that is measured of each puzzle, in one table: what is inferred, and what a search takes.

A strength is what an encoding infers of a puzzle without a search, beyond unit propagation; it is measured
where it is asked for. To add one, write a function that says of an encoding (`Built`, which holds what was
built for it) and a puzzle whether the puzzle is decided, or gives a number, and an entry of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING

from sudocube.clock import Clock
from sudocube.encoder.cnf import Formula, encoded_lines, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import UnknownNameError
from sudocube.geometry import Geometry
from sudocube.lab.propagation import (
    LookAhead,
    Propagation,
    probe_literals,
    probe_pairs,
    resolve_hyper_binaries,
    shave,
)
from sudocube.puzzle import Puzzle

if TYPE_CHECKING:
    from sudocube.lab.cpsat_propagation import CpSatPropagation
    from sudocube.lab.programs import Relaxation


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """How large a formula or a model is; `seconds` is the processor time that it took to write.

    `clauses` counts all that the encoding states, `distinct` each clause once, which is what a solver gets;
    `literals` is the total length of the distinct ones; all three are None for a CP-SAT model. `constraints`
    is None for a formula.
    """

    variables: float
    seconds: float
    clauses: float | None = None
    distinct: float | None = None
    literals: float | None = None
    constraints: float | None = None


class Built:
    """What is built for an encoding and a geometry, once for all puzzles; each part when it is needed.

    `rules` is the formula of an encoding in CNF, `size` the size without clues.
    """

    def __init__(self, encoding: Encoding, geometry: Geometry) -> None:
        self.encoding, self.geometry = encoding, geometry
        self.rules: Formula | None = None
        start = process_time()
        if encoding.formalism is Formalism.CNF:
            check_size(encoding, geometry)
            self.rules = formula(encoding, geometry)
            seconds = process_time() - start
            stated = sum(len(line.clauses) for line in encoded_lines(encoding, geometry))
            clauses = self.rules.clauses
            self.size = FormulaSize(
                self.rules.variables, seconds, stated, len(clauses), sum(map(len, clauses))
            )
        else:
            from sudocube.encoder.cpsat_model import cpsat_model

            cp = cpsat_model(encoding, geometry).cp  # named, because `proto` lives only as long as it
            seconds = process_time() - start
            self.size = FormulaSize(len(cp.proto.variables), seconds, constraints=len(cp.proto.constraints))

    def size_for(self, puzzle: Puzzle) -> FormulaSize | None:
        """The size of the formula that is reduced for a puzzle; None where all puzzles have the same."""
        if self.rules is None or not self.encoding.per_puzzle:
            return None
        start = process_time()
        own = add_clues(self.rules, puzzle)
        seconds = process_time() - start
        distinct = {frozenset(clause) for clause in own.clauses}
        return FormulaSize(own.variables, seconds, len(own.clauses), len(distinct), sum(map(len, distinct)))

    @cached_property
    def clauses(self) -> Propagation:
        """Unit propagation."""
        assert self.rules is not None  # an encoding in CNF
        return Propagation(self.rules)

    @cached_property
    def constraints(self) -> CpSatPropagation:
        """What a model for CP-SAT infers."""
        from sudocube.lab.cpsat_propagation import CpSatPropagation

        return CpSatPropagation(self.encoding)

    @cached_property
    def relaxation(self) -> Relaxation:
        """The linear relaxation."""
        from sudocube.lab.programs import Relaxation

        return Relaxation(self.encoding, self.geometry, self.rules)


Infer = Callable[[Built, Puzzle, Clock], bool | float]
"""Whether a puzzle is decided: every cell is settled, or there is a contradiction. Or a number. Raises
TimeoutError when the clock runs out; then nothing is known of this puzzle."""


def _ahead(rule: LookAhead) -> Infer:
    """Whether a rule that looks ahead decides a puzzle that unit propagation does not."""

    def infer(on: Built, puzzle: Puzzle, clock: Clock) -> bool:
        return rule(on.clauses.propagate(puzzle), clock).is_decided

    return infer


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured of each puzzle.

    `name` is the word for it in Python, on the command line and in JSON. `heading` stands above its narrow
    column, `title` above a wide one, and `says` explains it: a part of a sentence that follows the heading
    and a colon. Where `is_share`, it says whether a puzzle is decided, and the mean over the puzzles is a
    share from 0 to 1; otherwise it is a number, whose mean is shown times `factor`. `infer` measures it for
    encodings of these `formalisms`; it is None for what a search takes.
    """

    name: str
    heading: str
    title: str
    says: str = ""
    formalisms: tuple[Formalism, ...] = ()
    infer: Infer | None = None
    is_share: bool = False
    factor: float = 1


def _share(
    name: str, heading: str, title: str, says: str, formalisms: tuple[Formalism, ...], infer: Infer
) -> Measure:
    return Measure(name, heading, title, f"puzzles that {says}", formalisms, infer, is_share=True)


_CNF, _CP_SAT = (Formalism.CNF,), (Formalism.CP_SAT,)
UNIT_PROPAGATION, FAILED_LITERALS = "unit_propagation", "failed_literals"
INFERENCES = (UNIT_PROPAGATION, FAILED_LITERALS)
"""What is inferred of each puzzle; the strengths that are asked for come beside it."""

EFFORTS = ("decisions", "conflicts", "propagations", "seconds")
"""What is counted in each full check."""

_ALL = (
    _share(
        UNIT_PROPAGATION, "unit", "unit propagation", "unit propagation decides", _CNF,
        lambda on, puzzle, _: on.clauses.propagate(puzzle).state.is_decided,
    ),
    _share(
        FAILED_LITERALS, "failed", "failed literals", "failed literals decide", _CNF,
        _ahead(probe_literals),
    ),
    _share(
        "shaving", "shaved", "shaving",
        "shaving decides (each digit of a cell that leads to a contradiction is ruled out)", _CNF,
        _ahead(shave),
    ),
    _share(
        "hyper-binary", "hyper", "hyper-binary resolution",
        "failed literals and hyper-binary resolution decide", _CNF, _ahead(resolve_hyper_binaries),
    ),
    _share(
        "binary-failed-literals", "binary", "binary failed literals",
        "binary failed literals decide (two literals that lead to a contradiction together)", _CNF,
        _ahead(probe_pairs),
    ),
    _share(
        "lp", "lp", "linear relaxation",
        "the linear relaxation decides (no other solution, or none at all, also with fractions)",
        (*_CNF, *_CP_SAT), lambda on, puzzle, clock: on.relaxation.state(puzzle, clock).is_decided,
    ),
    _share(
        "theory", "theory", "domain consistency",
        "domain consistency of each constraint decides, which CP-SAT does not keep up", _CP_SAT,
        lambda on, puzzle, _: on.constraints.in_theory(puzzle).is_decided,
    ),
    _share(
        "root", "root", "propagation at the root", "CP-SAT decides before its first decision", _CP_SAT,
        lambda on, puzzle, clock: on.constraints.at_the_root(puzzle, clock).is_decided,
    ),
    _share(
        "presolve", "presolve", "presolve",
        "the presolve of CP-SAT, which full checks turn off, decides", _CP_SAT,
        lambda on, puzzle, clock: on.constraints.presolved(puzzle, clock).state.is_decided,
    ),
    Measure(
        "presolve-variables", "left var.", "variables left by presolve",
        "variables that presolve leaves, mean per puzzle", _CP_SAT,
        lambda on, puzzle, clock: on.constraints.presolved(puzzle, clock).variables,
    ),
    Measure(
        "presolve-constraints", "left con.", "constraints left by presolve",
        "constraints that presolve leaves, mean per puzzle", _CP_SAT,
        lambda on, puzzle, clock: on.constraints.presolved(puzzle, clock).constraints,
    ),
    Measure("decisions", "decisions", "decisions"),
    Measure("conflicts", "conflicts", "conflicts"),
    Measure("propagations", "propag.", "propagations"),
    Measure("seconds", "ms", "ms of processor time", factor=1000),
)  # fmt: skip

MEASURES: dict[str, Measure] = {one.name: one for one in _ALL}
"""All measures by name, in the order of their columns."""

STRENGTHS = tuple(one.name for one in _ALL if one.infer is not None and one.name not in INFERENCES)
"""Those that are measured where they are asked for."""


def strengths_named(names: Sequence[str]) -> list[str]:
    """These strengths, each once, in the order of their columns.

    Raises UnknownNameError for a name that is not known.
    """
    for name in names:
        if name not in STRENGTHS:
            raise UnknownNameError("strength", name, STRENGTHS)
    return [name for name in STRENGTHS if name in names]
