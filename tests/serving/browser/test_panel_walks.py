"""One walk through each panel, as its user goes: what is asked, what is shown, what can be done with it."""

import json
import re
import shlex
from pathlib import Path

from playwright.sync_api import Page, expect

from sudocube.verdicts.certificates import check_text
from tests.cli.command import invoke
from tests.serving.browser.looking import NONE, SMALL, board_text, has_verdict

FIVE = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
ONE_STEP = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."


def headline(page: Page):
    return page.locator("#panel .headline").first


def test_unique_engines_answer_side_by_side_and_the_solution_that_was_chosen_stays(page):
    page.goto(f"/unique#p={FIVE}")
    expect(headline(page)).to_have_text("Several solutions")
    expect(page.locator("table.engines tbody tr", has_text="confirmed")).to_have_count(4)
    number = page.locator(".one-by-one output")
    expect(number).to_have_text("1 of 5")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(number).to_have_text("2 of 5")
    page.reload()
    expect(number).to_have_text("2 of 5")
    page.get_by_role("link", name="Which further clues leave only this solution?").click()
    expect(page.locator("#panel")).to_contain_text("It is the solution that you chose.")
    page.go_back()
    expect(number).to_have_text("2 of 5")


def test_a_refuted_engine_is_named_with_the_reason_and_foreign_text_stays_text(page):
    """Engines of this package do not disagree, so the rows are written here."""
    why = "two solutions passed <img src=x onerror=alert(1)>"
    answer = {"claims": "verdict", "solutions": [], "seconds": 0.5}
    engines = {"phases": {**answer, "verdict": "unique"}, "sat": {**answer, "verdict": "none"}}
    verdict: dict[str, object] = {"verdict": "unknown", "evidence": None, "agree": False, "solutions": []}
    row = {**verdict, "engines": engines, "refuted": {"phases": why}}
    summary = {"summary": {"by_engine": {"phases": {"refuted": 1}, "sat": {"undecided": 1}}}}
    lines = [*({"type": "row", "row": one} for one in (row, summary)), {"type": "done", "seconds": 1}]
    body = "".join(json.dumps(one) + "\n" for one in lines)
    page.route("**/api/crosscheck", lambda route: route.fulfill(body=body))
    page.goto(f"/unique#p={FIVE}")
    expect(headline(page)).to_have_text("The engines disagree")
    expect(page.locator("table.engines tbody tr").first).to_contain_text(f"refuted{why}")
    expect(page.locator("#panel table img")).to_have_count(0)


def test_why_not_a_clue_that_was_copied_wrong_is_found_and_mended_by_a_click(page):
    page.goto(f"/why-not#p={NONE}")
    expect(headline(page)).to_have_text("No solution")
    page.get_by_role("button", name="change to 3: r4c7 = 9 changed to 3").click()
    expect(headline(page)).to_have_text("One solution")
    page.get_by_role("button", name="Take it back").press("Enter")
    expect(headline(page)).to_have_text("No solution")


def test_steps_are_gone_through_and_one_chooses_a_cell_and_a_digit(page):
    """The address keeps the place."""
    page.goto(f"/steps#p={SMALL}&at=1")
    place, says = page.locator(".walk-moves output"), page.locator(".says")
    expect(place).to_have_text("step 1 of 14")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(place).to_have_text("step 2 of 14")
    expect(says).to_contain_text("r1c4 can hold nothing but 3 (forced possibility: naked single).")
    page.wait_for_url(re.compile("at=2"))
    page.goto(f"/steps#p={ONE_STEP}")
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")
    page.locator(".walk-board [data-cell=r1c2]").focus()
    page.keyboard.press("8")
    expect(says).to_contain_text("Guess: r1c2 is 8")
    expect(page.locator(".facts .badge")).to_have_text("wrong: it is so in no solution")


def test_a_hint_says_one_thing_more_each_time_it_is_asked_for(page):
    """Of the techniques, where to look, which one, which cells, the step; at another place it begins anew."""
    page.goto(f"/steps#p={SMALL}&method=techniques&at=1")
    hint = page.get_by_role("region", name="Hint")
    expect(page.locator(".walk-moves output")).to_have_text("step 1 of 14")
    whole = ["Look at box 1.", "The technique is: hidden single (level 1).", "It is about r1c2."]
    whole.append("Box 1 has one place left for 2: r1c2 (hidden single). So 2 goes from r4c2.")
    for rung in range(1, 5):
        hint.get_by_role("button").click()
        expect(hint.get_by_role("status").locator("p")).to_have_text(whole[:rung])
    expect(hint.get_by_role("button")).to_be_disabled()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(hint.get_by_role("status")).to_be_empty()
    expect(hint.get_by_role("button")).to_have_text("Hint")


def test_a_placed_digit_is_drawn_large_after_every_step(page):
    """What is drawn, not what is said of it: of 51 digits placed, each was a small pencilmark once."""
    page.goto(f"/steps#p={SMALL}&candidates=1")
    place, number = page.locator(".walk-moves output"), page.locator(".walk-board [data-cell]")
    expect(place).to_have_text("the puzzle")
    sizes = """all => all.filter(td => td.dataset.kind).map(td => [td.childElementCount,
        td.textContent.trim(), parseFloat(getComputedStyle(td).fontSize) / td.clientWidth])"""
    for step in range(1, 15):
        page.get_by_role("button", name="Next", exact=True).click()
        expect(place).to_have_text(f"step {step} of 14")
        for elements, text, share in number.evaluate_all(sizes):
            assert (elements, text.isdecimal(), share > 0.4) == (0, True, True), (step, elements, text, share)


def test_proof_its_certificate_is_downloaded_altered_and_checked(page):
    page.goto(f"/proof#p={ONE_STEP}")
    checked = page.locator(".checked-box .headline")
    expect(checked).to_have_text("Accepted")
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.locator(".says")).to_contain_text("So there is no other solution.")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    found, _ = check_text(Path(waiting.value.path()).read_text("ascii"))
    assert found.accepted
    assert found.puzzle == ONE_STEP
    page.get_by_role("button", name="Alter it").click()
    editor = page.get_by_label("The certificate, to be altered")
    editor.fill(editor.input_value().replace("#1 r9c9!=3", "#1 r9c9!=2"))
    page.get_by_role("button", name="Check it now").click()
    expect(checked).to_have_text("Refused at line 9")


def test_make_one_as_the_command_line_makes_it_a_sheet_and_an_end_of_the_search(page):
    page.goto("/make#seed=5")
    page.get_by_role("button", name="Make one").click()
    expect(headline(page)).to_have_text("Puzzle 1 of seed 5 is on the board")
    has_verdict(page, "One solution")
    page.get_by_text("The same on the command line").click()
    command = shlex.split(page.locator(".make-command").first.inner_text())
    assert invoke(*command[1:], "--json").rows[0]["puzzle"] == board_text(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="A sheet to print").press("Enter")
    assert "</html>" in Path(saved.value.path()).read_text("utf-8")
    page.route("**/api/make", lambda _: None)  # an answer that never comes
    page.get_by_role("button", name="Another one").click()
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.locator(".make-waiting").first).to_have_text("Stopped.")
