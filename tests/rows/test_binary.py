"""The same rows in every kind of input but lines of text: tables, arrays, documents, frames; and damaged."""

import gzip
import io
import json
import sys
from decimal import Decimal
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.rows.arrow import read_table, rows_of_table, sample_of, table_of_frame
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import Kind, Layout, Reading, Role, layout_of_columns
from sudocube.rows.opening import look, rows_of
from sudocube.rows.source import Source, members
from tests.rows.reading import value_of
from tests.rows.streams import Trickle
from tests.rows.test_sources import zip_of

COUNT = 260
PUZZLES = ["".join(Random(at).choices("......123456789", k=81)) for at in range(COUNT)]
ANSWERS = [puzzle.replace(".", str(at % 9 + 1)) for at, puzzle in enumerate(PUZZLES)]
CELLS = np.array([list(map(int, puzzle.replace(".", "0"))) for puzzle in PUZZLES], np.int8)
FULL = np.array([list(map(int, answer)) for answer in ANSWERS], np.int8)
SPLITS = ["train"] * 200 + ["test"] * 60
COLUMNS: dict[str, list[Any]] = {
    "id": list(range(COUNT)),
    "puzzle": PUZZLES,
    "solution": ANSWERS,
    "split": SPLITS,
}
ROWS = [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]
TABLE = pa.table(COLUMNS)
NINES = range(0, 81, 9)
ONE_COLUMN = Layout(Kind.TABLE, roles={Role.PUZZLE: ("puzzle",)})


def opened(source, columns=None, *, fixed=None, first=0, stop=None, keep=False):
    """The layout of an input, and its rows."""
    reading = Reading(columns or {}, fixed, keep=keep)
    layout = look(source, reading.columns)
    return layout, [*rows_of(source, layout, reading, first=first, stop=stop)]


def plain(puzzle):
    return str(puzzle).replace("0", ".")


def puzzles_in(items):
    """The puzzles by the numbers of their rows; of a row without one, why."""
    found = {}
    for rows in items:
        for place in range(len(rows) if isinstance(rows, Rows) else 0):
            fault = rows.odd[place].error if place in rows.odd else None
            found[rows.first + place] = fault.reason if fault else plain(rows.puzzle(place))
    return found


def values_in(items, role):
    """What stands in the column with that role, or the answers."""
    batches = [rows for rows in items if isinstance(rows, Rows)]
    if role is Role.ANSWER:
        return [rows.answer(place) for rows in batches for place in range(len(rows))]
    return [value_of(rows, role, place) for rows in batches for place in range(len(rows))]


def of_bytes(data, name="t"):
    return Source(name, stream=io.BytesIO(data))


def parquet(table, **options):
    stream = io.BytesIO()
    pa.parquet.write_table(table, stream, row_group_size=13, **options)
    return stream.getvalue()


def arrow(table, new=pa.ipc.new_file):
    stream = io.BytesIO()
    with new(stream, table.schema) as writer:
        writer.write_table(table, max_chunksize=13)
    return stream.getvalue()


def feather(table):
    stream = io.BytesIO()
    pa.feather.write_feather(table, stream, "zstd", chunksize=13)
    return stream.getvalue()


def npy(array):
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def npz(**arrays):
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def with_texts(kind):
    """The table with its texts as another type."""
    return TABLE.cast(
        pa.schema([one.with_type(kind) if one.type == pa.string() else one for one in TABLE.schema])
    )


def as_json(value, **options):
    return json.dumps(value, **options).encode()


def columns_of_cells(cells, letter="c"):
    return {f"{letter}{at}": cells[:, at] for at in range(81)}


