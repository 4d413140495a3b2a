"""What people read of a crosscheck: lines, tables and grids, on a page of 80 columns."""

import re

import pytest

from tests.cli.command import MULTIPLE, PUZZLES, UNIQUE, invoke, no_boxes, written

CLASH = PUZZLES["2x2-clash-in-row"]


def without_times(text: str) -> str:
    """The text with a dash in place of each time, however wide its column is."""
    text = re.sub(r"[\d,]+\.\d\d s\)", "- s)", text)
    text = re.sub(r" +seconds +/s$", " seconds /s", text, flags=re.MULTILINE)
    return re.sub(r" *[\d,]+\.\d\d +[\d,.]+$", " -", text, flags=re.MULTILINE)


def test_crosscheck_prints_what_is_worth_a_look_and_a_table(tmp_path):
    """Two solutions side by side, why there is none, and what became of each engine's answers."""
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
    said = "".join(refuted[: refuted.index("  refused")]).replace(" ", "")
    assert said.startswith(f"{name}isrefuted:therefereerefusesthisgrid:box".replace(" ", ""))
    assert legend == "  [7] wrong   '7 clue   7 solved"
    assert second.startswith("argument:2")
    assert f"{name}:\n  2 refuted: the referee refused its solution" in table
    assert "(2 disagreements, 2 proved, " in outcome.err


@pytest.mark.parametrize(
    ("name", "engines", "columns"),
    [
        ("4x4-clash-in-column", "cube,sat:efficient@cadical195", 80),
        ("2x5-two-solutions", "phases,sat:extended@maplechrono", 80),
        ("3x3-two-solutions", "phases,cube", 40),
        pytest.param("5x5-two-solutions", "cpsat,cpsat:alldifferent", 80, marks=pytest.mark.slow),
    ],
)
def test_crosscheck_fits_the_terminal(name, engines, columns):
    """Also where grids do not fit side by side as they are drawn otherwise, and with long names."""
    lines = invoke("crosscheck", PUZZLES[name], "--engines", engines, columns=columns).out.splitlines()
    assert len(lines) > 5
    assert max(map(len, lines)) <= columns
    if columns == 40:
        assert "  another" in lines


def test_engines_lists_what_there_is():
    """How each is written, what it decides, and what outside engines get."""
    outcome = invoke("engines")
    assert (outcome.status, outcome.err) == (0, "")
    for line in (
        "sat[:ENCODING[@SOLVER|@command:CMD]]",
        "  a CNF encoding, asked of a SAT solver",
        "  by itself  sat:extended@cadical153",
        "  decides    every puzzle, size 9",
        "             odometer@ROWS: not every puzzle",
        "  ROWS       how many rows the odometer fills, from the lowest upwards: 1 to 25",
        "command:CMD",
        "  forms   command:CMD",
        "          command:CMD {}",
        "  crosscheck: phases, sat, cpsat, kernel, of these the ones that take the puzzle",
    ):
        assert line in outcome.out.splitlines()
    assert "10 s for a puzzle (--timeout), 2GB of memory (--solver-memory)" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80
