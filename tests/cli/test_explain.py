"""`sudocube explain`: steps in words, as JSON, verified; what is shown, and how it ends."""

import json
import os
import re
import signal
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from sudocube.explanation.steps_file import STEP_KEYS, VERIFICATION_KEYS
from sudocube.solvers.methods import METHODS
from tests.cli.command import HARD, MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, run, started, written
from tests.explanation.reference import PUZZLES

EXAMPLE = Path(__file__).parents[2] / "examples" / "steps"
AMBIGUOUS = "12..34......4..1"
TINY = "1.....2..3.....4"
LONG = str(PUZZLES["3x3-long-search"])
STUCK = "4.6.3....1..7.26.4......5..8...29.3.............3..7.5..35..4.19.46....7........."

GOLDEN = """\
   1. From 11 blanks, 21 possibilities go because of the clues (the clues:
      candidates).
   2. Row 4 has one place left for 3: r4c1 (forced option: hidden single).
   3. Guess: r1c3 is 1 (phase 2: guess; the other choice: 2). So 1 goes from
      r1c4, r2c4, r3c3, r4c3.
   4. | r1c4 can hold nothing but 2 (forced possibility: naked single). So 2
      | goes from r2c4, r4c4.
   5. | Deadlock: nothing is left for r2c4 (deadlock: cell without candidates).
   6. Back: r1c3 = 1 undone, with all that followed (tracing back:
      backtracking).
   7. Guess: r1c3 is 2 (phase 2: guess; tried: 1; the last choice). So 2 goes
      from r1c4, r2c4, r3c3, r4c3.
   8. | r1c4 can hold nothing but 1 (forced possibility: naked single). So 1
      | goes from r2c4, r4c4.
   9. | Deadlock: nothing is left for r2c4 (deadlock: cell without candidates).
  10. Back: r1c3 = 2 undone, with all that followed (tracing back:
      backtracking).
  11. End: there is nothing left to try (no choices left: search space
      exhausted).

Outcome: unsolvable (11 steps)
Guesses: 2, up to 1 at a time; 2 dead ends, 2 undone
Rules:
  2  phase 2             guess
  2  forced possibility  naked single
  2  deadlock            cell without candidates
  2  tracing back        backtracking
  1  the clues           candidates
  1  forced option       hidden single
  1  no choices left     search space exhausted
"""


def steps_of(out: str) -> list[str]:
    """The text lines that begin with a number, and those that continue them."""
    return out.split("\n\n")[0].splitlines()


def test_the_steps_of_a_tiny_puzzle_in_words():
    """The whole output at 80 columns."""
    outcome = invoke("explain", "43....4....3.4..")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == GOLDEN


@pytest.mark.parametrize("columns", [40, 80, 132])
@pytest.mark.parametrize("options", [(), ("--verify",), ("--candidates",)])
def test_no_line_is_wider_than_the_terminal(columns, options):
    outcome = invoke("explain", str(PUZZLES["2x3-subtle"]), *options, columns=columns)
    assert max(map(len, outcome.out.splitlines())) <= columns


@pytest.mark.parametrize("name", ["3x3-long-search", "3x3-few-clues"])
def test_pencilmarks_of_9x9_fit_80_columns(name):
    outcome = invoke("explain", str(PUZZLES[name]), "--candidates")
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_pencilmarks_of_16x16_are_just_80_columns_wide():
    outcome = invoke("explain", HARD, "--candidates", "--max-steps", "2", "--timeout", "0.2")
    assert max(map(len, outcome.out.splitlines())) == 80


def test_wrapped_lines_stand_below_the_sentence_and_keep_the_bars_of_assumptions():
    lines = steps_of(invoke("explain", LONG).out)
    assert all(re.match(r" *\d+\. |      (\| )*\S", line) for line in lines)
    for one, other in pairwise(lines):
        if not re.match(r" *\d+\.", other):
            bars = re.match(r"(\| )*", one[6:])
            assert bars is not None
            assert other[6:].startswith(bars[0])


def test_candidates_after_each_step_changed_cells_in_brackets():
    out = invoke("explain", TINY, "--candidates", "--max-steps", "2").out
    assert (
        """
  '1   24 | 34  3
   34  4  |'2   13
  --------+--------
   24 '3  | 1   12
   2   12 | 13 '4

   2. r1c4 can hold nothing but 3 (forced possibility: naked single). So 3 goes
      from r1c3, r2c4.

  '1   24 |[4] [3]
   34  4  |'2  [1]
  --------+--------
   24 '3  | 1   12
   2   12 | 13 '4

  [27] just changed   '7 clue
"""
        in out
    )


