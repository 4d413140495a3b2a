"""Pages of `--html`: as a browser shows the file to somebody who got it by mail, and prints it."""

import re
from pathlib import Path

import pytest

pytest.importorskip("jinja2")

from tests.cli.command import invoke, written
from tests.serving.browser.looking import CLASHING, SEVERAL, UNIQUE

HOSTILE = "<img src=x onerror=alert(1)>.txt"
WIDTH = "() => document.documentElement.scrollWidth"


@pytest.mark.parametrize(
    ("command", "scheme"),
    [
        (("crosscheck", "-e", "phases,sat"), "light"),
        (("certify", "-o", "proofs"), "dark"),
    ],
    ids=["crosscheck", "certify"],
)
def test_a_sent_page_fits_every_screen_and_paper_and_nothing_of_it_runs_or_is_loaded(
    command, scheme, new_page, axe, tmp_path, monkeypatch
):
    """On a phone, before a projector and printed on A4 of 794 pixels; the name of the list is no markup."""
    monkeypatch.chdir(tmp_path)
    sixteen = "1" + 255 * "."
    file = written(tmp_path, UNIQUE, UNIQUE[:-1], SEVERAL, CLASHING, sixteen, name=HOSTILE)
    invoke(*command, file, "--html", "page.html")
    address = Path("page.html").absolute().as_uri()
    page = new_page(at=address, color_scheme=scheme)
    page.goto(address)
    for width in (1600, 360):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.get_by_role("heading", level=1).inner_text() == HOSTILE
        assert page.evaluate(WIDTH) <= width
        assert f"{HOSTILE}:2" in page.locator("main").inner_text(), "what could not be read"
    axe(page)
    page.set_viewport_size({"width": 794, "height": 900})
    page.emulate_media(media="print")
    assert page.evaluate(WIDTH) <= 794
    for folded in page.locator("details").all():  # no proof stays folded
        assert folded.locator("> :not(summary)").first.is_visible()


def test_the_page_of_an_audit_is_for_everybody_and_engines_that_agree_are_no_alarm(new_page, axe, tmp_path):
    file = written(tmp_path, UNIQUE, SEVERAL, CLASHING)
    invoke("audit", file, "-o", tmp_path / "audit")
    page = new_page(at=(tmp_path / "audit" / "report.html").as_uri())
    page.goto((tmp_path / "audit" / "report.html").as_uri())
    axe(page)
    invoke("crosscheck", "-e", "phases,sat", file, "--html", tmp_path / "page.html")
    page.goto((tmp_path / "page.html").as_uri())
    assert "good" in str(page.locator("h1 ~ *").first.get_attribute("class"))


def test_a_script_that_got_into_a_sent_page_would_not_run(tmp_path, new_page, expected_errors):
    """The policy of the page forbids it, should the escaping ever fail."""
    expected_errors.append("Content Security Policy")
    invoke("diagnose", UNIQUE, "--html", tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text("utf-8")
    planted = text.replace("</main>", "<script>document.title = 'taken over'</script></main>")
    address = written(tmp_path, planted, name="planted.html").as_uri()
    page = new_page(at=address)
    page.goto(address)
    assert "taken over" not in page.title()


@pytest.mark.parametrize(
    ("options", "boards", "sheets"),
    [(("-n", "2", "--per-page", "1"), 4, 3), (("-n", "8", "--symmetry", "half-turn"), 16, 3)],
)
def test_the_last_page_of_a_sheet_is_that_of_the_solutions_and_no_line_is_cut(
    options, boards, sheets, browser, tmp_path
):
    """A board that may end between two dots lost half of its lowest line, or all of it."""
    file = tmp_path / "sheet.html"
    assert invoke("generate", "--seed", "7", *options, "--html", file).status == 0
    page = browser.new_page()
    page.goto(file.as_uri())
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == sheets, paper
    page.emulate_media(media="print")
    styles = "boards => boards.map(board => getComputedStyle(board).overflow)"
    assert page.eval_on_selector_all(".boards svg", styles) == boards * ["visible"]
    page.close()
