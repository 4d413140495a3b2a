"""Rows that only the page of `sudocube serve` gets: steps with their sentences, and proofs.

A step has the fields of `explain --json --verify`, and these:

sentence   the step in words, in parts with roles (see `step_sentences.parts`)
board      the cells that look different after the step (see `BoardChanges`)
depth      how many guesses and readings are in force before and after the step
check      what verifying found, in a few words; null where there was nothing to ask
holds_in   of a guess: every solution, some solutions or no solution; null without time
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sudocube.explanation import ExplanationOutcome, StepTally, StepVerifier
from sudocube.explanation.cell_choices import CHOSEN_RULES, left_at, single_at
from sudocube.explanation.solving_state import SolvingState
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Puzzle
from sudocube.report.certificates import CertifiedRow, VerifiedRow
from sudocube.report.explained import outcome_in_words, steps_in_numbers
from sudocube.report.row import as_dict, filled, row_of
from sudocube.report.step_rows import step_row
from sudocube.report.step_sentences import parts, sentence, told_events, unit_and_digit
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step, StepKind, digits_of
from sudocube.trusted import rules_of
from sudocube.verdicts.certificates import Certificate, CertificateVerification
from sudocube.verdicts.proof_reading import (
    ProofEvent,
    ProofEventKind,
    ProofLiteral,
    clause_cells,
)

Row = dict[str, Any]

PAGE: Row = {"index": 1, "source": "page"}
"""The place of the one puzzle that is on the page of `sudocube serve`."""


def board_row(puzzle: Puzzle) -> Row:
    """The fields that say all of a puzzle: its cells and the shape of its boxes."""
    return {"puzzle": str(puzzle), "box": puzzle.geometry.box_name}


def size_row(geometry: Geometry) -> Row:
    """The fields that name a geometry."""
    return {"size": geometry.size, "box": geometry.box_name}


class BoardChanges:
    """Follows what a board shows; at the beginning, the clues, and all digits as candidates of the blanks.

    `clues` has the digit of each cell, 0 for a blank.

    >>> board = BoardChanges([1] + 15 * [0], Geometry(2, 2))
    >>> board.to([1, 0b1110, *14 * [0b1111]], [1] + 15 * [0])
    {'r1c2': '234'}
    """

    def __init__(self, clues: Sequence[int], geometry: Geometry) -> None:
        self._geometry = geometry
        every = "".join(SYMBOLS[digit] for digit in geometry.digits)
        self._shown = [f"={SYMBOLS[clue]}" if clue else every for clue in clues]

    def to(self, masks: Sequence[int], filled: Sequence[int]) -> dict[str, str]:
        """The cells that look different now, by name.

        `masks` has the candidates of each cell, bit d - 1 for digit d, and `filled` its digit, 0 for a blank.
        """
        changed = {}
        for cell, (mask, digit) in enumerate(zip(masks, filled, strict=True)):
            candidates = "".join(SYMBOLS[one] for one in digits_of(mask))
            now = f"={SYMBOLS[digit]}" if digit else candidates
            if now != self._shown[cell]:
                self._shown[cell] = changed[self._geometry.cell_name(cell)] = now
        return changed


class ExplainedRows:
    """Makes the row of each step of a puzzle, in their order, and the row of the end; to be closed after use.

    Each step is verified; `timeout` in seconds is for verifying all of them. Raises what `StepVerifier`
    raises.
    """

    def __init__(self, puzzle: Puzzle, *, timeout: float | None = None) -> None:
        self._puzzle = puzzle
        self._verifier = StepVerifier(puzzle, timeout=timeout)
        self._board = BoardChanges(puzzle.cells, puzzle.geometry)
        self.tally = StepTally()

    def row(self, step: Step) -> Row:
        """The row of the next step."""
        holds_in = self._verifier.standing(step) if step.kind is StepKind.GUESS else None
        result = self._verifier.verified(step)
        self.tally.add(result)
        state = self._verifier.state
        return {
            **as_dict(step_row(result, self._puzzle.geometry, is_verified=True)),
            "chosen": step.rule in CHOSEN_RULES,
            "sentence": parts(sentence(result.step)),
            "board": self._board.to(state.masks, state.filled),
            "depth": min(result.step.context.depth, state.depth),
            "check": result.finding,
            "holds_in": holds_in,
        }

    def end(self, method: str, outcome: ExplanationOutcome, *, is_cut: bool) -> Row:
        """The row of the end, as `explain --json` has it, and what a page shows.

        `cut` says that there are more steps, `in_words` what the command line prints below the steps, and
        `refuted_assumptions` which assumptions are in no solution, if the steps have shown that.
        """
        self.tally.end(outcome)
        state = self._verifier.state
        words = outcome_in_words(self.tally, state.found, is_verified=True)
        summary = steps_in_numbers(self.tally, method, state, is_verified=True)
        assumed = state.assumptions
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
        "sentence": None if single is None else parts(sentence(replace(single, context=state))),
    }


def method_rows() -> list[Row]:
    """A row for each documented method: its name, what it does, whether it decides every puzzle."""
    return [
        {"method": one.name, "summary": one.summary, "complete": one.is_complete} for one in METHODS.values()
    ]


def certificate_row(certificate: Certificate) -> Row:
    """The row of `certify --json` for a puzzle, with its solutions and the text of its certificate."""
    text = certificate.text if certificate.verdict.is_decided else None
    row = as_dict(row_of(CertifiedRow, certificate, **PAGE))
    return {**row, "solutions": [*map(str, certificate.solutions)], "certificate": text}


def proof_event_rows(certificate: Certificate) -> Iterator[Row]:
    """The rows of a proof, event by event, each step checked by the trusted code on the way.

    None for a certificate without a proof. Raises Refused where the proof does not hold.
    """
    if (puzzle := certificate.puzzle) is None:
        return
    shape = puzzle.geometry
    rules = rules_of(shape.box_rows, shape.box_columns)
    board = BoardChanges(puzzle.cells, shape)
    learned: dict[str, tuple[ProofLiteral, ...]] = {}
    for number, (event, words) in enumerate(told_events(certificate), 1):
        if event.kind is ProofEventKind.LEARNED:
            learned[f"#{event.step}"] = event.literals
        cells = clause_cells(event.clause, rules, learned)
        yield {
            "event": number,
            "kind": event.kind,
            "step": event.step,
            "clause": event.clause or None,
            "unit": unit_and_digit(event.clause)[0] or None,
            "cells": [shape.cell_name(cell) for cell in cells],
            "literals": _literals(event, shape),
            "sentence": parts(words),
            "board": board.to(event.masks, event.filled),
        }


def _literals(event: ProofEvent, shape: Geometry) -> list[Row]:
    name = shape.cell_name
    return [{"cell": name(one.cell), "digit": one.digit, "negated": one.is_negated} for one in event.literals]


def text_row(found: CertificateVerification, line: int) -> Row:
    """The row of `verify --json` for the text of a certificate; `line` is where it ends, or is refused."""
    return {**as_dict(filled(VerifiedRow, found)), "line": line}
