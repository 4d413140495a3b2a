"""An audit in a notebook: its verdict and what is wrong, in HTML."""

import pytest

from sudocube.auditing.audit_result import Audit
from tests.report.audit_samples import FILE, FLAWED, LOSS, SOUND


def test_it_says_the_verdict_and_what_is_wrong_the_gravest_first():
    shown = Audit(dict(FLAWED))._repr_html_()
    assert shown.startswith("<p><b>train.csv</b>: 33 of 1,000 rows have a flaw (3.3%)</p>\n<table>")
    assert "<tr><td>answer is wrong</td><td>30</td><td>3.0%</td><td>severe</td></tr>" in shown
    assert shown.index("no solution") < shown.index("answer is wrong") < shown.index("undecided")


@pytest.mark.parametrize("lost", [[], [LOSS]])
def test_without_flaws_there_is_no_table_but_what_was_lost_is_told(lost):
    shown = Audit({**SOUND, "lost": lost})._repr_html_()
    assert "<table>" not in shown
    assert ("the gzip file is cut off" in shown) == bool(lost)


def test_names_of_files_are_escaped():
    name = "<script>alert(1).csv"
    shown = Audit({**FLAWED, "files": [{**FILE, "name": name}]})._repr_html_()
    assert "&lt;script&gt;alert(1).csv" in shown
    assert "<script>" not in shown
