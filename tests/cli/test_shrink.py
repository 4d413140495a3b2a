"""`crosscheck --shrink`: a small puzzle for each refuted answer, and how far shrinking came."""

import re

import pytest

from tests.cli.command import UNIQUE, invoke, no_boxes


@pytest.fixture
def shrunk(tmp_path):
    """The outcome of a crosscheck of an engine that forgets the boxes, and a right one."""
    engine = f"sat:{no_boxes(tmp_path)}"

    def outcome(*more, columns=100):
        return invoke("crosscheck", UNIQUE, "-e", f"kernel,{engine}", *more, columns=columns)

    return outcome


def test_the_small_puzzle_is_shown_and_what_was_reached(shrunk):
    """As a text to copy and as a picture; the status is that of the disagreement."""
    outcome = shrunk("--shrink")
    lines = [line.strip() for line in outcome.out.splitlines()]
    said = " ".join(outcome.out.split())
    assert outcome.status == 1
    assert re.search(
        r"shrunk: \d+ blanks, asked \d+ times; with any blank filled, it is not refuted so", said
    )
    assert [line for line in lines if re.fullmatch(r"[1-9.]{81}", line)]
    assert lines.count("shrunk, to trace by hand") == 1


def test_json_has_the_puzzles(shrunk):
    """Without the option nothing is shrunk."""
    row, _ = shrunk("--shrink", "--json").rows
    ((name, small),) = row["shrunk"].items()
    assert list(row["refuted"]) == [name]
    assert 4 <= small.count(".") < UNIQUE.count(".")
    row, _ = shrunk("--json").rows
    assert "shrunk" not in row


def test_what_ran_out_of_tries_says_so(shrunk):
    """On a narrow terminal, in lines that fit but for a path."""
    outcome = shrunk("--shrink", "--tries", "4", columns=40)
    assert "asked 4 times; fewer may do" in " ".join(outcome.out.split())
    assert "with any blank filled" not in outcome.out
    lines = [line for line in outcome.out.partition("\nengine ")[0].splitlines()[1:] if "/" not in line]
    assert [line for line in lines if len(line) > 40 and len(line.split()) > 1] == []
