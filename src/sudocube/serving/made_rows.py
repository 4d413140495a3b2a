"""Puzzles made, as `sudocube generate` makes them: the form, one puzzle, or a sheet of them to print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Annotated, Any

from msgspec import Meta

from sudocube.errors import NotGeneratedError, SudocubeError
from sudocube.generation.generating import generate_planned
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.geometry import Geometry
from sudocube.plan_fields import fields_of, schema_of_plan
from sudocube.puzzle import Puzzle
from sudocube.report.generated import PER_PAGE, sheet, shortfall_in_words
from sudocube.report.html import PageHead
from sudocube.report.row import PlainRow, as_dict, row_of
from sudocube.serving.page_commands import (
    Progress,
    RefusedRequestError,
    Seconds,
    known,
    read_field,
)

Wishes = dict[str, Any]
"""Fields of a plan, as JSON has them."""

BOARDS = {"pattern", "given", "near"}
"""Fields that hold a puzzle from which the new one is made."""


def _asked(wishes: Wishes, geometry: Geometry | None, count: int) -> tuple[GenerationPlan, dict[str, Puzzle]]:
    """The plan that a request asks for, and the puzzles from which the new ones are made.

    `wishes` are fields of a plan as JSON has them: `seed` and `first_index` make the same puzzles again;
    ranges are texts such as "1-2"; of `pattern`, a puzzle as `given` and `near` are, only the cells count
    that hold clues.

    Raises RefusedRequestError for fields that do not fit, or do not go together, UnsupportedError for what
    cannot be asked for at once, and ImpossibleError for what is known not to exist.
    """
    boards = {name: read_field(name, wishes[name], Puzzle, geometry) for name in wishes.keys() & BOARDS}
    geometry = geometry or next((board.geometry for board in boards.values()), NINE)
    taken = {name: wishes[name] for name in fields_of(GenerationPlan).keys() & wishes.keys()}
    taken |= {"seed": wishes.get("seed", 0), **boards, "count": count, "geometry": geometry}
    if "pattern" in boards:
        taken["pattern"] = frozenset(boards["pattern"].clues)
    try:
        return GenerationPlan(**taken), boards
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, SudocubeError) else RefusedRequestError(str(error)) from None


def _command(plan: GenerationPlan, boards: dict[str, Puzzle], **more: str) -> str:
    """The command line that makes the same puzzles; boards are written with dots: no shell reads these."""
    shape, usual = plan.geometry, {one.name: one.default for one in fields(plan)}
    options: dict[str, object] = {}
    for name, one in fields_of(GenerationPlan).items():
        value = boards.get(name, getattr(plan, name))
        if value != usual[name]:
            options[max(one.flags or (f"--{name.replace('_', '-')}",), key=len)] = value
    options |= {f"--{name.replace('_', '-')}": value for name, value in more.items()}
    words = [
        f"{flag}={','.join(value) if type(value) is tuple else value}"
        for flag, value in options.items()
        if value
    ]
    if shape != Geometry.of_size(shape.size):
        words.append(f"--box {shape.box_name}")
    elif shape != NINE:
        words.append(f"--size {shape.size}")
    return " ".join(["sudocube", "generate", *words])


def form_rows() -> Iterator[PlainRow]:
    """One row: the JSON Schema of a plan, from which the page makes its form."""
    yield schema_of_plan(GenerationPlan)


def made_rows(plan: Wishes, geometry: Geometry | None, seconds: Seconds = 30) -> Iterator[PlainRow]:
    """The row of one puzzle, as `sudocube generate --json` prints it, and one with the `command` for it.

    Raises what `_asked` and `generate_planned` raise, NotGeneratedError where none was found in time, and
    EngineError where the puzzle is not confirmed.
    """
    asked, boards = _asked(plan, geometry, 1)
    [made] = generate_planned(asked, jobs=1, timeout=seconds)
    yield as_dict(row_of(made))
    yield {"command": _command(asked, boards)}


Count = Annotated[int, Meta(ge=1, le=60)]


def sheet_rows(
    plan: Wishes,
    geometry: Geometry | None,
    seconds: Seconds = 30,
    count: Count = 1,
    per_page: str = "",
) -> Iterator[PlainRow | Progress]:
    """One row: the sheet as `html`, how many `puzzles` it has, and the `command` that writes the same.

    Where tries or time ran out, `shortfall` says so, and the sheet has the puzzles before; else it is null.
    `count` is how many puzzles, and `per_page` how many stand on a sheet of paper. Raises what `made_rows`
    raises, NotGeneratedError only where not even the first puzzle was found.
    """
    asked, boards = _asked(plan, geometry, count)
    on_paper = int(known("per_page", per_page, [*map(str, PER_PAGE)])) if per_page else None
    made, shortfall = [], None
    try:
        for one in generate_planned(asked, jobs=1, timeout=seconds):
            made.append(one)
            yield Progress(len(made), count, "puzzles")
    except NotGeneratedError as error:
        if not made:
            raise
        shortfall = shortfall_in_words(len(made), count, str(error))
    command = _command(asked, boards, html="sheet.html", per_page=per_page)
    html = sheet(made, on_paper, PageHead("Sudoku", command), len(made))
    yield {"html": html, "puzzles": len(made), "shortfall": shortfall, "command": command}
