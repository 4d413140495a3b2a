"""What the panel Clauses asks for: the catalogue, the clauses of a place, and a trace.

encodings   the encodings of the catalogue that have clauses
encoding    what one of them says, for the shape that `size` or `box` name
clauses     its clauses of a place
trace       what follows from the clauses of a puzzle, and what each step means for the grid
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.encoder import Encoding, Formalism, load, names
from sudocube.encoder.clause_places import clauses_about, clauses_of
from sudocube.geometry import Geometry
from sudocube.lab.tracing import DecisionRule, Tracing
from sudocube.report import traces
from sudocube.report.encodings import clause_rows, listed_row, shown_row
from sudocube.report.json_rows import Row
from sudocube.report.row import as_dict
from sudocube.serving.request_fields import RequestFields

USUAL_ENCODING = "extended"
USUAL_SIZE = 9

STEPS_AT_MOST = 25_000
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
    tracing = Tracing(
        asked.puzzle(),
        _encoding(asked),
        search=asked.flag("search"),
        rule=asked.choice("rule", list(DecisionRule), DecisionRule.FEWEST),
        decide=asked.text("decide", DECISIONS_AT_MOST, ""),
        max_steps=asked.number("max_steps", 1, STEPS_AT_MOST, STEPS_AT_MOST),
        timeout=TRACE_SECONDS,
    )
    yield from map(as_dict, traces.trace_rows(tracing, for_page=True))


def _encoding(asked: RequestFields) -> Encoding:
    """The encoding of the catalogue that the field `encoding` names; never a file or a function."""
    return load(asked.choice("encoding", names(Formalism.CNF), USUAL_ENCODING))


def _geometry(asked: RequestFields) -> Geometry:
    return asked.geometry() or Geometry.of_size(USUAL_SIZE)
