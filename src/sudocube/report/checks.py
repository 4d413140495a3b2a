"""What `check`, `solve` and `count` say of their results: rows, records, text; a check in a notebook.

Estimated numbers of solutions are always called estimates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sudocube.report.base import Report, WritingReport, Written, WrittenLines
from sudocube.report.document import Boards, Document, Drawing, Phrase, Sentence, Tone, Toned
from sudocube.report.words import (
    SEVERAL,
    count_in_words,
    is_place,
    no_solution_in_words,
    placed_verdict,
    reason_in_words,
    stored_in_words,
    stored_tally_in_words,
    summary_in_words,
    undecided_in_words,
    verdict_in_words,
)
from sudocube.rows import Entry
from sudocube.verdict import StoredAnswer, Verdict

if TYPE_CHECKING:  # NumPy and msgspec, which a puzzle alone does without
    from sudocube.puzzle import Board, Puzzle
    from sudocube.report.row import Row
    from sudocube.verdicts.batches import CheckedRows
    from sudocube.verdicts.checking import Checked
    from sudocube.verdicts.estimating import CountEstimate

COLUMNS = ("source", "box", "verdict", "evidence", "engine", "reason")
STORED_COLUMN = "stored"
"""A further column of `check`, where the first table has a column of answers."""


class CheckReport(Report["CheckedRows"]):
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

    def __init__(self, *, is_alone: bool = False) -> None:
        self._is_alone = is_alone
        self.verdicts: Counter[Verdict] = Counter()
        self.stored: Counter[StoredAnswer] = Counter()
        self.engines: dict[str, None] = {}
        self.pencilmarks = 0
        """How many puzzles without exactly one solution are given as pencilmarks."""

    def add(self, result: CheckedRows) -> None:
        """Count a result, or those of a batch."""
        self.verdicts.update(result.verdicts())
        self.stored.update(result.stored())
        self.engines |= dict.fromkeys(result.engines())
        for one in result.others.values():
            if one.verdict in (Verdict.MULTIPLE, Verdict.NONE) and one.puzzle is not None:
                self.pencilmarks += one.puzzle.candidates is not None

    def outcomes(self, result: CheckedRows) -> Iterable[str]:
        """The verdicts and stored answers on which the exit status depends."""
        return (*result.verdicts(), *result.stored())

    def rows(self, result: CheckedRows) -> Iterable[Row]:
        """The row of each puzzle."""
        from sudocube.report.puzzle_rows import checked_rows

        return checked_rows(result)

    def records(self, result: CheckedRows) -> Iterator[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields in the table, those empty that mean nothing for it.

        The reason is why a verdict is unknown, which clues clash, or why the puzzle is invalid; it does not
        begin with the source, which has a column of its own.
        """
        from sudocube.report.row import fields_of, row_of

        for one in result.all_checked():
            assert one.entry is not None  # it comes from an input
            if not self.columns:  # the first record decides
                self.columns = (*COLUMNS, *(STORED_COLUMN,) * (one.entry.stored is not None))
            reason = {} if one.puzzle is None else {"reason": reason_in_words(one)}
            yield one.entry, fields_of(row_of(one), self.columns, **reason)

    def document(self, result: CheckedRows) -> Document:
        """The lines to be printed."""
        some = result.all_checked() if self._is_alone else result.with_faults()
        return [line for one in some for line in self._lines(one)]

    def _lines(self, checked: Checked) -> Iterator[Sentence]:
        if self._is_alone:
            yield Sentence(verdict_in_words(checked), wraps=False)
        elif checked.verdict is not Verdict.UNIQUE:
            yield Sentence(placed_verdict(checked), wraps=False)
        if stored := stored_in_words(checked):
            place = "" if self._is_alone else f"{checked.place}: "
            yield Sentence((place, stored), wraps=False)

    def last_row(self, seconds: float) -> Row:
        """The last row, with the totals."""
        from sudocube.report.puzzle_rows import totals_row

        return totals_row(self.verdicts, self.engines, seconds, self.stored)

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """What is said on standard error in the end."""
        if self.verdicts.total() > 1:
            yield summary_in_words(self.verdicts, *self.engines, f"{seconds:,.2f} s")
        if self.stored:
            yield (stored_tally_in_words(self.stored),)


