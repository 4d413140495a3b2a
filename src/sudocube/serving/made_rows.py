"""Puzzles made, as `sudocube generate` makes them: the form, one puzzle, or a sheet of them to print.

They are made in a thread of the worker, so that the rows can tell how far it has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, fields
from typing import Annotated, Any

from msgspec import Meta

from sudocube.errors import NotGeneratedError, SudocubeError, UnsupportedError
from sudocube.generation.generated_puzzle import GeneratedPuzzle, GenerationProgress
from sudocube.generation.generating import generate_planned
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.generation.rechecking import check_engine
from sudocube.geometry import Geometry
from sudocube.plan_fields import fields_of, schema_of_plan
from sudocube.puzzle import Puzzle
from sudocube.report.generated import generated_row, shortfall_in_words
from sudocube.report.html import PageHead
from sudocube.report.page_rows import Row
from sudocube.report.puzzle_sheet import PER_PAGE, PuzzleSheet
from sudocube.report.row import as_dict
from sudocube.serving.puzzle_rows import engine_of_package
from sudocube.serving.requests import (
    Progress,
    PuzzleText,
    RefusedRequestError,
    Seconds,
    known,
    read_field,
    read_puzzle,
)

NUMBER_AT_MOST = 2**53 - 1
"""The largest number in a request: JavaScript has no larger whole ones."""

TEXT_AT_MOST = 20
"""Characters of a text in a request, such as the range "1-2"."""

BOARDS = {"pattern", "given", "near"}
"""Fields that hold a puzzle from which the new one is made."""

TOLD_EVERY = 0.5
"""After how many seconds it is told how far it has come."""


@dataclass(frozen=True, slots=True)
class Making:
    """Puzzles that are asked for: a plan, the engine that is to count each again, the limit of time.

    `boards` are the puzzles from which they are made, of which a pattern keeps only the cells.
    """

    plan: GenerationPlan
    boards: Mapping[str, Puzzle]
    recheck: str | None
    seconds: int

    @classmethod
    def asked(
        cls, wishes: Mapping[str, Any], geometry: Geometry | None, recheck: str | None, seconds: int
    ) -> Making:
        """The puzzles that a request asks for: `wishes` are fields of a plan as JSON has them.

        `seed` and `first_index` make the same puzzles again; ranges are texts such as "1-2"; of `pattern`, a
        puzzle as `given` and `near` are, only the cells count that hold clues. `recheck` is an engine of the
        package.

        Raises RefusedRequestError for fields that do not fit, or do not go together, UnsupportedError for
        what cannot be asked for at once, and ImpossibleError for what is known not to exist.
        """
        taken = {name: wishes[name] for name in fields_of(GenerationPlan).keys() & wishes.keys()}
        boards = {
            name: read_puzzle(name, read_field(name, taken[name], PuzzleText), geometry)
            for name in taken.keys() & BOARDS
        }
        geometry = geometry or next((board.geometry for board in boards.values()), NINE)
        for name, value in (taken | boards).items():
            if isinstance(value, int) and value > NUMBER_AT_MOST:
                raise RefusedRequestError(f"{name}: found {value}; expected {NUMBER_AT_MOST} at the most")
            if isinstance(value, str) and len(value) > TEXT_AT_MOST:
                raise RefusedRequestError(f"{name}: found {len(value):,} characters; expected a short text")
        taken |= {"seed": taken.get("seed", 0), "geometry": geometry, **boards}
        if "pattern" in boards:
            taken["pattern"] = frozenset(boards["pattern"].clues)
        try:
            plan = GenerationPlan(**taken)
        except (TypeError, ValueError) as error:
            raise error if isinstance(error, SudocubeError) else RefusedRequestError(str(error)) from None
        try:
            if recheck is not None:
                check_engine(engine_of_package("recheck", recheck), geometry)
        except UnsupportedError as error:
            raise RefusedRequestError(f"recheck: {error}") from None
        return cls(plan, boards, recheck, seconds)

    def puzzles(self, told: deque[GenerationProgress]) -> Iterator[GeneratedPuzzle]:
        """The puzzles; how far it has come is put into `told`. Raises what `generate_planned` raises."""
        options: Any = {"timeout": self.seconds, "recheck": self.recheck, "progress": told.append}
        yield from generate_planned(self.plan, jobs=1, **options)

    def command(self, **more: str) -> str:
        """The command line that makes the same puzzles; no word of it has a sign that a shell would read."""
        shape, usual = self.plan.geometry, {one.name: one.default for one in fields(self.plan)}
        options: dict[str, object] = {}
        for name, one in fields_of(GenerationPlan).items():
            value = self.boards.get(name, getattr(self.plan, name))
            if value != usual[name]:
                options[max(one.flags or (f"--{name.replace('_', '-')}",), key=len)] = value
        options |= {"--recheck": self.recheck, **{f"--{name.replace('_', '-')}": more[name] for name in more}}
        words = [f"{flag}={_written(value)}" for flag, value in options.items() if value]
        if shape != Geometry.of_size(shape.size):
            words.append(f"--box {shape.box_name}")
        elif shape != NINE:
            words.append(f"--size {shape.size}")
        return " ".join(["sudocube", "generate", *words])


def _written(value: object) -> str:
    """A value as the command line takes it."""
    return ",".join(value) if isinstance(value, tuple) and not hasattr(value, "most") else str(value)


def form_rows() -> Iterator[Row]:
    """One row: the JSON Schema of a plan, from which the page makes its form."""
    yield schema_of_plan(GenerationPlan)


def made_rows(
    geometry: Geometry | None, recheck: str | None = None, seconds: Seconds = 30, **wishes: object
) -> Iterator[Row | Progress]:
    """The row of one puzzle, as `sudocube generate --json` prints it; before it, Progress tells of the tries.

    After it comes a row with the `command` that makes the same puzzle. Raises what `Making.asked` raises,
    NotGeneratedError where none was found in time, and EngineError where the puzzle is not confirmed.
    """
    making = Making.asked({**wishes, "count": 1}, geometry, recheck, seconds)
    [made], _ = yield from _made(making, lambda so_far: Progress(so_far.attempts, words="tries"))
    yield as_dict(generated_row(made))
    yield {"command": making.command()}


def _made(
    making: Making, progress: Callable[[GenerationProgress], Progress]
) -> Generator[Progress, None, tuple[list[GeneratedPuzzle], str | None]]:
    """Make the puzzles in a thread, and tell meanwhile how far it is; what was made, and why not all."""
    told: deque[GenerationProgress] = deque(maxlen=1)
    made: list[GeneratedPuzzle] = []
    with ThreadPoolExecutor(1) as thread:
        work = thread.submit(made.extend, making.puzzles(told))
        while wait([work], TOLD_EVERY).not_done:
            yield from map(progress, [*told])
        try:
            work.result()
        except NotGeneratedError as error:
            if not made:
                raise
            return made, shortfall_in_words(len(made), making.plan.count, str(error))
    return made, None


FILE = "sheet.html"
"""The name of the file in the command."""


def sheet_rows(
    geometry: Geometry | None,
    recheck: str | None = None,
    seconds: Seconds = 30,
    count: Annotated[int, Meta(ge=1, le=60)] = 1,
    per_page: str = "",
    **wishes: object,
) -> Iterator[Row | Progress]:
    """One row: the sheet as `html`, how many `puzzles` it has, and the `command` that writes the same.

    Where tries or time ran out, `shortfall` says so, and the sheet has the puzzles before; else it is null.
    `count` is how many puzzles, and `per_page` how many stand on a sheet of paper. Raises what `made_rows`
    raises, NotGeneratedError only where not even the first puzzle was found.
    """
    making = Making.asked({**wishes, "count": count}, geometry, recheck, seconds)
    sheet = PuzzleSheet(int(known("per_page", per_page, [*map(str, PER_PAGE)])) if per_page else None)
    made, shortfall = yield from _made(making, lambda so_far: Progress(so_far.made, count, "puzzles"))
    for one in made:
        sheet.add(one)
    html = sheet.text(PageHead(sheet.title, making.command()))
    command = making.command(html=FILE, per_page=per_page)
    yield {"html": html, "puzzles": len(made), "shortfall": shortfall, "command": command}
