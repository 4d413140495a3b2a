"""What the panel Make one asks for: the plan of `sudocube generate`, and its options on the command line.

The puzzles are made in a thread of the worker, so that the rows can tell how far it has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from sudocube.errors import SudocubeError
from sudocube.generation.generated_puzzle import GenerationProgress
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.generation.rechecking import check_engine
from sudocube.geometry import Geometry
from sudocube.plan_fields import Field, Number, Ranged, Word, Words, fields_of
from sudocube.puzzle import Puzzle
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
