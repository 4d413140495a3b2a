"""`sudocube canonical`: forms in the format of the input; with --distinct, the first puzzle of each class."""

import csv
import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudocube import Puzzle, canonical, kernel
from sudocube.formats import FORMATS, bulk_reader, read
from sudocube.symmetry import random_isomorphism
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, run, written

FOUR = "1.....2..3.....4"
SIX = "1" + "." * 35
MARKS = "12......." + 80 * "123456789"
INVALID = UNIQUE[:-1]
JUNK = "1" * 81
"""So symmetric that the search for its form is given up."""

GIVEN_UP = "it is so symmetric that the search for its form was given up"
FOUR_REFUSED = "there are canonical forms of 9×9 puzzles only, not of 4×4"
MARKS_REFUSED = "there are canonical forms of clues only, not of pencilmarks"


def moved(cells: str, seed: int = 1) -> str:
    """An isomorphic puzzle."""
    return str(random_isomorphism(Random(seed)).apply(Puzzle(cells)))


def form_of(cells: str) -> str:
    return str(canonical(cells))


def puzzles_in(text: str, name: str = "a.txt") -> list[Puzzle | None]:
    return [entry.puzzle for entry in read(io.BytesIO(text.encode()), name)]


def rows_of(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(text.splitlines())]


def test_isomorphic_puzzles_have_one_form_whatever_their_verdicts(tmp_path):
    """Unique ones, ones with several solutions or none, full grids, and no clues at all."""
    for cells in (UNIQUE, MULTIPLE, NONE, SOLUTION, "." * 81):
        file = written(tmp_path, *(moved(cells, seed) for seed in range(5)))
        assert invoke("canonical", file) == (0, f"{form_of(cells)}\n" * 5, "")


def test_puzzles_that_are_not_isomorphic_have_different_forms(tmp_path):
    """Though one clue differs."""
    spoilt = UNIQUE.replace("1", ".", 1)
    lines = invoke("canonical", written(tmp_path, UNIQUE, spoilt, MULTIPLE)).out.splitlines()
    assert len(set(lines)) == 3


def test_of_a_puzzle_alone_a_remark_says_what_the_form_does_not_show():
    form = canonical(UNIQUE)
    assert form is not None
    assert invoke("canonical", moved(UNIQUE)) == (0, f"{form}\n", f"1 automorphism; key {form.key}\n")
    assert invoke("canonical", "." * 81).err.startswith("2 automorphisms; key ")
    assert invoke("canonical", UNIQUE, "--quiet").err == ""
    assert invoke("canonical", UNIQUE, "--json").err == ""


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_that_is_written_holds_the_forms(form, tmp_path):
    file = written(tmp_path, UNIQUE, NONE, MULTIPLE)
    outcome = invoke("canonical", file, "--format", form)
    assert (outcome.status, outcome.err) == (0, "")
    forms = [form_of(cells) for cells in (UNIQUE, NONE, MULTIPLE)]
    if form == "csv":
        assert [row["canonical"] for row in rows_of(outcome.out)] == forms
    else:
        assert list(map(str, puzzles_in(outcome.out, f"a.{form}"))) == forms


@pytest.mark.parametrize("form", ["grid", "ss", "sdk", "sdm", "pencilmarks"])
def test_the_form_stands_in_the_format_of_the_input(form, tmp_path):
    text = invoke("convert", UNIQUE, "--format", form).out
    file = tmp_path / f"puzzle.{form if form in ('ss', 'sdk', 'sdm') else 'txt'}"
    file.write_text(text, "utf-8")
    as_form = invoke("convert", form_of(UNIQUE), "--format", "line" if form == "pencilmarks" else form)
    assert invoke("canonical", file, "-q").out.split() == (
        invoke("convert", form_of(UNIQUE), "--format", "pencilmarks").out.split()
        if form == "pencilmarks"
        else as_form.out.split()
    )


@pytest.mark.parametrize("blank", "0*_-x")
def test_blanks_stay_what_they_are(blank, tmp_path):
    file = written(tmp_path, UNIQUE.replace(".", blank), NONE)
    expected = [form_of(UNIQUE).replace(".", blank), form_of(NONE)]
    assert invoke("canonical", file).out.splitlines() == expected
    assert invoke("canonical", UNIQUE.replace(".", "0")).out.strip() == expected[0].replace(blank, "0")


