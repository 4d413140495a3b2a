"""Runs of an audit: how the work is divided changes nothing, and a run that was ended goes on."""

from __future__ import annotations

import json
from concurrent.futures import CancelledError
from functools import partial
from itertools import chain, count
from random import Random
from threading import Event
from time import sleep

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sudocube import Audit, InputError, UnknownNameError, audit
from sudocube.auditing import (
    audit_plan,
    audit_workers,
    data_set_auditing,
    row_batches,
    row_reading,
    segment_examining,
    segment_index,
    segment_writing,
)
from sudocube.auditing.audit_workers import AuditStage
from sudocube.auditing.class_comparing import compare_prefixes
from sudocube.auditing.row_batches import LostRows
from tests.auditing.known_rows import Move, RowMaker

ROWS = 400
GROUP = 50


def made_rows(seed: int) -> list[tuple[str, str, float, str]]:
    """Puzzle, answer, rating and split of rows with all that several rows can have in common."""
    rng = Random(seed)
    maker = RowMaker(Random(1))
    known = [maker.unique() for _ in range(40)] + [maker.several() for _ in range(10)]
    rows: list[tuple[str, str, float, str]] = []
    for _ in range(ROWS):
        row = rng.choice(known)
        move = Move.at_random(rng) if rng.random() < 0.5 else str
        answer = rng.choice([move(row.answer or ""), row.answer or "", ""])
        splits = ["train"] if len(rows) < 150 else ["train", "test"] if len(rows) < 300 else ["test", "dev"]
        rows.append((move(row.exact), answer, float(rng.randint(1, 9)), rng.choice(splits)))
    return rows


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two Parquet files of several row groups, and a table."""
    folder = tmp_path_factory.mktemp("sets")
    names = ["puzzle", "solution", "rating", "split"]
    paths = [folder / "one.parquet", folder / "two.parquet", folder / "three.csv"]
    for seed, path in enumerate(paths):
        rows = made_rows(seed)
        if path.suffix == ".csv":
            path.write_text("\n".join([",".join(names), *(",".join(map(str, row)) for row in rows)]) + "\n")
        else:
            columns = dict(zip(names, zip(*rows, strict=True), strict=True))
            pq.write_table(pa.table({name: list(some) for name, some in columns.items()}), path, GROUP)
    return paths


def without_seconds(summary):
    return json.dumps({name: value for name, value in summary.items() if name != "seconds"})


@pytest.fixture(scope="module")
def expected(files):
    """The summary of an audit that does all at once; rows have all in common that they can."""
    summary = audit(files[:2], files[2:], jobs=1).summary
    assert {"exact_duplicate", "overlap_exact", "rating_differs", "several_solutions"} <= set(
        summary["flaws"]
    )
    assert summary["isomorphic_duplicates"] > summary["exact_duplicates"] > 0
    return without_seconds(summary)


@pytest.fixture
def small_segments(monkeypatch):
    """Segments of 100 rows, in batches of 30."""
    monkeypatch.setattr(row_batches, "MOST_ROWS", 30)
    for module in (audit_plan, segment_examining, segment_writing):
        monkeypatch.setattr(module, "SEGMENT_ROWS", 100)


@pytest.mark.parametrize(("jobs", "memory"), [(1, 10_000), (3, "1GB")])
def test_segments_threads_and_memory_change_nothing(files, expected, small_segments, jobs, memory):
    """With little memory the second stage has many tasks."""
    summary = audit(files[:2], files[2:], jobs=jobs, memory=memory).summary
    assert without_seconds(summary) == expected


class Ended(BaseException):
    """Ends a run, as Ctrl-C does."""


@pytest.mark.parametrize("after", [1, 5, 42])
def test_a_run_that_was_ended_goes_on(files, expected, small_segments, tmp_path, monkeypatch, after):
    """It reads only what is not finished; in the end nothing but the results is left."""
    told = []

    def end(doing, share):
        told.append(share)
        if len(told) == after:
            raise Ended

    with pytest.raises(Ended):
        audit(files[:2], files[2:], output=tmp_path, jobs=1, progress=end)
    finished = {path.name for path in tmp_path.glob("work/*/segments/*")}
    rows = {
        file: [row for row in range(0, ROWS, 100) if name_of(file, row) not in finished] for file in range(3)
    }
    expected_reads = [(str(files[file]), row) for file in (0, 1) for row in rows[file]]
    expected_reads += [(str(files[2]), row) for row in rows[2][:1]]  # a table is read to its end
    read = []
    read_rows = row_reading.read_rows

    def noted(file, *, first, **options):
        read.append((file.name, first))
        return read_rows(file, first=first, **options)

    monkeypatch.setattr(segment_examining, "read_rows", noted)
    found = audit(files[:2], files[2:], output=tmp_path, jobs=1)
    assert without_seconds(found.summary) == expected
    assert read == expected_reads
    assert len(finished) == (after - 1) // 4  # each segment has three batches of 30 rows, and one of 10
    assert sorted(path.name for path in tmp_path.iterdir()) == ["flaws.parquet", "summary.json"]


def name_of(file, row):
    """The name of the file of a segment in the work folder."""
    return f"{file:06}-{row:012}.json"


def test_progress_says_what_is_done_and_is_whole_only_in_the_end(files, small_segments, tmp_path):
    """What follows the examination of rows has its share, too, and each part of it says so when it begins."""
    told: list[tuple[str, float]] = []

    def progress(doing, share):
        told.append((doing, share))

    audit(files[:2], jobs=1, output=tmp_path / "out", clean=tmp_path / "clean.parquet", progress=progress)
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert [share for share in shares if share == 1] == [1]
    words = [*dict.fromkeys(doing for doing, _ in told if not doing[0].isdigit())]
    assert words == [*list(AuditStage)[1:], "all is done"]
    compared = [share for doing, share in told if doing == AuditStage.COMPARE]
    assert compared[0] < compared[-1]


@pytest.mark.parametrize("jobs", [2])
def test_an_audit_that_is_ended_ends_the_comparisons_that_are_running(files, monkeypatch, jobs):
    """The first range is compared; the others that were begun go on until they are told to stop."""
    monkeypatch.setattr(segment_index, "USUAL_RANGE", 1 << 12)
    monkeypatch.setattr(segment_index, "_READ_AT_ONCE", 1)
    is_begun, stopped = Event(), []

    def compare(plan, prefixes, is_cancelled):
        if not prefixes.first:
            is_begun.wait()
            return
        is_begun.set()
        for _ in range(100_000):  # so that a test that fails ends, too
            if is_cancelled():
                stopped.append(prefixes)
                return
            sleep(0.001)

    def end(doing, share):
        if is_begun.is_set():
            raise Ended

    monkeypatch.setattr(audit_workers, "compare_prefixes", compare)
    with pytest.raises(Ended):
        audit(files, jobs=jobs, progress=end)
    assert stopped


def test_a_comparison_that_is_cancelled_leaves_nothing_that_looks_finished(
    files, expected, small_segments, tmp_path, monkeypatch
):
    """At whatever step that happens; and the next attempt is not disturbed by what the one before left."""
    steps = []

    def compare(plan, prefixes, _):
        for step in count():
            answers = chain([False] * step, [True])
            try:
                compare_prefixes(plan, prefixes, partial(next, answers, False))
                break
            except CancelledError:
                steps.append(step)
                assert not plan.work.exists(f"groups/{prefixes.name}.json")
                assert f"groups-{prefixes.name}.parquet" not in plan.work.names("flaws")

    monkeypatch.setattr(audit_workers, "compare_prefixes", compare)
    found = audit(files[:2], files[2:], output=tmp_path, jobs=1)
    assert without_seconds(found.summary) == expected
    assert max(steps) > 2


def test_rows_that_were_lost_are_read_again_and_the_others_not(files, tmp_path, small_segments, monkeypatch):
    """The reason may be gone: a share on the network, for example."""
    read_rows = row_reading.read_rows

    def failing(file, *, first, **options):
        return (
            iter([LostRows(first, 100, "the network is away")])
            if first == 100
            else read_rows(file, first=first, **options)
        )

    def end(doing, share):
        if share > 0.9:
            raise Ended

    monkeypatch.setattr(segment_examining, "read_rows", failing)
    with pytest.raises(Ended):
        audit(files[0], output=tmp_path, jobs=1, progress=end)
    monkeypatch.setattr(segment_examining, "read_rows", read_rows)
    found = audit(files[0], output=tmp_path, jobs=1)
    assert found.is_complete
    assert found.summary["rows"] == ROWS


def test_an_error_while_reading_loses_the_rest_of_that_part_only(files, small_segments, monkeypatch):
    """It is told with the file, and the other files go on."""
    read_rows = row_reading.read_rows

    def failing(file, *, first, **options):
        if file.name == str(files[0]) and first == 100:
            raise OSError(5, "Input/output error")
        yield from read_rows(file, first=first, **options)

    monkeypatch.setattr(segment_examining, "read_rows", failing)
    found = audit(files[:2], jobs=1)
    lost = {"file": str(files[0]), "first": 100, "rows": None, "message": "input/output error"}
    assert found.summary["lost"] == [lost]
    assert found.summary["rows"] == 2 * ROWS - 100
    assert not found.is_complete


def test_what_cannot_be_audited_is_refused(files, tmp_path):
    """A pattern that has found nothing must not pass for a sound data set."""
    with pytest.raises(InputError, match="nothing to audit"):
        audit([])
    with pytest.raises(UnknownNameError, match=r"Did you mean 'puzzle'\?"):
        audit(files[0], columns={"puzzel": "puzzle"})
    with pytest.raises(InputError, match=r"one\.parquet is Parquet, and \S*three\.csv is a table; clean"):
        audit([files[0], files[2]], clean=tmp_path / "clean.csv")


def test_the_audit_is_known_before_the_clean_rows_are_written_and_no_file_is_compared_with_itself(
    files, tmp_path
):
    known: list[Audit] = []

    def report(found):
        assert not clean.exists()
        known.append(found)

    clean = tmp_path / "clean"
    found = audit(files[0], [files[0], files[1]], clean=clean, report=report)
    assert known == [found]
    assert clean.exists()
    assert found.summary["against"]["rows"] == ROWS


def test_a_puzzle_that_is_not_decided_in_time_is_told(tmp_path):
    """A 25×25 puzzle without a clue takes longer than this."""
    path = tmp_path / "large.txt"
    path.write_text(625 * "." + "\n")
    found = audit(path, timeout=1e-9)
    assert found.summary["verdicts"]["unknown"] == 1
    assert found.has_undecided
    assert not found.has_flaws
    assert found.summary["without_form"] == {"other_size": 1}


def test_rows_that_are_found_later_are_compared_too(tmp_path):
    """A file could not be read until the rows of the others were compared; then the run broke off."""
    maker = RowMaker(Random(2))
    puzzles = [maker.unique().exact for _ in range(20)]
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("\n".join(puzzles) + "\n")
    two.write_text("\n".join(puzzles[:5]) + "\n")
    broken = pytest.MonkeyPatch()
    read_rows = row_reading.read_rows

    def failing(file, *, first, **options):
        return (
            iter([LostRows(0, None, "the network is away")])
            if file.name == str(two)
            else read_rows(file, first=first, **options)
        )

    def end(*_):
        raise Ended

    broken.setattr(segment_examining, "read_rows", failing)
    broken.setattr(data_set_auditing, "summarize", end)
    with pytest.raises(Ended):
        audit([one, two], output=tmp_path / "out", jobs=1)
    assert list(tmp_path.glob("out/work/*/groups/*.json"))
    broken.undo()
    found = audit([one, two], output=tmp_path / "out", jobs=1)
    assert found.summary["exact_duplicates"] == 5
    assert without_seconds(found.summary) == without_seconds(audit([one, two], jobs=1).summary)
