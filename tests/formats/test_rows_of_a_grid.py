"""One row per text line: spaces, bars, rules, dashes, several puzzles, and errors in a grid."""

import io
from typing import Any

import pytest

from sudocube.formats import grid_reader
from sudocube.geometry import BLANKS
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

FULL = [(r * 3 + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]
CELLS = "".join("." if (i * i) % 5 < 2 else str(digit) for i, digit in enumerate(FULL))
ROWS = [CELLS[i : i + 9] for i in range(0, 81, 9)]


def entries(lines: Any, name: Any = "grids.txt", **hints: Any) -> Any:
    text = lines if isinstance(lines, str) else "\n".join(lines)
    return list(read(io.BytesIO(text.encode()), name, **hints))


def told(entry: Any) -> Any:
    error = entry.error
    return error.line, error.column, error.found, error.expected


def barred(row: Any, bar: Any = "|") -> Any:
    return bar.join((row[:3], row[3:6], row[6:]))


def ruled(rows: Any, rule: Any, edge: Any = None) -> Any:
    middle = [*rows[:3], rule, *rows[3:6], rule, *rows[6:]]
    return middle if edge is None else [edge, *middle, edge]


SPACED_BARS = [" | ".join(map(" ".join, (row[:3], row[3:6], row[6:]))) for row in ROWS]
WIDE_RULE = "+-----+-----+-----+"

FORMS = {
    "plain": ROWS,
    "spaced": [" ".join(row) for row in ROWS],
    "tabs": ["\t".join(row) for row in ROWS],
    "indented": [f"   {row}  " for row in ROWS],
    "boxes apart": [barred(row, " ") for row in ROWS],
    "bars": [barred(row) for row in ROWS],
    "bars and spaces": [barred(row, " | ") for row in ROWS],
    "rules of dashes": ruled([barred(row) for row in ROWS], "-----------"),
    "crossed rules": ruled([barred(row) for row in ROWS], "---+---+---"),
    "rules without bars": ruled(ROWS, "---+---+---"),
    "double rules": ruled([barred(row) for row in ROWS], "==========="),
    "spaced, crossed": ruled(SPACED_BARS, "------+-------+------"),
    "plus frame": ruled([f"| {barred(row, ' | ')} |" for row in ROWS], WIDE_RULE, WIDE_RULE),
    "star frame": ruled([f"|{barred(row)}|" for row in ROWS], "|---+---+---|", "*-----------*"),
    "comments": ["# above", *ROWS[:4], "  # within", ROWS[4] + " # behind", *ROWS[5:]],
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_grid_is_read(form):
    [entry] = entries(FORMS[form])
    assert entry.error is None
    assert entry.puzzle == Puzzle(CELLS)


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("form", FORMS)
def test_every_blank_is_read_in_every_form(form, blank):
    lines = [line.replace(".", blank) for line in FORMS[form]]
    [entry] = entries(lines)
    assert entry.puzzle == Puzzle(CELLS)
    assert entry.style.blank == blank


@pytest.mark.parametrize(
    ("form", "format_", "spaced", "is_barred", "framed"),
    [
        ("plain", "grid", False, False, False),
        ("spaced", "grid", True, False, False),
        ("boxes apart", "grid", False, False, False),
        ("bars and spaces", "grid", False, True, False),
        ("crossed rules", "grid", False, True, False),
        ("spaced, crossed", "grid", True, True, False),
        ("plus frame", "grid", False, True, True),
        ("star frame", "ss", False, True, True),
    ],
)
def test_the_style_remembers_how_the_grid_was_written(form, format_, spaced, is_barred, framed):
    style = entries(FORMS[form])[0].style
    assert (style.format, style.spaced, style.barred, style.framed) == (format_, spaced, is_barred, framed)


def test_a_name_ending_in_ss_is_the_format_ss():
    assert entries(FORMS["rules of dashes"], name="a.ss")[0].style.format == "ss"


def test_the_source_is_the_line_of_the_first_row():
    lines = ["# title", "", *FORMS["star frame"], "", *ROWS]
    assert [entry.source for entry in entries(lines)] == ["grids.txt:4", "grids.txt:17"]


def test_grids_of_several_sizes_may_follow_each_other():
    four, six = ["1...", "..2.", ".3..", "...4"], ["1....6"] * 6
    got = [str(entry.puzzle) for entry in entries([*four, "", "", *six, "", *ROWS])]
    assert got == ["".join(four), "".join(six), CELLS]


def test_grids_without_a_blank_line_between_them_are_several_puzzles():
    other = ROWS[::-1]
    got = [(entry.source, str(entry.puzzle)) for entry in entries([*ROWS, *other, *ROWS])]
    assert got == [("grids.txt:1", CELLS), ("grids.txt:10", "".join(other)), ("grids.txt:19", CELLS)]


def test_framed_grids_without_a_blank_line_between_them_are_several_puzzles():
    got = entries(FORMS["star frame"] * 2)
    assert [(entry.source, str(entry.puzzle)) for entry in got] == [
        ("grids.txt:2", CELLS),
        ("grids.txt:15", CELLS),
    ]


def test_a_faulty_grid_does_not_spoil_the_one_in_the_same_block():
    spoilt = [*ROWS[:8], ROWS[8][:8] + "!"]
    first, second = entries([*spoilt, *ROWS])
    assert (first.error.line, first.error.column) == (9, 9)
    assert second.puzzle == Puzzle(CELLS)


@pytest.mark.parametrize("count", [1, 8, 10, 17])
def test_a_wrong_number_of_rows_is_one_error_for_the_block(count):
    lines = (ROWS * 2)[:count]
    bad, good = entries(["# a", *lines, "", *ROWS])
    more = {1: ": 8 rows are missing", 8: ": a row is missing"}.get(count, ", or several times as many")
    rows = "1 row" if count == 1 else f"{count} rows"
    assert told(bad) == (2, None, f"{rows} of 9 symbols", f"9 rows (a 9×9 puzzle){more}")
    assert good.puzzle == Puzzle(CELLS)


def test_a_row_that_is_too_short_is_named():
    [entry] = entries([*ROWS[:4], ROWS[4][:8], *ROWS[5:]])
    assert entry.source == "grids.txt:1"
    assert told(entry) == (5, None, "8 symbols", "9 (a row of a 9×9 puzzle)")


def test_a_bad_symbol_in_a_row_is_named_with_its_column():
    expected = "a digit 1 to 9 or one of the blanks . 0 * _ - x X ?"
    for row in (0, 4, 8):
        lines = [f"|{barred(line)}|" for line in ROWS]
        lines[row] = lines[row][:6] + "!" + lines[row][7:]
        [entry] = entries(lines)
        assert told(entry) == (row + 1, 7, "'!'", expected)


def test_a_digit_above_the_size_is_named_with_its_column():
    [entry] = entries(["1 2 3 4", ". . . .", ". . 5 .", ". . . ."])
    assert told(entry) == (3, 5, "'5'", "a digit 1 to 4 or one of the blanks . 0 * _ - x X ?")


def test_a_byte_that_is_no_text_in_a_row():
    lines = [row.encode() for row in ROWS]
    lines[2] = lines[2][:3] + b"\xff" + lines[2][4:]
    [entry] = read(io.BytesIO(b"\n".join(lines)), "grids.txt")
    assert (entry.error.line, entry.error.column, entry.error.found) == (3, 4, "byte 0xff, not text")


def test_a_spoilt_line_among_the_rows_is_named_rather_than_the_number_of_rows():
    [entry] = entries([*ROWS, "53..7!oo."])
    assert (entry.error.line, entry.error.column, entry.error.found) == (10, 6, "'!'")


def test_a_grid_of_another_size_than_asked_for_is_an_error():
    [entry] = entries(ROWS, size=6)
    assert told(entry) == (1, None, "9 symbols", "6 (a row of a 6×6 puzzle)")


class TestDashes:
    """Nine dashes are a rule or a row of nine blanks: the block decides, or there is an error."""

    DASHED = tuple("---------" if i in (2, 5) else row for i, row in enumerate(ROWS))

    def test_dashes_are_a_row_where_nine_rows_need_it(self):
        [entry] = entries(self.DASHED)
        assert str(entry.puzzle) == "".join(self.DASHED).replace("-", ".")

    def test_dashes_are_rules_where_there_are_nine_rows_without_them(self):
        [entry] = entries(ruled(ROWS, "---------"))
        assert entry.puzzle == Puzzle(CELLS)

    def test_dashes_without_bars_are_rules_among_rows_with_bars(self):
        rows = [barred(row.replace(".", "-")) for row in ROWS]
        [entry] = entries(ruled(rows, "---------"))
        assert entry.puzzle == Puzzle(CELLS)

    def test_dashes_with_bars_where_the_rows_have_them_are_a_row(self):
        rows = [barred(row) for row in self.DASHED]
        [entry] = entries(ruled(rows, "---+---+---"))
        assert str(entry.puzzle) == "".join(self.DASHED).replace("-", ".")

    def test_nine_lines_of_dashes_are_a_puzzle_without_clues(self):
        [entry] = entries(["---------"] * 9)
        assert entry.puzzle == Puzzle("." * 81)

    @pytest.mark.parametrize(
        "lines",
        [
            pytest.param(ruled(DASHED, "---------"), id="neither is even"),
            pytest.param([*ROWS, *["---------"] * 9], id="both are even"),
        ],
    )
    def test_dashes_that_may_be_either_are_asked_about(self, lines):
        bad, good = entries([*lines, "", *ROWS])
        line = 1 + next(i for i, text in enumerate(lines) if text == "---------")
        assert (bad.error.line, bad.error.column) == (line, None)
        assert bad.error.found.startswith("dashes that may be a rule or a row of blanks")
        assert bad.error.expected == "9 rows (a 9×9 puzzle) one way only: write blanks as ."
        assert good.puzzle == Puzzle(CELLS)

    def test_dashes_are_no_rule_where_no_box_ends(self):
        lines = [*ROWS[:1], "---------", *ROWS[1:]]
        [entry] = entries(lines)
        assert "rule or a row of blanks (9 rows or 10)" in entry.error.found


class TestLongBlocks:
    """Only a bounded part of a block is held in memory."""

    @pytest.mark.parametrize("form", ["plain", "star frame"])
    def test_a_long_block_is_read_in_steps(self, form, monkeypatch):
        monkeypatch.setattr(grid_reader, "MOST_LINES", 40)
        got = entries(FORMS[form] * 30)
        assert [entry.puzzle for entry in got] == [Puzzle(CELLS)] * 30
        first = 1 if form == "plain" else 2
        assert [entry.source for entry in got] == [
            f"grids.txt:{first + i * len(FORMS[form])}" for i in range(30)
        ]

    def test_a_row_too_few_at_its_end_is_an_error_at_its_end(self, monkeypatch):
        monkeypatch.setattr(grid_reader, "MOST_LINES", 40)
        *good, bad = entries((ROWS * 20)[:-1])
        assert all(entry.puzzle for entry in good)
        assert bad.error.line is not None
        assert bad.error.line > 100
        assert bad.error.expected == "9 rows (a 9×9 puzzle), or several times as many"

    @pytest.mark.parametrize("line", ["---+---+---", "---------"])
    def test_a_long_block_that_cannot_be_cut_is_one_error(self, line, monkeypatch):
        monkeypatch.setattr(grid_reader, "MOST_LINES", 40)
        bad, good = entries([ROWS[0], *[line] * 100, "", *ROWS])
        assert told(bad) == (1, None, "a block of more than 40 lines", "blank lines between the puzzles")
        assert good.puzzle == Puzzle(CELLS)