def test_there_is_a_record_for_each_puzzle_whatever_becomes_of_it(tmp_path):
    """With the graver status, and one line for each that has no form."""
    file = written(tmp_path, UNIQUE, INVALID, JUNK, UNIQUE, FOUR, MARKS, NONE)
    outcome = invoke("canonical", file)
    one, other = form_of(UNIQUE), form_of(NONE)
    assert outcome.out.splitlines() == [one, "invalid", "unknown", one, "invalid", "invalid", other]
    assert outcome.err.splitlines() == [
        f"{file}:2: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)",
        f"{file}:3: undecided: {GIVEN_UP}",
        f"error: {file}:5: {FOUR_REFUSED}",
        f"error: {file}:6: {MARKS_REFUSED}",
    ]
    assert outcome.status == 2
    quiet = invoke("canonical", file, "--quiet")
    assert (quiet.out, quiet.err.splitlines()) == (
        outcome.out,
        [line for line in outcome.err.splitlines() if "undecided" not in line],
    )


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([UNIQUE, NONE], 0),
        ([UNIQUE, JUNK], 3),
        ([UNIQUE, INVALID], 2),
        ([SIX], 2),
        ([MARKS], 2),
        ([JUNK, FOUR], 2),
    ],
)
@pytest.mark.parametrize("more", [[], ["--json"], ["--distinct"], ["--format", "csv"]], ids=" ".join)
def test_the_status_says_whether_each_puzzle_has_a_form(lines, status, more, tmp_path):
    """3 where one is undecided, and 2 where there is none; the latter goes first."""
    assert invoke("canonical", written(tmp_path, *lines), *more).status == status


def test_an_input_that_cannot_be_read_does_not_keep_the_others_from_their_turn(tmp_path):
    outcome = invoke("canonical", tmp_path / "missing.txt", UNIQUE)
    assert (outcome.status, outcome.out) == (2, f"{form_of(UNIQUE)}\n")
    assert outcome.err.startswith(f"error: {tmp_path / 'missing.txt'}: there is no such file")


def test_json_has_the_form_its_key_and_the_automorphisms(tmp_path):
    """All three are null where it is undecided, and where there is none: then a reason says why."""
    file = written(tmp_path, UNIQUE.replace(".", "0"), INVALID, JUNK)
    unique, invalid, junk, four, marks = invoke("canonical", file, FOUR, MARKS, "--json").rows
    form = canonical(UNIQUE)
    assert form is not None
    assert unique == {
        "index": 1,
        "source": f"{file}:1",
        "puzzle": UNIQUE,
        "box": "3x3",
        "canonical": str(form),
        "automorphisms": form.automorphisms,
        "key": form.key,
    }
    assert (invalid["index"], invalid["verdict"]) == (2, "invalid")
    for row, cells, reason in (
        (junk, JUNK, GIVEN_UP),
        (four, FOUR, FOUR_REFUSED),
        (marks, MARKS.replace("0", "."), MARKS_REFUSED),
    ):
        assert (row["puzzle"], row["canonical"], row["automorphisms"], row["key"]) == (
            cells,
            None,
            None,
            None,
        )
        assert row["reason"] == reason


class TestTables:
    """A table keeps its columns, and gets three more."""

    def test_the_form_the_automorphisms_and_the_key_follow_the_columns(self, tmp_path):
        file = written(
            tmp_path, "id;puzzle;note", f'7;{UNIQUE};"a;b"', f"8;{JUNK};", f"9;{INVALID};x", name="a.csv"
        )
        form = canonical(UNIQUE)
        assert form is not None
        outcome = invoke("canonical", file)
        assert (outcome.status, outcome.out.splitlines()) == (
            2,
            [
                "id;puzzle;note;canonical;automorphisms;key",
                f'7;{UNIQUE};"a;b";{form};{form.automorphisms};{form.key}',
                f"8;{JUNK};;;;",
                f"9;{INVALID};x;;;",
            ],
        )

    def test_columns_of_these_names_are_kept_and_the_new_ones_have_others(self, tmp_path):
        file = written(tmp_path, "key,puzzle", f"mine,{UNIQUE}", name="a.csv")
        [row] = rows_of(invoke("canonical", file).out)
        assert (row["key"], row["canonical"]) == ("mine", form_of(UNIQUE))
        assert len(row["sudocube_key"]) == 32

    def test_blanks_are_those_of_the_table(self, tmp_path):
        file = written(tmp_path, "id,puzzle", f"1,{UNIQUE.replace('.', '0')}", name="a.csv")
        [row] = rows_of(invoke("canonical", file).out)
        assert row["canonical"] == form_of(UNIQUE).replace(".", "0")

    def test_columns_that_another_format_cannot_hold_are_told(self, tmp_path):
        file = written(tmp_path, "id,puzzle", f"1,{UNIQUE}", f"2,{moved(UNIQUE)}", name="a.csv")
        outcome = invoke("canonical", file, "--format", "line")
        assert outcome.out == f"{form_of(UNIQUE)}\n" * 2
        assert outcome.err == f"{file}: the column 'id' left out: line holds puzzles only; csv holds it\n"

    def test_in_json_a_table_has_the_rows_of_a_list(self, tmp_path):
        """A large one is read in batches."""
        table = written(tmp_path, "id,puzzle", f"1,{UNIQUE}", f"2,{NONE}", name="a.csv")
        rows = invoke("canonical", table, "--json").rows
        assert [row["source"] for row in rows] == [f"{table}:2", f"{table}:3"]
        assert [row["canonical"] for row in rows] == [form_of(UNIQUE), form_of(NONE)]


