"""Pages of results that are sent: how much of a long list they show, and how far the bars of charts reach."""

import io
import re
from importlib import resources

import pytest

pytest.importorskip("jinja2", reason='pip install "sudocube[html]"')

from sudocube import certify, diagnose, read
from sudocube.report.certificate_page import CertificatePage
from sudocube.report.comparison_page import Scale
from sudocube.report.diagnosis_page import DiagnosisPage
from sudocube.report.html_pages import PageHead, html_page, sentence
from sudocube.report.puzzles_page import page_place
from tests.report.parsed_page import Page

TOKEN = r"(--[a-z-]+): light-dark\((#\w+), (#\w+)\)"
HEAD = PageHead("puzzles.txt", "sudocube diagnose puzzles.txt")
MINIMAL, CLASH = "1.....2..3.....4", "11.............."


@pytest.fixture
def entries(tmp_path):
    """Three puzzles that are minimal and three with a clash, in turn."""
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{MINIMAL}\n{CLASH}\n" * 3)
    return [*read(file)]


def cards(page):
    return [value for value in page.values("id") if re.fullmatch(r"puzzle-\d+", value)]


def test_of_many_diagnoses_the_first_are_shown_and_the_others_counted(entries):
    made = DiagnosisPage(most=2)
    for index, entry in enumerate(entries, 1):
        made.add(index, entry, diagnose(entry.puzzle))
    page = Page(made.text(HEAD))
    assert cards(page) == ["puzzle-2", "puzzle-4", "puzzle-1", "puzzle-3"]
    assert "Not shown in full: 1 more puzzle." in page.said
    assert "And 1 more puzzle." in page.said
    assert len([found for tag, found in page.elements if tag == "tr"]) == 1 + len(entries)


def test_of_many_certificates_the_first_are_shown_each_with_its_proof(entries, tmp_path):
    made = CertificatePage(str(tmp_path / "proofs"), most=2)
    certify(entries, tmp_path / "proofs", on_result=made.add)
    page = Page(made.text(HEAD))
    assert cards(page) == ["puzzle-2", "puzzle-4", "puzzle-1", "puzzle-3"]
    assert page.said.count("The proof: naked and hidden singles are enough") == 4


def test_a_page_of_nothing_is_no_page():
    assert DiagnosisPage().text(HEAD) is None


@pytest.mark.parametrize(
    "hostile", ["<b>", "&amp;", "{{ 7 * 7 }}", "{% raw %}", '"><script>alert(1)</script>']
)
def test_what_a_template_shows_is_text_wherever_it_stands(hostile):
    """In titles, commands and errors."""
    page = Page(_page_of(hostile))
    assert page.said.count(hostile) == 4
    assert not {tag for tag, _ in page.elements} & {"b", "script"}


def _page_of(hostile):
    made = DiagnosisPage()
    [entry] = read(io.BytesIO(MINIMAL.encode()))
    made.add(1, entry, diagnose(MINIMAL))
    return made.text(PageHead(hostile, hostile, [hostile]))


def test_what_nobody_sees_is_made_visible():
    """A control that turns text round could make one file look like another."""
    text = _page_of("a\u202eb\x1b\u200b.txt")
    assert "a\\u202eb\\x1b\\u200b.txt" in text
    assert not set(text) & set("\u202e\x1b\u200b")


def test_a_name_that_is_no_utf8_can_be_written():
    assert _page_of("caf\udce9").encode("utf-8")


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("/home/ada/a.txt:3", "a.txt:3"),
        ("lists/a.txt:3", "lists/a.txt:3"),
        ("argument:2", "puzzle 7"),
        ("-:4", "-:4"),
    ],
)
def test_a_puzzle_is_named_by_its_place_without_the_folders_of_the_machine(source, place):
    assert page_place(7, source) == place


def test_a_sentence_ends_with_one_full_stop_and_leaves_names_as_they_are():
    assert sentence("refused: it ends too early") == "Refused: it ends too early."
    assert sentence("phases failed.", begins_with_name=True) == "phases failed."


def test_the_colours_are_those_of_the_page_that_is_served():
    """What is sent and what `sudocube serve` shows look as of one hand."""
    style = resources.files("sudocube.report").joinpath("page_style.css").read_text("utf-8")
    tokens = resources.files("sudocube.serving").joinpath("static/style/tokens.css").read_text("utf-8")
    served = {name: (light, dark) for name, light, dark in re.findall(TOKEN, tokens)}
    sent: dict[str, tuple[str, ...]] = {}
    for name, colour in re.findall(r"(--[a-z-]+): (#\w+)", style):  # first the light ones
        sent[name] = (*sent.get(name, ()), colour)
    shared = sent.keys() & served.keys()
    assert {name: sent[name] for name in shared} == {name: served[name] for name in shared}
    assert len(shared) > 12


class TestScale:
    def test_a_share_is_of_the_whole(self):
        scale = Scale([0.001, 0.25], is_share=True)
        assert (scale.is_logarithmic, scale.place(0.25)) == (False, 0.25)

    def test_values_far_apart_stand_on_a_logarithmic_scale(self):
        scale = Scale([0.0, 2.0, 200.0, 20_000.0])
        assert scale.is_logarithmic
        assert [scale.place(value) for value in (0.0, 2.0, 200.0, 20_000.0)] == pytest.approx([0, 0, 0.5, 1])

    def test_where_all_is_nothing_each_bar_is_empty(self):
        assert Scale([0.0, 0.0]).place(0.0) == 0


def test_each_template_is_sound_by_itself():
    """A name that no page gives is an error, and not an empty place."""
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        html_page("result_page.html", head=HEAD)
