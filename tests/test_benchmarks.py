"""The benchmark of the documented algorithms, and the tables that it makes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
LIST = BENCHMARKS.parent / "examples" / "encodings" / "by-strength.txt"


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


def test_measures_are_compared_with_the_ratings_of_another_program(tmp_path):
    """Each line of its output is a puzzle and a number."""
    rated = tmp_path / "rated.txt"
    puzzles = [line for line in LIST.read_text("utf-8").splitlines() if len(line) == 81 and line[0] != "#"]
    rated.write_text("".join(f"{puzzle} {1 + place}\n" for place, puzzle in enumerate(puzzles[:6])))
    command = [sys.executable, "rating_agreement.py", str(rated), "--jobs", "1"]
    out = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True, check=True).stdout
    assert "6 puzzles, rated 1.0 to 6.0; 0 not unique" in out
    for name in ("depth", "backdoor", "proof steps, at most", "sets", "possibles"):
        assert f"│ {name} " in out


def test_generators_are_measured_side_by_side_and_their_puzzles_are_looked_at():
    """Each contender has a row; all of its puzzles are unique, and no clue can go."""
    command = [sys.executable, "generation.py", "--puzzles", "60", "--rounds", "1"]
    out = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True, check=True).stdout
    rows = [line for line in out.splitlines() if line.startswith("│")]
    assert len(rows) >= 2
    assert all(row.count("100%") == 2 for row in rows)


def test_random_grids_are_compared_with_the_exact_mean_of_all_grids():
    """4,096 grids of each kind suffice to tell the biased ones from those that are uniform."""
    command = [sys.executable, "random_grids.py", "--grids", "4096", "--minimal", "0"]
    out = subprocess.run(command, cwd=BENCHMARKS, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"│ (\w+ ?\w+) .*│ ([-+][\d.]+) standard", out)
    away = {name: float(errors) for name, errors in found}
    assert abs(away["uniform"]) < 4.5
    assert away["fast"] < -4.5
    assert away["first solution"] < -4.5
