"""What an audit found wrong: by severity, as text, and in a notebook."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from sudocube.auditing.run import Audit
from sudocube.report.audits import audit_document, headline, share_in_words
from sudocube.report.terminal import Terminal
from tests.report.audit_samples import FILE, FLAWED, LOSS, SOUND


def said_of(summary):
    """The lines of an audit with all examples, on a terminal of 80 columns."""
    document = audit_document(Audit(summary), most=None)
    return Terminal(Console(width=80)).text(document).splitlines()


@given(st.data())
def test_a_share_is_0_or_100_per_cent_only_if_it_is_that_exactly(data):
    whole = data.draw(st.integers(1, 10**12))
    part = data.draw(st.integers(0, whole))
    told = share_in_words(part, whole)
    assert (told == "0%") == (part == 0)
    assert (told == "100%") == (part == whole)
    exact = 100 * part / whole
    assert float(told[:-1]) == pytest.approx(exact, abs=0.051 * min(exact, 100 - exact) + 1e-9)


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        (
            FLAWED,
            "1,000 rows, 32 with a severe flaw (3.2%), 1 with a minor flaw (0.10%), 1 undecided (0.10%)",
        ),
        (SOUND, "1,000 rows, none with a flaw"),
        ({**SOUND, "minor_rows": 20}, "1,000 rows, 20 with a minor flaw (2.0%)"),
        ({**SOUND, "lost": [LOSS]}, "1,000 rows that could be read, none with a flaw"),
        ({**SOUND, "open_rows": 2}, "1,000 rows, none with a flaw, 2 undecided (0.20%)"),
        ({**SOUND, "rows": 0}, "no rows were read"),
    ],
)
def test_the_headline_says_the_worst_first(summary, expected):
    assert headline(summary) == expected


def test_the_text_says_the_verdict_and_what_is_wrong_the_gravest_first():
    """Then an example of each flaw, drawn with the wrong cells in brackets, and how many there are more."""
    said = said_of(FLAWED)
    assert " ".join(said[:2]) == f"train.csv: {headline(FLAWED)}"
    start = next(number for number, line in enumerate(said) if line.startswith("flaw "))
    assert said[start + 1 : start + 6] == [
        "no solution          1  0.10%  severe    train.csv:4",
        "answer is wrong     30   3.0%  severe    train.csv:5",
        "malformed            1  0.10%  severe    train.csv:3",
        "duplicate, moved     1  0.10%  minor     train.csv:7",
        "undecided            1  0.10%  open      train.csv:8",
    ]
    for line in (
        "  train.csv:5: r1c3 holds 6; the only solution has 4",
        "  train.csv:7: is train.csv:2 moved: rows 1 2 become rows 2 1",
    ):
        assert line in said
    assert any("[6]|[4]" in line and "[4]|[6]" in line for line in said)  # the solution beside it
    assert any("[5][5]" in line for line in said)  # the clash
    assert max(map(len, said)) <= 80
    assert "What is wrong" not in said_of(SOUND)


def test_marks_are_explained_where_the_first_stands_though_a_board_without_any_came_before():
    examples = {kind: FLAWED["examples"][kind] for kind in ("undecided", "no_solution")}
    said = said_of({**FLAWED, "flaws": dict.fromkeys(examples, 1), "examples": examples})
    [legend] = [number for number, line in enumerate(said) if line.strip() == "[7] clash"]
    assert "[5][5]" in said[legend + 2]


def test_a_notebook_shows_verdict_and_flaws_and_escapes_names():
    shown = Audit({**FLAWED, "files": [{**FILE, "name": "<script>alert(1).csv"}]})._repr_html_()
    assert "&lt;script&gt;alert(1).csv: </span>" in shown
    assert "1,000 rows, 32 with a severe flaw (3.2%)" in shown
    assert "<script>" not in shown
    assert '<td class="number">30</td><td class="number">3.0%</td>' in shown
    assert shown.index("no solution") < shown.index("answer is wrong") < shown.rindex("undecided")
    assert "the gzip file is cut off" in Audit({**SOUND, "lost": [LOSS]})._repr_html_()


def test_labels_are_told_with_how_many_rows_have_them():
    said = said_of({**SOUND, "labels": {"easy": 100, "hard": 900}})
    start = said.index("Labels")
    assert [line.split() for line in said[start + 2 : start + 4]] == [
        ["hard", "900", "90%"],
        ["easy", "100", "10%"],
    ]
