"""The steps of a method as JSON rows for a page: those of `explain --json --verify`, and what a page shows.

sentence   the step in words, in parts with roles (see `step_sentences.parts`)
board      the cells that look different after the step (see `board_changes`)
depth      how many guesses and readings are in force before the step
check      what verifying found, in a few words; null where there was nothing to ask
holds_in   of a guess: every solution, some solutions or no solution; null without time
"""

from __future__ import annotations

from sudocube.explanation import ExplanationOutcome, StepHistory, StepTally, StepVerifier
from sudocube.explanation.cell_choices import CHOSEN_RULES, left_at, single_at
from sudocube.explanation.solving_state import SolvingState
from sudocube.explanation.steps_file import verified_row
from sudocube.puzzle import Puzzle
from sudocube.report.board_changes import BoardChanges
from sudocube.report.explained import check_in_words, outcome_in_words, steps_in_numbers
from sudocube.report.json_rows import PAGE, Row, board_row
from sudocube.report.row import as_dict
from sudocube.report.step_sentences import parts, sentence
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step, StepKind


class ExplainedRows:
    """Makes the row of each step of a puzzle, in their order, and the row of the end; to be closed after use.

    Each step is verified; `timeout` in seconds is for verifying all of them. Raises what `StepVerifier`
    raises.
    """

    def __init__(self, puzzle: Puzzle, *, timeout: float | None = None) -> None:
        self._puzzle = puzzle
        self._verifier = StepVerifier(puzzle, timeout=timeout)
        self._history = StepHistory(puzzle)
        self._board = BoardChanges(puzzle.cells, puzzle.geometry)
        self.tally = StepTally()

    def row(self, step: Step) -> Row:
        """The row of the next step."""
        now = self._history.context(step)
        words = sentence(step, now.state, now.tried, solutions=now.solutions)
        holds_in = self._verifier.standing(step) if step.kind is StepKind.GUESS else None
        verified = self._verifier.verified(step)
        check = check_in_words(verified)
        self._history.advance(step, is_right=not verified.is_refuted)
        self.tally.add_verified(verified)
        state = self._history.state
        return {
            **verified_row(verified, self._puzzle.geometry),
            "chosen": step.rule in CHOSEN_RULES,
            "sentence": parts(words),
            "board": self._board.to(state.masks, state.filled),
            "depth": now.depth,
            "check": check,
            "holds_in": holds_in,
        }

    def end(self, method: str, outcome: ExplanationOutcome, *, is_cut: bool) -> Row:
        """The row of the end, as `explain --json` has it, and what a page shows.

        `cut` says that there are more steps, `in_words` what the command line prints below the steps, and
        `refuted_assumptions` which assumptions are in no solution, if the steps have shown that.
        """
        self.tally.set_outcome(outcome)
        grids = [*self._history.solutions]
        words = outcome_in_words(self.tally, len(grids), is_verified=True)
        summary = steps_in_numbers(self.tally, method, grids, is_verified=True)
        assumed = self._history.state.assumptions
        is_refuted = bool(assumed) and outcome is ExplanationOutcome.OPEN and not is_cut
        name = self._puzzle.geometry.cell_name
        return {
            **PAGE,
            **board_row(self._puzzle),
            "summary": as_dict(summary),
            "cut": is_cut,
            "in_words": [*map("".join, words)],
            "refuted_assumptions": [[name(cell), digit] for cell, digit in assumed] if is_refuted else [],
        }

    def close(self) -> None:
        """Free the SAT solvers."""
        self._verifier.close()


def single_row(state: SolvingState, cell: int) -> Row:
    """The row of a cell that somebody chose: the single that fills it now, or what it can hold.

    >>> row = single_row(SolvingState(Puzzle("1... ..2. .3.. ...4")), 3)
    >>> row["cell"], row["digit"], row["term"], row["candidates"]
    ('r1c4', 3, 'naked single', [3])
    """
    single = single_at(state, cell)
    return {
        "cell": state.puzzle.geometry.cell_name(cell),
        "holds": state.filled[cell] or None,
        "candidates": [] if state.filled[cell] else list(left_at(state, cell)),
        "digit": None if single is None else single.digits[0],
        "term": None if single is None else single.rule.term,
        "unit": None if single is None or single.unit is None else single.unit.name,
        "sentence": None if single is None else parts(sentence(single, state)),
    }


def method_rows() -> list[Row]:
    """A row for each documented method: its name, what it does, whether it decides every puzzle."""
    return [
        {"method": one.name, "summary": one.summary, "complete": one.is_complete} for one in METHODS.values()
    ]