class TestDistinct:
    """The first puzzle of each class, as it was read."""

    def test_the_first_of_each_class_stands_as_it_is(self, tmp_path):
        """In the order of the input, over all inputs; a remark counts them."""
        first = written(tmp_path, moved(UNIQUE, 3), NONE, moved(NONE), UNIQUE, name="a.txt")
        second = written(tmp_path, moved(MULTIPLE), moved(NONE, 4), MULTIPLE, name="b.txt")
        outcome = invoke("canonical", first, second, moved(UNIQUE, 5), SOLUTION, "--distinct")
        expected = [moved(UNIQUE, 3), NONE, moved(MULTIPLE), SOLUTION]
        assert (outcome.status, outcome.out.splitlines()) == (0, expected)
        assert outcome.err == "9 puzzles, 4 classes\n"

    def test_blanks_of_several_kinds_stay_as_they_are(self, tmp_path):
        """On the command line and in lists."""
        mixed = UNIQUE.replace(".", "0", 3).replace(".", "x", 2)
        file = written(tmp_path, NONE, mixed, moved(UNIQUE))
        assert invoke("canonical", file, "--distinct").out.splitlines() == [NONE, mixed]
        assert invoke("canonical", mixed, NONE, "--distinct").out.splitlines() == [mixed, NONE]

    def test_text_beside_a_puzzle_is_left_out_as_the_help_says(self, tmp_path):
        file = written(tmp_path, "# a comment", f"{UNIQUE} an easy one", NONE)
        assert invoke("canonical", file, "--distinct").out.splitlines() == [UNIQUE, NONE]
        said = " ".join(invoke("canonical", "--help", columns=80).out.split())
        assert "as it was read, but without the text beside it" in said

    def test_a_table_keeps_the_rows_with_all_columns(self, tmp_path):
        lines = ["id,puzzle,rating", f"1,{UNIQUE},2.5", f"2,{moved(UNIQUE)},3.0", f'3,{NONE},"a,b"']
        file = written(tmp_path, *lines, name="a.csv")
        outcome = invoke("canonical", file, "--distinct")
        assert outcome == (0, "".join(f"{lines[at]}\n" for at in (0, 1, 3)), "3 puzzles, 2 classes\n")

    def test_grids_stay_grids(self, tmp_path):
        lines = invoke("convert", UNIQUE, moved(UNIQUE), NONE, "--format", "grid").out.splitlines()
        file = written(tmp_path, *lines)
        outcome = invoke("canonical", file, "--distinct")
        assert outcome.out == invoke("convert", UNIQUE, NONE, "--format", "grid").out

    def test_another_format_holds_the_puzzles_themselves(self, tmp_path):
        file = written(tmp_path, UNIQUE.replace(".", "0"), moved(UNIQUE), NONE)
        outcome = invoke("canonical", file, "--distinct", "--format", "sdk")
        assert outcome.out == invoke("convert", UNIQUE.replace(".", "0"), NONE, "--format", "sdk").out

    def test_json_has_the_rows_of_these_puzzles_with_their_places(self, tmp_path):
        """And of what is no puzzle: nothing else would say it."""
        file = written(tmp_path, UNIQUE, moved(UNIQUE), INVALID, FOUR, NONE)
        rows = invoke("canonical", file, "--distinct", "--json").rows
        assert [row["index"] for row in rows] == [1, 3, 4, 5]
        assert rows[0] == invoke("canonical", file, "--json").rows[0]

    def test_what_has_no_form_is_left_out_and_told(self, tmp_path):
        file = written(tmp_path, UNIQUE, INVALID, FOUR, NONE)
        outcome = invoke("canonical", file, "--distinct")
        assert outcome.out.splitlines() == [UNIQUE, NONE]
        assert [line.partition(" ")[0] for line in outcome.err.splitlines()] == [f"{file}:2:", "error:", "2"]

    def test_undecided_puzzles_are_of_one_class_only_if_their_clues_are_the_same(self, tmp_path):
        """Never by a guess; whatever their blanks are."""
        other = "2" * 81
        almost = "." + "1" * 80
        assert canonical(almost) is None
        file = written(tmp_path, JUNK, other, JUNK, almost, almost.replace(".", "0"), UNIQUE)
        outcome = invoke("canonical", file, "--distinct")
        assert (outcome.status, outcome.out.splitlines()) == (3, [JUNK, other, almost, UNIQUE])
        assert outcome.err.splitlines()[-1] == (
            "6 puzzles, at most 4 classes: "
            "of 5 undecided ones, only those with the same clues count as one class"
        )

    @given(data=st.data())
    @settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_it_keeps_what_a_dictionary_of_forms_keeps(self, data, tmp_path, monkeypatch):
        """Wherever batches end."""
        monkeypatch.setattr(bulk_reader, "BATCH_BYTES", data.draw(st.sampled_from([100, 500, 10**6])))
        cells = st.tuples(st.sampled_from([UNIQUE, NONE, MULTIPLE, SOLUTION]), st.integers(0, 9))
        lines = [moved(*one) for one in data.draw(st.lists(cells, min_size=1, max_size=20))]
        kept = dict(reversed([(form_of(line), line) for line in lines]))
        out = invoke("canonical", written(tmp_path, *lines), "--distinct").out.splitlines()
        assert out == sorted(kept.values(), key=lines.index)


@pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")
class TestLists:
    """Lists of 9×9 puzzles are read in batches, with the same records."""

    LINES = (
        *(UNIQUE, moved(UNIQUE).replace(".", "0"), NONE, INVALID, JUNK, "# said by the way", "", FOUR),
        *(SOLUTION, MULTIPLE.replace(".", "x"), MULTIPLE.replace(".", "_", 3), UNIQUE, JUNK, MARKS),
    )

    @pytest.mark.parametrize("name", ["puzzles.txt", "puzzles.sdm"])
    @pytest.mark.parametrize("distinct", [[], ["--distinct"]], ids=["all", "distinct"])
    @pytest.mark.parametrize(
        "more", [[], ["--json"], *(["--format", form] for form in FORMATS)], ids=" ".join
    )
    def test_they_are_the_same_as_puzzle_by_puzzle(self, more, distinct, name, tmp_path, monkeypatch):
        file = written(tmp_path, *self.LINES, name=name)
        in_bulk = invoke("canonical", file, *more, *distinct)
        monkeypatch.setattr("sudocube.checking.dispatch.serves_in_bulk", lambda engine: False)
        assert invoke("canonical", file, *more, *distinct) == in_bulk

    @pytest.mark.parametrize("jobs", ["1", "3"])
    def test_any_number_of_threads_gives_the_same(self, jobs, tmp_path, monkeypatch):
        monkeypatch.setattr(bulk_reader, "BATCH_BYTES", 1000)
        lines = [moved(cells, seed) for seed in range(40) for cells in (UNIQUE, NONE, SOLUTION)]
        out = invoke("canonical", written(tmp_path, *lines), "--jobs", jobs).out
        assert out.splitlines() == [form_of(cells) for cells in (UNIQUE, NONE, SOLUTION)] * 40


def test_without_a_compiled_kernel_the_forms_are_the_same(tmp_path, monkeypatch):
    """Then lists are read puzzle by puzzle."""
    file = written(tmp_path, UNIQUE, INVALID, moved(NONE), SOLUTION, FOUR)
    for more in ([], ["--json"], ["--distinct"]):
        expected = invoke("canonical", file, *more)
        with monkeypatch.context() as patch:
            patch.setenv(kernel.VARIABLE, kernel.TWIN)
            assert invoke("canonical", file, *more) == expected


def test_standard_input_and_a_file_that_is_written(tmp_path):
    file = tmp_path / "forms.txt"
    assert run("canonical", "-", "-o", file, stdin=f"{UNIQUE}\n{NONE}\n".encode()) == (0, "", "")
    assert Path(file).read_text("utf-8").splitlines() == [form_of(UNIQUE), form_of(NONE)]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_help_says_what_isomorphic_puzzles_are_and_what_the_words_mean(columns):
    said = " ".join(invoke("canonical", "--help", columns=columns).out.replace("│", " ").split())
    for word in ("digits are renamed", "unknown", "invalid", "--distinct", "Exit status: 0 done; 2"):
        assert word in said
