"""What the page is told of a puzzle or a list: as the command line says it, and never more than is known."""

import gzip
import json

import pytest

from sudocube import Grid, Puzzle, check, solutions
from sudocube.engines.registry import DEFAULT_ENGINES
from sudocube.errors import UndecidedError, UnsupportedError
from sudocube.rows import FORMATS
from sudocube.serving.page_commands import Progress
from sudocube.serving.puzzle_rows import QUICK_FIRST, list_rows
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.serving.page_rows import messages_of, rows_of, timeless

CLASHING = "1..1............"
FOUR = PUZZLES["2x2-unique"]
EMPTY_4 = PUZZLES["2x2-empty-288-solutions"]


def test_the_verdict_is_the_row_of_check():
    """Field by field, but for the time, and for which two of several solutions there are."""
    for puzzle in (FOUR, "." * 16, CLASHING):
        printed, *_ = invoke("check", puzzle, "--json").rows
        [row] = rows_of("check", puzzle=puzzle)
        assert {**timeless(row), "solutions": []} == {**timeless(printed), "solutions": []}
        assert len(set(row["solutions"])) == len(printed["solutions"])
        for grid in row["solutions"]:
            assert set(solutions(Puzzle(grid))) == {Grid(grid)}
            assert all(clue in (".", digit) for clue, digit in zip(row["puzzle"], grid, strict=True))


def test_clashes_are_those_that_diagnose_prints_and_candidates_what_nothing_rules_out():
    [row] = rows_of("look", puzzle=CLASHING)
    assert row["clashes"] == invoke("diagnose", CLASHING, "--json").rows[0]["clashes"] != []
    assert "candidates" not in row  # nobody has asked for them
    [row] = rows_of("look", puzzle="12..............", candidates=True)
    assert (row["candidates"]["r1c3"], row["candidates"]["r4c4"]) == ([3, 4], [1, 2, 3, 4])
    assert "r1c1" not in row["candidates"]
    [row] = rows_of("look", puzzle="12......." + "1........" + 79 * "123456789", candidates=True)
    assert row["candidates"]["r1c1"] == [2]


def test_every_format_is_exported_as_convert_writes_it_and_read_again():
    """What a format cannot hold is said and not dropped."""
    rows = {row["format"]: row for row in rows_of("export", puzzle=UNIQUE)}
    for name in FORMATS:
        text = rows[name]["text"]
        assert text == invoke("convert", UNIQUE, "--format", name).out, name
        assert [one["puzzle"] for one in rows_of("read", text=text)] == [UNIQUE], name
    assert [json.loads(rows["json"]["text"])] == invoke("convert", UNIQUE, "--json").rows
    assert rows["svg"]["text"].strip() == Puzzle(UNIQUE)._repr_html_()
    rows = {row["format"]: row for row in rows_of("export", puzzle="123456" + "." * 30, box="3x2")}
    assert rows["line"]["text"] is None
    assert "choose grid" in rows["line"]["error"]
    assert [one["box"] for one in rows_of("read", text=rows["grid"]["text"])] == ["3x2"]


def test_examples_are_what_their_titles_say():
    verdicts = {row["title"]: check(row["puzzle"]).verdict for row in rows_of("examples")}
    assert verdicts.pop("Several solutions") == "multiple"
    wrong = [verdicts.pop(title) for title in list(verdicts) if "wrong" in title or "clash" in title]
    assert wrong == ["none", "none"]
    assert set(verdicts.values()) == {"unique"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", f"{UNIQUE}\n{MULTIPLE}\nno puzzle\n{NONE}\n"),
        ("a.csv", f"puzzle,solution\n{UNIQUE},{SOLUTION}\n{UNIQUE},{SOLUTION[1:]}7\n"),
    ],
)
def test_a_list_has_the_rows_of_check(name, content, tmp_path):
    """One for each puzzle, with the judgement of stored answers, and one that counts them; packed, too."""
    file = tmp_path / name
    file.write_text(content, "utf-8")
    printed = [timeless(row) for row in invoke("check", file, "--json").rows]
    for packed in (content.encode(), gzip.compress(content.encode())):
        assert [timeless(row) for row in rows_of("list", packed, name=str(file))] == printed


@pytest.mark.parametrize("line", [UNIQUE, FOUR], ids=["in batches", "puzzle by puzzle"])
@pytest.mark.parametrize("more", [0, 1])
def test_a_list_that_is_too_long_has_its_first_rows_and_then_says_so(line, more):
    """A list of just as many puzzles as are taken is complete."""
    told = list_rows(f"{line}\n".encode() * (7 + more), None, "a.txt", most=7)
    rows = (one for one in told if not isinstance(one, Progress))
    found = [next(rows) for _ in range(8)]
    assert [row.get("index") for row in found] == [1, 2, 3, 4, 5, 6, 7, None]
    assert found[-1]["summary"]["puzzles"] == 7
    if more:
        with pytest.raises(UnsupportedError, match=r"the first 7 puzzles.* `sudocube check` takes any"):
            next(rows)
    assert next(rows, None) is None


def test_it_is_told_how_far_a_list_is_and_its_name_is_no_file():
    """A file of that name is not looked for."""
    content = f"{UNIQUE}\n{NONE}\n".encode()
    first, *rows = messages_of("list", content, name="/etc/passwd")
    assert first == Progress(len(content), len(content), "bytes")
    found = [row for row in rows if not isinstance(row, Progress)]
    assert [row.get("source") for row in found] == ["/etc/passwd:1", "/etc/passwd:2", None]


