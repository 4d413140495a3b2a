"""What each clause of an encoding is of: which line it is about, and what it says.

Names are made only where somebody asks for them; formulas carry none. They come in the order of
the clauses of `cnf.formula` and `puzzle_formula.puzzle_formula`, one for each clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby
from typing import NamedTuple

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.auxiliary_meanings import ExplainedPattern, Meaning, explained
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.clause_recognition import recognised
from sudocube.encoder.cnf import encoded_lines, without_duplicates
from sudocube.encoder.puzzle_formula import PuzzleFormula, fixed_literals, puzzle_formula
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN, Encoding, OwnClauses
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

DEFINITION = "definition"
"""What a clause says that is a part of the definition of a variable."""

LISTED_UP_TO = 9
"""How many literals are listed where a variable is true if one of them is; of more, some are left out."""


class Definition(NamedTuple):
    """A variable that a clause defines: its number and name, and when it is true or false, in words."""

    number: int
    name: str
    means: str


@dataclass(frozen=True, slots=True)
class ClauseName:
    """What a clause is of.

    `family` is cell, row, column or box; or the kind of variables that the clause defines (triads, order,
    binary); or `implied`, `clue`, `own` or `learned`. `line` is the line, cell or triad, such as
    "row 1, digit 3". `says` is what the clause says there, such as "at most one", or a sentence for a clause
    that a user wrote; `way` is the block that wrote it. Where `says` is "definition", `defines` has the
    variables that it is about. `removed` is how many literals the clause has lost because clues make them
    false, in a formula that is reduced.
    """

    family: str
    line: str
    says: str
    way: str
    defines: tuple[Definition, ...] = ()
    removed: int = 0

    def __str__(self) -> str:
        """The name for people.

        >>> print(ClauseName("row", "row 1, digit 3", "at most one", "pairwise"))
        row 1, digit 3: at most one (pairwise)
        """
        if self.family == "clue":
            return f"{self.line}: {self.says}"
        what = f"{self.says} of {', '.join(one.name for one in self.defines)}" if self.defines else self.says
        by = f" ({self.way})" if self.way not in ("clause", "own", "") else ""
        less = f", without {self.removed} that clues make false" if self.removed else ""
        return f"{self.line}: {what}{by}{less}"


class NamedClause(NamedTuple):
    """A clause and what it is of."""

    clause: Clause
    name: ClauseName


def named_clauses(encoding: Encoding, geometry: Geometry) -> Iterator[NamedClause]:
    """The clauses of the rules with their names, in the order of `formula(encoding, geometry).clauses`.

    Raises UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> first = next(named_clauses(load("minimal"), Geometry.of_size(4)))
    >>> first.clause, first.name.line, first.name.says
    ([1, 2, 3, 4], 'r1c1', 'at least one')
    """
    variables = Variables(encoding, geometry)
    for line, clauses in without_duplicates(encoded_lines(encoding, geometry)):
        if encoding.own is not None:
            yield from _own_clauses(encoding.own, clauses, geometry)
            continue
        name = _naming(line, variables)
        for clause in clauses:
            yield NamedClause(clause, name(clause))


def named_puzzle_clauses(encoding: Encoding, puzzle: Puzzle) -> Iterator[NamedClause]:
    """The clauses of a puzzle with their names, in the order of `puzzle_formula(encoding, puzzle).clauses`.

    Raises UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> *_, last = named_puzzle_clauses(load("minimal"), Puzzle("1... ..2. .3.. ...4"))
    >>> last.clause, str(last.name)
    ([64], 'r4c4: clue')
    """
    formula = puzzle_formula(encoding, puzzle)
    if formula.numbers is not None:
        yield from _reduced_clauses(formula)
        return
    yield from named_clauses(encoding, puzzle.geometry)
    for cell, digit in puzzle.clues.items():
        name = ClauseName("clue", puzzle.geometry.cell_name(cell), "clue", "clue")
        for literal in formula.meaning.elements[formula.meaning.cube.element(cell, digit)]:
            yield NamedClause([literal], name)


def clauses_by_line(clauses: Iterable[NamedClause]) -> Iterator[tuple[ClauseName, list[NamedClause]]]:
    """The clauses in runs that one way wrote for one line, each with a name for all of them.

    >>> from sudocube.encoder import load
    >>> lines = clauses_by_line(named_clauses(load("sequential-counter"), Geometry.of_size(4)))
    >>> [(str(name), len(clauses)) for name, clauses in lines][16]
    ('r1c1: at most one (sequential-counter)', 8)
    """
    for _, run in groupby(clauses, lambda each: (each.name.family, each.name.line, each.name.way)):
        of_line = list(run)
        names = [each.name for each in of_line]
        name = next((name for name in names if name.says != DEFINITION), names[0])
        yield replace(name, defines=(), removed=0), of_line


def definitions_in(clauses: Iterable[NamedClause]) -> list[Definition]:
    """All variables that these clauses define, in the order of their numbers."""
    return sorted({one for clause in clauses for one in clause.name.defines})


def _naming(line: EncodedLine, variables: Variables) -> Callable[[Clause], ClauseName]:
    """What names the clauses of one line."""
    statement = line.statement
    says = DEFINITION if statement.says == "channel" else statement.says.replace("_", " ")
    name = ClauseName(statement.subject or statement.says, line.place, says, statement.block)
    if line.auxiliary:
        return _AuxiliaryNaming(name, line, variables).name_of
    if statement.subject not in variables.first:
        return lambda _: name
    kind, top = variables.first[statement.subject], variables.declared
    after = min((first for first in variables.first.values() if first > kind), default=top + 1)

    def name_of(clause: Clause) -> ClauseName:
        """The name of a clause that may define variables of the kind that the statement is about."""
        defined = sorted({abs(literal) for literal in clause if kind <= abs(literal) < after})
        if not defined or says == "exactly one":
            return name
        return replace(name, says=DEFINITION, defines=tuple(_declared(v, variables) for v in defined))

    return name_of


def _declared(variable: int, variables: Variables) -> Definition:
    return Definition(variable, variables.name(variable), f"true if {variables.meaning(variable)}")


class _AuxiliaryNaming:
    """Names the clauses of one line that has auxiliary variables."""

    def __init__(self, name: ClauseName, line: EncodedLine, variables: Variables) -> None:
        self._name, self._line, self._variables = name, line, variables
        statement, length = line.statement, len(line.literals)
        self._explained: ExplainedPattern = explained(statement.block, length, statement.group_size)
        literals = [*line.literals, *line.auxiliary]
        self._place = {literal: place for place, literal in enumerate(literals, 1)}
        self._place |= {-literal: -place for literal, place in self._place.items()}
        self._literals: Sequence[int] = [0, *literals]
        self._names: dict[int, ClauseName] = {}

    def name_of(self, clause: Clause) -> ClauseName:
        """The name of one clause of the line."""
        defined = self._explained.defines.get(tuple(self._place[literal] for literal in clause))
        if defined is None:
            return self._name
        if defined not in self._names:
            definition = self._definition(defined)
            self._names[defined] = replace(self._name, says=DEFINITION, defines=(definition,))
        return self._names[defined]

    def _definition(self, place: int) -> Definition:
        variable = self._literals[place]
        meaning = self._explained.meanings.get(place)
        means = "auxiliary" if meaning is None else self._in_words(meaning)
        return Definition(variable, self._variables.name(variable), means)

    def _in_words(self, meaning: Meaning) -> str:
        instead, one_of = self._listed(meaning.unless), "one of " * (len(meaning.unless) > 1)
        return self._cause_in_words(meaning) + (f", unless {one_of}{instead} is" if instead else "")

    def _listed(self, places: Sequence[int]) -> str:
        names = [self._variables.literal_name(self._literals[place]) for place in places]
        return ", ".join([*names[:2], "…", names[-1]] if len(names) > LISTED_UP_TO else names)

    def _cause_in_words(self, meaning: Meaning) -> str:
        value, of, listed = str(meaning.value).lower(), meaning.of, self._listed(meaning.of)
        if not of:
            return f"nothing makes it {value}"
        if len(of) == 1:
            return f"{value} if {listed} is true"
        if meaning.at_least == len(of):
            return f"{value} if {'both' if len(of) == 2 else 'all'} of {listed} are true"
        return f"{value} if {'one' if meaning.at_least == 1 else meaning.at_least} of {listed} " + (
            "is true" if meaning.at_least == 1 else "are true"
        )


def _own_clauses(own: OwnClauses, clauses: Sequence[Clause], geometry: Geometry) -> Iterator[NamedClause]:
    """The clauses that a user wrote, each with its number; those that occur twice have that of the first."""
    numbers = count()
    for clause in clauses:
        index = next(number for number in numbers if own.clauses[number] is clause)
        line = f"clause {index + 1}" + (f" (text line {own.text_lines[index]})" if own.text_lines else "")
        yield NamedClause(clause, ClauseName(OWN.says, line, recognised(clause, geometry).sentence, OWN.says))


def _reduced_clauses(formula: PuzzleFormula) -> Iterator[NamedClause]:
    """The clauses of a formula that was reduced for its puzzle."""
    true, false = fixed_literals(formula.puzzle)
    here = {number: variable for variable, number in enumerate(formula.numbers or ())}
    clauses, emptied = iter(formula.clauses), None
    for clause, name in named_clauses(formula.encoding, formula.puzzle.geometry):
        if not true.isdisjoint(clause):
            continue
        removed = len(false.intersection(clause))
        if removed == len(clause):
            emptied = emptied or name
            continue
        defines = tuple(one._replace(number=here[one.number]) for one in name.defines)
        yield NamedClause(next(clauses), replace(name, defines=defines, removed=removed))
    for clause in clauses:  # two unit clauses in place of the empty ones
        place = emptied.line if emptied else ""
        yield NamedClause(clause, ClauseName("clue", place, "the clues clash", formula.encoding.per_puzzle))
