"""What each clause of an encoding is of: which line it is about, and what it says.

Names are made only where somebody asks for them; formulas carry none. They come in the order of
the clauses of `cnf.formula` and `puzzle_formula.puzzle_formula`, one for each clause.

`clauses_of` finds those of one place, a line or a unit. A clause that two lines say is written once, with the
first of them; so a clause is of a line if it has the line's name, or if all that it speaks of is on the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby
from typing import NamedTuple

from sudocube.cube import cube
from sudocube.encoder.at_most_one import Clause, Meaning, explained
from sudocube.encoder.building_blocks import EncodedLine
from sudocube.encoder.clause_recognition import clause_sentence, line_name
from sudocube.encoder.cnf import encoded_lines, without_duplicates
from sudocube.encoder.puzzle_formula import PuzzleFormula, fixed_literals, puzzle_formula
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import OWN, Encoding, OwnClauses
from sudocube.errors import FormatError, quoted
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Puzzle

DEFINITION = "definition"
"""What a clause says that is a part of the definition of a variable."""

LISTED_UP_TO = 9
"""How many literals are listed where a variable is true if one of them is; of more, some are left out."""


@dataclass(frozen=True, slots=True, order=True)
class Definition:
    """A variable that a clause defines."""

    in_row = "number name means"

    number: int
    """Its number. For example: 65."""
    name: str
    """Its name. For example: "a[1]"."""
    means: str
    """When it is true or false. For example: "true if x[r1c1,1] is true"."""


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
    """What names the clauses of one line: those that define variables, and the others."""
    statement = line.statement
    says = DEFINITION if statement.says == "channel" else statement.says.replace("_", " ")
    name = ClauseName(statement.subject or statement.says, line.place, says, statement.block)
    define = _defining_auxiliaries if line.auxiliary else _defining_declared
    defined_by = define(line, variables)

    def name_of(clause: Clause) -> ClauseName:
        defines = tuple(defined_by(clause))
        return replace(name, says=DEFINITION, defines=defines) if defines else name

    return name_of


DefinedBy = Callable[[Clause], Iterable[Definition]]
"""Gives the variables that a clause of some line defines."""


def _defining_declared(line: EncodedLine, variables: Variables) -> DefinedBy:
    """For a line whose statement may be about variables that others define: triads, order variables, bits."""
    kind = variables.first.get(line.statement.subject)
    if kind is None or line.statement.says == "exactly_one":
        return lambda _: ()
    after = min((first for first in variables.first.values() if first > kind), default=variables.declared + 1)
    return lambda clause: (
        Definition(v, variables.name(v), f"true if {variables.meaning(v)}")
        for v in sorted({*map(abs, clause)})
        if kind <= v < after
    )


def _defining_auxiliaries(line: EncodedLine, variables: Variables) -> DefinedBy:
    """For a line of "at most one" with auxiliary variables."""
    found = explained(line.statement.block, len(line.literals), line.statement.group_size)
    literals = [0, *line.literals, *line.auxiliary]
    place = {literal: at for at, literal in enumerate(literals)}
    place |= {-literal: -at for literal, at in place.items()}
    definitions = {
        at: Definition(literals[at], variables.name(literals[at]), _in_words(meaning, literals, variables))
        for at, meaning in found.meanings.items()
    }

    def defined_by(clause: Clause) -> list[Definition]:
        at = found.defines.get(tuple(place[literal] for literal in clause))
        return [] if at is None else [definitions[at]]

    return defined_by


def _in_words(meaning: Meaning, literals: Sequence[int], variables: Variables) -> str:
    value, names = str(meaning.value).lower(), [variables.literal_name(literals[at]) for at in meaning.of]
    if not names:
        return f"no literal alone makes it {value}"
    shown = [*names[:2], "…", names[-1]] if len(names) > LISTED_UP_TO else names
    return f"{value} if {'one of ' * (len(names) > 1)}{', '.join(shown)} is true"


def _own_clauses(own: OwnClauses, clauses: Sequence[Clause], geometry: Geometry) -> Iterator[NamedClause]:
    """The clauses that a user wrote, each with its number; those that occur twice have that of the first."""
    numbers = count()
    for clause in clauses:
        index = next(number for number in numbers if own.clauses[number] is clause)
        line = f"clause {index + 1}" + (f" (text line {own.text_lines[index]})" if own.text_lines else "")
        yield NamedClause(clause, ClauseName(OWN.says, line, clause_sentence(clause, geometry), OWN.says))


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
        defines = tuple(replace(one, number=here[one.number]) for one in name.defines)
        yield NamedClause(next(clauses), replace(name, defines=defines, removed=removed))
    place, way = emptied.line if emptied else "", formula.encoding.per_puzzle or ""
    for clause in clauses:  # two unit clauses in place of the empty ones
        yield NamedClause(clause, ClauseName("clue", place, "the clues clash", way))


NumberedClause = tuple[int, NamedClause]


def clauses_of(encoding: Encoding, geometry: Geometry, place: str) -> list[NumberedClause]:
    """The clauses of a cell ("r1c2"), of a line ("row 1, digit 3"), or of all lines of a unit ("box 2").

    Those of a cell say which digits it may hold together; clauses of other lines are not among them.
    Names of lines that only some encodings have, as in `ClauseName.line`, are taken, too.

    Raises FormatError for another place, and UnsupportedError where the encoding is not in CNF.

    >>> from sudocube.encoder import load
    >>> found = clauses_of(load("extended"), Geometry.of_size(4), "box 1, digit 1")
    >>> len(found), str(found[0][1].name), found[0][1].clause
    (7, 'row 1, digit 1: at most one (pairwise)', (-1, -5))
    """
    lines = [set(line.elements) for line in cube(geometry).lines if _is_in(line_name(line, geometry), place)]
    elements = _elements_of_clauses(encoding, geometry)
    found = [
        (number, named)
        for number, named in enumerate(named_clauses(encoding, geometry), 1)
        if _is_in(named.name.line, place)
        or (named.clause and any(map(elements(named.clause).issubset, lines)))
    ]
    if not found and not lines:
        raise _other_place(place, geometry)
    return found


def _is_in(line: str, place: str) -> bool:
    """Whether a line is the place, or one of the lines of the unit that the place is."""
    return line == place or (place != "" and line.startswith(f"{place}, "))


def _elements_of_clauses(encoding: Encoding, geometry: Geometry) -> Callable[[Clause], set[int]]:
    """A function that gives the elements that a clause speaks of; -1 stands for auxiliary variables."""
    definitions = (*Variables(encoding, geometry).definitions, (-1,))
    auxiliary = len(definitions) - 1
    return lambda clause: {e for literal in clause for e in definitions[min(abs(literal) - 1, auxiliary)]}


def _other_place(place: str, shape: Geometry) -> FormatError:
    last = SYMBOLS[shape.size]
    expected = (
        f"a cell such as r1c2, a line such as 'row 1, digit {last}', or a unit such as 'box {shape.size}'"
    )
    return FormatError("place", None, None, found=quoted(place), expected=expected)
