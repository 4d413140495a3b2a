"""The clues and the ratings of an audit, as a picture."""

import re

import pytest

pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')

from sudocube.report import picture_files
from sudocube.report.audit_plot import audit_plotted
from tests.report.audit_samples import FILE, FLAWED
from tests.report.test_audit_text import RATINGS


def texts(path):
    """What the picture says."""
    return re.findall(r"<text[^>]*>([^<]*)", path.read_text("utf-8"))


ALL = {"puzzles", "clues", "rating"}


@pytest.mark.parametrize(("ratings", "labels"), [(None, ALL - {"rating"}), (RATINGS, ALL)])
def test_clues_are_drawn_and_ratings_where_there_are_any(tmp_path, monkeypatch, ratings, labels):
    monkeypatch.setitem(picture_files.SETTINGS, "svg.fonttype", "none")
    audit_plotted({**FLAWED, "ratings": ratings}, tmp_path / "x.svg")
    said = texts(tmp_path / "x.svg")
    assert labels == ALL & {*said}
    assert "train.csv: 999 puzzles" in said


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_equal_audits_give_equal_pictures(tmp_path, suffix):
    """Whatever the name of the data set holds."""
    summary = {**FLAWED, "files": [{**FILE, "name": "a$b_c$.csv"}]}
    pictures = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for picture in pictures:
        audit_plotted(summary, picture)
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
