"""The scenes of the lesson as a learner goes through them; what they show is what the library says."""

from __future__ import annotations

from playwright.sync_api import expect


def test_the_answer_comes_after_the_question_and_stays_in_the_address(page):
    """It is not shown before one has chosen; a wrong choice is told so."""
    page.goto("/lesson/cube")
    page.get_by_label("12", exact=True).check()
    answer = page.locator(".scene-answer")
    expect(answer).to_have_count(0)
    page.get_by_role("button", name="That is my answer").click()
    expect(answer).to_contain_text("No, that is not it.")
    page.reload()
    expect(answer).to_contain_text("No, that is not it.")


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


def test_an_address_that_was_tampered_with_shows_the_scene_all_the_same(page):
    """No error reaches the reader or the console."""
    for path in (
        "cube#at=99&set=0.65.x.7&view=zz",
        "fire#p=%3Cimg%20src=x%3E&k=-7&g=%3Cb%3E",
        "learn#d=0.99.x.5&k=1e9&cut=%3Cscript%3E.7",
    ):
        page.goto(f"/lesson/{path}")
        expect(page.locator(".scene-stage > *").first).to_be_visible()
        assert page.locator("b:has-text('<'), img[src=x]").count() == 0
