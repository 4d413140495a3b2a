"""The scenes of the lesson as a learner goes through them; what they show is what the library says."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sudocube.lab import trace
from sudocube.serving.lesson_text import SCENES, scene_text

FIRE = "1.....2..3.....4"
LEARN = "..2.....1.3..3.."


def opened(page, path):
    """A scene that is drawn."""
    page.goto(path)
    expect(page.locator(".scene-stage > *").first).to_be_visible()
    return page


def button(page, name, **more):
    return page.locator(".scene").get_by_role("button", name=name, **more)


def test_the_overview_leads_to_each_scene_and_scenes_to_each_other(page):
    """By links, with the puzzle."""
    page.goto(f"/lesson#p={FIRE}")
    cards = page.locator(".scene-cards a")
    expect(cards).to_have_count(len(SCENES))
    for name, card in zip(SCENES, cards.all(), strict=True):
        expect(card).to_contain_text(scene_text(name).title)
        expect(card).to_have_attribute("href", f"/lesson/{name}#p={FIRE}")
    cards.first.click()
    for name in SCENES[1:4]:
        page.locator(".scene-turn a[rel=next]").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(scene_text(name).title)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(scene_text(SCENES[2]).title)


def test_the_answer_comes_after_the_question_and_stays_in_the_address(page):
    """It is not shown before one has chosen; a wrong choice is told so."""
    opened(page, "/lesson/cube")
    answer = page.locator(".scene-answer")
    expect(answer).to_have_count(0)
    page.get_by_label("12", exact=True).check()
    button(page, "That is my answer").click()
    expect(answer).to_contain_text("No, that is not it.")
    page.reload()
    expect(answer).to_contain_text("No, that is not it.")
    page.get_by_label("10", exact=True).check()
    button(page, "That is my answer").click()
    expect(answer).to_contain_text("Yes, that is right.")


def test_clauses_fire_in_the_order_of_the_library_and_the_next_digit_is_guessed(page):
    """Forth and back; each step has the literal and the clause of `encodings trace`."""
    known = [step for step in trace(FIRE).steps if hasattr(step, "literal")]
    opened(page, "/lesson/fire")
    page.locator(".scene [data-cell=r1c4]").click()
    button(page, "3", exact=True).click()
    expect(page.locator(".guess .message")).to_contain_text("r1c4 = 3 is right: r1c4: at least one")
    button(page, "Next", exact=True).press("Enter")
    expect(page.get_by_text(f"step 1 of {len(known)}")).to_be_visible()
    button(page, "Last").click()
    expect(page.locator(".fire-card .message")).to_contain_text("Solved.")
    page.get_by_text("The steps so far").click()
    shown = page.locator(".fire-log .literal").all_inner_texts()
    assert shown[::-1] == [trace(FIRE).name(step.literal) for step in known]


def test_two_decisions_lead_to_what_the_library_learns(page):
    """Decisions, conflict, the clauses that are joined, the learned one, the jump back."""
    [conflict] = trace(LEARN, decide="r1c2=1, r3c2=2").conflicts
    opened(page, "/lesson/learn")
    forward, title = button(page, "Next", exact=True), page.locator(".learn-card h2")
    while page.locator(".graph .conflict").is_hidden():
        forward.press("Enter")
    expect(title).to_have_text("Conflict on level 2")
    for _ in conflict.resolutions:
        forward.click()
    expect(page.locator(".derivation li")).to_have_count(len(conflict.resolutions) + 1)
    expect(page.locator(".derivation li").last).to_contain_text("x[r3c2,4]2 ∨ x[r1c2,4]1")
    forward.click()
    expect(title).to_have_text("Back to level 1")


def test_clauses_are_proved_or_refuted_while_they_are_typed_and_no_old_verdict_stays(page):
    page.goto("/lesson/your-own")
    told = page.locator(".own-told")
    expect(told.locator(".headline")).to_contain_text("Refuted")
    page.get_by_role("checkbox", name="box at most one").check()
    expect(told.locator(".headline")).to_contain_text("Proved")
    field = page.get_by_label("Clauses, one on each line")
    field.press_sequentially("1 2 3 4\n-1 -6")
    expect(told).to_contain_text("It loses a valid grid")
    expect(told.get_by_role("button", name="Line 2")).to_be_visible()
    page.route("**/api/prove-clauses", lambda route: None)  # it is never answered
    field.press("Control+Home")
    field.press_sequentially("1 2\n")
    expect(page.locator(".own-waiting")).to_contain_text("What follows is of the clauses before.")
    expect(told).to_have_attribute("aria-busy", "true")
    page.keyboard.type("nothing\n")
    expect(page.locator("#own-mistake")).to_contain_text("Line 2: found nothing")
    expect(told).to_be_empty()


def test_a_choice_of_statements_a_way_and_a_ranking_are_guessed_and_then_known(page):
    page.goto("/lesson/views")
    page.get_by_role("checkbox", name="box at most one").press("Space")
    page.get_by_role("button", name="It is enough", exact=True).press("Enter")
    expect(page.locator(".choice-told .headline")).to_contain_text("You are mistaken. Not enough")
    page.goto("/lesson/at-most-one#a=0")
    expect(page.locator(".ways tbody tr", has_text="commander")).to_have_text("commander2433")
    page.goto("/lesson/ranking")
    page.get_by_role("button", name="dual: more work, one up").press("Enter")
    page.get_by_role("button", name="That is my order").click()
    expect(page.get_by_text("stand where you put them.")).to_be_visible()
    expect(page.locator(".point-plot .sign").first).to_be_visible()


def test_a_puzzle_of_ones_own_is_typed_and_taken_back(page):
    """What is no puzzle is told with what was found; back goes to the state before."""
    opened(page, "/lesson/fire#k=12")
    field = page.get_by_label("A 4×4 puzzle of your own")
    field.fill("1... ..5. .... ....")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“5” is no cell of a 4×4 puzzle")
    field.fill(".... ..2. .3.. ...4")
    field.press("Enter")
    expect(page).to_have_url("/lesson/fire#p=......2..3.....4")
    expect(page.get_by_text("step 0 of")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("step 12 of")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        "cube#at=99&set=0.65.x.7&view=zz",
        "fire#p=%3Cimg%20src=x%3E&k=-7&g=%3Cb%3E",
        "learn#d=0.99.x.5&k=1e9&cut=%3Cscript%3E.7",
    ],
)
def test_an_address_that_was_tampered_with_shows_the_scene_all_the_same(page, path):
    """No error reaches the reader or the console."""
    opened(page, f"/lesson/{path}")
    expect(page.get_by_role("heading", level=1)).not_to_be_empty()
    assert page.locator("b:has-text('<'), img[src=x]").count() == 0
