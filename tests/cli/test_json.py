"""--json: one object per line, with the fields that are promised, in their order."""

from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HARD, MULTIPLE, NONE, SOLUTION, UNIQUE, invoke

PLACE = {"index": 1, "source": "argument:1", "puzzle": UNIQUE, "box": "3x3"}
INVALID = {
    "index": 4,
    "source": "argument:4",
    "verdict": "invalid",
    "error": "argument:4: found 80 symbols; expected 81 (a 9×9 puzzle)",
}
SUMMARY = {
    "puzzles": 4, "unique": 1, "multiple": 1, "none": 1, "unknown": 0, "invalid": 1,
    "disagreements": 0, "engines": ["phases"], "seconds": 0.0,
}  # fmt: skip
FOUR = (UNIQUE, MULTIPLE, NONE, UNIQUE[:-1])


def rows_of(*arguments):
    """The rows as lists of pairs, in which fields have an order, with each time as 0.0."""
    rows = invoke(*arguments, "--json").rows
    for row in rows:
        for part in (row, row.get("summary", {}), *row.get("engines", {}).values()):
            if "seconds" in part:
                assert part["seconds"] >= 0
                part["seconds"] = 0.0
    return rows


def same(row, expected):
    """Whether an object has these fields with these values, in this order."""
    return list(row.items()) == list(expected.items())


def assert_two_solutions(row):
    """The solutions of the ambiguous puzzle: two, different, both passed by the referee."""
    first, second = map(Grid, row["solutions"])
    assert first != second
    for grid in (first, second):
        assert objection(grid.cells, Puzzle(MULTIPLE).cells, 3, 3) is None


def test_check_gives_a_row_per_puzzle_and_a_summary():
    """Only where the verdict is unknown there is a reason."""
    unique, multiple, none, invalid, last = rows_of("check", *FOUR, "-e", "phases")
    said = {"verdict": "unique", "solutions": [SOLUTION], "engine": "phases", "evidence": "search"}
    assert same(unique, {**PLACE, **said, "seconds": 0.0})
    assert (multiple["verdict"], multiple["evidence"]) == ("multiple", "witness")
    assert_two_solutions(multiple)
    assert (none["verdict"], none["evidence"], none["solutions"]) == ("none", "search", [])
    assert same(invalid, INVALID)
    assert list(last) == ["summary"]
    assert same(last["summary"], SUMMARY)
    row, _ = rows_of("check", HARD, "-e", "phases", "--timeout", "0.1")
    assert list(row) == [*unique, "reason"]
    assert (row["verdict"], row["evidence"], row["solutions"]) == ("unknown", None, [])
    assert row["reason"] == "out of time after 0.1 s"


def test_crosscheck_gives_what_each_engine_said():
    """And in the summary how often each one was confirmed."""
    engines = ["phases", "sat:extended@cadical153"]
    unique, multiple, none, invalid, last = rows_of("crosscheck", *FOUR, "-e", "phases,sat")
    said = {"verdict": "unique", "claims": "verdict", "solutions": [SOLUTION], "seconds": 0.0}
    found = {"verdict": "unique", "evidence": "agreement", "agree": True, "solutions": [SOLUTION]}
    assert same(unique, {**PLACE, **found, "refuted": {}, "engines": dict.fromkeys(engines, said)})
    assert (multiple["verdict"], multiple["evidence"], multiple["agree"]) == ("multiple", "witness", True)
    assert_two_solutions(multiple)
    assert (none["verdict"], none["evidence"], none["solutions"]) == ("none", "agreement", [])
    assert same(invalid, INVALID)
    confirmed = {name: {"confirmed": 3, "refuted": 0, "undecided": 0, "failed": 0} for name in engines}
    assert same(last["summary"], {**SUMMARY, "engines": engines, "by_engine": confirmed})


def test_solve_and_count_give_solutions_and_numbers():
    """No solution is told from none that was found in time."""
    unique, multiple, none, invalid = rows_of("solve", *FOUR)
    assert same(unique, {**PLACE, "solutions": [SOLUTION]})
    assert (len(multiple["solutions"]), none["solutions"]) == (1, [])
    assert same(invalid, INVALID)
    assert_two_solutions(rows_of("solve", MULTIPLE, "--all")[0])
    [late] = rows_of("solve", HARD, "-e", "phases", "--timeout", "0.1")
    assert (late["solutions"], late["reason"]) == ([], "out of time after 0.1 s")
    unique, multiple, none, invalid = rows_of("count", *FOUR)
    assert same(unique, {**PLACE, "count": 1, "exact": True})
    assert [row["count"] for row in (multiple, none)] == [2, 0]


def test_engines_gives_a_row_per_family():
    """With what each can do, and of each method whether it decides every puzzle."""
    rows = {row["name"]: row for row in invoke("engines", "--json").rows}
    sat = rows["sat"]
    assert list(sat) == [
        "name", "default", "summary", "installed", "install", "variants", "complete", "enumerates",
        "supports_timeout", "proves", "sizes",
    ]  # fmt: skip
    assert sat["default"] == "sat:extended@cadical153"
    assert (sat["installed"], sat["install"], sat["complete"]) == (True, None, True)
    assert "extended" in sat["variants"]["encodings"]
    assert "cadical153" in sat["variants"]["solvers"]
    assert sat["sizes"] == [4, 6, 8, 9, 10, 12, 15, 16, 20, 25]
    possibles, cube = rows["possibles"], rows["cube"]
    assert possibles["complete"] is False
    assert possibles["complete_methods"] == {"magic": True, "odometer": True, "odometer@ROWS": False}
    assert cube["complete"] is True
    assert cube["variants"] == {"methods": ["propagate", "boxes", "propagate-boxes"]}
    assert cube["complete_methods"] == {"propagate": False, "boxes": True, "propagate-boxes": False}
    of_methods = [name for name, row in rows.items() if "complete_methods" in row]
    assert of_methods == ["possibles", "cube", "techniques"]
    for name, forms in (("command", ["CMD", "CMD {}"]), ("python", ["MODULE:NAME", "FILE.py:NAME"])):
        row = rows[name]
        assert (row["outside"], row["variants"]) == (True, {"forms": forms})
        assert [row[key] for key in ("default", "complete", "sizes", "install")] == [None] * 4
    assert [name for name, row in rows.items() if "outside" in row] == ["command", "python"]
