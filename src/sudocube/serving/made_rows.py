"""The panel Make one: a puzzle of the kind that is asked for, as `sudocube generate --json` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.generation.generated_puzzle import GeneratedPuzzle, GenerationProgress
from sudocube.generation.generating import generate_planned
from sudocube.generation.plan import GenerationPlan
from sudocube.plan_fields import schema_of_plan
from sudocube.report.generated import generated_row
from sudocube.report.json_rows import Row
from sudocube.report.row import as_dict
from sudocube.serving.made_plans import Told, plan_asked, with_progress
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RequestFields


def form_rows(asked: RequestFields) -> Iterator[Row]:
    """One row: the JSON Schema of a plan, from which the page makes its form."""
    del asked  # there is nothing to ask
    yield schema_of_plan(GenerationPlan)


def made_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of one puzzle, as `sudocube generate --json` prints it; before it, Progress tells of the tries.

    After it comes a row with the `command` that makes the same puzzle.

    Fields: those of a GenerationPlan, of which `seed` and `first_index` make the puzzle again; ranges are
    texts such as "1-2"; `pattern`, of which only the cells count that hold clues, `given` and `near` are each
    a puzzle; `size` and `box`; `recheck`, an engine of the package; `seconds`.

    Raises RefusedRequestError for fields that do not fit, UnsupportedError for what cannot be asked for at
    once, ImpossibleError for what is known not to exist, NotGeneratedError where none was found in time, and
    EngineError where the puzzle is not confirmed.
    """
    wanted = plan_asked(asked)

    def make(told: Told) -> GeneratedPuzzle:
        [one] = generate_planned(
            wanted.plan, jobs=1, timeout=wanted.seconds, recheck=wanted.recheck, progress=told
        )
        return one

    made = yield from with_progress(make, _tries)
    yield as_dict(generated_row(made))
    yield {"command": wanted.command()}


def _tries(so_far: GenerationProgress) -> Progress:
    return Progress(so_far.attempts, words="tries")
