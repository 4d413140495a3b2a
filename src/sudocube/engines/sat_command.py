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
from contextlib import closing
from math import inf
from time import monotonic

from sudocube.clock import Clock
from sudocube.encoder import Encoding
from sudocube.encoder.puzzle_formula import DIMACS, PuzzleFormula, add_clues, with_clauses
from sudocube.engines.outsiders import words_of_command
from sudocube.engines.protocol import OUTSIDER_TIMEOUT, FoundSolutions, Traits
from sudocube.engines.sat_engine import CnfEngine
from sudocube.errors import EngineError, FormatError, InputError, UndecidedError, quoted
from sudocube.processes.container import Contained
from sudocube.processes.supervisor import OUTPUT_FILE, PLACE
from sudocube.puzzle import Puzzle
from sudocube.sat import SudokuFormula
from sudocube.solver_texts.competition_formats import read_dimacs
from sudocube.solver_texts.solver_output import (
    LONGEST_OUTPUT,
    OutputText,
    SolverOutput,
    SolverStatus,
    read_output_text,
)

EXIT_CODES = {10: SolverStatus.SATISFIABLE, 20: SolverStatus.UNSATISFIABLE}
"""The exit statuses that all competitions of SAT solvers ask for."""

NO_MODEL = (
    "it says that there is a solution, and shows none: let it print the model, in lines that begin with v,"
    f" or write it to a file that {OUTPUT_FILE} stands for: CMD {PLACE} {OUTPUT_FILE}"
)

EXPECTED = "s SATISFIABLE with a model, s UNSATISFIABLE, or an exit status of 10 or 20"


class SatCommandEngine(CnfEngine):
    """One encoding and one program, for all geometries."""

    def __init__(self, encoding: Encoding, command: str) -> None:
        """Raises UnsupportedError where the command cannot be split, or there is no such program."""
        super().__init__(encoding)
        self.name = f"sat:{encoding.name}@command:{command}"
        self.traits = Traits(
            pencilmarks=self.takes_pencilmarks, is_outside=True, default_timeout=OUTSIDER_TIMEOUT
        )
        self._words = words_of_command(command)
        if not any(PLACE in word for word in self._words):
            self._words.append(PLACE)

    def search(self, puzzle: Puzzle, found: FoundSolutions, clock: Clock) -> None:
        """Find one solution after the other; see `SearchEngine.search`.

        Raises RefutedError for a model that is no grid, EngineError where the program fails, and
        UndecidedError where it does not know, or does not show its model.
        """
        rules = self.rules(puzzle.geometry, clock)
        stated = add_clues(rules, puzzle, clock)
        if puzzle.candidates is not None:
            stated = with_clauses(stated, [[literal] for literal in SudokuFormula(rules).literals(puzzle)])
        sudoku = SudokuFormula(stated)
        while (output := self._asked(stated, clock)).status is not SolverStatus.UNSATISFIABLE:
            if output.status is SolverStatus.UNKNOWN:
                raise UndecidedError(f"{self._words[0]} says that it does not know")
            grid = sudoku.grid(_literals(output, stated.variables))
            found.add(grid)
            if not (clause := [*sudoku.excluding(grid, puzzle)]):  # no cell is blank
                return
            stated = with_clauses(stated, [clause])

    def _asked(self, stated: PuzzleFormula, clock: Clock) -> SolverOutput:
        """What the program says of a formula; it is given the time that the clock has.

        Raises TimeoutError when the time is over, and EngineError where the program fails, says nothing, or
        contradicts itself.
        """
        formula = bytearray()
        for batch in DIMACS.text(stated):
            clock.check()
            formula += batch.encode("ascii")
        deadline = monotonic() + (clock.timeout_left or inf)
        with closing(Contained(self._words, given=bytes(formula))) as program:
            program.end_input()
            printed = program.output(deadline, LONGEST_OUTPUT, answers_by_exit_code=True)
        return what_it_says(self._words[0], printed, program.exit_code or 0, program.last_error_line, clock)


def _literals(output: SolverOutput, variables: int) -> list[int]:
    """The literals of the model.

    Raises UndecidedError where none is shown, and EngineError for one that is cut off, or of another formula.
    """
    if variables and not output.models:  # a formula without variables has a model that says nothing
        raise UndecidedError(NO_MODEL)
    model = output.models[0] if output.models else {}
    if model.keys() != {*range(1, variables + 1)}:
        raise EngineError(f"garbled: the model has {len(model)} variables, and the formula {variables}")
    return [variable if value else -variable for variable, value in model.items()]


def what_it_says(name: str, printed: bytes, code: int, last_error: str, clock: Clock) -> SolverOutput:
    """The answer of a program from all that it has printed and written, and from its exit code.

    `last_error` is its last line on standard error. Raises EngineError where it has failed, contradicts
    itself, or prints more than any answer has, and TimeoutError where the time is up.
    """
    try:
        text = OutputText(read_output_text(io.BytesIO(printed), "its output"), "its output", clock)
        output = read_dimacs(text)
    except (FormatError, InputError) as error:
        raise EngineError(f"garbled: {name}: {error}") from error
    by_code = EXIT_CODES.get(code)
    if output is None and by_code is None:
        last_words = quoted(last_error or text.text.strip())
        what = f"ended with exit status {code} and no answer; it printed {last_words}"
        raise EngineError(f"{name} {what}; expected: {EXPECTED}")
    output = output or SolverOutput(by_code or SolverStatus.UNKNOWN)
    has_broken_off = output.status is SolverStatus.UNSATISFIABLE and code not in (0, 20)
    if has_broken_off or by_code not in (None, output.status):
        what = f"{name} says {output.status}, and ended with exit status {code}"
        raise EngineError(f"garbled: {what}: this does not count")
    return output
