"""Puzzles that were made: a JSON row and the fields of a table for each, and a summary in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudocube.report.json_rows import Row, board_row
from sudocube.report.words import counted

if TYPE_CHECKING:
    from sudocube.generation.generated_puzzle import GeneratedPuzzle
    from sudocube.generation.plan import GenerationPlan


def generated_row(one: GeneratedPuzzle) -> Row:
    """The row of one puzzle in `generate`; `rating` is null where no filter asked for it.

    A `weight` is there only in a controlled sample.
    """
    row: Row = {
        "index": one.index,
        **board_row(one.puzzle),
        "solution": str(one.solution),
        "clues": one.clues,
        "minimal": one.minimal,
        "symmetry": one.symmetry,
        "rating": one.rating,
        "seed": one.seed,
        "method": one.method,
        "version": one.version,
        "attempt": one.attempt,
    }
    return row if one.weight is None else {**row, "weight": one.weight}


def generated_columns(plan: GenerationPlan) -> tuple[str, ...]:
    """The columns of a table after the puzzle: those of every table, and what the plan asks for besides.

    >>> from sudocube.generation.plan import GenerationPlan
    >>> generated_columns(GenerationPlan(depth=(1, 2), methods=("sets",)))[7:]
    ('depth', 'depth_at_least', 'sets')
    """
    columns = ["solution", "box", "clues", "index", "seed", "method", "version"]
    for measure, limits in (("depth", plan.depth), ("backdoor", plan.backdoor)):
        columns += [measure, f"{measure}_at_least"] if limits is not None else []
    columns += ["level", "level_name"] if plan.level is not None else []
    columns += [*plan.methods, *plan.not_methods]
    return (*columns, "weight") if plan.sample == "controlled" else tuple(columns)


def generated_fields(one: GeneratedPuzzle, columns: Sequence[str]) -> list[str]:
    """The fields of one puzzle in these columns; what is not known is empty."""
    row = generated_row(one)
    rating = row["rating"] or {}
    values = row | rating | rating.get("methods", {}) | {"method": one.method}
    return [_written(values.get(name)) for name in columns]


def _written(value: object) -> str:
    """A value as a field of a table: truth as in JSON, nothing for what is not known."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


class GenerationTally:
    """What was made, counted."""

    def __init__(self) -> None:
        self.puzzles = self.clues = self.most = 0
        self.least: int | None = None
        self.attempts = 0
        self._weights = self._weighed_clues = 0.0

    def add(self, one: GeneratedPuzzle) -> None:
        """Count the next puzzle."""
        self.puzzles += 1
        self.clues += one.clues
        self.attempts += one.attempt + 1
        self.least = one.clues if self.least is None else min(self.least, one.clues)
        self.most = max(self.most, one.clues)
        if one.weight is not None:
            self._weights += one.weight
            self._weighed_clues += one.weight * one.clues

    def add_failed(self, tries: int) -> None:
        """Count the tries at a puzzle that was not found."""
        self.attempts += tries

    @property
    def weighed_clues(self) -> float | None:
        """Of a controlled sample: the estimated mean of the clues of all minimal puzzles."""
        return self._weighed_clues / self._weights if self._weights else None


def generation_in_words(tally: GenerationTally, seed: int, seconds: float) -> list[str]:
    """What was made, and the seed that makes it again: text lines.

    >>> tally = GenerationTally()
    >>> tally.puzzles, tally.clues, tally.least, tally.most, tally.attempts = 2, 47, 23, 24, 5
    >>> generation_in_words(tally, 7, 0.25)
    ['2 puzzles, 23 to 24 clues, 23.5 on average, of 5 tries (0.25 s)', 'the same again: --seed 7']
    """
    again = f"the same again: --seed {seed}"
    if not tally.puzzles:
        return [again]
    least, most = tally.least, tally.most
    clues = f"{least} clues" if least == most else f"{least} to {most} clues"
    parts = [counted(tally.puzzles, "puzzle"), clues]
    if tally.puzzles > 1 and least != most:
        parts.append(f"{tally.clues / tally.puzzles:.1f} on average")
    if tally.attempts >= 2 * tally.puzzles:
        parts.append(f"of {tally.attempts:,} tries")
    lines = [f"{', '.join(parts)} ({seconds:.2f} s)"]
    if tally.puzzles > 1 and (mean := tally.weighed_clues) is not None:
        lines.append(f"an estimate for all minimal puzzles, by the weights: {mean:.1f} clues on average")
    return [*lines, again]


def shortfall_in_words(made: int, wanted: int, why: str) -> str:
    """That fewer were made than were asked for, and why.

    >>> shortfall_in_words(12, 100, "puzzle 13: none in 1,000 tries")
    '12 of 100 puzzles made; puzzle 13: none in 1,000 tries'
    """
    return f"{made:,} of {counted(wanted, 'puzzle')} made; {why}"
