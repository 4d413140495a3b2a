"""`check` in batches prints the same as `check` one by one: output, errors and exit status."""

import ctypes
import io
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from sudocube import kernel
from sudocube.checking.bulk import BUDGET, CheckedBatch, check_batches
from sudocube.formats import bulk_reader
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from sudocube.verdict import Verdict
from tests.cli.command import HANG, MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, started, written
from tests.formats.test_bulk_reader import text

pytestmark = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")


def without_times(output: str) -> str:
    """The text with a dash in place of each time."""
    return re.sub(r'("seconds": )[\d.e-]+|[\d.,]+ s\)', r"\1-", output)


def both_ways(monkeypatch, *arguments, stdin=""):
    """The outcome in bulk, and of the same one by one."""
    in_bulk = invoke("check", *arguments, stdin=stdin)
    with monkeypatch.context() as patch:
        patch.setattr("sudocube.checking.dispatch.serves_in_bulk", lambda engine: False)
        one_by_one = invoke("check", *arguments, "--jobs", "1", stdin=stdin)
    return in_bulk, one_by_one


def assert_same(in_bulk, one_by_one):
    """Apart from times; and for several solutions, each may show different ones."""
    assert in_bulk.status == one_by_one.status
    assert without_times(in_bulk.err) == without_times(one_by_one.err)
    if not in_bulk.out.startswith("{"):
        assert in_bulk.out == one_by_one.out
        return
    mine, others = in_bulk.out.splitlines(), one_by_one.out.splitlines()
    assert len(mine) == len(others)
    for line, other in zip(mine, others, strict=True):
        row = json.loads(line)
        if row.get("verdict") == "multiple":
            assert len(set(row["solutions"])) == 2
            for cells in row["solutions"]:
                puzzle = Puzzle(row["puzzle"])
                shape = puzzle.geometry
                refused = objection(Grid(cells).cells, puzzle.cells, shape.box_rows, shape.box_columns)
                assert refused is None
            line = line.replace(str(row["solutions"][0]), "-").replace(str(row["solutions"][1]), "-")
            row = json.loads(other)
            other = other.replace(str(row["solutions"][0]), "-").replace(str(row["solutions"][1]), "-")
        assert without_times(line) == without_times(other)


@pytest.mark.parametrize("refusal", [AttributeError, OSError, TypeError])
def test_a_c_library_without_such_a_setting_changes_nothing(refusal, monkeypatch):
    """musl has no mallopt, and on some systems the C library cannot be asked at all."""

    def refuses(_):
        raise refusal

    monkeypatch.setattr(ctypes, "CDLL", refuses)
    assert_same(*both_ways(monkeypatch, "-", stdin=f"{UNIQUE}\n{NONE}\n"))


def test_freed_memory_is_kept(monkeypatch):
    """glibc is told which blocks are large, and how much free memory to keep."""
    asked = []
    library = SimpleNamespace(mallopt=lambda *setting: asked.append(setting))
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    invoke("check", "-", stdin=f"{UNIQUE}\n{NONE}\n")
    assert asked == [(-1, 1 << 28), (-3, 1 << 25)]  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_generated_files(seed, as_json, tmp_path, monkeypatch):
    """Text lines of every kind, with batches that end anywhere."""
    rng = Random(seed)
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", rng.choice([200, 5000]))
    names = []
    for number in range(3):
        (tmp_path / f"{number}.txt").write_bytes(text(rng).replace(b"\0", b"?"))
        names.append(tmp_path / f"{number}.txt")
    options = ["--json"] if as_json else []
    assert_same(*both_ways(monkeypatch, *names, *options))


@pytest.mark.parametrize(
    "arguments",
    [
        [UNIQUE],
        [MULTIPLE],
        [NONE],
        [UNIQUE, UNIQUE],
        ["1234341221434321"],
        ["1234341221434321", UNIQUE, "1" * 16],
        ["-"],
        ["nowhere.txt"],
        [UNIQUE, "--engine", "kernel"],
        ["1234341221434321", "--engine", "kernel"],
        [UNIQUE, "--size", "9"],
        [UNIQUE, "--size", "16"],
        [UNIQUE, "--timeout", "1e-9"],
    ],
)
def test_arguments_and_standard_input(arguments, monkeypatch):
    """One puzzle is answered, several are reported."""
    for stdin in ("", UNIQUE, f"{UNIQUE}\n{MULTIPLE}\n"):
        assert_same(*both_ways(monkeypatch, *arguments, stdin=stdin))
        assert_same(*both_ways(monkeypatch, *arguments, "--json", stdin=stdin))


def test_a_file_of_one_puzzle_is_answered(tmp_path):
    """As an argument would be."""
    assert invoke("check", written(tmp_path, UNIQUE)).out == "unique\n"
    assert invoke("check", written(tmp_path, "# x", MULTIPLE, "")).out == "multiple\n"


def test_order_and_index_go_over_all_inputs(tmp_path):
    """Bulk, ordinary and bulk again."""
    lists = [written(tmp_path, *[UNIQUE] * 300, name="a.txt"), written(tmp_path, *[NONE] * 3, name="b.txt")]
    small = written(tmp_path, "1234341221434321", name="c.txt")
    outcome = invoke("check", lists[0], small, MULTIPLE, lists[1], lists[0], "--json")
    rows = outcome.rows[:-1]
    assert [row["index"] for row in rows] == list(range(1, 606))
    verdicts = [row["verdict"] for row in rows]
    assert verdicts == ["unique"] * 301 + ["multiple"] + ["none"] * 3 + ["unique"] * 300
    assert [rows[i]["engine"] for i in (0, 300, 301, 604)] == [
        "kernel",
        "sat:extended@cadical153",
        "kernel",
        "kernel",
    ]
    assert outcome.rows[-1]["summary"]["engines"] == ["kernel", "sat:extended@cadical153"]