NESTED = pa.table(
    {
        "id": COLUMNS["id"],
        "data": [{"grid": {"puzzle": p, "solution": a}} for p, a in zip(PUZZLES, ANSWERS, strict=True)],
    }
)
WITH_ANSWERS = {
    "table.parquet": parquet(TABLE),
    "dictionary.parquet": parquet(with_texts(pa.dictionary(pa.int32(), pa.string())), compression="snappy"),
    "nested.parquet": parquet(NESTED),
    "cells.parquet": parquet(pa.table(columns_of_cells(CELLS) | columns_of_cells(FULL, "s"))),
    "file.arrow": arrow(TABLE),
    "nested.arrow": arrow(NESTED),
    "views.arrow": arrow(with_texts(pa.string_view())),
    "stream.arrows": arrow(with_texts(pa.large_string()), pa.ipc.new_stream),
    "packed.feather": feather(TABLE),
    "lines.jsonl": b"\n".join(map(as_json, ROWS)),
    "array.json": as_json(ROWS),
    "pretty.json": as_json(ROWS, indent=1),
    "columns.json": as_json(COLUMNS),
    "pandas.json": as_json({name: dict(enumerate(values)) for name, values in COLUMNS.items()}),
    "splits.json": as_json({"train": ROWS[:200], "test": ROWS[200:]}),
    "data.json": as_json({"version": 1, "data": ROWS}),
    "nested.json": as_json([{"id": row["id"], "data": row} for row in ROWS]),
    "named.npz": npz(quizzes=CELLS, solutions=FULL, id=np.arange(COUNT), about=np.array(1)),
    "paired.npz": npz(a=FULL.reshape(-1, 9, 9), b=CELLS.reshape(-1, 9, 9)),
}
PUZZLES_ALONE = {
    "flat.npy": npy(CELLS),
    "square.npy": npy(CELLS.reshape(-1, 9, 9).astype(np.int64)),
    "texts.json": as_json(PUZZLES),
    "lists.json": as_json(CELLS.tolist()),
    "splits.json": as_json({"train": PUZZLES[:200], "test": PUZZLES[200:]}),
}


@pytest.mark.parametrize("name", [*WITH_ANSWERS, *PUZZLES_ALONE])
def test_every_kind_holds_the_same_rows(name, tmp_path):
    """From a file, packed, from a stream, in an archive; and any range of its rows."""
    data = WITH_ANSWERS.get(name) or PUZZLES_ALONE[name]
    (path := tmp_path / name).write_bytes(data)
    layout, items = (
        opened(Source(name, str(path)), keep=True) if "np" not in name else opened(Source(name, str(path)))
    )
    expected = dict(enumerate(PUZZLES))
    assert puzzles_in(items) == expected
    assert values_in(items, Role.ANSWER) == (ANSWERS if name in WITH_ANSWERS else [None] * COUNT)
    if Role.SPLIT in layout.roles:
        assert values_in(items, Role.SPLIT) == SPLITS
    if Role.ID in layout.roles:
        assert values_in(items, Role.ID) == COLUMNS["id"]
    if layout.groups:
        assert sum(layout.groups) == COUNT
    if not name.endswith(("json", "jsonl")):
        for first, stop in [(1, 5), (12, 14), (13, 26), (199, 201), (250, None), (999, None), (3, 3)]:
            part = opened(Source(name, str(path)), first=first, stop=stop)[1]
            assert puzzles_in(part) == dict([*expected.items()][first:stop]), (first, stop)
    zipped = of_bytes(zip_of({name: data}))
    for source in (
        of_bytes(gzip.compress(data)),
        Source("-", stream=io.BufferedReader(Trickle(data, 9_999))),
        next(iter(members(zipped)), zipped),
    ):
        assert puzzles_in(opened(source)[1]) == expected


def nested(row):
    return [row[at : at + 9] for at in NINES]


DIGITS = CELLS[:12].tolist()
TEXTS = PUZZLES[:12]
TYPES = [
    pa.array(TEXTS),
    pa.array(TEXTS, pa.large_string()),
    pa.array(TEXTS, pa.string_view()),
    pa.array(TEXTS, pa.binary(81)),
    pa.array(TEXTS).dictionary_encode(),
    pa.array(DIGITS, pa.list_(pa.int8())),
    pa.array(DIGITS, pa.list_(pa.float32(), 81)),
    pa.array([[cell or None for cell in row] for row in DIGITS]),
    pa.array([nested(row) for row in DIGITS], pa.list_(pa.list_(pa.int8(), 9), 9)),
    pa.array([nested(row) for row in DIGITS], pa.large_list(pa.large_list(pa.int64()))),
    pa.array([list(puzzle) for puzzle in TEXTS]),
    pa.array([["" if one == "." else one for one in puzzle] for puzzle in TEXTS]),
    pa.array([list(puzzle.encode()) for puzzle in TEXTS], pa.list_(pa.uint8())),
    pa.array([str(row) for row in DIGITS]),
    pa.array(["\n".join(nested(puzzle)) for puzzle in TEXTS]),
]


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: str(kind.type))
def test_a_column_of_any_type_is_read(kind):
    """With missing values, and from where a slice of it begins."""
    values = kind.to_pylist()
    values[3] = values[7] = None
    for cells, expected in [
        (pa.array(values, kind.type), {3: "missing", 7: "missing"}),
        (kind, {}),
    ]:
        rows = rows_of_table(pa.record_batch({"puzzle": cells.slice(2)}), ONE_COLUMN, 2)
        assert {
            place + 2: entry.error and entry.error.reason for place, entry in rows.odd.items()
        } == expected
        there = [
            plain(bytes(row).decode()) for place, row in enumerate(rows.puzzles) if place not in rows.odd
        ]
        assert there == [one for at, one in enumerate(TEXTS) if at > 1 and at not in expected]