class SolveReport(WritingReport["CheckedRows"]):
    """Writes a solution of each puzzle, in that format, by default as it was read."""

    columns = ("solution",)

    def __init__(self, format: str | None) -> None:
        self._format = format

    def outcomes(self, result: CheckedRows) -> Iterable[str]:
        """`none` and `invalid`, and `unknown` where no solution is shown."""
        without = {one.verdict for one in result.others.values() if not one.solutions}
        unknown = {Verdict.UNKNOWN} if without - {Verdict.NONE, Verdict.INVALID} else set()
        return {Verdict.NONE, Verdict.INVALID} & result.verdicts().keys() | unknown

    def rows(self, result: CheckedRows) -> Iterable[Row]:
        """The row of each puzzle."""
        from sudocube.report.puzzle_rows import solved_rows

        return solved_rows(result)

    def written(self, result: CheckedRows) -> Iterable[Written | WrittenLines]:
        """A solution of each puzzle, or a verdict."""
        from sudocube.report.puzzle_rows import solved_lines

        if result.rows.are_written_on_lines(self._format):
            return [WrittenLines(result.rows.style, solved_lines(result))]
        return self._each(result)

    def _each(self, result: CheckedRows) -> Iterator[Written]:
        for one in result.all_checked():
            assert one.entry is not None  # it comes from an input
            yield Written(one.entry, one.solutions[0] if one.solutions else one.verdict)

    def remarks(self, result: CheckedRows) -> Iterator[Entry | Phrase]:
        """What is no puzzle; that there are other solutions, or why there is none."""
        for one in result.with_faults():
            if one.verdict is Verdict.MULTIPLE and one.solutions:
                yield f"{one.place}: there are ", SEVERAL, "; this is one of them"
            elif not one.solutions:
                yield from _why_no_solution(one)


class SolutionsReport(WritingReport["Checked"]):
    """Ends the solutions of a puzzle, which were written while they were found; in JSON they are its row."""

    columns = ("solution",)

    def outcomes(self, result: Checked) -> Iterable[str]:
        """`none` and `invalid`, and `unknown` where it is undecided whether there are others."""
        if result.verdict in (Verdict.NONE, Verdict.INVALID):
            return [result.verdict]
        return [Verdict.UNKNOWN] if not result.count or result.reason is not None else []

    def rows(self, result: Checked) -> Iterable[Row]:
        """All solutions in one row."""
        from sudocube.report.puzzle_rows import SolvedRow
        from sudocube.report.row import row_of

        return [row_of(SolvedRow, result)]

    def written(self, result: Checked) -> Iterator[Written]:
        """A verdict where the outcomes have one."""
        assert result.entry is not None  # it comes from an input
        for verdict in self.outcomes(result):
            yield Written(result.entry, Verdict(verdict), is_next=not result.count)

    def remarks(self, result: Checked) -> Iterable[Entry | Phrase]:
        """What is no puzzle; why there is no solution, or why it is undecided whether there are others."""
        return _why_no_solution(result) if self.outcomes(result) else ()


def _why_no_solution(checked: Checked) -> Iterator[Entry | Phrase]:
    """What is no puzzle; else that there is no solution, or why that is undecided."""
    if checked.puzzle is None and checked.entry is not None:
        yield checked.entry
    elif checked.puzzle is not None and checked.verdict is Verdict.NONE:
        yield f"{checked.place}: ", *no_solution_in_words(checked.puzzle)
    else:
        yield f"{checked.place}: ", *undecided_in_words(checked.reason)


class ConvertReport(WritingReport["tuple[int, Entry]"]):
    """Writes each puzzle itself."""

    def rows(self, result: tuple[int, Entry]) -> Iterable[Row]:
        """The row of a puzzle."""
        from sudocube.report.row import PuzzleRow, row_of

        index, entry = result
        return [row_of(PuzzleRow, entry, index=index)]

    def written(self, result: tuple[int, Entry]) -> Iterable[Written]:
        """The puzzle, or a word where there is none."""
        return [Written(result[1], result[1].puzzle or Verdict.INVALID)]

    def remarks(self, result: tuple[int, Entry]) -> Iterable[Entry]:
        """What is no puzzle."""
        return [result[1]] if result[1].puzzle is None else []


