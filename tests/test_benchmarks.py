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
