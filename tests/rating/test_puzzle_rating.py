"""`rate` and `rate_many`: what a rating holds, what is not rated, and how the depth is proved."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from sudocube import (
    EngineError,
    Puzzle,
    UnknownNameError,
    UnsupportedError,
    Verdict,
    check,
    kernel,
    rate,
    rate_many,
)
from sudocube.clock import Clock
from sudocube.engines import Undecided
from sudocube.errors import UndecidedError
from sudocube.rating import MEASURES, puzzle_rating
from sudocube.rating.depth import depth_proof
from sudocube.rating.puzzle_rating import RATED_METHODS, is_solved_by
from sudocube.trusted import ProofCheck, Refused, rules_of
from tests.counted_clock import CountedClock
from tests.puzzles import EXAMPLES
from tests.rating.rated_puzzles import DEEP, DEEPEST_KNOWN, EASY, LARGE, SHALLOW

PENCILMARKS = "12......." + 80 * "123456789"
NUMBERS = (
    *("level", "depth", "depth_at_least", "depth_steps", "proof_steps_at_most", "guesses"),
    *("backdoor", "backdoor_at_least", "backdoor_at_most", "backdoor_cells"),
)


def numbers(rating):
    return [getattr(rating, name) for name in NUMBERS]


def test_a_rating_holds_every_measure():
    """Of a puzzle that needs assumptions, and that some methods solve."""
    found = rate(SHALLOW)
    assert (found.puzzle, found.verdict, found.undecided, found.reason) == (
        SHALLOW,
        Verdict.UNIQUE,
        None,
        None,
    )
    assert (found.level, found.depth, found.depth_at_least) == (5, 1, 1)
    assert (found.backdoor, found.backdoor_at_least, found.backdoor_at_most) == (1, 1, 1)
    assert len(found.backdoor_cells or ()) == 1
    assert found.methods == {"sets": True, "possibles": True, "cube:propagate": False}
    assert found.proof_steps_at_most
    assert (found.guesses is None) is not kernel.is_compiled()
    assert str(found).startswith(
        "level 5: hard; depth 1; backdoor 1; solved by sets and possibles; a proof of "
    )


@pytest.mark.parametrize("given", ["11.. .... .... ....", "1... .... .... ...."])
def test_only_a_puzzle_with_one_solution_is_rated(given):
    """Of others, the verdict is all that is said."""
    found = rate(given)
    assert found.verdict in (Verdict.NONE, Verdict.MULTIPLE)
    assert set(numbers(found)) == {None}
    assert found.methods == {}
    assert str(found) == f"{found.verdict}: not rated, as it does not have one solution"


@pytest.mark.slow
def test_a_hard_puzzle_of_16x16_is_rated_like_others():
    """But for the guesses: they are the kernel's, which solves 9×9."""
    found = rate(LARGE, verify=True)
    assert (found.depth, found.backdoor, found.guesses, found.undecided) == (1, 3, None, None)
    assert not any(found.methods.values())
    assert found.depth_steps


def test_one_measure_alone_leaves_the_others_open():
    """None, and not undecided: they were not asked for."""
    for measure in MEASURES:
        found = rate(EASY, only=[measure])
        assert found.undecided is None
        known = [name for name, value in zip(NUMBERS, numbers(found), strict=True) if value is not None]
        assert all(name.startswith(measure) for name in known)
        assert bool(found.methods) is (measure == "methods")
    assert rate(EASY, only="depth").depth == 0


def test_beyond_the_greatest_depth_it_is_a_bound_and_not_undecided():
    """What was asked for is answered: the depth is greater."""
    found = rate(DEEP, only=["depth"], max_depth=1)
    assert (found.depth, found.depth_at_least, found.undecided) == (None, 2, None)
    assert str(found) == "depth 2 or more"


def test_a_proof_that_is_missing_has_its_reason(monkeypatch):
    """Of time, it is all that was given; the share that was left for the proof is nobody's concern."""
    for reason, said in (
        ("out of time after 0.01 s", "out of time after 1000 s"),
        ("the step is too long", "the step is too long"),
    ):
        monkeypatch.setattr(puzzle_rating, "certificate_of", lambda *_, told=reason, **__: Undecided(told))
        found = rate(SHALLOW, timeout=1000.0, only=["depth", "proof"])
        assert (found.undecided, found.reason) == (("proof",), said)
        assert str(found) == f"depth 1; undecided: proof ({said})"


