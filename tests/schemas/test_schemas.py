"""The schemas themselves: well formed, complete, and each field explained."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from sudocube.cli.application import COMMANDS, loaded
from tests.schemas.schema_files import NAMES, misfits, part_validator, schema


def commands_with_json() -> Iterator[str]:
    """The commands that take --json, with a hyphen between the words of their names."""
    for name in COMMANDS:
        command = loaded(name)
        inner = getattr(command, "commands", None) or {"": command}
        for part, one in inner.items():
            if any("--json" in option.opts for option in one.params):
                yield f"{name}-{part}".rstrip("-")


def schemas_in(node: Any) -> Iterator[dict[str, Any]]:
    """All schemas within a schema; values such as examples are none."""
    if not isinstance(node, dict):
        return
    yield node
    for key, value in node.items():
        if key in ("properties", "$defs"):
            for inner in value.values():
                yield from schemas_in(inner)
        elif key in ("anyOf", "allOf", "oneOf", "prefixItems"):
            for inner in value:
                yield from schemas_in(inner)
        elif key in ("items", "additionalProperties", "propertyNames", "if", "then", "else", "not"):
            yield from schemas_in(value)


def rows_of(whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas within a schema that list the fields of an object, without conditions on them."""
    for part in schemas_in(whole):
        if part.get("type") == "object" and "properties" in part:
            yield part


def test_every_command_that_prints_json_has_a_schema_and_no_other():
    assert sorted(commands_with_json()) == NAMES


def test_each_is_a_schema_of_the_draft_that_it_names():
    """Draft 2020-12; a keyword that is misspelt would be ignored by validators, so none is unknown."""
    known = {*Draft202012Validator.VALIDATORS, "$schema", "$defs", "title", "description", "examples"}
    known |= {"then", "else"}
    for name in NAMES:
        whole = schema(name)
        assert whole["$schema"] == "https://json-schema.org/draft/2020-12/schema", name
        Draft202012Validator.check_schema(whole)
        for part in schemas_in(whole):
            assert part.keys() <= known, name


def test_every_object_names_all_its_fields_and_allows_no_others():
    """A field that is added without a word here fails a test; a row with it or an empty one does not fit."""
    for name in NAMES:
        for row in rows_of(schema(name)):
            assert row["additionalProperties"] is False, name
            assert set(row.get("required", ())) <= row["properties"].keys(), name
    for name in NAMES:
        assert len(list(misfits(name, [{}, {"index": 1, "surprise": 1}, []]))) == 3, name


def test_what_became_of_the_answers_of_an_engine_has_all_its_four_numbers():
    totals = {"confirmed": 1, "refuted": 0, "undecided": 0, "failed": 0}
    held = part_validator("crosscheck", schema("crosscheck")["$defs"]["Totals"]["properties"]["by_engine"])
    assert held.is_valid({"phases": totals})
    for left_out in totals:
        assert not held.is_valid({"phases": {key: 0 for key in totals if key != left_out}})


def test_every_field_has_a_description_and_an_example_that_fits():
    """Where both stand in the definition that a field refers to, they count."""
    for name in NAMES:
        defined = schema(name)["$defs"]
        for row in rows_of(schema(name)):
            for field, own in row["properties"].items():
                said = {**defined.get(own.get("$ref", "").rpartition("/")[2], {}), **own}
                assert said.get("description", "").endswith("."), (name, field)
                assert said.get("examples"), (name, field)
                for example in said["examples"]:
                    part_validator(name, own).validate(example)