class CountReport(Report["CheckedRows"]):
    """Says how many solutions each puzzle has, up to a limit: a line for each."""

    columns = ("source", "box", "count", "exact")

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def outcomes(self, result: CheckedRows) -> Iterable[str]:
        """`invalid`, and `unknown` where a number is undecided."""
        return {self._outcome(one) for one in result.others.values()}

    def _outcome(self, checked: Checked) -> str:
        if checked.puzzle is None:
            return Verdict.INVALID
        return Verdict.UNKNOWN if self._is_open(checked) else "counted"

    def _is_open(self, checked: Checked) -> bool:
        return not checked.exhausted and checked.count < self._limit

    def rows(self, result: CheckedRows) -> Iterable[Row]:
        """The row of each puzzle."""
        from sudocube.report.puzzle_rows import counted_rows

        return counted_rows(result)

    def records(self, result: CheckedRows) -> Iterator[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields; `count` and `exact` are empty where the number is unknown."""
        from sudocube.report.puzzle_rows import CountedRow
        from sudocube.report.row import fields_of, row_of

        for one in result.all_checked():
            assert one.entry is not None  # it comes from an input
            fields = fields_of(row_of(CountedRow, one), self.columns)
            yield one.entry, [*fields[:2], "", ""] if self._is_open(one) else fields

    def document(self, result: CheckedRows) -> Document | str:
        """The number of each puzzle: "12", "at least 1000000", "unknown", "invalid"."""
        limit = self._limit
        if result.others:
            return [Sentence(count_in_words(one, limit), wraps=False) for one in result.all_checked()]
        counts = result.counts.tolist()
        return "".join([f"{count}\n" if count < limit else f"at least {count}\n" for count in counts])

    def remarks(self, result: CheckedRows) -> Iterator[Entry | Phrase]:
        """What is no puzzle, and why a number is undecided."""
        for one in result.others.values():
            if one.puzzle is None and one.entry is not None:
                yield one.entry
            elif self._is_open(one):
                yield f"{one.place}: ", *undecided_in_words(one.reason, one.count)


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


class EstimateReport(Report["tuple[Checked, CountEstimate | None]"]):
    """Says how many solutions each puzzle has, counted or estimated: a line for each."""

    columns = ("source", "box", "count", "exact", "estimate", "low", "high")

    def outcomes(self, result: tuple[Checked, CountEstimate | None]) -> Iterable[str]:
        """`invalid`, and `unknown` where there is no number."""
        checked, estimate = result
        unknown = Verdict.INVALID if checked.puzzle is None else Verdict.UNKNOWN
        return [unknown] if estimate is None else []

    def rows(self, result: tuple[Checked, CountEstimate | None]) -> Iterable[Row]:
        """The row of a puzzle; where there is no estimate, that of `count`."""
        from sudocube.report.puzzle_rows import CountedRow
        from sudocube.report.row import row_of

        checked, estimate = result
        if estimate is None or estimate.exact:
            return [row_of(CountedRow, checked)]
        return [row_of(checked.entry, estimate, index=checked.index)]

    def records(self, result: tuple[Checked, CountEstimate | None]) -> Iterator[tuple[Entry, Sequence[str]]]:
        """The puzzle with its fields, without those that mean nothing for it."""
        from sudocube.report.row import fields_of

        checked, estimate = result
        assert checked.entry is not None  # it comes from an input
        is_exact = estimate is not None and estimate.exact
        more = {"estimate": False, "low": checked.count, "high": checked.count} if is_exact else {}
        for row in self.rows(result):
            columns = self.columns if estimate is not None else self.columns[:2]
            yield (
                checked.entry,
                [*fields_of(row, columns, **more), *[""] * (len(self.columns) - len(columns))],
            )

    def document(self, result: tuple[Checked, CountEstimate | None]) -> Document:
        """The number; "unknown" where there is no estimate, "invalid" for no puzzle."""
        checked, estimate = result
        words = count_in_words(checked, checked.count + 1) if estimate is None else (str(estimate),)
        return [Sentence(words, wraps=False)]

    def remarks(self, result: tuple[Checked, CountEstimate | None]) -> Iterator[Entry | Phrase]:
        """What is no puzzle, and why there is no number."""
        checked, estimate = result
        if checked.puzzle is None and checked.entry is not None:
            yield checked.entry
        elif estimate is None:
            yield f"{checked.source}: ", *undecided_in_words(checked.reason, checked.count)


def checked_document(checked: Checked) -> Document:
    """A check by itself: its verdict, and the puzzle with its solution, its two solutions or its clash."""
    place = f"{checked.place}: " if is_place(checked.source) and checked.puzzle is not None else ""
    blocks: list[Sentence | Boards] = [Sentence((place, *verdict_in_words(checked)))]
    if stored := stored_in_words(checked):
        blocks.append(Sentence((place, Toned(stored, Tone.BAD))))
    if checked.puzzle is not None:
        blocks.append(verdict_boards(checked.puzzle, checked.verdict, checked.solutions))
    return blocks


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
