"""Scenes 1 to 4 of the lesson: by mouse and by keyboard, and what the library says to what they show."""

import pytest
from playwright.sync_api import expect

from sudocube.lab import trace
from sudocube.serving.lesson_text import SCENES, scene_text
from tests.serving.browser.looking import paste

FIRE = "1.....2..3.....4"
LEARN = "..2.....1.3..3.."
REFUTED = "1..1............"
NINE = ".9.3..8.6..4.......8.7..3.1....1........9...33....5.9.5...........8...727.9...6.."


def opened(page, path):
    """A scene that is drawn."""
    page.goto(path)
    expect(page.locator(".scene-stage > *").first).to_be_visible()
    return page


def element(page, row, column, digit):
    """A button of the cube."""
    return page.get_by_role("button", name=f"row {row}, column {column}, digit {digit}")


def cell(page, name):
    """A cell of the grid of the scene; the grid at the side is hidden."""
    return page.locator(f".scene [data-cell={name}]")


def button(page, name, **more):
    return page.locator(".scene").get_by_role("button", name=name, **more)


def test_the_answer_comes_after_the_question_and_stays_in_the_address(page):
    """It is not shown before one has chosen; a wrong choice is told so; reload and another choice work."""
    opened(page, "/lesson/cube")
    answer = page.locator(".scene-answer")
    expect(answer).to_have_count(0)
    button(page, "That is my answer").click()
    expect(page.get_by_text("Choose one of the answers first.")).to_be_visible()
    page.get_by_label("12", exact=True).check()
    button(page, "That is my answer").click()
    expect(answer).to_contain_text("No, that is not it.")
    expect(answer).to_contain_text("Ten.")
    page.reload()
    expect(answer).to_contain_text("No, that is not it.")
    page.get_by_label("10", exact=True).check()
    button(page, "That is my answer").click()
    expect(answer).to_contain_text("Yes, that is right.")


def test_an_element_lights_its_lines_and_a_digit_throws_its_shadow(page, axe):
    """By mouse; the address keeps it; a second digit on a line breaks the rules."""
    opened(page, "/lesson/cube")
    element(page, 2, 3, 3).click()
    expect(page.locator(".lines li")).to_have_text(
        [
            "cell r2c31 2 3 4",
            "row 2, digit 3r2c1 r2c2 r2c3 r2c4",
            "column 3, digit 3r1c3 r2c3 r3c3 r4c3",
            "box 2, digit 3r1c3 r1c4 r2c3 r2c4",
        ]
    )
    expect(page.locator(".cube .lit")).to_have_count(11)
    button(page, "Place 3 in r2c3").click()
    expect(page.locator(".counts")).to_have_text("True: 1. In their shadow: 10. Open: 53.")
    page.reload()
    expect(page.locator(".cube .false")).to_have_count(10)
    expect(element(page, 1, 4, 3)).to_have_accessible_name(
        "row 1, column 4, digit 3: false, in the shadow of r2c3 = 3"
    )
    element(page, 2, 1, 3).click()
    button(page, "Place 3 in r2c1").click()
    told = page.locator(".cube-told")
    expect(told).to_contain_text("row 2, digit 3” holds 2 true elements (r2c1 = 3 and r2c3 = 3)")
    axe(page)
    button(page, "Take all away").click()
    expect(page.locator(".counts")).to_have_text("True: 0. In their shadow: 0. Open: 64.")


def test_the_cube_is_one_tab_stop_and_arrows_move_in_it(page):
    """From floor to floor by Page Up and Page Down, and not past its sides."""
    opened(page, f"/lesson/cube#p={FIRE}")
    expect(page.locator(".cube button[tabindex='0']")).to_have_count(1)
    element(page, 1, 1, 1).focus()
    for key in ("ArrowDown", "ArrowRight", "PageUp", "ArrowLeft", "ArrowLeft", "End", "PageUp", "Home"):
        page.keyboard.press(key)
    expect(element(page, 2, 1, 3)).to_be_focused()
    page.keyboard.press("Enter")
    button(page, "Place 3 in r2c1").press("Enter")
    expect(page.locator(".counts")).to_contain_text("True: 5.")
    element(page, 1, 1, 1).click()
    expect(button(page, "Place 1 in r1c1")).to_be_disabled()
    expect(page).to_have_url(f"/lesson/cube#p={FIRE}&at=1&set=19")


