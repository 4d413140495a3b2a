"""The JSON Schemas of what commands print with `--json`, made from the types of the rows.

`python -m sudocube.report.schemas check` prints that of `sudocube check`.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from sudocube.report.row import Row, schema_of

EACH_INPUT = "A line for each input, in their order."
COMMANDS: dict[str, tuple[str, str]] = {
    "bench": ("For each list of puzzles, a line for each engine.", "engine_tables.MeasuredRow"),
    "canonical": (
        "A line for each input, in their order; with --distinct, only for the first puzzle of each class.",
        "canonical_text.CanonicalRow row.InvalidRow",
    ),
    "certify": (EACH_INPUT, "certificates.CertifiedRow row.InvalidRow"),
    "check": (
        "A line for each input, in their order; then a line with totals.",
        "puzzle_rows.CheckedRow row.InvalidRow puzzle_rows.TotalsRow",
    ),
    "convert": (EACH_INPUT, "row.PuzzleRow row.InvalidRow"),
    "count": (EACH_INPUT, "puzzle_rows.CountedRow puzzle_rows.EstimatedRow row.InvalidRow"),
    "crosscheck": (
        "A line for each input, in their order; then a line with totals.",
        "crosschecks.CrosscheckedRow row.InvalidRow puzzle_rows.TotalsRow",
    ),
    "decode": ("A line for each answer that the output has.", "puzzle_rows.DecodedRow"),
    "diagnose": (
        "A line for each input, in their order; its fields depend on the verdict. null: not known.",
        "diagnosis_rows.ContradictoryRow diagnosis_rows.AmbiguousRow diagnosis_rows.RedundantRow"
        " diagnosis_rows.DiagnosedRow row.InvalidRow",
    ),
    "encodings-compare": (
        "A line for each encoding and solver; a last one where solvers, strengths, lists, repeats or the"
        " spread were asked for.",
        "comparisons.ComparedRow comparisons.ComparisonRow",
    ),
    "encodings-list": ("A line for each encoding.", "encodings.ListedRow"),
    "encodings-prove": ("One line.", "proofs.ProvedRow"),
    "encodings-show": (
        "A line for the encoding; with --all, one for each clause.",
        "encodings.ShownRow encodings.ClauseRow",
    ),
    "encodings-trace": (
        "A line for each step, then one for the end.",
        "traces.AssignedRow traces.ConflictRow traces.FilteredRow traces.EndRow",
    ),
    "engines": ("A line for each family of engines.", "engine_tables.FamilyRow"),
    "generate": ("A line for each puzzle, in the order of `index`.", "generated.GeneratedRow"),
    "rate": (EACH_INPUT, "ratings.RatedRow row.InvalidRow"),
    "solve": (EACH_INPUT, "puzzle_rows.SolvedRow row.InvalidRow"),
    "test-solver": (
        "A line for each case, in the order of the suite; then a line with totals.",
        "conformance.CaseRow conformance.ConformanceRow",
    ),
    "explain": (
        "For each puzzle its steps, a line each, and a line with their summary; where there are several"
        " puzzles, then a line with totals. With `--hint`, a line for each puzzle.",
        "step_rows.StepRow step_rows.ExplainedRow step_rows.HintRow step_rows.NotExplainedRow row.InvalidRow"
        " step_rows.ExplainedTotalsRow",
    ),
    "verify": (
        "A line for each certificate, for each fault of the folder, and, with INPUT, for each puzzle without"
        " a certificate.",
        "certificates.VerifiedRow",
    ),
}
"""What the lines of each command are, and the types that they have, by module and name."""

PAGE = {
    "page/trace": (
        "A line for the start, one for each step, and one for the end.",
        "traces.StartRow traces.AssignedRow traces.ConflictRow traces.EndRow",
    )
}
"""The same for what only the page of `sudocube serve` gets."""


def schema(command: str) -> dict[str, Any]:
    """The schema of the lines of a command."""
    description, names = (COMMANDS | PAGE)[command]
    parts = [name.split(".") for name in names.split()]
    kinds: list[type[Row]] = [
        getattr(import_module(f"sudocube.report.{module}"), kind) for module, kind in parts
    ]
    return schema_of(command.replace("-", " ", command.startswith("encodings")), description, kinds)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(sys.argv[1]), indent=2) + "\n")
