"""What is said of puzzles by `check`, `solve` and `count`, and in full by other commands and in notebooks.

Estimated numbers of solutions are always called estimates. Of batches, in which there may be millions of
puzzles, rows and lines are made from the arrays.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, TypeVar

from sudocube.geometry import BLANKS
from sudocube.puzzle import differing_cells
from sudocube.report.document import Block, Boards, Document, Drawing, Phrase, Sentence, Tone, Toned
from sudocube.report.words import (
    Report,
    WritingReport,
    Written,
    WrittenLines,
    entry_of,
    is_place,
    named_clashes,
    reason_in_words,
    stored_in_words,
    stored_tally_in_words,
    summary_in_words,
    undecided_in_words,
    verdict_in_words,
)
from sudocube.rows import Entry
from sudocube.verdict import Evidence, StoredAnswer, Verdict
from sudocube.verdicts.checking import COUNTED, SOLVED, Checked, PuzzleResult

if TYPE_CHECKING:  # msgspec, which a text does without
    from numpy.typing import NDArray

    from sudocube.puzzle import Board, Puzzle
    from sudocube.report.row import Row
    from sudocube.rows.batch import Rows
    from sudocube.verdicts.batches import CheckedRows
    from sudocube.verdicts.estimating import CountEstimate

T = TypeVar("T")
R = TypeVar("R", bound=PuzzleResult)
_CELLS = 81
TO_SYMBOLS = bytes(ord(".") if chr(byte) in BLANKS else byte for byte in range(256))

COLUMNS = ("source", "box", "verdict", "evidence", "engine", "reason")
"""Those of `check`; `stored` follows where the first table has a column of answers."""


class VerdictsReport(Report[T]):
    """Counts how many puzzles have which verdict, and what the stored solutions are."""

    fewest_summed = 2
    """Of how many puzzles there is a summary."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.stored: Counter[StoredAnswer] = Counter()

    def add(self, result: T) -> None:
        """Count a result, or those of a batch."""
        verdicts, stored = _tallies(result)
        self.verdicts.update(verdicts)
        self.stored.update(stored)

    def also_counted(self) -> Iterable[str]:
        """What a summary says beside the verdicts."""
        return ()

    def summary(self, seconds: float) -> Iterator[Phrase]:
        """How many puzzles have which verdict; how many stored solutions are what."""
        if self.verdicts.total() >= self.fewest_summed:
            yield summary_in_words(self.verdicts, *self.also_counted(), f"{seconds:,.2f} s")
        if self.stored:
            yield (stored_tally_in_words(self.stored),)

    def totals(self, engines: Iterable[str], seconds: float, **more: Any) -> Row:  # noqa: ANN401 -- fields
        """The last row of `check` and `crosscheck`; `puzzles` counts the invalid inputs, too."""
        from sudocube.report.row import Totals, TotalsRow

        numbers: dict[str, Any] = {one: self.verdicts[one] for one in Verdict} | {"disagreements": 0} | more
        if self.stored:
            numbers["stored"] = {one: self.stored[one] for one in StoredAnswer}
        numbers |= {"puzzles": self.verdicts.total(), "engines": [*engines], "seconds": round(seconds, 6)}
        return TotalsRow(summary=Totals(**numbers))


def rows_from_arrays(report: Report[Any], result: CheckedRows | Checked) -> Iterator[Row]:
    """The row of each puzzle: `rows` of a report that takes batches.

    Where the arrays say all, there is a column for each attribute of a result.
    """
    from msgspec import UNSET

    from sudocube.report.row import row_type
    from sudocube.verdicts.batches import RIGHT, VERDICTS

    if isinstance(result, Checked):
        yield report.row(result)
        return
    codes, stored, counts = (
        array.tolist() for array in (result.verdict_codes, result.stored_codes, result.counts)
    )
    kind = row_type(Checked, in_row=report.in_row)
    columns: dict[str, Iterable[Any]] = {
        "verdict": (VERDICTS[code] for code in codes),
        "solutions": _solutions(result, 2),
        "_shown": _solutions(result, 1),
        "engine": repeat(result.engine),
        "evidence": (Evidence.WITNESS if count >= 2 else Evidence.SEARCH for count in counts),
        "seconds": repeat(0.0),
        "_stored": (StoredAnswer.RIGHT if code == RIGHT else UNSET for code in stored),
        "count": counts,
        "exhausted": (count < result.limit for count in counts),
    }
    names = [name for name, attribute in kind.attributes.items() if attribute in columns]
    some = (columns[kind.attributes[name]] for name in names)
    told = zip(begun_rows(result.index, result.rows), *some, strict=False)
    for place, (is_told, (begun, *fields)) in enumerate(zip(result.in_arrays().tolist(), told, strict=True)):
        if is_told:
            begun.update(zip(names, fields, strict=True))
            yield kind(**begun)
        else:
            yield report.row(result.checked(place))