@settings(max_examples=25)
@given(
    st.lists(st.one_of(st.none(), st.sampled_from([80, 81, 82, 0]), st.text(max_size=9)), max_size=30),
    st.sampled_from([pa.string(), pa.large_string(), pa.string_view()]),
    st.data(),
)
def test_odd_values_never_move_the_others(lengths, kind, data):
    """One value of another length breaks a stride of 81 bytes."""
    values = [(TEXTS[at % 12] + "1")[:one] if isinstance(one, int) else one for at, one in enumerate(lengths)]
    begin = data.draw(st.integers(0, len(values)))
    rows = rows_of_table(pa.record_batch({"puzzle": pa.array(values, kind).slice(begin)}), ONE_COLUMN)
    assert len(rows) == len(values) - begin
    for place, (value, symbols) in enumerate(zip(values[begin:], rows.puzzles, strict=True)):
        assert (place in rows.odd) == (value not in TEXTS)
        assert bytes(symbols).decode() == value if value in TEXTS else not symbols.any()


@pytest.mark.parametrize(
    ("cells", "blank"),
    [
        (CELLS + 1, 1),
        (CELLS.astype(object), 0),
        (np.where(CELLS == 0, np.array(None), CELLS), 0),
        (CELLS.astype(str), 0),
        (np.where(CELLS == 0, "", CELLS.astype(str)), 0),
        (np.where(CELLS == 0, "-1", CELLS.astype(str)), -1),
    ],
)
def test_columns_of_cells_are_read_in_each_way_to_write_blanks(cells, blank):
    table = pa.table({name: column.tolist() for name, column in columns_of_cells(cells).items()})
    layout, items = opened(of_bytes(parquet(table)))
    assert layout.blank == blank
    assert puzzles_in(items) == dict(enumerate(PUZZLES))


def test_puzzles_that_were_read_as_numbers_are_told_to_be_none():
    for values in ([float("5" * 81)] * 12, [int("5" * 18)] * 12, [Decimal("5" * 60)] * 12):
        _, items = opened(of_bytes(parquet(pa.table({"puzzle": values, "solution": values}))))
        assert set(puzzles_in(items).values()) == {"not_text"}


def test_what_is_empty_has_no_rows_and_an_empty_batch_is_passed_over():
    empty = TABLE.slice(0, 0)
    with pa.parquet.ParquetWriter(without_groups := io.BytesIO(), TABLE.schema):
        pass
    for data in (parquet(empty), without_groups.getvalue(), arrow(empty), arrow(empty, pa.ipc.new_stream)):
        assert opened(of_bytes(data))[1] == []
    stream = io.BytesIO()
    with pa.ipc.new_stream(stream, TABLE.schema) as writer:
        writer.write_batch(pa.RecordBatch.from_pylist([], TABLE.schema))
        writer.write_table(TABLE)
    assert puzzles_in(opened(of_bytes(stream.getvalue()))[1]) == dict(enumerate(PUZZLES))


