"""What the panel Make one asks for: the plan of `sudocube generate`, and its options on the command line.

The puzzles are made in a thread of the worker, so that the rows can tell how far it has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TypeVar

from sudocube.errors import SudocubeError
from sudocube.generation.clue_orbits import SYMMETRIES
from sudocube.generation.generated_puzzle import GenerationProgress
from sudocube.generation.generation_plan import (
    GRIDS,
    METHODS,
    MINIMALS,
    NINE,
    SAMPLES,
    TRIES,
    GenerationPlan,
)
from sudocube.generation.plan_values import Range, range_in_text
from sudocube.generation.rechecking import check_engine
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields

NUMBER_AT_MOST = 2**53 - 1
"""The largest seed, and the largest number of a puzzle: JavaScript has no larger whole numbers."""

TRIES_AT_MOST = 1_000_000_000
"""The most tries at a puzzle that a page can ask for; the limit of time ends them much sooner."""

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
        plan, shape = self.plan, self.plan.geometry
        asked: dict[str, object] = {  # in the order of the help, as a sheet to print has them
            "count": plan.count if plan.count > 1 else None,
            "seed": plan.seed,
            "symmetry": plan.symmetry if plan.symmetry != "none" else None,
            "pattern": self.boards.get("pattern"),
            "clues": _written(plan.clues),
            "minimal": plan.minimal if plan.minimal != "strict" else None,
            "depth": _written(plan.depth),
            "backdoor": _written(plan.backdoor),
            "method": ",".join(plan.methods),
            "not-method": ",".join(plan.not_methods),
            "given": plan.given,
            "near": plan.near,
            "sample": plan.sample if plan.sample != "top-down" else None,
            "grid": plan.grid,
            "tries": plan.tries if plan.tries != TRIES else None,
            "recheck": self.recheck,
            "html": html,
            "per-page": per_page,
            "first-index": plan.first_index if plan.first_index > 1 else None,
        }
        words = [f"--{name}={value}" for name, value in asked.items() if value not in (None, "")]
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
    try:
        plan = GenerationPlan(
            count=count,
            seed=asked.number("seed", 0, NUMBER_AT_MOST, 0),
            first_index=asked.number("number", 1, NUMBER_AT_MOST, 1),
            geometry=geometry,
            symmetry=asked.choice("symmetry", SYMMETRIES, "none"),
            pattern=frozenset(boards["pattern"].clues) if "pattern" in boards else None,
            clues=_clues(asked, geometry.cell_count),
            minimal=asked.choice("minimal", MINIMALS, "strict"),
            given=boards.get("given"),
            near=boards.get("near"),
            sample=asked.choice("sample", SAMPLES, "top-down"),
            grid=asked.choice("grid", GRIDS) if asked.has("grid") else None,
            depth=_range(asked, "depth"),
            backdoor=_range(asked, "backdoor"),
            methods=asked.names("methods", METHODS, ()),
            not_methods=asked.names("not_methods", METHODS, ()),
            tries=asked.number("tries", 1, TRIES_AT_MOST, TRIES),
        )
    except ValueError as error:
        if isinstance(error, SudocubeError):
            raise
        raise RefusedRequestError(str(error)) from None
    return AskedPlan(plan, _recheck(asked, geometry), seconds, boards)


def _clues(asked: RequestFields, cells: int) -> Range | None:
    """From the least to the most number of clues; None where neither is asked for."""
    if not asked.has("least_clues") and not asked.has("most_clues"):
        return None
    least = asked.number("least_clues", 0, cells, 1)
    most = asked.number("most_clues", 0, cells) if asked.has("most_clues") else None
    if most is not None and most < least:
        words = f"clues from {least} to {most}: no number is in this range"
        raise RefusedRequestError(f"{words}; the smaller one stands first, as in {most} to {least}")
    return least, most


def _range(asked: RequestFields, name: str) -> Range | None:
    """The range in a text, such as "1-2", as the command line takes it."""
    if not asked.has(name):
        return None
    try:
        return range_in_text(asked.text(name, RANGE_TEXT_AT_MOST))
    except RefusedRequestError:
        raise
    except ValueError as error:
        raise RefusedRequestError(f"{name}: {error}") from None


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


def _written(limits: Range | None) -> str:
    """A range as the command line takes it; empty for none."""
    if limits is None:
        return ""
    least, most = limits
    return str(least) if least == most else f"{least}-{'' if most is None else most}"


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
