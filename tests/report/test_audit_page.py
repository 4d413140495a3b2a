"""The page of an audit: it can be published as it is, whatever the data set holds."""

import pytest

from sudocube.report.audits import audit_page
from tests.report.audit_samples import FILE, FLAWED, LOSS, SOUND, example
from tests.report.parsed_page import Page

COMMAND = "sudocube audit train.csv"
HOSTILE = "<script>alert(1)<img src=x onerror=alert(2)>\"'&{{ 7 * 7 }}"


def hostile_summary():
    """An audit of a data set whose names and texts are not harmless."""
    shown = example("malformed", 1, file=HOSTILE, id=HOSTILE, message=HOSTILE, puzzle=None, answer=HOSTILE)
    other = {"file": HOSTILE, "row": 1, "line": 3, "puzzle": HOSTILE}
    again = example("isomorphic_duplicate", 2, file=HOSTILE, other=other, message=HOSTILE)
    file = {**FILE, "name": HOSTILE, "split": HOSTILE, "columns": {"puzzle": HOSTILE}}
    return {
        **FLAWED,
        "files": [file, {**file, "against": True}],
        "lost": [{**LOSS, "file": HOSTILE, "message": HOSTILE}],
        "split_overlap": [{"splits": [HOSTILE, "test"], "exact": 1, "isomorphic": 2, "left": 3}],
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


@pytest.mark.parametrize("summary", [FLAWED, EMPTY])
def test_it_is_well_formed_and_loads_nothing(summary):
    """And has no links; equal audits give equal pages, whenever they were made."""
    text = audit_page(summary, COMMAND)
    page = Page(text)
    assert page.faults == []
    assert text == audit_page({**summary, "seconds": 99.0}, COMMAND)
    assert page.values("src") == page.values("href") == []
    assert "url(" not in text
    assert "@import" not in text
    [policy] = [one["content"] for name, one in page.elements if name == "meta" and "http-equiv" in one]
    assert policy.startswith("default-src 'none'")


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
