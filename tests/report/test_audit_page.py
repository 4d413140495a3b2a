"""The page of an audit: it can be published as it is, whatever the data set holds."""

import re

import pytest

pytest.importorskip("jinja2", reason='pip install "sudocube[data]"')

from sudocube.report.audit_page import audit_page
from tests.report.audit_samples import FILE, FLAWED, LOSS, SOUND, example, malformed
from tests.report.parsed_page import Page

COMMAND = "sudocube audit train.csv"
HOSTILE = "<script>alert(1)<img src=x onerror=alert(2)>\"'&{{ 7 * 7 }}"


def hostile_summary():
    """An audit of a data set whose names and texts are not harmless."""
    shown = example(
        "malformed", 1, file=HOSTILE, id=HOSTILE, message=HOSTILE, reason=HOSTILE, puzzle=None, answer=HOSTILE
    )
    other = {"file": HOSTILE, "row": 1, "line": 3, "puzzle": HOSTILE}
    again = example("isomorphic_duplicate", 2, file=HOSTILE, other=other, transformation=HOSTILE)
    file = {**FILE, "name": HOSTILE, "split": HOSTILE, "columns": {"puzzle": HOSTILE}}
    return {
        **FLAWED,
        "files": [file, {**file, "against": True}],
        "lost": [{**LOSS, "file": HOSTILE, "message": HOSTILE}],
        "split_overlap": [{"splits": [HOSTILE, "test"], "exact": 1, "isomorphic": 2}],
        "splits": {HOSTILE: 900, "test": 100},
        "overlap": [{"files": [HOSTILE, HOSTILE], "exact": 1, "isomorphic": 2}],
        "malformed_by_reason": {HOSTILE: 1},
        "examples": {"malformed": [shown], "isomorphic_duplicate": [again]},
    }


def test_text_of_the_data_set_is_shown_and_never_taken_for_html():
    """Not in names of files, columns, splits and rows, nor in messages, cells and commands."""
    page = Page(audit_page(hostile_summary(), f"sudocube audit '{HOSTILE}'"))
    names = {name for name, _ in page.elements}
    assert not names & {"script", "img"}
    assert not [one for _, found in page.elements for one in found if one.startswith("on")]
    assert page.said.count(HOSTILE) >= 12
    assert page.faults == []


NOBODY = {"unique": 0, "multiple": 0, "none": 0, "unknown": 0}
EMPTY = {**SOUND, "rows": 0, "verdicts": NOBODY, "clues": {}, "classes": 0, "clean_rows": 0, "answers": None}
INCOMPLETE = {**SOUND, "lost": [LOSS]}


@pytest.mark.parametrize("summary", [FLAWED, SOUND, EMPTY, INCOMPLETE])
def test_it_is_well_formed_and_loads_nothing(summary):
    text = audit_page(summary, COMMAND)
    page = Page(text)
    assert page.faults == []
    assert not page.values("src")
    assert all(link.startswith("#") for link in page.values("href"))
    assert "url(" not in text
    assert "@import" not in text
    [policy] = [one["content"] for name, one in page.elements if name == "meta" and "http-equiv" in one]
    assert policy.startswith("default-src 'none'")


def test_each_flaw_is_linked_to_its_examples():
    page = Page(audit_page(FLAWED, COMMAND))
    targets = {link.removeprefix("#") for link in page.values("href")}
    assert len(targets) == len(FLAWED["flaws"])
    assert targets <= {*page.values("id")}
    assert len(page.values("id")) == len({*page.values("id")})


def test_it_says_what_the_text_says():
    page = Page(audit_page(FLAWED, COMMAND))
    for words in (
        "33 of 1,000 rows have a flaw (3.3%).",
        "966 rows (96.6%) are sound",
        "r1c3 holds 6; the only solution has 4",
        "And 28 more rows.",
        "rows 1 2 become rows 2 1",
        COMMAND,
    ):
        assert words in page.said


def test_the_tone_is_that_of_the_gravest_finding():
    open_only = {**SOUND, "verdicts": {**SOUND["verdicts"], "unknown": 1}}
    pages = [audit_page(summary, COMMAND) for summary in (FLAWED, INCOMPLETE, open_only, SOUND)]
    tones = [re.findall(r'<div class="(\w+) verdict">', page) for page in pages]
    assert tones == [["bad"], ["bad"], ["open"], ["good"]]


def test_wrong_cells_are_framed_in_drawings():
    """One frame in each of the two grids, for each of the two cells; and each grid says what it is."""
    page = Page(
        audit_page({**FLAWED, "examples": {"answer_wrong": FLAWED["examples"]["answer_wrong"][:1]}}, COMMAND)
    )
    assert sum(name == "rect" for name, _ in page.elements) == 4
    labels = page.values("aria-label")
    assert len(labels) == 2
    assert all(label.startswith("9×9 grid") for label in labels)


def test_commands_in_what_can_be_done_are_code():
    text = audit_page(FLAWED, COMMAND)
    assert "<code>sudocube diagnose</code> says which clues are in conflict" in text
    assert "`" not in text


def test_equal_audits_give_equal_pages():
    """There is no date in it, and the seconds that it took are left out."""
    assert audit_page(FLAWED, COMMAND) == audit_page({**FLAWED, "seconds": 99.0}, COMMAND)


def test_clues_are_a_histogram_with_gaps_where_there_are_none():
    text = audit_page(FLAWED, COMMAND)
    bars = re.findall(r'<li title="(\d+) clues: ([\d,]+)">', text)
    assert [int(count) for count, _ in bars] == [*range(17, 31)]
    assert dict(bars)["22"] == "490"
    assert dict(bars)["18"] == "0"


def test_folders_of_the_machine_are_not_published():
    """Files of the same name in two folders are told apart by the end of their paths."""
    names = "/home/somebody/secret/train/x.csv", "/home/somebody/secret/test/x.csv"
    shown = example("answer_wrong", 1, file=names[0], message=f"as in {names[1]}:7")
    files = [{**FILE, "name": name} for name in names]
    overlap = [{"files": [*names], "exact": 1, "isomorphic": 2}]
    found = {"examples": {"answer_wrong": [shown]}, "lost": [{**LOSS, "file": names[1]}]}
    page = audit_page({**FLAWED, **found, "files": files, "overlap": overlap}, COMMAND)
    assert "secret" not in page
    assert "train/x.csv in test/x.csv" in page
    assert "as in test/x.csv:7" in page


def test_malformed_rows_stand_under_their_reasons():
    rows = [malformed(row, "too_short", "found 80 symbols") for row in range(3)]
    rows.append(malformed(9, "missing", "the field is empty"))
    found = {"malformed_by_reason": {"missing": 1, "too_short": 40}, "flaws": {"malformed": 41}}
    page = Page(audit_page({**FLAWED, **found, "examples": {"malformed": rows}}, COMMAND))
    places = [
        page.said.index(words)
        for words in (
            "Too short: 40 rows",
            "train.csv:2",
            "And 37 more rows.",
            "Nothing there: 1 row",
            "train.csv:11",
        )
    ]
    assert places == sorted(places)
    assert page.faults == []
