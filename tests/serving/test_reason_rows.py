"""What the page is told of the reasons: steps, proofs and clauses, as the command line says it."""

import pytest

from sudocube import certificate_of
from sudocube.serving import reason_rows
from sudocube.solvers.methods import METHODS
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke
from tests.serving.page_rows import rows_of

FOUR = "1.....2..3.....4"
OPEN = "1.2.....2.3....."


@pytest.mark.parametrize(
    ("method", "puzzle", "box"),
    [
        *((method, FOUR, "2x2") for method in METHODS),
        ("phases", MULTIPLE, "3x3"),
        ("cube", NONE, "3x3"),
        ("possibles", PUZZLES["3x2-unique"], "3x2"),
    ],
)
def test_steps_are_those_that_the_command_line_verifies(method, puzzle, box):
    """With what a page shows beside them; the row of the end is the same, apart from its source."""
    options = ("--box", box, "--method", method, "--verify", "--json", "--max-steps", "300")
    shown = invoke("explain", puzzle, *options).rows
    *rows, end = rows_of("steps", puzzle=puzzle, method=method, box=box, most=20_000)
    more = {"chosen", "sentence", "board", "depth", "check", "holds_in"}
    told = [{name: value for name, value in row.items() if name not in more} for row in rows]
    assert told[: len(shown) - 1][:300] == shown[:-1]
    end = {**end, "source": "argument:1"}
    assert (end.pop("cut"), end.pop("refuted_assumptions")) == (False, [])
    assert end.pop("in_words")[0].startswith("Outcome: ")
    assert end == shown[-1]


def test_a_long_search_is_cut_and_says_so_and_one_of_just_that_length_is_not():
    *rows, end = rows_of("steps", puzzle=UNIQUE, method="cube", most=40)
    assert (len(rows), end["cut"], end["summary"]["outcome"]) == (40, True, "open")
    *rows, end = rows_of("steps", puzzle=FOUR, most=14)
    assert (len(rows), end["cut"], end["summary"]["outcome"]) == (14, False, "solved")
    for asked, found in ((False, (1, False)), (True, (2, True))):  # to go on after a solution
        end = rows_of("steps", puzzle=MULTIPLE, method="phases", all=asked)[-1]["summary"]
        assert (end["count"], end["exact"]) == found


def test_choices_come_between_the_steps_and_their_single_is_told_before_it_is_taken():
    [row] = rows_of("single", puzzle=FOUR, method="sets", choice="0:r1c4")
    assert (row["digit"], row["term"]) == (3, "naked single")
    rows = rows_of("steps", puzzle=FOUR, method="sets", choices="2:r1c4")
    assert [row["chosen"] for row in rows[:-1]].index(True) == 2
    assert rows[2]["placed"] == {"r1c4": 3}
    assert rows[-1]["summary"]["outcome"] == "solved"
    [row] = rows_of("single", puzzle=FOUR, method="sets", choice="4:r1c4", choices="2:r1c4")
    assert (row["holds"], row["digit"]) == (3, None)


def test_an_assumption_is_held_against_the_solutions():
    solution = rows_of("steps", puzzle=UNIQUE)[-1]["summary"]["solution"]
    blank = UNIQUE.index(".")
    name, right = f"r{blank // 9 + 1}c{blank % 9 + 1}", int(solution[blank])
    found = {}
    for digit in range(1, 10):
        row = rows_of("steps", puzzle=UNIQUE, choices=f"0:{name}={digit}", most=1)[0]
        found[digit] = row["holds_in"] if row["kind"] == "guess" else "single"
    assert found.pop(right) in ("every solution", "single")
    assert set(found.values()) == {"no solution"}


@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [(UNIQUE, "unique"), (NONE, "none"), pytest.param(HARD, "none", marks=pytest.mark.slow)],
    ids=["unique", "none", "16×16"],
)
def test_a_proof_is_told_from_the_assumption_to_the_end_and_its_text_is_accepted(puzzle, verdict):
    first, *events, last = rows_of("proof", puzzle=puzzle)
    assert (first["verdict"], first["evidence"], first["accepted"]) == (verdict, "proof", True)
    assert (events[0]["kind"], events[-1]["kind"]) == ("clues", "complete")
    assert sum(event["kind"] == "learned" for event in events) == first["steps"]
    assert (last["accepted"], last["cut"]) == (True, False)
    assert last["line"] == len(first["certificate"].splitlines())


def test_two_solutions_are_a_certificate_and_without_time_there_is_none_and_no_claim(monkeypatch):
    first, last = rows_of("proof", puzzle=MULTIPLE)
    assert (first["verdict"], first["evidence"], len(first["solutions"])) == ("multiple", "witness", 2)
    assert last["accepted"] is True
    monkeypatch.setattr("sudocube.serving.reason_rows.PROOF_SECONDS", 1e-9)
    [row] = rows_of("proof", puzzle=UNIQUE)
    assert (row["verdict"], row["accepted"], row["certificate"]) == ("unknown", False, None)
    assert row["reason"]


def test_an_altered_certificate_is_refused_at_its_line():
    text = certificate_of(UNIQUE).text
    [held] = rows_of("proof-check", certificate=text)
    assert held["accepted"] is True
    [refused] = rows_of("proof-check", certificate=text.replace("verdict unique", "verdict none"))
    assert refused["accepted"] is False
    assert refused["reason"]
    assert 7 <= refused["line"] <= held["line"]


def test_clauses_of_a_place_are_rows_of_the_command():
    """Chosen from `encodings show --all`, with the same numbers; also where there are further variables."""
    listed = [row for row in invoke("encodings", "list", "--json").rows if row["formalism"] == "cnf"]
    assert rows_of("encodings") == listed
    for name in ("extended", "binary"):
        shown, *clauses = invoke("encodings", "show", name, "--size", "4", "--all", "--json").rows
        assert rows_of("encoding", encoding=name, box="2x2") == [shown]
        found = rows_of("clauses", encoding=name, box="2x2", place="row 1")
        assert found
        assert all(row == clauses[row["number"] - 1] for row in found)


def test_a_trace_takes_decisions_goes_on_by_itself_and_says_where_it_is_cut(monkeypatch):
    assert rows_of("trace", puzzle=OPEN)[-1]["end"] == "stuck"
    assert rows_of("trace", puzzle=OPEN, search=True)[-1]["end"] == "solved"
    decided = rows_of("trace", puzzle=OPEN, decide="r2c4=4")
    assert [row["literal"] for row in decided if row.get("because") == "decision"] == ["x[r2c4,4]"]
    assert sum("conflict" in row for row in decided) == 1
    monkeypatch.setitem(reason_rows.TRACE_LIMITS, "max_steps", 30)
    assert rows_of("trace", puzzle=OPEN)[-1]["end"] == "max_steps"
    monkeypatch.setitem(reason_rows.TRACE_LIMITS, "timeout", 1e-9)
    assert rows_of("trace", puzzle="." * 81, encoding="minimal")[-1]["end"] == "timeout"