def test_candidates_that_do_not_fit_as_lists_are_drawn_as_blocks():
    out = invoke("explain", "." * 81, "--candidates", "--max-steps", "2").out
    block = """
  ***  x23  x23 | x23  x23  x23 | x23  x23  x23
  *1*  456  456 | 456  456  456 | 456  456  456
  ***  789  789 | 789  789  789 | 789  789  789
                |               |
  x23  x23  x23 | 123  123  123 | 123  123  123
"""
    assert block in out


def test_limit_shows_the_first_steps_and_says_what_is_left_out():
    """The method still runs to its end: the grid and the numbers are those of all steps."""
    whole, part = invoke("explain", TINY), invoke("explain", TINY, "--max-steps", "3")
    steps = steps_of(whole.out)
    assert steps_of(part.out) == steps[: next(k for k, line in enumerate(steps) if line.startswith("   4."))]
    assert "... 11 more steps after the first 3, not shown." in part.out
    assert part.out.split("\n\n")[2:] == whole.out.split("\n\n")[1:]
    assert invoke("explain", TINY, "--max-steps", "0").out.startswith("\n... 14 steps, not shown.\n")
    assert "not shown" not in invoke("explain", TINY, "--max-steps", "14").out


def test_json_has_a_row_for_each_step_and_a_summary():
    outcome = invoke("explain", UNIQUE, "--json")
    *rows, last = outcome.rows
    assert [tuple(row) for row in rows] == [STEP_KEYS] * len(rows)
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
    summary = last["summary"]
    assert (summary["method"], summary["outcome"], summary["steps"]) == ("phases", "solved", len(rows))
    assert summary["solution"] == SOLUTION
    assert sum(rule["count"] for rule in summary["rules"]) == len(rows)
    counted = {kind: sum(row["kind"] == kind for row in rows) for kind in ("guess", "deadlock")}
    assert {"guess": summary["guesses"], "deadlock": summary["deadlocks"]} == counted
    assert summary["depth"] == max(len(row["assumptions"]) for row in rows)


def test_json_verified_adds_what_was_found():
    *rows, last = invoke("explain", TINY, "--json", "--verify", "--max-steps", "5").rows
    assert [tuple(row) for row in rows] == [(*STEP_KEYS, *VERIFICATION_KEYS)] * 5
    assert [(row["valid"], row["true"], row["counterexample"], row["reason"]) for row in rows] == [
        (True, True, None, None)
    ] * 5
    assert (last["summary"]["valid"], last["summary"]["refuted"]) == (13, 0)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_explains_and_its_steps_are_verified_by_themselves_and_from_a_file(method, tmp_path):
    puzzle = str(PUZZLES["2x3-unique"])
    direct = invoke("explain", puzzle, "--method", method, "--verify", "--json")
    assert direct.status in (0, 3)
    file = tmp_path / "steps.jsonl"
    file.write_text(invoke("explain", puzzle, "--method", method, "--json").out, "utf-8")
    again = invoke("explain", puzzle, "--steps", file, "--json")
    assert (again.status, again.rows[:-1]) == (direct.status, direct.rows[:-1])
    assert again.rows[-1]["summary"] == {**direct.rows[-1]["summary"], "method": None}


@pytest.mark.parametrize(
    ("arguments", "status", "outcome"),
    [
        pytest.param([UNIQUE], 0, "solved", id="solved"),
        pytest.param([MULTIPLE], 0, "solved", id="one of several"),
        pytest.param([NONE], 0, "unsolvable", id="unsolvable"),
        pytest.param([LONG], 0, "unsolvable", id="unsolvable after a search"),
        pytest.param([STUCK, "--method", "cube:propagate"], 3, "stuck", id="stuck"),
        pytest.param([HARD, "--timeout", "0.2", "--max-steps", "1"], 3, "undecided", id="out of time"),
        pytest.param([UNIQUE, "--verify", "--timeout", "1e-9"], 3, "undecided", id="no time to verify"),
    ],
)
def test_exit_status_and_outcome(arguments, status, outcome):
    ended = invoke("explain", *arguments, "--json")
    assert (ended.status, ended.rows[-1]["summary"]["outcome"]) == (status, outcome)
    told = invoke("explain", *arguments)
    assert (told.status, f"Outcome: {outcome}" in told.out) == (status, True)


