"""Usage errors in one style, and help in groups."""

import re
import subprocess
import sys
from typing import Any

from sudocube.cli.application import COMMANDS, MODULES, loaded, says
from tests.cli.command import HANG, UNIQUE, invoke

LETTERS = (
    "--engine -e --encoding -e --jobs -j --output -o --quiet -q --format -f --count -n --method -m --help -h"
)
SAME_EVERYWHERE = dict(zip(LETTERS.split()[::2], LETTERS.split()[1::2], strict=True))


def commands() -> dict[str, Any]:
    """All commands by name, those of groups as "encodings list"."""
    found: dict[str, Any] = {}
    for name in COMMANDS:
        command = loaded(name)
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


def test_alone_it_shows_its_help():
    """With 2: no command is one that could not be understood."""
    outcome = invoke()
    assert (outcome.status, outcome.out.strip()) == (2, invoke("--help").out.strip())


def test_help_groups_the_commands_in_order_and_loads_none_of_them():
    """Each stands in a panel; a group without a command shows its help."""
    code = (
        "import sys; from sudocube.__main__ import main; import atexit;"
        " atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    command = [sys.executable, "-c", code, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=True)
    modules = {f"sudocube.cli.{name}" for name in MODULES.values()}
    assert not modules & set(done.stderr.split())
    outcome = invoke("--help")
    titles = re.findall(r"^╭─ (.+?) ─", outcome.out, re.MULTILINE)
    assert titles == ["Options", *dict.fromkeys(COMMANDS.values())]
    assert re.findall(r"^│ ([a-z][a-z-]*)  ", outcome.out, re.MULTILINE) == [*COMMANDS]
    outcome = invoke("encodings")
    assert (outcome.status, outcome.err, "compare" in outcome.out) == (2, "", True)


def test_what_help_says_of_each_command_is_its_own_first_sentence():
    for name in COMMANDS:
        assert says(name) == (loaded(name).help or "").split("\n")[0], name
        assert says(name).endswith((".", "?")), name


def test_the_help_of_each_command_has_an_example_with_its_options_and_fits():
    """The same letter stands for the same option in all commands."""
    for name, command in commands().items():
        outcome = invoke(*name.split(), "--help")
        assert max(map(len, outcome.out.splitlines())) <= 80, name
        words = outcome.out.partition("Example: ")[2].partition("\n \n")[0].split("  ")[0].split()
        assert words[: 1 + len(name.split())] == ["sudocube", *name.split()]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= known, name
        for parameter in command.params:
            letters = {option for option in parameter.opts if re.fullmatch("-[A-Za-z]", option)}
            expected = {SAME_EVERYWHERE[option] for option in parameter.opts if option in SAME_EVERYWHERE}
            assert letters == expected, name
