"""One walk through each panel, as its user goes: what is asked, what is shown, what can be done with it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from playwright.sync_api import Page, expect

from sudocube.certificate.text_checking import check_text
from tests.cli.command import invoke
from tests.serving.browser.looking import SMALL, board_text, has_verdict

FIVE = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
WRONG = "5...3......7..9.......2.4..8.....9....1..7...95....8...3.8....5....4...6....61.82"
ONE_STEP = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."


def headline(page: Page):
    return page.locator("#panel .headline").first


def test_unique_engines_answer_side_by_side_and_solutions_are_gone_through(page):
    page.goto(f"/unique#p={FIVE}")
    expect(headline(page)).to_have_text("Several solutions")
    rows = page.locator("table.engines tbody tr")
    expect(rows).to_have_count(4)
    for place in range(4):
        expect(rows.nth(place)).to_contain_text("confirmed")
    number = page.locator(".one-by-one output")
    expect(number).to_have_text("1 of 5")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(number).to_have_text("2 of 5")
    page.reload()
    expect(number).to_have_text("2 of 5")
    figure = page.locator("figure.overlay")
    expect(figure).to_contain_text("They differ in 4 cells; no two differ in fewer.")
    expect(figure.locator("[data-cell=r1c5] [data-tone=good]")).to_have_text("2")
    expect(figure.locator("[data-cell=r1c5] [data-tone=bad]")).to_have_text("4")
    page.get_by_role("link", name="Which further clues leave only this solution?").click()
    expect(page.locator("#panel")).to_contain_text("It is the solution that you chose.")
    page.go_back()
    expect(number).to_have_text("2 of 5")


def test_a_refuted_engine_is_named_with_the_reason_and_foreign_text_stays_text(page):
    """Engines of this package do not disagree, so the rows are written here."""
    why = "two solutions passed <img src=x onerror=alert(1)>"
    answer = {"claims": "verdict", "solutions": [], "seconds": 0.5}
    engines = {"phases": {**answer, "verdict": "unique"}, "sat": {**answer, "verdict": "none"}}
    row: dict[str, object] = {
        "verdict": "unknown",
        "evidence": None,
        "agree": False,
        "solutions": [],
        "engines": engines,
    }
    summary = {"summary": {"by_engine": {"phases": {"refuted": 1}, "sat": {"undecided": 1}}}}
    lines = [{"type": "row", "row": one} for one in ({**row, "refuted": {"phases": why}}, summary)]
    body = "".join(json.dumps(one) + "\n" for one in (*lines, {"type": "done", "seconds": 1}))
    page.route("**/api/crosscheck", lambda route: route.fulfill(body=body))
    page.goto(f"/unique#p={FIVE}")
    expect(headline(page)).to_have_text("The engines disagree")
    expect(page.locator("table.engines tbody tr").first).to_contain_text(f"refuted{why}")
    expect(page.locator("#panel table img")).to_have_count(0)


def test_why_not_a_clue_that_was_copied_wrong_is_found_and_mended_by_a_click(page):
    page.goto(f"/why-not#p={WRONG}")
    expect(headline(page)).to_have_text("No solution")
    expect(page.locator("#puzzle [role=gridcell][data-tone=bad]")).to_have_count(12)
    expect(page.locator("#panel")).to_contain_text("This change makes the puzzle unique. There is no other.")
    page.get_by_role("button", name="change to 3: r4c7 = 9 changed to 3").click()
    expect(headline(page)).to_have_text("One solution")
    expect(page.locator("#puzzle [data-cell=r4c7]")).to_have_text("3")
    page.get_by_role("button", name="Take it back").press("Enter")
    expect(headline(page)).to_have_text("No solution")
    page.goto(f"/why-not#p={FIVE}")
    expect(headline(page)).to_have_text("Several solutions")
    page.get_by_role("button", name="Add this clue: r1c5 = 2 added").press("Enter")
    expect(headline(page)).to_have_text("One solution")


def test_steps_are_gone_through_and_one_chooses_a_cell_and_a_digit(page):
    """The address keeps the place."""
    page.goto(f"/steps#p={SMALL}")
    ends = page.get_by_role("region", name="How it ends")
    expect(ends).to_contain_text("Outcome: solved")
    place, says = page.locator(".walk-moves output"), page.locator(".says")
    for _ in range(2):
        page.get_by_role("button", name="Next", exact=True).click()
    expect(place).to_have_text("step 2 of 14")
    expect(says).to_contain_text("r1c4 can hold nothing but 3 (forced possibility: naked single).")
    expect(page.locator(".facts .badge")).to_have_text("follows from the marked cells")
    expect(page.locator(".walk-board [data-cell=r1c4]")).to_have_attribute("data-tone", "good")
    page.wait_for_url(re.compile("at=2"))
    page.reload()
    expect(place).to_have_text("step 2 of 14")
    page.goto(f"/steps#p={ONE_STEP}")
    expect(ends).to_contain_text("Outcome: solved")
    page.locator(".walk-board [data-cell=r1c2]").focus()
    page.keyboard.press("8")
    expect(says).to_contain_text("Guess: r1c2 is 8")
    expect(page.locator(".facts .badge")).to_have_text("wrong: it is so in no solution")
    page.get_by_role("button", name=re.compile("^Take back step 1")).click()
    expect(ends).to_contain_text("Outcome: solved")


def test_proof_is_gone_through_and_its_certificate_is_checked_altered_and_downloaded(page):
    page.goto(f"/proof#p={ONE_STEP}")
    checked, says = page.locator(".checked-box .headline"), page.locator(".says")
    expect(checked).to_have_text("Accepted")
    for words in ("Suppose that there is another solution", "Naked and hidden singles", "that r9c9 is 3."):
        page.get_by_role("button", name="Next", exact=True).click()
        expect(says).to_contain_text(words)
    page.get_by_role("button", name="Last", exact=True).click()
    expect(says).to_contain_text("So there is no other solution.")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    found = check_text(Path(waiting.value.path()).read_text("ascii"))
    assert found.verification.accepted
    assert found.row.puzzle == ONE_STEP
    page.get_by_role("button", name="Alter it").click()
    editor = page.get_by_label("The certificate, to be altered")
    editor.fill(editor.input_value().replace("#1 r9c9!=3", "#1 r9c9!=2"))
    page.get_by_role("button", name="Check it now").click()
    expect(checked).to_have_text("Refused at line 9")


def test_make_one_and_another_one_and_a_sheet_as_the_command_line_makes_them(page, tmp_path, monkeypatch):
    """The seed and the number stand in the address; a search can be stopped; what is refused is said."""
    page.goto("/make#seed=5")
    page.get_by_label("Clues, from").fill("22")
    page.get_by_role("button", name="Make one").click()
    expect(headline(page)).to_have_text("Puzzle 1 of seed 5 is on the board")
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Another one").click()
    expect(headline(page)).to_have_text("Puzzle 2 of seed 5 is on the board")
    expect(page).to_have_url(re.compile("at=2"))
    page.get_by_text("The same on the command line").click()
    command = shlex.split(page.locator(".make-command").first.inner_text())
    assert invoke(*command[1:], "--json").rows[0]["puzzle"] == board_text(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="A sheet to print").press("Enter")
    page.get_by_text("The same sheet on the command line").click()
    command = shlex.split(page.locator(".make-command").last.inner_text())
    monkeypatch.chdir(tmp_path)
    assert invoke(*command[1:]).status == 0
    written = (tmp_path / "sheet.html").read_text("utf-8")
    assert Path(saved.value.path()).read_text("utf-8") == written
    page.route("**/api/make", lambda _: None)  # an answer that never comes
    page.get_by_role("button", name="Another one").click()
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.locator(".make-waiting").first).to_have_text("Stopped.")
    page.unroute("**/api/make")
    page.goto("/make#seed=3&depth=deep")
    page.get_by_role("button", name="Make one").click()
    expect(page.get_by_role("alert").filter(has_text="found 'deep'; expected a number")).to_be_visible()
