"""Proof: the certificate of a puzzle, event by event, and its check by the trusted code."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from sudocube.certificate.text_checking import check_text
from tests.serving.browser.looking import CLASHING, NONE, SEVERAL, SMALL

ONE_STEP = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."
MANY_STEPS = ".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......"
SIXTEEN = (
    "...2................1...................1...................1...1......................................."
    "........................................................................1..............................."
    "................................................"
)
PENCILMARKS = "12......." + "....5...." + 79 * "123456789"


def says(page: Page) -> Locator:
    return page.locator(".says")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f".walk-board [data-cell={name}]")


def arrive(page: Page, puzzle: str, more: str = "") -> None:
    """Open the panel, and wait for the check of the certificate."""
    page.goto(f"/proof#p={puzzle}{more}")
    expect(page.locator(".checked-box .headline")).to_have_text("Accepted")


def move(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=name, exact=True).click()


def test_a_proof_is_gone_through_from_the_assumption_to_the_end(page):
    arrive(page, ONE_STEP)
    expect(page.locator(".headline-box")).to_contain_text("One solution")
    expect(page.locator(".headline-box")).to_contain_text("another solution: 1 step leads to a")
    move(page, "Next")
    expect(says(page)).to_contain_text("Suppose that there is another solution")
    move(page, "Next")
    expect(says(page)).to_contain_text("Naked and hidden singles fill in 33 cells")
    move(page, "Next")
    expect(says(page)).to_have_text("Suppose that r9c9 is 3.")
    expect(cell(page, "r9c9")).to_have_attribute("data-kind", "assumed")
    expect(cell(page, "r9c9")).to_have_attribute("data-tone", "open")
    move(page, "Next")
    expect(says(page)).to_have_text("Box 6 has one place left for 3: r5c7.")
    expect(page.locator(".facts code")).to_have_text("3@b6")
    expect(cell(page, "r5c7")).to_have_text("3")
    expect(cell(page, "r5c7")).to_have_attribute("data-tone", "good")
    expect(cell(page, "r4c7")).to_have_attribute("data-tone", "note")
    page.get_by_role("button", name="Contradiction: this is the solution that was set aside.").click()
    move(page, "Next")
    expect(says(page)).to_have_text("So r9c9 is not 3. (step 1)")
    expect(page.locator(".facts .badge")).to_have_text("accepts the step")
    expect(cell(page, "r9c9").locator("[data-tone=bad]")).to_have_text("3")
    move(page, "Last")
    expect(says(page)).to_contain_text("So there is no other solution.")
    last = page.locator(".steps output").inner_text().split()[-1]
    page.wait_for_url(re.compile(rf"at={last}\b"))
    page.reload()
    expect(says(page)).to_contain_text("So there is no other solution.")


def test_the_certificate_is_checked_line_by_line_and_an_altered_one_is_refused(page, axe):
    arrive(page, ONE_STEP)
    lines = page.locator(".lines li")
    expect(page.locator(".lines [data-state=read]")).to_have_count(lines.count())
    expect(page.get_by_text(re.compile("^It is read by sudocube.trusted, [0-9]{3} lines"))).to_be_visible()
    page.get_by_role("button", name="Alter it").click()
    editor = page.get_by_label("The certificate, to be altered")
    text = editor.input_value()
    editor.fill(text.replace("#1 r9c9!=3", "#1 r9c9!=2"))
    page.get_by_role("button", name="Check it now").click()
    expect(page.locator(".checked-box .headline")).to_have_text("Refused at line 9")
    expect(page.locator(".lines [data-state=refused]")).to_contain_text("#1 r9c9!=2")
    expect(page.locator(".lines [data-state=read]")).to_have_count(8)
    axe(page, "#host")
    page.get_by_role("button", name="As it was").click()
    page.get_by_role("button", name="Check it now").click()
    expect(page.locator(".checked-box .headline")).to_have_text("Accepted")


def test_what_is_downloaded_holds(page):
    arrive(page, MANY_STEPS)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == "certificate.txt"
    found = check_text(Path(waiting.value.path()).read_text("ascii"))
    assert found.verification.accepted
    assert found.row.puzzle == MANY_STEPS


def test_the_code_that_checks_can_be_read(page):
    arrive(page, SMALL)
    expect(page.locator(".by-hand")).to_contain_text(f"sudocube certify {SMALL} --box 2x2 -o certificates")
    page.get_by_text("Read the code that checks").click()
    page.get_by_text("trusted/proof_check.py").click()
    expect(page.locator(".source pre").filter(has_text="class ProofCheck")).to_be_visible()


VERDICTS = [
    (SMALL, "One solution", "naked and hidden singles alone lead to a contradiction"),
    (SIXTEEN, "No solution", "Suppose that there is a solution"),
    (NONE, "No solution", "Suppose that there is a solution"),
    (SEVERAL, "Several solutions", "two different solutions"),
    (MANY_STEPS, "One solution", "12 steps lead to a contradiction"),
]


def test_every_verdict_has_its_certificate(page):
    for puzzle, headline, words in VERDICTS:
        page.goto(f"/proof#p={puzzle}")
        expect(page.locator(".headline-box")).to_contain_text(words)
        expect(page.locator(".headline-box .headline")).to_have_text(headline)
        expect(page.locator(".lines li").nth(4)).to_contain_text(puzzle[:40])
        expect(page.locator(".checked-box .headline")).to_have_text("Accepted")
        expect(page.locator(".walk")).to_be_visible(visible=headline != "Several solutions")
        expect(page.locator(".overlay")).to_be_visible(visible=headline == "Several solutions")


def test_a_clash_is_named_at_the_end(page):
    arrive(page, CLASHING)
    move(page, "Last")
    expect(says(page)).to_contain_text("r1c1 and r1c8 both hold 3 in row 1. So there is no solution.")


def test_pencilmarks_have_no_certificate_and_can_be_left_out(page):
    page.goto(f"/proof#p={PENCILMARKS}")
    expect(page.locator(".headline-box")).to_contain_text("The pencilmarks are part of this puzzle")
    expect(page.get_by_role("heading", name="The certificate and its check")).to_be_hidden()
    page.get_by_role("button", name="Leave the pencilmarks out").click()
    expect(page.locator(".headline-box .headline")).to_have_text("Several solutions")


def test_an_empty_grid_has_no_proof(page):
    page.goto("/proof")
    expect(page.locator(".headline-box")).to_contain_text("An empty grid")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_hidden()


def test_it_fits_a_telephone_in_the_dark(new_page, axe):
    page = new_page(width=360, color_scheme="dark")
    arrive(page, MANY_STEPS, "&at=18")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe(page, "#host")
