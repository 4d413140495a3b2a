"""Clauses that a user wrote, from a text in DIMACS CNF: numbers, each clause ended by 0.

    c a comment
    p cnf 64 448          the numbers of variables and of clauses
    1 2 3 4 0
    -1 -2 0

A clause may be longer than a text line, and a text line may hold several clauses. All that a SAT solver
understands is taken: repeated literals, tautologies, empty clauses, and variables that no clause has. A text
that solvers read in different ways, or not at all, is refused.
"""

from __future__ import annotations

import re
from typing import NoReturn

from sudocube.cube import Family, cube
from sudocube.encoder.vocabulary import OWN, Citation, Encoding, Formalism, OwnClauses, OwnModel
from sudocube.errors import EncodingError, UnsupportedError, quoted
from sudocube.geometry import SIZES, Geometry

VARIABLE_AT_MOST = 1_000_000
"""The highest variable. Solvers keep something for each variable up to the highest one that occurs."""

CLAUSES_AT_MOST = 2_000_000
"""How many clauses there may be; an encoding of 25×25 without auxiliary variables has about 750,000."""

LITERALS_AT_MOST = 20_000_000
"""How many literals the clauses may have together."""

BYTE_ORDER_MARK = "\ufeff"
"""What some editors write at the beginning of a text."""

CLAUSES = "clauses: lists of integers that are not 0, such as [[1, 2], [-1, -2]]"
"""What a function gives that states clauses."""

EXAMPLE = "p cnf VARIABLES CLAUSES"
"""The form of the header."""

_COMMENT = re.compile(r"c(?!nf$|-?[0-9]+$)")
"""How a comment begins: not with what may be a header, or a clause, behind a `c`."""

_LITERAL = re.compile(r"-?[0-9]{1,12}", re.ASCII)


class UnfitError(Exception):
    """What a function gives does not fit: what it is, and what was expected."""

    def __init__(self, found: str, allowed: str = CLAUSES) -> None:
        super().__init__(found)
        self.allowed = allowed


def own_encoding(name: str, file: str, own: OwnClauses | OwnModel) -> Encoding:
    """The encoding that consists of these clauses, or of a model; `file` is where it comes from, for people.

    >>> own_encoding("mine.cnf", "mine.cnf", OwnClauses(((1, 2), (-1, -2)))).statements[0].block
    'clauses'
    """
    model, clauses = (own, None) if isinstance(own, OwnModel) else (None, own)
    what = "model" if model else "clauses"
    idea = "The constraints are taken as they are."
    if clauses:
        idea = (
            "The clauses are taken as they are. x[r,c,d] has the number n²(r - 1) + n(c - 1) + d, and higher"
            " variables are auxiliary."
        )
    return Encoding(
        name=name,
        file=file,
        title="A model of your own" if model else "Clauses of your own",
        idea=idea,
        source=Citation(f"own {what}", file, 0),
        formalism=Formalism.CP_SAT if model else Formalism.CNF,
        variables=model.variables if model else "direct",
        defined=(),
        statements=(OWN,),
        own=clauses,
        model=model,
    )


