"""The engines `sat:ENCODING@command:CMD`: a CNF encoding, and any SAT solver that is a program.

The program is started for each search, with the name of a file in DIMACS in the place of `{}`, or at the
end. It says whether the formula is satisfiable as the competitions of SAT solvers ask for, and shows a model:
on standard output, or in a file whose name stands in the place of `{out}`.

After each solution, a clause that forbids it is added to the formula, and the program is started again. So
"unique" rests on two answers: a solution that the referee passed, and a refutation of all others.

It may answer by its exit status, by what it prints, and by the file that it writes: in one of these ways or
in several, and all that it says has to agree. Nothing is concluded from a program that was ended by a signal,
and no UNSATISFIABLE counts from one that ended with an unusual status: it may have broken off. A model counts
in any case, because it is checked.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Mapping
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.encoder.puzzle_formula import DIMACS, PuzzleFormula, add_clues, with_clauses
from sudocube.engines.outsiders import PLACE, words_of_command
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, Traits
from sudocube.engines.sat_engine import CnfEngine
from sudocube.errors import EngineError, FormatError, InputError, RefutedError, UndecidedError, quoted
from sudocube.processes.container import Contained, memory_limit
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from sudocube.sat import SudokuFormula
from sudocube.solver_texts.competition_formats import read_dimacs
from sudocube.solver_texts.model_checking import ModelChecker, ModelError
from sudocube.solver_texts.solver_output import (
    LONGEST_OUTPUT,
    Model,
    OutputText,
    SolverOutput,
    SolverStatus,
    read_output_text,
)

OUTPUT_FILE = "{out}"
"""What stands in a command for a file that the program writes its model to."""

EXIT_CODES = {10: SolverStatus.SATISFIABLE, 20: SolverStatus.UNSATISFIABLE}
"""The exit statuses that all competitions of SAT solvers ask for."""

EXPECTED = "s SATISFIABLE with a model, s UNSATISFIABLE, or an exit status of 10 or 20"


class SatCommandEngine(CnfEngine):
    """One encoding and one program, for all geometries."""

    def __init__(self, encoding: Encoding, command: str) -> None:
        """Raises UnsupportedError where the command cannot be split, or there is no such program."""
        super().__init__(encoding)
        self.name = f"sat:{encoding.name}@command:{command}"
        self.traits = Traits(pencilmarks=self.takes_pencilmarks, default_timeout=OUTSIDER_TIMEOUT)
        self._words = words_of_command(command)
        if not any(PLACE in word for word in self._words):
            self._words.append(PLACE)
        memory_limit()  # a mistake in it is told before anything is asked
        self._program: Contained | None = None

    def close(self) -> None:
        """End the program, and what starts it."""
        if self._program is not None:
            self._program.close()

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], clock: Clock) -> bool:
        """Find one solution after the other; see `SearchEngine.search`.

        Raises RefutedError for a model that is wrong, and EngineError where the program fails; UndecidedError
        where it does not know, or does not show its model.
        """
        stated = self._stated(puzzle, clock)
        sudoku, checker = SudokuFormula(stated), ModelChecker(puzzle, self._encoding, formula=stated)
        shown: set[Grid] = set()
        with TemporaryDirectory(prefix="sudocube-", ignore_cleanup_errors=True) as folder:
            while True:
                output = self._asked(stated, Path(folder), clock)
                if output.status is SolverStatus.UNSATISFIABLE:
                    return True
                models = output.models
                if output.status is SolverStatus.SATISFIABLE and not checker.count:
                    models = models or ({},)  # the model of a formula without variables
                if not models:
                    raise UndecidedError(self._why_no_model(output.status, is_first=not shown))
                grids = {_grid(checker, one, clock, shown, is_sparse=output.is_sparse): 0 for one in models}
                shown.update(grids)
                for grid in grids:
                    if not found(grid):
                        return False
                    clause = [*sudoku.excluding(grid, puzzle)]
                    if not clause:  # no cell is blank
                        return True
                    stated = with_clauses(stated, [clause])

    def _stated(self, puzzle: Puzzle, clock: Clock) -> PuzzleFormula:
        """The puzzle as clauses, with one for each candidate that its pencilmarks rule out."""
        rules = self.rules(puzzle.geometry, clock)
        stated = add_clues(rules, puzzle, clock)
        if puzzle.candidates is None:
            return stated
        ruled_out = SudokuFormula(rules).literals(puzzle)[len(rules.literals(puzzle.cells)) :]
        return with_clauses(stated, [[literal] for literal in ruled_out])

    def _asked(self, stated: PuzzleFormula, folder: Path, clock: Clock) -> SolverOutput:
        """What the program says of a formula; it is given the time that the clock has.

        Raises TimeoutError when the time is over, and EngineError where the program fails, says nothing, or
        contradicts itself.
        """
        file, written = folder / "puzzle.cnf", folder / "output"
        written.unlink(missing_ok=True)
        with file.open("w", encoding="ascii") as stream:
            for batch in DIMACS.text(stated):
                clock.check()
                stream.write(batch)
        words = [word.replace(OUTPUT_FILE, str(written)).replace(PLACE, str(file)) for word in self._words]
        left = clock.seconds_left
        program = self._program = Contained(words, has_input=False, folder=str(folder))
        try:
            deadline = inf if left is None else monotonic() + left
            texts = {"its output": program.output(deadline, LONGEST_OUTPUT, answers_by_exit_code=True)}
        finally:
            program.close()
        if written.is_file():
            with written.open("rb") as model:
                texts["the file that it wrote"] = model.read(LONGEST_OUTPUT + 1)
        return what_it_says(self._words[0], texts, program.exit_code or 0, program.last_error_line, clock)

    def _why_no_model(self, status: SolverStatus, *, is_first: bool) -> str:
        """Why nothing is known after an answer without a model; `is_first` is about the first search."""
        name = self._words[0]
        if status is SolverStatus.UNKNOWN:
            return f"{name} says that it does not know"
        wanted = "let it print the model, in lines that begin with v"
        if not any(OUTPUT_FILE in word for word in self._words):
            wanted += f", or write it to a file that {OUTPUT_FILE} stands for: CMD {PLACE} {OUTPUT_FILE}"
        return (
            f"{name} says that there is {'a' if is_first else 'another'} solution, and shows none: {wanted}"
        )


def _grid(
    checker: ModelChecker, model: Model, clock: Clock, shown: Collection[Grid], *, is_sparse: bool
) -> Grid:
    """The grid of a model, after every check; `shown` are those that clauses forbid.

    Raises RefutedError for a model that breaks a clause, or whose grid is no solution, EngineError for
    what is no model of the formula, such as one that is cut off, and TimeoutError.
    """
    try:
        values = checker.values(model, is_sparse=is_sparse)
    except ModelError as error:
        raise EngineError(f"garbled: {error}") from error
    broken = checker.broken_clause(values, clock)
    every = f"the model satisfies every clause, so the encoding {checker.encoding.name} is wrong"
    because = every if broken is None else f"in the model {broken}"
    try:
        grid = checker.grid(values)
    except ModelError as error:
        raise RefutedError(f"its model is no grid: {error}; {because}") from error
    if refused := referee(grid, checker.puzzle):
        raise RefutedError(f"the referee refuses the solution {grid}: {refused}; {because}", refused=grid)
    if broken is not None or grid in shown:
        again = f"it gives the solution {grid} again, although a clause forbids it"
        why = f"its model is wrong, although the grid is right: {broken}" if broken else again
        raise RefutedError(why, passed=[grid], contradicts_itself=True)
    return grid


def what_it_says(
    name: str, texts: Mapping[str, bytes], code: int, last_error: str, clock: Clock
) -> SolverOutput:
    """The answer of a program from its texts, by the places where they stood, and from its exit code.

    `last_error` is its last line on standard error. Raises EngineError where it has failed, contradicts
    itself, or prints more than any answer has, and TimeoutError where the time is up.
    """
    said, models, is_sparse, printed = list[tuple[SolverStatus, str]](), list[Model](), False, ""
    for place, content in texts.items():
        try:
            text = OutputText(read_output_text(io.BytesIO(content), place), place, clock)
            output = read_dimacs(text)
        except (FormatError, InputError) as error:
            raise EngineError(f"garbled: {name}: {error}") from error
        if output is not None:
            said.append((output.status, f"in {place}"))
            models += output.models
            is_sparse = is_sparse or output.is_sparse
        elif not printed:
            printed = next((f"; it printed {quoted(line.strip())}" for _, line in text.lines()), "")
    if code in EXIT_CODES:
        said.append((EXIT_CODES[code], f"by its exit status {code}"))
    end = f": {quoted(last_error)}" if last_error else ""
    if not said:
        what = f"{name} ended with exit status {code} and no answer{end or printed}"
        raise EngineError(f"{what}; expected: {EXPECTED}")
    (status, where), *others = said
    for other, place in others:
        if other is not status:
            raise EngineError(f"garbled: {name} says {status} {where}, and {other} {place}")
    if code not in (0, *EXIT_CODES) and status is SolverStatus.UNSATISFIABLE:
        what = f"{name} says unsatisfiable, and ended with exit status {code}, not 20 or 0"
        raise EngineError(f"{what}: this does not count{end}")
    return SolverOutput(status, tuple(models), is_sparse)