@pytest.mark.parametrize("verify", [False, True])
def test_whenever_time_runs_out_a_depth_is_right_or_not_said(monkeypatch, verify):
    """It is undecided below its bound; with a depth but no time for its steps, only these are missing."""
    checked, whole = check(DEEP), CountedClock()
    monkeypatch.setattr(puzzle_rating, "check", lambda *_, **__: checked)
    monkeypatch.setattr(puzzle_rating, "Clock", lambda _: whole)
    assert rate(DEEP, only=["depth"], verify=verify).depth == 2
    seen = set()
    for most in [*range(6), *range(6, whole.looks, 1 + whole.looks // 5), whole.looks - 1]:
        monkeypatch.setattr(puzzle_rating, "Clock", lambda _, most=most: CountedClock(most))
        found = rate(DEEP, only=["depth"], verify=verify, timeout=7.0)
        assert found.depth_steps is None
        assert found.reason == "out of time after 7 s"
        if found.depth is None:
            assert (found.undecided, str(found)) == (
                ("depth",),
                f"depth {found.depth_at_least} or more; undecided: depth (out of time after 7 s)",
            )
        else:
            assert (found.depth, found.undecided) == (2, ("verify",))
        seen.add((found.depth, found.depth_at_least))
    assert seen == {(None, 0), (None, 1), (None, 2), *([(2, 2)] if verify else [])}


def test_engines_that_disagree_are_an_error_and_no_rating(monkeypatch):
    """The verdict comes from one engine, the proof from another; here the first one has a wrong solution."""
    wrong = replace(check(EASY), solutions=check(DEEP).solutions)
    monkeypatch.setattr(puzzle_rating, "check", lambda *_, **__: wrong)
    with pytest.raises(EngineError, match="unique by the engine that proves"):
        rate(EASY, only=["proof"])


def test_wrong_options_and_what_cannot_be_rated_are_refused():
    for options, error, said in (
        ({"only": ["depht"]}, UnknownNameError, "Did you mean 'depth'"),
        ({"max_depth": -1}, ValueError, "integer of at least 0"),
        ({"timeout": 0}, ValueError, "a number above 0"),
    ):
        for refused in (lambda given: rate(EASY, **given), lambda given: rate_many([EASY], **given)):
            with pytest.raises(error, match=said):
                refused(options)
    with pytest.raises(UnsupportedError, match="rate takes no pencilmarks, only clues"):
        rate(PENCILMARKS)
    with pytest.raises(UnsupportedError, match="sizes up to 16×16, not 25×25"):
        rate(625 * ".")


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_ratings_come_in_order_and_what_is_no_puzzle_has_its_place(jobs):
    """The same with two processes."""
    given: list[Puzzle | str] = [EASY, "too short", PENCILMARKS, SHALLOW, "1... .... .... ...."]
    found = list(rate_many(given, jobs=jobs, only=["depth", "methods"]))
    verdicts = ["unique", "invalid", "unknown", "unique", "multiple"]
    assert [str(rating.verdict) for rating in found] == verdicts
    assert [rating.depth for rating in found] == [0, None, None, 1, None]
    assert found[2].reason == "rate takes no pencilmarks, only clues"
    assert found[1].puzzle is None
    assert found[3].methods["sets"]


def replayed(puzzle, solution, steps):
    """A new checker after these steps; raises Refused."""
    check = ProofCheck(rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns), puzzle.cells)
    check.forbid(solution.cells)
    for step in steps:
        check.step(step)
    return check


@cache
def verified(puzzle):
    """The depth, the solution and the steps of a puzzle."""
    found = rate(puzzle, only=["depth"], verify=True)
    assert found.depth_steps is not None
    return found.depth, found.solutions[0], found.depth_steps


def literals(step):
    return step.partition(" : ")[0].split(" ")[1:]


@pytest.mark.parametrize(
    "puzzle",
    [EASY, SHALLOW, DEEP, pytest.param(DEEPEST_KNOWN, marks=pytest.mark.slow)],
    ids=lambda one: str(one)[:9],
)
def test_the_trusted_checker_accepts_every_step_and_comes_to_the_end(puzzle):
    """With as many literals at most as the puzzle is deep; a negated one for each assumption."""
    depth, solution, steps = verified(puzzle)
    assert depth == {EASY: 0, SHALLOW: 1, DEEP: 2, DEEPEST_KNOWN: 3}[puzzle]
    assert replayed(puzzle, solution, steps).is_complete
    assert max((len(literals(step)) for step in steps), default=0) == depth
    assert all("!=" in literal for step in steps for literal in literals(step))


def test_a_step_that_is_altered_is_refused():
    """Another candidate in its place is one that is true."""
    _, solution, steps = verified(SHALLOW)
    cell, digit = literals(steps[0])[0].split("!=")
    row, column = (int(number) for number in cell[1:].split("c"))
    wrong = steps[0].replace(f"!={digit}", f"!={solution[row, column]}", 1)
    with pytest.raises(Refused):
        replayed(SHALLOW, solution, [wrong])


def test_with_a_depth_that_is_too_small_or_without_time_there_is_no_proof():
    with pytest.raises(UndecidedError, match="1 deep do not solve"):
        depth_proof(DEEP, verified(DEEP)[1], 1)
    with pytest.raises(TimeoutError):
        depth_proof(SHALLOW, verified(SHALLOW)[1], 1, clock=Clock(1e-9))


def test_a_method_solves_what_its_engine_calls_unique():
    """The example puzzles with one solution."""
    examples = [
        Puzzle(cells) for title, cells, *_ in EXAMPLES if title.endswith("unique") and len(cells) == 81
    ]
    assert examples
    for name, puzzle in product(RATED_METHODS, examples):
        assert is_solved_by(name, puzzle) == (check(puzzle, engine=name).verdict is Verdict.UNIQUE)
