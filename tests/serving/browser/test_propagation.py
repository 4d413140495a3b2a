"""Unit propagation, decisions and learning in JavaScript, step by step against those of the library."""

import json
from random import Random

from sudocube import Geometry, Puzzle
from sudocube.encoder import load
from sudocube.encoder.clause_names import named_puzzle_clauses
from sudocube.lab import trace
from sudocube.lab.trace_steps import Assigned, ClauseConflict, TraceEnd
from tests.puzzles import solved_grid

FOUR, SIX = Geometry.of_size(4), Geometry.of_size(6)

STEPS = """async (text) => {
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


def traced_by_the_page(page, cases):
    """What propagation.js makes of these cases; as texts, because Playwright takes long over lists."""
    return json.loads(page.evaluate(STEPS, json.dumps(cases)))


def in_words_of_the_page(step):
    """A step of the library as propagation.js gives it, with clauses in place of their numbers."""
    if isinstance(step, Assigned):
        clause = None if step.clause is None else list(step.clause.clause)
        return {"literal": step.literal, "level": step.level, "clause": clause}
    assert isinstance(step, ClauseConflict)
    resolutions = [
        {"on": one.on, "clause": list(one.clause.clause), "result": list(one.result)}
        for one in step.resolutions
    ]
    return {
        "conflict": list(step.clause.clause),
        "level": step.level,
        "reduced": list(step.reduced),
        "resolutions": resolutions,
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


def a_case(number, rng):
    """What the page is asked, and what the library says to it."""
    geometry = SIX if number % 20 == 0 else FOUR
    puzzle = a_puzzle(geometry, rng)
    encoding = ("extended", "minimal", "dual")[number % 3]
    search = bool(number % 2)
    decisions = [rng.choice((1, -1)) * rng.randint(1, geometry.size**3) for _ in range(rng.choice((0, 2, 4)))]
    known = trace(puzzle, encoding, search=search, decide=", ".join(map(str, decisions)))
    clauses = [list(one.clause) for one in named_puzzle_clauses(load(encoding), puzzle)]
    asked = {"clauses": clauses, "decisions": decisions, "search": search, "size": geometry.size}
    return asked, known


def test_the_page_takes_the_steps_of_the_library_in_their_order(page):
    """Hundreds of puzzles, solvable or not, three encodings, with and without decisions of one's own."""
    rng = Random(18)
    cases = [a_case(number, rng) for number in range(300)]
    page.goto("/lesson")
    found = traced_by_the_page(page, [asked for asked, _ in cases])
    conflicts = 0
    for (asked, known), shown in zip(cases, found, strict=True):
        *steps, end = known.steps
        assert shown["steps"] == [*map(in_words_of_the_page, steps)], asked
        conflicts += len(known.conflicts)
        all_hold = (TraceEnd.SOLVED, TraceEnd.NO_GRID)
        assert shown["end"] == ("solved" if end.how in all_hold else str(end.how))
    assert conflicts > 100


def test_a_trace_stops_after_as_many_steps_as_were_asked_for(page):
    """The rest is not computed."""
    page.goto("/lesson")
    [found] = traced_by_the_page(page, [{"clauses": [[1], [-1, 2], [-2, 3]], "most": 2}])
    assert [step["literal"] for step in found["steps"]] == [1, 2]
    assert found["end"] == "max_steps"


def test_a_literal_that_stands_twice_in_a_clause_counts_once(page):
    """As in the library."""
    page.goto("/lesson")
    [found] = traced_by_the_page(page, [{"clauses": [[1, 1], [-1, 2, 2], [-2, -1, -2]]}])
    assert [step.get("literal") for step in found["steps"]] == [1, 2, None]
    assert found["end"] == "unsatisfiable"


def test_the_empty_clause_is_a_conflict_before_anything_is_true(page):
    """It has no literal that could be true."""
    page.goto("/lesson")
    [found] = traced_by_the_page(page, [{"clauses": [[1], []]}])
    assert found["steps"][-1]["conflict"] == []
    assert found["end"] == "unsatisfiable"