def test_the_example_of_steps_by_somebody_else():
    """One is right by luck, one is false, one rests on the false one, and one gives no reasons."""
    arguments = ("explain", EXAMPLE / "puzzle.txt", "--steps", EXAMPLE / "steps.jsonl")
    outcome = invoke(*arguments, "--json")
    *rows, last = outcome.rows
    assert outcome.status == 1
    assert [(row["valid"], row["true"]) for row in rows] == [
        (True, True),
        (True, True),
        (True, True),
        (False, True),
        (None, True),
        (False, False),
        (True, False),
    ]
    assert [row["step"] for row in rows if row["reason"]] == [4, 6] == last["summary"]["refuted_steps"]
    assert (rows[3]["counterexample"], rows[5]["counterexample"]) == ("1423............", "1243342143122134")
    assert (last["summary"]["true_by_luck"], last["summary"]["outcome"]) == (1, "open")
    told = invoke(*arguments)
    assert told.status == 1
    for words in (
        "[refuted, though true by luck]",
        "no\n      reason given suffices",
        "[true, not shown\n      valid]",
        "[valid, but false: it rests on a refuted step]",
        "Refuted: steps 4 and 6; 1 true by luck",
    ):
        assert words in told.out


def test_steps_that_are_right_and_stop_short_are_0(tmp_path):
    """The only question was whether they are right."""
    text = invoke("explain", TINY, "--json", "--max-steps", "3").out
    file = written(tmp_path, *text.splitlines()[:-1], name="steps.jsonl")
    outcome = invoke("explain", TINY, "--steps", file)
    assert (outcome.status, "Outcome: open" in outcome.out) == (0, True)


def test_steps_from_standard_input():
    text = invoke("explain", TINY, "--json").out
    outcome = invoke("explain", TINY, "--steps", "-", stdin=text)
    assert (outcome.status, "Verified: 13 valid" in outcome.out) == (0, True)


def refusals(tmp_path: Path) -> dict[str, tuple[list[object], str]]:
    bad = written(tmp_path, '{"kind": "placement", "placed": {"r9c9": 1}}', name="bad.jsonl")
    empty = written(tmp_path, name="empty.jsonl")
    two = written(tmp_path, TINY, TINY, name="two.txt")
    return {
        "two puzzles for one list of steps": (
            [two, "--steps", bad],
            f"error: {two}: several puzzles in it; explain --steps takes one\n",
        ),
        "none": ([empty], f"error: {empty}: no puzzle in it\n"),
        "no method": (
            [TINY, "--method", "phase"],
            "error: unknown method 'phase'. Did you mean 'phases'? Known: ",
        ),
        "no such steps": (
            [TINY, "--steps", tmp_path / "no"],
            f"error: {tmp_path / 'no'}: no such file or directory\n",
        ),
        "a mistake in the steps": (
            [TINY, "--steps", bad],
            f"error: {bad}:1: placed: found 'r9c9'; expected a cell, r1c1 to r4c4\n",
        ),
        "no steps": ([TINY, "--steps", empty], f"error: {empty}: no steps in it\n"),
        "a folder": ([TINY, "--steps", tmp_path], f"error: {tmp_path}: is a directory\n"),
        "no puzzle": (["1.....2..3.....5"], "argument:1: invalid: column 16: found '5'; expected "),
    }


@pytest.mark.parametrize(
    "case",
    [
        "two puzzles for one list of steps",
        "none",
        "no method",
        "no such steps",
        "a mistake in the steps",
        "no steps",
        "a folder",
        "no puzzle",
    ],
)
def test_what_cannot_be_understood_is_named_on_standard_error_with_2(tmp_path, case):
    arguments, said = refusals(tmp_path)[case]
    outcome = invoke("explain", *map(str, arguments))
    assert (outcome.status, outcome.out, outcome.err[: len(said)]) == (2, "", said)


@pytest.mark.parametrize(
    "options",
    [
        ("--method", "cube", "--steps", "x"),
        ("--json", "--candidates"),
        ("--max-steps", "-1"),
        ("--timeout", "0"),
    ],
)
def test_options_that_do_not_fit_are_2(options):
    assert invoke("explain", TINY, *options).status == 2


def test_quiet_changes_nothing_on_standard_output():
    assert invoke("explain", TINY, "--quiet").out == invoke("explain", TINY).out