def test_from_above_the_cube_is_the_grid(page):
    """The elements of a cell come together, and the address keeps the view."""
    opened(page, f"/lesson/cube#p={FIRE}")
    slider = page.get_by_role("slider")

    def drop():
        boxes = [element(page, 3, 2, digit).bounding_box() for digit in (1, 4)]
        return boxes[0]["y"] - boxes[1]["y"]

    assert drop() > 200
    slider.fill("100")
    assert 0 < abs(drop()) < 50
    page.reload()
    expect(slider).to_have_value("100")


def test_a_broken_clause_turns_red_and_ways_are_counted(page, axe):
    """A line whose pair is said for another line, too, has its seven clauses all the same."""
    opened(page, "/lesson/exactly-one#line=49")
    expect(page.locator(".clauses li")).to_have_count(7)
    expect(page.locator(".clauses li", has_text="written for row 1, digit 1")).to_have_count(1)
    expect(page.locator(".clauses .broken")).to_have_text(
        ["at least onex[r1c1,1] ∨ x[r1c2,1] ∨ x[r2c1,1] ∨ x[r2c2,1]broken"]
    )
    switches = page.get_by_role("switch")
    switches.nth(1).click()
    expect(page.locator(".clauses .broken")).to_have_count(0)
    switches.nth(2).press("Space")
    expect(page.locator(".clauses .broken .literal")).to_have_text(["¬x[r1c2,1]", "¬x[r2c1,1]"])
    expect(page.get_by_text("You tried 3 of 16 ways; 1 of them breaks no clause.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You tried 3 of 16 ways; 1 of them breaks no clause.")).to_be_visible()
    expect(switches.nth(2)).to_have_attribute("aria-checked", "true")
    button(page, "true: r2c2 = 1; not tried yet").click()
    expect(page.locator(".scene-stage .message")).to_have_text(
        "All seven clauses hold: exactly one element is true."
    )
    button(page, "Show me").click()
    expect(page.locator(".ways .good")).to_have_count(4)
    expect(page.locator(".ways .bad")).to_have_count(12)
    expect(page.get_by_text("You tried 4 of 16 ways")).to_contain_text("The answer shows the others, too.")
    axe(page)


def test_another_line_is_chosen_by_list_or_in_the_cube(page):
    """With a puzzle, its clues are true at first."""
    opened(page, f"/lesson/exactly-one#p={FIRE}")
    page.get_by_label("Line of the cube").select_option("column 2, digit 3")
    expect(page.get_by_role("switch", checked=True)).to_have_text(["x[r3c2,3]true"])
    element(page, 3, 3, 2).click()
    expect(page.get_by_label("Line of the cube")).to_have_value("42")
    element(page, 1, 3, 2).click()
    expect(page.locator(".clauses .broken")).to_have_count(1)


def test_clauses_fire_in_the_order_of_the_library(page, axe):
    """Each step, forth and back, has the literal and the clause of `encodings trace`."""
    known = [step for step in trace(FIRE).steps if hasattr(step, "literal")]
    opened(page, "/lesson/fire")
    forward, back = button(page, "Next", exact=True), button(page, "Back", exact=True)
    for _ in range(7):
        forward.press("Enter")
    back.click()
    expect(page.get_by_text(f"step 6 of {len(known)}")).to_be_visible()
    expect(page.locator(".fire-card h2")).to_have_text("¬x[r1c1,3] is true now")
    button(page, "Next digit").click()
    expect(page.locator(".fire-card h2")).to_have_text("x[r1c2,2] is true now")
    expect(page.locator(".fire-card strong")).to_have_text("row 1, digit 2: at least one")
    expect(page.locator(".fire-card .reasons li")).to_have_count(3)
    expect(cell(page, "r1c2")).to_have_attribute("data-tone", "good")
    axe(page)
    button(page, "Last").click()
    expect(page.locator(".fire-card .message")).to_contain_text("Solved.")
    expect(page.locator(".wall figcaption")).to_contain_text("384 hold")
    expect(page.locator(".wall [data-state=open]:not(figcaption *)")).to_have_count(0)
    page.get_by_text("The steps so far").click()
    shown = page.locator(".fire-log .literal").all_inner_texts()
    traced = trace(FIRE)
    assert shown[::-1] == [traced.name(step.literal) for step in known]


