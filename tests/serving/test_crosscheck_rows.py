"""The commands `engines` and `crosscheck` of the page: what `--json` prints, answer by answer."""

import pytest

from sudocube.engines import DEFAULT_ENGINES
from sudocube.serving.crosscheck_rows import QUICK_FIRST, crosscheck_rows, engine_rows
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.schemas.schema_files import misfits


def crosschecked(**fields):
    """The rows and the progress of a crosscheck; each row fits the schema of the command line."""
    given = list(crosscheck_rows(RequestFields(fields)))
    rows = [one for one in given if not isinstance(one, Progress)]
    assert list(misfits("crosscheck", rows)) == []
    return rows, [one for one in given if isinstance(one, Progress)]


def test_the_engines_of_a_page_are_those_of_the_command_line_without_outsiders():
    """Nothing that could start a program or import a function is offered."""
    rows = list(engine_rows(RequestFields({})))
    assert list(misfits("engines", rows)) == []
    printed = [row["name"] for row in invoke("engines", "--json").rows]
    offered = [row["name"] for row in rows]
    assert [name for name in printed if name not in offered] == ["stored", "command", "python"]


def test_the_usual_engines_are_those_of_the_command_line():
    """In another order only."""
    assert sorted(QUICK_FIRST) == sorted(DEFAULT_ENGINES)


@pytest.mark.parametrize(
    ("text", "verdict", "evidence", "count"),
    [
        (UNIQUE, "unique", "agreement", 1),
        (MULTIPLE, "multiple", "witness", 2),
        (NONE, "none", "agreement", 0),
        (PUZZLES["2x2-unique"], "unique", "agreement", 1),
        (PUZZLES["4x4-unique"], "unique", "agreement", 1),
    ],
    ids=["unique", "multiple", "none", "4×4", "16×16"],
)
def test_each_row_has_one_answer_more_and_the_summary_says_what_became_of_each(
    text, verdict, evidence, count
):
    """The quick engines are asked first, so that the table begins to fill at once."""
    rows, _ = crosschecked(puzzle=text)
    *grown, summary = rows
    assert [len(row["engines"]) for row in grown] == list(range(1, len(grown) + 1))
    last = grown[-1]
    assert (last["verdict"], last["evidence"], len(last["solutions"])) == (verdict, evidence, count)
    engines = ["sat:extended@cadical153", "phases"]
    assert [name for name in last["engines"] if name in engines] == engines
    assert ("kernel" in last["engines"]) == (len(text) == 81)
    for standings in summary["summary"]["by_engine"].values():
        assert standings == {"confirmed": 1, "refuted": 0, "undecided": 0, "failed": 0}


def test_engines_are_asked_in_the_order_of_the_request_and_progress_names_the_next():
    """So the page can say whom it is waiting for."""
    rows, progress = crosschecked(puzzle=UNIQUE, engines=["sets", "sat:minimal", "kernel"])
    assert list(rows[-2]["engines"]) == ["sets", "sat:minimal@cadical153", "kernel"]
    assert [(one.done, one.of, one.words) for one in progress] == [
        (0, 3, "sets"),
        (1, 3, "sat:minimal@cadical153"),
        (2, 3, "kernel"),
    ]


@pytest.mark.parametrize("engines", [["kernel"], ["proof", "kernel"]], ids=["not named", "named"])
def test_a_proof_is_the_last_step_if_it_is_asked_for(engines):
    """The evidence grows from a search to a proof."""
    rows, progress = crosschecked(puzzle=UNIQUE, engines=engines, prove=True)
    assert rows[-2]["evidence"] == "proof"
    assert rows[-2]["solutions"] == [SOLUTION]
    assert [one.words for one in progress if one.words == "proof"] == ["proof"]


def test_an_engine_that_is_stuck_is_undecided_and_contradicts_nobody():
    """Three answers, never two."""
    rows, _ = crosschecked(puzzle=MULTIPLE, engines=["sets", "kernel"])
    answer = rows[-2]["engines"]["sets"]
    assert (answer["verdict"], rows[-2]["agree"]) == ("unknown", True)
    assert answer["reason"]
    assert rows[-1]["summary"]["by_engine"]["sets"]["undecided"] == 1


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"engines": ["command:true"]}, "command:true"),
        ({"engines": ["sat", "sat:extended"]}, "named twice"),
        ({"engines": []}, "engines"),
        ({"seconds": 0}, "seconds"),
        ({"puzzle": "1.."}, "found"),
    ],
    ids=["a program", "an engine twice", "no engine", "no time", "no puzzle"],
)
def test_what_does_not_fit_is_refused_with_the_field(fields, named):
    """Before any engine is asked."""
    with pytest.raises(RefusedRequestError, match=named):
        next(crosscheck_rows(RequestFields({"puzzle": UNIQUE, **fields})))
