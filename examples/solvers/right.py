"""A right solver, in fifty lines of code; for each puzzle it prints `unique GRID`, `multiple` or `none`.

Try it: `sudocube test-solver "python examples/solvers/right.py"`. The wrong ones beside it
share most of it, and do one thing differently.
"""

import sys
from collections.abc import Iterator
from itertools import islice

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [list(column) for column in zip(*ROWS, strict=True)]
BOXES = [[27 * (k // 3) + 3 * (k % 3) + 9 * (n // 3) + n % 3 for n in range(9)] for k in range(9)]
UNITS = ROWS + COLUMNS + BOXES
PEERS = [{other for unit in UNITS if cell in unit for other in unit} - {cell} for cell in range(81)]
ALL = 0b111_111_111  # a set of digits: the last bit stands for 1, the first one for 9


def place(left: list[int], cell: int, digit: int) -> bool:
    """Place a digit, and each digit that is then the last one of a cell; False at a contradiction."""
    if not left[cell] & digit:
        return False
    left[cell] = digit
    for peer in PEERS[cell]:
        if left[peer] & digit:
            left[peer] -= digit
            if left[peer].bit_count() < 2 and not place(left, peer, left[peer]):
                return False
    return True


def search(left: list[int]) -> Iterator[str]:
    """The solutions, one after the other; `left` has for each cell the digits that it can still hold."""
    for unit in UNITS:
        once = twice = 0
        for cell in unit:
            once, twice = once | left[cell], twice | once & left[cell]
        if once != ALL:
            return  # a digit has no place left in the unit
        for cell in unit:
            digit = left[cell] & ~twice  # it has this place only
            if digit and digit != left[cell] and not place(left, cell, digit & -digit):
                return
    if not (blanks := [cell for cell in range(81) if left[cell].bit_count() > 1]):
        yield "".join(str(digit.bit_length()) for digit in left)
        return
    cell = min(blanks, key=lambda cell: left[cell].bit_count())
    for digit in [1 << k for k in range(9) if left[cell] >> k & 1]:
        guessed = left.copy()
        if place(guessed, cell, digit):
            yield from search(guessed)


def solutions(puzzle: str) -> Iterator[str]:
    """The solutions of a puzzle of 81 symbols, where `.` and `0` are blanks."""
    left = [ALL] * 81
    clues = [(cell, 1 << int(symbol) - 1) for cell, symbol in enumerate(puzzle) if symbol not in ".0"]
    if all(place(left, cell, digit) for cell, digit in clues):
        yield from search(left)


def answer(line: str) -> str:
    """What is printed for a line; a line that is no puzzle has no solution."""
    if len(line) != 81 or set(line) - set(".0123456789"):
        return "none"
    found = list(islice(solutions(line), 2))
    return f"unique {found[0]}" if len(found) == 1 else "multiple" if found else "none"


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)
