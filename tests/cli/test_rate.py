"""`sudocube rate`: sentences for one puzzle, a line for each of several, records, statuses, millions."""

import csv
from pathlib import Path

import pytest

from sudocube.rating import puzzle_rating
from sudocube.report.ratings import RateReport
from tests.cli.command import MULTIPLE, NONE, PUZZLES, invoke, written
from tests.rating.rated_puzzles import DEEP, EASY, SHALLOW, let_time_run_out

EASY_CELLS, SHALLOW_CELLS, DEEP_CELLS = str(EASY), str(SHALLOW), str(DEEP)
PENCILMARKS = "12......." + 80 * "123456789"
DEPTH = ("--only", "depth")


def in_one_line(text: str) -> str:
    """The text without its line ends."""
    return " ".join(text.split())


def test_one_puzzle_gets_a_heading_and_sentences_for_each_measure():
    """Each says what it means, and what it does not say."""
    done = invoke("rate", SHALLOW_CELLS)
    headings = [line for line in done.out.splitlines() if not line.startswith(" ")]
    assert headings[:4] == ["level 5: hard", "depth 1", "backdoor 1", "solved by sets and possibles"]
    assert headings[4].startswith("a proof of ")
    for words in (
        "It does not say how many assumptions",
        "it is proved that fewer cells do not",
        "Others may",
    ):
        assert words in in_one_line(done.out)
    assert (done.status, done.err) == (0, "")


def test_json_has_all_numbers_and_null_for_what_is_not_known():
    """Also the steps of the depth, with --verify."""
    [easy, deep] = invoke("rate", EASY_CELLS, DEEP_CELLS, "--json", "--verify", "--max-depth", "2").rows
    assert (easy["depth"], easy["backdoor"], easy["backdoor_cells"], easy["depth_steps"]) == (0, 0, [], [])
    assert (deep["depth"], deep["depth_at_least"], deep["backdoor"], deep["backdoor_at_most"]) == (2, 2, 2, 2)
    assert len(deep["backdoor_cells"]) == 2
    assert deep["methods"] == {"sets": False, "possibles": False, "cube:propagate": False}
    assert deep["depth_steps"][0].startswith("#1 r1c2!=2")


def test_where_time_runs_out_the_status_is_3_and_bounds_are_told(monkeypatch, tmp_path):
    """After the verdict; in sentences, lines and columns there is a reason."""
    let_time_run_out(monkeypatch)
    options = ("--only", "depth,backdoor", "--timeout", "1000")
    done = invoke("rate", DEEP_CELLS, *options)
    assert done.status == 3
    assert done.out.splitlines()[0] == "depth 0 or more"
    assert "Fewer may do: it is proved that 2 cells at least are needed" in in_one_line(done.out)
    late = "undecided: depth, backdoor (out of time after 1000 s)"
    assert late in done.out.splitlines()
    file = written(tmp_path, DEEP_CELLS, EASY_CELLS)
    assert invoke("rate", file, *options).out.splitlines()[0].endswith(f"; {late}")
    [first, _] = csv.DictReader(invoke("rate", file, *options, "--format", "csv").out.splitlines())
    assert (first["undecided"], first["reason"]) == ("depth backdoor", "out of time after 1000 s")
    [row] = invoke("rate", DEEP_CELLS, *options, "--json").rows
    assert (row["depth"], row["backdoor"], row["backdoor_at_least"]) == (None, None, 2)
    assert (row["undecided"], row["reason"]) == (["depth", "backdoor"], "out of time after 1000 s")


@pytest.mark.parametrize(
    ("most", "done", "cause"),
    [
        (0, 0, "Singles get stuck. Depths greater than 0 were not tried."),
        (1, 0, "Assumptions nested 1 deep do not fill the grid. Depths greater than 1 were not tried."),
        (
            3,
            2,
            "nested 1 deep do not fill the grid. Time ran out before greater depths were decided.",
        ),
    ],
)
def test_a_bound_of_the_depth_has_its_cause(monkeypatch, most, done, cause):
    """The time ran out, status 3, or no greater depth was to be tried, status 0."""
    if done:
        monkeypatch.setattr(puzzle_rating, "depths_of", lambda *_, **__: ([done], done - 1))
    found = invoke("rate", DEEP_CELLS, *DEPTH, "--max-depth", str(most))
    assert cause in in_one_line(found.out)
    assert found.status == (3 if done else 0)


def test_a_depth_that_is_not_verified_in_time_is_said(monkeypatch):
    """The depth stands; its proof is missing."""

    def late(*_, **__):
        raise TimeoutError

    monkeypatch.setattr(puzzle_rating, "depth_proof", late)
    done = invoke("rate", SHALLOW_CELLS, *DEPTH, "--verify", "--timeout", "1000")
    assert (done.status, "It was not verified in time" in in_one_line(done.out)) == (3, True)


class TestSingles:
    """`--singles`: whether the depth is 0, for lists of any length."""

    def test_it_says_the_same_as_the_full_rating(self, tmp_path):
        """In batches, and for other sizes in between; all in the order of the input; in rows and tables."""
        zeros = SHALLOW_CELLS.replace(".", "0")
        file = written(tmp_path, EASY_CELLS, zeros, MULTIPLE, NONE, DEEP_CELLS, EASY_CELLS, name="=a,b.txt")
        table = written(tmp_path, "a,puzzle,b", f"1,{EASY_CELLS},2", name="first.csv")
        given: list[str | Path] = [PUZZLES["2x2-unique"], file, SHALLOW_CELLS]
        for inputs, format in ((given, "json"), ([file], "csv"), ([table, file], "csv")):
            quick = invoke("rate", *inputs, "--singles", "--format", format)
            full = invoke("rate", *inputs, *DEPTH, "--max-depth", "0", "--format", format)
            assert (quick.out, quick.status, full.status) == (full.out, 1, 1)
        rows = invoke("rate", *given, "--singles", "--json").rows
        assert [row["depth"] for row in rows] == [0, 0, None, None, None, None, 0, None]


def test_ctrl_c_says_how_many_were_rated_by_then(monkeypatch):
    """As the summary of a run that ended there."""
    whole = RateReport.add

    def add(self, result):
        if result[0].index == 3:
            raise KeyboardInterrupt
        whole(self, result)

    uninterrupted = invoke("rate", EASY_CELLS, EASY_CELLS, *DEPTH)
    monkeypatch.setattr(RateReport, "add", add)
    done = invoke("rate", EASY_CELLS, EASY_CELLS, SHALLOW_CELLS, *DEPTH)
    assert done.status == 130
    assert uninterrupted.err.splitlines()[-1].partition(" (")[0] in done.err
    assert "interrupted" in done.err