def test_the_next_digit_is_guessed_before_it_fires(page):
    """Right, right out of turn, and wrong; what is guessed stays in the address."""
    opened(page, "/lesson/fire")
    told = page.locator(".guess .message")
    cell(page, "r1c4").click()
    button(page, "3", exact=True).click()
    expect(told).to_contain_text("r1c4 = 3 is right: r1c4: at least one")
    expect(told).to_contain_text("the order does not matter")
    cell(page, "r1c2").press("Enter")
    expect(button(page, "1", exact=True)).to_be_focused()
    button(page, "4", exact=True).press("Enter")
    expect(told).to_contain_text("r1c2 = 4 cannot be: r1c2: at most one rules it out in step 57")
    button(page, "2", exact=True).press("Enter")
    expect(told).to_contain_text("r1c2 = 2 is right")
    expect(cell(page, "r1c2")).to_have_text("2")
    cell(page, "r4c1").click()
    button(page, "2", exact=True).click()
    expect(told).to_contain_text("r4c1 = 2 is right")
    page.reload()
    expect(page.get_by_text("Right guesses: 3 of 4.")).to_be_visible()


def test_a_puzzle_where_nothing_fires_leads_to_the_next_scene(page):
    """The link takes the puzzle along."""
    opened(page, f"/lesson/fire#p={LEARN}&k=999")
    expect(page.locator(".fire-card .message")).to_contain_text("Stuck")
    page.get_by_role("link", name="How a solver goes on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stuck: decide, conflict, learn")
    expect(page.get_by_label("A 4×4 puzzle of your own")).to_have_value("..2. .... 1.3. .3..")
    page.go_back()
    expect(page.locator(".fire-card .message")).to_contain_text("Stuck")


def test_an_unsolvable_puzzle_ends_in_a_conflict_that_needs_no_decision(page):
    """In both scenes."""
    opened(page, f"/lesson/fire#p={REFUTED}&k=999")
    expect(page.locator(".fire-card")).to_contain_text("the puzzle has no solution")
    expect(page.locator(".fire-card .reasons li")).not_to_have_count(0)
    opened(page, f"/lesson/learn#p={REFUTED}&k=999")
    expect(page.locator(".learn-card")).to_contain_text(
        "Nothing is assumed on level 0, so the puzzle has no solution."
    )


def test_two_decisions_lead_to_what_the_library_learns(page, axe):
    """Moment by moment: decisions, conflict, the clauses that are joined, the learned one, the jump back."""
    [conflict] = trace(LEARN, decide="r1c2=1, r3c2=2").conflicts
    opened(page, "/lesson/learn")
    forward, title = button(page, "Next", exact=True), page.locator(".learn-card h2")
    expect(title).to_have_text("Level 0: what the clues force")
    forward.click()
    expect(title).to_have_text("x[r1c2,1]1 is decided: level 1")
    expect(page.locator(".graph .node:visible")).to_have_text(["x[r1c2,1]"])
    while page.locator(".graph .conflict").is_hidden():
        forward.press("Enter")
    expect(title).to_have_text("Conflict on level 2")
    for joined in range(len(conflict.resolutions) + 1):
        expect(page.locator(".derivation li")).to_have_count(joined + 1)
        if joined < len(conflict.resolutions):
            expect(page.locator(".learn-card .message")).to_contain_text("Join on")
            forward.click()
    expect(page.locator(".derivation li").last).to_contain_text("x[r3c2,4]2 ∨ x[r1c2,4]1")
    expect(page.locator(".learn-card .message")).to_contain_text("first unique implication point")
    expect(page.locator(".graph .cut")).not_to_have_count(0)
    axe(page)
    forward.click()
    expect(title).to_have_text("Back to level 1")
    forward.click()
    expect(page.locator(".learn-card strong")).to_have_text("what was learned from conflict 1")
    expect(cell(page, "r3c2")).to_have_text("4")


