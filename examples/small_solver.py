"""A small SAT solver, in forty lines: unit propagation, and a guess where nothing is forced.

It knows nothing about Sudoku. `encode` writes a puzzle for it, and `decode` checks what it prints:

    sudocube encode examples/formats/stars.txt --encoding extended --to dimacs -o puzzle.cnf
    python examples/small_solver.py puzzle.cnf | sudocube decode examples/formats/stars.txt -

Break it (leave out a clause, for example), and see how `decode` finds the mistake.
"""

import sys
from pathlib import Path


def read(text: str) -> list[list[int]]:
    """The clauses of a DIMACS file that has one on each text line."""
    lines = [line for line in text.splitlines() if line and line[0] not in "cp"]
    return [[int(word) for word in line.split()[:-1]] for line in lines]


def solve(clauses: list[list[int]]) -> set[int] | None:
    """The literals of a model; None where there is none."""
    within: dict[int, list[list[int]]] = {}
    for clause in clauses:
        for literal in clause:
            within.setdefault(literal, []).append(clause)

    def forced(true: set[int], waiting: list[int]) -> bool:
        """Make the waiting literals true, and all that follows; False at a contradiction."""
        while waiting:
            literal = waiting.pop()
            if -literal in true:
                return False
            if literal in true:
                continue
            true.add(literal)
            for clause in within.get(-literal, ()):  # these have one more literal that is false
                if true.isdisjoint(clause):
                    left = [other for other in clause if -other not in true]
                    if not left:
                        return False
                    if len(left) == 1:
                        waiting.append(left[0])
        return True

    def search(true: set[int], waiting: list[int]) -> set[int] | None:
        if not forced(true, waiting):
            return None
        for clause in clauses:
            if true.isdisjoint(clause):
                guess = next(other for other in clause if -other not in true)
                return search(set(true), [guess]) or search(true, [-guess])
        return true

    return search(set(), [clause[0] for clause in clauses if len(clause) == 1])


def main(file: str) -> None:
    """Print the answer as the competitions of SAT solvers ask for it: text lines `s` and `v`."""
    clauses = read(Path(file).read_text("utf-8"))
    model = solve(clauses)
    print("s SATISFIABLE" if model is not None else "s UNSATISFIABLE")
    if model is not None:
        variables = range(1, max(abs(literal) for clause in clauses for literal in clause) + 1)
        print("v", *(v if v in model else -v for v in variables), 0)


if __name__ == "__main__":
    main(sys.argv[1])
