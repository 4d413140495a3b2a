"""Usage errors in one style, what was perhaps meant, the greeting, and help in groups."""

import re
from typing import Any

from typer.main import get_command

from sudocube.cli import app
from sudocube.cli.command_group import OTHER_COMMANDS
from sudocube.cli.command_help import EXAMPLES, PANELS
from tests.cli.command import UNIQUE, invoke

LETTERS = (
    "--engine -e --encoding -e --jobs -j --output -o --quiet -q --format -f --count -n --method -m --help -h"
)
SAME_EVERYWHERE = dict(zip(LETTERS.split()[::2], LETTERS.split()[1::2], strict=True))


def commands() -> dict[str, Any]:
    """All commands by name, those of groups as "encodings list"."""
    found: dict[str, Any] = {}
    program: Any = get_command(app)  # its class is another one in each version of typer
    for name, command in program.commands.items():
        inner = getattr(command, "commands", {})
        found |= {f"{name} {one}": inner[one] for one in inner} or {name: command}
    return found


def test_a_usage_error_is_one_line_and_one_that_says_where_help_is():
    """Also those that typer itself finds."""
    for arguments, where in (
        (["chek", UNIQUE], ""),
        (["check"], " check"),
        (["encode", UNIQUE, "--size", "two"], " encode"),
        (["encodings", "lst"], " encodings"),
    ):
        outcome = invoke(*arguments)
        said, help_line = outcome.err.splitlines()
        assert (outcome.status, outcome.out) == (2, "")
        assert re.match(r"error: [a-z]", said)
        assert help_line == f"help: sudocube{where} --help"


def test_other_words_for_commands_lead_to_commands():
    known = {name.partition(" ")[0] for name in commands()} | commands().keys()
    meant = {words.partition(" --")[0] for words in OTHER_COMMANDS.values()}
    assert meant <= known | {"", "--help", "--version"}
    assert not OTHER_COMMANDS.keys() & known


def test_alone_it_greets_in_six_lines():
    """On standard error, with 2: no command is one that could not be understood. Its example is a puzzle."""
    outcome = invoke()
    assert (outcome.status, outcome.out) == (2, "")
    lines = outcome.err.splitlines()
    assert len(lines) == 6
    assert max(map(len, lines)) <= 80
    assert outcome.err.isascii()
    for word in ("sudocube check 1.....2..3.....4", "puzzles.txt", "why", "diagnose", "--help"):
        assert word in outcome.err
    assert invoke("check", "1.....2..3.....4") == (0, "unique\n", "")


def test_help_groups_the_commands_in_order():
    """Each stands in a panel; a group without a command shows its help."""
    outcome = invoke("-h")
    assert outcome == invoke("--help")
    assert outcome.status == 0
    titles = re.findall(r"^╭─ (.+?) ─", outcome.out, re.MULTILINE)
    assert titles == ["Options", *PANELS]
    shown = re.findall(r"^│ ([a-z][a-z-]*)  ", outcome.out, re.MULTILINE)
    assert shown == [name for names in PANELS.values() for name in names]
    assert set(shown) == {name.partition(" ")[0] for name in commands()}
    outcome = invoke("encodings")
    assert (outcome.status, outcome.err, "compare" in outcome.out) == (2, "", True)


def test_the_help_of_each_command_has_an_example_with_its_options_and_fits():
    """The same letter stands for the same option in all commands."""
    assert commands().keys() == EXAMPLES.keys()
    for name, command in commands().items():
        outcome = invoke(*name.split(), "--help")
        assert f"Example: {EXAMPLES[name]}" in outcome.out.replace("\n ", "\n"), name
        assert max(map(len, outcome.out.splitlines())) <= 80, name
        assert "{" not in outcome.out
        words = EXAMPLES[name].split()
        assert words[: 1 + len(name.split())] == ["sudocube", *name.split()]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= known, name
        for parameter in command.params:
            letters = {option for option in parameter.opts if re.fullmatch("-[A-Za-z]", option)}
            expected = {SAME_EVERYWHERE[option] for option in parameter.opts if option in SAME_EVERYWHERE}
            assert letters == expected, name