def test_a_level_without_a_part_in_the_conflict_is_dropped(page):
    """As in the written lesson."""
    opened(page, "/lesson/learn")
    button(page, "Three decisions").click()
    button(page, "Last").click()
    back = button(page, "Back", exact=True)
    title = page.locator(".learn-card h2")
    while title.inner_text() != "Back to level 1":
        back.press("Enter")
    expect(page.locator(".learn-card")).to_contain_text("2 levels are dropped at once")


def test_the_cut_is_clicked_and_judged(page):
    """Each cut gives a clause; only one is what the solver learns; the address keeps it."""
    opened(page, "/lesson/learn")
    forward = button(page, "Next", exact=True)
    while page.locator(".graph .conflict").is_hidden():
        forward.press("Enter")
    told, graph = page.locator(".learn-card .message"), page.locator(".graph")

    def node(name):
        return graph.get_by_role("button", name=f"{name}, level")

    node("x[r1c2,1]").click()
    expect(page.locator(".graph-hint")).to_contain_text("A decision stays on its side")
    node("¬x[r1c1,4]").click()
    expect(told).to_contain_text("It has 2 literals of level 2")
    for name in ("¬x[r1c4,4]", "x[r2c2,4]", "x[r3c4,4]"):
        node(name).press("Enter")
    expect(told).to_contain_text("This is the clause that the solver learns")
    expect(page.locator(".learn-card .clause")).to_have_text("x[r3c2,4]2 ∨ x[r1c2,4]1")
    page.reload()
    expect(told).to_contain_text("This is the clause that the solver learns")
    node("¬x[r3c2,4]").click()
    expect(told).to_contain_text("but not the one nearest to the conflict")
    button(page, "Forget my cut").click()
    expect(page.locator(".derivation li")).to_have_count(1)


def test_the_reader_decides_and_lets_the_solver_decide(page):
    """Until all clauses hold; what was decided is in the address."""
    opened(page, "/lesson/learn")
    button(page, "None yet").click()
    button(page, "Last").click()
    expect(page.locator(".learn-card h2")).to_have_text("Stuck")
    expect(page.locator(".learn-card .message")).to_contain_text("No decision stands.")
    cell(page, "r1c2").click()
    button(page, "does not hold").click()
    button(page, "4", exact=True).click()
    expect(page.locator(".learn-card h2")).to_have_text("¬x[r1c2,4]1 is decided: level 1")
    expect(page).to_have_url("/lesson/learn#d=-8&k=1")
    button(page, "Last").click()
    expect(page.locator(".learn-card h2")).to_have_text("Stuck again")
    expect(page.locator(".learn-card .message")).to_contain_text("these still stand: ¬x[r1c2,4]1")
    for _ in range(9):
        if not button(page, "Let the solver decide").is_enabled():
            break
        button(page, "Let the solver decide").click()
        button(page, "Last").click()
    expect(page.locator(".learn-card h2")).to_have_text("All clauses hold")
    page.reload()
    expect(page.locator(".learn-card h2")).to_have_text("All clauses hold")


def test_a_puzzle_without_a_need_to_decide_says_so(page):
    """It is no subject for this scene, but no error either."""
    opened(page, f"/lesson/learn#p={FIRE}")
    expect(page.locator(".learn-card")).to_contain_text("Propagation alone solves this puzzle")


