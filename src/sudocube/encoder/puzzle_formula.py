"""A puzzle as clauses, the rules and its clues; and the clauses as text.

In most encodings the clues are unit clauses after the rules. Where the `per_puzzle` of an encoding is
`fixed-cells`, the formula is reduced instead, as in G. Kwon and H. Jain, "Optimized CNF Encoding for Sudoku
Puzzles", 2006: elements that a clue makes true or rules out are not variables any more. Clauses that they
satisfy are removed, literals that they make false are removed from the others, and the variables that are
left are numbered again.

The rules are kept for the next puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from sudocube.clock import NO_LIMIT, Clock
from sudocube.cube import cube
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Clauses, Formula, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

BATCH_SIZE = 4096
"""How many clauses become text at once."""


@dataclass(frozen=True)
class PuzzleFormula:
    """The clauses of one puzzle over the variables 1 to `variables`.

    `numbers[v]` is the number that variable v has in the rules; it is None where they are the same.
    """

    puzzle: Puzzle
    encoding: Encoding
    meaning: Variables
    variables: int
    clauses: Clauses
    numbers: Sequence[int] | None = None

    @cached_property
    def _here(self) -> Mapping[int, int]:
        """From the number of a variable in the rules to its number here, for the variables that are left."""
        return {number: variable for variable, number in enumerate(self.numbers or ()) if variable}

    def literals(self, cells: Sequence[int]) -> list[int]:
        """What the filled cells hold, as literals, without those whose variables the formula does not have.

        `cells` are n² digits, 0 for a blank.
        """
        found = self.meaning.literals(cells)
        if self.numbers is None:
            return found
        return [self._here[literal] for literal in found if literal in self._here]

    @cached_property
    def elements(self) -> tuple[tuple[int, ...] | None, ...]:
        """By element: the literals that are all true exactly when the element is true.

        Where the formula is reduced, they are () for an element that a clue makes true, and None for one that
        it rules out.
        """
        if self.numbers is None:
            return self.meaning.elements
        fixed, here = _fixed_elements(self.puzzle), self._here
        return tuple(
            (here[literal],) if element not in fixed else () if fixed[element] else None
            for element, (literal,) in enumerate(self.meaning.elements)
        )

    def name(self, variable: int) -> str:
        """What a variable stands for; see `Variables.name`."""
        return self.meaning.name(variable if self.numbers is None else self.numbers[variable])

    def digits(self, model: Sequence[int]) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds in a model; see `Variables.digits`."""
        if self.numbers is None:
            return self.meaning.digits(model)
        fixed = _fixed_elements(self.puzzle)
        in_rules = [-variable for variable in range(1, self.meaning.declared + 1)]
        for element, is_true in fixed.items():
            in_rules[element] = element + 1 if is_true else -element - 1
        for literal in model:
            number = self.numbers[abs(literal)] if 0 < abs(literal) < len(self.numbers) else 0
            if 0 < number <= len(in_rules):
                in_rules[number - 1] = number if literal > 0 else -number
        return self.meaning.digits(in_rules)


def puzzle_formula(encoding: Encoding, puzzle: Puzzle) -> PuzzleFormula:
    """A puzzle as clauses.

    Raises UnsupportedError where the encoding is not in CNF, or is a file of clauses for another size.
    """
    check_size(encoding, puzzle.geometry)
    return add_clues(_kept_rules(encoding, puzzle.geometry), puzzle)


@lru_cache(maxsize=4)
def _kept_rules(encoding: Encoding, geometry: Geometry) -> Formula:
    return formula(encoding, geometry)


def add_clues(rules: Formula, puzzle: Puzzle, clock: Clock = NO_LIMIT) -> PuzzleFormula:
    """The rules and the clues of a puzzle of the same geometry.

    Raises TimeoutError when the clock has run out.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1... .... .... ....")
    >>> rules = [formula(load(name), puzzle.geometry) for name in ("extended", "optimised")]
    >>> [len(add_clues(one, puzzle).clauses) for one in rules]
    [385, 292]
    """
    if rules.encoding.per_puzzle:
        return _reduced(rules, puzzle, clock)
    clauses = [*rules.clauses, *([literal] for literal in rules.literals(puzzle.cells))]
    return PuzzleFormula(puzzle, rules.encoding, rules.meaning, rules.variables, clauses)


