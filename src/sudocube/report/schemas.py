"""The JSON Schemas of what commands print with `--json`, made from the types of the rows.

`python -m sudocube.report.schemas check` prints that of `sudocube check`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from sudocube.report.row import InvalidRow, PuzzleRow, Row, schema_of


def _checks() -> Sequence[type[Row]]:
    from sudocube.report.puzzle_rows import CheckedRow, TotalsRow

    return CheckedRow, InvalidRow, TotalsRow


def _solutions() -> Sequence[type[Row]]:
    from sudocube.report.puzzle_rows import SolvedRow

    return SolvedRow, InvalidRow


def _counts() -> Sequence[type[Row]]:
    from sudocube.report.puzzle_rows import CountedRow, EstimatedRow

    return CountedRow, EstimatedRow, InvalidRow


def _crosschecks() -> Sequence[type[Row]]:
    from sudocube.report.crosschecks import CrosscheckedRow
    from sudocube.report.puzzle_rows import TotalsRow

    return CrosscheckedRow, InvalidRow, TotalsRow


def _diagnoses() -> Sequence[type[Row]]:
    from sudocube.report.diagnosis_rows import AmbiguousRow, ContradictoryRow, DiagnosedRow, RedundantRow

    return ContradictoryRow, AmbiguousRow, RedundantRow, DiagnosedRow, InvalidRow


def _certified() -> Sequence[type[Row]]:
    from sudocube.report.certificates import CertifiedRow

    return CertifiedRow, InvalidRow


def _verified() -> Sequence[type[Row]]:
    from sudocube.report.certificates import VerifiedRow

    return (VerifiedRow,)


def _cases() -> Sequence[type[Row]]:
    from sudocube.report.conformance import CaseRow, ConformanceRow

    return CaseRow, ConformanceRow


def _forms() -> Sequence[type[Row]]:
    from sudocube.report.canonical_text import CanonicalRow

    return CanonicalRow, InvalidRow


def _families() -> Sequence[type[Row]]:
    from sudocube.report.engine_tables import FamilyRow

    return (FamilyRow,)


def _measured() -> Sequence[type[Row]]:
    from sudocube.report.engine_tables import MeasuredRow

    return (MeasuredRow,)


def _ratings() -> Sequence[type[Row]]:
    from sudocube.report.ratings import RatedRow

    return RatedRow, InvalidRow


def _made() -> Sequence[type[Row]]:
    from sudocube.report.generated import GeneratedRow

    return (GeneratedRow,)


def _steps() -> Sequence[type[Row]]:
    from sudocube.report.step_rows import (
        ExplainedRow,
        ExplainedTotalsRow,
        HintRow,
        NotExplainedRow,
        StepRow,
    )

    return StepRow, ExplainedRow, HintRow, NotExplainedRow, InvalidRow, ExplainedTotalsRow


EACH_INPUT = "A line for each input, in their order."
COMMANDS: dict[str, tuple[str, Callable[[], Sequence[type[Row]]]]] = {
    "bench": ("For each list of puzzles, a line for each engine.", _measured),
    "canonical": (
        "A line for each input, in their order; with --distinct, only for the first puzzle of each class.",
        _forms,
    ),
    "certify": (EACH_INPUT, _certified),
    "check": ("A line for each input, in their order; then a line with totals.", _checks),
    "convert": (EACH_INPUT, lambda: (PuzzleRow, InvalidRow)),
    "count": (EACH_INPUT, _counts),
    "crosscheck": ("A line for each input, in their order; then a line with totals.", _crosschecks),
    "diagnose": (
        "A line for each input, in their order; its fields depend on the verdict. null: not known.",
        _diagnoses,
    ),
    "engines": ("A line for each family of engines.", _families),
    "generate": ("A line for each puzzle, in the order of `index`.", _made),
    "explain": (
        "For each puzzle its steps, a line each, and a line with their summary; where there are several"
        " puzzles, then a line with totals. With `--hint`, a line for each puzzle.",
        _steps,
    ),
    "rate": (EACH_INPUT, _ratings),
    "solve": (EACH_INPUT, _solutions),
    "test-solver": ("A line for each case, in the order of the suite; then a line with totals.", _cases),
    "verify": (
        "A line for each certificate, for each fault of the folder, and, with INPUT, for each puzzle without"
        " a certificate.",
        _verified,
    ),
}
"""What the lines of each command are, and the types that they have."""


def schema(command: str) -> dict[str, Any]:
    """The schema of the lines of a command."""
    description, kinds = COMMANDS[command]
    return schema_of(command, description, kinds())


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(sys.argv[1]), indent=2) + "\n")
