"""What an audit found wrong, by severity; shares and headlines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.auditing.flaw_kinds import FlawKind
from sudocube.report.audit_findings import (
    FLAW_WORDS,
    Severity,
    clean_in_words,
    findings,
    headline,
    lead,
    rows_in_words,
    share_in_words,
)
from sudocube.report.audit_names import title
from tests.report.audit_samples import FILE, FLAWED, LOSS, SOUND


def test_there_are_words_for_each_kind_of_flaw_and_severe_ones_come_first():
    assert set(FLAW_WORDS) == set(FlawKind)
    order = [*Severity]
    ranks = [order.index(words.severity) for words in FLAW_WORDS.values()]
    assert ranks == sorted(ranks)
    assert len({words.title for words in FLAW_WORDS.values()}) == len(FLAW_WORDS)


def test_what_is_undecided_is_no_flaw_and_comes_last():
    assert all((words.severity is Severity.OPEN) != kind.is_flaw for kind, words in FLAW_WORDS.items())
    assert [one.kind for one in findings(FLAWED)][-1] is FlawKind.UNDECIDED


def test_a_finding_says_how_many_rows_and_which_share():
    found = {one.kind: one.in_rows for one in findings(FLAWED)}
    assert found[FlawKind.ANSWER_WRONG] == "30 rows (3.0%)"
    assert found[FlawKind.MALFORMED] == "1 row (0.10%)"


@given(st.data())
def test_a_share_is_0_or_100_per_cent_only_if_it_is_that_exactly(data):
    """Whoever reads 100% right believes that all of them are."""
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
        (FLAWED, "33 of 1,000 rows have a flaw (3.3%)"),
        (SOUND, "no flaw was found in 1,000 rows"),
        ({**FLAWED, "flawed_rows": 1}, "1 of 1,000 rows has a flaw (0.10%)"),
        ({**SOUND, "lost": [LOSS]}, "no flaw was found among the 1,000 rows that could be read"),
        (
            {**SOUND, "verdicts": {**SOUND["verdicts"], "unknown": 2}},
            "no flaw was found in 1,000 rows; 2 are undecided",
        ),
        ({**SOUND, "rows": 0}, "no rows were read"),
    ],
)
def test_the_headline_says_the_worst_first(summary, expected):
    assert headline(summary) == expected


def test_below_the_headline_stands_what_was_lost_and_what_is_sound():
    assert list(lead({**FLAWED, "lost": [LOSS]})) == [
        "train.csv: an unknown number of rows could not be read: the gzip file is cut off",
        "966 rows (96.6%) are sound: they have exactly one solution and the right answer, and no earlier"
        " sound row holds the same puzzle.",
    ]
    assert "answer" not in next(lead({**SOUND, "answers": None}))


@pytest.mark.parametrize(("rows", "are"), [(3, "3 of the sound rows are"), (1, "1 of the sound rows is")])
def test_sound_rows_that_overlap_are_told_wherever_sound_rows_are_counted(rows, are):
    """A row may be right by itself, and yet mislead whoever tests on it."""
    summary = {**SOUND, "clean_rows_elsewhere": rows, "flawed_rows": rows}
    assert list(lead(summary))[1:] == [f"{are} also in another split or file."]
    of_them = f"({rows} also in another split or file)"
    assert rows_in_words(summary) == f"1,000 rows: 1,000 sound {of_them}, {rows} with flaws"
    verb = "is" if rows == 1 else "are"
    assert (
        clean_in_words(summary)
        == f"the 1,000 sound rows; {rows} of them {verb} also in another split or file"
    )
    assert clean_in_words(SOUND) == "the 1,000 sound rows"


def test_a_row_without_an_answer_is_neither_flawed_nor_sound_which_is_said():
    answered = {"unique": {"right": 990, "missing": 10}}
    summary = {**SOUND, "by_answer": answered, "clean_rows": 990}
    assert headline(summary) == "no flaw was found in 1,000 rows"
    assert list(lead(summary))[1:] == [
        "10 rows have exactly one solution and no stored answer: that is no flaw, and"
        " does not count as sound."
    ]
    assert rows_in_words(summary) == "1,000 rows: 990 sound, 10 without an answer"


def test_many_files_are_counted():
    files = [{**FILE, "name": f"{number}.csv"} for number in range(20)]
    against = {**FILE, "name": "test.csv", "against": True}
    assert title({**FLAWED, "files": [*files, against]}) == "0.csv, 1.csv and 18 more files"
