"""`crosscheck --shrink`: a small puzzle for each refuted answer, and how far shrinking came."""

import sys

import pytest

from tests.cli.command import MULTIPLE, SOLUTION, UNIQUE, invoke, written

LAST_ROW = f"{SOLUTION[:72]}{9 * '.'}"
"""A puzzle whose last row is blank, and easy to find."""

CORNER = "none' if cells[80] == '.' else 'unknown"
"""Says that there is no solution where the last cell is blank."""

CERTAIN = "1"
"""Counts one solution whatever it is asked."""


@pytest.fixture
def shrunk(tmp_path):
    """The outcome of a crosscheck of a function that returns this, and a right engine."""

    def outcome(puzzle, answer, *more, columns=100):
        file = written(tmp_path, "def solve(cells):", f"    return '{answer}'", name="solver.py")
        return invoke("crosscheck", puzzle, "-e", f"kernel,python:{file}:solve", *more, columns=columns)

    return outcome


@pytest.mark.skipif(sys.platform == "win32", reason="functions run in processes that need Linux or macOS")
class TestShrinking:
    """With a function that is refuted."""

    def test_the_small_puzzle_is_shown_and_what_was_reached(self, shrunk):
        """As a text to copy and as a picture; the status is that of the disagreement."""
        outcome = shrunk(LAST_ROW, CORNER, "--shrink", "--fewest-clues")
        lines = [line.strip() for line in outcome.out.splitlines()]
        said = " ".join(outcome.out.split())
        assert outcome.status == 1
        assert "shrunk: 1 blank, r9c9 (" in said
        assert "with it filled, it is not refuted in this way" in said
        assert f"{SOLUTION[:80]}." in lines
        titles = ("shrunk, to trace by hand", "with few clues")
        assert [line for line in lines if line in titles] == [*titles]

    def test_json_has_the_puzzles_and_what_was_reached(self, shrunk):
        """Without the option nothing is shrunk."""
        row, _ = shrunk(MULTIPLE, CERTAIN, "--shrink", "--fewest-clues", "--json").rows
        ((name, small),) = row["shrunk"].items()
        reached = row["shrinking"][name]
        assert list(row["refuted"]) == [name]
        assert small.count(".") >= 4
        assert (reached["reached"], reached["because"]) == ("minimal", "two solutions passed the referee")
        assert (reached["asked"], reached["refuted"]) == (3, 3)
        assert reached["fewest_clues"]["puzzle"] == "." * 81
        row, _ = shrunk(MULTIPLE, CERTAIN, "--json").rows
        assert not row.keys() & {"shrunk", "shrinking"}

    def test_what_ran_out_of_tries_says_so(self, shrunk):
        """On a narrow terminal, in lines that fit."""
        outcome = shrunk(LAST_ROW, CORNER, "--shrink", "--tries", "4", columns=40)
        assert "(4 tries); fewer may do: out of tries" in " ".join(outcome.out.split())
        assert "in this way" not in outcome.out
        lines = [line for line in outcome.out.splitlines()[1:] if "/" not in line]  # as in a path
        assert [line for line in lines if len(line) > 40 and len(line.split()) > 1] == []

    def test_an_answer_that_is_not_given_again_is_told(self, shrunk, tmp_path):
        """The engine was refuted; that stays."""
        asked = tmp_path / "asked"
        file = written(
            tmp_path,
            "def solve(cells):",
            f"    with open({str(asked)!r}, 'a+') as stream:",
            "        stream.write(cells + chr(10))",
            "        stream.seek(0)",
            "        return 'none' if stream.read().split().count(cells) == 1 else 'unknown'",
            name="forgets.py",
        )
        outcome = invoke("crosscheck", UNIQUE, "-e", f"kernel,python:{file}:solve", "--shrink", "--json")
        [row, _] = outcome.rows
        ((name, reached),) = row["shrinking"].items()
        assert outcome.status == 1
        assert row["shrunk"][name] == row["puzzle"]
        assert (reached["reached"], reached["refuted"]) == ("not refuted again", 0)