def test_a_piped_explanation_has_no_colours():
    outcome = run("explain", TINY, "--candidates", "--verify")
    assert (outcome.status, "\x1b" in outcome.out, outcome.err) == (0, False, "")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
def test_ctrl_c_ends_with_130_and_what_was_shown():
    """A search of hours, shown step by step."""
    with started(["explain", HARD, "--json"], start_new_session=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(20)]
        os.killpg(process.pid, signal.SIGINT)
        rest, _ = process.communicate()
        assert process.returncode == 130
    rows = [json.loads(line) for line in [*lines, *rest.splitlines()]]
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))


def test_a_guess_on_a_line_of_a_unit_names_the_other_places():
    """Not the other candidates of the cell: those were not the choice."""
    puzzle = ".................1..2..3.4.......2...35....6.4...7.......8.2.5.1....4...7.....9.."
    text = " ".join(
        invoke("explain", puzzle, "--method", "cube", "--max-steps", "14").out.replace("|", "").split()
    )
    assert "Guess: in column 6, r1c6 is 7 (additional assumption: guess; the other place of 7: r2c6)" in text
    last = "Guess: in column 6, r2c6 is 7 (additional assumption: guess; tried: r1c6; the last place of 7)"
    assert last in text


def test_what_a_step_says_it_is_about_is_told_only_where_its_reasons_are_about_that(tmp_path):
    """Premises make it valid; that it is a hidden single of row 4 was made up."""
    step = {
        "kind": "placement",
        "term": "hidden single",
        "unit": "row 4",
        "cells": ["r4c4"],
        "digits": [2],
        "placed": {"r1c1": 1},
        "premises": {"cells": {"r1c1": [1]}},
    }
    steps = tmp_path / "steps.jsonl"
    steps.write_text(json.dumps(step) + "\n", encoding="utf-8")
    text = invoke("explain", "1.....2..3.....4", "--steps", steps).out
    assert "r1c1 is 1" in text
    assert "row 4" not in text


def test_nothing_is_wider_than_a_narrow_terminal():
    """40 columns: names and terms follow each other where there is no room for columns."""
    puzzle = str(PUZZLES["3x3-few-clues"])
    outcome = invoke("explain", puzzle, "--method", "cube", "--max-steps", "5", columns=40)
    wide = [line for line in outcome.out.splitlines() if len(line) > 40]
    assert wide == []


def test_without_all_it_stops_at_the_first_solution_and_says_so():
    told = invoke("explain", AMBIGUOUS, "--method", "cube")
    assert "Outcome: solved; whether there are others was not asked (" in told.out
    *rows, last = invoke("explain", AMBIGUOUS, "--method", "cube", "--json").rows
    assert rows[-1]["kind"] == "solution"
    assert (last["summary"]["count"], last["summary"]["exact"]) == (1, False)


@pytest.mark.parametrize("method", METHODS)
def test_all_goes_on_to_the_end_and_the_steps_after_a_solution_are_verified(method, tmp_path):
    """The only solution, by every method; those that are stuck say so as without it."""
    puzzle = str(PUZZLES["2x3-unique"])
    shown = invoke("explain", puzzle, "--method", method, "--all", "--verify", "--json")
    *rows, last = shown.rows
    summary = last["summary"]
    assert (rows[-1]["kind"], summary["refuted"], summary["undecided"]) == ("end", 0, 0)
    if shown.status == 0:
        assert (summary["outcome"], summary["count"], summary["exact"]) == ("solved", 1, True)
        told = invoke("explain", puzzle, "--method", method, "--all").out
        assert "Outcome: solved: this is the only solution (" in told
        words = " ".join(told.replace("|", " ").split())
        assert "End: there is nothing left to try, so the solution found is the only one" in words
    file = written(tmp_path, *(json.dumps(row) for row in shown.rows), name="steps.jsonl")
    again = invoke("explain", puzzle, "--steps", file, "--json")
    assert again.rows[-1]["summary"] == {**summary, "method": None}


def test_all_shows_every_solution_and_draws_the_first_two():
    outcome = invoke("explain", AMBIGUOUS, "--method", "cube", "--all", "--verify")
    words = " ".join(outcome.out.replace("|", " ").split())
    assert outcome.status == 0
    for said in (
        "Solved again, solution 2: every cell holds a digit",
        "so there are no others than the 2 solutions found",
        "one solution another",
        "Outcome: solved: there are 2 solutions, and no others (20 steps)",
    ):
        assert said in words
    *_, last = invoke("explain", AMBIGUOUS, "--method", "cube", "--all", "--json").rows
    assert (len(last["summary"]["solutions"]), last["summary"]["count"]) == (2, 2)


