"""The benchmark of the documented algorithms, and the tables that it makes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
PAGE = (BENCHMARKS / "README.md").read_text("utf-8")
LIST = BENCHMARKS.parent / "examples" / "encodings" / "by-strength.txt"
EASY, HARD = 2, 1000
"""Guesses: a mean of these would say nothing of either."""


def run(code):
    """What a script in the folder of the benchmarks prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=BENCHMARKS, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_spread_of_guesses_tells_a_heavy_tail_from_a_hard_list():
    """Nine easy puzzles and a hard one: the mean is of neither kind, quartiles and maximum are."""
    code = f"import methods; print(*methods.spread([{EASY}] * 9 + [{HARD}]))"
    assert run(code).split() == ["2", "2", "2", "101.8", "1,000"]
    assert run("import methods; print(*methods.spread([7]))").split() == ["7", "7", "7", "7.0", "7"]


def test_the_benchmark_takes_any_list_and_prints_quartiles():
    """Of the twenty puzzles of the examples, twelve need no guess by `cube:boxes`."""
    command = [sys.executable, "methods.py", str(LIST), "--methods", "cube:boxes,sets"]
    out = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True, check=True).stdout
    for heading in ("quarter", "median", "three quarters", "mean", "most", "dead ends"):
        assert heading in out
    row = next(line for line in out.splitlines() if "cube:boxes" in line)
    figures = [cell.strip() for cell in re.split("[│|]", row) if cell.strip()]
    assert figures[3:6] == ["60.0%", "0", "0"]
    assert "20 of by-strength.txt" in out


@pytest.mark.parametrize("name", ["17 clues", "top1465", "hardest-1106"])
def test_the_page_shows_the_columns_that_the_benchmark_prints(name):
    """Medians and quartiles, of thousands where the list has them."""
    section = PAGE.split("\n## The documented algorithms\n")[1].split("\n## ")[0]
    head = next(line for line in section.splitlines() if line.startswith(f"| {name} "))
    printed = run("import methods; print(*methods.COLUMNS, sep='|')").split("|")
    assert [cell.strip() for cell in head.strip("|").split("|")][1:] == printed[:-2]


def test_the_audit_is_measured_stage_by_stage_on_rows_of_the_benchmark_s_own_making(tmp_path):
    """All puzzles have a solution; a few are not unique, or stand there twice."""
    command = [sys.executable, "audit.py", "--rows", "3000", "--files", "2", "--rounds", "1"]
    done = subprocess.run(
        [*command, "--folder", str(tmp_path)], cwd=BENCHMARKS, capture_output=True, text=True, check=True
    )
    numbers = {name: int(number) for name, number in re.findall(r"'?(\w+)'?:? (\d+)", done.stdout)}
    assert (numbers["rows"], numbers["none"], numbers["unknown"]) == (3000, 0, 0)
    assert 0 < numbers["multiple"] < 100
    assert 0 < numbers["exact_duplicates"] < numbers["isomorphic_duplicates"] < 200
    assert numbers["right"] > 2850
    for stage in ("read alone", "read, and solve_many", "rows as arrays", "the whole audit"):
        assert f"│ {stage} " in done.stdout
