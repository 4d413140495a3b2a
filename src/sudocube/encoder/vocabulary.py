"""The words that an encoding's file may use, and the encoding that it states.

Which blocks a key may name depends on the formalism and on the variables. `WORDS` is the one place in the
code where that is stated; `encodings/README.md` explains it to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sudocube.cube import Family
from sudocube.encoder.at_most_one import WAYS
from sudocube.geometry import Geometry


class Formalism(StrEnum):
    """What an encoding is written in; the value is the word in the file."""

    CNF = "cnf"
    CP_SAT = "cp-sat"

    @property
    def folder(self) -> str:
        """The folder of `encodings/` that holds the encodings of this formalism."""
        return self.value.replace("-", "")


Blocks = Mapping[str, tuple[str, ...]]
"""The keys that a table of a file may have, and the blocks that each key may name."""


@dataclass(frozen=True, slots=True)
class Words:
    """What may be stated with variables of one kind.

    `cell` and `unit` are for the families of lines. `defined` is for other kinds of variables, which the
    elements of the cube define, by the name of the kind. `implied` are constraints that follow from the
    others, and `per_puzzle` is what is done to the formula when the clues are known.
    """

    cell: Blocks
    unit: Blocks
    defined: Mapping[str, Blocks] = field(default_factory=dict)
    implied: tuple[str, ...] = ()
    per_puzzle: tuple[str, ...] = ()


_CLAUSES: Blocks = {"at_least_one": ("clause",), "at_most_one": tuple(WAYS)}
_BOOLEAN: Blocks = {"exactly_one": ("exactly-one", "linear", "automaton", "table")}

WORDS: Mapping[tuple[Formalism, str], Words] = {
    (Formalism.CNF, "direct"): Words(
        cell=_CLAUSES,
        unit=_CLAUSES,
        defined={
            "triads": _CLAUSES,
            "order": {"channel": ("both-ways",), "exactly_one": ("ascending",)},
            "binary": {"channel": ("both-ways",), "exactly_one": ("unused-codes",)},
        },
        implied=("pointing", "claiming", "first-row-in-order"),
        per_puzzle=("fixed-cells",),
    ),
    (Formalism.CNF, "order"): Words(
        cell={"exactly_one": ("ascending",)}, unit={"at_most_one": ("pairwise",)}
    ),
    (Formalism.CNF, "binary"): Words(
        cell={"exactly_one": ("unused-codes",)}, unit={"at_most_one": ("pairwise",)}
    ),
    (Formalism.CP_SAT, "direct"): Words(cell=_BOOLEAN, unit=_BOOLEAN, defined={"triads": _BOOLEAN}),
    (Formalism.CP_SAT, "integer"): Words(
        cell={"exactly_one": ("domain",)},
        unit={"exactly_one": ("all-different", "inverse")},
        defined={"direct": {"channel": ("equality",), **_BOOLEAN}},
    ),
}
"""By formalism and kind of variables."""


OVER = ("cells", "triads")
"""What the lines of a unit consist of: its cells, or its triads."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a file states: which building block is used on the lines of `subject`.

    `subject` is a family of lines or a kind of defined variables; it is empty for an implied constraint.
    `says` is the key in the file (`at_least_one`, …, or `implied`).
    """

    subject: str
    says: str
    block: str
    over: str = "cells"
    group_size: int = 0

    @property
    def key(self) -> str:
        """Its key in the file. For example: "families.cell.at_least_one"."""
        if not self.subject:
            return f"{self.says}.{self.block}"
        return f"{'families' if self.subject in list(Family) else 'defined'}.{self.subject}.{self.says}"

    def __str__(self) -> str:
        return self.key

    @property
    def in_words(self) -> str:
        """For people: "cell at most one: pairwise"."""
        subject = self.subject + (f" over {self.over}" if self.over != "cells" else "")
        group = f" (groups of {self.group_size})" if self.group_size else ""
        return f"{subject} {self.says.replace('_', ' ')}: {self.block}{group}".lstrip()


OWN = Statement("", "own", "clauses")
"""What an encoding states that consists of a user's own clauses."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where an encoding was described: author, title, year; 0 for no year."""

    author: str
    title: str
    year: int

    def __str__(self) -> str:
        return f"{self.author}: {self.title}" + f" ({self.year})" * bool(self.year)


@dataclass(frozen=True, eq=False, slots=True)
class OwnClauses:
    """Clauses that a user wrote, in a DIMACS file or by a function; two such objects are never equal.

    Literals are non-zero integers. x[r,c,d] is the variable n²(r − 1) + n(c − 1) + d, and higher ones are
    auxiliary variables. Repeated literals, tautologies, empty clauses and missing variables are allowed.
    `text_lines` has for each clause the text line of the file where it begins; it is empty for a function.
    `geometry` is the only one that the clauses are for; None if they come from a file, which does not say.
    `variables` is the number that the header of the file announces; 0 for a function.
    """

    clauses: tuple[tuple[int, ...], ...] = field(repr=False)  # there are thousands
    text_lines: tuple[int, ...] = field(default=(), repr=False)
    geometry: Geometry | None = None
    variables: int = 0


@dataclass(frozen=True, slots=True)
class OwnModel:
    """A CP-SAT model that a user wrote, for one geometry: OR-tools' text of its protocol buffer.

    Its first variables are x[r1c1,1], x[r1c1,2], … ("direct"), or the digits of the cells ("integer").
    """

    text: str = field(repr=False)
    variables: str
    geometry: Geometry


@dataclass(frozen=True)
class Encoding:
    """One encoding, as its file states it.

    `name` is `extended` or `cpsat/cube`, or the path of a user's own file. `variables` is the kind that a
    grid is read from, `defined` are the other kinds. `statements` are in the order in which their clauses
    are written: defined variables, families, implied constraints. Nothing is added to what the file states.
    `own` are the clauses themselves, and `model` the model for CP-SAT, where a user wrote them; then there is
    one statement, OWN.

    >>> from sudocube.encoder import load
    >>> minimal = load("minimal")
    >>> minimal.name, minimal.variables, len(minimal.statements)
    ('minimal', 'direct', 4)
    >>> len(minimal.without(minimal.statements[0]).statements)
    3
    """

    in_row = "name formalism title source"

    name: str
    """Its name, the path of its file, or a function. For example: "extended"."""
    file: str
    title: str
    """Its title. For example: "Extended encoding"."""
    idea: str
    """What it is about. For example: "Exactly one on each line."."""
    source: Citation
    """Where it was published, or who made it. For example: "T. Dillon: Tdoku (2019)"."""
    formalism: Formalism
    """What it is written in. For example: "cnf"."""
    variables: str
    defined: tuple[str, ...]
    statements: tuple[Statement, ...]
    per_puzzle: str | None = None
    """What clues do to the formula; null for nothing. For example: "fixed-cells", null."""
    own: OwnClauses | None = None
    model: OwnModel | None = None

    def without(self, statement: Statement) -> Encoding:
        """The same encoding without one statement; it keeps the defined variables."""
        return replace(self, statements=tuple(one for one in self.statements if one != statement))
