"""What the site of the manual makes of the checkout: links, commands, public names."""

import doctest
import importlib
import re
from pathlib import Path

from site_commands import command_reference
from site_json import json_reference
from site_links import PAGES, rewritten
from site_names import name_reference

import sudocube
from sudocube.cli.application import COMMANDS, loaded
from sudocube.engines.registry import FAMILIES
from sudocube.solver_texts.solver_formats import FORMATS
from tests.cli.test_exit_status import CODES
from tests.schemas.schema_files import NAMES, parts, schema

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"


def test_examples_in_docstrings_hold():
    for name in ("site_commands", "site_lesson", "site_links"):
        assert doctest.testmod(importlib.import_module(name)).failed == 0, name


def test_a_link_leads_on_the_site_where_it_leads_in_the_checkout():
    for text, said in (
        ("[a](../CHANGELOG.md)", "[a](../project/changelog.md)"),
        ("[`a`](cnf/dual.toml)", "[`a`](../files/encodings/cnf/dual.toml.md)"),
        ("[a](../docs/formats.md#csv)", "[a](../formats.md#csv)"),
        ("[a](#top), [b](https://example.org/x.md)", "[a](#top), [b](https://example.org/x.md)"),
        ("`[a](cnf/dual.toml)`", "`[a](cnf/dual.toml)`"),
        ("```\n[a](cnf/dual.toml)\n```", "```\n[a](cnf/dual.toml)\n```"),
    ):
        assert rewritten(text, "encodings/README.md") == said


def test_each_page_of_the_manual_stands_in_the_navigation():
    navigation = (CHECKOUT / "mkdocs.yml").read_text("utf-8").split("\nnav:")[1]
    named = re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)
    assert all((CHECKOUT / path).exists() for path in PAGES)
    own = [path.relative_to(DOCS).as_posix() for path in DOCS.glob("*.md")]
    assert sorted(named) == sorted([*own, *PAGES.values()])


def commands():
    """All commands of the program, by name."""
    for name in COMMANDS:
        command = loaded(name)
        for part, one in (getattr(command, "commands", None) or {"": command}).items():
            yield f"{name} {part}".strip(), one


def test_the_reference_has_each_command_with_all_of_its_options():
    section = re.split(r"^#+ sudocube ", command_reference(), flags=re.MULTILINE)[1:]
    for name, command in commands():
        [text] = [one for one in section if one.partition("\n")[0] == name]
        for parameter in command.params:
            if parameter.param_type_name == "option" and not parameter.hidden and parameter.name != "help":
                for option in parameter.opts:
                    assert re.search(rf"`[^`]*{option}\b", text), (name, option)
        assert "[bold]" not in text


def test_the_reference_of_json_has_each_field_of_a_command():
    sections = re.split(r"^## ", json_reference(), flags=re.MULTILINE)[1:]
    for command in NAMES:
        title = f"sudocube {command.replace('encodings-', 'encodings ')}"
        [text] = [one for one in sections if one.partition("\n")[0] == title]
        for name in {name for part in parts(schema(command)) for name in part.get("properties", ())}:
            assert re.search(rf"^\| `{re.escape(name)}` \|[^|]+\| *[^| ]", text, re.MULTILINE), (title, name)


def test_the_reference_of_public_names_has_each_of_them_once():
    named = re.findall(r"^::: sudocube\.(\w+)$", name_reference(), re.MULTILINE)
    assert named == sudocube.__all__  # type: ignore[attr-defined]


def table_after(page, heading):
    """The rows of a table of the manual, cell by cell."""
    text = (DOCS / f"{page}.md").read_text("utf-8").split(heading)[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]


def test_the_tables_of_the_manual_are_complete():
    """Exit statuses, a dash where there is none; formats; engines."""
    rows = table_after("verdicts", "| command |")
    for name, codes in CODES.items():
        [row] = [row for row in rows if row[0].rpartition(" ")[2] == name]
        assert [cell != "–" for cell in row[1:]] == [code in codes for code in (0, 1, 3)], name
    page = (DOCS / "exchange.md").read_text("utf-8")
    for name, one in FORMATS.items():
        assert f"| `{name}` |" in page
        assert name == "cpsat" or f"| `{one.run}` |" in page  # that of OR-tools is too long
    families = [re.match(r"`(\w+)", row[0]) for row in table_after("engines", "| engine |")]
    assert sorted(one[1] for one in families if one) == sorted(family.name for family in FAMILIES)
