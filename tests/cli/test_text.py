"""What people read: lines, tables and grids, on a page of 80 columns."""

import re

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke, no_boxes, written

PHASES = ("--engine", "phases")
CLASH = PUZZLES["2x2-clash-in-row"]


def without_times(text: str) -> str:
    """The text with a dash in place of each time, however wide its column is."""
    text = re.sub(r"[\d,]+\.\d\d s\)", "- s)", text)
    text = re.sub(r" +seconds +/s$", " seconds /s", text, flags=re.MULTILINE)
    return re.sub(r" *[\d,]+\.\d\d +[\d,.]+$", " -", text, flags=re.MULTILINE)


def test_times_are_taken_out_however_wide_they_are():
    """A machine under load takes longer, so that the columns get other widths."""
    narrow = "failed  seconds     /s\n     0     0.01  1,038\n(no disagreement, 0.01 s)"
    wide = "failed   seconds  /s\n     0  1,000.01   1\n(no disagreement, 1,000.01 s)"
    assert (
        without_times(narrow)
        == without_times(wide)
        == ("failed seconds /s\n     0 -\n(no disagreement, - s)")
    )


def test_check_of_one_puzzle_prints_its_verdict():
    assert invoke("check", UNIQUE, *PHASES).out == "unique\n"
    assert invoke("check", MULTIPLE, *PHASES).out == "multiple\n"
    assert invoke("check", PUZZLES["3x3-subtle"], *PHASES).out == "none\n"


def test_check_names_clashing_clues():
    outcome = invoke("check", CLASH, *PHASES)
    assert outcome.out == "none: r1c1 and r1c4 both hold 1 in row 1\n"


def test_check_names_a_few_of_many_clashes():
    outcome = invoke("check", "1" * 16, *PHASES)
    assert outcome.out.startswith("none: r1c1, r1c2, r1c3 and r1c4 all hold 1 in row 1; ")
    assert outcome.out.endswith("; and 7 more\n")


def test_check_of_several_prints_those_that_are_not_unique(tmp_path):
    file = written(tmp_path, UNIQUE, MULTIPLE, CLASH, UNIQUE[:-1], UNIQUE)
    outcome = invoke("check", file, *PHASES)
    assert outcome.out == (
        f"{file}:2: multiple\n"
        f"{file}:3: none: r1c1 and r1c4 both hold 1 in row 1\n"
        f"{file}:4: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)\n"
    )
    assert without_times(outcome.err) == "5 puzzles: 2 unique, 1 multiple, 1 none, 1 invalid (phases, - s)\n"


def test_check_of_several_unique_ones_prints_nothing():
    outcome = invoke("check", UNIQUE, UNIQUE, *PHASES)
    assert (outcome.out, without_times(outcome.err)) == ("", "2 puzzles: 2 unique (phases, - s)\n")


def test_check_says_in_which_row_of_a_grid_the_fault_is(tmp_path):
    """The puzzle begins at its first text line, the fault is in another one."""
    rows = [UNIQUE[start : start + 9] for start in range(0, 81, 9)]
    rows[2] = "!" + rows[2][1:]
    file = written(tmp_path, *rows)
    outcome = invoke("check", file, UNIQUE, *PHASES)
    assert outcome.out.startswith(f"{file}:3: invalid: column 1: found '!'")


def test_count_prints_numbers(tmp_path):
    assert invoke("count", UNIQUE, *PHASES).out == "1\n"
    assert invoke("count", "." * 16, *PHASES).out == "288\n"
    assert invoke("count", "." * 16, *PHASES, "--limit", "100").out == "at least 100\n"
    assert invoke("count", "." * 16, *PHASES, "--limit", "288").out == "at least 288\n"
    assert invoke("count", "." * 16, *PHASES, "--limit", "289").out == "288\n"
    assert invoke("count", NONE, *PHASES).out == "0\n"


def test_count_of_several_is_a_line_for_each(tmp_path):
    file = written(tmp_path, UNIQUE, UNIQUE[:-1], MULTIPLE)
    outcome = invoke("count", file, NONE, *PHASES)
    assert outcome.out == "1\ninvalid\n2\n0\n"
    assert outcome.err == f"{file}:2: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)\n"


def test_count_says_how_far_it_came():
    outcome = invoke("count", "." * 81, *PHASES, "--timeout", "0.2")
    assert outcome.out == "unknown\n"
    assert re.fullmatch(r"argument:1: undecided: at least [\d,]+: out of time after 0.2 s\n", outcome.err)


def test_crosscheck_prints_what_is_worth_a_look_and_a_table(tmp_path):
    file = written(tmp_path, UNIQUE, MULTIPLE, CLASH, PUZZLES["2x2-no-digit-for-a-cell"], UNIQUE[:-1])
    outcome = invoke("crosscheck", file, "--engines", "phases,cube")
    assert (
        without_times(outcome.out)
        == f"""\
{file}:2  multiple (witness)
  one solution                     another
  '7 '1 '3 |'4 '6 '8 |'9 '5 '2     '7 '1 '3 |'4 '6 '8 |'9 '5 '2
  '8 '6 '9 |'3 '2 '5 |'7 '4 '1     '8 '6 '9 |'3 '2 '5 |'7 '4 '1
  '5 '2 '4 |'9 '1 '7 |'8 '3 '6     '5 '2 '4 |'9 '1 '7 |'8 '3 '6
  ---------+---------+---------    ---------+---------+---------
  '1 '3 '7 |'8 '4 '6 |'5 '2 '9     '1 '3 '7 |'8 '4 '6 |'5 '2 '9
  '6 '4 '8 |'5 '9 '2 |'1 '7 '3     '6 '4 '8 |'5 '9 '2 |'1 '7 '3
  '2 '9 '5 |'7 '3 '1 |'6 '8 '4     '2 '9 '5 |'7 '3 '1 |'6 '8 '4
  ---------+---------+---------    ---------+---------+---------
  '4 '5 '6 |'2 '7 '9 |'3 '1 '8     '4 '5 '6 |'2 '7 '9 |'3 '1 '8
  [3]'8 [1]|[6]'5 [4]|[2][9]'7     [9]'8 [2]|[1]'5 [3]|[4][6]'7
  [9]'7 [2]|[1]'8 [3]|[4][6]'5     [3]'7 [1]|[6]'8 [4]|[2][9]'5

  [7] differs   '7 clue   7 solved

{file}:3  none (agreement)
  r1c1 and r1c4 both hold 1 in row 1

{file}:4  none (agreement)
  no two clues clash; still there is no solution

{file}:5: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)

engine  confirmed  refuted  undecided  failed seconds /s
phases          4        0          0       0 -
cube            4        0          0       0 -
"""
    )
    assert without_times(outcome.err) == (
        "5 puzzles: 1 unique, 1 multiple, 2 none, 1 invalid (no disagreement, - s)\n"
    )


