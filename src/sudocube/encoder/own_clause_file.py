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

import codecs
import re
from collections.abc import Iterator
from typing import NoReturn

from sudocube.encoder.vocabulary import OWN, Citation, Encoding, Formalism, OwnClauses
from sudocube.errors import EncodingError, UnsupportedError, quoted
from sudocube.geometry import SIZES, Geometry

VARIABLE_AT_MOST = 1_000_000
"""The highest variable. Solvers keep something for each variable up to the highest one that occurs."""

CLAUSES_AT_MOST = 2_000_000
"""How many clauses there may be; an encoding of 25×25 without auxiliary variables has about 750,000."""

LITERALS_AT_MOST = 20_000_000
"""How many literals the clauses may have together."""

BYTE_ORDER_MARK = codecs.BOM_UTF8.decode("utf-8")
"""What some editors write at the beginning of a text."""

EXAMPLE = "p cnf VARIABLES CLAUSES"
"""The form of the header."""


def own_encoding(name: str, file: str, clauses: OwnClauses) -> Encoding:
    """The encoding that consists of these clauses; `file` is where they come from, for people.

    >>> own_encoding("mine.cnf", "mine.cnf", OwnClauses(((1, 2), (-1, -2)))).statements[0].block
    'clauses'
    """
    return Encoding(
        name=name,
        file=file,
        title="Clauses of your own",
        idea="The clauses are taken as they are. x[r,c,d] has the number n²(r - 1) + n(c - 1) + d, and"
        " higher variables are auxiliary.",
        source=Citation("own clauses", file, 0),
        formalism=Formalism.CNF,
        variables="direct",
        defined=(),
        statements=(OWN,),
        own=clauses,
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
    return own_encoding(name, name, _DimacsReader(name).read(text))


class _DimacsReader:
    """Reads one text; the counts are those of its header."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._header_line = 0  # 0 as long as there was none
        self._variables = self._count = 0

    def read(self, text: str) -> OwnClauses:
        """The clauses of the text, with the lines where they begin."""
        clauses: list[tuple[int, ...]] = []
        known: dict[str, int] = {}  # words that were read before; most of them come again
        lines: list[int] = []
        clause: list[int] = []
        begins = without_end = 0  # text lines: where the clause begins; how many have ended within a clause
        first_without_end = 0
        for line, words in self._lines(text):
            for word in words:
                if word == "0":
                    lines.append(begins if clause else line)
                    clauses.append(tuple(clause))
                    clause = []
                    if len(clauses) > CLAUSES_AT_MOST:
                        self._refuse(line, f"more than {CLAUSES_AT_MOST:,} clauses", "fewer")
                    continue
                if not clause:
                    begins = line
                literal = known.get(word)
                if literal is None:
                    literal = known[word] = self._literal(word, line)
                clause.append(literal)
            if clause:
                without_end += 1
                first_without_end = first_without_end or line
        if clause:
            self._refuse_open_clause(begins, clause, ended=len(clauses), without_end=without_end)
        if not self._header_line:
            self._refuse(None, "no header", f"the line '{EXAMPLE}' before the clauses")
        if len(clauses) != self._count:
            self._refuse_count(clauses, first_without_end)
        return OwnClauses(tuple(clauses), tuple(lines), None, self._variables)

    def _lines(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """The text lines with clauses, each with its number and its words; the header is taken from them."""
        for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), 1):
            words = line.split()
            if words and re.fullmatch(r"cnf|c-?[0-9]+", words[0]):
                allowed = f"'c' and a space before a comment; the line '{EXAMPLE}' as the header; or a clause"
                self._refuse(number, quoted(line.strip()), allowed)
            if not words or words[0][0] == "c":
                continue
            if words[0] == "%":  # some collections end their files with "%" and "0"
                return
            if words[0][0] == "p":
                self._read_header(number, words)
                continue
            if not self._header_line:
                found = f"{quoted(line.strip())} before a header"
                self._refuse(number, found, f"the line '{EXAMPLE}' before the clauses")
            yield number, words

    def _read_header(self, number: int, words: list[str]) -> None:
        if self._header_line:
            self._refuse(number, "a second header", f"one; the first is on line {self._header_line}")
        form = re.fullmatch(r"p cnf ([0-9]{1,12}) ([0-9]{1,12})", " ".join(words))
        if form is None:
            allowed = f"'{EXAMPLE}' with two numbers, such as 'p cnf 64 448'"
            self._refuse(number, quoted(" ".join(words)), allowed)
        self._header_line = number
        self._variables, self._count = int(form[1]), int(form[2])
        if self._variables > VARIABLE_AT_MOST:
            self._refuse(number, f"{self._variables:,} variables", f"{VARIABLE_AT_MOST:,} at most")

    def _literal(self, word: str, line: int) -> int:
        if re.fullmatch(r"-?[0-9]{1,12}", word) is None or not int(word):
            self._refuse(
                line, quoted(word), "integers: a variable, or one with a minus, and 0 to end a clause"
            )
        literal = int(word)
        if abs(literal) > self._variables:
            allowed = f"1 to {self._variables:,}, as line {self._header_line} says, or a higher number there"
            self._refuse(line, f"the variable {abs(literal):,}", allowed)
        return literal

    def _refuse_open_clause(
        self, begins: int, clause: list[int], *, ended: int, without_end: int
    ) -> NoReturn:
        """Refuse the text because its last clause has no 0; perhaps none has."""
        if not ended and without_end > 1:
            found = f"{without_end:,} text lines without a 0"
            self._refuse(begins, found, "a 0 at the end of each clause, such as '-1 -2 0'")
        shown = " ".join(map(str, clause[:6])) + " …" * (len(clause) > 6)
        self._refuse(begins, f"the end of the file in the clause '{shown}'", "a 0 at the end of each clause")

    def _refuse_count(self, clauses: list[tuple[int, ...]], without_end: int) -> NoReturn:
        """Refuse another number of clauses than that of the header, with what may be the reason."""
        count, empty = len(clauses), sum(not clause for clause in clauses)
        found, header = f"{self._count:,} clauses announced", f"'p cnf {self._variables} {count}'"
        if count > self._count and empty:
            found += f", but {count:,} follow, {empty:,} of them empty"
            allowed = f"variables numbered from 1, because a 0 ends a clause; or {header}"
        elif count < self._count and without_end:
            found += f", but {count:,} follow; the clause in line {without_end} goes on in the next line"
            allowed = f"a 0 at the end of each clause, also in line {without_end}; or {header}"
        else:
            allowed = f"{header}, because {count:,} clauses follow"
        self._refuse(self._header_line, found, allowed)

    def _refuse(self, line: int | None, found: str, allowed: str) -> NoReturn:
        raise EncodingError(self._name, "", found, allowed, line=line)


def geometry_named(own: OwnClauses) -> Geometry | None:
    """The geometry that clauses are for, as far as they say it; None where it may be another one.

    The clauses of a function are for one. A file only has the number of variables in its header. It names a
    size with as many elements, or one more: somebody may have numbered them from 0. And more variables than a
    4×4 grid has elements, but fewer than a 6×6 grid has, are those of 4×4 and auxiliary ones. Of two box
    shapes, the one is taken that is at least as wide as tall.

    >>> [geometry_named(OwnClauses((), variables=count)).size for count in (64, 729, 728, 100)]
    [4, 9, 9, 4]
    >>> geometry_named(OwnClauses((), variables=1000000)) is None
    True
    """
    if own.geometry is not None:
        return own.geometry
    smallest, next_one = SIZES[:2]
    for size in SIZES:
        if own.variables in (size**3, size**3 - 1):
            return Geometry.of_size(size)
    return Geometry.of_size(smallest) if smallest**3 < own.variables < next_one**3 - 1 else None


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
