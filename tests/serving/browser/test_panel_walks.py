"""One walk through each panel, as its user goes: what is asked, what is shown, what can be done with it."""

import json
import re
import shlex
from pathlib import Path

from playwright.sync_api import Page, expect

from sudocube.verdicts.certificates import check_text
from tests.cli.command import invoke
from tests.serving.browser.looking import CLASHING, NONE, SMALL, UNIQUE, board_text, cell, has_verdict

FIVE = ".9.3....6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."
ONE_STEP = "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4.."


def headline(page: Page):
    return page.locator("#panel .headline").first


def press(page: Page, name: str):
    page.get_by_role("button", name=name, exact=True).click()


def test_two_solutions_lie_over_the_board_and_one_that_is_chosen_stays(page):
    """An author of a puzzle with five solutions sees where they differ, goes through all, and adds a clue."""
    page.goto(f"/#p={FIVE}")
    has_verdict(page, "Several solutions")
    expect(page.locator("#panel")).to_contain_text("There are 5 solutions. 1 further clue makes it unique.")
    expect(cell(page, "r1c5").locator(".marks [data-tone]")).to_have_text(["2", "4"])
    expect(cell(page, "r1c1")).to_have_attribute("data-kind", "placed")
    press(page, "All, one by one")
    number = page.locator(".player output")
    expect(number).to_have_text("1 of 5")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("2 of 5")
    page.reload()
    expect(number).to_have_text("2 of 5")
    page.get_by_role("link", name="Which further clues leave only this solution?").click()
    expect(page.locator("#panel")).to_contain_text("It is the solution that you chose.")
    page.go_back()
    expect(number).to_have_text("2 of 5")
    press(page, "The puzzle")
    cell(page, "r1c5").click()
    page.get_by_role(
        "button", name="Add r1c5 = 2: r1c5 = 2 added, which makes the puzzle unique"
    ).last.click()
    has_verdict(page, "One solution")
    press(page, "Take it back")
    has_verdict(page, "Several solutions")


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
    page.goto(f"/#p={FIVE}")
    page.get_by_text("Ask several engines").click()
    expect(page.locator(".engines-part .message")).to_contain_text("The engines disagree")
    expect(page.locator("table.engines tbody tr").first).to_contain_text(f"refuted{why}")
    expect(page.locator("#panel table img")).to_have_count(0)


def test_engines_answer_side_by_side_and_their_choice_is_in_the_address(page):
    page.goto(f"/#p={UNIQUE}&engines=kernel,phases")
    expect(page.locator("table.engines tbody tr", has_text="confirmed")).to_have_count(2)
    page.get_by_label("sat", exact=True).check()
    expect(page.locator("table.engines tbody tr", has_text="confirmed")).to_have_count(3)
    page.wait_for_url(re.compile("engines=kernel,phases,sat"))


def test_a_clue_that_was_copied_wrong_is_found_on_the_board_and_mended_by_a_click(page):
    page.goto(f"/#p={NONE}")
    has_verdict(page, "No solution")
    expect(cell(page, "r4c7")).to_have_attribute("aria-label", re.compile("a change of it mends the puzzle"))
    cell(page, "r4c7").click()
    expect(page.locator(".change.chosen")).to_contain_text("r4c7 = 9")
    page.get_by_role("button", name="change to 3: r4c7 = 9 changed to 3").click()
    has_verdict(page, "One solution")
    page.get_by_role("button", name="Take it back").press("Enter")
    has_verdict(page, "No solution")


def test_steps_are_gone_through_by_keys_at_once_and_one_chooses_a_cell_and_a_digit(page):
    """The address keeps the place."""
    page.goto(f"/#p={SMALL}")
    page.get_by_role("link", name="Why? Step by step").click()
    place, says = page.locator(".player output"), page.locator(".says")
    expect(page.get_by_role("region", name="How it ends")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    expect(place).to_have_text("step 2 of 14")
    expect(says).to_contain_text("r1c4 can hold nothing but 3 (forced possibility: naked single).")
    page.wait_for_url(re.compile("at=2"))
    page.goto(f"/why#p={ONE_STEP}")
    expect(page.get_by_role("region", name="How it ends")).to_contain_text("Outcome: solved")
    cell(page, "r1c2").focus()
    page.keyboard.press("8")
    expect(says).to_contain_text("Guess: r1c2 is 8")
    expect(page.locator(".facts .badge")).to_have_text("wrong: it is so in no solution")
    page.get_by_role("button", name=re.compile("Take back step 1")).click()
    expect(place).to_have_text("the puzzle")


def test_a_hint_says_one_thing_more_each_time_it_is_asked_for(page):
    """Of the techniques, where to look, which one, which cells, the step; at another place it begins anew."""
    page.goto(f"/why#p={SMALL}&method=techniques&at=1")
    hint = page.get_by_role("region", name="Hint")
    expect(page.locator(".player output")).to_have_text("step 1 of 14")
    whole = ["Look at box 1.", "The technique is: hidden single (level 1).", "It is about r1c2."]
    whole.append("Box 1 has one place left for 2: r1c2 (hidden single). So 2 goes from r4c2.")
    for rung in range(1, 5):
        hint.get_by_role("button").click()
        expect(hint.get_by_role("status").locator("p")).to_have_text(whole[:rung])
    expect(hint.get_by_role("button")).to_be_disabled()
    press(page, "Next")
    expect(hint.get_by_role("status")).to_be_empty()
    expect(hint.get_by_role("button")).to_have_text("Hint")


def test_a_placed_digit_is_drawn_large_after_every_step(page):
    """What is drawn, not what is said of it: of 51 digits placed, each was a small pencilmark once."""
    page.goto(f"/why#p={SMALL}")
    place, number = page.locator(".player output"), page.locator("#puzzle [data-cell]")
    expect(place).to_have_text("the puzzle")
    sizes = """all => all.filter(td => td.dataset.kind).map(td => [td.childElementCount,
        td.textContent.trim(), parseFloat(getComputedStyle(td).fontSize) / td.clientWidth])"""
    for step in range(1, 15):
        press(page, "Next")
        expect(place).to_have_text(f"step {step} of 14")
        for elements, text, share in number.evaluate_all(sizes):
            assert (elements, text.isdecimal(), share > 0.4) == (0, True, True), (step, elements, text, share)


def test_board_step_and_sentence_are_seen_together_and_the_presentation_shows_nothing_else(new_page):
    page = new_page(width=1280, height=720)
    page.goto(f"/why#p={UNIQUE}&at=8")
    says = page.locator(".says")
    expect(says).to_contain_text("r3c3")
    for part in (cell(page, "r1c1"), cell(page, "r9c9"), page.locator(".player"), says):
        expect(part).to_be_in_viewport(ratio=1)
    page.keyboard.press("s")
    expect(page.get_by_role("link", name="Make", exact=True)).to_be_hidden()
    for part in (cell(page, "r1c1"), cell(page, "r9c9"), says):
        expect(part).to_be_in_viewport(ratio=1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player output")).to_have_text("step 9 of 61")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Make", exact=True)).to_be_visible()


