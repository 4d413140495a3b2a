"""Commands as tables, `cases/*.toml`: what is typed, what lies in the folder, and what comes of it.

    does    what the case shows, in words
    run     the command without `sudocube`, as it is typed in a shell
    files   name = text: what lies in the folder where it runs
    stdin   what is piped into it
    columns the width of the terminal (80)
    status  the exit status
    out     standard output; `…` on a line of its own stands for any lines, within a line for any text
    err     standard error, likewise; a stream that is left out is not looked at
    json    rows of standard output: each has at least these fields with these values
    written name = text: what lies in the folder afterwards, with `…` as above

Words in braces are replaced everywhere: `{UNIQUE}`, `{MULTIPLE}`, `{NONE}`, `{SOLUTION}`, `{HARD}` of
`command.py`; `{INVALID}`, which is `{UNIQUE}` without its last cell; and the names of `tests/puzzles.py`,
such as `{3x3-two-solutions}`.
"""

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.tables import cases, is_like

TABLES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
WORDS = {
    **PUZZLES,
    "UNIQUE": UNIQUE,
    "MULTIPLE": MULTIPLE,
    "NONE": NONE,
    "SOLUTION": SOLUTION,
    "HARD": HARD,
    "INVALID": UNIQUE[:-1],
}


def filled(text: str) -> str:
    """The text with each `{name}` that is known replaced."""
    return re.sub(r"\{([\w-]+)\}", lambda found: WORDS.get(found[1], found[0]), text)


def holds(whole: Any, part: Any) -> bool:
    """Whether a value of JSON has at least what a part of it says; objects may have more fields."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(k in whole and holds(whole[k], v) for k, v in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and len(whole) == len(part) and all(map(holds, whole, part))
    if isinstance(part, str):
        return isinstance(whole, str) and is_like(whole, filled(part))
    return type(whole) is type(part) and bool(whole == part)


@pytest.mark.parametrize("case", [case for table in TABLES for case in cases(table)])
def test_command(case, tmp_path, monkeypatch):
    """What the table says comes of it."""
    if sys.platform == "win32" and ": is a directory" in case.get("err", ""):
        pytest.skip("other words for a folder")
    monkeypatch.chdir(tmp_path)
    for name, text in case.get("files", {}).items():
        (tmp_path / name).write_text(filled(text), "utf-8", newline="\n")
    typed = [filled(word) for word in shlex.split(case["run"])]
    outcome = invoke(*typed, stdin=filled(case.get("stdin", "")), columns=case.get("columns", 80))
    for stream in {"out", "err"} & case.keys():
        said, expected = getattr(outcome, stream), filled(case[stream])
        assert is_like(said, expected), f"{stream}:\n{said}\nexpected:\n{expected}"
    assert outcome.status == case["status"], outcome
    if "json" in case:
        assert holds(outcome.rows, case["json"]), outcome.out
    for name, text in case.get("written", {}).items():
        assert is_like((tmp_path / name).read_text("utf-8"), filled(text))
