"""On a narrow page, tables and texts break between words and columns, never within a word."""

import re

import pytest

from tests.cli.command import MULTIPLE, UNIQUE, invoke

WORD = re.compile(r"[a-z]{3,}")


def words(text: str) -> list[str]:
    """The words of letters, whatever lines and columns they stand in."""
    return sorted(WORD.findall(re.sub(r"[\d.,]+", " ", text)))


@pytest.mark.parametrize(
    ("columns", "arguments"),
    [
        (40, ["engines"]),
        (40, ["encodings", "show", "cpsat/cube", "--size", "4"]),
        (40, ["encodings", "compare", MULTIPLE, "--encodings", "minimal,triads", "--no-search"]),
        (80, ["crosscheck", MULTIPLE, "--engines", "phases,sat:triads@glucose4,sat"]),
        (40, ["rate", UNIQUE, "--only", "depth"]),
        (60, ["diagnose", MULTIPLE]),
        (80, ["crosscheck", "1" + "." * 624, "--engines", "sat"]),
    ],
    ids=lambda value: " ".join(value)[:32] if isinstance(value, list) else str(value),
)
def test_what_is_shown_fits_the_page(columns, arguments):
    """No line is too long but for a single word, and no word is lost or broken."""
    narrow, wide = invoke(*arguments, columns=columns), invoke(*arguments, columns=1000)
    too_long = [line for line in narrow.out.splitlines() if len(line) > columns]
    assert [line for line in too_long if len(line.split()) > 1] == []
    assert set(words(narrow.out)) <= set(words(wide.out))


@pytest.mark.parametrize("columns", [1, 2, 5, 13, 20])
def test_no_terminal_is_too_narrow(columns):
    for arguments in (
        ["check", UNIQUE, MULTIPLE],
        ["crosscheck", MULTIPLE, "-e", "phases,cube", "--details", "all"],
        ["explain", "1.....2..3.....4", "--candidates", "--max-steps", "3"],
        ["engines"],
        ["solve", "--help"],
    ):
        assert invoke(*arguments, columns=columns).status in (0, 1), arguments