def test_puzzles_of_other_sizes_are_read_and_the_usual_size_tells_what_is_too_short():
    table = pa.table({"puzzle": ["." * 256, "." * 255, "." * 256, "." * 90]})
    assert [*puzzles_in(opened(of_bytes(parquet(table)))[1]).values()][1::2] == ["too_short"] * 2
    table, fixed = pa.table({"puzzle": ["1.....2..3.....4", "." * 36]}), Geometry.of_size(6)
    found = puzzles_in(opened(of_bytes(parquet(table)), fixed=fixed)[1])
    assert found == {0: "too_short", 1: "." * 36}
    four = np.array([[[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]] * 3)
    assert [*puzzles_in(opened(of_bytes(npy(four)))[1]).values()] == ["1.....2..3.....4"] * 3


def test_texts_that_are_not_utf8_are_bytes_and_their_rows_are_read():
    notes = pa.array([b"caf\xe9"] * 12).view(pa.string())
    for data in (
        parquet(pa.table({"puzzle": TEXTS, "id": notes})),
        arrow(pa.table({"puzzle": TEXTS, "id": notes})),
    ):
        _, items = opened(of_bytes(data))
        assert list(puzzles_in(items).values()) == TEXTS
        assert values_in(items, Role.ID) == ["caf\udce9"] * 12


def test_of_a_table_only_the_columns_that_have_a_role_are_read_if_not_all_are_wanted():
    for data in (
        parquet(TABLE.append_column("more", TABLE["id"])),
        arrow(TABLE.append_column("more", TABLE["id"])),
    ):
        kept = {keep: opened(of_bytes(data), keep=keep)[1][0].table.schema.names for keep in (False, True)}
        assert (sorted(kept[False]), kept[True]) == (sorted(COLUMNS), [*COLUMNS, "more"])
    with pytest.raises(InputError, match="two columns are called 'a'"):
        opened(of_bytes(arrow(pa.table([TEXTS, TEXTS], names=["a", "a"]))))


def test_of_a_large_row_group_little_is_in_memory(tmp_path):
    """Ten thousand times 81 bytes in a batch, and not the 24 MB of all of them."""
    texts = np.random.default_rng(1).integers(49, 58, 81 * 300_000, np.uint8).view("S81")
    table = pa.table({"puzzle": pa.array(texts, pa.binary(81)).cast(pa.binary())})
    path = str(tmp_path / "a.parquet")
    pa.parquet.write_table(table, path, use_dictionary=False)
    del table
    before, most, count = pa.total_allocated_bytes(), 0, 0
    layout = layout_of_columns(Kind.PARQUET, {"puzzle": TEXTS}, {}, path)
    for rows in rows_of(Source(path, path), layout, Reading()):
        assert isinstance(rows, Rows)
        most, count = max(most, pa.total_allocated_bytes() - before), count + len(rows)
    assert count == 300_000
    assert most < 9_000_000, most


@pytest.mark.parametrize("dtype", ["i1", ">i2", "f4", "S81", "U81", "S1", "U1"])
def test_an_array_of_any_type_shape_and_order_is_read(dtype):
    if "81" in dtype:
        arrays = [np.array(TEXTS, dtype)]
    else:
        cells = np.array(
            [list(text) for text in TEXTS] if "1" in dtype[1:] and dtype[0] in "SU" else DIGITS, dtype
        )
        arrays = [cells, np.asfortranarray(cells), np.asfortranarray(cells.reshape(-1, 9, 9))]
        one = cells.reshape(-1, 9, 9)[0]  # nine rows are one puzzle
        assert puzzles_in(opened(of_bytes(npy(np.asfortranarray(one))))[1]) == {0: TEXTS[0]}
    for array in arrays:
        assert list(puzzles_in(opened(of_bytes(npy(array)))[1]).values()) == TEXTS


def test_a_number_that_is_no_digit_makes_its_row_malformed_and_no_other():
    """Of floats, nan is a blank."""
    whole = np.array(DIGITS, np.int64)
    whole[2, 5], whole[4, 80], whole[6, 0] = 10, -1, 5_000_000_000
    floats = np.where(np.array(DIGITS) == 0, np.nan, DIGITS)
    floats[2, 3], floats[4, 5], floats[6, 0] = 4.5, np.inf, 10
    for cells in (whole, floats):
        found = puzzles_in(opened(of_bytes(npy(cells)))[1])
        assert [at for at, one in found.items() if one == "wrong_symbol"] == [2, 4, 6]
        assert [found[0], found[1]] == TEXTS[:2]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (npy(np.array([object()])), "an array of object"),
        (npy(np.zeros(81, int)), "expected numbers of shape (n, 81) or (n, 9, 9)"),
        (npy(np.zeros((9, 9, 9, 2))), "of shape (9, 9, 9, 2)"),
        (npy(np.array(["2020-01-01"] * 3, "M8[D]")), "datetime64"),
        (npy(CELLS)[:-1], "the array is cut off: its header says 260 rows"),
        (npy(CELLS)[:9], "the header of this array of NumPy is damaged"),
        (npy(CELLS)[:50], "the header of this array of NumPy is damaged"),
        (npy(CELLS).replace(b"descr", b"desc\xff"), "the header of this array of NumPy is damaged"),
        (npy(CELLS).replace(b"'|i1'", b"'|xy'"), "the header of this array of NumPy is damaged"),
        (npy(CELLS).replace(b"}", b"("), "the header of this array of NumPy is damaged"),
        (npz(a=np.zeros(3), b=np.array(1)), "no column of puzzles among 'a'"),
        (npz(b=np.array(1)), "no column of puzzles"),
        (npz(x_train=CELLS[:9], x_test=CELLS[9:]), "save each split as a file of its own"),
        (as_json(ROWS)[:-30], "is no JSON: line 1, column"),
        (
            as_json(ROWS, indent=1).replace(b'"id": 7', b'"id": x'),
            "is no JSON: line 45, column 9: Expecting value",
        ),
        (as_json({"version": {"a": [1, 2]}, "b": 2}), "no column of puzzles among 'version.a', 'b'"),
        (b'{"a": ' * 100_000, "is JSON, but no table"),
        (parquet(TABLE)[:-9], "the Parquet file is damaged or cut off: "),
        (arrow(TABLE).replace(b"puzzle", b"puz\xffle"), "the Arrow file is damaged"),
        (gzip.compress(parquet(TABLE))[:3000], "its gzip data end too early"),
    ],
)
def test_what_holds_no_table_or_is_damaged_at_its_beginning_is_refused(data, said):
    with pytest.raises(InputError) as raised:
        opened(of_bytes(data))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("data", "names", "count"),
    [
        (as_json({"puzzle": nested(TEXTS[0])}), ["puzzle"], 1),  # one row whose puzzle has nine rows
        (as_json({"puzzle": DIGITS[0]}), ["puzzle"], 1),
        (as_json({"puzzle": TEXTS[:9]}), ["puzzle"], 9),
        (as_json({"train": {"q": TEXTS[:4]}, "dev": {"q": TEXTS[4:]}}), ["q", "split"], 12),
        (as_json({"data": {"q": ["short", *TEXTS[1:]]}, "about": [1, 2]}), ["q"], 12),
        (as_json({"train": TEXTS}), ["puzzle", "split"], 12),
        (as_json({"x": TEXTS[0], "y": ANSWERS[0]}), ["x", "y"], 1),
        (as_json({"easy": TEXTS[:5], "hard": TEXTS[5:]}), ["puzzle", "split"], 12),
        (as_json(nested(DIGITS[0])), [], 0),  # a grid, which is read as any other text
        (b"\n".join(map(as_json, DIGITS)), [], 0),
        (b"[Puzzle]\n" + TEXTS[0].encode(), [], 0),
        (b"[]", [], 0),
    ],
)
def test_what_a_json_text_holds_is_seen_from_its_form(data, names, count):
    layout, items = opened(of_bytes(data))
    assert [*layout.names] == names
    if names:
        assert [*puzzles_in(items).values()][count > 9 :] == TEXTS[count > 9 : count]


