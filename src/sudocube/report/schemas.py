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
from types import ModuleType
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
    "canonical": "made.CanonicalRow row.InvalidRow",
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
    "encodings-trace": "lab.AssignedRow lab.ConflictRow lab.FilteredRow .lab.tracing.ClauseTrace"
    " .lab.cpsat_propagation.ConstraintTrace",
    "engines": ".engines.registry.EngineFamily",
    "explain": ".solvers.trace.Step .solvers.trace.Step+.explanation.step_verifying.StepVerification"
    " steps.ExplainedRow .rows.entry.Entry+steps.Hinted steps.NotExplainedRow row.InvalidRow"
    " steps.ExplainedTotalsRow",
    "generate": ".generation.generating.GeneratedPuzzle",
    "rate": ".rating.puzzle_rating.Rating row.InvalidRow",
    "solve": "schemas.SolvedRow row.InvalidRow",
    "test-solver": ".conformance.CaseResult conformance.ConformanceRow",
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
    owner = getattr(kind, "owners", {}).get(field)
    name = kind.attributes[field].rpartition(".")[2] if owner else field
    found = vars(owner or kind).get(name)
    if isinstance(found, property | cached_property):
        return " ".join(str(found.__doc__).partition(">>>")[0].split())
    ours = [one for one in (owner or kind).__mro__ if one.__module__.startswith("sudocube.")]
    return next(filter(None, (_stated(one, name) for one in ours)), "")


def _stated(kind: type[Any], name: str) -> str:
    """What stands below a field of a class; a TypedDict does not know which one it inherits.

    A field with nothing below it means what the first name in its type means.
    """
    source, module = inspect.getsource(kind), import_module(kind.__module__)
    called = rf'(?:{name}|\w+(?=.* = field\(name="{name}"\)))'
    if stated := re.search(rf"^    {called}: (.*)\n(?:    {_DOCSTRING})?", source, re.MULTILINE):
        types = _types(module) | _types(fields)
        types |= {"Puzzle": types["Cells"], "Grid": types["GridCells"]}
        of_type = (types.get(word, "") for word in re.findall(r"\w+", stated[1]))
        return _plain(stated[2]) if stated[2] else next(filter(None, of_type), "")
    base = re.match(r"class \w+\((\w+)\)", source)
    return _stated(getattr(module, base[1]), name) if base and base[1] != "TypedDict" else ""


_DOCSTRING = r'("""(?:\n|.)*?""")'


@cache
def _types(module: ModuleType) -> dict[str, str]:
    """What stands below the types of a module."""
    stated = re.findall(
        rf"^(\w+).* = .*\n(?:[ \])].*\n)*{_DOCSTRING}", inspect.getsource(module), re.MULTILINE
    )
    return {name: _plain(docstring) for name, docstring in stated}


def _plain(docstring: str) -> str:
    return re.sub(r"\s*\n\s*", " ", ast.literal_eval(docstring).strip())


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(sys.argv[1]), indent=2) + "\n")