def test_the_certificate_is_downloaded_altered_and_checked(page):
    page.goto(f"/why#p={ONE_STEP}&view=proof")
    checked = page.locator(".checked-box .headline")
    expect(checked).to_have_text("Accepted")
    press(page, "Last")
    expect(page.locator(".says")).to_contain_text("So there is no other solution.")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    found, _ = check_text(Path(waiting.value.path()).read_text("ascii"))
    assert found.accepted
    assert found.puzzle == ONE_STEP
    press(page, "Alter it")
    editor = page.get_by_label("The certificate, to be altered")
    editor.fill(editor.input_value().replace("#1 r9c9!=3", "#1 r9c9!=2"))
    press(page, "Check it now")
    expect(checked).to_have_text("Refused at line 9")


def test_a_puzzle_is_made_as_the_command_line_makes_it_and_a_sheet_and_a_search_is_ended(page):
    """The form is that of the plan; what does not fit is told beside its field."""
    page.goto("/make#seed=5")
    page.get_by_role("combobox", name="Symmetry").select_option("half-turn")
    page.get_by_role("combobox", name="Minimal").select_option("orbits")
    press(page, "Make one")
    expect(page.locator("#panel .headline")).to_have_text("Puzzle 1 of seed 5 is on the board")
    has_verdict(page, "One solution")
    page.get_by_text("The same on the command line").click()
    command = shlex.split(page.locator(".make-command").first.inner_text())
    assert "--symmetry=half-turn" in command
    assert invoke(*command[1:], "--json").rows[0]["puzzle"] == board_text(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="A sheet to print").press("Enter")
    assert "</html>" in Path(saved.value.path()).read_text("utf-8")
    clues = page.get_by_role("textbox", name="Clues")
    clues.fill("a few")  # while the form is drawn anew
    page.get_by_role("button", name="New seed").evaluate("button => button.click()")
    expect(clues).to_have_value("a few")
    press(page, "Make one")
    expect(page.locator(".make-wrong")).to_contain_text("found 'a few'")
    page.get_by_role("textbox", name="Clues").fill("")
    page.route("**/api/make", lambda _: None)  # an answer that never comes
    press(page, "Another one")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_text("Stopped.")).to_be_visible()


def test_clauses_of_a_cell_are_marked_and_a_trace_goes_over_the_board(page):
    page.goto(f"/encodings#p={SMALL}")
    cell(page, "r2c2").click()
    expect(page.locator("#panel")).to_contain_text("7 clauses of extended are of r2c2.")
    page.locator(".clause-row").nth(1).hover()
    expect(cell(page, "r2c2").locator("[data-tone=bad]")).to_have_text(["1", "2"])
    press(page, "Clauses at work")
    press(page, "Next digit")
    expect(page.locator(".trace-card")).to_contain_text("so this one has to be true.")
    expect(page.locator("#puzzle [data-kind=placed]")).to_have_count(1)


def test_what_was_typed_is_kept_under_a_name_and_can_be_taken_away(page):
    page.goto(f"/#p={CLASHING}")
    page.get_by_role("button", name="Open…").click()
    page.get_by_text("Kept in this browser").click()
    page.get_by_label("Keep what is on the board as").fill("my own")
    press(page, "Keep")
    press(page, "Cancel")
    page.goto("/")
    has_verdict(page, "An empty grid")
    page.get_by_role("button", name="Open…").click()
    page.get_by_text("Kept in this browser").click()
    press(page, "my own")
    assert board_text(page) == CLASHING
    page.get_by_role("button", name="Open…").click()
    page.get_by_text("Kept in this browser").click()
    press(page, "Remove all")
    expect(page.get_by_text("Kept in this browser (0)")).to_be_visible()
    press(page, "Cancel")
    page.go_back()
    has_verdict(page, "An empty grid")
