"""The command `sheet` of the page: puzzles to print, the same page that `sudocube generate --html` writes."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.errors import NotGeneratedError
from sudocube.generation.generated_puzzle import GenerationProgress
from sudocube.generation.generating import generate_planned
from sudocube.report.generated import shortfall_in_words
from sudocube.report.html import PageHead
from sudocube.report.json_rows import Row
from sudocube.report.puzzle_sheet import PER_PAGE, PuzzleSheet
from sudocube.serving.made_plans import AskedPlan, Told, plan_asked, with_progress
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RequestFields

PUZZLES_AT_MOST = 60
"""How many puzzles a page can ask for; the command line has no such limit."""

FILE = "sheet.html"
"""The name of the file in the command."""


def sheet_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """One row: the sheet as `html`, how many `puzzles` it has, and the `command` that writes the same.

    Where tries or time ran out, `shortfall` says so, and the sheet has the puzzles before; else it is null.
    Fields: those of `make`, of which `number` is that of the first puzzle; `count`, how many; and `per_page`,
    how many stand on a sheet of paper.

    Raises what `made_rows` raises, NotGeneratedError only where not even the first puzzle was found.
    """
    count = asked.number("count", 1, PUZZLES_AT_MOST, 1)
    per_page = asked.choice("per_page", [*map(str, PER_PAGE)]) if asked.has("per_page") else ""
    wanted = plan_asked(asked, count)

    def make(told: Told) -> Row:
        return _sheet(wanted, per_page, told)

    def tell(so_far: GenerationProgress) -> Progress:
        return Progress(so_far.made, count, words="puzzles")

    row = yield from with_progress(make, tell)
    yield row


def _sheet(wanted: AskedPlan, per_page: str, told: Told) -> Row:
    """Make the puzzles, and the sheet of those that were found."""
    sheet = PuzzleSheet(int(per_page) if per_page else None)
    puzzles, shortfall = 0, None
    try:
        for one in generate_planned(
            wanted.plan, jobs=1, timeout=wanted.seconds, recheck=wanted.recheck, progress=told
        ):
            sheet.add(one)
            puzzles += 1
    except NotGeneratedError as error:
        if not puzzles:
            raise
        shortfall = shortfall_in_words(puzzles, wanted.plan.count, str(error))
    return {
        "html": sheet.text(PageHead(sheet.title, wanted.command())),
        "puzzles": puzzles,
        "shortfall": shortfall,
        "command": wanted.command(html=FILE, per_page=per_page),
    }