def _tallies(result: Any) -> tuple[dict[Verdict, int], dict[StoredAnswer, int]]:  # noqa: ANN401 -- or a batch
    """How many results have which verdict, and how many stored answers are what."""
    if isinstance(result, PuzzleResult):
        return {result.verdict: 1}, {} if result.stored is None else {result.stored: 1}
    return result.verdicts(), result.stored()


def _told(result: CheckedRows | Checked) -> Iterable[Checked]:
    """The results that say more than the arrays of a batch."""
    return (result,) if isinstance(result, Checked) else result.others.values()


def _with_faults(result: CheckedRows | Checked) -> Iterable[Checked]:
    """The results that may not be unique, or whose stored answer may not be right."""
    return (result,) if isinstance(result, Checked) else result.with_faults()


class CheckReport(VerdictsReport["CheckedRows | Checked"]):
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

    def add(self, result: CheckedRows | Checked) -> None:
        """Count a result, or those of a batch; the first puzzle decides on the columns."""
        if not self.columns and self.puzzles(result):
            entry = entry_of(result) if isinstance(result, Checked) else result.rows.entry(0)
            self.columns = COLUMNS if entry.stored is None else (*COLUMNS, "stored")
        super().add(result)
        engines = [result.engine] if isinstance(result, Checked) else result.engines()
        self.engines |= dict.fromkeys(filter(None, engines))
        for one in _told(result):
            is_fault = one.verdict in (Verdict.MULTIPLE, Verdict.NONE)
            self.pencilmarks += is_fault and one.puzzle is not None and one.puzzle.candidates is not None

    def outcomes(self, result: CheckedRows | Checked) -> Iterable[str]:
        """The verdicts and stored answers on which the exit status depends."""
        return chain(*_tallies(result))

    def in_table(self, one: Checked) -> Mapping[str, object]:
        """Why the verdict is unknown, or which clues clash."""
        return {"reason": reason_in_words(one)}

    def document(self, result: CheckedRows | Checked) -> Document:
        """The lines to be printed."""
        some = self.each(result) if self._is_alone else _with_faults(result)
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
        return self.totals(self.engines, seconds)

    def also_counted(self) -> Iterable[str]:
        """The engines."""
        return self.engines


class SolveReport(WritingReport["CheckedRows | Checked"]):
    """Writes a solution of each puzzle, in that format, by default as it was read."""

    columns, in_row = ("solution",), SOLVED
    rows = rows_from_arrays

    def __init__(self, format: str | None) -> None:
        self._format = format

    def outcomes(self, result: CheckedRows | Checked) -> Iterable[str]:
        """`none` and `invalid`, and `unknown` where no solution is shown."""
        without = {one.verdict for one in _told(result) if not one.solutions}
        unknown = {Verdict.UNKNOWN} if without - {Verdict.NONE, Verdict.INVALID} else set()
        return {Verdict.NONE, Verdict.INVALID} & _tallies(result)[0].keys() | unknown

    def row(self, one: Checked) -> Row:
        """A puzzle with its first solution, or why it is undecided whether there is one."""
        reason = None if one.solutions else one.reason
        return super().row(replace(one, solutions=one.solutions[:1], reason=reason))

    def written(self, result: CheckedRows | Checked) -> Iterable[Written | WrittenLines]:
        """A solution of each puzzle, or a verdict."""
        if not isinstance(result, Checked) and result.rows.are_written_on_lines(self._format):
            return [solved_lines(result)]
        some = self.each(result)
        return (Written(entry_of(one), one.solutions[0] if one.solutions else one.verdict) for one in some)

    def remarks(self, result: CheckedRows | Checked) -> Iterator[Entry | Phrase]:
        """What is no puzzle; that there are other solutions, or why there is none."""
        for one in _with_faults(result):
            if one.verdict is Verdict.MULTIPLE and one.solutions:
                several = Toned("several solutions", Verdict.MULTIPLE)
                yield f"{one.place}: there are ", several, "; this is one of them"
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


class ConvertReport(WritingReport["Entry"]):
    """What `convert` says: it writes each puzzle itself."""

    _index = 0

    def row(self, one: Entry) -> Row:
        """The row of the next puzzle."""
        from sudocube.report.row import PuzzleRow, row_of

        self._index += 1
        return row_of(PuzzleRow, one, index=self._index)

    def written(self, result: Entry) -> Iterable[Written]:
        """The puzzle, or a word where there is none."""
        return [Written(result, result.puzzle or Verdict.INVALID)]

    def remarks(self, result: Entry) -> Iterable[Entry]:
        """What is no puzzle."""
        return [result] if result.puzzle is None else []


class CountReport(Report["CheckedRows | Checked"]):
    """Says how many solutions each puzzle has, up to a limit; without a limit, many are estimated."""

    in_row = COUNTED
    rows = rows_from_arrays

    def __init__(self, limit: int | None) -> None:
        self._limit = sys.maxsize if limit is None else limit
        self._estimates = limit is None
        self.columns = ("source", "box", "count", "exact", *("estimate", "low", "high") * self._estimates)

    def _open(self, result: CheckedRows | Checked) -> list[Checked]:
        """What has no number: what is undecided, or no puzzle."""
        return [one for one in _told(result) if self._is_open(one)]

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
        if not isinstance(result, Checked) and not result.others:
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


