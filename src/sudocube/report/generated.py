"""What `generate` says of the puzzles that it made: rows, fields of a table, a summary; and a page to print.

The page has some puzzles on each sheet, and their solutions at the end. The difficulty is said in words that
are defined on the page, and each was established for its puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sudocube.generation.generating import GeneratedPuzzle
from sudocube.generation.plan import GenerationPlan
from sudocube.report.document import Block, Boards, Drawing, Section, Sentence, Tone, Toned, sentences
from sudocube.report.html import PageHead, page
from sudocube.report.ratings import level_in_words
from sudocube.report.row import fields_of, row_of
from sudocube.report.words import WritingReport, Written, counted, sentence, texts
from sudocube.rows import Entry, Style

COLUMNS = ("solution", "box", "clues", "index", "seed", "method", "version")
"""The columns of every table after the puzzle; what was established to choose the puzzles follows."""


class GenerateReport(WritingReport[GeneratedPuzzle]):
    """Writes the puzzles of a plan in that style, sums up what was made, and keeps them for a sheet."""

    def __init__(self, plan: GenerationPlan, style: Style, per_page: int | None) -> None:
        self._plan, self._style, self._per_page = plan, style, per_page
        self._shown: list[GeneratedPuzzle] = []
        self._clues: list[int] = []
        self._weights: list[float] = []
        self.attempts = 0
        self.why_ended = ""
        """Why fewer were made than were asked for."""

    def add(self, result: GeneratedPuzzle) -> None:
        """Count the next puzzle."""
        self.columns = (*COLUMNS, *_established(result), *["weight"] * (result.weight is not None))
        self._clues.append(result.clues)
        self._weights.append(result.weight or 0)
        self.attempts += result.attempt + 1
        self._shown += [result] * (len(self._shown) < PRINTED_AT_MOST)

    def written(self, result: GeneratedPuzzle) -> Iterator[Written]:
        """A puzzle, with its fields in a table; what is not known is empty."""
        entry = Entry("", result.puzzle, None, self._style)
        fields = fields_of(row_of(result), self.columns, **_established(result))
        yield Written(entry, result.puzzle, fields)

    def summary(self, seconds: float) -> Iterator[tuple[str]]:
        """What was made, why no more, and the seed that makes it again."""
        clues = self._clues
        if self.why_ended:
            yield (shortfall_in_words(len(clues), self._plan.count, self.why_ended),)
        if clues:
            least, most = min(clues), max(clues)
            parts = [counted(len(clues), "puzzle")]
            parts.append(f"{least} clues" if least == most else f"{least} to {most} clues")
            parts += [f"{sum(clues) / len(clues):.1f} on average"] * (least != most)
            parts += [f"of {self.attempts:,} tries"] * (self.attempts >= 2 * len(clues))
            yield (f"{', '.join(parts)} ({seconds:.2f} s)",)
        if len(clues) > 1 and (total := sum(self._weights)):
            mean = sum(weight * count for weight, count in zip(self._weights, clues, strict=True)) / total
            yield (f"an estimate for all minimal puzzles, by the weights: {mean:.1f} clues on average",)
        yield (f"the same again: --seed {self._plan.seed}",)

    def text(self, head: PageHead) -> str | None:
        """The sheet with the puzzles that were made so far; None if there are none."""
        return sheet(self._shown, self._per_page, head, len(self._clues)) if self._shown else None


def _established(one: GeneratedPuzzle) -> dict[str, Any]:
    """What was established to choose a puzzle, by column."""
    shown = dict(one.rating or {})
    shown |= shown.pop("methods", {})
    return shown


def shortfall_in_words(made: int, wanted: int, why: str) -> str:
    """That fewer were made than were asked for, and why.

    >>> shortfall_in_words(12, 100, "puzzle 13: none in 1,000 tries")
    '12 of 100 puzzles made; puzzle 13: none in 1,000 tries'
    """
    return f"{made:,} of {counted(wanted, 'puzzle')} made; {why}"


PRINTED_AT_MOST = 240
"""How many puzzles a page has: more would be slow to open, and nobody prints them."""

PER_PAGE = (1, 2, 4, 6)
"""How many puzzles may stand on a sheet of paper."""


LARGE = 10
"""From this size on, puzzles are printed wider, so that cells can be read, and no level is sought: chains
take seconds."""

NOT_SAID = "This says nothing of how long a person takes, who may see shorter ways."


def sheet(made: Sequence[GeneratedPuzzle], per_page: int | None, head: PageHead, count: int) -> str:
    """The page of some of `count` puzzles; `per_page` of them stand on a sheet of paper.

    Without `per_page`, it is four, and two of sizes above 9.
    """
    size, said = made[0].puzzle.geometry.size, texts("pages")
    levels = [*map(_level, made)]
    words = {level: sentence(level_in_words(level)).removesuffix(".") for level in filter(None, levels)}
    puzzles, solutions = [], []
    for one, level in zip(made, levels, strict=True):
        about = filter(None, [str(one.index), words.get(level or 0), f"{one.clues} clues"])
        puzzles.append(_drawn(one, "puzzle", "solution", " ".join(about)))
        solutions.append(_drawn(one, "solution", "puzzle", str(one.index)))
    per_page, paper = per_page or (2 if size >= LARGE else 4), "paper solutions" + " large" * (size >= LARGE)
    at_end = Toned("solutions", Tone.STRONG, link="solutions")
    left_out = f"Not on this page: {counted(count - len(made), 'more puzzle')}."
    notes = [*[left_out] * (count > len(made)), NOT_SAID]
    blocks: list[Block] = [
        Sentence(("The ", at_end, f" are at the end; printed, each sheet has {per_page} puzzles.")),
        *(
            Boards(puzzles[at : at + per_page], paper=f"paper of-{per_page}")
            for at in range(0, len(puzzles), per_page)
        ),
        Section(("Solutions",), [Boards(solutions, paper=paper), *sentences(notes)], "solutions"),
    ]
    kinds = {one.minimal for one in made}
    meanings = [meaning for kind, meaning in said["sheet"]["words"].items() if kind in kinds]
    head = head._replace(
        kind=f"{counted(len(puzzles), 'puzzle')} of {size}×{size}",
        method=said["sheet"]["method"] + meanings,
        words=[(words[level], said["levels"][level]) for level in sorted(words)],
    )
    return page(blocks, head)


def _drawn(one: GeneratedPuzzle, kind: str, other: str, caption: str) -> Drawing:
    """The puzzle or its solution, with a link to the other one."""
    linked = Toned(caption, Tone.STRONG, link=f"{other}-{one.index}")
    return Drawing(getattr(one, kind), linked, one.puzzle, name=f"{kind}-{one.index}")


def _level(one: GeneratedPuzzle) -> int | None:
    """The level of a puzzle; None for a large one of which it is not known."""
    from sudocube.solvers.techniques.solving import level_of

    known = None if one.rating is None else one.rating.get("level")
    return known if known is not None or one.puzzle.geometry.size >= LARGE else level_of(one.puzzle)