def test_a_puzzle_of_ones_own_is_typed_and_taken_back(page):
    """What is no puzzle is told with what was found; back goes to the state before."""
    opened(page, "/lesson/fire#k=12")
    field = page.get_by_label("A 4×4 puzzle of your own")
    field.fill("12 34")
    button(page, "Use it").click()
    expect(page.get_by_role("alert")).to_contain_text("has 16 cells; found 4")
    field.fill("1... ..5. .... ....")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“5” is no cell of a 4×4 puzzle")
    field.fill(".... ..2. .3.. ...4")
    field.press("Enter")
    expect(page).to_have_url("/lesson/fire#p=......2..3.....4")
    expect(page.get_by_text("step 0 of")).to_be_visible()
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank, candidates 1 2 3 4")
    button(page, "The puzzle of the lesson").click()
    expect(cell(page, "r1c1")).to_have_text("1")


def test_back_leads_to_the_puzzle_before_and_to_what_was_done_with_it(page):
    """Each puzzle that is taken is an entry of the history; its steps are kept in it."""
    opened(page, "/lesson/fire#k=3")
    field = page.get_by_label("A 4×4 puzzle of your own")
    for puzzle in ("1... .... .... ....", "...4 .... .... ...."):
        field.fill(puzzle)
        field.press("Enter")
        expect(page.get_by_text("step 0 of")).to_be_visible()
        button(page, "Next", exact=True).click()
        expect(page.get_by_text("step 1 of")).to_be_visible()
    page.go_back()
    expect(field).to_have_value("1... .... .... ....")
    expect(page.get_by_text("step 1 of")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("step 3 of")).to_be_visible()
    page.go_forward()
    expect(page).to_have_url("/lesson/fire#p=1...............&k=1")
    expect(field).to_have_value("1... .... .... ....")


def test_an_empty_grid_is_a_puzzle_of_ones_own(page):
    """Typed or by the address: the scene shows it, with the decisions that belong to it."""
    opened(page, "/lesson/fire")
    field = page.get_by_label("A 4×4 puzzle of your own")
    field.fill("." * 16)
    field.press("Enter")
    expect(page).to_have_url(f"/lesson/fire#p={'.' * 16}")
    expect(field).to_have_value(".... .... .... ....")
    expect(cell(page, "r1c1")).to_have_attribute("aria-label", "row 1, column 1, blank, candidates 1 2 3 4")
    expect(page.locator(".fire-card .message")).to_contain_text("Stuck")
    button(page, "The puzzle of the lesson").click()
    expect(page).to_have_url("/lesson/fire")
    expect(cell(page, "r1c1")).to_have_text("1")
    opened(page, f"/lesson/learn#p={'.' * 16}&d=1.6.11&k=1")
    expect(page.locator(".learn-card h2")).to_have_text("x[r1c1,1]1 is decided: level 1")
    expect(cell(page, "r2c3")).to_have_attribute("aria-label", "row 2, column 3, blank, candidates 1 2 3 4")


def test_one_broken_clause_is_counted_as_one(page):
    """Several are counted in the plural."""
    opened(page, "/lesson/fire#p=11..............&k=3")
    expect(page.locator(".wall figcaption")).to_contain_text("1 is broken")
    button(page, "Back", exact=True).click()
    button(page, "Back", exact=True).click()
    expect(page.locator(".wall figcaption")).to_contain_text("4 hold")


def test_what_one_clicks_stays_in_its_place_from_moment_to_moment(new_page):
    """On a phone, too: only what says something has another height."""
    page = opened(new_page(width=360), "/lesson/learn")
    forward, digit = button(page, "Next", exact=True), button(page, "1", exact=True)
    on_page = "element => element.getBoundingClientRect().top + scrollY"
    places = set()
    for _ in range(27):
        places.add((forward.evaluate(on_page), digit.evaluate(on_page)))
        forward.press("Enter")
    assert len(places) == 1, places


def test_a_puzzle_that_is_pasted_begins_the_scene_anew(page):
    """Anywhere on the page; steps of the puzzle before it are forgotten."""
    opened(page, "/lesson/fire#k=45")
    paste(page, "1..2\n....\n..3.\n4...")
    expect(page.get_by_label("A 4×4 puzzle of your own")).to_have_value("1..2 .... ..3. 4...")
    expect(page.get_by_text("step 0 of")).to_be_visible()
    expect(page).to_have_url("/lesson/fire#p=1..2......3.4...")
    page.keyboard.press("Control+z")
    expect(page.get_by_label("A 4×4 puzzle of your own")).to_have_value("1... ..2. .3.. ...4")
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_label("A 4×4 puzzle of your own")).to_have_value("1..2 .... ..3. 4...")


