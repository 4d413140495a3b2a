"""Tables of cases: what is "this input, that output" lies in a TOML file beside its test.

A table has one `[[case]]` for each test. Its `does` says in words what is shown, and is the name of the test;
`slow = true` moves it to the second tier.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest


def cases(file: Path) -> list[Any]:
    """The cases of a table, for `pytest.mark.parametrize("case", …)`; ValueError if two have one name."""
    rows = tomllib.loads(file.read_text("utf-8"))["case"]
    names = [row["does"] for row in rows]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"{file}: two cases are called {', '.join(sorted(twice))}")
    return [
        pytest.param(row, id=row["does"], marks=[pytest.mark.slow] * row.get("slow", False)) for row in rows
    ]


def is_like(text: str, pattern: str) -> bool:
    """Whether a text fits: `…` in the pattern stands for any text, or alone on a line for any lines."""
    parts = re.split(r"(^…\n|…)", pattern, flags=re.MULTILINE)
    wild = {"…\n": r"(?:.*\n)*", "…": ".*"}
    return re.fullmatch("".join(wild.get(part) or re.escape(part) for part in parts), text) is not None
