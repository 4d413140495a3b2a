"""Scenes 5 to 8 of the lesson: gone through by mouse and by keyboard, and held against the library."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from sudocube import Geometry, Puzzle
from sudocube.clock import Clock
from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.lab.propagation import Propagation, PropagationState
from sudocube.lab.valid_grids import random_grids
from sudocube.serving.choice_rows import decisive_sets, encoding_of_statements
from sudocube.serving.ranking_rows import strength_puzzles_row
from sudocube.serving.typed_clause_rows import small_check_row, typed_clauses_row
from sudocube.serving.way_rows import way_clauses_row

FOUR, NINE = Geometry.of_size(4), Geometry.of_size(9)
VIEWED = ("dual", "minimal", "extended", "triads")


def slider(page: Page, label: str):
    return page.get_by_role("slider", name=label)


def shows_what_is_left(page: Page, puzzle: Puzzle):
    """Wait until each of the four encodings has as many elements left as by the library."""
    captions = page.locator(".views figcaption")
    for place, left in enumerate(left_by_library(puzzle)):
        expect(captions.nth(place)).to_contain_text(f"{left} of {puzzle.geometry.size**3} elements left")


def left_by_library(puzzle: Puzzle):
    """How many elements are left after all propagation, by encoding."""
    left = []
    for name in VIEWED:
        propagation = Propagation(formula(load(name), puzzle.geometry))
        known = propagation.propagate(puzzle).literals
        left.append(sum(-variable not in known for variable in range(1, puzzle.geometry.size**3 + 1)))
        propagation.close()
    return left


def test_four_encodings_leave_what_the_library_says_that_they_leave(page):
    page.goto("/lesson/views")
    expect(page.locator(".views figure")).to_have_count(4)
    expect(page.locator(".views figcaption").first).to_contain_text("64 of 64 elements left")
    slider(page, "Round").press("End")
    last = page.url
    shows_what_is_left(page, Puzzle(".........2.4.4.2"))
    expect(page.locator(".views figcaption").last).to_contain_text("nothing more follows")
    page.get_by_role("button", name="Round: back").press("Enter")
    assert page.url != last
    page.goto(last)
    shows_what_is_left(page, Puzzle(".........2.4.4.2"))

    page.get_by_label("A 4×4 puzzle of your own").fill("12.. .... .... ...3")
    page.keyboard.press("Enter")
    expect(page.locator(".views [data-cell=r1c1]").last).to_have_text("1")
    slider(page, "Round").press("End")
    shows_what_is_left(page, Puzzle("12.............3"))


def test_a_larger_puzzle_shows_where_extended_stops_and_triads_go_on(page):
    page.goto("/lesson/views")
    page.get_by_role("combobox", name="Puzzle").select_option(label="9×9: locked candidates")
    expect(page.locator(".views figcaption").first).to_contain_text("729")
    slider(page, "Round").press("End")
    found = next(one for one in strength_puzzles_row()["puzzles"] if one["kind"] == "locked candidates")
    shows_what_is_left(page, Puzzle(found["puzzle"]))
    expect(page.locator(".views figcaption").last).to_contain_text("solved")
    page.reload()
    expect(page.locator(".views figcaption").last).to_contain_text("solved")


@pytest.mark.parametrize(
    ("cells", "says"), [("11.. .... .... ....", "conflict"), ("1... ..2. .3.. ...4", "solved")]
)
def test_each_encoding_says_how_its_propagation_ends(page, cells, says):
    page.goto(f"/lesson/views#p={cells.replace(' ', '')}")
    expect(page.get_by_text("In each round all clauses fire")).to_be_visible()  # there are rounds now
    slider(page, "Round").press("End")
    expect(page.locator(".views figcaption").nth(2)).to_contain_text(says)


def test_switches_are_guessed_first_and_then_known(page, axe):
    page.goto("/lesson/views")
    page.get_by_role("button", name="It is enough", exact=True).click()
    expect(page.locator(".choice-told .headline")).to_contain_text("You are right. Enough: proved at 4×4.")
    page.get_by_role("checkbox", name="box at most one").press("Space")
    page.get_by_role("button", name="It is enough", exact=True).press("Enter")
    expect(page.locator(".choice-told .headline")).to_contain_text("You are mistaken. Not enough")
    expect(page.locator(".choice-told figcaption")).to_have_text(re.compile("both hold . in box"))
    expect(page.locator(".choice-told td[data-tone=bad]")).to_have_count(2)
    expect(page.get_by_text("All sixteen choices")).to_have_count(0)
    page.get_by_label("14", exact=True).check()
    page.get_by_role("button", name="That is my answer").click()
    expect(page.locator(".sixteen")).to_be_visible()
    expect(page.locator(".sixteen tbody tr")).to_have_count(16)
    expect(page.locator(".sixteen tbody tr.refuted")).to_have_count(2)
    expect(page.locator(".sixteen td:last-child", has_text="proved")).to_have_count(14)
    page.reload()
    expect(page.get_by_role("checkbox", name="box at most one")).not_to_be_checked()
    expect(page.locator(".choice-told .headline")).to_contain_text("Not enough")
    axe(page, "#host")


def test_rounds_are_in_the_table_once_the_question_is_answered(new_page):
    """On a phone, too, the whole table is seen."""
    page = new_page(width=360)
    page.goto("/lesson/at-most-one")
    heads = page.locator(".ways thead th")
    expect(heads).to_have_text(["way", "clauses", "auxiliary"])
    page.get_by_role("button", name="Show me").click()
    expect(heads).to_have_text(["way", "clauses", "auxiliary", "rounds"])
    wide = page.locator(".wide:has(.ways)")
    assert wide.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(wide).to_have_attribute("tabindex", "0")


def test_each_way_to_say_at_most_one_reaches_the_others_of_its_line(page):
    page.goto("/lesson/at-most-one#a=0")
    rows = page.locator(".ways tbody tr")
    expect(rows).to_have_count(11)
    found = {cells[0]: [*map(int, cells[1:])] for cells in (one.split() for one in rows.all_inner_texts())}
    assert found["pairwise"] == [36, 0, 1]
    assert found["commander"] == [24, 3, 3]
    assert found["sequential-counter"] == [23, 8, 5]
    page.get_by_role("button", name="sequential-counter").press("Enter")
    page.locator(".line-literals .chip").first.click()
    slider(page, "Round").press("End")
    expect(page.locator(".line-told")).to_contain_text("x1 is true, and 8 of the 8 others are false.")
    expect(page.locator(".line-literals [data-value=false]")).to_have_count(8)
    page.reload()
    expect(page.locator(".line-literals [data-value=false]")).to_have_count(8)

    slider(page, "Size of the line").press("Home")
    expect(page.locator(".line-literals .chip")).to_have_count(4)
    page.get_by_role("button", name="Round: forward").click()
    page.get_by_text("The clauses that fire").click()
    expect(page.locator(".fired li").first).to_contain_text("makes")


def test_rounds_of_all_ways_are_those_of_the_clauses_of_the_library(page):
    """Rounds of propagation, written once more in a few lines."""
    page.goto("/lesson/at-most-one#n=16&e=3&a=0")
    expect(page.locator(".line-literals .chip")).to_have_count(16)
    shown = {one.split()[0]: int(one.split()[-1]) for one in page.locator(".ways tbody tr").all_inner_texts()}
    for way in way_clauses_row(16)["ways"]:
        assert shown[way["way"]] == rounds_until(way["clauses"], 3, 16), way["way"]


def rounds_until(clauses, literal, size):
    """After how many rounds all other literals of a line are false."""
    true, rounds = {literal}, 0
    while any(-other not in true for other in range(1, size + 1) if other != literal):
        left = ([one for one in clause if -one not in true] for clause in clauses)
        true |= {some[0] for some in left if len(some) == 1}
        rounds += 1
    return rounds


def test_clauses_are_proved_or_refuted_while_they_are_typed(page, axe):
    page.goto("/lesson/your-own")
    told = page.locator(".own-told")
    expect(told.locator(".headline")).to_contain_text("Refuted")
    expect(told.locator("figcaption")).to_have_text(re.compile("both hold . in box"))
    page.get_by_role("checkbox", name="box at most one").check()
    expect(told.locator(".headline")).to_contain_text("Proved")
    page.get_by_label("Clauses, one on each line").press_sequentially("1 2 3 4\n-1 -6")
    expect(told).to_contain_text("It loses a valid grid")
    expect(told.locator("td[data-tone=bad]")).to_have_count(2)
    told.get_by_role("button", name="Line 2").press("Enter")
    assert page.evaluate("String(getSelection())") == "-1 -6"
    page.keyboard.press("Delete")
    expect(told.locator(".headline")).to_contain_text("Proved")
    page.reload()
    expect(page.get_by_label("Clauses, one on each line")).to_have_value("1 2 3 4\n")
    page.get_by_label("Clauses, one on each line").fill("1 2 3 4\nr1c1 = 4")
    expect(page.locator("#own-mistake")).to_contain_text("Line 2: found r1c1.")
    axe(page, "#host")


def test_no_verdict_stands_beside_clauses_that_it_is_not_about(page):
    """It is marked as old as soon as one types, and taken away where what is typed cannot be read."""
    page.goto("/lesson/your-own")
    page.get_by_role("button", name="minimal").click()
    page.get_by_role("button", name="Write out what is switched on").click()
    told, waiting = page.locator(".own-told"), page.locator(".own-waiting")
    expect(told.locator(".headline")).to_have_text("Proved: it says the rules, and nothing else.")
    expect(told).to_have_attribute("aria-busy", "false")
    page.route("**/api/prove-clauses", lambda route: None)  # it is never answered
    page.keyboard.press("Delete")
    expect(waiting).to_contain_text("What follows is of the clauses before.")
    expect(told).to_have_attribute("aria-busy", "true")
    page.keyboard.type("nothing\n")
    expect(page.locator("#own-mistake")).to_contain_text("Line 1: found nothing")
    expect(told).to_be_empty()
    expect(waiting).to_be_hidden()
    expect(page.get_by_text("Nothing is proved, since line 1 cannot be read.")).to_be_visible()
    page.unroute("**/api/prove-clauses")
    page.get_by_label("Clauses, one on each line").fill("65\n-65")
    expect(told).to_contain_text("These clauses forbid it together")
    expect(waiting).to_be_hidden()


def test_all_digits_of_a_cell_are_drawn_where_a_model_has_several(page):
    page.goto("/lesson/your-own#s=cell+at+least+one,row+at+least+one,column+at+least+one,box+at+least+one")
    expect(page.locator(".own-told .marks span").nth(1)).to_be_visible()
    page.get_by_label("Clauses, one on each line").fill("x111 x112 x113 x114")
    expect(page.locator(".own-told")).to_contain_text("Hint: No literal has a minus")
    expect(page.locator(".own-told .marks span").nth(1)).to_be_visible()


def test_a_riddle_keeps_its_answer_until_one_asks(page):
    page.goto("/lesson/your-own")
    for name, found, part in (
        ("Riddle 1", "It takes a wrong grid", "Nothing makes r2c2 hold a digit."),
        ("Riddle 2", "It loses a valid grid", "¬x[r1c1,1] ∨ ¬x[r1c2,2]"),
    ):
        page.get_by_role("button", name=name).click()
        expect(page.locator(".own-told h3")).to_contain_text(found)
        expect(page.locator(".own-told details")).to_contain_text(part)
        expect(page.locator(".own-told details[open]")).to_have_count(0)
        page.get_by_text("Which clause is it?").press("Enter")
        expect(page.locator(".own-told details[open]")).to_have_count(1)
    page.reload()
    expect(page.locator(".own-told details")).to_contain_text("¬x[r1c1,1] ∨ ¬x[r1c2,2]")
    expect(page.locator(".own-told details[open]")).to_have_count(0)


def test_a_server_that_does_not_answer_is_told_of_and_asked_again(page, expected_errors):
    expected_errors.append("Failed to load resource")
    page.goto("/lesson/your-own")
    page.route("**/api/prove-clauses", lambda route: route.abort())
    field = page.get_by_label("Clauses, one on each line")
    field.fill("-1 -2")
    expect(page.locator(".own-told [role=alert]")).to_contain_text("sudocube does not answer")
    page.unroute("**/api/prove-clauses")
    field.fill("-1 -3")
    expect(page.locator(".own-told .headline")).to_have_text("Refuted.")


def test_a_ranking_is_guessed_and_then_seen(page):
    page.goto("/lesson/ranking")
    names = page.locator(".ranked-name b")
    expect(names).to_have_text(["binary", "triads", "sequential-counter", "dual", "minimal", "extended"])
    page.get_by_role("button", name="Show me", exact=True).click()
    expect(page.get_by_text("The number of clauses says little.")).to_be_visible()
    expect(page.locator(".point-plot")).to_have_count(0)
    expect(page.locator(".scene-text")).to_be_hidden()
    up = page.get_by_role("button", name="dual: more work, one up")
    for _ in range(3):
        up.press("Enter")
    expect(names.first).to_have_text("dual")
    expect(up).to_be_focused()
    up.press("Enter")
    expect(names.first).to_have_text("dual")
    for _ in range(3):
        page.get_by_role("button", name="triads: less work").click()
    page.get_by_role("button", name="That is my order").click()
    expect(page.get_by_text("3 of 6 stand where you put them.")).to_be_visible()
    expect(page.get_by_text("Of 15 pairs, you had 13 the right way round.")).to_be_visible()
    expect(page.get_by_role("columnheader", name="your place")).to_be_visible()
    expect(page.locator(".scene-text")).to_be_visible()
    expect(page.locator(".point-plot .sign")).to_have_count(6 * 20 - 9)
    expect(page.locator(".point-plot .row-note")).to_have_text("9 given up")
    page.reload()
    page.get_by_label("What is counted").select_option("decisions")
    expect(page.locator(".axis-name")).to_contain_text("decisions")
    expect(names.first).to_have_text("dual")


def test_a_ranking_that_nobody_guessed_is_shown_without_a_judgement(page):
    page.goto("/lesson/ranking")
    for _ in range(2):
        page.get_by_role("button", name="Show me the ranking").click()
        expect(page.locator(".point-plot")).to_be_visible()
        expect(page.get_by_text("the right way round")).to_have_count(0)
        expect(page.get_by_role("columnheader", name="your place")).to_have_count(0)
        page.reload()
        expect(page.locator(".point-plot")).to_be_visible()


@pytest.mark.parametrize("name", ["views", "at-most-one", "your-own", "ranking"])
def test_scenes_fit_a_narrow_page_and_a_dark_one(new_page, axe, name):
    page = new_page(width=360, color_scheme="dark")
    page.goto(f"/lesson/{name}#a=0&d=1")
    expect(page.locator(".scene-stage > :not(.waiting)").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(page, "#host")


ROUNDS = """async (text) => {
    const [clauses, cases] = JSON.parse(text);
    const { inRounds, valuesAfter } = await import("/static/lesson/rounds.js");
    return JSON.stringify(cases.map(([name, given]) => {
        const { rounds, broken } = inRounds(clauses[name], given);
        const values = valuesAfter(rounds, rounds.length);
        return broken !== null ? null : [...values].filter(([, value]) => value).map(([literal]) => literal);
    }));
}"""
"""From text to text: Playwright takes long over lists."""


def test_propagation_in_rounds_comes_to_what_the_library_comes_to(page):
    """Of some hundred puzzles of both sizes, some of them unsolvable, in all four encodings."""
    rng = random.Random(5)
    clauses, cases, expected = {}, [], []
    for shape, many in ((FOUR, 60), (NINE, 15)):
        puzzles = []
        for grid in random_grids(shape, many, Clock()):
            cells = [digit if rng.random() < 0.35 else 0 for digit in grid.cells]
            if rng.random() < 0.3:
                cells[rng.randrange(shape.cell_count)] = rng.randint(1, shape.size)
            puzzles.append(Puzzle(cells, shape))
        for name in VIEWED:
            rules = formula(load(name), shape)
            clauses[f"{name} {shape.size}"] = [list(clause) for clause in rules.clauses]
            propagation = Propagation(rules)
            for puzzle in puzzles:
                found = propagation.propagate(puzzle)
                cases.append((f"{name} {shape.size}", rules.literals(puzzle.cells)))
                is_refuted = found.state is PropagationState.REFUTED
                expected.append(None if is_refuted else sorted(found.literals))
            propagation.close()
    page.goto("/lesson")
    found = json.loads(page.evaluate(ROUNDS, json.dumps([clauses, cases])))
    assert [one if one is None else sorted(one) for one in found] == expected
    assert expected.count(None) > 20


PROOFS = """async (text) => {
    const [clauses, known] = JSON.parse(text);
    const { smallProof } = await import("/static/lesson/small_proof.js");
    const found = [];
    for (const one of clauses) found.push(await smallProof(one, known));
    return JSON.stringify(found);
}"""


def test_without_a_server_clauses_are_proved_and_refuted_as_by_the_library(page):
    """Sets of statements; minimal with a clause less, or changed, or with an auxiliary variable."""
    minimal = [list(clause) for clause in formula(load("minimal"), FOUR).clauses]
    sets = [
        [list(clause) for clause in formula(encoding_of_statements(kept), FOUR).clauses]
        for kept in [*decisive_sets()][::3]
    ]
    sets += [minimal[:place] + minimal[place + 1 :] for place in (3, 20, 100, 239)]
    sets += [
        [[-one for one in clause] if at == 30 else clause for at, clause in enumerate(minimal)],
        [],
        [*minimal, []],
    ]
    sets += [[*minimal, [-1, 65], [-6, -65]], [*minimal, [1, 65], [-1, -65]], [[65], [-65], *minimal]]
    page.goto("/lesson")
    proofs = json.loads(page.evaluate(PROOFS, json.dumps([sets, small_check_row()])))
    for clauses, found in zip(sets, proofs, strict=True):
        text = "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        proof = typed_clauses_row(text)
        assert [found[one] for one in ("sound", "complete", "outcome")] == [
            proof[one] for one in ("sound", "complete", "outcome")
        ]
        assert (found["counterexample"] is None) == (proof["counterexample"] is None)
        if not found["complete"]:
            shown = found["forbidden_by"]
            assert shown["clauses"]
            assert shown["together"] == proof["forbidden_by"]["together"]
