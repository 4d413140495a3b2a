"""The rows that other tests know the flaws of are what they are said to be."""

from random import Random

from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.refereeing import referee
from tests.auditing.known_rows import STORED, RowMaker, invariant, plain_answer
from tests.puzzles import count_solutions


def test_a_row_is_what_it_is_said_to_be_and_stays_it_when_it_is_moved():
    """The verdict is that of a plain count, answers are as they are said to be, and no class is twice."""
    maker, verdicts = RowMaker(Random("rows")), ("none", "unique", "multiple")
    kinds = [maker.unique, maker.several, maker.subtle, maker.clashing]
    rows = [kind() for kind in kinds for _ in range(2)] + [maker.full(), maker.few_clues(1)]
    assert len({row.group for row in rows}) == len(rows)
    for row in rows:
        again = maker.moved(row)
        for one in (row, again):
            assert one.verdict == verdicts[count_solutions(Puzzle(one.exact))]
            assert invariant(one.exact) == row.group
            assert not one.solution or referee(Grid(one.solution), Puzzle(one.exact)) is None
        for stored in {"right", "one_of_several", "wrong", "contradicts_clues"} & set(
            STORED[str(row.verdict)]
        ):
            if stored == "wrong" and row.clue_count == 81:
                continue
            answer = plain_answer(str(maker.with_answer(row, stored).answer))
            kept = all(clue in (".", held) for clue, held in zip(row.exact, answer, strict=True))
            is_solution = kept and count_solutions(Puzzle(answer)) == 1
            assert (kept, is_solution) == (
                stored != "contradicts_clues",
                stored in ("right", "one_of_several"),
            )
    for kind in ("unique", "several", "subtle", "clashing"):
        row = maker.other_size(Geometry(2, 3), kind)
        assert row.verdict == verdicts[count_solutions(Puzzle(row.exact, Geometry(2, 3)))]