@pytest.mark.parametrize("text", [UNIQUE, MULTIPLE, NONE, EMPTY_4], ids=["one", "two", "none", "288"])
def test_all_solutions_are_those_of_the_command_line(text):
    """Each once, and that there are no others; `count` says the same."""
    *rows, last = rows_of("solutions", puzzle=text)
    grids = [grid for row in rows for grid in row["solutions"]]
    assert sorted(grids) == sorted(invoke("solve", text, "--all", "--json").rows[0]["solutions"])
    for row in (last, *rows_of("count", puzzle=text)):
        assert (row["count"], row["exact"]) == (len(set(grids)), True)


def test_a_list_of_solutions_that_is_not_the_whole_says_so(monkeypatch):
    """At the limit there is at least one more; a search that is cut short says why, too."""
    found = [rows_of("solutions", puzzle=EMPTY_4, limit=limit)[-1] for limit in (287, 288)]
    assert [(one["count"], one["exact"]) for one in found] == [(287, False), (288, True)]
    [row] = rows_of("count", puzzle="." * 81)
    assert (row["count"], row["exact"]) == (1_000_000, False)

    def cut_short(puzzle, *, timeout):
        yield from list(solutions(puzzle))[:5]
        raise UndecidedError("out of time after 20 s")

    monkeypatch.setattr("sudocube.serving.puzzle_rows.solutions", cut_short)
    *rows, last = rows_of("solutions", puzzle=EMPTY_4)
    assert sum(len(row["solutions"]) for row in rows) == 5
    assert (last["count"], last["exact"], last["reason"]) == (5, False, "out of time after 20 s")


def test_no_engine_is_offered_that_could_start_a_program_or_import_a_function():
    """The usual ones are those of the command line."""
    assert not {"stored", "command", "python"} & {row["name"] for row in rows_of("engines")}
    assert sorted(QUICK_FIRST) == sorted(DEFAULT_ENGINES)


def test_each_row_of_crosscheck_has_one_answer_more_and_the_summary_says_what_became_of_each():
    for text, found in (
        (UNIQUE, ("unique", "agreement", 1)),
        (MULTIPLE, ("multiple", "witness", 2)),
        (NONE, ("none", "agreement", 0)),
    ):
        *grown, summary = rows_of("crosscheck", puzzle=text)
        assert [len(row["engines"]) for row in grown] == list(range(1, len(grown) + 1))
        last = grown[-1]
        assert (last["verdict"], last["evidence"], len(last["solutions"])) == found
        assert {"sat:extended@cadical153", "phases", "kernel"} < last["engines"].keys()
        for standings in summary["summary"]["by_engine"].values():
            assert standings == {"confirmed": 1, "refuted": 0, "undecided": 0, "failed": 0}


def test_engines_are_asked_in_the_order_of_the_request_and_progress_names_the_next():
    """One that is stuck is undecided, and contradicts nobody; a proof that is asked for is the last one."""
    given = messages_of("crosscheck", puzzle=MULTIPLE, engines=["sets", "sat", "kernel"])
    names = ["sets", "sat:extended@cadical153", "kernel"]
    told = [(one.done, one.of, one.words) for one in given if isinstance(one, Progress)]
    assert told == [(place, 3, name) for place, name in enumerate(names)]
    *_, row, last = (one for one in given if not isinstance(one, Progress))
    assert list(row["engines"]) == names
    assert (row["engines"]["sets"]["verdict"], row["verdict"], row["agree"]) == ("unknown", "multiple", True)
    assert row["engines"]["sets"]["reason"]
    assert last["summary"]["by_engine"]["sets"]["undecided"] == 1
    given = messages_of("crosscheck", puzzle=UNIQUE, engines=["proof", "kernel"], prove=True)
    assert (given[-2]["evidence"], given[-2]["solutions"]) == ("proof", [SOLUTION])
    assert [one.words for one in given if isinstance(one, Progress)].count("proof") == 1


@pytest.mark.parametrize("text", [UNIQUE, MULTIPLE, NONE], ids=["unique", "multiple", "none"])
def test_a_diagnosis_is_that_of_the_command_line(text):
    """With what takes longer in a second row, where there is something to look for."""
    rows = rows_of("diagnose", puzzle=text)
    assert len(rows) == (2 if text == MULTIPLE else 1)
    for row, options in zip(rows, ((), ("--repair",)), strict=False):
        [printed] = invoke("diagnose", text, *options, "--json").rows
        assert timeless(row) == timeless(printed)


@pytest.mark.parametrize("puzzle", [UNIQUE, MULTIPLE, NONE], ids=["unique", "multiple", "none"])
def test_a_rating_is_that_of_the_command_line_with_a_sentence_for_each_measure(puzzle):
    """A puzzle without exactly one solution has its verdict in place of a difficulty."""
    row, words = rows_of("rate", puzzle=puzzle)
    assert row == invoke("rate", puzzle, "--json").rows[0]
    headings = {one["heading"] for one in words["sentences"]}
    if puzzle == UNIQUE:
        assert {f"depth {row['depth']}", f"backdoor {row['backdoor']}"} <= headings
        assert words["difficulty"] == f"level {row['level']}: {row['level_name']}"
    else:
        assert words["difficulty"].startswith("multiple" if puzzle == MULTIPLE else "none")
        assert headings == set()
