"""What commands print with --json fits their schemas: `invoke` holds all rows of all tests against them.

Here are the commands and the forms of rows that no other test has.
"""

from pathlib import Path

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MARKS = "12......." + 80 * "123456789"
SMALL = PUZZLES["2x2-unique"]
EVERY_KIND = [UNIQUE, MULTIPLE, NONE, UNIQUE[:-1], MARKS, SMALL]
OPEN = "1.2.....2.3....."

COMMANDS = [
    ["check", *EVERY_KIND, "--engine", "sets"],
    ["solve", *EVERY_KIND],
    ["count", *EVERY_KIND, "--limit", "10"],
    ["convert", *EVERY_KIND, "--box", "3x3"],
    ["canonical", *EVERY_KIND, "." * 81, "--distinct"],
    ["rate", *EVERY_KIND, "--verify"],
    ["crosscheck", *EVERY_KIND, "--engine", "sat,sets", "--prove"],
    ["explain", *EVERY_KIND, "--method", "sets", "--max-steps", "10", "--verify"],
    ["explain", EXAMPLES / "steps" / "puzzle.txt", "--steps", EXAMPLES / "steps" / "steps.jsonl"],
    ["diagnose", *EVERY_KIND, "--repair", "--limit", "3"],
    ["diagnose", EXAMPLES / "broken.txt"],
    ["bench", "--puzzles", "2", "--rounds", "1", "--engine", "phases,kernel"],
    ["encodings", "list"],
    ["encodings", "show", "minimal", "--size", "4"],
    ["encodings", "trace", OPEN, "-e", "optimised", "--search"],
    ["encodings", "trace", "11..............", "--search"],
    ["encodings", "prove", EXAMPLES / "encodings" / "unsound.toml"],
    ["encodings", "compare", SMALL, "--encoding", "minimal,cpsat/cube", "--repeat", "2", "--jobs", "1"],
    ["check", HARD, "--engine", "phases", "--timeout", "0.001"],
    ["crosscheck", HARD, "--engine", "phases,sat:minimal", "--prove", "--timeout", "0.001"],
    ["diagnose", HARD, "--repair", "--timeout", "0.001"],
    ["encodings", "prove", "extended", "--minimal", "--timeout", "0.001"],
    ["engines"],
]


WITH_JOBS = {"check", "solve", "count", "canonical", "rate", "crosscheck", "diagnose"}


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(map(str, arguments))[:40])
def test_rows_fit_the_schema(arguments):
    assert invoke(*arguments, *["--jobs", "1"] * (arguments[0] in WITH_JOBS), "--json").rows


def test_certificates_fit_their_schemas(tmp_path):
    """Written, verified, held against another list, and with a file that is none."""
    folder = str(tmp_path / "certificates")
    assert len(invoke("certify", *EVERY_KIND, "--output", folder, "--jobs", "1", "--json").rows) > 5
    (tmp_path / "certificates" / "what is this").write_text("?")
    rows = invoke("verify", folder, UNIQUE, SMALL, MARKS, UNIQUE[:-1], UNIQUE, "--json").rows
    assert any(row.get("index") is None for row in rows)
