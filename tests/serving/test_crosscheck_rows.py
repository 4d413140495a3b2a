"""The commands `engines` and `crosscheck` of the page: what `--json` prints, answer by answer."""

from sudocube.engines import DEFAULT_ENGINES
from sudocube.serving.crosscheck_rows import QUICK_FIRST
from sudocube.serving.page_commands import Progress
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.serving.page_rows import messages_of, rows_of


def test_the_engines_of_a_page_are_those_of_the_command_line_without_outsiders():
    """Nothing that could start a program or import a function is offered; the usual ones are the same."""
    printed = [row["name"] for row in invoke("engines", "--json").rows]
    offered = [row["name"] for row in rows_of("engines")]
    assert [name for name in printed if name not in offered] == ["stored", "command", "python"]
    assert sorted(QUICK_FIRST) == sorted(DEFAULT_ENGINES)


def test_each_row_has_one_answer_more_and_the_summary_says_what_became_of_each():
    """The quick engines are asked first, so that the table begins to fill at once."""
    for text, found in (
        (UNIQUE, ("unique", "agreement", 1)),
        (MULTIPLE, ("multiple", "witness", 2)),
        (NONE, ("none", "agreement", 0)),
        (PUZZLES["2x2-unique"], ("unique", "agreement", 1)),
    ):
        *grown, summary = rows_of("crosscheck", puzzle=text)
        assert [len(row["engines"]) for row in grown] == list(range(1, len(grown) + 1))
        last = grown[-1]
        assert (last["verdict"], last["evidence"], len(last["solutions"])) == found
        assert {"sat:extended@cadical153", "phases"} < last["engines"].keys()
        assert ("kernel" in last["engines"]) == (len(text) == 81)
        for standings in summary["summary"]["by_engine"].values():
            assert standings == {"confirmed": 1, "refuted": 0, "undecided": 0, "failed": 0}


def test_engines_are_asked_in_the_order_of_the_request_and_progress_names_the_next():
    """So the page can say whom it is waiting for. One that is stuck is undecided, and contradicts nobody."""
    given = messages_of("crosscheck", puzzle=MULTIPLE, engines=["sets", "sat:minimal", "kernel"])
    names = ["sets", "sat:minimal@cadical153", "kernel"]
    told = [(one.done, one.of, one.words) for one in given if isinstance(one, Progress)]
    assert told == [(place, 3, name) for place, name in enumerate(names)]
    *_, row, last = (one for one in given if not isinstance(one, Progress))
    assert list(row["engines"]) == names
    assert (row["engines"]["sets"]["verdict"], row["verdict"], row["agree"]) == ("unknown", "multiple", True)
    assert row["engines"]["sets"]["reason"]
    assert last["summary"]["by_engine"]["sets"]["undecided"] == 1


def test_a_proof_is_the_last_step_if_it_is_asked_for():
    """Once, whether it is named as an engine, too, or not; the evidence grows to a proof."""
    for engines in (["kernel"], ["proof", "kernel"]):
        given = messages_of("crosscheck", puzzle=UNIQUE, engines=engines, prove=True)
        assert given[-2]["evidence"] == "proof"
        assert given[-2]["solutions"] == [SOLUTION]
        assert [one.words for one in given if isinstance(one, Progress)].count("proof") == 1
