"""Runs of an audit: how the work is divided changes nothing, and a run that was ended goes on."""

from __future__ import annotations

import json
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sudocube import Audit, InputError, UnknownNameError, audit
from sudocube.auditing import examine, run
from sudocube.auditing import plan as plans
from sudocube.rows import arrow, opening
from sudocube.rows.batch import LostRows
from tests.auditing.flawed_sets import Ended
from tests.auditing.known_rows import Move, RowMaker

ROWS = 200
SPLITS = [["train"], ["train", "test"], ["test"], ["test", "dev"]]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two Parquet files of several row groups, and a table; rows have all in common that they can."""
    folder, rng, maker = tmp_path_factory.mktemp("sets"), Random(1), RowMaker(Random(1))
    known = [maker.unique() for _ in range(25)] + [maker.several() for _ in range(5)]
    names = ["puzzle", "solution", "rating", "split"]
    paths = [folder / "one.parquet", folder / "two.parquet", folder / "three.csv"]
    for path in paths:
        rows = []
        for number in range(ROWS):
            row = rng.choice(known)
            move = Move.at_random(rng) if rng.random() < 0.5 else str
            answer = rng.choice([move(row.answer or ""), row.answer or "", ""])
            split = rng.choice(SPLITS[number * 4 // ROWS])
            rows.append((move(row.exact), answer, float(rng.randint(1, 9)), split))
        if path.suffix == ".csv":
            path.write_text("\n".join([",".join(names), *(",".join(map(str, row)) for row in rows)]) + "\n")
        else:
            columns = dict(zip(names, zip(*rows, strict=True), strict=True))
            pq.write_table(pa.table({name: list(some) for name, some in columns.items()}), path, 50)
    return paths


def without_seconds(found):
    """The summary as it is written."""
    return json.dumps({name: value for name, value in found.summary.items() if name != "seconds"})


@pytest.fixture(scope="module")
def expected(files):
    """The summary of an audit that does all at once."""
    found = audit(files[:2], files[2:], jobs=1)
    kinds = {"exact_duplicate", "overlap_exact", "rating_differs", "several_solutions"}
    assert kinds <= set(found.summary["flaws"])
    assert found.summary["isomorphic_duplicates"] > found.summary["exact_duplicates"] > 0
    return without_seconds(found)


@pytest.fixture
def small_segments(monkeypatch):
    """Segments of 100 rows, in batches of 30."""
    for module in (arrow, opening):
        monkeypatch.setattr(module, "MOST_ROWS", 30)
    for module in (plans, examine):
        monkeypatch.setattr(module, "SEGMENT_ROWS", 100)


def lose_rows(monkeypatch, name, first, instead):
    """What is read of that file from that row on is replaced, until the patch is undone."""
    read_rows = plans.read_rows

    def failing(file, reading, **part):
        for item in read_rows(file, reading, **part):
            if file.name == str(name) and item.first == first:
                yield from instead()
                return
            yield item

    monkeypatch.setattr(examine, "read_rows", failing)


@pytest.mark.parametrize(("jobs", "memory"), [(1, 10_000), (3, "1GB")])
def test_segments_threads_and_memory_change_nothing(files, expected, small_segments, jobs, memory):
    """With little memory the second stage has many tasks."""
    assert without_seconds(audit(files[:2], files[2:], jobs=jobs, memory=memory)) == expected


def test_a_text_that_is_cut_into_parts_gives_the_same(files, expected, small_segments, tmp_path, monkeypatch):
    """Whatever their order, and though there are more parts than rows; without a cluster, the run goes on."""
    monkeypatch.setattr(plans, "_BYTES_OF_A_ROW", 60)

    def parts(plan, **_):
        found = whole(plan, cut=True)
        assert len([one for one in found if one.file == 2]) > 4
        return found[::-1]

    def end(*_):
        raise Ended

    whole = plans.AuditPlan.parts
    monkeypatch.setattr(plans.AuditPlan, "parts", parts)
    assert without_seconds(audit(files[:2], files[2:])) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "key_ranges", end)
        with pytest.raises(Ended):
            audit(files[:2], files[2:], output=tmp_path)
    monkeypatch.setattr(examine, "read_rows", end)  # nothing is read again
    assert without_seconds(audit(files[:2], files[2:], output=tmp_path)) == expected


@pytest.mark.parametrize("after", [3, 7])
def test_a_run_that_was_ended_goes_on(files, expected, small_segments, tmp_path, monkeypatch, after):
    """It reads only what is not finished; in the end nothing but the results is left."""
    told = []

    def end(doing, share):
        told.append(share)
        if len(told) == after:
            raise Ended

    with pytest.raises(Ended):
        audit(files[:2], files[2:], output=tmp_path, jobs=1, progress=end)
    segments = {path.name for path in tmp_path.glob(".audit-*/segments/*")}
    assert len(segments) == after
    rows = range(0, ROWS + 1, 100)  # the last segment has no rows, and says that there are no more
    wanted = [[row for row in rows if f"{file:06}-{row:012}.json" not in segments] for file in range(3)]
    left = [(str(path), some[0]) for path, some in zip(files, wanted, strict=True) if some]
    read = []
    read_rows = plans.read_rows

    def noted(file, reading, **part):
        read.append((file.name, part["first"]))
        return read_rows(file, reading, **part)

    monkeypatch.setattr(examine, "read_rows", noted)
    assert without_seconds(audit(files[:2], files[2:], output=tmp_path, jobs=1)) == expected
    assert read == left
    assert sorted(path.name for path in tmp_path.iterdir()) == ["flaws.parquet", "summary.json"]
    assert pq.read_metadata(tmp_path / "flaws.parquet").row_group(0).column(0).compression == "ZSTD"


def test_progress_never_falls_and_the_audit_is_known_before_the_clean_rows_are_written(files, tmp_path):
    """The work is done only in the end."""
    shares: list[float] = []
    known: list[tuple[Audit, bool]] = []
    clean = tmp_path / "clean.parquet"
    found = run.audit_planned(
        [str(path) for path in files[:2]],
        plans.AuditPlan(jobs=1, clean=str(clean)),
        progress=lambda _, share: shares.append(share),
        report=lambda found: known.append((found, clean.exists())),
    )
    assert (known, clean.exists()) == ([(found, False)], True)
    assert shares == sorted(shares)
    assert (shares.count(1), shares[-1]) == (1, 1)


def test_an_error_while_reading_loses_the_rest_of_that_part_only(files, small_segments, monkeypatch):
    """It is told with the file, and the other files go on."""

    def broken():
        raise OSError(5, "Input/output error")
        yield

    lose_rows(monkeypatch, files[0], 100, broken)
    found = audit(files[:2], jobs=1)
    lost = {"file": str(files[0]), "first": 100, "rows": None, "message": "input/output error"}
    assert found.summary["lost"] == [lost]
    assert found.summary["rows"] == 2 * ROWS - 100
    assert not found.is_complete


def test_rows_that_are_found_later_are_compared_too(files, expected, small_segments, tmp_path):
    """Rows could not be read until the others were compared; then the run broke off. Now they can be."""

    def end(*_):
        raise Ended

    with pytest.MonkeyPatch.context() as broken:
        lose_rows(broken, files[0], 100, lambda: iter([LostRows(100, 100, "the network is away")]))
        broken.setattr(run, "summarize", end)
        with pytest.raises(Ended):
            audit(files[:2], files[2:], output=tmp_path, jobs=1)
    assert without_seconds(audit(files[:2], files[2:], output=tmp_path, jobs=1)) == expected


def test_what_cannot_be_audited_is_refused(files, tmp_path):
    """A pattern that has found nothing must not pass for a sound data set."""
    with pytest.raises(InputError, match="nothing to audit"):
        audit([])
    with pytest.raises(UnknownNameError, match=r"Did you mean 'puzzle'\?"):
        audit(files[0], columns={"puzzel": "puzzle"})
    with pytest.raises(InputError, match=r"is of the kind parquet, and \S*three\.csv is of the kind table"):
        audit([files[0], files[2]], clean=tmp_path / "clean.csv")