def test_crosscheck_shows_who_is_refuted_and_by_what(tmp_path):
    """An engine whose solution the referee refuses; the grid is drawn, and the verdict is proved."""
    engine = f"sat:{no_boxes(tmp_path)}"
    outcome = invoke("crosscheck", UNIQUE, UNIQUE, "--engines", f"phases,{engine}")
    name = f"{engine}@cadical153"
    assert outcome.status == 1
    first, legend, second, table = outcome.out.split("\n\n")
    headline, phases, *refuted = first.splitlines()
    assert (headline, phases) == ("argument:1  unique (proof); 1 engine refuted", "  phases: unique")
    said = " ".join(line.strip() for line in refuted[: refuted.index("  refused")])
    assert re.match(rf"{re.escape(name)} is refuted: the referee refuses this grid: box \d ", said)
    assert legend == "  [7] wrong   '7 clue   7 solved"
    assert second.startswith("argument:2")
    heading, phases, own, numbers, *causes = table.splitlines()
    assert heading.split() == ["engine", "confirmed", "refuted", "undecided", "failed", "seconds", "/s"]
    assert phases.split()[:5] == ["phases", "2", "0", "0", "0"]
    assert own == name  # too long for its column, it has a line of its own
    assert numbers.split()[:4] == ["0", "2", "0", "0"]
    assert causes == [f"{name}:", "  2 refuted: the referee refused its solution"]
    assert "(2 disagreements, 2 proved, " in outcome.err


def test_crosscheck_shows_what_only_one_engine_decided():
    """Unique, but without agreement."""
    puzzle = PUZZLES["3x3-unique-few-clues"]
    outcome = invoke("crosscheck", puzzle, "--engines", "phases,cube:propagate")
    if "unique (agreement)" in outcome.err:
        raise AssertionError("this puzzle needs no guess: take another")
    headline, one, other = outcome.out.split("\n\n")[0].splitlines()
    assert headline == "argument:1  unique (search), decided by one engine only"
    assert one == "  phases: unique"
    assert other.startswith("  cube:propagate: unknown (")


def test_crosscheck_says_why_nothing_is_known():
    outcome = invoke("crosscheck", HARD, "--engines", "phases,sat:minimal", "--timeout", "0.1")
    assert outcome.out.split("\n\n")[0] == (
        "argument:1  unknown\n"
        "  phases: unknown (out of time after 0.1 s)\n"
        "  sat:minimal@cadical153: unknown (out of time after 0.1 s)"
    )


@pytest.mark.parametrize(
    ("name", "engines"),
    [
        ("5x5-two-solutions", "cpsat,cpsat:alldifferent"),
        ("4x4-multiple", "cpsat,sat:extended@cadical195"),
        ("2x5-two-solutions", "phases,sat:extended@maplechrono"),
        ("4x4-clash-in-column", "cube,sat:efficient@cadical195"),
    ],
)
def test_crosscheck_fits_80_columns(name, engines):
    """Also where grids do not fit side by side as they are drawn otherwise, and with long names."""
    lines = invoke("crosscheck", PUZZLES[name], "--engines", engines).out.splitlines()
    assert len(lines) > 5
    assert max(map(len, lines)) <= 80


def test_crosscheck_of_nothing_prints_no_table(tmp_path):
    assert invoke("crosscheck", tmp_path, "--engines", "phases,cube").out == ""


def test_engines_lists_what_there_is():
    outcome = invoke("engines")
    assert (outcome.status, outcome.err) == (0, "")
    for line in (
        "phases",
        "  forced moves, guesses, tracing back",
        "sat[:ENCODING[@SOLVER|@command:CMD]]",
        "  a CNF encoding, asked of a SAT solver",
        "  by itself  sat:extended@cadical153",
        "cpsat[:ENCODING]",
        "  a CP-SAT encoding, asked of OR-tools",
        "kernel[:LEVEL]",
        "  decides    every puzzle, size 9",
        "possibles[:magic|:odometer[@ROWS]]",
        "  methods    magic: every puzzle",
        "             odometer@ROWS: not every puzzle",
        "  ROWS       how many rows the odometer fills, from the lowest upwards: 1 to 25",
        "cube[:propagate|:boxes|:propagate-boxes]",
        "  methods    propagate: not every puzzle",
        "             boxes: every puzzle",
        "             propagate-boxes: not every puzzle",
        "Where none is named:",
        "  crosscheck: phases, sat, cpsat, kernel, of these the ones that take the puzzle",
    ):
        assert line in outcome.out.splitlines()
    assert max(map(len, outcome.out.splitlines())) <= 80
