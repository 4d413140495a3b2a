"""`check` in batches says the same as `check` one by one: output, errors and exit status."""

import ctypes
import io
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from sudocube import kernel
from sudocube.checking.bulk import BUDGET, check_batches
from sudocube.formats import bulk_reader
from sudocube.puzzle import Puzzle
from sudocube.refereeing import referee
from sudocube.verdict import Evidence, Verdict
from tests.cli.command import HANG, MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, started, written

pytestmark = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")

SMALL = "1234341221434321"
LINES = [UNIQUE, MULTIPLE, NONE, SOLUTION, UNIQUE.replace(".", "0"), "." * 81, UNIQUE[:-1], UNIQUE + "1"]
LINES += [SMALL, "", "# said by the way", f"  {UNIQUE}", f"{UNIQUE},easy", f"{UNIQUE[:80]}?", "123456789"]


def without_times(output: str) -> str:
    """The text with a dash in place of each time."""
    return re.sub(r'("seconds": )[\d.e-]+|[\d.,]+ s\)', r"\1-", output)


def assert_same_both_ways(monkeypatch, *arguments, stdin=""):
    """Output in bulk is that of the same one by one, but for times and for which two of many solutions."""
    in_bulk = invoke("check", *arguments, stdin=stdin)
    with monkeypatch.context() as patch:
        patch.setattr("sudocube.checking.dispatch.serves_in_bulk", lambda engine: False)
        one_by_one = invoke("check", *arguments, "--jobs", "1", stdin=stdin)
    assert in_bulk.status == one_by_one.status
    assert without_times(in_bulk.err) == without_times(one_by_one.err)
    outs = [in_bulk.out, one_by_one.out]
    for number, outcome in enumerate((in_bulk, one_by_one)):
        for row in outcome.rows if "--json" in arguments else []:
            for cells in row.get("solutions", []):
                assert referee(Puzzle(cells), Puzzle(row["puzzle"])) is None
                if row["verdict"] == "multiple":
                    outs[number] = outs[number].replace(cells, "-")
    assert without_times(outs[0]) == without_times(outs[1])


def test_any_file_or_argument_is_checked_as_one_by_one(tmp_path, monkeypatch):
    for seed, as_json in product(range(4), (False, True)):
        rng = Random(seed)
        monkeypatch.setattr(bulk_reader, "BATCH_BYTES", rng.choice([200, 5000]))
        names = []
        for number in range(3):
            lines = rng.choices(LINES[:6], k=12) + rng.choices(LINES, k=8)
            names.append(written(tmp_path, *rng.sample(lines, 20), name=f"{number}.txt"))
        assert_same_both_ways(monkeypatch, *names, *["--json"] * as_json)
    for arguments in ([UNIQUE], [SMALL, UNIQUE, "1" * 16], ["-"], [UNIQUE, "--size", "16"]):
        assert_same_both_ways(monkeypatch, *arguments, "--json", stdin=f"{UNIQUE}\n{MULTIPLE}\n")


def test_memory_that_is_freed_is_kept_where_the_c_library_can_be_told_so(monkeypatch):
    """glibc is told which blocks are large, and how much free memory to keep; musl has no such setting."""
    asked: list[tuple[int, int]] = []
    library = SimpleNamespace(mallopt=lambda *setting: asked.append(setting))
    monkeypatch.setattr(ctypes, "CDLL", lambda _: library)
    invoke("check", "-", stdin=f"{UNIQUE}\n{NONE}\n")
    assert asked == [(-1, 1 << 28), (-3, 1 << 25)]  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
    for refusal in (AttributeError, OSError, TypeError):
        monkeypatch.setattr(ctypes, "CDLL", Mock(side_effect=refusal))
        assert_same_both_ways(monkeypatch, "-", stdin=f"{UNIQUE}\n{NONE}\n")


def batches_of(*lines: str, **options) -> list[Any]:
    """The results for lines that are read as one batch."""
    items = bulk_reader.read_in_batches(io.BytesIO("".join(f"{one}\n" for one in lines).encode()), "a").items
    return [*check_batches(items, first=1, **{"engine": None, "timeout": None, "threads": 1, **options})]


def test_a_batch_has_the_fields_of_single_results():
    """And counts of verdicts; with a higher limit, more solutions are counted, and two are kept."""
    [batch] = batches_of(UNIQUE, MULTIPLE, NONE, MULTIPLE, limit=3)
    unique, multiple, none, _ = map(batch.checked, range(4))
    assert batch.verdicts() == {Verdict.UNIQUE: 1, Verdict.MULTIPLE: 2, Verdict.NONE: 1}
    assert (unique.index, unique.source, unique.engine, str(unique.puzzle)) == (1, "a:1", "kernel", UNIQUE)
    assert [one.evidence for one in (unique, multiple)] == [Evidence.SEARCH, Evidence.WITNESS]
    assert [len(one.solutions) for one in (unique, multiple, none)] == [1, 2, 0]
    assert [(one.count, one.exhausted) for one in (unique, multiple, none)] == [(n, True) for n in (1, 2, 0)]
    assert [one.index for one in batch.with_faults()] == [2, 3, 4]
    [batch] = batches_of(MULTIPLE, "." * 81, limit=2)
    assert [batch.checked(place).exhausted for place in (0, 1)] == [False, False]
    assert batch.stored() == {}