def test_a_field_whose_name_is_not_utf8_is_refused_where_all_columns_are_wanted():
    data = as_json({"puzzle": TEXTS[0], "n?": 5}).replace(b"?", b"\xe9") + b"\n"
    assert puzzles_in(opened(of_bytes(2 * data))[1]) == {0: TEXTS[0], 1: TEXTS[0]}
    [lost] = opened(of_bytes(2 * data), keep=True)[1]
    assert lost.message == "the name of a field is not UTF-8: rename it"


def test_a_broken_line_of_json_is_one_malformed_row_with_its_number():
    lines = [as_json(row) for row in ROWS[:9]]
    lines[3:6] = [b'{"puzzle": "53', b"", b"[1, 2]"]
    lines += [as_json({"puzzle": 53}), b"{}", b'{"puzzle": "\\ud800' + TEXTS[0][1:].encode() + b'"}']
    _, items = opened(of_bytes(b"\n".join(lines)))
    found = puzzles_in(items)
    assert [*found.values()] == [
        *(*TEXTS[:3], "unreadable", "unreadable", *TEXTS[6:9]),
        *("not_text", "missing", "wrong_symbol"),
    ]
    rows = items[0]
    assert str(rows.odd[3].error).startswith("t:4: found a line that is no JSON (")
    assert str(rows.odd[4].error) == "t:6: found [1, 2]; expected an object of JSON"
    assert values_in(items, Role.ID)[5:9] == [6, 7, 8, None]


