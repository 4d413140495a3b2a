"""Wrong: what was found for one puzzle is still there for the next one, after an early return.

Try it: `sudocube test-solver "python examples/solvers/wrong_state.py"`.
"""

import sys

from right import solutions

found: list[str] = []


def answer(line: str) -> str:
    """The first of two ways out does not clear the list: each single puzzle is answered right."""
    if len(line) != 81 or set(line) - set(".0123456789"):
        return "none"
    for grid in solutions(line):
        found.append(grid)
        if len(found) >= 2:
            return "multiple"
    said = f"unique {found[0]}" if found else "none"
    found.clear()
    return said


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)
