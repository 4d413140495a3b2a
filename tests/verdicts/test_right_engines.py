"""Whatever others say, nobody who is right is refuted, and nobody who is wrong is confirmed by evidence."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube import Crosschecked, Grid, Puzzle, Verdict, crosscheck
from sudocube.engines import engine
from sudocube.verdict import Evidence
from tests.puzzles import Known, puzzles

Said = Callable[[Puzzle, list[Grid], int], object]
"""What an engine says of a puzzle, some solutions of which are known, and whose number is known up to two."""

WORDS = "none", "unique", "multiple"
RIGHT: dict[str, Said] = {
    "unknown": lambda puzzle, grids, count: "unknown",
    "a solution": lambda puzzle, grids, count: grids[-1] if grids else "unknown",
    "solutions": lambda puzzle, grids, count: grids or "unknown",
    "a solution or none": lambda puzzle, grids, count: grids[0] if grids else None,
    "a number": lambda puzzle, grids, count: count,
    "a number and grids": lambda puzzle, grids, count: {"count": count, "solutions": grids[:count]},
    "a verdict": lambda puzzle, grids, count: {"verdict": WORDS[count], "solutions": grids[:count]},
    "a verdict with few grids": lambda puzzle, grids, count: (
        f"unique {grids[0]}" if count == 1 else WORDS[count]
    ),
    "garbage": lambda puzzle, grids, count: "garbage",
    "a crash": lambda puzzle, grids, count: 1 // 0,
}

WRONG: dict[str, Said] = {
    "none": lambda puzzle, grids, count: "none" if count else 1,
    "its first solution only": lambda puzzle, grids, count: f"unique {grids[0]}" if grids else "multiple",
    "one too many": lambda puzzle, grids, count: 0 if count == 2 else count + 1,
    "multiple": lambda puzzle, grids, count: "multiple" if count < 2 else 1,
    "no grid": lambda puzzle, grids, count: str(puzzle).replace(".", "1").replace("1", "2"),
    "a grid too many": lambda puzzle, grids, count: (
        {"verdict": "none", "solutions": grids[:1]} if grids else "multiple"
    ),
    "twice the same": lambda puzzle, grids, count: grids[:1] * 2 if grids else "multiple",
}


def is_wrong(kind: str, count: int) -> bool:
    """Whether what is said is wrong for a puzzle with so many solutions."""
    return kind in WRONG and not (kind == "its first solution only" and count == 1)


def asked(known: Known, kinds: list[str]) -> Crosschecked:
    """Engines that say these things, and are named by their numbers."""
    grids: list[Grid] = []
    engine("phases").answer(known.puzzle, limit=3, on_result=grids.append)
    assert min(len(grids), 2) == known.solutions

    def saying(number: int, kind: str) -> Callable[[str], object]:
        def one(cells: str) -> object:
            return (RIGHT | WRONG)[kind](known.puzzle, grids, known.solutions)

        one.__name__ = str(number)
        return one

    return crosscheck(known.puzzle, engines=[saying(number, kind) for number, kind in enumerate(kinds)])


KINDS = st.lists(st.sampled_from([*RIGHT, *WRONG]), min_size=1, max_size=5)


@settings(max_examples=80)
@given(puzzles(max_size=6), KINDS)
def test_nobody_who_is_right_is_refuted_and_evidence_decides_right(known, kinds):
    """Where witnesses or a proof decide, all who are wrong are refuted, and the verdict is right."""
    found = asked(known, kinds)
    refuted = {int(name.removesuffix("()")) for name in found.refuted}
    wrong = {number for number, kind in enumerate(kinds) if is_wrong(kind, known.solutions)}
    assert refuted <= wrong
    assert found.agree or found.refuted
    if found.evidence in (Evidence.WITNESS, Evidence.PROOF):
        assert found.verdict is (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[known.solutions]
        assert refuted == wrong
    elif found.evidence is None:
        assert found.verdict is Verdict.UNKNOWN
        assert found.decided_by == 0


@settings(max_examples=30)
@given(puzzles(max_size=6), st.sampled_from([*WRONG]), st.sampled_from(["a verdict", "a number"]))
def test_beside_one_that_is_right_each_that_is_wrong_is_refuted(known, kind, other):
    for kinds in ([kind, other], [other, kind]):
        found = asked(known, kinds)
        is_refuted = is_wrong(kind, known.solutions)
        assert list(found.refuted) == ([f"{kinds.index(kind)}()"] if is_refuted else [])
        assert found.verdict is (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[known.solutions]
        assert found.agree is not is_refuted
