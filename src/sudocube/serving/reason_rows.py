"""Why a puzzle is what it is: steps, proof, clauses.

The steps of a method, with cells that somebody chose in between; the proof, event by event, and its check;
the clauses of an encoding, and their trace.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import Annotated, Any

from msgspec import Meta

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.clause_names import clauses_of
from sudocube.explanation import explain, following
from sudocube.explanation.following import Ending, ExplanationOutcome
from sudocube.explanation.step_verifying import StepFollower
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.lab.tracing import ClauseTrace, GridEffects
from sudocube.puzzle import Puzzle
from sudocube.report import lab
from sudocube.report.encodings import ShownEncoding, clause_rows
from sudocube.report.row import PlainRow, as_dict, board_row, row_of
from sudocube.report.step_words import parts, sentence, told_events, unit_and_digit
from sudocube.report.steps import outcome_in_words, step_row, steps_in_numbers
from sudocube.serving.page_commands import Progress, RefusedRequestError, known
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import SolvingState, Step, StepKind, digits_of
from sudocube.trusted import rules_of
from sudocube.verdicts.certificates import Certificate, certificate_of, check_text
from sudocube.verdicts.proof_reading import ProofEventKind, ProofLiteral, clause_cells

Choices = Annotated[str, Meta(max_length=10_000)]
"""Cells that somebody chose, as `read_choices` reads them."""

EventLimit = Annotated[int, Meta(ge=1, le=50_000)]

STEP_SECONDS, VERIFY_SECONDS = 30.0, 20.0
"""How long a method may work, and how long its steps may be verified; later ones are undecided."""


PAGE = {"index": 1, "source": "page"}
"""The place of the one puzzle that is on the page."""


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


def method_rows() -> list[PlainRow]:
    """A row for each documented method: its name, what it does, whether it decides every puzzle."""
    return [
        {"method": one.name, "summary": one.summary, "complete": one.is_complete} for one in METHODS.values()
    ]


def steps(
    puzzle: Puzzle,
    method: str = following.DEFAULT_METHOD,
    choices: Choices = "",
    all: bool = False,
    most: Annotated[int, Meta(ge=1, le=20_000)] = 1_000,
) -> Iterator[PlainRow]:
    """A row for each step of a method, verified, as `explain --json --verify` prints it; and one of the end.

    With `all` it goes on after a solution. After `most` steps the method is stopped; then the last row has
    `cut` true, and counts these steps alone. Of a step there is also:

    sentence   the step in words, in parts with tones (see `step_words.parts`)
    board      the cells that look different after the step (see `BoardChanges`)
    depth      how many guesses and readings are in force before and after the step
    check      what verifying found, in a few words; null where there was nothing to ask
    holds_in   of a guess: every solution, some solutions or no solution; null without time

    Of the end, `in_words` is what the command line prints below the steps, and `refuted_assumptions` are
    those in no solution, if the steps have shown that.

    >>> *rows, end = steps(Puzzle("1... ..2. .3.. ...4"), choices="0:r1c4")
    >>> rows[0]["term"], str(rows[0]["check"]), str(end["summary"]["outcome"])
    ('naked single', 'valid', 'solved')
    """
    found, board = _steps(puzzle, method, choices, all), BoardChanges(puzzle.cells, puzzle.geometry)
    with closing(found), closing(StepFollower(puzzle, timeout=VERIFY_SECONDS)) as follower:
        ending = Ending(found)
        for step in islice(ending, most + 1):
            if follower.tally.steps < most:
                yield _step_row(follower, board, step)
        yield _end_row(follower, method, ending.outcome)


def _step_row(follower: StepFollower, board: BoardChanges, step: Step) -> PlainRow:
    """The row of the next step."""
    holds_in = follower.standing(step) if step.kind is StepKind.GUESS else None
    result, state = follower.take(step), follower.state
    return {
        **as_dict(step_row(result, is_verified=True)),
        "chosen": step.rule in following.CHOSEN_RULES,
        "sentence": parts(sentence(result.step)),
        "board": board.to(state.masks, state.filled),
        "depth": min(result.step.context.depth, state.depth),
        "check": result.finding,
        "holds_in": holds_in,
    }


def _end_row(follower: StepFollower, method: str, outcome: ExplanationOutcome | None) -> PlainRow:
    """The row of the end; there is no outcome where there are more steps."""
    tally, state = follower.tally, follower.state
    tally.end(outcome or ExplanationOutcome.OPEN)
    name, assumed = state.puzzle.geometry.cell_name, state.assumptions
    refuted = assumed if outcome is ExplanationOutcome.OPEN else ()
    return {
        **PAGE,
        **board_row(state.puzzle),
        "summary": as_dict(steps_in_numbers(follower, method)),
        "cut": outcome is None,
        "in_words": [*map("".join, outcome_in_words(follower))],
        "refuted_assumptions": [[name(cell), digit] for cell, digit in refuted],
    }


def single(
    puzzle: Puzzle, choice: Choices, method: str = following.DEFAULT_METHOD, choices: Choices = ""
) -> Iterator[PlainRow]:
    """What can be said of a cell after some steps: the single that fills it, or what it can hold.

    `choice` is the place and the cell, such as "3:r1c4"; the others are as for `steps`.

    >>> [row] = single(Puzzle("1... ..2. .3.. ...4"), "0:r1c4")
    >>> row["cell"], row["digit"], row["term"], row["candidates"]
    ('r1c4', 3, 'naked single', [3])
    """
    chosen = _choices("choice", choice, puzzle.geometry)
    if len(chosen) != 1:
        raise RefusedRequestError(f"choice: found {len(chosen)} cells; expected one, such as 3:r1c4")
    state = SolvingState(puzzle)
    with closing(_steps(puzzle, method, choices)) as found:
        for step in islice(found, chosen[0].after):
            state.apply(step)
    cell = chosen[0].cell
    row = {
        "cell": puzzle.geometry.cell_name(cell),
        "holds": state.filled[cell] or None,
        "candidates": [] if state.filled[cell] else list(following.left_at(state, cell)),
        **dict.fromkeys(("digit", "term", "unit", "sentence")),
    }
    if (shown := following.single_at(state, cell)) is not None:
        row |= {"digit": shown.digits[0], "term": shown.rule.term, "unit": shown.unit and shown.unit.name}
        row["sentence"] = parts(sentence(replace(shown, context=state)))
    yield row


def _steps(
    puzzle: Puzzle, method: str, choices: str, all_solutions: bool = True
) -> Generator[Step, None, ExplanationOutcome]:
    known("method", method, METHODS)
    chosen = _choices("choices", choices, puzzle.geometry)
    return explain(puzzle, method, timeout=STEP_SECONDS, all_solutions=all_solutions, choices=chosen)


def _choices(name: str, text: str, geometry: Geometry) -> tuple[following.Choice, ...]:
    try:
        return following.read_choices(text, geometry)
    except ValueError as error:
        raise RefusedRequestError(f"{name}: {error}") from None


PROOF_SECONDS = 60.0


def proof(puzzle: Puzzle, most: EventLimit = 3_000) -> Iterator[PlainRow | Progress]:
    """The row of the certificate, the rows of its proof event by event, and the check of its text.

    After `most` no more events come; then the last row has `cut` true.

    >>> _, first, *events, last = proof(Puzzle("1... ..2. .3.. ...4"))
    >>> str(first["verdict"]), first["steps"], [str(event["kind"]) for event in events], last["accepted"]
    ('unique', 0, ['clues', 'propagated', 'complete'], True)
    """
    yield Progress(0, None, "looking for a proof")
    certificate = certificate_of(puzzle, timeout=PROOF_SECONDS)
    text = certificate.text if certificate.verdict.is_decided else None
    shown = {"solutions": [*map(str, certificate.solutions)], "certificate": text}
    yield {**as_dict(row_of(certificate, **PAGE)), **shown}
    if not certificate.verdict.is_decided:
        return
    events = _event_rows(certificate, puzzle)
    yield from islice(events, most)
    is_cut = next(events, None) is not None
    [checked] = proof_check(certificate.text)
    yield {**checked, "cut": is_cut}


def _event_rows(certificate: Certificate, puzzle: Puzzle) -> Iterator[PlainRow]:
    """The rows of a proof, event by event, each step checked by the trusted code on the way.

    None for a certificate without a proof. Raises Refused where the proof does not hold.
    """
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
            "literals": [
                {"cell": shape.cell_name(one.cell), "digit": one.digit, "negated": one.is_negated}
                for one in event.literals
            ],
            "sentence": parts(words),
            "board": board.to(event.masks, event.filled),
        }


def proof_check(certificate: Annotated[str, Meta(max_length=60_000)]) -> Iterator[PlainRow]:
    """Whether the text of a certificate holds; if not, why, and in which text line.

    Whatever it holds, it is never run, and only the trusted code reads it.

    >>> [row] = proof_check("sudocube certificates, format 2")
    >>> row["accepted"], row["line"]
    (False, 1)
    """
    start = perf_counter()
    found, line = check_text(certificate)
    yield {**as_dict(row_of(found)), "line": line, "seconds": round(perf_counter() - start, 6)}


USUAL_ENCODING, USUAL_SHAPE = "extended", Geometry.of_size(9)

TRACE_LIMITS: dict[str, Any] = {"max_steps": 25_000, "timeout": 20}
"""How many steps of a trace a page gets, more than any encoding of the catalogue needs to solve a 9×9; and
the seconds after which it ends as one that ran out of time."""


def encodings_rows() -> Iterator[PlainRow]:
    """The rows of `encodings list --json` for the encodings that have clauses."""
    for name in names(Formalism.CNF):
        yield as_dict(row_of(load(name)))


def encoding_rows(geometry: Geometry | None, encoding: str = USUAL_ENCODING) -> Iterator[PlainRow]:
    """The row of `encodings show --json`. Raises RefusedRequestError for a name not in the catalogue."""
    yield as_dict(row_of(ShownEncoding(_encoding(encoding), geometry or USUAL_SHAPE)))


def clauses_rows(
    geometry: Geometry | None, place: Annotated[str, Meta(max_length=60)], encoding: str = USUAL_ENCODING
) -> Iterator[PlainRow]:
    """The rows of `encodings show --all --json` for the clauses of `place`; see `clauses_of`.

    Raises RefusedRequestError as `encoding_rows` does, and FormatError for a place that does not exist.
    """
    found, shape = _encoding(encoding), geometry or USUAL_SHAPE
    yield from map(as_dict, clause_rows(found, shape, clauses_of(found, shape, place)))


def trace_rows(
    puzzle: Puzzle,
    encoding: str = USUAL_ENCODING,
    search: bool = False,
    decide: Annotated[str, Meta(max_length=2_000)] = "",
) -> Iterator[PlainRow]:
    """A row of the start; those of `encodings trace --json`, with what each step means for the grid.

    The parameters are options of the command. Raises RefusedRequestError for names that are not known,
    UnsupportedError for pencilmarks, and FormatError for decisions that cannot be read.
    """
    traced = ClauseTrace(puzzle, _encoding(encoding), search=search, decide=decide, **TRACE_LIMITS)
    formula, effects = traced.formula, GridEffects(traced.formula)
    sizes = {"variables": formula.variables, "clauses": len(formula.clauses)}
    about = {"title": traced.encoding.title, **sizes, "order": traced.order, "rule": traced.rule}
    yield {**about, **effects.at_start()}
    for number, step in enumerate(traced, 1):
        yield {**as_dict(lab.step_row(step, number, traced.name)), **effects.after(step)}
    yield as_dict(row_of(traced))


def _encoding(name: str) -> Encoding:
    """The encoding of the catalogue of this name; never a file or a function."""
    return load(known("encoding", name, names(Formalism.CNF)))
