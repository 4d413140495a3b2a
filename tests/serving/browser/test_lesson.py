"""The lesson as a learner goes through it; what the browser computes for it is what the library computes."""

import json
from random import Random

from playwright.sync_api import expect

from sudocube import Geometry, Puzzle
from sudocube.encoder import load
from sudocube.encoder.clause_names import named_puzzle_clauses
from sudocube.encoder.cnf import formula
from sudocube.encoder.own_clause_file import parse_clauses
from sudocube.lab import prove, trace
from sudocube.lab.clause_learning import Assigned
from sudocube.lab.tracing import TraceEnd
from sudocube.report.proofs import proved_row
from sudocube.report.row import as_dict
from sudocube.serving.lesson_rows import (
    decisive_sets,
    encoding_of_statements,
    small_check_row,
)
from tests.puzzles import solved_grid

FOUR = Geometry.of_size(4)

TRACES = """async (text) => {
  const { traced, clausesAfter } = await import("/static/lesson/propagation.js");
  return JSON.stringify(JSON.parse(text).map((one) => {
    const { steps, end } = traced(one.clauses, one);
    const clauses = clausesAfter(one.clauses, steps);
    const at = (place) => (place < 0 ? null : clauses[place]);
    const named = (resolution) => ({ ...resolution, clause: at(resolution.clause) });
    const written = steps.map((step) => step.literal !== undefined
      ? { ...step, clause: at(step.clause) }
      : { ...step, conflict: at(step.conflict), resolutions: step.resolutions.map(named) });
    return { steps: written, end };
  }));
}"""
PROOFS = """async (text) => {
    const [clauses, known] = JSON.parse(text);
    const { smallProof } = await import("/static/lesson/small_proof.js");
    const found = [];
    for (const one of clauses) found.push(await smallProof(one, known));
    return JSON.stringify(found);
}"""


def computed(page, script, given):
    """What a script makes of this; as a text, because Playwright takes long over lists."""
    page.goto("/lesson")
    return json.loads(page.evaluate(script, json.dumps(given)))


def in_words_of_the_page(step):
    """A step of the library as propagation.js gives it, with clauses in place of their numbers."""
    if isinstance(step, Assigned):
        clause = None if step.clause is None else list(step.clause.clause)
        return {"literal": step.literal, "level": step.level, "clause": clause}
    return {
        "conflict": list(step.clause.clause),
        "level": step.level,
        "reduced": list(step.reduced),
        "resolutions": [
            {"on": one.on, "clause": list(one.clause.clause), "result": list(one.result)}
            for one in step.resolutions
        ],
        "learned": list(step.learned),
        "backjump": step.backjump,
    }


def a_puzzle(geometry, rng):
    """Some cells of a valid grid, sometimes with a digit that does not belong there."""
    cells = list(solved_grid(geometry, rng).cells)
    for cell in rng.sample(range(len(cells)), rng.randint(len(cells) // 2, len(cells))):
        cells[cell] = 0
    if rng.random() < 0.3:
        cells[rng.randrange(len(cells))] = rng.choice(geometry.digits)
    return Puzzle(cells, geometry)


def test_the_page_takes_the_steps_of_the_library_in_their_order(page):
    """Puzzles with and without a solution, three encodings, with and without decisions of one's own."""
    rng, cases, conflicts = Random(18), [], 0
    for number in range(60):
        geometry = Geometry.of_size(6) if number % 20 == 0 else FOUR
        puzzle, search = a_puzzle(geometry, rng), bool(number % 2)
        encoding = ("extended", "minimal", "dual")[number % 3]
        decisions = [rng.choice((1, -1)) * rng.randint(1, geometry.size**3) for _ in range(number % 3 * 2)]
        clauses = [list(one.clause) for one in named_puzzle_clauses(load(encoding), puzzle)]
        asked = {"clauses": clauses, "decisions": decisions, "search": search, "size": geometry.size}
        known = trace(puzzle, encoding, search=search, decide=", ".join(map(str, decisions)))
        cases.append((asked, known))
    found = computed(page, TRACES, [asked for asked, _ in cases])
    for (asked, known), shown in zip(cases, found, strict=True):
        assert shown["steps"] == [*map(in_words_of_the_page, known.steps)], asked
        all_hold = (TraceEnd.SOLVED, TraceEnd.NO_GRID)
        assert shown["end"] == ("solved" if known.end in all_hold else str(known.end))
        conflicts += len(known.conflicts)
    assert conflicts > 10


def test_clauses_are_proved_and_refuted_in_the_page_as_by_the_library(page):
    """Sets of statements; minimal with a clause less, or changed, or with an auxiliary variable."""
    minimal = [list(clause) for clause in formula(load("minimal"), FOUR).clauses]
    sets = [
        [list(clause) for clause in formula(encoding_of_statements(kept), FOUR).clauses]
        for kept in [*decisive_sets()][::9]
    ]
    sets += [minimal[:place] + minimal[place + 1 :] for place in (3, 100)]
    sets += [[[-one for one in clause] if at == 30 else clause for at, clause in enumerate(minimal)]]
    sets += [[], [*minimal, []], [*minimal, [-1, 65], [-6, -65]], [[65], [-65], *minimal]]
    for clauses, found in zip(sets, computed(page, PROOFS, [sets, small_check_row()]), strict=True):
        lines = "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        typed = parse_clauses(f"p cnf 1000 {len(clauses)}\n{lines}", "typed")
        proof = as_dict(proved_row(prove(typed, FOUR)))
        for name in ("sound", "complete", "outcome"):
            assert found[name] == proof[name]
        assert (found["counterexample"] is None) == (proof["counterexample"] is None)
        if not found["complete"]:
            assert found["forbidden_by"]["clauses"]
            assert found["forbidden_by"]["together"] == proof["forbidden_by"]["together"]


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
    field.press("Control+Home")
    field.press_sequentially("1 2\n")
    expect(told.get_by_role("button", name="Line 3")).to_be_visible()
    expect(told).to_have_attribute("aria-busy", "false")
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
