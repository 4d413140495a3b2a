"""Why a puzzle is what it is: steps, proof, clauses.

The steps of a method, with cells that somebody chose in between; the proof, event by event, and its check;
the clauses of an encoding, and their trace.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from time import perf_counter

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.clause_places import clauses_about, clauses_of
from sudocube.explanation import ExplanationOutcome, SolvingState
from sudocube.explanation.cell_choices import Choice, read_choices
from sudocube.explanation.choice_following import explain_choices
from sudocube.explanation.following import DEFAULT_METHOD
from sudocube.geometry import Geometry
from sudocube.lab.tracing import RULES, ClauseTrace
from sudocube.report import traces
from sudocube.report.encodings import clause_rows, listed_row, shown_row
from sudocube.report.json_rows import Row
from sudocube.report.page_rows import (
    ExplainedRows,
    certificate_row,
    method_rows,
    proof_event_rows,
    single_row,
    source_rows,
    text_row,
)
from sudocube.report.row import as_dict
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step
from sudocube.verdicts.certificates import certificate_of, check_text

STEPS, STEPS_AT_MOST = 1_000, 20_000
"""How many steps a page gets, unless it asks for more; and the most that it may ask for."""

CHOICES_AT_MOST = 10_000
"""Characters of all choices together."""

STEP_SECONDS, VERIFY_SECONDS = 30.0, 20.0
"""How long a method may work, and how long its steps may be verified; later ones are undecided."""


def methods(asked: RequestFields) -> Iterator[Row]:
    """A row for each documented method, in the order in which they are described."""
    yield from method_rows()


def steps(asked: RequestFields) -> Iterator[Row]:
    """A row for each step of a method, verified; and the row of the end. See `ExplainedRows` for the rows.

    Fields: `puzzle`, `method`, `choices` (a text as in `read_choices`), `all` (go on after a solution), and
    `most`, after which the method is stopped; then the last row has `cut` true, and counts these steps alone.

    >>> from sudocube.serving.request_fields import RequestFields
    >>> *rows, end = steps(RequestFields({"puzzle": "1... ..2. .3.. ...4", "choices": "0:r1c4"}))
    >>> rows[0]["term"], rows[0]["check"], str(end["summary"]["outcome"])
    ('naked single', 'valid', 'solved')
    """
    puzzle, most = asked.puzzle(), asked.number("most", 1, STEPS_AT_MOST, STEPS)
    method, found = _method(asked), _steps(asked, _choices(asked, "choices", puzzle.geometry))
    with closing(found), closing(ExplainedRows(puzzle, timeout=VERIFY_SECONDS)) as rows:
        outcome, is_cut = ExplanationOutcome.OPEN, True
        for _ in range(most + 1):
            try:
                step = next(found)
            except StopIteration as ended:
                outcome, is_cut = ended.value, False
                break
            if rows.tally.steps < most:
                yield rows.row(step)
        yield rows.end(method, outcome, is_cut=is_cut)


def single(asked: RequestFields) -> Iterator[Row]:
    """What can be said of a cell after some steps: the single that fills it, or what it can hold.

    Fields as for `steps`, and `choice`: the place and the cell, such as "3:r1c4".

    >>> from sudocube.serving.request_fields import RequestFields
    >>> [row] = single(RequestFields({"puzzle": "1... ..2. .3.. ...4", "choice": "0:r1c4"}))
    >>> row["cell"], row["digit"]
    ('r1c4', 3)
    """
    puzzle = asked.puzzle()
    chosen = _choices(asked, "choice", puzzle.geometry)
    if len(chosen) != 1:
        raise RefusedRequestError(f"choice: found {len(chosen)} cells; expected one, such as 3:r1c4")
    state = SolvingState(puzzle)
    with closing(_steps(asked, _choices(asked, "choices", puzzle.geometry))) as found:
        for step in islice(found, chosen[0].after):
            state.apply(step)
    yield single_row(state, chosen[0].cell)


def _method(asked: RequestFields) -> str:
    return asked.choice("method", METHODS, DEFAULT_METHOD)


def _steps(asked: RequestFields, choices: tuple[Choice, ...]) -> Generator[Step, None, ExplanationOutcome]:
    return explain_choices(
        asked.puzzle(),
        choices,
        method=_method(asked),
        timeout=STEP_SECONDS,
        all_solutions=asked.flag("all"),
    )


def _choices(asked: RequestFields, name: str, geometry: Geometry) -> tuple[Choice, ...]:
    try:
        return read_choices(asked.text(name, CHOICES_AT_MOST, ""), geometry)
    except RefusedRequestError:
        raise
    except ValueError as error:
        raise RefusedRequestError(f"{name}: {error}") from None


EVENTS, EVENTS_AT_MOST = 3_000, 50_000
"""How many events of a proof a page gets, unless it asks for more; and the most that it may ask for."""

PROOF_SECONDS = 60.0

TEXT_AT_MOST = 60_000
"""Characters of a certificate that a page may send to be checked."""


def proof(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of the certificate, the rows of its proof event by event, and the check of its text.

    Fields: `puzzle`, and `most`, after which no more events come; then the last row has `cut` true.

    >>> from sudocube.serving.request_fields import RequestFields
    >>> _, first, *events, last = proof(RequestFields({"puzzle": "1... ..2. .3.. ...4"}))
    >>> str(first["verdict"]), first["steps"], [str(event["kind"]) for event in events], last["accepted"]
    ('unique', 0, ['clues', 'propagated', 'complete'], True)
    """
    puzzle, most = asked.puzzle(), asked.number("most", 1, EVENTS_AT_MOST, EVENTS)
    yield Progress(0, None, "looking for a proof")
    certificate = certificate_of(puzzle, timeout=PROOF_SECONDS)
    yield certificate_row(certificate)
    if not certificate.verdict.is_decided:
        return
    events = proof_event_rows(certificate)
    yield from islice(events, most)
    is_cut = next(events, None) is not None
    yield {**_checked(certificate.text), "cut": is_cut}