def test_what_takes_too_many_guesses_is_asked_about_by_itself(tmp_path, monkeypatch):
    """With a budget of 0, these are the puzzles that need a guess."""
    file = written(tmp_path, MULTIPLE, UNIQUE, "." * 81, NONE)
    expected = [row["verdict"] for row in invoke("check", file, "--json").rows[:-1]]
    monkeypatch.setattr("sudocube.checking.bulk.BUDGET", 0)
    assert BUDGET > 1000
    assert [row["verdict"] for row in invoke("check", file, "--json").rows[:-1]] == expected
    assert expected == ["multiple", "unique", "multiple", "none"]


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        (lambda grid: grid[::-1], "row 1, column "),
        (lambda grid: [*grid[:80], grid[79]], "does not hold each of 1 to 9 once"),
    ],
)
def test_a_solution_that_the_referee_refuses_is_no_verdict(spoilt, reason, tmp_path, monkeypatch):
    """Only for the puzzle with that solution."""
    make = kernel.start_search

    def wrong(puzzles, **options):
        made = make(puzzles, **options)
        kernel.finish(made)

        class Work:
            level, counts, guesses = made.level, made.counts, made.guesses
            solutions = made.solutions.copy()

            def advance(self, steps):
                return len(self.counts)

        Work.solutions[1, 0] = spoilt(Work.solutions[1, 0].tolist())
        return Work()

    monkeypatch.setattr(kernel, "start_search", wrong)
    outcome = invoke("check", written(tmp_path, UNIQUE, UNIQUE, UNIQUE), "--json")
    first, second, third = outcome.rows[:-1]
    assert (first["verdict"], second["verdict"], third["verdict"]) == ("unique", "unknown", "unique")
    assert second["reason"].startswith("the referee refuses the solution ")
    assert reason in second["reason"]
    assert outcome.status == 3


def test_the_first_lines_are_answered_while_the_next_are_not_there_yet():
    """From standard input, line by line."""
    with started(["check", "-", "--json"], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for index, line in enumerate((UNIQUE, MULTIPLE, UNIQUE[:-1], NONE), 1):
            process.stdin.write(f"{line}\n".encode())
            process.stdin.flush()
            row = json.loads(process.stdout.readline())
            assert (row["index"], row["source"]) == (index, f"-:{index}")
        rest, _ = process.communicate(timeout=HANG)
    assert json.loads(rest)["summary"]["puzzles"] == 4


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system in Linux's way")
def test_memory_is_flat(tmp_path):
    """A list three times as long takes no more of it."""
    peaks = []
    for number in (200_000, 600_000):
        file = tmp_path / f"{number}.txt"
        file.write_text(f"{SOLUTION}\n" * number, "ascii")
        code = (
            "from sudocube.__main__ import main\n"
            "try:\n    main()\nexcept SystemExit:\n    pass\n"
            "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, "check", str(file), "--quiet"],
            capture_output=True,
            text=True,
            timeout=HANG,
            check=True,
        )
        peaks.append(int(done.stdout))  # kilobytes
    assert peaks[1] < peaks[0] + 15_000


def test_ctrl_c_ends_a_count_that_has_no_end(tmp_path):
    """In the kernel, between two slices of its work."""
    file = written(tmp_path, MULTIPLE, "." * 81)
    arguments = ["count", str(file), "--limit", str(10**15)]
    with started(arguments, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"2\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (130, b"", b"interrupted\n")


def test_ctrl_c_in_a_list_leaves_whole_lines_in_order(tmp_path):
    """The lines that were finished."""
    file = tmp_path / "list.txt"
    file.write_text(f"{UNIQUE}\n" * 1_000_000, "ascii")
    with started(["check", str(file), "--json"], stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=HANG)
    lines = (first + rest).splitlines(keepends=True)
    assert (process.returncode, err) == (130, b"interrupted\n")
    assert 1 <= len(lines) < 1_000_000
    for index, line in enumerate(lines, 1):
        assert line.endswith(b"}\n")
        assert line.startswith(b'{"index": %d, ' % index)


def test_ctrl_c_is_noticed_within_a_batch(tmp_path):
    """One of the puzzles would take years, and a thread is working on it."""
    code = (
        "from sudocube.kernel.batches import count_many\n"
        "print('begun', flush=True)\n"
        "try:\n"
        "    count_many(['.' * 81] * 1000, limit=10**12, jobs=JOBS)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')"
    )
    for jobs in ("1", "2"):
        with subprocess.Popen(
            [sys.executable, "-c", code.replace("JOBS", jobs)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=HANG)[0] == "stopped\n"


def test_a_part_of_a_batch_has_the_results_of_its_places():
    """Those that replace the kernel's, too."""
    stream = io.BytesIO(f"{SOLUTION}\n{UNIQUE}\n{SOLUTION}\n{UNIQUE}\n".encode())
    items = bulk_reader.read_in_batches(stream, "a.txt").items
    [batch] = check_batches(items, first=1, engine=None, timeout=None, threads=1)
    assert isinstance(batch, CheckedBatch)
    other = replace(batch.checked(2), verdict=Verdict.UNKNOWN)
    batch.others[2] = other
    whole = [batch.checked(place) for place in range(4)]
    for start, end in ((0, 4), (1, 4), (2, 3), (0, 2), (3, 4)):
        part = batch.part(start, end)
        assert [part.checked(place) for place in range(len(part))] == whole[start:end]