def with_clauses(formula: PuzzleFormula, more: Sequence[Clause]) -> PuzzleFormula:
    """The formula with more clauses at its end."""
    return replace(formula, clauses=[*formula.clauses, *more])


def _reduced(rules: Formula, puzzle: Puzzle, clock: Clock) -> PuzzleFormula:
    """The rules without the fixed elements; the other variables are numbered again, without gaps.

    Raises TimeoutError.
    """
    true, false = fixed_literals(puzzle)
    kept = [
        [literal for literal in clause if literal not in false]
        for clause in clock.watched(rules.clauses)
        if true.isdisjoint(clause)
    ]
    numbers = [0, *(v for v in range(1, rules.variables + 1) if v not in true and -v not in true)]
    new = {number: variable for variable, number in enumerate(numbers)}
    clauses = [
        [new[literal] if literal > 0 else -new[-literal] for literal in clause]
        for clause in clock.watched(kept)
    ]
    if [] in clauses:  # clues that clash; not every tool reads an empty clause, so two units say the same
        numbers.append(rules.variables + 1)
        clauses = [*filter(None, clauses), [len(numbers) - 1], [1 - len(numbers)]]
    return PuzzleFormula(puzzle, rules.encoding, rules.meaning, len(numbers) - 1, clauses, numbers)


def fixed_literals(puzzle: Puzzle) -> tuple[set[int], set[int]]:
    """The literals of direct variables that the clues make true, and those that they make false."""
    fixed = _fixed_elements(puzzle)
    true = {element + 1 if is_true else -element - 1 for element, is_true in fixed.items()}
    return true, {-literal for literal in true}


def _fixed_elements(puzzle: Puzzle) -> dict[int, bool]:
    """The elements that the clues fix: those of the clues are true, their other peers are false."""
    table = cube(puzzle.geometry)
    clues = [table.element(cell, digit) for cell, digit in puzzle.clues.items()]
    peers = chain.from_iterable(table.peers[element] for element in clues)
    return dict.fromkeys(peers, False) | dict.fromkeys(clues, True)


class ClauseFormat(NamedTuple):
    """How a formula is written as text: a head with the comments, a text line for each clause, and a tail."""

    head: Callable[[PuzzleFormula, str], str]
    line: Callable[[Clause], str]
    tail: Callable[[PuzzleFormula], str] = lambda _: ""

    def text(self, formula: PuzzleFormula, comments: str = "") -> Iterator[str]:
        """The text, in batches; the comments are text lines in the format.

        >>> from sudocube.encoder import load
        >>> text = "".join(DIMACS.text(puzzle_formula(load("minimal"), Puzzle("1... ..2. .3.. ...4"))))
        >>> text.splitlines()[:2], text.splitlines()[-1]
        (['p cnf 64 244', '1 2 3 4 0'], '64 0')
        """
        yield self.head(formula, comments)
        clauses = iter(formula.clauses)
        while batch := list(islice(clauses, BATCH_SIZE)):
            yield "".join(map(self.line, batch))
        yield self.tail(formula)


def dimacs_line(clause: Clause) -> str:
    """A clause as a text line of DIMACS."""
    if len(clause) == 2:
        return f"{clause[0]} {clause[1]} 0\n"
    return " ".join(map(str, clause)) + " 0\n"


DIMACS = ClauseFormat(
    lambda formula, comments: f"{comments}p cnf {formula.variables} {len(formula.clauses)}\n", dimacs_line
)
"""What every SAT solver reads ("Satisfiability Suggested Format", DIMACS, 1993); comments begin with `c`."""


def variables_in_rows(template: str, last: int, per_row: int = 16) -> Iterator[str]:
    """The variables 1 to `last`, each in the template, some on each text line: formats limit their length."""
    for start in range(1, last + 1, per_row):
        row = range(start, min(start + per_row, last + 1))
        yield " ".join(template.format(variable) for variable in row) + "\n"