def proof_check(asked: RequestFields) -> Iterator[Row]:
    """Whether the text of a certificate holds; if not, why, and in which text line.

    Field: `certificate`, whatever it holds; it is never run, and only the trusted code reads it.

    >>> from sudocube.serving.request_fields import RequestFields
    >>> [row] = proof_check(RequestFields({"certificate": "sudocube certificates, format 2"}))
    >>> row["accepted"], row["line"]
    (False, 1)
    """
    yield _checked(asked.text("certificate", TEXT_AT_MOST))


def checker(asked: RequestFields) -> Iterator[Row]:
    """A row for each module of the trusted code, with its text and the number of its lines of code."""
    yield from source_rows()


def _checked(text: str) -> Row:
    start = perf_counter()
    found = check_text(text)
    return {**text_row(*found), "seconds": round(perf_counter() - start, 6)}


USUAL_ENCODING = "extended"
USUAL_SIZE = 9

TRACE_STEPS_AT_MOST = 25_000
"""How many steps of a trace a page gets: more than any encoding of the catalogue needs to solve a 9×9."""

TRACE_SECONDS = 20
"""A trace that takes longer ends as one that ran out of time."""

PLACE_AT_MOST, DECISIONS_AT_MOST = 60, 2_000
"""Characters of a place and of decisions."""


def encodings_rows(asked: RequestFields) -> Iterator[Row]:
    """The rows of `encodings list --json` for the encodings that have clauses."""
    for name in names(Formalism.CNF):
        yield as_dict(listed_row(load(name)))


def encoding_rows(asked: RequestFields) -> Iterator[Row]:
    """The row of `encodings show --json` for `encoding`.

    Raises RefusedRequestError for a name that is not in the catalogue, and for a shape that does not exist.
    """
    yield as_dict(shown_row(_encoding(asked), _geometry(asked)))


def clauses_rows(asked: RequestFields) -> Iterator[Row]:
    """The rows of `encodings show --all --json` for the clauses of `place`; see `clauses_of`.

    With `about`, for all that speak of a cell; see `clauses_about`. Raises RefusedRequestError as
    `encoding_rows` does, and FormatError for a place that does not exist.
    """
    encoding, geometry = _encoding(asked), _geometry(asked)
    chosen = clauses_about if asked.flag("about") else clauses_of
    place = asked.text("place", PLACE_AT_MOST)
    yield from map(as_dict, clause_rows(encoding, geometry, chosen(encoding, geometry, place)))


def trace_rows(asked: RequestFields) -> Iterator[Row]:
    """The rows of `encodings trace --json` with what each step means for the grid.

    The fields `search`, `rule`, `decide` and `max_steps` are the options of the command. Raises
    RefusedRequestError for fields that do not fit, UnsupportedError for pencilmarks, and FormatError for
    decisions that cannot be read.
    """
    traced = ClauseTrace(
        asked.puzzle(),
        _encoding(asked),
        search=asked.flag("search"),
        rule=asked.choice("rule", tuple(RULES), "fewest"),
        decide=asked.text("decide", DECISIONS_AT_MOST, ""),
        max_steps=asked.number("max_steps", 1, TRACE_STEPS_AT_MOST, TRACE_STEPS_AT_MOST),
        timeout=TRACE_SECONDS,
    )
    yield from map(as_dict, traces.trace_rows(traced, for_page=True))


def _encoding(asked: RequestFields) -> Encoding:
    """The encoding of the catalogue that the field `encoding` names; never a file or a function."""
    return load(asked.choice("encoding", names(Formalism.CNF), USUAL_ENCODING))


def _geometry(asked: RequestFields) -> Geometry:
    return asked.geometry() or Geometry.of_size(USUAL_SIZE)
