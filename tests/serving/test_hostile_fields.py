"""Whatever a request says, it names nothing outside of the package, and is answered in words.

These tests run over all commands of the page, also over those that somebody adds.
"""

import json
from itertools import cycle, islice

import pytest

from sudocube.errors import SudocubeError
from sudocube.serving.page_commands import COMMANDS

USUAL = {"puzzle": "1.....2..3.....4", "box": "2x2"}
TEXTS = ("text", "name", "certificate", "choice", "choices", "place", "decide", "solution")
BOARDS = ("pattern", "given", "near", "symmetry", "grid", "clues", "depth", "backdoor", "per_page")
WORDS = ("engine", "encoding", "method", "format", "solver", "file", "command")
NUMBERS = ("size", "limit", "most", "seconds", "max_steps", "seed", "first_index", "tries", "count")
LISTS = ("engines", "names", "methods", "not_methods")
FLAGS = ("all", "search", "prove", "thorough", "candidates")
ODD_VALUES: tuple[object, ...] = (
    *(None, True, -1, 10**400, 1e308, "", "\0", "x" * 2_000, [[]]),
    {"a": 1},
)


def answered(command, fields):
    """The first rows of a command, or its refusal; any other error ends the test."""
    try:
        one = COMMANDS[command]
        body = b"1.....2..3.....4" if one.takes_list else json.dumps(fields).encode()
        return json.dumps([*islice(one.rows(body, fields if one.takes_list else {}), 3)], default=str)
    except SudocubeError as error:
        return str(error)


@pytest.fixture
def trap(tmp_path):
    """A file that tells whether it was run or read, and ways to name it."""
    run, secret = tmp_path / "run", "a secret of this machine"
    program, function, encoding = tmp_path / "program", tmp_path / "function.py", tmp_path / "mine.toml"
    program.write_text(f"#!/bin/sh\ntouch '{run}'\n")
    program.chmod(0o755)
    function.write_text(f"open({str(run)!r}, 'w')\ndef solve(puzzle):\n    open({str(run)!r}, 'w')\n")
    encoding.write_text(f'title = "{secret}"\n')
    clauses = tmp_path / "mine.cnf"
    clauses.write_text(f"c {secret}\np cnf 64 1\n{secret} 0\n")
    names = [
        *(f"{kind}:{program}" for kind in ("command", "sat:@command", "sat:extended@command")),
        *(f"python:{function}:solve", f"python:{function}", "python:os:getcwd"),
        *(f"sat:{encoding}", f"cpsat:{encoding}", f"sat:{clauses}", f"file://{encoding}"),
        *map(str, (encoding, program, clauses, function)),
        "../../../../../../etc/passwd",
    ]
    return run, secret, names


@pytest.mark.parametrize("command", COMMANDS)
def test_no_field_of_a_command_opens_or_runs_anything_and_odd_values_are_refused_in_words(trap, command):
    """Names in each field by which they could come; each command begins with another one of the names."""
    run, secret, names = trap
    turns = islice(cycle(names), [*COMMANDS].index(command), None)
    for field, name in zip(("puzzle", *WORDS, *TEXTS, *BOARDS, *LISTS), turns, strict=False):
        value = [name] if field in LISTS else name
        usual = {**USUAL, "plan": {field: value}}
        said = answered(command, {**usual, field: value, f"{field}_file": name})
        assert secret not in said
        assert "root:" not in said
        assert not run.exists()
    answered(command, {})
    for value in ODD_VALUES:  # every field of any command at once, with the puzzle as it should be
        for fields in (("puzzle",), ("box",), (*TEXTS, *BOARDS, *WORDS), (*NUMBERS, *FLAGS, *LISTS)):
            odd = dict.fromkeys(fields, value)
            answered(command, {**USUAL, "plan": odd, **odd})
