"""Tables of the literature on terminals of any width."""

import pytest

from sudocube.lab.literature import DILLON, KWON, LYNCE, SIMONIS, LiteratureFigure, LiteratureTable
from sudocube.report.literature_text import DIFFERS, MEASURED, literature_in_words, literature_rows


def table(paper, theirs: float | None, *, is_share: bool = True) -> LiteratureTable:
    """A table of two columns, the second one measured on a sample."""
    ours = 0.4722 if is_share else 11_988
    columns = [LiteratureFigure("extended", "unit", theirs, ours, 24_260)]
    columns.append(LiteratureFigure("extended", "hyper-binary", theirs, ours, 100, late=1))
    return LiteratureTable(paper, tuple(columns), is_share)


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("paper", MEASURED, ids=str)
def test_a_table_fits_and_tells_of_each_column_on_how_many_puzzles(paper, width):
    lines = [line.plain for line in literature_in_words(table(paper, 0.47), width)]
    assert max(map(len, lines)) <= width
    words = " ".join(" ".join(lines).split())
    assert "unit: 24,260 puzzles; hyper-binary: 100 puzzles" in words
    assert "1 puzzle out of time, counted as undecided" in words


def test_theirs_have_the_decimal_places_that_the_paper_prints():
    words = {
        paper: " ".join(line.plain for line in literature_in_words(table(paper, 0.47), 80))
        for paper in (LYNCE, DILLON)
    }
    assert "47 %" in words[LYNCE]
    assert "47.0 %" in words[DILLON]
    assert all("47.2 %" in one for one in words.values())


def test_a_paper_without_figures_has_no_row_of_them():
    words = " ".join(line.plain for line in literature_in_words(table(SIMONIS, None), 80))
    assert "theirs" not in words.casefold()
    assert "47.2 %" in words


def test_sizes_are_numbers_beside_those_of_the_paper():
    words = " ".join(line.plain for line in literature_in_words(table(KWON, 12_018, is_share=False), 80))
    assert "12,018" in words
    assert "11,988" in words


def test_each_paper_says_what_it_measured():
    assert set(MEASURED) == {LYNCE, DILLON, KWON, SIMONIS}
    assert set(DIFFERS) <= set(MEASURED)


def test_json_rows_have_both_figures():
    [first, second] = literature_rows(table(LYNCE, 0.47))
    assert (first["theirs"], first["ours"], first["puzzles"]) == (0.47, 0.4722, 24_260)
    assert second["out_of_time"] == 1
