"""`solve` and `count`: one record for each puzzle, in batches as one by one; see also `cases/solve.toml`."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudocube import kernel
from sudocube.rows import opening
from sudocube.verdicts import batches
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, written

FOUR = "1.....2..3.....4"
INVALID = UNIQUE[:-1]
WORDS = {UNIQUE: SOLUTION, NONE: "none", INVALID: "invalid", "1" * 40: "invalid"}
COUNTS = {**WORDS, UNIQUE: "1", NONE: "0"}


@given(
    kinds=st.lists(st.sampled_from([*WORDS]), min_size=1, max_size=12), batch=st.sampled_from([100, 10**6])
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_paste_fits_any_list_of_puzzles(kinds, batch, tmp_path, monkeypatch):
    """Each line of the file stands beside its own answer, wherever a batch ends.

    The first is a puzzle, so that the file is a list; unreadable lines may follow each other.
    """
    monkeypatch.setattr(opening, "PIECE", batch)
    kinds = [UNIQUE, *kinds]
    file = written(tmp_path, *kinds)
    assert invoke("solve", file).out.splitlines() == [WORDS[kind] for kind in kinds]
    assert invoke("count", file).out.splitlines() == [COUNTS[kind] for kind in kinds]
    assert invoke("convert", file, "--format", "line").out.splitlines() == [
        "invalid" if COUNTS[kind] == "invalid" else kind for kind in kinds
    ]


@pytest.mark.parametrize("name", ["solve", "count", "check", "convert", "canonical"])
def test_json_by_either_name_is_the_same(name, tmp_path):
    """And two formats at once are refused."""
    file = written(tmp_path, UNIQUE, INVALID)
    short, long = invoke(name, file, "--json").rows, invoke(name, file, "--format", "json").rows
    for row in [*short, *long]:
        row.pop("seconds", None)
        row.get("summary", {}).pop("seconds", None)
    assert short == long
    assert short[1]["verdict"] == "invalid"
    outcome = invoke(name, UNIQUE, "--json", "--format", "csv")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--json or --format csv, not both" in " ".join(outcome.err.split())


@pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")
class TestLists:
    """Lists of 9×9 puzzles go through the compiled kernel in batches, with the same answers."""

    LINES = (UNIQUE, NONE, INVALID, "# said by the way", "", FOUR, UNIQUE)

    @pytest.mark.parametrize(
        "arguments",
        [
            *(["count", "--json"], ["count", "--format", "csv", "--limit", "5"]),
            *(["solve"], ["solve", "--json"], ["solve", "--format", "grid"]),
        ],
        ids=" ".join,
    )
    def test_batches_print_what_is_printed_one_by_one(self, arguments, tmp_path, monkeypatch):
        """Of several solutions, each may show another one; so there is such a puzzle for `count` only."""
        more = [MULTIPLE] * (arguments[0] == "count")
        file = written(tmp_path, *self.LINES, *more)
        in_bulk = invoke(*arguments, file)
        monkeypatch.setattr(batches, "serves_in_bulk", lambda engine: False)
        assert in_bulk == invoke(*arguments, file)
