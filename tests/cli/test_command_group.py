"""Usage errors in one style, what was perhaps meant, the greeting, and help in groups."""

import re
from typing import Any

import pytest
from typer.main import get_command

from sudocube.cli import app
from sudocube.cli.command_group import OTHER_COMMANDS
from sudocube.cli.command_help import EXAMPLES, PANELS
from tests.cli.command import UNIQUE, invoke, run, written


def program() -> Any:
    """The whole program; its class is another one in each version of typer."""
    return get_command(app)


def commands() -> dict[str, Any]:
    """All commands by name, those of groups as "encodings list"."""
    found: dict[str, Any] = {}
    for name, command in program().commands.items():
        inner = getattr(command, "commands", {})
        found |= {f"{name} {one}": inner[one] for one in inner} or {name: command}
    return found


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["chek", UNIQUE], "no such command: 'chek'. Did you mean 'check'?"),
        (["list"], "no such command: 'list'. Did you mean 'encodings list'?"),
        (["version"], "no such command: 'version'. Did you mean '--version'?"),
        (["xyzzy"], "no such command: 'xyzzy'."),
        (["no/such.txt"], "no such command or file: 'no/such.txt'."),
        (["--json"], "no such option: --json. It goes after the command: sudocube COMMAND --json"),
        (["encodings", "lst"], "no such command: 'lst'. Did you mean 'list'?"),
        (["check", UNIQUE, "--jsn"], "no such option: --jsn. Did you mean '--json'?"),
        (["check", UNIQUE, "--threads=2"], "no such option: --threads. Did you mean '--jobs'?"),
        (["explain", UNIQUE, "--limit=3"], "no such option: --limit. Did you mean '--max-steps'?"),
        (["encode", UNIQUE, "--format=cnf"], "no such option: --format. Did you mean '--to'?"),
        (["check", UNIQUE, "--xyzzy"], "no such option: --xyzzy."),
        (
            ["count", UNIQUE, "--max-steps", "3"],
            "no such option: --max-steps. `sudocube explain` and `sudocube encodings trace` have it.",
        ),
        (
            ["explain", UNIQUE, "--minimal"],
            "no such option: --minimal. `sudocube generate` and `sudocube encodings prove` have it.",
        ),
        (["check"], "missing argument 'INPUT...'."),
        (["solve", UNIQUE, "--all", "--limit=2"], "it is --all or --limit, not both."),
        (["check", UNIQUE, "--timeout=0"], "invalid value for '--timeout': 0 is no time limit"),
    ],
)
def test_a_usage_error_is_one_line_and_one_that_says_where_help_is(arguments, error):
    outcome = invoke(*arguments)
    [said, where] = outcome.err.splitlines()
    assert (outcome.status, outcome.out) == (2, "")
    assert said.startswith(f"error: {error}")
    group = " encodings" if arguments[0] == "encodings" else ""
    command = f" {arguments[0]}" if UNIQUE in arguments[:2] and arguments[0] != "chek" else group
    assert where == f"help: sudocube{command if arguments != ['check'] else ' check'} --help"


@pytest.mark.parametrize("wrong", [[UNIQUE, UNIQUE], [UNIQUE, "-e"], [UNIQUE, "--size", "two"]])
def test_what_typer_itself_refuses_is_told_in_the_same_style(wrong):
    outcome = invoke("encode", *wrong)
    assert (outcome.status, outcome.out) == (2, "")
    assert re.match(r"error: [a-z]", outcome.err)


def test_an_input_in_place_of_a_command_is_checked_by_check(tmp_path):
    short, file = "1.....2..3.....4", written(tmp_path, UNIQUE)
    for one, shown in (("-", "-"), (short, short), (UNIQUE, "PUZZLE"), (file, "PUZZLE")):
        error = f"error: no command before the input. Did you mean 'sudocube check {shown}'?"
        assert invoke(one).err.splitlines()[0] == error


def test_other_words_for_commands_lead_to_commands():
    known = {*commands(), "--help", "--version"}
    assert {meant.partition(" --")[0] for meant in OTHER_COMMANDS.values()} <= known
    assert not OTHER_COMMANDS.keys() & program().commands.keys()


def test_alone_it_greets_in_six_lines():
    """On standard error, with 2: no command is one that could not be understood."""
    outcome = run()
    assert (outcome.status, outcome.out) == (2, "")
    lines = outcome.err.splitlines()
    assert len(lines) == 6
    assert max(map(len, lines)) <= 80
    assert outcome.err.isascii()
    for word in ("sudocube check 1.....2..3.....4", "puzzles.txt", "why", "diagnose", "--help"):
        assert word in outcome.err


def test_the_puzzle_of_the_greeting_is_one():
    assert invoke("check", "1.....2..3.....4") == (0, "unique\n", "")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_groups_the_commands_in_order(option):
    outcome = invoke(option)
    assert outcome.status == 0
    titles = re.findall(r"^╭─ (.+?) ─", outcome.out, re.MULTILINE)
    assert titles == ["Options", *PANELS]
    shown = re.findall(r"^│ ([a-z][a-z-]*)  ", outcome.out, re.MULTILINE)
    assert shown == [name for names in PANELS.values() for name in names]


def test_every_command_stands_in_a_panel_and_has_an_example():
    assert {name.partition(" ")[0] for name in commands()} == {
        one for names in PANELS.values() for one in names
    }
    assert commands().keys() == EXAMPLES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_help_of_a_command_has_its_example_and_fits(name):
    outcome = invoke(*name.split(), "--help")
    assert f"Example: {EXAMPLES[name]}" in outcome.out.replace("\n ", "\n")
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert "{" not in outcome.out


@pytest.mark.parametrize("name", ["check", "crosscheck", "bench", "solve", "count"])
def test_help_shows_how_a_program_and_a_function_of_ones_own_are_named(name):
    words = re.sub(r"[│\s]+", " ", invoke(name, "--help").out)
    assert "command:CMD" in words
    assert "python:FILE.py:NAME" in words


@pytest.mark.parametrize("name", ["check", "crosscheck"])
def test_an_example_asks_a_program_of_ones_own(name):
    assert "command:./my-solver" in EXAMPLES[name]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_options_of_an_example_are_those_of_its_command(name):
    known = {option for parameter in commands()[name].params for option in parameter.opts}
    words = EXAMPLES[name].split()
    assert words[: 1 + len(name.split())] == ["sudocube", *name.split()]
    assert {word for word in words if word.startswith("-")} <= known


def test_a_group_without_a_command_shows_its_help():
    outcome = invoke("encodings")
    assert (outcome.status, outcome.err) == (2, "")
    assert "compare" in outcome.out


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_has_a_letter(option):
    outcome = invoke(option)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("sudocube ")


SAME_EVERYWHERE = {
    "--engine": "-e",
    "--encoding": "-e",
    "--jobs": "-j",
    "--output": "-o",
    "--quiet": "-q",
    "--format": "-f",
    "--count": "-n",
    "--method": "-m",
    "--help": "-h",
    "--version": "-V",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_option_has_the_same_letter_in_all_commands(name):
    for parameter in commands()[name].params:
        letters = {option for option in parameter.opts if re.fullmatch("-[A-Za-z]", option)}
        expected = {SAME_EVERYWHERE[option] for option in parameter.opts if option in SAME_EVERYWHERE}
        assert letters == expected
