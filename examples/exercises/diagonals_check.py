"""The exercise of a variant: `clauses(n)`, Sudoku with each digit once on each of the two diagonals, too.

At 4×4, each of the 288 grids is tried, and all models are found. At 9×9, each way to break a rule has to be
impossible, and each clause has to follow from the rules. Clauses with auxiliary variables are only tried
there, on random grids.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from types import ModuleType

import judging
from judging import Clause, NotUnderstood, Wrong, function_of
from pysat.solvers import Solver as PySATSolver

from sudocube import Geometry
from sudocube.clock import Clock
from sudocube.cube import cube
from sudocube.encoder import Encoding, load
from sudocube.encoder.cnf import formula
from sudocube.errors import EncodingError, EngineError, UndecidedError
from sudocube.lab.encoded_clauses import Queries, encoded_clauses, every_grid
from sudocube.lab.functions import encoding_of
from sudocube.lab.soundness import soundness

FOUR, NINE = (Geometry.of_size(size) for size in (4, 9))
TRIES = 20


def check(program: ModuleType) -> Iterator[str]:
    """What is right, line by line. Raises Wrong."""
    function_of(program, "clauses")
    yield check_four(own_clauses(encoding(program, FOUR)))
    own = encoding(program, NINE)
    try:
        check_rules(own)
        check_diagonals(own_clauses(own))
        yield check_clauses(own_clauses(own))
    except TimeoutError:
        undecided = f"9×9: undecided after {judging.SECONDS:g} s; --timeout gives it more time"
        raise NotUnderstood(undecided) from None


def encoding(program: ModuleType, geometry: Geometry) -> Encoding:
    """The clauses that a program makes, in a process of its own. Raises NotUnderstood."""
    try:
        return encoding_of(f"python:{program.__file__}:clauses", geometry, timeout=judging.SECONDS)
    except (EncodingError, EngineError, UndecidedError) as error:
        raise NotUnderstood(str(error)) from None


def own_clauses(encoding: Encoding) -> list[Clause]:
    """The clauses themselves."""
    return [list(clause) for clause in encoding.own.clauses] if encoding.own else []


def diagonals(size: int) -> dict[str, list[int]]:
    """The cells of the two diagonals, by name."""
    return {
        f"the diagonal from r1c1 to r{size}c{size}": [size * k + k for k in range(size)],
        f"the diagonal from r1c{size} to r{size}c1": [size * k + size - 1 - k for k in range(size)],
    }


def broken(cells: Sequence[int], size: int) -> str:
    """What a valid grid does wrong on a diagonal; empty for nothing."""
    for name, places in diagonals(size).items():
        digits = [cells[place] for place in places]
        if twice := sorted({digit for digit in digits if digits.count(digit) > 1}):
            return f"{twice[0]} stands more than once on {name}"
    return ""


def drawing(cells: Sequence[object], size: int) -> str:
    """A grid, one row a line, indented."""
    widest = max(len(str(cell)) for cell in cells)
    rows = [cells[k : k + size] for k in range(0, size * size, size)]
    return "\n".join("  " + " ".join(f"{cell!s:>{widest}}" for cell in row) for row in rows)


def check_four(clauses: list[Clause]) -> str:
    """Whether the models at 4×4 are the grids with both diagonals. Raises Wrong."""
    grids = [grid.cells for grid in every_grid(FOUR)]
    kept = [cells for cells in grids if not broken(cells, 4)]
    with PySATSolver("glucose4", bootstrap_with=clauses) as solver:
        for cells in grids:
            check_grid(solver, clauses, cells, 4)
        check_models(solver, kept)
    return f"4×4: right; of the {len(grids)} grids, {len(kept)} have both diagonals, and these are its models"


def check_grid(solver: PySATSolver, clauses: list[Clause], cells: Sequence[int], size: int) -> None:
    """Whether a valid grid is a model exactly where its diagonals are right. Raises Wrong."""
    elements = [size * cell + digit for cell, digit in enumerate(cells)]
    true = set(elements)
    literals = [v if v in true else -v for v in range(1, size**3 + 1)]
    wrong = broken(cells, size)
    is_model = solver.solve(assumptions=literals)
    if is_model and wrong:
        raise Wrong(f"{size}×{size}: it allows this grid, but {wrong}\n{drawing(cells, size)}")
    if not is_model and not wrong:
        known = set(literals)
        raise lost(
            cells, size, next((clause for clause in clauses if known.issuperset(negated(clause))), None)
        )


def negated(clause: Clause) -> Clause:
    """What is assumed where a clause is to be false."""
    return [-literal for literal in clause]


def lost(cells: Sequence[int], size: int, clause: Clause | None) -> Wrong:
    """A right grid that is no model, with the clause that forbids it, if one alone does."""
    why = "its clauses together forbid it" if clause is None else f"clause {clause!r} forbids it"
    is_right = f"{size}×{size}: it forbids this grid, which is right, both diagonals included"
    return Wrong(f"{is_right}: {why}\n{drawing(cells, size)}")


def check_models(solver: PySATSolver, kept: list[bytes]) -> None:
    """Whether there is no model at 4×4 but these grids. Raises Wrong."""
    for cells in kept:
        solver.add_clause([-(4 * cell + digit) for cell, digit in enumerate(cells)])
    if solver.solve():
        model = set(solver.get_model() or ())
        digits = ["".join(str(d) for d in range(1, 5) if 4 * cell + d in model) or "." for cell in range(16)]
        raise Wrong(
            "4×4: it has a model that is no such grid; these are the digits of each cell\n"
            + drawing([f"[{one}]" if len(one) > 1 else one for one in digits], 4)
        )


def check_rules(own: Encoding) -> None:
    """Whether each model at 9×9 is a valid grid, as `encodings prove` asks. Raises Wrong, TimeoutError."""
    found = soundness(encoded_clauses(own, NINE), Clock(judging.SECONDS))
    if found.counter_grid:
        cells = [str(cell or ".") for cell in found.counter_grid.grid.cells]
        for cell, digits in found.counter_grid.crowded.items():
            cells[cell] = f"[{''.join(map(str, digits))}]"
        words = found.counter_grid.violation.in_words(NINE)
        raise Wrong(f"9×9: it has a model that is no grid: {words}\n{drawing(cells, 9)}")
    if found.holds is None:
        raise TimeoutError


def check_diagonals(clauses: list[Clause]) -> None:
    """Whether no digit stands twice on a diagonal at 9×9. Raises Wrong, TimeoutError."""
    both = [*clauses, *rules()]  # check_rules has found that the rules follow
    top = max(abs(literal) for clause in both for literal in clause)
    with Queries(both, top, Clock(judging.SECONDS)) as queries:
        for lines in lines_of_diagonals():
            if all(queries.refuted_by_propagation(negated(line)) for line in lines):
                continue  # nine digits have a place in nine cells: each has one
            for line in lines:
                for pair in combinations(line, 2):
                    if not queries.is_refuted(pair):
                        cells = cells_of(queries.model())
                        raise Wrong(f"9×9: it allows this grid, but {broken(cells, 9)}\n{drawing(cells, 9)}")


def check_clauses(clauses: list[Clause]) -> str:
    """Whether each clause at 9×9 follows from the rules and the diagonals. Raises Wrong, TimeoutError."""
    direct = [clause for clause in clauses if all(abs(literal) <= 729 for literal in clause)]
    with Queries(rules_with_diagonals(), 729, Clock(judging.SECONDS)) as queries:
        for clause in direct:
            if not queries.is_refuted(negated(clause)):
                raise lost(cells_of(queries.model()), 9, clause)
    if len(direct) == len(clauses):
        return (
            f"9×9: right; no rule can be broken, and each of {len(clauses):,} clauses follows from the rules"
        )
    with PySATSolver("glucose4", bootstrap_with=clauses) as solver:
        for cells in with_diagonals():
            check_grid(solver, clauses, cells, 9)
    return f"9×9: no rule can be broken; auxiliary variables were tried on {TRIES} random grids, none is lost"


def rules() -> list[Clause]:
    """The rules of 9×9 without the diagonals."""
    return [list(clause) for clause in formula(load("extended"), NINE).clauses]


def lines_of_diagonals() -> list[list[Clause]]:
    """For each diagonal the variables of each digit."""
    return [[[9 * cell + digit for cell in of] for digit in range(1, 10)] for of in diagonals(9).values()]


def rules_with_diagonals() -> list[Clause]:
    """The rules of 9×9, both diagonals included."""
    lines = [line for lines in lines_of_diagonals() for line in lines]
    return [*rules(), *lines, *([-x, -y] for line in lines for x, y in combinations(line, 2))]


def cells_of(model: Sequence[int]) -> bytes:
    """The digits of a model that is a grid of 9×9."""
    return cube(NINE).grid([v - 1 for v in model[:729] if v > 0]).cells


def with_diagonals() -> Iterator[bytes]:
    """Random grids of 9×9 whose diagonals are right."""
    rng = Random(9)
    with PySATSolver("glucose4", bootstrap_with=rules_with_diagonals()) as solver:
        for _ in range(TRIES):
            solver.set_phases([rng.choice((v, -v)) for v in range(1, 730)])
            solver.solve()
            yield cells_of(solver.get_model())
