"""The JSON Schemas of what commands print with `--json`, made from the types of the rows.

What a field means stands below it as a docstring, which ends with "For example: " and values in JSON; a name
for a type can have one, too. `python -m sudocube.report.schemas check` prints the schema of `sudocube check`.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sudocube.report.row import Row

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
        "diagnoses.ContradictoryRow diagnoses.AmbiguousRow diagnoses.RedundantRow"
        " diagnoses.DiagnosedRow row.InvalidRow",
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
        "explained.StepRow explained.ExplainedRow explained.HintRow explained.NotExplainedRow row.InvalidRow"
        " explained.ExplainedTotalsRow",
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
    kinds = [getattr(import_module(f"sudocube.report.{module}"), kind) for module, kind in parts]
    lines, found = msgspec.json.schema_components([*map(documented, kinds)], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sudocube {command.replace('-', ' ', command.startswith('encodings'))} --json",
        "description": description,
        "anyOf": list(lines),
        "$defs": {name: {**part, "description": _first_line(part)} for name, part in found.items()},
    }


def _first_line(part: dict[str, Any]) -> str:
    return str(part.get("description", "")).split("\n")[0]


@cache
def documented(kind: type[Row]) -> type[msgspec.Struct]:
    """The type of a row with the meanings of its fields: the docstrings that stand below them."""
    kinds = [one for one in reversed(kind.__mro__) if issubclass(one, Row)]
    meant = {name: value for one in kinds for name, value in _fields(one)}
    fields = [(one.name, meant[one.name], one.default) for one in msgspec.structs.fields(kind)]
    made = msgspec.defstruct(
        kind.__name__,
        fields,
        bases=(Row,),
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        rename={one.name: one.encode_name for one in msgspec.structs.fields(kind)},
        kw_only=True,
    )
    globals()[kind.__name__] = made  # where a row that holds rows of its own kind finds them
    return made


def _fields(kind: type[Row]) -> Iterator[tuple[str, Any]]:
    """The fields that a class itself has, each with its type and its meaning."""
    names = _Names(kind.__module__)
    names[kind.__name__] = kind.__name__
    (tree,) = (one for one in names.tree.body if isinstance(one, ast.ClassDef) and one.name == kind.__name__)
    for one, below in pairwise([*tree.body, ast.Pass()]):
        if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation):
            yield ast.unparse(one.target), _with_meaning(names.value(one.annotation), below)


class _Names(dict[str, Any]):
    """The names in a module that types are made of, each with its meaning."""

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = import_module(module)
        self.tree = ast.parse(inspect.getsource(self._module))

    def __missing__(self, name: str) -> Any:  # noqa: ANN401 -- any type
        found = getattr(self._module, name, None)
        if isinstance(found, type) and issubclass(found, Row):
            return documented(found)
        for one, below in pairwise([*self.tree.body, ast.Pass()]):
            match one:
                case ast.Assign(targets=[ast.Name(id)]) if id == name:
                    return _with_meaning(self.value(one.value), below)
                case ast.ImportFrom(module=str(module)) if module.startswith(__package__):
                    for alias in one.names:
                        if name == (alias.asname or alias.name):
                            return _Names(module)[alias.name]
        raise KeyError(name)

    def value(self, node: ast.expr) -> Any:  # noqa: ANN401 -- any type
        """A type as it is written in the module."""
        return eval(ast.unparse(node), vars(self._module), self)


def _with_meaning(kind: Any, below: ast.stmt) -> Any:  # noqa: ANN401 -- any type
    """The type with what stands below its name as a docstring: what it means, and perhaps examples."""
    if not (isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)):
        return kind
    words, _, examples = re.sub(r"\s*\n\s*", " ", str(below.value.value).strip()).partition(" For example: ")
    return Annotated[kind, Meta(description=words, examples=json.loads(f"[{examples.removesuffix('.')}]"))]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(sys.argv[1]), indent=2) + "\n")
