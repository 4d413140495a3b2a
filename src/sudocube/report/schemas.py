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
from typing import Annotated, Any, is_typeddict

import msgspec
from msgspec import Meta

from sudocube.report.row import Row

COMMANDS = {
    "audit": "audits.Summary",
    "bench": "engine_tables.MeasuredRow",
    "canonical": "canonical_text.CanonicalRow row.InvalidRow",
    "certify": "certificates.CertifiedRow row.InvalidRow",
    "check": "puzzle_rows.CheckedRow row.InvalidRow puzzle_rows.TotalsRow",
    "convert": "row.PuzzleRow row.InvalidRow",
    "count": "puzzle_rows.CountedRow puzzle_rows.EstimatedRow row.InvalidRow",
    "crosscheck": "crosschecks.CrosscheckedRow row.InvalidRow puzzle_rows.TotalsRow",
    "decode": "puzzle_rows.DecodedRow",
    "diagnose": "diagnoses.ContradictoryRow diagnoses.AmbiguousRow diagnoses.RedundantRow"
    " diagnoses.DiagnosedRow row.InvalidRow",
    "encodings-compare": "comparisons.ComparedRow comparisons.ComparisonRow",
    "encodings-list": "encodings.ListedRow",
    "encodings-prove": "proofs.ProvedRow",
    "encodings-show": "encodings.ShownRow encodings.ClauseRow",
    "encodings-trace": "traces.AssignedRow traces.ConflictRow traces.FilteredRow traces.EndRow",
    "engines": "engine_tables.FamilyRow",
    "explain": "step_rows.StepRow explained.ExplainedRow explained.HintRow explained.NotExplainedRow"
    " row.InvalidRow explained.ExplainedTotalsRow",
    "generate": "generated.GeneratedRow",
    "rate": "ratings.RatedRow row.InvalidRow",
    "solve": "puzzle_rows.SolvedRow row.InvalidRow",
    "test-solver": "conformance.CaseRow conformance.ConformanceRow",
    "verify": "certificates.VerifiedRow",
}
"""The types that the lines of each command have, by module and name."""


def schema(command: str) -> dict[str, Any]:
    """The schema of the lines of a command."""
    parts = [name.split(".") for name in COMMANDS[command].split()]
    kinds = [getattr(import_module(f"sudocube.report.{module}"), kind) for module, kind in parts]
    lines, found = msgspec.json.schema_components([*map(documented, kinds)], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sudocube {command.replace('-', ' ', command.startswith('encodings'))} --json",
        "description": "A line of JSON for each result, in order; it is one of these.",
        "anyOf": list(lines),
        "$defs": {name: {**part, "description": _first_line(part)} for name, part in found.items()},
    }


def _first_line(part: dict[str, Any]) -> str:
    return str(part.get("description", "")).split("\n")[0]


@cache
def documented(kind: type) -> type[msgspec.Struct]:
    """The type of a row with the meanings of its fields: the docstrings that stand below them."""
    kinds = [one for one in reversed(kind.__mro__) if _is_row(one)]
    meant = {name: value for one in kinds for name, value in _fields(one)}
    own = msgspec.structs.fields(kind) if issubclass(kind, Row) else ()
    fields: list[Any] = [(one.name, meant[one.name], one.default) for one in own] or [*meant.items()]
    made = msgspec.defstruct(
        kind.__name__,
        fields,
        bases=(Row,),
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        rename={one.name: one.encode_name for one in own} or None,
        kw_only=True,
    )
    globals()[kind.__name__] = made  # where a row that holds rows of its own kind finds them
    return made


def _is_row(kind: object) -> bool:
    """Whether a type is that of rows, or of a JSON object that is a plain dict."""
    return is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, Row))


def _fields(kind: type) -> Iterator[tuple[str, Any]]:
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
        if found is not None and _is_row(found):
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
