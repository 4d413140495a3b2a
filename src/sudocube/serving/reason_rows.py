"""Why a puzzle is what it is: steps, proof, clauses.

The steps of a method, with cells that somebody chose in between; the proof, event by event, and its check;
the clauses of an encoding, and their trace.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from time import perf_counter
from typing import Annotated

from msgspec import Meta

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.clause_names import clauses_of
from sudocube.explanation import Ending, ExplanationOutcome, SolvingState
from sudocube.explanation.cell_choices import Choice, read_choices
from sudocube.explanation.following import DEFAULT_METHOD, explain_choices
from sudocube.geometry import Geometry
from sudocube.lab.clause_learning import ORDER
from sudocube.lab.tracing import ClauseTrace, GridEffects
from sudocube.puzzle import Puzzle
from sudocube.report.encodings import clause_rows, listed_row, shown_row
from sudocube.report.page_rows import (
    ExplainedRows,
    Row,
    certificate_row,
    proof_event_rows,
    single_row,
    text_row,
)
from sudocube.report.row import as_dict
from sudocube.report.traces import end_row, step_row
from sudocube.serving.page_commands import Progress, RefusedRequestError, known
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step
from sudocube.verdicts.certificates import certificate_of, check_text

Choices = Annotated[str, Meta(max_length=10_000)]
"""Cells that somebody chose, as `read_choices` reads them."""

Place = Annotated[str, Meta(max_length=60)]
StepLimit = Annotated[int, Meta(ge=1, le=20_000)]
EventLimit = Annotated[int, Meta(ge=1, le=50_000)]

STEP_SECONDS, VERIFY_SECONDS = 30.0, 20.0
"""How long a method may work, and how long its steps may be verified; later ones are undecided."""


def steps(
    puzzle: Puzzle,
    method: str = DEFAULT_METHOD,
    choices: Choices = "",
    all: bool = False,
    most: StepLimit = 1_000,
) -> Iterator[Row]:
    """A row for each step of a method, verified; and the row of the end. See `ExplainedRows` for the rows.

    With `all` it goes on after a solution. After `most` steps the method is stopped; then the last row has
    `cut` true, and counts these steps alone.

    >>> *rows, end = steps(Puzzle("1... ..2. .3.. ...4"), choices="0:r1c4")
    >>> rows[0]["term"], str(rows[0]["check"]), str(end["summary"]["outcome"])
    ('naked single', 'valid', 'solved')
    """
    found = _steps(puzzle, method, choices, all)
    with closing(found), closing(ExplainedRows(puzzle, timeout=VERIFY_SECONDS)) as rows:
        ending = Ending(found)
        for step in islice(ending, most + 1):
            if rows.tally.steps < most:
                yield rows.row(step)
        is_cut = ending.outcome is None
        yield rows.end(method, ending.outcome or ExplanationOutcome.OPEN, is_cut=is_cut)


def single(
    puzzle: Puzzle, choice: Choices, method: str = DEFAULT_METHOD, choices: Choices = ""
) -> Iterator[Row]:
    """What can be said of a cell after some steps: the single that fills it, or what it can hold.

    `choice` is the place and the cell, such as "3:r1c4"; the others are as for `steps`.

    >>> [row] = single(Puzzle("1... ..2. .3.. ...4"), "0:r1c4")
    >>> row["cell"], row["digit"]
    ('r1c4', 3)
    """
    chosen = _choices("choice", choice, puzzle.geometry)
    if len(chosen) != 1:
        raise RefusedRequestError(f"choice: found {len(chosen)} cells; expected one, such as 3:r1c4")
    state = SolvingState(puzzle)
    with closing(_steps(puzzle, method, choices)) as found:
        for step in islice(found, chosen[0].after):
            state.apply(step)
    yield single_row(state, chosen[0].cell)


def _steps(
    puzzle: Puzzle, method: str, choices: str, all_solutions: bool = True
) -> Generator[Step, None, ExplanationOutcome]:
    return explain_choices(
        puzzle,
        _choices("choices", choices, puzzle.geometry),
        method=known("method", method, METHODS),
        timeout=STEP_SECONDS,
        all_solutions=all_solutions,
    )


def _choices(name: str, text: str, geometry: Geometry) -> tuple[Choice, ...]:
    try:
        return read_choices(text, geometry)
    except ValueError as error:
        raise RefusedRequestError(f"{name}: {error}") from None


PROOF_SECONDS = 60.0


def proof(puzzle: Puzzle, most: EventLimit = 3_000) -> Iterator[Row | Progress]:
    """The row of the certificate, the rows of its proof event by event, and the check of its text.

    After `most` no more events come; then the last row has `cut` true.

    >>> _, first, *events, last = proof(Puzzle("1... ..2. .3.. ...4"))
    >>> str(first["verdict"]), first["steps"], [str(event["kind"]) for event in events], last["accepted"]
    ('unique', 0, ['clues', 'propagated', 'complete'], True)
    """
    yield Progress(0, None, "looking for a proof")
    certificate = certificate_of(puzzle, timeout=PROOF_SECONDS)
    yield certificate_row(certificate)
    if not certificate.verdict.is_decided:
        return
    events = proof_event_rows(certificate)
    yield from islice(events, most)
    is_cut = next(events, None) is not None
    [checked] = proof_check(certificate.text)
    yield {**checked, "cut": is_cut}


def proof_check(certificate: Annotated[str, Meta(max_length=60_000)]) -> Iterator[Row]:
    """Whether the text of a certificate holds; if not, why, and in which text line.

    Whatever it holds, it is never run, and only the trusted code reads it.

    >>> [row] = proof_check("sudocube certificates, format 2")
    >>> row["accepted"], row["line"]
    (False, 1)
    """
    start = perf_counter()
    found = check_text(certificate)
    yield {**text_row(*found), "seconds": round(perf_counter() - start, 6)}


USUAL_ENCODING, USUAL_SHAPE = "extended", Geometry.of_size(9)

TRACE_STEPS_AT_MOST = 25_000
"""How many steps of a trace a page gets: more than any encoding of the catalogue needs to solve a 9×9."""

TRACE_SECONDS = 20
"""A trace that takes longer ends as one that ran out of time."""


def encodings_rows() -> Iterator[Row]:
    """The rows of `encodings list --json` for the encodings that have clauses."""
    for name in names(Formalism.CNF):
        yield as_dict(listed_row(load(name)))


def encoding_rows(geometry: Geometry | None, encoding: str = USUAL_ENCODING) -> Iterator[Row]:
    """The row of `encodings show --json`. Raises RefusedRequestError for a name not in the catalogue."""
    yield as_dict(shown_row(_encoding(encoding), geometry or USUAL_SHAPE))


def clauses_rows(geometry: Geometry | None, place: Place, encoding: str = USUAL_ENCODING) -> Iterator[Row]:
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
) -> Iterator[Row]:
    """A row of the start; those of `encodings trace --json`, with what each step means for the grid.

    The parameters are options of the command. Raises RefusedRequestError for names that are not known,
    UnsupportedError for pencilmarks, and FormatError for decisions that cannot be read.
    """
    traced = ClauseTrace(
        puzzle,
        _encoding(encoding),
        search=search,
        decide=decide,
        max_steps=TRACE_STEPS_AT_MOST,
        timeout=TRACE_SECONDS,
    )
    formula, effects = traced.formula, GridEffects(traced.formula)
    sizes = {"variables": formula.variables, "clauses": len(formula.clauses)}
    about = {"title": traced.encoding.title, **sizes, "order": ORDER, "rule": traced.rule or None}
    yield {**about, **effects.at_start()}
    for number, step in enumerate(traced, 1):
        yield {**as_dict(step_row(step, number, traced.name)), **effects.after(step)}
    yield as_dict(end_row(traced))


def _encoding(name: str) -> Encoding:
    """The encoding of the catalogue of this name; never a file or a function."""
    return load(known("encoding", name, names(Formalism.CNF)))
