"""On a narrow page, tables and texts break between words and columns, never within a word."""

import re

import pytest

from sudocube.cli.command_help import EXAMPLES
from tests.cli.command import MULTIPLE, UNIQUE, Outcome, invoke

WORD = re.compile(r"[a-z]{3,}")


def shown(columns: int, arguments: list[str]) -> Outcome:
    return invoke(*arguments, columns=columns)


def words(text: str) -> list[str]:
    """The words of letters, whatever lines and columns they stand in."""
    return sorted(WORD.findall(re.sub(r"[\d.,]+", " ", text)))


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        ["engines"],
        ["encodings", "list"],
        ["encodings", "show", "minimal", "--size", "4"],
        ["encodings", "show", "sequential-counter", "--size", "4"],
        ["encodings", "show", "cpsat/cube", "--size", "4"],
        ["encodings", "show", "sorting-network", "--size", "4", "--all"],
        ["encodings", "show", "order-direct", "--size", "4", "--all"],
        ["encodings", "compare", MULTIPLE, "--encodings", "minimal,triads"],
        ["encodings", "prove", "minimal", "--size", "4"],
        ["bench", "--engines", "phases,kernel", "--puzzles", "2", "--rounds", "1"],
        ["crosscheck", MULTIPLE, "--engines", "phases,sat:sequential-counter"],
        ["diagnose", MULTIPLE],
        ["explain", UNIQUE, "--max-steps", "3"],
    ],
    ids=lambda value: " ".join(value)[:32] if isinstance(value, list) else str(value),
)
def test_what_is_shown_fits_the_page(columns, arguments):
    """No line is too long, and no word is lost or broken."""
    narrow, wide = shown(columns, arguments), shown(1000, arguments)
    too_long = [line for line in narrow.out.splitlines() if len(line) > columns]
    assert [line for line in too_long if len(line.split()) > 1] == []
    assert set(words(narrow.out)) <= set(words(wide.out))


def test_a_name_has_a_line_of_its_own_where_its_title_would_not_fit():
    narrow = invoke("encodings", "list", columns=40).out.splitlines()
    at = narrow.index("sequential-counter")
    assert narrow[at + 1] == "  Extended, by sequential counter"
    wide = [line.split() for line in invoke("encodings", "list").out.splitlines()]
    assert ["sequential-counter", "Extended,", "by", "sequential", "counter"] in wide


HELP = [["--help"], *([*name.split(), "--help"] for name in EXAMPLES), ["encodings", "--help"]]


@pytest.mark.parametrize("columns", [40, 59, 80])
@pytest.mark.parametrize(
    "arguments", HELP, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_help_fits_the_page(columns, arguments):
    """No line is too long, no word is lost or broken, and nothing is cut off."""
    narrow, wide = shown(columns, arguments), shown(1000, arguments)
    assert [line for line in narrow.out.splitlines() if len(line) > columns] == []
    assert set(words(narrow.out)) <= {*words(wide.out), "ommands"}  # a heading, where there are no panels
    assert not any(sign in narrow.out for sign in ("…", "[bold]"))