def test_what_takes_too_many_guesses_is_asked_about_by_itself(monkeypatch):
    """With a budget of 0, these are the puzzles that need a guess; the order stays."""
    assert BUDGET > 1000
    monkeypatch.setattr("sudocube.checking.bulk.BUDGET", 0)
    found = batches_of(MULTIPLE, UNIQUE, "." * 81, NONE, UNIQUE)
    singly = [batch.checked(place) for batch in found for place in range(len(batch))]
    assert [(one.index, one.source) for one in singly] == [(n, f"a:{n}") for n in range(1, 6)]
    assert [one.verdict for one in singly] == ["multiple", "unique", "multiple", "none", "unique"]
    assert len(found) > 1


@pytest.mark.parametrize(
    ("spoilt", "count", "reason"),
    [
        (lambda first, second: [first[::-1], second], 1, "row 1, column "),
        (lambda first, second: [[*first[:80], first[79]], second], 1, "does not hold each of 1 to 9 once"),
        (lambda first, second: [first, second[::-1]], 2, "row 1, column "),
        (lambda first, second: [first, first], 2, "it was given twice"),
    ],
)
def test_a_solution_that_the_referee_refuses_is_no_verdict(spoilt, count, reason, monkeypatch):
    finish = kernel.finish

    def wrong(search, is_cancelled):
        is_finished = finish(search, is_cancelled)
        search.solutions[1] = spoilt(*search.solutions[1].tolist())
        return is_finished

    monkeypatch.setattr(kernel, "finish", wrong)
    [batch] = batches_of(*[UNIQUE if count == 1 else MULTIPLE] * 3)
    first, second, third = map(batch.checked, range(3))
    expected = Verdict.UNIQUE if count == 1 else Verdict.MULTIPLE
    assert (first.verdict, second.verdict, third.verdict) == (expected, Verdict.UNKNOWN, expected)
    assert (second.evidence, second.solutions, second.index, second.engine) == (None, (), 2, "kernel")
    assert second.reason.startswith("the referee refuses the solution ")
    assert reason in second.reason
    assert batch.verdicts() == {expected: 2, Verdict.UNKNOWN: 1}
    assert batch.with_faults().__next__().index == (2 if count == 1 else 1)


def test_a_part_of_a_batch_has_the_results_of_its_places():
    [batch] = batches_of(SOLUTION, UNIQUE, SOLUTION, UNIQUE)
    batch.others[2] = replace(batch.checked(2), verdict=Verdict.UNKNOWN)
    whole = [batch.checked(place) for place in range(4)]
    for start, end in ((0, 4), (1, 4), (2, 3), (0, 2), (3, 4)):
        part = batch.part(start, end)
        assert [part.checked(place) for place in range(len(part))] == whole[start:end]


def test_the_first_lines_are_answered_while_the_next_are_not_there_yet():
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


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system in Linux's way")
def test_memory_is_flat(tmp_path):
    peaks = []
    code = (
        "from sudocube.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    for number in (200_000, 600_000):
        file = tmp_path / f"{number}.txt"
        file.write_text(f"{SOLUTION}\n" * number, "ascii")
        command = [sys.executable, "-c", code, "check", str(file), "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=True)
        peaks.append(int(done.stdout))  # kilobytes
    assert peaks[1] < peaks[0] + 15_000


@pytest.mark.slow
def test_ctrl_c_in_a_list_leaves_whole_lines_in_order(tmp_path):
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


@pytest.mark.slow
def test_ctrl_c_is_noticed_within_a_batch(tmp_path):
    """One of the puzzles would take years, and a thread is working on it; or a count has no end."""
    code = (
        "from sudocube.kernel.batches import count_many\n"
        "try: print('begun', flush=True), count_many(['.' * 81] * 1000, limit=10**12, jobs=2)\n"
        "except KeyboardInterrupt: print('stopped')"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=HANG)[0] == "stopped\n"
    arguments = ["count", str(written(tmp_path, MULTIPLE, "." * 81)), "--limit", str(10**15)]
    with started(arguments, stderr=subprocess.PIPE) as counting:
        assert counting.stdout is not None
        assert counting.stdout.readline() == b"2\n"
        time.sleep(0.3)
        counting.send_signal(signal.SIGINT)
        out, err = counting.communicate(timeout=HANG)
    assert (counting.returncode, out, err) == (130, b"", b"interrupted\n")
