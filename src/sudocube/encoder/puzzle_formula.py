"""A puzzle posed as clauses: the rules with its clues.

As a rule the clues stand beside the rules as unit clauses. An encoding whose `per_puzzle` is
`fixed-cells` is reduced instead, as in G. Kwon and H. Jain, "Optimized CNF Encoding for Sudoku Puzzles",
2006: elements that a clue makes true or rules out are no variables any more. Clauses that they satisfy
are dropped, literals that they falsify are struck out, and what is left is numbered anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from sudocube.cube import cube
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Anew, Clauses, Formula
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding
from sudocube.puzzle import Puzzle


@dataclass(frozen=True)
class PuzzleFormula:
    """The clauses of one puzzle over the variables 1 to `variables`.

    `numbers[v]` is the number that variable v has in the rules; it is None where they are the same.
    `units` are the clues, the last of the clauses, where they stand beside the rules.
    """

    puzzle: Puzzle
    encoding: Encoding
    meaning: Variables
    variables: int
    clauses: Clauses
    numbers: Sequence[int] | None = None
    units: Sequence[Clause] = ()

    @cached_property
    def _of(self) -> Mapping[int, int]:
        """By the number in the rules: the number here, of those that are left."""
        return {number: variable for variable, number in enumerate(self.numbers or ()) if variable}

    def literals(self, cells: Sequence[int]) -> list[int]:
        """Those that say together what the filled cells hold, less what the formula has done away with."""
        found = self.meaning.literals(cells)
        if self.numbers is None:
            return found
        return [self._of[literal] for literal in found if literal in self._of]

    def name(self, variable: int) -> str:
        """What a variable stands for; see `Variables.name`."""
        return self.meaning.name(variable if self.numbers is None else self.numbers[variable])

    def digits(self, model: Sequence[int]) -> list[tuple[int, ...]]:
        """By cell: the digits that it holds in a model; see `Variables.digits`."""
        if self.numbers is None:
            return self.meaning.digits(model)
        fixed = _fixed(self.puzzle)
        of_rules = [-variable for variable in range(1, self.meaning.declared + 1)]
        for element, is_true in fixed.items():
            of_rules[element] = element + 1 if is_true else -element - 1
        for literal in model:
            number = self.numbers[abs(literal)] if 0 < abs(literal) < len(self.numbers) else 0
            if 0 < number <= len(of_rules):
                of_rules[number - 1] = number if literal > 0 else -number
        return self.meaning.digits(of_rules)


def add_clues(rules: Formula, puzzle: Puzzle) -> PuzzleFormula:
    """The rules with the clues of a puzzle, which has the geometry of the rules.

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.cnf import formula
    >>> puzzle = Puzzle("1... .... .... ....")
    >>> rules = [formula(load(name), puzzle.geometry) for name in ("extended", "optimised")]
    >>> [len(add_clues(each, puzzle).clauses) for each in rules]
    [385, 292]
    """
    if rules.encoding.per_puzzle:
        return _reduced(rules, puzzle)
    units = [[literal] for literal in rules.literals(puzzle.cells)]
    together = Anew(len(rules.clauses) + len(units), lambda: chain(rules.clauses, units))
    return PuzzleFormula(puzzle, rules.encoding, rules.meaning, rules.variables, together, units=units)


def _reduced(rules: Formula, puzzle: Puzzle) -> PuzzleFormula:
    """The rules with the fixed elements pruned away, and the other variables numbered without gaps."""
    fixed = _fixed(puzzle)
    true = {element + 1 if is_true else -element - 1 for element, is_true in fixed.items()}
    false = {-literal for literal in true}
    kept = [
        [literal for literal in clause if literal not in false]
        for clause in rules.clauses
        if true.isdisjoint(clause)
    ]
    numbers = [0, *(v for v in range(1, rules.variables + 1) if v not in true and -v not in true)]
    of = {number: variable for variable, number in enumerate(numbers)}
    clauses = [[of[literal] if literal > 0 else -of[-literal] for literal in clause] for clause in kept]
    if [] in clauses:  # clues that clash; not every tool knows an empty clause, two units say it as well
        numbers.append(rules.variables + 1)
        clauses = [*filter(None, clauses), [len(numbers) - 1], [1 - len(numbers)]]
    return PuzzleFormula(puzzle, rules.encoding, rules.meaning, len(numbers) - 1, clauses, numbers)


def _fixed(puzzle: Puzzle) -> dict[int, bool]:
    """The elements that the clues settle: each clue's own, and its peers unless a clue makes them true."""
    table = cube(puzzle.geometry)
    clues = [table.element(cell, digit) for cell, digit in puzzle.clues.items()]
    peers = chain.from_iterable(table.peers[element] for element in clues)
    return dict.fromkeys(peers, False) | dict.fromkeys(clues, True)
