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
from typing import Any

import msgspec

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
    kinds = [getattr(import_module(f"{__package__}.{module}"), kind) for module, kind in parts]
    lines, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    meant = {name: text for kind in kinds for name, text in _meanings(kind.__module__).items()}
    for name, part in found.items():
        part["description"] = str(part.get("description", "")).split("\n")[0]
        if "properties" in part:
            part["additionalProperties"] = False
        for field, value in part.get("properties", {}).items():
            words, _, examples = meant.get(f"{name}.{field}", "").partition(" For example: ")
            value |= {"description": words, "examples": json.loads(f"[{examples.removesuffix('.')}]")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sudocube {command.replace('-', ' ', command.startswith('encodings'))} --json",
        "description": "A line of JSON for each result, in order; it is one of these.",
        "anyOf": list(lines),
        "$defs": found,
    }


@cache
def _meanings(module: str) -> dict[str, str]:
    """What stands below names and fields ("Row.field") of a module, and of modules here that it imports.

    A field with nothing below it means what the first name in its type means.
    """
    tree, found = ast.parse(inspect.getsource(import_module(module))), dict[str, str]()
    imports = [one for one in tree.body if isinstance(one, ast.ImportFrom)]
    imports = [one for one in imports if (one.module or "").startswith(f"{__package__}.")]
    for one in imports:
        found |= _meanings(str(one.module))
    for one in imports:
        theirs = _meanings(str(one.module))
        found |= {name.asname or name.name: theirs.get(name.name, "") for name in one.names}
    for name, _, text in _stated(tree.body):
        found[name] = text
    for kind in (one for one in tree.body if isinstance(one, ast.ClassDef)):
        for base in map(ast.unparse, kind.bases):
            inherited = [name for name in found if name.startswith(f"{base}.")]
            found |= {f"{kind.name}.{name.removeprefix(f'{base}.')}": found[name] for name in inherited}
        for name, annotation, text in _stated(kind.body):
            of_type = (found.get(word, "") for word in re.findall(r"\w+", annotation))
            found[f"{kind.name}.{name}"] = text or next(filter(None, of_type), "")
    return found


def _stated(body: list[ast.stmt]) -> Iterator[tuple[str, str, str]]:
    """The names that are given a value or a type: as in JSON, with the type and with what stands below."""
    for one, below in pairwise([*body, ast.Pass()]):
        if not isinstance(one, ast.Assign | ast.AnnAssign):
            continue
        name = ast.unparse(one.targets[0] if isinstance(one, ast.Assign) else one.target)
        match one.value:
            case ast.Call(keywords=[ast.keyword(arg="name", value=ast.Constant(value=str(other)))]):
                name = other
        text = ""
        match below:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                text = re.sub(r"\s*\n\s*", " ", docstring.strip())
        yield name, ast.unparse(one.annotation) if isinstance(one, ast.AnnAssign) else "", text


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(sys.argv[1]), indent=2) + "\n")
