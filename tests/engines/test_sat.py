"""SAT engines: searches split into cases, and wrong encodings."""

from collections.abc import Mapping
from random import Random

import pytest

from sudocube.engines import Failed, Refuted, engine, sat_engine
from sudocube.engines.asking import refereed_answer
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from tests.encoder.toml_text import CNF, FAMILIES, toml
from tests.puzzles import count_solutions, puzzle_from, solved_grid

PUZZLES = [
    Puzzle("." * 16),
    Puzzle("1" + "." * 15),
    Puzzle("12" + "." * 14),
    puzzle_from(solved_grid(Geometry(2, 3), Random(2)), Random(2), clues=10),
]


@pytest.mark.parametrize("part", [1, 7, 287])
@pytest.mark.parametrize("name", ["sat", "sat:minimal@glucose4"])
def test_many_solutions_are_found_case_by_case_each_of_them_once(name, part, monkeypatch):
    """Whatever the size of the cases and the limit."""
    monkeypatch.setattr(sat_engine, "EXCLUDED_AT_MOST", part)
    one = engine(name)
    for puzzle in PUZZLES:
        solutions = count_solutions(puzzle, 1000)
        for limit in (1, 2, part, part + 1, part + 2, solutions - 1, solutions, 1000):
            seen: list[Grid] = []
            answer = one.answer(puzzle, limit=limit, on_result=seen.append)
            assert (answer.count, answer.exhausted) == (min(limit, solutions), solutions < limit)
            assert len(set(seen)) == len(seen) == answer.count


TOO_WEAK: list[Mapping[str, Mapping[str, str]]] = [
    {},
    {"row": CNF},
    {"cell": {"at_least_one": "clause"}},
    {"cell": {"at_most_one": "pairwise"}},
]


def test_a_wrong_encoding_does_not_get_past_the_referee(tmp_path):
    """Without boxes, solutions are Latin squares; else cells have no digit, or several."""
    path, no_boxes = tmp_path / "mine.toml", {family: CNF for family in FAMILIES if family != "box"}
    path.write_text(toml(no_boxes), "utf-8")
    answer = refereed_answer(engine(f"sat:{path}"), Puzzle("1234 2... .... ...."))
    assert (answer.verdict, isinstance(answer, Failed | Refuted)) == ("unknown", True)
    assert "the referee refuses the solution" in (answer.reason or "")
    for families in TOO_WEAK:
        path.write_text(toml(families), "utf-8")
        answer = refereed_answer(engine(f"sat:{path}"), Puzzle("." * 36, Geometry(3, 2)))
        assert isinstance(answer, Failed | Refuted)
