"""What is said of puzzles: by `check`, `solve` and `count`, in notebooks, and on pages of other commands.

Estimated numbers of solutions are always called estimates. Of a long list a page shows as much as can be sent
and read, and says what it leaves out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sudocube.report.base import Report, WritingReport, Written, WrittenLines, entry_of
from sudocube.report.document import (
    TONES,
    Block,
    Boards,
    Document,
    Drawing,
    Phrase,
    Section,
    Sentence,
    Table,
    Tone,
    Toned,
    sentences,
)
from sudocube.report.words import (
    SEVERAL,
    counted,
    is_place,
    named_clashes,
    reason_in_words,
    sentence,
    stored_in_words,
    stored_tally_in_words,
    summary_in_words,
    texts,
    undecided_in_words,
    verdict_in_words,
)
from sudocube.rows import Entry
from sudocube.verdict import StoredAnswer, Verdict
from sudocube.verdicts.batches import CheckedRows
from sudocube.verdicts.checking import COUNTED, SOLVED, Checked, PuzzleResult

if TYPE_CHECKING:  # msgspec, which a text does without
    from sudocube.puzzle import Board, Puzzle
    from sudocube.report.html import PageHead
    from sudocube.report.row import Row
    from sudocube.verdicts.estimating import CountEstimate

T = TypeVar("T")
R = TypeVar("R", bound=PuzzleResult)
COLUMNS = ("source", "box", "verdict", "evidence", "engine", "reason")
"""Those of `check`; `stored` follows where the first table has a column of answers."""


class VerdictsReport(Report[T]):
    """Counts how many puzzles have which verdict, and what the stored solutions are."""

    fewest_summed = 2
    """Of how many puzzles there is a summary."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.stored: Counter[StoredAnswer] = Counter()

    def also_counted(self) -> Iterable[str]:
        """What a summary says beside the verdicts."""
        return ()

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many puzzles have which verdict; how many stored solutions are what."""
        if self.verdicts.total() >= self.fewest_summed:
            yield summary_in_words(self.verdicts, *self.also_counted(), f"{seconds:,.2f} s")
        if self.stored:
            yield (stored_tally_in_words(self.stored),)


def rows_from_arrays(report: Report[Any], result: CheckedRows | Checked) -> Iterable[Row]:
    """The row of each puzzle: `rows` of a report that takes batches, of which there may be millions."""
    from sudocube.report.puzzle_rows import batch_rows

    if isinstance(result, CheckedRows):
        return batch_rows(result, report.in_row, report.row)
    return [report.row(result)]


class CheckReport(VerdictsReport[CheckedRows]):
    """Counts results of `check`, single ones and batches, and says what is shown of each.

    As text that is a line for each puzzle that is not unique or not valid, and for each stored answer that is
    not right; of a puzzle that `is_alone`, its verdict. `engines` are those that answered, in the order of
    their first answer.

    >>> from sudocube.verdicts.batches import check_rows, in_batches
    >>> from sudocube.arguments import numbered
    >>> report = CheckReport()
    >>> for some in check_rows(in_batches(entry for (_, entry), _ in numbered(["1... ..2. .3.. ...4"]))):
    ...     report.add(some)
    >>> report.verdicts[Verdict.UNIQUE], report.last_row(0.5).summary.puzzles
    (1, 1)
    """

    rows = rows_from_arrays

    def __init__(self, *, is_alone: bool = False) -> None:
        super().__init__()
        self._is_alone = is_alone
        self.engines: dict[str, None] = {}
        self.pencilmarks = 0
        """How many puzzles without exactly one solution are given as pencilmarks."""

    def add(self, result: CheckedRows) -> None:
        """Count the results of a batch; the first puzzle decides on the columns."""
        if not self.columns and len(result):
            has_stored = result.rows.entry(0).stored is not None
            self.columns = (*COLUMNS, "stored") if has_stored else COLUMNS
        self.verdicts.update(result.verdicts())
        self.stored.update(result.stored())
        self.engines |= dict.fromkeys(result.engines())
        for one in result.others.values():
            if one.verdict in (Verdict.MULTIPLE, Verdict.NONE) and one.puzzle is not None:
                self.pencilmarks += one.puzzle.candidates is not None

    def outcomes(self, result: CheckedRows) -> Iterable[str]:
        """The verdicts and stored answers on which the exit status depends."""
        return (*result.verdicts(), *result.stored())

    def in_table(self, one: Checked) -> Mapping[str, object]:
        """Why the verdict is unknown, or which clues clash."""
        return {"reason": reason_in_words(one)}

    def document(self, result: CheckedRows) -> Document:
        """The lines to be printed."""
        some = result if self._is_alone else result.with_faults()
        return [line for one in some for line in self._lines(one)]

    def _lines(self, one: Checked) -> Iterator[Sentence]:
        place = () if self._is_alone else (f"{one.place}: ",)
        if one.verdict is Verdict.INVALID:  # its words begin with the place
            yield Sentence(verdict_in_words(one), wraps=False)
        elif self._is_alone or one.verdict is not Verdict.UNIQUE:
            yield Sentence((*place, *verdict_in_words(one)), wraps=False)
        if stored := stored_in_words(one):
            yield Sentence((*place, stored), wraps=False)

    def last_row(self, seconds: float) -> Row:
        """The last row, with the totals."""
        from sudocube.report.puzzle_rows import totals_row

        return totals_row(self.verdicts, self.engines, seconds, self.stored)

    def also_counted(self) -> Iterable[str]:
        """The engines."""
        return self.engines


class SolveReport(WritingReport[CheckedRows]):
    """Writes a solution of each puzzle, in that format, by default as it was read."""

    columns, in_row = ("solution",), SOLVED
    rows = rows_from_arrays

    def __init__(self, format: str | None) -> None:
        self._format = format

    def outcomes(self, result: CheckedRows) -> Iterable[str]:
        """`none` and `invalid`, and `unknown` where no solution is shown."""
        without = {one.verdict for one in result.others.values() if not one.solutions}
        unknown = {Verdict.UNKNOWN} if without - {Verdict.NONE, Verdict.INVALID} else set()
        return {Verdict.NONE, Verdict.INVALID} & result.verdicts().keys() | unknown

    def row(self, one: Checked) -> Row:
        """A puzzle with its first solution, or why it is undecided whether there is one."""
        reason = None if one.solutions else one.reason
        return super().row(replace(one, solutions=one.solutions[:1], reason=reason))

    def written(self, result: CheckedRows) -> Iterable[Written | WrittenLines]:
        """A solution of each puzzle, or a verdict."""
        from sudocube.report.puzzle_rows import solved_lines

        if result.rows.are_written_on_lines(self._format):
            return [solved_lines(result)]
        return (Written(entry_of(one), one.solutions[0] if one.solutions else one.verdict) for one in result)

    def remarks(self, result: CheckedRows) -> Iterator[Entry | Phrase]:
        """What is no puzzle; that there are other solutions, or why there is none."""
        for one in result.with_faults():
            if one.verdict is Verdict.MULTIPLE and one.solutions:
                yield f"{one.place}: there are ", SEVERAL, "; this is one of them"
            elif not one.solutions:
                yield _why_not(one)


class SolutionsReport(WritingReport[Checked]):
    """Ends the solutions of a puzzle, which were written while they were found; in JSON they are its row."""

    columns, in_row = ("solution",), SOLVED

    def outcomes(self, result: Checked) -> Iterable[Verdict]:
        """`none` and `invalid`, and `unknown` where it is undecided whether there are others."""
        if result.verdict in (Verdict.NONE, Verdict.INVALID):
            return [result.verdict]
        return [Verdict.UNKNOWN] if not result.count or result.reason is not None else []

    def written(self, result: Checked) -> Iterable[Written]:
        """A verdict where the outcomes have one."""
        return [Written(entry_of(result), one, is_next=not result.count) for one in self.outcomes(result)]

    def remarks(self, result: Checked) -> Iterable[Entry | Phrase]:
        """What is no puzzle; why there is no solution, or why it is undecided whether there are others."""
        return [_why_not(result) for _ in self.outcomes(result)]


def _why_not(one: Checked, count: int = 0) -> Entry | Phrase:
    """That there is no solution, or why it is undecided whether there are more than so many.

    The entry of what is no puzzle says so itself.
    """
    if one.puzzle is None:
        return entry_of(one)
    if one.verdict is not Verdict.NONE:
        return f"{one.place}: ", *undecided_in_words(one.reason, count)
    clashes = "; ".join(named_clashes(one.puzzle))
    return f"{one.place}: ", Toned("no solution", Verdict.NONE), f": {clashes}" if clashes else ""


class CountReport(Report[CheckedRows | Checked]):
    """Says how many solutions each puzzle has, up to a limit; without a limit, many are estimated."""

    in_row = COUNTED
    rows = rows_from_arrays

    def __init__(self, limit: int | None) -> None:
        self._limit = sys.maxsize if limit is None else limit
        self._estimates = limit is None
        self.columns = ("source", "box", "count", "exact", *("estimate", "low", "high") * self._estimates)

    def _open(self, result: CheckedRows | Checked) -> list[Checked]:
        """What has no number: what is undecided, or no puzzle."""
        some = result.others.values() if isinstance(result, CheckedRows) else (result,)
        return [one for one in some if self._is_open(one)]

    def _is_open(self, one: Checked) -> bool:
        return not one.exhausted and one.count < self._limit and one.estimate is None

    def outcomes(self, result: CheckedRows | Checked) -> Iterable[str]:
        """`invalid`, and `unknown` where a number is undecided."""
        return {Verdict.INVALID if one.puzzle is None else Verdict.UNKNOWN for one in self._open(result)}

    def row(self, one: Checked) -> Row:
        """A puzzle with the number of its solutions, or an estimate."""
        from sudocube.report.row import row_of

        return super().row(one) if one.estimate is None else row_of(one.entry, one.estimate, index=one.index)

    def in_table(self, one: Checked) -> Mapping[str, object]:
        """Nothing where the number is unknown; of an exact one, that it is no estimate."""
        if self._is_open(one):
            return {"count": None, "exact": None}
        is_exact = self._estimates and one.estimate is None
        return {"estimate": False, "low": one.count, "high": one.count} if is_exact else {}

    def document(self, result: CheckedRows | Checked) -> Document | str:
        """The number of each puzzle: "12", "at least 1000000", "unknown", "invalid"; or the estimate."""
        if isinstance(result, CheckedRows) and not result.others:
            limit, counts = self._limit, result.counts.tolist()
            return "".join([f"{count}\n" if count < limit else f"at least {count}\n" for count in counts])
        return [Sentence(self._number(one), wraps=False) for one in self.each(result)]

    def _number(self, one: Checked) -> Phrase:
        if self._is_open(one):
            return (Verdict.INVALID if one.puzzle is None else Verdict.UNKNOWN,)
        if one.estimate is not None:
            return (str(one.estimate),)
        return (f"{'' if one.exhausted else 'at least '}{one.count}",)

    def remarks(self, result: CheckedRows | Checked) -> Iterable[Entry | Phrase]:
        """What is no puzzle, and why a number is undecided."""
        return [_why_not(one, one.count) for one in self._open(result)]


_WRITTEN_OUT_BELOW = 10_000_000
"""Smaller estimates are written as plain integers."""


def estimate_in_words(estimate: CountEstimate) -> str:
    """An exact number, or "estimate 6.64912e21 (95 %: 6.33344e21 to 6.96479e21)"."""
    from decimal import Decimal

    if estimate.exact:
        return str(estimate.number)
    is_small = estimate.high < _WRITTEN_OUT_BELOW
    number, low, high = (
        f"{one:,}" if is_small else f"{Decimal(one):.6g}".replace("e+", "e")
        for one in (estimate.number, estimate.low, estimate.high)
    )
    return f"estimate {number} ({100 * estimate.confidence:g} %: {low} to {high})"


def in_full(
    one: PuzzleResult, words: Phrase, blocks: Iterable[Block] = (), place: str | None = None
) -> list[Block]:
    """A result in full: words, a stored solution that is not right, and blocks.

    They are about a `place`, by default the source if that says where the puzzle stands.
    """
    if one.puzzle is None:
        return [Sentence(verdict_in_words(one), wraps=False)]
    if place is None:
        place = one.place if is_place(one.source) else ""
    before = (Toned(f"{place}: ", Tone.STRONG),) * bool(place)
    stored = stored_in_words(one)
    lines = [words, *[(Toned(stored, Tone.BAD),)] * bool(stored)]
    return [*(Sentence((*before, *line), wraps=not place) for line in lines), *blocks]


def checked_document(checked: Checked) -> Document:
    """A check by itself: its verdict, and the puzzle with its solution, its two solutions or its clash."""
    puzzle = checked.puzzle
    boards = [] if puzzle is None else [verdict_boards(puzzle, checked.verdict, checked.solutions)]
    return in_full(checked, verdict_in_words(checked), boards)


def verdict_boards(puzzle: Puzzle, verdict: Verdict, solutions: Sequence[Board]) -> Boards:
    """The boards that show a verdict: a solution, two that differ, or the clues that clash."""
    from sudocube.cube import clashes

    if solutions:
        shown = solution_boards(puzzle, verdict, solutions)
        first = [Drawing(puzzle, "the puzzle")] * (len(solutions) == 1)
        return Boards([*first, *shown.drawings], shown.meaning)
    marked_clues = {cell for clash in clashes(puzzle) for cell in clash.cells}
    return Boards([Drawing(puzzle, marked=marked_clues, tone=Tone.BAD)], "clash")


def solution_boards(puzzle: Puzzle, verdict: Verdict, solutions: Sequence[Board]) -> Boards:
    """A solution; or two beside each other, with the cells marked in which they differ."""
    from sudocube.puzzle import differing_cells

    if len(solutions) < 2:
        caption = "the solution" if verdict is Verdict.UNIQUE else "a solution"
        return Boards([Drawing(solutions[0], caption, puzzle)])
    marked = differing_cells(*solutions)
    pairs = zip(solutions, ("one solution", "another"), strict=True)
    return Boards([Drawing(grid, name, puzzle, marked) for grid, name in pairs], "differs")


LISTED_AT_MOST = 1000
"""How many puzzles the table of a page has."""

SHOWN_AT_MOST = 50
"""How many puzzles a page shows in full of each kind, unless it is told otherwise."""


class PuzzlesReport(VerdictsReport[R]):
    """Counts results of puzzles, and says of each what is shown: in full, or in a line if it is not unique.

    It keeps those that the page of `--html` lists, and shows in full: `most_on_page` of them, those worth a
    look first, and the others folded up; None stands for all of them.
    """

    command: str
    """Whose texts in `pages.toml` the page has."""

    def __init__(self, *, in_full: bool = False, most_on_page: int | None = SHOWN_AT_MOST) -> None:
        super().__init__()
        self.in_full = in_full
        self._most_on_page = most_on_page
        self._listed: list[tuple[str, ...]] = []
        self._worth: list[R] = []
        self._others: list[R] = []

    def in_short(self, one: R) -> str:
        """A few words for a line, and for the table of the page."""
        raise NotImplementedError

    def full(self, one: R, place: str | None = None, /) -> Document:
        """A puzzle in full, after its place."""
        raise NotImplementedError

    def on_page(self, one: R) -> Document:
        """A puzzle in full, as the page shows it."""
        return self.full(one, "")

    def is_worth_a_look(self, one: R) -> bool:
        """Whether the page shows a puzzle first, and unfolded."""
        return one.verdict is not Verdict.UNIQUE

    def document(self, one: R) -> Document:
        """The puzzle in full, or a line for one that is not unique."""
        if one.puzzle is None:
            return [Sentence(verdict_in_words(one), wraps=False)]
        if self.in_full:
            return self.full(one, one.place)
        words = f"{one.place}: ", one.verdict, f": {self.in_short(one)}"
        return [] if one.verdict is Verdict.UNIQUE else [Sentence(words, wraps=False)]

    def above(self) -> list[Block]:
        """What stands on the page above the puzzles."""
        return []

    def add(self, one: R) -> None:
        """Count the next result, and keep it for the page if there is room."""
        self.verdicts[one.verdict] += 1
        if one.stored is not None:
            self.stored[one.stored] += 1
        if len(self._listed) < LISTED_AT_MOST:
            words = self.in_short(one) if one.puzzle is not None else str(reason_in_words(one))
            self._listed.append(
                (page_place(one.index, one.source), one.verdict, words, str(one.puzzle or ""))
            )
        group = self._worth if self.is_worth_a_look(one) else self._others
        if self._most_on_page is None or len(group) < self._most_on_page:
            group.append(one)

    def text(self, head: PageHead) -> str | None:
        """The page of what was taken so far; None if that is nothing."""
        from sudocube.report.html import page

        total, said = self.verdicts.total(), texts("pages")[self.command]
        if not total:
            return None
        above, shown = self.above(), [*self._worth, *self._others][: self._most_on_page]
        if total > 1:
            table: list[Block] = [Table(("puzzle", "verdict", said["column"], "cells"), self._listed)]
            if more := total - len(self._listed):
                table.append(Sentence((f"{counted(more, 'more puzzle')} only count above.",)))
            above.append(Section(("The puzzles",), table))
        if total > len(shown):
            above.append(Sentence((f"Shown in full: {len(shown):,} of {counted(total, 'puzzle')}.",)))
        lead = [*self.also_counted()] if total >= self.fewest_summed else []
        lead += [stored_tally_in_words(self.stored)] * bool(self.stored)
        head = head._replace(
            kind=said["title"],
            headline=self.headline(),
            tone=self.tone(),
            lead=[*map(sentence, lead)],
            method=said["method"],
            words=tuple({**texts("pages")["words"], **said["words"]}.items()),
        )
        return page([*above, *(self._section(one, total) for one in shown)], head)

    def _section(self, one: R, total: int) -> Section:
        """A puzzle in full, of so many; the puzzle itself is drawn where its blocks draw nothing."""
        blocks = [*self.on_page(one)] if one.puzzle is not None else sentences([str(reason_in_words(one))])
        if one.puzzle is not None and not any(isinstance(block, Boards) for block in blocks):
            blocks = [verdict_boards(one.puzzle, one.verdict, one.solutions), *blocks]
        is_folded = total > 1 and not self.is_worth_a_look(one)
        return Section((f"{page_place(one.index, one.source)}: ", one.verdict), blocks, is_folded=is_folded)

    def headline(self) -> str:
        """The verdict of a single puzzle, or how many have which."""
        if self.verdicts.total() == 1:
            [verdict] = self.verdicts.elements()
            return sentence(texts("pages")["words"][verdict])
        return f"{''.join(summary_in_words(self.verdicts))}."

    def tone(self) -> Tone:
        """How serious the verdicts are."""
        worst = (Verdict.INVALID, Verdict.NONE, Verdict.MULTIPLE, Verdict.UNKNOWN)
        return next((TONES[one] for one in worst if self.verdicts[one]), Tone.GOOD)


def page_place(index: int, source: str) -> str:
    """What a page calls a puzzle: where it stood, without the folders of a machine, else its number.

    >>> page_place(12, "/home/ada/puzzles.txt:12"), page_place(1, "argument:1")
    ('puzzles.txt:12', 'puzzle 1')
    """
    if not is_place(source):
        return f"puzzle {index}"
    path = Path(source)
    return path.name if path.is_absolute() else source
