"""The panel Make one: a puzzle of the kind that is asked for, as `sudocube generate --json` prints it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait

from sudocube.errors import SudocubeError
from sudocube.generation.clue_orbits import SYMMETRIES
from sudocube.generation.generated_puzzle import GeneratedPuzzle, GenerationProgress
from sudocube.generation.generating import generate_planned
from sudocube.generation.generation_plan import GRIDS, METHODS, MINIMALS, SAMPLES, GenerationPlan
from sudocube.generation.plan_values import Range
from sudocube.geometry import Geometry
from sudocube.report.generation_text import generated_row
from sudocube.report.json_rows import Row
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields

NUMBER_AT_MOST = 2**53 - 1
"""The largest seed, and the largest number of a puzzle: JavaScript has no larger whole numbers."""

RANGE_AT_MOST = 1_000
"""The largest number in a range: no puzzle has so many clues, and no measure gets so far."""

BOARDS = ("pattern", "given", "near")
"""Fields that hold a puzzle from which the new one is made."""

SECONDS = 30
"""How long a puzzle is looked for, unless the page asks for another limit."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""

TOLD_EVERY = 0.5
"""After how many seconds it is told how many tries there were."""


def made_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of one puzzle, as `sudocube generate --json` prints it; before it, Progress tells of the tries.

    Fields: `seed` and `number`, which make the puzzle again; `size` and `box`; `symmetry`, `minimal`, `grid`
    and `sample`; `least_clues` and `most_clues`, and the same for `depth` and `backdoor`; `methods` and
    `not_methods`; `pattern`, of which only the cells count that hold clues, `given` and `near`, each a
    puzzle; `seconds`.

    Raises RefusedRequestError for fields that do not fit, UnsupportedError for what cannot be asked for at
    once, ImpossibleError for what is known not to exist, and NotGeneratedError where none was found in time.
    """
    plan = _plan(asked)
    yield from _made(plan, asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS))


def _made(plan: GenerationPlan, seconds: float) -> Iterator[Row | Progress]:
    """The puzzle is made in a thread, so that this one can tell how far that is."""
    told: deque[GenerationProgress] = deque(maxlen=1)

    def make() -> GeneratedPuzzle:
        [one] = generate_planned(plan, jobs=1, timeout=seconds, progress=told.append)
        return one

    with ThreadPoolExecutor(1) as thread:
        work = thread.submit(make)
        while wait([work], TOLD_EVERY).not_done:
            if told:
                yield Progress(told[-1].attempts, words="tries")
        yield generated_row(work.result())


def _plan(asked: RequestFields) -> GenerationPlan:
    """What is asked for. Raises RefusedRequestError for fields that do not fit, or do not go together."""
    pattern, given, near = (asked.puzzle(name) if asked.has(name) else None for name in BOARDS)
    named = next((board.geometry for board in (pattern, given, near) if board is not None), Geometry(3, 3))
    geometry = asked.geometry() or named
    try:
        return GenerationPlan(
            seed=asked.number("seed", 0, NUMBER_AT_MOST, 0),
            first_index=asked.number("number", 1, NUMBER_AT_MOST, 1),
            geometry=geometry,
            symmetry=asked.choice("symmetry", SYMMETRIES, "none"),
            pattern=None if pattern is None else frozenset(pattern.clues),
            clues=_range(asked, "clues", geometry.cell_count),
            minimal=asked.choice("minimal", MINIMALS, "strict"),
            given=given,
            near=near,
            sample=asked.choice("sample", SAMPLES, "top-down"),
            grid=asked.choice("grid", GRIDS) if asked.has("grid") else None,
            depth=_range(asked, "depth"),
            backdoor=_range(asked, "backdoor"),
            methods=asked.names("methods", METHODS, ()),
            not_methods=asked.names("not_methods", METHODS, ()),
        )
    except ValueError as error:
        if isinstance(error, SudocubeError):
            raise
        raise RefusedRequestError(str(error)) from None


def _range(asked: RequestFields, name: str, highest: int = RANGE_AT_MOST) -> Range | None:
    """From the least to the most; None where neither is asked for."""
    least_name, most_name = f"least_{name}", f"most_{name}"
    if not asked.has(least_name) and not asked.has(most_name):
        return None
    least = asked.number(least_name, 0, highest, 0)
    most = asked.number(most_name, 0, highest) if asked.has(most_name) else None
    if most is not None and most < least:
        words = f"{name} from {least} to {most}: no number is in this range"
        raise RefusedRequestError(f"{words}; the smaller one stands first, as in {most} to {least}")
    return least, most
