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
from functools import cache, cached_property
from importlib import import_module
from inspect import get_annotations
from itertools import pairwise
from typing import Any, get_args, get_type_hints

import msgspec

from sudocube import fields
from sudocube.report.row import row_type
from sudocube.verdicts.checking import COUNTED, SOLVED, Checked

SolvedRow, CountedRow = row_type(Checked, in_row=SOLVED), row_type(Checked, in_row=COUNTED)
_DIAGNOSIS = ".verdicts.diagnosing.Diagnosis"
COMMANDS = {
    "audit": ".auditing.summary.Summary",
    "bench": ".bench.Contender",
    "canonical": "canonical_text.CanonicalRow row.InvalidRow",
    "certify": ".verdicts.certificates.Certificate row.InvalidRow",
    "check": ".verdicts.checking.Checked row.InvalidRow row.TotalsRow",
    "convert": "row.PuzzleRow row.InvalidRow",
    "count": "schemas.CountedRow .rows.entry.Entry+.verdicts.estimating.CountEstimate row.InvalidRow",
    "crosscheck": ".verdicts.judging.Crosschecked row.InvalidRow row.TotalsRow",
    "decode": ".rows.entry.Entry+.exchange.Decoded",
    "diagnose": f"{_DIAGNOSIS}+.verdicts.conflicts.Contradiction {_DIAGNOSIS}+.verdicts.ambiguity.Ambiguity"
    f" {_DIAGNOSIS}+.verdicts.conflicts.ClueRedundancy {_DIAGNOSIS} row.InvalidRow",
    "encodings-compare": ".lab.comparing.Figures comparisons.ComparisonRow",
    "encodings-list": ".encoder.vocabulary.Encoding",
    "encodings-prove": ".lab.proving.EncodingProof",
    "encodings-show": "encodings.ShownEncoding encodings.ClauseRow",
    "encodings-trace": "traces.AssignedRow traces.ConflictRow traces.FilteredRow traces.EndRow",
    "engines": ".engines.registry.EngineFamily",
    "explain": ".explanation.step_verifying.FollowedStep .explanation.step_verifying.StepVerification"
    " steps.ExplainedRow .rows.entry.Entry+steps.Hinted steps.NotExplainedRow row.InvalidRow"
    " steps.ExplainedTotalsRow",
    "generate": ".generation.generating.GeneratedPuzzle",
    "rate": ".rating.puzzle_rating.Rating row.InvalidRow",
    "solve": "schemas.SolvedRow row.InvalidRow",
    "test-solver": ".conformance.CaseResult engines.ConformanceRow",
    "verify": ".verdicts.certificates.CertificateVerification",
}
"""The types that the lines of each command have, by module and name: rows, or results, which are of other
packages (`.verdicts`); with a plus, one row of several results."""


def schema(command: str) -> dict[str, Any]:
    """The schema of the lines of a command."""
    kinds = [_kind(words) for words in COMMANDS[command].split()]
    lines, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    of_names = {kind.__name__: kind for one in kinds for kind in _objects(one)}
    for name, part in found.items():
        part["description"] = str(part.get("description", "")).split("\n")[0]
        if "properties" in part:
            part["additionalProperties"] = False
        for field, value in part.get("properties", {}).items():
            words, _, examples = _meaning(of_names[name], field).partition(" For example: ")
            value |= {"description": words.replace("None", "null")}
            value |= {"examples": json.loads(f"[{examples.removesuffix('.')}]")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sudocube {command.replace('-', ' ', command.startswith('encodings'))} --json",
        "description": "A line of JSON for each result, in order; it is one of these.",
        "anyOf": list(lines),
        "$defs": found,
    }


def _kind(words: str) -> type:
    """The type of a line: a class of `report`, or the type of the row of one result or more."""
    parts = (word.rpartition(".") for word in words.split("+"))
    kinds = [getattr(import_module(f".{module}", __package__), name) for module, _, name in parts]
    return row_type(*kinds) if hasattr(kinds[0], "in_row") else kinds[0]


def _objects(kind: Any) -> Iterator[type]:  # noqa: ANN401 -- any type
    """The types of objects in a type, by the types of their fields."""
    inner = get_args(kind)
    if isinstance(kind, type) and get_annotations(kind):
        yield kind
        inner = tuple(get_type_hints(kind, include_extras=True).values())
    for one in inner:
        yield from _objects(one)


def _meaning(kind: type[Any], field: str) -> str:
    """What stands below the field of a row, or below that of the result, or in its property."""
    if owner := getattr(kind, "owners", {}).get(field):
        name = kind.attributes[field].rpartition(".")[2]
        if isinstance(found := vars(owner).get(name), property | cached_property):
            return _plain(str(found.__doc__).partition(">>>")[0])
        return _stated(owner.__module__)[f"{owner.__name__}.{name}"]
    ours = (one for one in (kind, *kind.__mro__) if one.__module__.startswith("sudocube."))
    said = (_stated(one.__module__).get(f"{one.__name__}.{field}") for one in ours)
    return next(filter(None, said), "")


@cache
def _stated(module: str) -> dict[str, str]:
    """What stands below names and fields ("Row.field") of a module, and of the types that its fields have.

    A field with nothing below it means what the first name in its type means.
    """
    tree = ast.parse(inspect.getsource(import_module(module)))
    found = {} if module == fields.__name__ else dict(_stated(fields.__name__))
    found |= {"Puzzle": found.get("Cells", ""), "Grid": found.get("GridCells", "")}
    for one in tree.body:
        if isinstance(one, ast.ImportFrom) and str(one.module).startswith(f"{__package__}."):
            theirs = _stated(str(one.module))
            found |= {name.asname or name.name: theirs.get(name.name, "") for name in one.names}
    for name, _, text in _below(tree.body):
        found[name] = text or found.get(name, "")
    for kind in (one for one in ast.walk(tree) if isinstance(one, ast.ClassDef)):
        for base in map(ast.unparse, kind.bases):  # a TypedDict does not know them
            of_base = {name: text for name, text in found.items() if name.startswith(f"{base}.")}
            found |= {f"{kind.name}{name.removeprefix(base)}": text for name, text in of_base.items()}
        for name, annotation, text in _below(kind.body):
            of_type = (found.get(word, "") for word in re.findall(r"\w+", annotation))
            found[f"{kind.name}.{name}"] = text or next(filter(None, of_type), "")
    return found


def _below(body: list[ast.stmt]) -> Iterator[tuple[str, str, str]]:
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
                text = _plain(docstring)
        yield name, ast.unparse(one.annotation) if isinstance(one, ast.AnnAssign) else "", text


def _plain(docstring: str) -> str:
    return re.sub(r"\s*\n\s*", " ", docstring.strip())


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(sys.argv[1]), indent=2) + "\n")
