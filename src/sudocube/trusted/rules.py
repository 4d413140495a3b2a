"""The rules of Sudoku as a formula, written directly from the rules.

Variable (row * n + column) * n + digit, with rows and columns from 0 and digits from 1, says that the cell
holds the digit: 1 to n³ in all. A line is n variables of which exactly one is true:

    name   line                                           says
    r4c7   the n digits of row 4, column 7                the cell holds exactly one digit
    5@r4   the n places of digit 5 in row 4               the digit is in the row exactly once
    5@c7   … in column 7;  5@b3  … in box 3               … and so on; boxes row by row

Its clauses: at least one of each line, and no two of each line (pairwise); each clause only once. A set of
variables is one integer, with the bit 1 << v for variable v.
"""

from collections.abc import Sequence
from functools import cache

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""SYMBOLS[d] is the symbol of digit d; SYMBOLS[0] is a blank."""

ENCODING = "exactly one on every line, pairwise: variable (row * n + column) * n + digit, rows from 0"


class Rules:
    """The formula of one box shape, without any clues.

    `lines` has the variables of each line by its name. `peers` has, for each variable, the others that share
    a line with it. `literals` has, by a name such as `r4c7=3` or `r4c7!=3`, the sets of the variables that
    the literal affirms and denies.
    """

    def __init__(self, box_rows: int, box_columns: int) -> None:
        n = self.size = box_rows * box_columns
        self.lines: dict[str, int] = {}
        self.literals: dict[str, tuple[int, int]] = {}
        for variable in range(1, n**3 + 1):
            row, column, digit = (variable - 1) // n**2, (variable - 1) // n % n, (variable - 1) % n + 1
            box = row // box_rows * box_rows + column // box_columns
            place, symbol, bit = f"r{row + 1}c{column + 1}", SYMBOLS[digit], 1 << variable
            for line in (place, f"{symbol}@r{row + 1}", f"{symbol}@c{column + 1}", f"{symbol}@b{box + 1}"):
                self.lines[line] = self.lines.get(line, 0) | bit
            self.literals |= {f"{place}={symbol}": (bit, 0), f"{place}!={symbol}": (0, bit)}
        self.peers = [0] * (n**3 + 1)
        for together in self.lines.values():
            for variable in members(together):
                self.peers[variable] |= together ^ 1 << variable

    def variables_of(self, cells: Sequence[int]) -> list[int]:
        """For each cell with a digit, the variable that says so; 0 is a blank."""
        return [cell * self.size + digit for cell, digit in enumerate(cells) if digit]


rules_of = cache(Rules)
"""The formula of a box shape, made once: `rules_of(box_rows, box_columns)`."""


def members(variables: int) -> list[int]:
    """The variables of a set, in ascending order.

    >>> members(1 << 3 | 1 << 12)
    [3, 12]
    """
    found = []
    while variables:
        found.append((variables & -variables).bit_length() - 1)
        variables &= variables - 1
    return found


@cache
def _base(rules: Rules) -> list[str]:
    """The clauses that are the same for all puzzles."""
    clauses = [" ".join(map(str, members(line))) for line in rules.lines.values()]
    for variable, peers in enumerate(rules.peers):
        clauses += [f"-{variable} -{peer}" for peer in members(peers >> variable << variable)]
    return clauses


def dimacs(rules: Rules, clues: Sequence[int], solution: Sequence[int] | None) -> str:
    """The formula of a puzzle in DIMACS: rules, clues and, if a solution is given, "not this solution"."""
    clauses = [*_base(rules), *map(str, rules.variables_of(clues))]
    if solution is not None:
        clauses.append(" ".join(f"-{variable}" for variable in rules.variables_of(solution)))
    return f"p cnf {rules.size**3} {len(clauses)}\n" + "".join(f"{clause} 0\n" for clause in clauses)