def test_a_claim_that_there_are_no_others_is_refuted_from_a_file(tmp_path):
    *rows, _ = invoke("explain", AMBIGUOUS, "--method", "cube", "--json").rows
    end = {"kind": "end", "term": "no other solution", "assumptions": rows[-1]["assumptions"]}
    file = written(tmp_path, *map(json.dumps, [*rows, end]), name="steps.jsonl")
    outcome = invoke("explain", AMBIGUOUS, "--steps", file, "--json")
    assert (outcome.status, outcome.rows[-2]["reason"]) == (1, "there is another solution")
    assert outcome.rows[-1]["summary"]["exact"] is False


def test_out_of_time_after_a_solution_is_undecided_with_all():
    """The empty grid has more solutions than time."""
    outcome = invoke("explain", "." * 81, "--all", "--max-steps", "0", "--timeout", "0.5")
    assert outcome.status == 3
    assert re.search(r"Outcome: undecided: out of time, after [\d,]+ solution", outcome.out)


SEVERAL = [TINY, AMBIGUOUS, "43....4....3.4.."]


def test_several_puzzles_have_headings_ends_and_a_summary():
    """Solved, solved, unsolvable; the rules are counted for each, and over all of them."""
    outcome = invoke("explain", *SEVERAL, "--max-steps", "0")
    blocks = outcome.out.split("\nargument:")
    assert (outcome.status, len(blocks)) == (0, 3)
    for puzzle, block in zip(SEVERAL, [blocks[0].removeprefix("argument:"), *blocks[1:]], strict=True):
        assert invoke("explain", puzzle, "--max-steps", "0").out.strip() in block
    assert "All 3 puzzles: 2 solved, 1 unsolvable\n" in outcome.out
    assert "Rules, with how often and in how many puzzles:" in outcome.out


def test_several_puzzles_in_json_have_an_index_and_rules_counted_over_all():
    rows = invoke("explain", *SEVERAL, "--json").rows
    *rows, overall = rows
    assert [row["index"] for row in rows] == sorted(row["index"] for row in rows)
    alone = [invoke("explain", puzzle, "--json").rows for puzzle in SEVERAL]
    by_puzzle = [[row for row in rows if row["index"] == index] for index in (1, 2, 3)]
    for index, (row, single) in enumerate(zip(by_puzzle, alone, strict=True), 1):
        expected = [{**one, "index": index} for one in single]
        expected[-1]["source"] = f"argument:{index}"
        assert row == expected
    counts: Counter[str] = Counter()
    puzzles: Counter[str] = Counter()
    for single in alone:
        for rule in single[-1]["summary"]["rules"]:
            counts[rule["rule"]] += rule["count"]
            puzzles[rule["rule"]] += 1
    said = overall["summary"]
    assert (said["puzzles"], said["solved"], said["unsolvable"], said["invalid"]) == (3, 2, 1, 0)
    assert {rule["rule"]: rule["count"] for rule in said["rules"]} == counts
    assert {rule["rule"]: rule["puzzles"] for rule in said["rules"]} == puzzles


def test_what_is_no_puzzle_among_several_is_2_and_the_others_are_explained(tmp_path):
    """A mistake in the second line, and pencilmarks, which no method takes."""
    marks = "".join("." * 9 if cell else "1" + "." * 8 for cell in range(81))
    file = written(tmp_path, TINY, "1.....2..3.....9", TINY, name="puzzles.txt")
    outcome = invoke("explain", str(file), marks, "--max-steps", "0")
    assert (outcome.status, outcome.out.count("Outcome: solved")) == (2, 2)
    assert f"{file}:2: invalid: column 16: found '9'" in outcome.err
    assert "All 4 puzzles: 2 solved, 2 invalid" in outcome.out
    rows = invoke("explain", str(file), marks, "--json", "--max-steps", "0").rows
    assert [row.get("index") for row in rows] == [1, 2, 3, 4, None]
    assert rows[1]["verdict"] == "invalid"
    assert "error" in rows[3]
    assert rows[4]["summary"]["invalid"] == 2


