"""The rows of the commands that decide puzzles: of `check`, `solve` and `count`, and the totals of a run.

Of batches, in which there may be millions of puzzles, rows are made from the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import repeat
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from sudocube.fields import Amount, Number, Optional, Whole
from sudocube.geometry import BLANKS
from sudocube.report.base import WrittenLines
from sudocube.report.row import Row, row_type
from sudocube.verdict import StoredAnswer
from sudocube.verdict import Verdict as VerdictKind
from sudocube.verdicts.checking import COUNTED, SOLVED, Checked

if TYPE_CHECKING:  # NumPy, which a puzzle alone does without
    from numpy.typing import NDArray

    from sudocube.report.document import Phrase
    from sudocube.rows.batch import Rows
    from sudocube.verdicts.batches import CheckedRows

_CELLS = 81
TO_SYMBOLS = bytes(ord(".") if chr(byte) in BLANKS else byte for byte in range(256))
TO_TEXT = bytes(byte + ord("0") & 0xFF for byte in range(256))


SolvedRow = row_type(Checked, in_row=SOLVED)
CountedRow = row_type(Checked, in_row=COUNTED)


class EngineTotals(Row, kw_only=True):
    """How many answers of an engine were confirmed, refuted, undecided and failed."""

    confirmed: Whole
    """Another engine says the same, or it is proved, or the referee passed the solution that it claims.

    For example: 97.
    """
    refuted: Whole
    """Shown to be wrong. For example: 2."""
    undecided: Whole
    """Without a verdict, or with one that nothing confirms and nothing refutes, or a count of three or more.

    For example: 1.
    """
    failed: Whole
    """An error, a process that died, or an answer that cannot be understood. For example: 0."""


class Totals(Row, kw_only=True):
    """The totals."""

    puzzles: Whole
    """How many puzzles there were, the invalid ones included. For example: 100."""
    unique: Whole
    """How many have one solution. For example: 97."""
    multiple: Whole
    """How many have several solutions. For example: 1."""
    none: Whole
    """How many have none. For example: 1."""
    unknown: Whole
    """How many are undecided. For example: 0."""
    invalid: Whole
    """How many are no puzzle. For example: 1."""
    disagreements: Whole
    """On how many puzzles engines disagree. For example: 0."""
    engines: list[str]
    """The engines that were asked. For example: ["phases", "sat:extended@cadical153"]."""
    seconds: Amount
    """How long all of it took, in seconds. For example: 1.5."""
    stored: Optional[dict[StoredAnswer, Number]] = UNSET
    """How many of the stored solutions are what; only where there are any. For example: {"right": 98}."""
    by_engine: Optional[dict[str, EngineTotals]] = UNSET
    """In `crosscheck`: what became of the answers of each engine.

    For example: {"phases": {"confirmed": 97, "refuted": 0, "undecided": 3, "failed": 0}}.
    """


class TotalsRow(Row, kw_only=True):
    """The last line: totals of the run."""

    summary: Totals
    """The totals.

    For example: {"puzzles": 100, "unique": 97, "multiple": 1, "none": 1, "unknown": 0, "invalid": 1,
    "disagreements": 0, "engines": ["kernel"], "seconds": 1.5}.
    """


def totals_row(
    verdicts: Mapping[VerdictKind, int],
    engines: Iterable[str],
    seconds: float,
    stored: Mapping[StoredAnswer, int],
    **more: Any,  # noqa: ANN401 -- further fields
) -> TotalsRow:
    """The last row of `check` and `crosscheck`; `puzzles` counts the invalid inputs, too."""
    numbers: dict[str, Any] = {verdict: verdicts.get(verdict, 0) for verdict in VerdictKind}
    numbers |= {"disagreements": 0, **more}
    return TotalsRow(
        summary=Totals(
            puzzles=sum(verdicts.values()),
            engines=list(engines),
            seconds=round(seconds, 6),
            stored={kind: stored.get(kind, 0) for kind in StoredAnswer} if stored else UNSET,
            **numbers,
        )
    )


def batch_rows(batch: CheckedRows, in_row: str | None, of_one: Callable[[Checked], Row]) -> Iterator[Row]:
    """The rows of a batch, with these fields: the same as `of_one` makes of each result by itself.

    Where the arrays say all, there is a column for each attribute of a result.
    """
    from sudocube.verdict import Evidence
    from sudocube.verdicts.batches import RIGHT, VERDICTS

    codes, stored, counts = batch.verdict_codes.tolist(), batch.stored_codes.tolist(), batch.counts.tolist()
    kind = row_type(Checked, in_row=in_row)
    columns: dict[str, Iterable[Any]] = {
        "verdict": (VERDICTS[code] for code in codes),
        "solutions": _solutions(batch, 2),
        "_shown": _solutions(batch, 1),
        "engine": repeat(batch.engine),
        "evidence": (Evidence.WITNESS if count >= 2 else Evidence.SEARCH for count in counts),
        "seconds": repeat(0.0),
        "_stored": (StoredAnswer.RIGHT if code == RIGHT else UNSET for code in stored),
        "count": counts,
        "exhausted": (count < batch.limit for count in counts),
    }
    names = [name for name, attribute in kind.attributes.items() if attribute in columns]
    some = (columns[kind.attributes[name]] for name in names)
    told = zip(begun_rows(batch.index, batch.rows), *some, strict=False)
    for place, (is_told, (begun, *fields)) in enumerate(zip(batch.in_arrays().tolist(), told, strict=True)):
        if is_told:
            begun.update(zip(names, fields, strict=True))
            yield kind(**begun)
        else:
            yield of_one(batch.checked(place))


def _solutions(batch: CheckedRows, most: int) -> Iterator[list[str]]:
    """The first solutions of each puzzle as text, so many at most."""
    grids = batch.solutions.tobytes().translate(TO_TEXT).decode("ascii")
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
    words: dict[int, str] = dict.fromkeys((batch.counts == 0).nonzero()[0].tolist(), VerdictKind.NONE)
    for place, other in batch.others.items():
        words[place] = str(other.solutions[0]) if other.solutions else other.verdict
    return lines_of_cells(batch.rows, batch.solutions[:, 0] + ord("0"), words)
