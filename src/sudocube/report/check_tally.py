"""What a run of `check` comes to: verdicts, stored answers and engines, counted result by result."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sudocube.report.json_rows import Row, summary_row
from sudocube.verdict import StoredAnswer, Verdict

if TYPE_CHECKING:  # it imports NumPy, which a puzzle alone does without
    from sudocube.checking import Checked
    from sudocube.checking.batches import CheckedRows


class CheckTally:
    """Counts of results; `engines` are the names of those that answered, in the order of their first answer.

    >>> from sudocube import check
    >>> tally = CheckTally()
    >>> tally.add(check("1... ..2. .3.. ...4"))
    >>> tally.verdicts[Verdict.UNIQUE], tally.summary(0.5)["summary"]["puzzles"]
    (1, 1)
    """

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.stored: Counter[StoredAnswer] = Counter()
        self.engines: dict[str, None] = {}

    def add(self, checked: Checked) -> None:
        """Count the result of one puzzle."""
        self.verdicts[checked.verdict] += 1
        if checked.stored is not None:
            self.stored[checked.stored] += 1
        if checked.engine is not None:
            self.engines[checked.engine] = None

    def add_batch(self, batch: CheckedRows) -> None:
        """Count the results of a batch."""
        self.verdicts.update(batch.verdicts())
        self.stored.update(batch.stored())
        if batch.counts.any() or not batch.rows.odd:
            self.engines[batch.engine] = None

    def summary(self, seconds: float) -> Row:
        """The last row of `check --json`."""
        return summary_row(self.verdicts, list(self.engines), seconds, stored=self.stored)
