"""Estimated numbers of solutions in words, in JSON and in tables, and always called estimates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context
from typing import TYPE_CHECKING

from sudocube.report.base import Report
from sudocube.report.document import Document, Phrase, Sentence
from sudocube.report.puzzle_rows import CountedRow, EstimatedRow
from sudocube.report.row import Row, fields_of, row_of
from sudocube.report.words import count_in_words, undecided_in_words
from sudocube.verdict import Verdict
from sudocube.verdicts.estimating import SIGNIFICANT

if TYPE_CHECKING:
    from sudocube.rows import Entry
    from sudocube.verdicts.checking import Checked
    from sudocube.verdicts.estimating import CountEstimate

_WRITTEN_OUT_BELOW = 10_000_000
"""Smaller estimates are written as plain integers."""

_FEWEST_DIGITS = 3
"""Of estimates that are written with an exponent."""


def estimate_in_words(estimate: CountEstimate) -> str:
    """An exact number, or "estimate 6.67e21 (95 %: 6.48e21 to 6.86e21)"; `str` of a CountEstimate.

    The ends are rounded outward. If the interval is narrow, there are more digits, so that it can be seen.
    """
    if estimate.exact:
        return str(estimate.number)
    if estimate.high < _WRITTEN_OUT_BELOW:
        number, low, high = (f"{one:,}" for one in (estimate.number, estimate.low, estimate.high))
    else:
        digits = _digits_that_differ(estimate.low, estimate.high)
        number = in_short(estimate.number, digits)
        low, high = (
            in_short(estimate.low, digits, ROUND_FLOOR),
            in_short(estimate.high, digits, ROUND_CEILING),
        )
    return f"estimate {number} ({100 * estimate.confidence:g} %: {low} to {high})"


def in_short(number: int, digits: int = _FEWEST_DIGITS, rounding: str = ROUND_HALF_EVEN) -> str:
    """A large number to three digits, or as many as asked for; `rounding` is one of `decimal`.

    >>> in_short(6_670_903_752_021_072_936_960), in_short(28_200_960, 4, ROUND_CEILING)
    ('6.67e21', '2.821e7')
    """
    shortened = Context(prec=digits, rounding=rounding).create_decimal(number)
    return f"{shortened:.{digits - 1}e}".replace("e+", "e")


def _digits_that_differ(low: int, high: int) -> int:
    """From three to the six that an estimate has: as few as leave ten steps from low to high."""
    width = max(1, high - low)
    return min(max(_FEWEST_DIGITS, len(str(high)) - len(str(width)) + 2), SIGNIFICANT)


class EstimateReport(Report["tuple[Checked, CountEstimate | None]"]):
    """Says how many solutions each puzzle has, counted or estimated: a line for each."""

    columns = ("source", "box", "count", "exact", "estimate", "low", "high")

    def outcomes(self, result: tuple[Checked, CountEstimate | None]) -> Iterable[str]:
        """`invalid`, and `unknown` where there is no number."""
        checked, estimate = result
        return [] if estimate is not None else [_outcome(checked)]

    def rows(self, result: tuple[Checked, CountEstimate | None]) -> Iterable[Row]:
        """The row of a puzzle; where there is no estimate, that of `count`."""
        checked, estimate = result
        if estimate is None or estimate.exact:
            return [row_of(CountedRow, checked)]
        return [row_of(EstimatedRow, checked, estimate)]

    def records(self, result: tuple[Checked, CountEstimate | None]) -> Iterator[tuple[Entry, Sequence[str]]]:
        """The puzzle with its fields; where there is no estimate, `low` is what was counted, if anything."""
        checked, estimate = result
        assert checked.entry is not None  # it comes from an input
        place = fields_of(row_of(CountedRow, checked), self.columns[:2])
        if estimate is None:
            counted = "" if checked.puzzle is None else str(checked.count)
            yield checked.entry, [*place, "", "", "", counted, ""]
        else:
            exact = ("true", "false") if estimate.exact else ("false", "true")
            low, high = str(estimate.low), str(estimate.high)
            yield checked.entry, [*place, str(estimate.number), *exact, low, high]

    def document(self, result: tuple[Checked, CountEstimate | None]) -> Document:
        """The number; "unknown" where there is no estimate, "invalid" for no puzzle."""
        checked, estimate = result
        words = count_in_words(checked, checked.count + 1) if estimate is None else (str(estimate),)
        return [Sentence(words, wraps=False)]

    def errors(self, result: tuple[Checked, CountEstimate | None]) -> Iterable[Entry]:
        """What is no puzzle."""
        entry = result[0].entry
        return [] if entry is None or entry.error is None else [entry]

    def remarks(self, result: tuple[Checked, CountEstimate | None]) -> Iterator[Phrase]:
        """Why there is no number."""
        checked, estimate = result
        if estimate is None and checked.puzzle is not None:
            yield f"{checked.source}: ", *undecided_in_words(checked.reason, checked.count)


def _outcome(checked: Checked) -> Verdict:
    return Verdict.INVALID if checked.puzzle is None else Verdict.UNKNOWN
