"""Whatever a request says, it names nothing outside of the package, and is answered in words.

These tests run over all commands of the page, also over those that somebody adds.
"""

import json
from itertools import cycle, islice

import pytest

from sudocube.serving.page_commands import COMMANDS

EASY = "1.....2..3.....4"
TEXTS = (
    "puzzle",
    "text",
    "name",
    "certificate",
    "choice",
    "choices",
    "place",
    "decide",
    "solution",
    "upload",
    "pattern",
    "given",
    "near",
    "symmetry",
    "grid",
    "depth",
    "backdoor",
    "per_page",
)
WORDS = ("engine", "recheck", "encoding", "method", "rule", "format", "solver", "file", "command")
NUMBERS = ("size", "limit", "most", "seconds", "max_steps", "seed", "number", "least_clues", "tries", "count")
LISTS = ("engines", "names", "methods", "not_methods")
FLAGS = ("all", "search", "prove", "about", "thorough", "candidates")
ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    10**400,
    1e308,
    "",
    "\0",
    "\ud800",
    "x" * 2_000,
    [],
    [[]],
    {},
    {"a": None},
)


def answered(served, command, fields):
    """The messages of a command, which are rows and one end; none of them tells of a fault of the program."""
    reply = served.post(f"/api/{command}", json.dumps(fields).encode())
    *rows, last = reply.messages
    assert last["type"] in ("done", "error"), reply.body
    assert {row["type"] for row in rows} <= {"row", "progress"}
    said = last.get("error", "")
    assert "a fault of its own" not in said, (fields, said)
    assert "the process that worked on this" not in said, (fields, said)
    return reply


@pytest.fixture
def trap(tmp_path):
    """A file that tells whether it was run or read, and ways to name it."""
    run, secret = tmp_path / "run", "a secret of this machine"
    program, function, encoding = tmp_path / "program", tmp_path / "function.py", tmp_path / "mine.toml"
    program.write_text(f"#!/bin/sh\ntouch '{run}'\n")
    program.chmod(0o755)
    function.write_text(f"open({str(run)!r}, 'w')\ndef solve(puzzle):\n    open({str(run)!r}, 'w')\n")
    encoding.write_text(f'title = "{secret}"\n')
    (tmp_path / "mine.cnf").write_text(f"c {secret}\np cnf 64 1\n{secret} 0\n")
    names = [
        f"command:{program}",
        f"command:{program} {{}}",
        f"sat:@command:{program}",
        f"sat:extended@command:{program}",
        f"python:{function}:solve",
        f"python:{function}",
        "python:os:getcwd",
        f"sat:{encoding}",
        f"cpsat:{encoding}",
        f"sat:{tmp_path}/mine.cnf",
        *map(str, (encoding, program, f"{tmp_path}/mine.cnf", function)),
        f"file://{encoding}",
        "../../../../../../etc/passwd",
    ]
    return run, secret, names


@pytest.mark.parametrize("command", COMMANDS)
def test_no_field_of_a_command_opens_or_runs_anything(served, trap, command):
    """Each name in each field by which it could come, alone and in a list."""
    run, secret, names = trap
    turns = cycle(names)
    for field in (*WORDS, "place", "name", "text", "certificate", "solution"):
        for name in islice(turns, 5):  # so all names take their turns, and each field has several kinds
            fields = {"puzzle": EASY, field: name, f"{field}s": [name], f"{field}_file": name}
            reply = answered(served, command, fields)
            text = reply.body.decode().replace(name, "")
            assert secret not in text
            assert "root:" not in text
            assert not run.exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_odd_values_are_refused_in_words(served, command):
    """Every field of any command at once, and each with the others as they should be."""
    for value in ODD_VALUES:
        for names in (("puzzle",), ("box",), (*TEXTS[1:], *WORDS), (*NUMBERS, *FLAGS, *LISTS)):
            answered(served, command, {"puzzle": EASY, **dict.fromkeys(names, value)})


@pytest.mark.parametrize("command", COMMANDS)
def test_without_fields_a_command_says_what_is_missing_or_needs_none(served, command):
    answered(served, command, {})


@pytest.mark.parametrize("command", COMMANDS)
def test_an_untrue_answer_of_markup_stays_text(served, command):
    """No answer is a page: a browser that is led to it shows no markup."""
    reply = answered(served, command, {"puzzle": "<script>alert(1)</script>", "name": "<img src=x>"})
    assert reply.headers["content-type"] == "application/x-ndjson"
    assert reply.headers["x-content-type-options"] == "nosniff"