def estimate_in_words(estimate: CountEstimate) -> str:
    """An exact number, or "estimate 6.64912e21 (95 %: 6.33344e21 to 6.96479e21)"."""
    from decimal import Decimal

    if estimate.exact:
        return str(estimate.number)
    three = estimate.number, estimate.low, estimate.high
    number, low, high = (f"{Decimal(one):.6g}".replace("e+", "e") for one in three)
    return f"estimate {number} ({100 * estimate.confidence:g} %: {low} to {high})"


def in_full(
    one: PuzzleResult, words: Phrase, below: Iterable[Block | str] = (), place: str | None = None
) -> list[Block]:
    """A result in full: words, a stored solution that is not right, and what stands below: lines and blocks.

    They are about a `place`, by default the source if that says where the puzzle stands.
    """
    if one.puzzle is None:
        return [Sentence(verdict_in_words(one), wraps=False)]
    if place is None:
        place = one.place if is_place(one.source) else ""
    before = (Toned(f"{place}: ", Tone.STRONG),) * bool(place)
    stored = stored_in_words(one)
    lines = [words, *[(Toned(stored, Tone.BAD),)] * bool(stored)]
    blocks = (Sentence((one,), 2) if isinstance(one, str) else one for one in below)
    return [*(Sentence((*before, *line), wraps=not place) for line in lines), *blocks]


def checked_document(checked: Checked) -> Document:
    """A check by itself: its verdict, and the puzzle with its solution, its two solutions or its clash."""
    puzzle = checked.puzzle
    boards = [] if puzzle is None else [verdict_boards(puzzle, checked.verdict, checked.solutions)]
    return in_full(checked, verdict_in_words(checked), boards)


def verdict_boards(puzzle: Puzzle, verdict: Verdict, solutions: Sequence[Board]) -> Boards:
    """The boards that show a verdict: a solution; two, with the cells marked in which they differ; or the
    clues that clash.
    """
    if not solutions:
        from sudocube.cube import clashes

        marked_clues = {cell for clash in clashes(puzzle) for cell in clash.cells}
        return Boards([Drawing(puzzle, marked=marked_clues, tone=Tone.BAD)], "clash")
    if len(solutions) < 2:
        caption = "the solution" if verdict is Verdict.UNIQUE else "a solution"
        return Boards([Drawing(solutions[0], caption, puzzle)])
    marked = differing_cells(*solutions)
    pairs = zip(solutions, ("one solution", "another"), strict=True)
    return Boards([Drawing(grid, name, puzzle, marked) for grid, name in pairs], "differs")


def _solutions(batch: CheckedRows, most: int) -> Iterator[list[str]]:
    """The first solutions of each puzzle as text, so many at most."""
    grids = (batch.solutions + ord("0")).tobytes().decode("ascii")
    for start, count in zip(range(0, len(grids), 2 * _CELLS), batch.counts.tolist(), strict=True):
        yield [grids[at : at + _CELLS] for at in (start, start + _CELLS)[: min(count, most)]]


def begun_rows(index: int, rows: Rows) -> Iterator[dict[str, Any]]:
    """What the row of each puzzle of a batch begins with; `index` is that of the first."""
    titles = {place: {"title": one.title} for place, one in rows.written.items() if one.title is not None}
    cells = rows.puzzles.tobytes().translate(TO_SYMBOLS).decode("ascii")
    for place, line in enumerate(rows.numbers):
        begun = {"index": index + place, "source": f"{rows.name}:{line}", "box": "3x3"}
        begun["puzzle"] = cells[_CELLS * place : _CELLS * (place + 1)]
        yield begun | titles[place] if place in titles else begun


def lines_of_cells(rows: Rows, cells: NDArray[Any], words: Mapping[int, str]) -> WrittenLines:
    """A line for each puzzle of a batch: its cells, of (n, 81) in ASCII, or a word by its place."""
    import numpy as np

    symbols = np.full((len(cells), _CELLS + 1), ord("\n"), np.uint8)
    symbols[:, :_CELLS] = cells
    text = symbols.tobytes().decode("ascii", "replace")
    if not words:
        return WrittenLines(rows.style, text)
    lines: list[str | Phrase] = [*text.splitlines()]
    for place, word in words.items():
        lines[place] = (word,)
    return WrittenLines(rows.style, lines)


def solved_lines(batch: CheckedRows) -> WrittenLines:
    """A solution of each puzzle; a verdict in place of these where there is none."""
    words: dict[int, str] = dict.fromkeys((batch.counts == 0).nonzero()[0].tolist(), Verdict.NONE)
    for place, other in batch.others.items():
        words[place] = str(other.solutions[0]) if other.solutions else other.verdict
    return lines_of_cells(batch.rows, batch.solutions[:, 0] + ord("0"), words)
