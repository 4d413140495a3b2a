"""Estimated numbers of solutions in words, in JSON and in tables, and always called estimates."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context
from typing import TYPE_CHECKING

from sudocube.checking.sample_intervals import SIGNIFICANT
from sudocube.report.json_rows import Row, counted_row, puzzle_row
from sudocube.report.table_columns import counted_fields
from sudocube.report.verdict_colours import Phrase
from sudocube.report.words import count_in_words

if TYPE_CHECKING:
    from sudocube.checking import Checked, CountEstimate

_WRITTEN_OUT_BELOW = 10_000_000
"""Smaller estimates are written as plain integers."""

_FEWEST_DIGITS = 3
"""Of estimates that are written with an exponent."""

_WHOLE_BELOW = 2**53
"""Integers from here on are not exact for programs that read all numbers as floats."""


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


def estimated_in_words(checked: Checked, estimate: CountEstimate | None) -> Phrase:
    """The same for one puzzle of several: "unknown" where there is no estimate, "invalid" for no puzzle."""
    return count_in_words(checked, checked.count + 1) if estimate is None else (estimate_in_words(estimate),)


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


def estimated_row(checked: Checked, estimate: CountEstimate | None) -> Row:
    """The row of one puzzle in `count --estimate`; where there is no estimate, that of `count`."""
    if estimate is None or estimate.exact:
        return counted_row(checked)
    fields = {
        "count": _number(estimate.number),
        "exact": False,
        "estimate": True,
        "low": _number(estimate.low),
        "high": _number(estimate.high),
        "confidence": estimate.confidence,
        "samples": estimate.samples,
        "seed": estimate.seed,
    }
    return puzzle_row(checked.index, checked, fields)


def _number(number: int) -> int | float:
    """A number for JSON: from 2^53 on with an exponent, so that it does not look exact."""
    try:
        return number if number < _WHOLE_BELOW else float(number)
    except OverflowError:  # 25×25
        return number


def estimated_fields(checked: Checked, estimate: CountEstimate | None) -> list[str]:
    """The fields of one puzzle in `count --estimate`: after those of `count`, estimate, low and high.

    Where there is no estimate, `low` is the number that was counted, if any, and the others are empty.
    """
    place = counted_fields(checked, checked.count + 1)[:2]
    if estimate is None:
        return [*place, "", "", "", "" if checked.puzzle is None else str(checked.count), ""]
    number, low, high = map(str, (estimate.number, estimate.low, estimate.high))
    return [*place, number, *(("true", "false") if estimate.exact else ("false", "true")), low, high]
