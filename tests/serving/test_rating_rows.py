"""The command `rate` of the page: the row of the command line, and the difficulty in words."""

import pytest

from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke
from tests.serving.page_rows import rows_of


@pytest.mark.parametrize(
    ("puzzle", "verdict"), [(UNIQUE, "unique"), (MULTIPLE, "multiple"), (NONE, "none")], ids=str
)
def test_a_rating_is_that_of_the_command_line_with_a_sentence_for_each_measure(puzzle, verdict):
    """A puzzle without exactly one solution has its verdict in place of a difficulty."""
    row, words = rows_of("rate", puzzle=puzzle)
    assert row == invoke("rate", puzzle, "--json").rows[0]
    headings = [one["heading"] for one in words["sentences"]]
    if verdict == "unique":
        assert {f"depth {row['depth']}", f"backdoor {row['backdoor']}"} <= set(headings)
        assert words["difficulty"].startswith("singles" if row["depth"] == 0 else "assumptions")
    else:
        assert words["difficulty"].startswith(verdict)
        assert headings == []
