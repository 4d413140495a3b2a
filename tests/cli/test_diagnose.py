"""`sudocube diagnose`: what it prints, its JSON, and how it ends."""

from pathlib import Path
from typing import Any

from tests.cli.command import MULTIPLE, invoke

BROKEN = Path(__file__).resolve().parents[2] / "examples" / "broken.txt"


def row_of(*arguments: str) -> dict[str, Any]:
    """The only row."""
    [row] = invoke("diagnose", *arguments, "--json").rows
    return row


def test_json_of_none():
    """A clash, and what mends it: 2 at r1c1 is a 1."""
    row = row_of("2... ..2. .3.. 2..4")
    assert (row["verdict"], row["evidence"], row["culprits"]) == ("none", "agreement", ["r1c1", "r4c1"])
    assert row["clashes"] == [{"unit": "column 1", "digit": 2, "cells": ["r1c1", "r4c1"]}]
    [conflict] = row["conflicts"]
    assert (conflict["cells"], conflict["minimal"], conflict["confirmed"]) == (row["culprits"], True, True)
    kind = {"kind": "change", "cell": "r1c1", "digit": 2, "to_digit": 1, "to_cell": None}
    assert {**kind, "puzzle": "1.....2..3..2..4", "solution": "1243342143122134"} in row["changes"]


def test_json_of_multiple():
    """Past the limit there are no numbers; status 3 is kept for a lack of time."""
    row = row_of(MULTIPLE)
    assert (row["verdict"], row["evidence"], row["count"], row["exact"]) == ("multiple", "witness", 2, True)
    assert sorted(row["closest"]["solutions"]) == sorted(row["solutions"])
    cells = row["closest"]["cells"]
    assert {"size": len(cells), "at_least": len(cells), "smallest": True}.items() <= row["closest"].items()
    assert row["candidates"]["r1c1"] == {"7": 2}
    assert {name for name, digits in row["candidates"].items() if len(digits) == 2} == set(cells)
    outcome = invoke("diagnose", "." * 16, "--limit", "5", "--json")
    assert (outcome.status, outcome.rows[0]["exact"], outcome.rows[0]["undecided"]) == (0, False, [])
    assert outcome.rows[0]["candidates"]["r2c3"] == {"1": None, "2": None, "3": None, "4": None}


def test_the_examples_are_what_their_comments_and_the_manual_say():
    """Two slips, two wrong clues, one clue too few, two too many."""
    slip, moved, two, few, many = invoke("diagnose", BROKEN, "--json").rows
    assert [(one["kind"], one["cell"], one["to_digit"]) for one in slip["changes"]] == [("change", "r4c7", 3)]
    assert [(one["kind"], one["cell"], one["to_cell"]) for one in moved["changes"]] == [
        ("move", "r2c4", "r2c3")
    ]
    assert (len(two["conflicts"]), two["culprits"], two["changes"]) == (2, [], [])
    assert {"r1c7", "r1c9"} <= {name for one in two["conflicts"] for name in one["cells"]}
    assert (few["verdict"], few["count"]) == ("multiple", 5)
    assert many["redundant"] == ["r1c9", "r4c8", "r8c8", "r9c4", "r9c7"]
    lines = invoke("diagnose", BROKEN, "--quiet", "--details").out.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(f"{BROKEN}:7"))
    assert lines[start + 1 : start + 4] == [
        "  These 7 clues cannot stand together; without any one of them, the others can:",
        "    r1c4=3, r2c4=4, r3c4=7, r4c5=1, r5c5=9, r6c6=5 and r8c4=8.",
        "   .  9  . |[3] .  . | 8  .  6",
    ]
    assert "    moving r2c4=4 to r2c3" in lines[start:]
