"""An audit of millions of rows, stage by stage, against reading the files and `solve_many` alone.

    python benchmarks/audit.py [--rows 10000000] [--files 20] [--jobs 1] [--rounds 3] [--folder FOLDER]

Tables are made by `puzzle_tables.py`: Parquet, Zstandard, the columns `puzzle` and `solution`. They are kept
in `--folder`, if there is one, and used again by the next run. Each stage is a process of its own, from its
start to its end, and contains the stages before it, from "rows as arrays" on; in each round all run in turn.
Figures are processor seconds, which count on a busy machine, too, and the most memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

from puzzle_tables import write_tables
from rich.console import Console
from rich.table import Table
from side_by_side import machine

COLUMNS = ["puzzle", "solution"]


def read_tables(paths: Sequence[Path]) -> Iterator[Any]:
    """Each file as a table of PyArrow."""
    from pyarrow import parquet

    for path in paths:
        yield parquet.read_table(path, columns=COLUMNS)


def read_batches(paths: Sequence[Path]) -> Iterator[Any]:
    """The files in batches of PyArrow's usual size."""
    from pyarrow import parquet

    for path in paths:
        yield from parquet.ParquetFile(path).iter_batches(columns=COLUMNS)


def read_only(paths: Sequence[Path], jobs: int) -> None:
    """The files as tables of PyArrow, and nothing else."""
    for _ in read_tables(paths):
        pass


def solve_tables(paths: Sequence[Path], jobs: int) -> None:
    """What the audit is compared with: a table is read, `solve_many` gets its column."""
    from sudocube import solve_many

    for table in read_tables(paths):
        solve_many(table["puzzle"], jobs=jobs)


def solve_batches(paths: Sequence[Path], jobs: int) -> None:
    """The same with batches instead of tables, which takes less memory."""
    from sudocube import solve_many

    for batch in read_batches(paths):
        solve_many(batch["puzzle"], jobs=jobs)


def read_arrays(paths: Sequence[Path], jobs: int) -> None:
    """The rows as the audit reads them."""
    from sudocube.auditing.plan import data_files, read_rows

    for file in data_files([str(path) for path in paths], columns={}):
        for _ in read_rows(file):
            pass


def examine_only(paths: Sequence[Path], jobs: int) -> None:
    """Rows read, solved and looked through by the referee, their answers judged, their keys computed."""
    from sudocube.auditing.examine import examined_rows
    from sudocube.auditing.plan import data_files, read_rows
    from sudocube.rows.batch import Rows
    from sudocube.verdicts.batches import check_rows

    for file in data_files([str(path) for path in paths], columns={}):
        batches = (rows for rows in read_rows(file) if isinstance(rows, Rows))
        for checked in check_rows(batches, jobs=jobs):
            examined_rows(checked)


def audit_all(paths: Sequence[Path], jobs: int) -> None:
    """All of it, by the command `sudocube audit`: duplicates and the summary, too."""
    from sudocube.__main__ import main

    sys.argv = ["sudocube", "audit", "--json", "--jobs", str(jobs), *map(str, paths)]
    with suppress(SystemExit):  # there are flaws
        main()


SHOWN = ("rows", "verdicts", "answers", "exact_duplicates", "isomorphic_duplicates", "classes")

STAGES: dict[str, Callable[[Sequence[Path], int], None]] = {
    "read alone": read_only,
    "read, and solve_many": solve_tables,
    "the same in batches": solve_batches,
    "rows as arrays": read_arrays,
    "verdicts, answers, keys": examine_only,
    "the whole audit": audit_all,
}
BASE, WHOLE = "read, and solve_many", "the whole audit"


def measured(stage: str, folder: Path, jobs: int) -> tuple[float, float]:
    """The processor seconds of a stage in a process of its own, and its most memory in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, __file__, "--folder", str(folder), "--jobs", str(jobs), "--stage", stage]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    *said, peak = done.stdout.splitlines()
    for line in said:
        summary = json.loads(line)
        print(", ".join(f"{name} {summary[name]}" for name in SHOWN))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return work, float(peak) / 1024


def compare(folder: Path, rows: int, jobs: int, rounds: int) -> None:
    """Measure all stages in turn, and print what they take."""
    works: dict[str, list[float]] = {stage: [] for stage in STAGES}
    peaks: dict[str, float] = dict.fromkeys(STAGES, 0.0)
    for _ in range(rounds):
        for stage in STAGES:
            work, peak = measured(stage, folder, jobs)
            works[stage].append(work)
            peaks[stage] = max(peaks[stage], peak)
    table = Table(
        "", "CPU s", "ns a row", f"times “{BASE}”", "most memory", title=f"{rows:,} rows, {jobs} jobs"
    )
    for stage, taken in works.items():
        ratio = median(mine / base for mine, base in zip(taken, works[BASE], strict=True))
        work = median(taken)
        table.add_row(
            stage, f"{work:.1f}", f"{work / rows * 1e9:,.0f}", f"{ratio:.2f}", f"{peaks[stage]:,.0f} MB"
        )
    Console(width=110).print(table)


def main() -> None:
    """Make the tables, measure, and print the stages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--stage", choices=STAGES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.stage:
        STAGES[arguments.stage](sorted(arguments.folder.glob("*.parquet")), arguments.jobs)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.folder or Path(temporary)) / f"{arguments.rows}-rows-{arguments.files}-files"
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            unfinished.mkdir(parents=True, exist_ok=True)
            write_tables(unfinished, arguments.rows, arguments.files)
            unfinished.rename(folder)
        size = sum(path.stat().st_size for path in folder.glob("*.parquet"))
        print(f"{machine()}; {size / 1e6:,.0f} MB in {arguments.files} files")
        compare(folder, arguments.rows, arguments.jobs, arguments.rounds)


if __name__ == "__main__":
    main()
