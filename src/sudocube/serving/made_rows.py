"""Puzzles made, as `sudocube generate` makes them: the form, one puzzle, or a sheet of them to print.

They are made in a thread of the worker, so that the rows can tell how far it has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from sudocube.errors import NotGeneratedError, SudocubeError
from sudocube.generation.generated_puzzle import GeneratedPuzzle, GenerationProgress
from sudocube.generation.generating import generate_planned
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.generation.rechecking import check_engine
from sudocube.geometry import Geometry
from sudocube.plan_fields import Field, Number, Ranged, Word, Words, fields_of, schema_of_plan
from sudocube.puzzle import Puzzle
from sudocube.report.generated import generated_row, shortfall_in_words
from sudocube.report.html import PageHead
from sudocube.report.json_rows import Row
from sudocube.report.puzzle_sheet import PER_PAGE, PuzzleSheet
from sudocube.report.row import as_dict
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields

NUMBER_AT_MOST = 2**53 - 1
"""The largest number in a request: JavaScript has no larger whole ones."""

RANGE_TEXT_AT_MOST = 20
"""Characters of a range, such as "1-2"."""

BOARDS = ("pattern", "given", "near")
"""Fields that hold a puzzle from which the new one is made."""

SECONDS = 30
"""How long puzzles are looked for, unless the page asks for another limit."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""

TOLD_EVERY = 0.5
"""After how many seconds it is told how far it has come."""

Result = TypeVar("Result")

Told = Callable[[GenerationProgress], object]
"""What hears how far it has come."""


@dataclass(frozen=True, slots=True)
class AskedPlan:
    """A plan, the engine that is to count each puzzle again (None for the usual ones), and the time limit.

    `boards` are the puzzles of the fields in BOARDS, of which a pattern keeps only the cells.
    """

    plan: GenerationPlan
    recheck: str | None
    seconds: int
    boards: dict[str, Puzzle] = field(default_factory=dict)

    def command(self, *, html: str = "", per_page: str = "") -> str:
        """The command line that makes the same puzzles; no word of it has a sign that a shell would read."""
        shape, usual = self.plan.geometry, {one.name: one.default for one in fields(self.plan)}
        held = {name: getattr(self.plan, name) for name in fields_of(GenerationPlan)} | self.boards
        options: dict[str, str | None] = {
            max(one.flags or (f"--{name.replace('_', '-')}",), key=len): _written(held[name])
            for name, one in fields_of(GenerationPlan).items()
            if held[name] != usual[name]
        }
        options |= {"--recheck": self.recheck, "--html": html, "--per-page": per_page}
        words = [f"{flag}={value}" for flag, value in options.items() if value]
        if shape != Geometry.of_size(shape.size):
            words.append(f"--box {shape.box_name}")
        elif shape != NINE:
            words.append(f"--size {shape.size}")
        return " ".join(["sudocube", "generate", *words])


def plan_asked(asked: RequestFields, count: int = 1) -> AskedPlan:
    """The plan for `count` puzzles, of the fields that `made_rows` lists.

    Raises RefusedRequestError for fields that do not fit, or do not go together, UnsupportedError for what
    cannot be asked for at once, and ImpossibleError for what is known not to exist.
    """
    boards = {name: asked.puzzle(name) for name in BOARDS if asked.has(name)}
    geometry = asked.geometry() or next((board.geometry for board in boards.values()), NINE)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    wishes = {
        name: _asked(asked, name, one)
        for name, one in fields_of(GenerationPlan).items()
        if asked.has(name) and name not in BOARDS
    }
    if "pattern" in boards:
        wishes["pattern"] = frozenset(boards["pattern"].clues)
    wishes = {"seed": 0} | boards | wishes | {"count": count, "geometry": geometry}
    try:
        plan = GenerationPlan(**wishes)
    except ValueError as error:
        if isinstance(error, SudocubeError):
            raise
        raise RefusedRequestError(str(error)) from None
    return AskedPlan(plan, _recheck(asked, geometry), seconds, boards)


def _asked(asked: RequestFields, name: str, wanted: Field) -> Any:  # noqa: ANN401 — what the plan takes
    """The value of a field of the plan in a request."""
    match wanted:
        case Number():
            return asked.number(name, wanted.least, NUMBER_AT_MOST)
        case Words():
            return asked.names(name, wanted.known)
        case Word():
            return asked.choice(name, wanted.known)
        case Ranged():
            return asked.text(name, RANGE_TEXT_AT_MOST)
    raise RefusedRequestError(f"{name}: it cannot be asked for")


def _recheck(asked: RequestFields, geometry: Geometry) -> str | None:
    """The engine of the package that is to count each puzzle, too."""
    if not asked.has("recheck"):
        return None
    name = asked.engine("recheck")
    try:
        check_engine(name, geometry)
    except SudocubeError as error:
        raise RefusedRequestError(f"recheck: {error}") from None
    return name


def _written(value: object) -> str:
    """A value as the command line takes it."""
    return ",".join(value) if isinstance(value, tuple) and not hasattr(value, "most") else str(value)


def with_progress(
    make: Callable[[Told], Result], tell: Callable[[GenerationProgress], Progress]
) -> Generator[Progress, None, Result]:
    """Make something in a thread, and tell meanwhile how far it has come; returns what was made."""
    told: deque[GenerationProgress] = deque(maxlen=1)
    with ThreadPoolExecutor(1) as thread:
        work = thread.submit(make, told.append)
        while wait([work], TOLD_EVERY).not_done:
            if told:
                yield tell(told[-1])
        return work.result()


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