def parse_clauses(text: str, name: str) -> Encoding:
    r"""The clauses of a text in DIMACS CNF; messages call it `name`.

    Raises EncodingError for the first mistake, with its text line: no header or a second one, a word that is
    no number, a variable or a number of clauses above that of the header or of this module, another number of
    clauses than in the header, and a last clause without its 0.

    >>> own = parse_clauses("c mine\np cnf 64 2\n1 2 0 -1\n-2 0\n", "mine.cnf").own
    >>> own.clauses, own.text_lines, own.variables
    (((1, 2), (-1, -2)), (3, 3), 64)
    """

    def refuse(line: int | None, found: str, allowed: str) -> NoReturn:
        raise EncodingError(name, "", found, allowed, line=line)

    clauses: list[tuple[int, ...]] = []
    lines: list[int] = []
    clause: list[int] = []
    header, variables, count, begins = 0, 0, 0, 0  # text lines of the header and of the clause; the counts
    for line, content in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), 1):
        words = content.split()
        if not words or _COMMENT.match(words[0]):
            continue
        if words[0] == "%":  # some collections end their files with "%" and "0"
            break
        if words[0][0] == "p":
            if header:
                refuse(line, "a second header", f"one; the first is on line {header}")
            form = re.fullmatch(r"p cnf ([0-9]{1,12}) ([0-9]{1,12})", " ".join(words))
            if form is None:
                refuse(line, quoted(content.strip()), f"'{EXAMPLE}' with two numbers, such as 'p cnf 64 448'")
            header, variables, count = line, int(form[1]), int(form[2])
            if variables > VARIABLE_AT_MOST:
                refuse(line, f"{variables:,} variables", f"{VARIABLE_AT_MOST:,} at most")
            continue
        if not header:
            found = f"{quoted(content.strip())} before a header"
            refuse(line, found, f"the line '{EXAMPLE}' before the clauses")
        for word in words:
            begins = begins if clause else line
            if word == "0":
                clauses.append(tuple(clause))
                lines.append(begins)
                clause = []
            elif _LITERAL.fullmatch(word) is None or not (literal := int(word)):
                expected = "integers: a variable, or one with a minus, and 0 to end a clause"
                refuse(line, quoted(word), expected)
            elif abs(literal) > variables:
                allowed = f"1 to {variables:,}, as line {header} says, or a higher number there"
                refuse(line, f"the variable {abs(literal):,}", allowed)
            else:
                clause.append(literal)
        if len(clauses) > CLAUSES_AT_MOST:
            refuse(line, f"more than {CLAUSES_AT_MOST:,} clauses", "fewer")
    if not header:
        refuse(None, "no header", f"the line '{EXAMPLE}' before the clauses")
    if clause:
        shown = " ".join(map(str, clause[:6])) + " …" * (len(clause) > 6)
        refuse(begins, f"the end of the file in the clause '{shown}'", "a 0 at the end of each clause")
    if len(clauses) != count:
        found = f"{count:,} clauses announced, but {len(clauses):,} end with a 0"
        allowed = f"a 0 at the end of each clause and nowhere else; or 'p cnf {variables} {len(clauses)}'"
        refuse(header, found, allowed)
    return own_encoding(name, name, OwnClauses(tuple(clauses), tuple(lines), None, variables))


def geometry_of(encoding: Encoding) -> Geometry | None:
    """The geometry that somebody's own clauses or model are for; None for other encodings, for all of them.

    Clauses tell their size by those that say "at least one" of all lines of a family; else the header does,
    if it announces as many variables as a size has elements. Of two box shapes, the one is taken that is at
    least as wide as tall.

    Raises UnsupportedError where neither tells it.

    >>> cells = tuple(tuple(range(first, first + 6)) for first in range(1, 216, 6))
    >>> geometry_of(own_encoding("a.cnf", "a.cnf", OwnClauses(cells, variables=1000))).size
    6
    """
    own = encoding.own
    if own is None:
        return encoding.model.geometry if encoding.model else None
    if own.geometry is not None:
        return own.geometry
    positive = {frozenset(clause) for clause in own.clauses if clause and min(clause) > 0}
    for table in map(cube, map(Geometry.of_size, SIZES)):
        families = (table.lines_of(family) for family in Family)
        if own.variables == table.element_count or any(
            all(frozenset(element + 1 for element in line.elements) in positive for line in lines)
            for lines in families
        ):
            return table.geometry
    raise UnsupportedError(
        f"{encoding.name}: neither the clauses nor the {own.variables:,} variables of the header tell the"
        " size of the grid; name it: --size, or a geometry"
    )


def check_size(encoding: Encoding, puzzle_geometry: Geometry) -> None:
    """Raise UnsupportedError where the header of a file names exactly another size than that of a puzzle.

    >>> check_size(own_encoding("a.cnf", "a.cnf", OwnClauses((), variables=64)), Geometry.of_size(4))
    """
    own, size = encoding.own, puzzle_geometry.size
    if own is None or own.geometry is not None or own.variables == size**3:
        return
    named = next((one for one in SIZES if one**3 == own.variables), None)
    if named is not None:
        raise UnsupportedError(
            f"{encoding.name} has {own.variables:,} variables in its header, the number of {named}×{named};"
            f" the puzzle is {size}×{size}, with {size**3:,} (if others are auxiliary: announce one more)"
        )