def cut(share):
    return lambda data: data[: int(len(data) * share)]


def changed(data, at, new):
    return data[:at] + new + data[at + len(new) :]


def second_group_is_zeros(data):
    """Of Parquet, the middle of the puzzles of the second row group."""
    column = pa.parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(1).column(1)
    begin = column.dictionary_page_offset or column.data_page_offset
    return changed(data, begin + column.total_compressed_size // 2, bytes(100))


def text_outside(batch, offset, size=4):
    """Damage: in that Arrow batch a text begins outside of it."""

    def damage(data):
        offsets, at = (np.arange(14, dtype=f"<i{size}") * 81).tobytes(), -1
        for _ in range(2 * batch - 1):  # the answers have the same offsets
            at = data.index(offsets, at + 1)
        return changed(data, at + 5 * size, offset.to_bytes(size, "little", signed=True))

    return damage


@pytest.mark.parametrize(
    ("data", "damage", "first", "count", "said"),
    [
        (parquet(TABLE), second_group_is_zeros, 13, 13, "row group 2 of 20"),
        (arrow(TABLE), cut(0.8), ..., None, "cut off"),
        (feather(TABLE), cut(0.8), ..., None, "cut off"),
        (WITH_ANSWERS["stream.arrows"], cut(0.8), ..., None, "cut off"),
        (gzip.compress(WITH_ANSWERS["stream.arrows"]), cut(0.8), ..., None, "its gzip data end too early"),
        (arrow(TABLE), text_outside(2, 1 << 30), 13, None, "the Arrow file is damaged"),
        (WITH_ANSWERS["stream.arrows"], text_outside(2, -1, 8), 13, None, "the Arrow file is damaged"),
        (gzip.compress(WITH_ANSWERS["lines.jsonl"]), cut(0.6), ..., None, "cut off"),
    ],
)
def test_what_is_damaged_is_told_and_all_other_rows_are_read(data, damage, first, count, said):
    """Rows behind what is lost keep their numbers; `...` stands for a row that the format decides."""
    damaged = damage(data)
    _, items = opened(of_bytes(damaged), {Role.PUZZLE: "puzzle"})
    [gone] = [one for one in items if isinstance(one, LostRows)]
    assert said in gone.message
    assert 0 < gone.first < COUNT if first is ... else gone.first == first
    assert gone.count == (COUNT - gone.first if count == "rest" else count)
    lost = range(gone.first, gone.first + (gone.count or COUNT))
    there = {at: puzzle for at, puzzle in enumerate(PUZZLES) if at not in lost}
    assert puzzles_in(items) == there
    if there and b"{" not in data:
        last = max(there)
        part = opened(of_bytes(damaged), {Role.PUZZLE: "puzzle"}, first=last, stop=last + 1)[1]
        assert puzzles_in(part) == {last: PUZZLES[last]}


def frames():
    """Data frames of what is installed, with the same rows."""
    yield TABLE
    yield TABLE.to_batches()[0]
    yield TABLE.to_reader()
    for name in ("pandas", "polars"):
        if name in sys.modules or pytest.importorskip(name):
            yield sys.modules[name].DataFrame(COLUMNS)


def read_frame(frame):
    table = table_of_frame(frame)
    layout = layout_of_columns(Kind.ARROW, sample_of(table, "df"), {}, "df")
    return [*read_table(table, "df", layout)]


def test_data_frames_are_read_as_files_are():
    for frame in frames():
        items = read_frame(frame)
        assert puzzles_in(items) == dict(enumerate(PUZZLES))
        assert values_in(items, Role.ANSWER) == ANSWERS
        assert items[0].table.schema.names == [*COLUMNS]


def test_a_pandas_column_of_several_types_and_any_index_is_read():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"puzzle": [TEXTS[0], 5, None, TEXTS[1]]}, index=[3, 3, 1, 0])
    assert puzzles_in(read_frame(frame)) == {0: TEXTS[0], 1: "too_short", 2: "missing", 3: TEXTS[1]}
    polars = pytest.importorskip("polars")
    for other in (
        pandas.Series(TEXTS),
        polars.Series(TEXTS),
        np.zeros((0, 81)),
        TEXTS,
        pa.array(TEXTS),
        None,
    ):
        assert table_of_frame(other) is None
