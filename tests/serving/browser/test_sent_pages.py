"""Pages of `--html`: as a browser shows the file to somebody who got it by mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import invoke, written
from tests.serving.browser.looking import CLASHING, SEVERAL, UNIQUE

SIXTEEN = "1" + 255 * "."
COMMANDS = {
    "crosscheck": ("crosscheck", "-e", "phases,sat"),
    "diagnose": ("diagnose",),
    "certify": ("certify", "-o", "proofs"),
    "compare": ("encodings", "compare", "-e", "minimal,extended", "--no-search"),
}
HOSTILE = "<img src=x onerror=alert(1)>.txt"

WIDTH = "() => document.documentElement.scrollWidth"


@pytest.fixture(params=COMMANDS)
def sent(request, tmp_path, monkeypatch) -> str:
    """The address of a page in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    puzzles = [UNIQUE, SEVERAL, CLASHING, *([SIXTEEN] if request.param == "crosscheck" else [])]
    file = written(tmp_path, puzzles[0], "no puzzle", *puzzles[1:], name=HOSTILE)
    invoke(*COMMANDS[request.param], file, "--html", "page.html")
    return Path("page.html").absolute().as_uri()


def test_a_sent_page_fits_every_screen_and_nothing_of_it_runs_or_is_loaded(sent, new_page, axe):
    """On a phone and before a projector, in light and dark; the name of the list is no markup."""
    for width, scheme in ((360, "light"), (1600, "dark")):
        page = new_page(width=width, at=sent, color_scheme=scheme)
        page.goto(sent)
        assert page.get_by_role("heading", level=1).inner_text() == HOSTILE
        assert page.evaluate(WIDTH) <= width
        assert f"{HOSTILE}:2" in page.locator("main").inner_text(), "what could not be read"
        axe(page)


def test_a_sent_page_is_printed_whole(sent, new_page):
    """On A4, which has 794 pixels: no table is wider than the paper, and no proof stays folded."""
    page = new_page(width=794, at=sent)
    page.goto(sent)
    page.emulate_media(media="print")
    assert page.evaluate(WIDTH) <= 794
    for folded in page.locator("details").all():
        assert folded.locator("> :not(summary)").first.is_visible()


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