def test_steps_of_two_puzzles_are_not_those_of_one(tmp_path):
    rows = invoke("explain", TINY, AMBIGUOUS, "--json").rows
    file = written(tmp_path, *map(json.dumps, rows), name="steps.jsonl")
    outcome = invoke("explain", TINY, "--steps", file)
    line = next(number for number, row in enumerate(rows, 1) if row.get("index") == 2)
    assert outcome.status == 2
    assert (
        f"error: {file}:{line}: index: found 2; expected 1, as before: the steps of one puzzle\n"
        == outcome.err
    )


def test_steps_of_any_puzzle_of_a_list_can_be_verified(tmp_path):
    """They keep their index."""
    rows = [row for row in invoke("explain", TINY, AMBIGUOUS, "--json").rows if row.get("index") == 2]
    file = written(tmp_path, *map(json.dumps, rows), name="steps.jsonl")
    assert invoke("explain", AMBIGUOUS, "--steps", file).status == 0


def test_help_names_every_method():
    words = re.sub(r"[│\s]+", " ", invoke("explain", "--help", columns=200).out)
    assert [name for name in (*METHODS, "possibles:odometer@ROWS") if name not in words] == []


def test_full_names_all_that_goes():
    short = invoke("explain", "." * 80 + "1", "--max-steps", "1", "--method", "possibles").out
    whole = invoke("explain", "." * 80 + "1", "--max-steps", "1", "--method", "possibles", "--full").out
    assert "and 2 more" in short
    assert "and 2 more" not in whole
    assert "r9c8" in whole


def test_the_odometer_shows_its_readings_and_counts_those_that_were_made():
    outcome = invoke("explain", "12..34.........1", "--method", "possibles:odometer", "--all", "--verify")
    words = " ".join(outcome.out.replace("|", " ").split())
    for said in (
        "Tried in row 4: 2 3 2 1; 2 stands twice in row 4: r4c1 and r4c3 (row test: clash). [valid]",
        "Tried in row 4: 2 3 4 1; it passes (odometer wheels: guess).",
        "Tried in row 1: 1 2 4 3; 4 stands twice in column 3: r1c3 and r4c3 (column test: clash). [valid]",
        "Guesses: 40 readings of rows, 8 passed; 32 dead ends",
    ):
        assert said in words
    assert "choice" not in words
    summary = invoke("explain", "12..34.........1", "-m", "possibles:odometer", "--all", "--json").rows[-1][
        "summary"
    ]
    assert (summary["guesses"], summary["deadlocks"], summary["readings"]) == (40, 32, 40)


def test_the_odometer_says_how_many_readings_are_not_shown(tmp_path):
    """In words and as data, which can be verified again."""
    arguments = ("explain", str(PUZZLES["2x3-few-clues"]), "--method", "possibles:odometer", "--verify")
    words = " ".join(invoke(*arguments).out.replace("|", " ").split())
    assert re.search(r"Tried, and not shown: [\d,]+ readings, of which [\d,]+ failed the row test", words)
    rows = invoke(*arguments, "--json").rows
    [left_out] = [row for row in rows if row.get("kind") == "left out"]
    assert {one["rule"] for one in left_out["counts"]} <= {
        "row test",
        "column test",
        "box test",
        "odometer wheels",
    }
    file = written(tmp_path, *map(json.dumps, rows), name="steps.jsonl")
    again = invoke("explain", arguments[1], "--steps", file, "--json").rows
    assert again[:-1] == rows[:-1]
    assert again[-1]["summary"] == {**rows[-1]["summary"], "method": None}


def test_an_odometer_for_some_rows_shows_what_it_found_for_them():
    outcome = invoke("explain", "." * 16, "--method", "possibles:odometer@2", "--verify")
    assert outcome.status == 3
    words = " ".join(outcome.out.replace("|", " ").split())
    assert "End: the rows asked for are filled, and squares above them are open" in words
    assert "Outcome: stuck: the rows asked for are filled, and squares above them are open" in words
    assert "no more changes" not in words
    assert "3 4 1 2 1 2 3 4" in " ".join(words.replace("-----------+-----------", "").split())


def test_each_reading_in_force_is_one_bar():
    lines = steps_of(invoke("explain", "12..34.........1", "--method", "possibles:odometer").out)
    [solved] = [line for line in lines if "Solved" in line]
    assert solved[6:].startswith("| | | Solved")  # rows 4, 3 and 1
