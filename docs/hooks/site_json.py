"""The JSON of every command, as tables, from its JSON Schemas."""

import json
from collections.abc import Iterator
from typing import Any

from sudocube.report import schemas

LONGEST = 24
"""How many characters of an example are shown."""

Schema = dict[str, Any]


def json_reference() -> str:
    """For each command the lines that it prints, and the objects in their fields, as Markdown."""
    return "\n\n".join(
        part for name in sorted(schemas.COMMANDS) for part in _command(name, schemas.schema(name))
    )


def _command(name: str, schema: Schema) -> Iterator[str]:
    yield f"## {schema['title'].removesuffix(' --json')}"
    yield f"{schema['description']} Its schema: `python -m sudocube.report.schemas {name}`."
    lines = [_resolved(one, schema) for one in schema.get("anyOf", [schema])]
    for line in lines:
        title = line["description"] if line["description"] != schema["description"] else "The fields"
        yield _table(title, line, schema)
        for name, of in _objects(line, schema):
            yield _table(f"`{name}`: {of['description']}", of, schema)


def _resolved(of: Schema, schema: Schema) -> Schema:
    """What is meant, with a reference followed; what stands beside the reference counts."""
    if "$ref" not in of:
        return of
    name = of["$ref"].rpartition("/")[2]
    return {**_resolved(schema["$defs"][name], schema), **{k: v for k, v in of.items() if k != "$ref"}}


def _objects(
    of: Schema, schema: Schema, prefix: str = "", around: tuple[Schema, ...] = ()
) -> Iterator[tuple[str, Schema]]:
    """The objects with fields of their own that stand in the fields of an object, by path.

    An object within an object of the same kind has the same fields, and no table of its own.
    """
    fields = of.get("properties", {})
    around = (*around, fields)
    for field, value in fields.items():
        for path, one in _within(_resolved(value, schema), f"{prefix}{field}", schema):
            if one.get("properties") and not any(one["properties"] is other for other in around):
                yield path, one
                yield from _objects(one, schema, f"{path}.", around)


def _within(of: Schema, path: str, schema: Schema) -> Iterator[tuple[str, Schema]]:
    """A value, or the items of a list, the values of a table, or the alternatives in its place."""
    yield path, of
    if isinstance(items := of.get("items"), dict):
        yield from _within(_resolved(items, schema), f"{path}[]", schema)
    if isinstance(values := of.get("additionalProperties"), dict):
        yield from _within(_resolved(values, schema), f"{path}.*", schema)
    for one in of.get("anyOf", ()):
        yield from _within({"description": of.get("description"), **_resolved(one, schema)}, path, schema)


def _table(title: str, of: Schema, schema: Schema) -> str:
    rows = ["| field | is | says | for example |", "|---|---|---|---|"]
    for name, value in of["properties"].items():
        value = _resolved(value, schema)
        optional = "" if name in of.get("required", ()) else " *Not always there.*"
        said = f"{value.get('description', '')}{optional}".replace("|", "\\|")
        rows.append(f"| `{name}` | {_kind(value, schema)} | {said} | {_example(value)} |")
    return f"**{title.rstrip('.')}**\n\n" + "\n".join(rows)


def _kind(of: Schema, schema: Schema) -> str:
    """What a value is, in words."""
    of = _resolved(of, schema)
    if "const" in of:
        return f"`{json.dumps(of['const'])}`"
    if "enum" in of:
        return ", ".join(f"`{json.dumps(one)}`" for one in of["enum"])
    if "anyOf" in of:
        return " or ".join(dict.fromkeys(_kind(one, schema) for one in of["anyOf"]))
    kinds = of.get("type", "anything")
    words = [_word(one, of, schema) for one in ([kinds] if isinstance(kinds, str) else kinds)]
    return " or ".join(words)


def _word(kind: str, of: Schema, schema: Schema) -> str:
    if kind == "array":
        items = of.get("items")
        return (
            f"list of {_kind(items, schema)}s"
            if isinstance(items, dict) and _is_plain(items, schema)
            else "list"
        )
    return {"string": "text", "boolean": "true or false", "object": "object"}.get(kind, kind)


def _is_plain(of: Schema, schema: Schema) -> bool:
    return _resolved(of, schema).get("type") in ("string", "integer", "number", "object")


def _example(of: Schema) -> str:
    if not of.get("examples"):
        return ""
    text = json.dumps(of["examples"][0], ensure_ascii=False)
    short = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return f"`{short}`".replace("|", "\\|")
