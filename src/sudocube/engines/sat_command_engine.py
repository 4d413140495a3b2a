"""The engines `sat:ENCODING@command:CMD`: a CNF encoding, and any SAT solver that is a program.

The program is started for each search, with the name of a file in DIMACS in the place of `{}`, or at the
end. It says whether the formula is satisfiable as the competitions of SAT solvers ask for, and shows a model:
on standard output, or in a file whose name stands in the place of `{out}`.

After each solution, a clause that forbids it is added to the formula, and the program is started again. So
"unique" rests on two answers: a solution that the referee passed, and a refutation of all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.encoder.cnf import Formula, formula
from sudocube.encoder.own_clause_file import check_size
from sudocube.encoder.puzzle_formula import DIMACS, PuzzleFormula, add_clues, with_clauses
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, Answer, Found, SearchEngine, Traits, Undecided
from sudocube.engines.sat_program import SatProgram
from sudocube.errors import EngineError, RefutedError, reason_of
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.sat import SudokuFormula
from sudocube.solver_texts.model_checking import ModelChecker, ModelError
from sudocube.solver_texts.solver_output import Model, SolverOutput, SolverStatus


class SatCommandEngine(SearchEngine):
    """One encoding and one program, for all geometries."""

    def __init__(self, encoding: Encoding, command: str) -> None:
        """Raises UnsupportedError where the command cannot be split, or there is no such program."""
        self.name = f"sat:{encoding.name}@command:{command}"
        self.traits = Traits(
            pencilmarks=encoding.variables == "direct" and not encoding.per_puzzle,
            default_timeout=OUTSIDER_TIMEOUT,
        )
        self._encoding, self._solver = encoding, SatProgram(command, encoding)
        self._rules: dict[Geometry, Formula] = {}
        self._why_unknown: str | None = None

    def answer(
        self,
        puzzle: Puzzle,
        *,
        limit: int = 2,
        timeout: float | None = None,
        on_result: Callable[[Grid], object] | None = None,
    ) -> Answer:
        """Look for up to `limit` solutions for up to `timeout` seconds, or 10 s; see `Engine.answer`.

        Raises RefutedError for a wrong model, EngineError where the program fails, UnsupportedError for
        pencilmarks that the encoding does not take and on Windows, and ValueError for a limit that is not an
        integer of at least 1 and for a timeout that is not above 0 (TypeError for one that is no number).
        """
        seconds = OUTSIDER_TIMEOUT if timeout is None else timeout
        return super().answer(puzzle, limit=limit, timeout=seconds, on_result=on_result)

    def close(self) -> None:
        """End the program, and what starts it."""
        self._solver.close()

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], clock: Clock) -> bool:
        """Find one solution after the other; see `SearchEngine.search`.

        Raises RefutedError for a model that is wrong, and EngineError where the program fails. Where it does
        not know, or does not show its model, the search ends and the answer says why.
        """
        self._why_unknown = None
        stated = self._formula(puzzle, clock)
        models = _Models(stated)
        with temporary_folder() as folder:
            while True:
                file = folder / "puzzle.cnf"
                with file.open("w", encoding="ascii") as stream:
                    for batch in DIMACS.text(stated):
                        clock.check()
                        stream.write(batch)
                output = self._solver.run(file, clock)
                grids = models.new_grids(output, clock)
                if output.status is SolverStatus.UNSATISFIABLE:
                    return True
                if not grids:
                    self._why_unknown = self._solver.why_no_model(output.status, is_first=not models.shown)
                    return False
                for grid in grids:
                    if not found(grid):
                        return False
                    clause = models.excluding(grid)
                    if not clause:  # no cell is blank
                        return True
                    stated = with_clauses(stated, [clause])

    def _formula(self, puzzle: Puzzle, clock: Clock) -> PuzzleFormula:
        """The puzzle as clauses, with one for each candidate that its pencilmarks rule out."""
        shape = puzzle.geometry
        if shape not in self._rules:
            check_size(self._encoding, shape)
            self._rules[shape] = formula(self._encoding, shape, clock)
        rules = self._rules[shape]
        stated = add_clues(rules, puzzle, clock)
        if puzzle.candidates is None:
            return stated
        ruled_out = SudokuFormula(rules).literals(puzzle)[len(rules.literals(puzzle.cells)) :]
        return with_clauses(stated, [[literal] for literal in ruled_out])

    def _finish(self, answer: Found | Undecided) -> Answer:
        return answer if self._why_unknown is None else replace(answer, reason=self._why_unknown)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is removed at the end; raises EngineError where there cannot be one."""
    try:
        folder = TemporaryDirectory(prefix="sudocube-", ignore_cleanup_errors=True)
    except OSError as error:
        raise EngineError(f"there is no folder for files: {reason_of(error)}") from None
    with folder as name:
        yield Path(name)


class _Models:
    """The models that a program shows of one puzzle, as grids; `shown` are all so far."""

    def __init__(self, stated: PuzzleFormula) -> None:
        self._puzzle, self._encoding = stated.puzzle, stated.encoding
        self._sudoku, self._checker = (
            SudokuFormula(stated),
            ModelChecker(stated.puzzle, stated.encoding, formula=stated),
        )
        self.shown: set[Grid] = set()

    def excluding(self, grid: Grid) -> list[int]:
        """The clause that forbids this solution."""
        return [*self._sudoku.excluding(grid, self._puzzle)]

    def new_grids(self, output: SolverOutput, clock: Clock) -> list[Grid]:
        """The grids of an output, which a clause forbids from now on.

        Raises RefutedError for a model that breaks a clause, or whose grid is no solution, EngineError for
        what is no model of the formula, such as one that is cut off, and TimeoutError.
        """
        models = output.models
        if output.status is SolverStatus.SATISFIABLE and not self._checker.count:
            models = models or ({},)  # the model of a formula without variables
        grids = {self._grid(model, clock, is_sparse=output.is_sparse): None for model in models}
        self.shown.update(grids)
        return [*grids]

    def _grid(self, model: Model, clock: Clock, *, is_sparse: bool) -> Grid:
        """The grid of a model, after every check."""
        try:
            values = self._checker.values(model, is_sparse=is_sparse)
        except ModelError as error:
            raise EngineError(f"garbled: {error}") from error
        broken = self._checker.broken_clause(values, clock)
        every = f"the model satisfies every clause, so the encoding {self._encoding.name} is wrong"
        because = every if broken is None else f"in the model {broken}"
        try:
            grid = self._checker.grid(values)
        except ModelError as error:
            raise RefutedError(f"its model is no grid: {error}; {because}") from error
        if refused := referee(grid, self._puzzle):
            raise RefutedError(f"the referee refuses the solution {grid}: {refused}; {because}", refused=grid)
        if broken is not None:
            why = f"its model is wrong, although the grid is right: {broken}"
            raise RefutedError(why, passed=[grid], contradicts_itself=True)
        if grid in self.shown:
            why = f"it gives the solution {grid} again, although a clause forbids it"
            raise RefutedError(why, passed=[grid], contradicts_itself=True)
        return grid
