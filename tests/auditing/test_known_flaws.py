"""An audit of rows with known flaws finds exactly these, whatever the format and packing."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import audit
from sudocube.auditing import examine, plan
from sudocube.geometry import Geometry
from tests.auditing.data_set_files import BINARY_FORMATS, TEXT_FORMATS
from tests.auditing.expected_audit import expected_clean
from tests.auditing.flawed_sets import assert_exactly, every_flaw, here, known_file
from tests.auditing.known_rows import STORED, KnownRow, RowMaker

__all__ = ["here"]

FORMATS = [*TEXT_FORMATS, *BINARY_FORMATS]


@pytest.fixture
def small_segments(monkeypatch):
    for module in (plan, examine):
        monkeypatch.setattr(module, "SEGMENT_ROWS", 10)


@pytest.mark.parametrize("name", [*FORMATS, "table.csv.bz2", "rows.jsonl.zst", "list.txt.xz"])
def test_every_flaw_is_found_in_every_format_and_packing_and_the_clean_rows_are_kept(here, name):
    """In the form of the input; of the kept rows an audit finds no flaw. Arrays are not written."""
    file = known_file(here, name, every_flaw("every format"))
    if name.endswith(".npy"):
        assert_exactly(audit(name, output="out"), [file])
        return
    assert_exactly(audit(name, output="out", clean=f"kept-{name}", jobs=1 + len(name) % 2), [file])
    kept = [file.rows[place.row] for place in expected_clean([file])]
    result = audit(f"kept-{name}", output="out")
    assert result.summary["rows"] == len(kept) > 5
    assert_exactly(result, [file._replace(name=f"kept-{name}", rows=kept)])


def test_files_of_several_formats_are_compared_with_each_other(here, small_segments):
    """In segments of rows and ranges of keys."""
    rows = every_flaw("every format")
    names = ["a-table.csv", "b-rows.jsonl", "c-table.parquet", "d-flat.npy", "e-list.txt.gz"]
    maker = RowMaker(Random("several files"))
    files = []
    for number, name in enumerate(names):
        some = [row if row.malformed or len(row.exact) != 81 else maker.moved(row) for row in rows[number::2]]
        files.append(known_file(here, name, [rows[0], *some, *rows[number::3]]))
    assert_exactly(audit(names, output="out", memory="20MB"), files)


def test_overlap_with_other_files_is_found_and_their_own_flaws_are_not_counted(here):
    maker = RowMaker(Random("against"))
    own, foreign = [maker.unique() for _ in range(8)], [maker.unique() for _ in range(8)]
    copies, moved = own[:3], [maker.moved(row) for row in own[2:6]]
    audited = known_file(here, "own-table.parquet", own)
    lists = [
        known_file(here, "first-table.csv", [*foreign, *copies, *foreign, maker.several()]),
        known_file(here, "second-flat.npy", [*moved, foreign[0]]),
    ]
    result = audit("own-table.parquet", ["first-table.csv", "second-flat.npy"], output="out")
    assert_exactly(result, [audited], lists)
    rows = [(one["exact"], one["isomorphic"]) for one in result.summary["overlap"]]
    assert rows == [(3, 3), (0, 4)]


def test_splits_of_a_column_and_those_that_the_names_of_files_tell_are_compared(here):
    rng, maker = Random("splits"), RowMaker(Random("splits"))
    rows = [maker.unique() for _ in range(12)]
    mixed = rows + [maker.moved(row) for row in rows[:5]] + rows[5:8]
    mixed = [replace(row, split=rng.choice(["train", "test", "valid", None])) for row in mixed]
    file = known_file(here, "table.csv", mixed)
    assert_exactly(audit("table.csv", output="out"), [file])
    train = known_file(here, "train-table.csv", rows, split="train")
    shared = [maker.moved(rows[0]), rows[1], maker.unique()]
    test = known_file(here, "test-table.parquet", shared, split="test")
    result = audit(["train-table.csv", "test-table.parquet"], output="out")
    assert_exactly(result, [train, test])
    assert {"splits": ["test", "train"], "exact": 1, "isomorphic": 2, "left": 0} in result.summary[
        "split_overlap"
    ]


@settings(max_examples=4)
@given(st.integers(0, 2**32), st.sampled_from(FORMATS))
def test_any_mixture_is_told_exactly(tmp_path_factory, seed, name):
    folder = tmp_path_factory.mktemp("mixture")
    rng = Random(seed)
    rows = every_flaw("every format")
    file = known_file(folder, name, [rows[0], *rng.sample(rows, rng.randrange(len(rows)))])
    path = str(folder / name)
    assert_exactly(audit(path, output=str(folder / "out")), [file._replace(name=path)])


def test_the_place_of_a_flaw_is_told_by_row_line_and_id(here):
    file = known_file(here, "table.csv", every_flaw("every format"))
    examples = [one for some in audit("table.csv").summary["examples"].values() for one in some]
    assert len(examples) > 50
    for one in examples:
        assert (one["line"], one["id"]) == (one["row"] + 2, file.rows[one["row"]].id)


def test_of_rows_with_the_same_flaw_the_first_ten_are_shown_with_their_lines(here, small_segments):
    """Also if they are in several segments and files."""
    maker = RowMaker(Random("malformed"))
    rows = [maker.unique(), *(maker.malformed("too_short") for _ in range(7)), maker.malformed("too_long")]
    more = [maker.unique(), *(maker.malformed("missing") for _ in range(12))]
    files = [known_file(here, "a-table.csv", rows), known_file(here, "b-table.csv", more)]
    result = audit(["a-table.csv", "b-table.csv"], output="out")
    assert_exactly(result, files)
    shown = [(one["file"], one["line"]) for one in result.summary["examples"]["malformed"]]
    assert shown == [
        *(("a-table.csv", line) for line in range(3, 11)),
        ("b-table.csv", 3),
        ("b-table.csv", 4),
    ]


def test_a_transformation_is_told_for_what_is_a_duplicate_only_when_it_is_moved(here):
    maker = RowMaker(Random("moved"))
    row = maker.unique()
    known_file(here, "table.csv", [row, maker.moved(row), row])
    examples = audit("table.csv").summary["examples"]
    [moved], [copied] = examples["isomorphic_duplicate"], examples["exact_duplicate"]
    assert (moved["row"], moved["other"]["row"], moved["other"]["puzzle"]) == (1, 0, row.exact)
    assert moved["message"].startswith("is table.csv:2 moved: ")
    assert moved["puzzle"] != row.exact
    assert (copied["row"], copied["other"]["row"], copied["message"]) == (2, 0, "is table.csv:2 again")


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(2, 4)], ids=str)
def test_puzzles_of_another_size_are_audited_too_and_compared_by_their_text(here, geometry):
    """The shape of the boxes is told; of 6×6 puzzles there are two."""
    maker = RowMaker(Random("sizes"))
    rows = [maker.other_size(geometry)]
    for kind in ("unique", "several", "clashing") if geometry.size > 4 else ("unique", "clashing"):
        row = maker.other_size(geometry, kind)
        rows += [maker.with_answer(row, stored) for stored in STORED[str(row.verdict)]]
    file = known_file(here, "table.csv", [*rows, rows[0]])
    result = audit("table.csv", output="out")
    assert_exactly(result, [file])
    assert result.summary["without_form"] == len(rows) + 1
    (here / "list.txt").write_text(36 * "." + "\n")
    examples = audit("list.txt", geometry=Geometry(3, 2)).summary["examples"]
    assert [one["box"] for one in examples["several_solutions"]] == ["3x2"]


@pytest.mark.parametrize("junk", ["123456789" * 9, "." * 81])
def test_symmetric_junk_is_counted_and_its_copies_are_duplicates(here, junk):
    rows = every_flaw("every format")[:1]
    verdict, stored = ("none", "given_though_none") if junk[0] == "1" else ("multiple", "one_of_several")
    one = KnownRow(junk, rows[0].solution, verdict=verdict, stored=stored, group=junk)
    file = known_file(here, "table.csv", [*rows, one, rows[0], one])
    assert_exactly(audit("table.csv", output="out"), [file])


def test_clean_rows_of_several_files_are_the_first_of_each_class(here):
    maker = RowMaker(Random("clean files"))
    rows = [maker.unique() for _ in range(8)]
    names = ["one-table.csv", "two-table.csv"]
    later = [maker.moved(rows[0]), *rows[1:3], maker.several(), maker.unique(), maker.malformed("too_long")]
    files = [known_file(here, names[0], rows), known_file(here, names[1], later)]
    audit(names, clean="kept.csv")
    kept = [files[names.index(place.file)].rows[place.row] for place in expected_clean(files)]
    assert len(kept) == 9
    assert_exactly(audit("kept.csv", output="out"), [files[0]._replace(name="kept.csv", rows=kept)])
