"""Results as JSON rows: plain dictionaries, with the fields that the command line promises."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sudocube.errors import FormatError
from sudocube.formats import Entry
from sudocube.geometry import BLANKS
from sudocube.puzzle import Grid
from sudocube.verdict import Answer, Verdict

if TYPE_CHECKING:  # a command imports only what it runs
    from sudocube.bulk import Batch
    from sudocube.checking import Checked
    from sudocube.crosschecking import Crosschecked
    from sudocube.exchange import Decoded

Row = dict[str, Any]


def invalid_row(index: int, source: str, error: FormatError | None) -> Row:
    """The row of what is no puzzle."""
    return {"index": index, "source": source, "verdict": Verdict.INVALID, "error": str(error)}


def checked_row(checked: Checked) -> Row:
    """The row of one puzzle in `check`; `reason` stands there only where a verdict is unknown."""
    if checked.puzzle is None:
        return invalid_row(checked.index, checked.source, checked.error)
    row: Row = {
        "index": checked.index,
        "source": checked.source,
        "puzzle": str(checked.puzzle),
        "verdict": checked.verdict,
        "solutions": [str(grid) for grid in checked.solutions],
        "engine": checked.engine,
        "evidence": checked.evidence,
        "seconds": _seconds(checked.seconds),
    }
    if checked.reason is not None:
        row["reason"] = checked.reason
    return row


_TO_SYMBOLS = bytes(ord(".") if chr(byte) in BLANKS else byte for byte in range(256))
_TO_TEXT = bytes(byte + ord("0") & 0xFF for byte in range(256))


def batch_rows(batch: Batch) -> str:
    r"""The rows of many puzzles, a line each: what `json.dumps` makes of each `checked_row`.

    Written out by hand, because there are millions.
    """
    cells = batch.rows.puzzles.tobytes().translate(_TO_SYMBOLS).decode("ascii")
    grids = batch.solutions.tobytes().translate(_TO_TEXT).decode("ascii")
    head = f', "source": {json.dumps(batch.rows.name)[:-1]}:'
    tail = f', "engine": {json.dumps(batch.engine)}, "evidence": '
    lines = []
    for row, (line, count) in enumerate(zip(batch.rows.lines.tolist(), batch.counts.tolist(), strict=True)):
        if row in batch.others:
            lines.append(json.dumps(checked_row(batch.others[row])))
            continue
        start = row * 162
        if count == 1:
            said = f'"unique", "solutions": ["{grids[start : start + 81]}"]{tail}"search"'
        elif count:
            both = f'"{grids[start : start + 81]}", "{grids[start + 81 : start + 162]}"'
            said = f'"multiple", "solutions": [{both}]{tail}"witness"'
        else:
            said = f'"none", "solutions": []{tail}"search"'
        puzzle = cells[row * 81 : row * 81 + 81]
        said = f'"puzzle": "{puzzle}", "verdict": {said}, "seconds": 0.0'
        lines.append(f'{{"index": {batch.index + row}{head}{line}", {said}}}')
    return "\n".join([*lines, ""])


def crosschecked_row(checked: Crosschecked) -> Row:
    """The row of one puzzle in `crosscheck`; `unproved` stands there only where a proof was not to be had."""
    if checked.puzzle is None:
        return invalid_row(checked.index, checked.source, checked.error)
    row: Row = {
        "index": checked.index,
        "source": checked.source,
        "puzzle": str(checked.puzzle),
        "verdict": checked.verdict,
        "evidence": checked.evidence,
        "agree": checked.agree,
        "solutions": [str(grid) for grid in checked.solutions],
        "engines": {name: _answer_row(answer) for name, answer in checked.answers.items()},
    }
    if checked.unproved is not None:
        row["unproved"] = checked.unproved
    return row


def _answer_row(answer: Answer) -> Row:
    row: Row = {
        "verdict": answer.verdict,
        "solutions": [str(grid) for grid in answer.solutions],
        "seconds": _seconds(answer.seconds),
    }
    if answer.reason is not None:
        row["reason"] = answer.reason
    return row


def solved_row(index: int, entry: Entry, solutions: Sequence[Grid] = (), reason: str | None = None) -> Row:
    """The row of one puzzle in `solve`; `reason` stands there only where it was not searched to the end.

    Without it, no solutions in the row means that there are none.
    """
    if entry.puzzle is None:
        return invalid_row(index, entry.source, entry.error)
    row: Row = {
        "index": index,
        "source": entry.source,
        "puzzle": str(entry.puzzle),
        "solutions": [str(grid) for grid in solutions],
    }
    if reason is not None:
        row["reason"] = reason
    return row


def counted_row(index: int, entry: Entry, answer: Answer | None) -> Row:
    """The row of one puzzle in `count`; not exact means "at least"."""
    if entry.puzzle is None or answer is None:
        return invalid_row(index, entry.source, entry.error)
    row: Row = {
        "index": index,
        "source": entry.source,
        "puzzle": str(entry.puzzle),
        "count": answer.count,
        "exact": answer.exhausted,
    }
    if answer.reason is not None:
        row["reason"] = answer.reason
    return row


def decoded_row(index: int, source: str, decoded: Decoded) -> Row:
    """The row of one answer of an outside solver; `accepted` is null where there was nothing to judge.

    `source` says where the puzzle stood; `solution` is what an accepted model says, else null.
    """
    return {
        "index": index,
        "source": source,
        "puzzle": str(decoded.puzzle),
        "format": decoded.format,
        "answer": decoded.said,
        "accepted": decoded.accepted,
        "solution": None if decoded.grid is None else str(decoded.grid),
        "reason": decoded.reason,
    }


def summary_row(
    verdicts: Counter[Verdict], engines: Sequence[str], seconds: float, disagreements: int = 0
) -> Row:
    """The last row of `check` and `crosscheck`; `puzzles` counts the invalid ones too."""
    return {
        "summary": {
            "puzzles": verdicts.total(),
            **{verdict: verdicts[verdict] for verdict in Verdict},
            "disagreements": disagreements,
            "engines": list(engines),
            "seconds": _seconds(seconds),
        }
    }


def _seconds(seconds: float) -> float:
    """To the microsecond: what is beyond is noise."""
    return round(seconds, 6)
