"""The verdict that a search justifies, the evidence in a single answer, and the referee for puzzles."""

import pytest

from sudocube.engines import Failed, Found, Refuted, Undecided
from sudocube.errors import RefutedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, Evidence, StoredAnswer, Verdict, referee, refereed

GRIDS = (Grid("1234341221434321"), Grid("2134431212433421"), Grid("1243342143122134"))


@pytest.mark.parametrize(
    ("count", "exhausted", "verdict", "evidence"),
    [
        (0, True, Verdict.NONE, Evidence.SEARCH),
        (1, True, Verdict.UNIQUE, Evidence.SEARCH),
        (2, True, Verdict.MULTIPLE, Evidence.WITNESS),
        (0, False, Verdict.UNKNOWN, None),
        (1, False, Verdict.UNKNOWN, None),
        (2, False, Verdict.MULTIPLE, Evidence.WITNESS),
    ],
)
def test_a_search_justifies_this_verdict_and_no_more(count, exhausted, verdict, evidence):
    """A search that was cut short is never `none` or `unique`; two solutions are enough for `multiple`."""
    answer = Found(GRIDS[:count], count, exhausted)
    assert (answer.verdict, answer.evidence) == (verdict, evidence)


def test_three_verdicts_are_decided_and_two_are_not():
    decided = {verdict for verdict in Verdict if verdict.is_decided}
    assert decided == {Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE}
    assert [str(verdict) for verdict in Verdict] == ["unique", "multiple", "none", "unknown", "invalid"]
    assert [str(evidence) for evidence in Evidence] == ["search", "agreement", "witness", "proof"]
    assert [str(claim) for claim in Claim] == ["solution", "verdict", "count"]
    stored = "missing no_grid given_though_none contradicts_clues wrong one_of_several right"
    assert [str(kind) for kind in StoredAnswer] == stored.split()


def test_one_engine_alone_has_a_search_or_a_witness():
    """Agreement needs two engines and proof a checker; two equal grids, or one, are no witness."""
    for grids in (GRIDS[:1], GRIDS[:1] * 2, ()):
        assert Found(grids, 2).evidence is Evidence.SEARCH
    assert Found(GRIDS[:1], 1, exhausted=True, steps=()).evidence is Evidence.PROOF


def test_what_was_not_found_out_has_a_reason_and_claims_no_solution():
    for kind, claims in ((Undecided, Claim.VERDICT), (Failed, None), (Refuted, None)):
        answer = kind("a reason", 2.5)
        assert (answer.verdict, answer.evidence, answer.claims) == (Verdict.UNKNOWN, None, claims)
        assert (answer.solutions, answer.count, answer.exhausted, answer.steps) == ((), 0, False, None)


def test_the_referee_knows_clues_and_candidates():
    solved = GRIDS[2]
    puzzle = Puzzle("1.....2..3.....4")
    assert referee(solved, puzzle) is None
    assert refereed(solved, puzzle) is solved
    assert referee(GRIDS[0], puzzle) == "row 2, column 3 holds 1, but the clue is 2"
    said = r"^the referee refuses the solution 1234341221434321: row 2"
    with pytest.raises(RefutedError, match=said) as caught:
        refereed(GRIDS[0], puzzle)
    assert caught.value.refused == GRIDS[0]
    grid = Grid("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    marks = ["123456789"] * 81
    for cell, digits, refused in (
        (0, "567", None),
        (0, "1.3456789", None),
        (10, "12345.789", None),
        (10, "12345689", "r2c2 holds 7, which is no candidate there"),
        (80, "12345678", "r9c9 holds 9, which is no candidate there"),
        (0, "12346789", "r1c1 holds 5, which is no candidate there"),
    ):
        held = "".join(d if d in digits else "." for d in "123456789")
        text = "".join([*marks[:cell], held, *marks[cell + 1 :]])
        assert referee(grid, Puzzle(text)) == refused