def test_a_scene_that_was_left_goes_on_where_it_was_if_the_puzzle_is_the_same(page):
    """By the links to the next scene and back; what the address says comes first, and can be nothing."""
    opened(page, "/lesson/fire#k=45")
    button(page, "Show me").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stuck: decide, conflict, learn")
    page.get_by_role("link", name="Previous").click()
    expect(page).to_have_url("/lesson/fire#a=0&k=45")
    expect(page.get_by_text("step 45 of")).to_be_visible()
    expect(page.locator(".scene-answer")).to_be_visible()
    page.get_by_role("link", name="Scene 3").click()
    expect(page.get_by_text("step 0 of")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stuck: decide, conflict, learn")
    page.get_by_role("link", name="Previous").click()
    expect(page).to_have_url("/lesson/fire")


def test_a_scene_with_another_puzzle_than_before_begins_anew(page):
    opened(page, "/lesson/fire#k=45")
    page.get_by_role("link", name="The lesson").click()
    page.locator("#panel").get_by_role("link", name="4.....1..2.....3").click()
    expect(page.get_by_text("step 0 of")).to_be_visible()
    expect(page).to_have_url("/lesson/fire#p=4.....1..2.....3")


def test_a_9x9_puzzle_of_the_page_is_kept_for_the_panels(page):
    """The scene shows its own, and says so."""
    opened(page, f"/lesson/fire#p={NINE}")
    expect(page.get_by_text("Yours is kept for the other panels.")).to_be_visible()
    expect(cell(page, "r1c1")).to_have_text("1")
    page.get_by_role("link", name="Puzzle", exact=True).click()
    expect(page).to_have_url(f"/#p={NINE}")


@pytest.mark.parametrize(
    "path",
    [
        "cube#at=99&set=0.65.x.7&view=zz",
        "exactly-one#line=-3&on=2222&seen=zz",
        "fire#k=-7&g=%3Cb%3E",
        "learn#d=0.99.x.5&k=1e9&cut=%3Cscript%3E.7",
        "fire#p=%3Cimg%20src=x%3E",
    ],
)
def test_an_address_that_was_tampered_with_shows_the_scene_all_the_same(page, path):
    """No error reaches the reader or the console."""
    opened(page, f"/lesson/{path}")
    expect(page.get_by_role("heading", level=1)).not_to_be_empty()
    assert page.locator("b:has-text('<'), img[src=x]").count() == 0


def test_the_overview_leads_to_each_scene_and_scenes_to_each_other(page, axe):
    """By links, with the puzzle."""
    page.goto(f"/lesson#p={FIRE}")
    cards = page.locator(".scene-cards a")
    expect(cards).to_have_count(len(SCENES))
    axe(page)
    for name, card in zip(SCENES, cards.all(), strict=True):
        expect(card).to_contain_text(scene_text(name).title)
        expect(card).to_have_attribute("href", f"/lesson/{name}#p={FIRE}")
    cards.first.click()
    for name in SCENES[1:4]:
        page.locator(".scene-turn a[rel=next]").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(scene_text(name).title)
    expect(page).to_have_title(f"{scene_text(SCENES[3]).title} · sudocube")
    page.get_by_role("link", name="Scene 2: Exactly one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Exactly one")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text(scene_text(SCENES[3]).title)


@pytest.mark.parametrize(
    "state", ["cube#at=27&set=27&a=3", "exactly-one#on=0110&a=1", "fire#k=45&a=0", "learn#k=20&a=3"]
)
def test_scenes_fit_a_phone_in_the_dark(new_page, axe, state):
    """Nothing is wider than 360 px, and all contrasts hold."""
    page = opened(new_page(width=360, color_scheme="dark"), f"/lesson/{state}")
    expect(page.locator(".scene-answer")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe(page)
