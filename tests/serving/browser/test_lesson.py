"""The lesson as a learner goes through it; what the browser computes for it is what the library computes."""

import json
from random import Random

from playwright.sync_api import expect

from sudocube import Geometry, Puzzle
from sudocube.encoder import load
from sudocube.lab import trace
from sudocube.report.encodings import clause_rows
from sudocube.report.lab import trace_rows
from sudocube.report.row import as_dict
from tests.puzzles import solved_grid

FOUR = Geometry.of_size(4)

STEPS = """async (text) => {
  const { propagated } = await import("/static/lesson/propagation.js");
  return JSON.stringify(JSON.parse(text).map(([rows, cells]) => {
    const { steps, end } = propagated(rows, cells);
    return [steps.map(({ number, because, conflict }) => [number, (because ?? conflict).clause]), end];
  }));
}"""


def computed(page, script, given):
    """What a script makes of this; as a text, because Playwright takes long over lists."""
    page.goto("/lesson")
    return json.loads(page.evaluate(script, json.dumps(given)))


def a_puzzle(geometry, rng):
    """Some cells of a valid grid, sometimes with a digit that does not belong there."""
    cells = list(solved_grid(geometry, rng).cells)
    for cell in rng.sample(range(len(cells)), rng.randint(len(cells) // 2, len(cells))):
        cells[cell] = 0
    if rng.random() < 0.3:
        cells[rng.randrange(len(cells))] = rng.choice(geometry.digits)
    return Puzzle(cells, geometry)


def test_the_page_takes_the_steps_of_the_library_in_their_order(page):
    """Puzzles with and without a solution, in three encodings."""
    rng, cases, ends = Random(18), [], set()
    for number in range(60):
        puzzle, encoding = a_puzzle(FOUR, rng), ("extended", "minimal", "dual")[number % 3]
        known = [as_dict(row) for row in trace_rows(trace(puzzle, encoding))]
        rows = [as_dict(row) for row in clause_rows(load(encoding), FOUR)]
        cases.append(((rows, list(puzzle.cells)), known))
    found = computed(page, STEPS, [asked for asked, _ in cases])
    for (asked, known), (steps, end) in zip(cases, found, strict=True):
        *rows, last = known
        assert len(steps) == len(rows), asked
        for (number, clause), row in zip(steps, rows, strict=True):
            reason = row.get("because") or row["conflict"]
            assert number == row.get("number")
            assert clause == (None if reason == "clue" else reason["clause"]), asked
        assert end == ("solved" if last["end"] == "no_grid" else str(last["end"]))
        ends.add(end)
    assert ends == {"solved", "stuck", "unsatisfiable"}


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


def test_the_ways_to_say_at_most_one_are_drawn_as_what_they_are_and_lit_by_propagation(page):
    """The product as a grid, the commanders above their groups, the counter under its literals."""
    for way, picture, nodes in (
        ("product", "grid", 15),
        ("commander", "tree", 12),
        ("sequential-counter", "chain", 17),
    ):
        page.goto(f"/lesson/at-most-one#w={way}&r=99")
        chips = page.locator(f".way-{picture} .chip")
        expect(chips).to_have_count(nodes)
        expect(page.locator(f'.way-{picture} button[data-value="false"]')).to_have_count(8)
    expect(page.locator(".way-chain .helper").first).to_have_attribute("data-value", "false")


def test_a_matching_is_moved_by_hand_and_a_value_without_one_falls(page, axe):
    """By the keyboard: r3 wants the 1, r1 and r2 move, and find no place; r4 can hold 5."""
    page.goto("/lesson/matching")
    told = page.locator(".match-told .message")
    page.get_by_role("button", name="r3, 1").press("Enter")
    expect(told).to_contain_text("Its owner r1 has to move on")
    expect(page.get_by_role("button", name="r1, 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("r3 wants 1")
    page.get_by_role("button", name="r1, 2").press("Enter")
    expect(told).to_contain_text("Its owner r2 has to move on")
    page.get_by_role("button", name="Nobody can move").click()
    expect(told).to_contain_text(
        "r1 and r2 have only 2 between them: 2 cells, 1 digit. So 1 is no candidate of r3."
    )
    page.get_by_role("button", name="r4, 5").press("Enter")
    page.get_by_role("button", name="Nobody can move").click()
    expect(told).to_contain_text("Somebody can move")
    page.get_by_role("button", name="r5, 4").click()
    expect(told).to_contain_text("r4 can hold 5")
    page.reload()
    expect(page.get_by_role("button", name="r3, 1, no candidate")).to_be_visible()
    expect(page.get_by_role("button", name="r4, 5, matched")).to_be_visible()
    axe(page, "#host")
