"""The panel Step by step: the steps of a method, with cells that somebody chose in between."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice

from sudocube.explanation import ExplanationOutcome, SolvingState
from sudocube.explanation.cell_choices import Choice, read_choices
from sudocube.explanation.choice_following import explain_choices
from sudocube.explanation.following import DEFAULT_METHOD
from sudocube.geometry import Geometry
from sudocube.report.json_rows import Row
from sudocube.report.page_rows import ExplainedRows, method_rows, single_row
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.solvers.methods import METHODS
from sudocube.solvers.trace import Step

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
