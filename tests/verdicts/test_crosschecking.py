"""Verdicts that several engines reach independently, compared."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from sudocube import Crosschecked, Puzzle, Verdict, crosscheck, crosscheck_many
from sudocube.engines import Answer, Failed, Found, Refuted, Undecided, engine
from sudocube.engines.registry import DEFAULT_ENGINES
from sudocube.errors import UnsupportedError
from sudocube.puzzle import Grid
from sudocube.verdict import Claim, Evidence
from sudocube.verdicts.crosschecking import made_engines
from sudocube.verdicts.judging import Cause, Facts, compared
from tests.engines.engines_that_lie import handing_on

PUZZLE = Puzzle("." * 16)
A, B, C = (Grid(cells) for cells in ("1234341221434321", "1234341243212143", "2134431212433421"))

UNIQUE_A = Found((A,), 1, True)
UNIQUE_B = Found((B,), 1, True)
MULTIPLE_AB = Found((A, B), 2)
MULTIPLE_BC = Found((B, C), 2)
NONE = Found(exhausted=True)
UNKNOWN = Undecided("out of time")
UNKNOWN_A = Found((A,), 1, reason="out of time")
REFUTED = Refuted("the referee refuses it", refused=C)
CRASHED = Failed("ended by signal 9")
CRASHED_A = replace(CRASHED, passed=(A,))
MISFIT_AB = replace(REFUTED, refused=None, passed=(A, B))
CLAIMED_A = replace(UNKNOWN_A, claims=Claim.SOLUTION, reason="one solution, and no word on others")
COUNTED_1 = Found((), 1, True, claims=Claim.COUNT)
MULTIPLE = Found((), 2)
COUNTED_3 = replace(MULTIPLE, claims=Claim.COUNT, claimed_count=3)


def proved(answer: Found) -> Found:
    """The same answer, with a proof."""
    return replace(answer, steps=())


SEARCH, AGREEMENT, WITNESS = Evidence.SEARCH, Evidence.AGREEMENT, Evidence.WITNESS

AGREED: list[tuple[list[Answer], Verdict, Evidence | None, int]] = [
    # what the engines say, verdict, evidence, how many decided
    ([UNIQUE_A, UNIQUE_A, UNIQUE_A], Verdict.UNIQUE, AGREEMENT, 3),
    ([UNIQUE_A, UNIQUE_A, UNKNOWN], Verdict.UNIQUE, AGREEMENT, 2),
    ([UNIQUE_A, UNKNOWN, UNKNOWN], Verdict.UNIQUE, SEARCH, 1),
    ([UNIQUE_A, UNKNOWN_A], Verdict.UNIQUE, SEARCH, 1),
    ([NONE, NONE], Verdict.NONE, AGREEMENT, 2),
    ([NONE, UNKNOWN], Verdict.NONE, SEARCH, 1),
    ([MULTIPLE_AB, MULTIPLE_AB], Verdict.MULTIPLE, WITNESS, 2),
    ([MULTIPLE_AB], Verdict.MULTIPLE, WITNESS, 1),
    ([UNKNOWN, UNKNOWN_A], Verdict.UNKNOWN, None, 0),
    ([UNIQUE_A, UNIQUE_A, CRASHED], Verdict.UNIQUE, AGREEMENT, 2),
    ([NONE, CRASHED], Verdict.NONE, SEARCH, 1),
    ([MULTIPLE_AB, CRASHED], Verdict.MULTIPLE, WITNESS, 1),
    ([UNKNOWN, CRASHED], Verdict.UNKNOWN, None, 0),
]

PROOF = Evidence.PROOF
PROVED_UNIQUE, PROVED_NONE = proved(UNIQUE_A), proved(NONE)
PROVED_OTHERWISE = MULTIPLE_AB  # of `multiple`, two solutions are the proof

SETTLED: list[tuple[list[Answer], dict[int, Cause], Verdict, Evidence | None]] = [
    # what the engines say, what refutes which of them, verdict, evidence
    ([UNIQUE_A, UNIQUE_A, NONE], {2: Cause.A_SOLUTION}, Verdict.UNIQUE, AGREEMENT),
    ([UNIQUE_A, NONE, NONE], {1: Cause.A_SOLUTION, 2: Cause.A_SOLUTION}, Verdict.UNIQUE, SEARCH),
    ([UNIQUE_A, NONE, UNKNOWN], {1: Cause.A_SOLUTION}, Verdict.UNIQUE, SEARCH),
    ([UNIQUE_A, MULTIPLE_AB], {0: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_A, MULTIPLE_BC], {0: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([MULTIPLE_AB, NONE], {1: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([COUNTED_1, MULTIPLE_AB], {0: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_A, UNIQUE_B], {0: Cause.TWO_SOLUTIONS, 1: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_A, UNIQUE_A, UNIQUE_B], dict.fromkeys(range(3), Cause.TWO_SOLUTIONS), Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_B, CLAIMED_A], {0: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([MULTIPLE, CLAIMED_A, UNIQUE_B], {2: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_A, UNIQUE_A, REFUTED], {2: Cause.NOT_A_SOLUTION}, Verdict.UNIQUE, AGREEMENT),
    ([NONE, REFUTED], {1: Cause.NOT_A_SOLUTION}, Verdict.NONE, SEARCH),
    ([MULTIPLE_AB, REFUTED], {1: Cause.NOT_A_SOLUTION}, Verdict.MULTIPLE, WITNESS),
    ([NONE, MISFIT_AB], {0: Cause.TWO_SOLUTIONS, 1: Cause.DOES_NOT_FIT}, Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_A, MISFIT_AB], {0: Cause.TWO_SOLUTIONS, 1: Cause.DOES_NOT_FIT}, Verdict.MULTIPLE, WITNESS),
    ([MISFIT_AB], {0: Cause.DOES_NOT_FIT}, Verdict.MULTIPLE, WITNESS),
    ([UNIQUE_B, CRASHED_A], {0: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([NONE, UNKNOWN_A], {0: Cause.A_SOLUTION}, Verdict.UNKNOWN, None),
    ([NONE, CLAIMED_A], {0: Cause.A_SOLUTION}, Verdict.UNKNOWN, None),
    ([NONE, CRASHED_A], {0: Cause.A_SOLUTION}, Verdict.UNKNOWN, None),
    ([UNKNOWN, REFUTED], {1: Cause.NOT_A_SOLUTION}, Verdict.UNKNOWN, None),
    ([REFUTED], {0: Cause.NOT_A_SOLUTION}, Verdict.UNKNOWN, None),
]

OPEN: list[tuple[list[Answer], Answer, dict[int, Cause], Verdict, Evidence]] = [
    # what the engines say, the proof that settles it, what refutes which of them then, verdict, evidence
    ([UNIQUE_A, MULTIPLE], PROVED_UNIQUE, {1: Cause.PROVED_UNIQUE}, Verdict.UNIQUE, PROOF),
    ([UNIQUE_A, MULTIPLE], PROVED_OTHERWISE, {0: Cause.TWO_SOLUTIONS}, Verdict.MULTIPLE, WITNESS),
    ([COUNTED_1, MULTIPLE], PROVED_UNIQUE, {1: Cause.PROVED_UNIQUE}, Verdict.UNIQUE, PROOF),
    ([COUNTED_1, MULTIPLE, NONE], PROVED_NONE, {0: Cause.PROVED_NONE, 1: Cause.PROVED_NONE},
     Verdict.NONE, PROOF),
    ([COUNTED_1, NONE], PROVED_UNIQUE, {1: Cause.A_SOLUTION}, Verdict.UNIQUE, PROOF),
    ([COUNTED_1, NONE], PROVED_NONE, {0: Cause.PROVED_NONE}, Verdict.NONE, PROOF),
    ([COUNTED_1, NONE], PROVED_OTHERWISE, dict.fromkeys(range(2), Cause.TWO_SOLUTIONS),
     Verdict.MULTIPLE, WITNESS),
    ([MULTIPLE, MULTIPLE, UNIQUE_A, UNIQUE_A], PROVED_UNIQUE, dict.fromkeys(range(2), Cause.PROVED_UNIQUE),
     Verdict.UNIQUE, PROOF),
]  # fmt: skip


def together(answers: Sequence[Any], proof: Answer | None = None) -> Crosschecked:
    """The answers of engines 0, 1, 2 …, compared."""
    named = {str(number): answer for number, answer in enumerate(answers)}
    return compared(4, "mine.txt:4", PUZZLE, named, proof)


def test_without_a_disagreement_the_decided_answers_give_the_verdict():
    """In whatever order they come; `unknown` and a crash take nothing away and add nothing."""
    every = [(row, order) for row in AGREED for order in permutations(row[0])]
    for (_, verdict, evidence, decided), order in every:
        crosschecked = together(list(order))
        assert (crosschecked.verdict, crosschecked.evidence) == (verdict, evidence), order
        assert crosschecked.agree
        assert crosschecked.decided_by == decided
        expected = next((answer.solutions for answer in order if answer.verdict.is_decided), ())
        assert crosschecked.solutions == expected, order
        assert list(crosschecked.answers.values()) == list(order)
        assert (crosschecked.index, crosschecked.source, crosschecked.puzzle) == (4, "mine.txt:4", PUZZLE)


def test_what_the_referee_passed_settles_a_disagreement():
    """Whoever says otherwise is refuted, in whatever order they come, and however many they are."""
    every = [(row, order) for row in SETTLED for order in permutations(range(len(row[0])))]
    for (answers, refuted, verdict, evidence), order in every:
        crosschecked = together([answers[number] for number in order])
        found = {order[int(name)]: one.cause for name, one in crosschecked.refuted.items()}
        assert found == refuted, answers
        assert (crosschecked.verdict, crosschecked.evidence) == (verdict, evidence)
        assert not crosschecked.agree


def test_what_nothing_settles_is_settled_by_a_proof():
    """Without it, the disagreement is open; nobody is refuted by a majority."""
    every = [(row, order) for row in OPEN for order in permutations(range(len(row[0])))]
    for (answers, proof, refuted, verdict, evidence), order in every:
        turned = [answers[number] for number in order]
        without = together(turned)
        assert (without.verdict, without.evidence, without.solutions) == (Verdict.UNKNOWN, None, ())
        assert (without.agree, without.refuted, without.calls_for_proof) == (False, {}, True)
        assert without.unproved is None
        failed = together(turned, UNKNOWN)
        assert (failed.verdict, failed.refuted) == (Verdict.UNKNOWN, {})
        assert failed.unproved == "no proof: out of time"
        settled = together(turned, proof)
        found = {order[int(name)]: one.cause for name, one in settled.refuted.items()}
        assert found == refuted, answers
        assert (settled.verdict, settled.evidence, settled.unproved) == (verdict, evidence, None)
        assert not settled.agree


def test_a_refutation_shows_the_solutions_that_are_its_evidence():
    """Of two, the first is its own, if it shows one; those that show none have the same two."""
    found = together([MULTIPLE_BC, COUNTED_1, NONE, UNIQUE_A]).refuted
    assert {name: one.solutions for name, one in found.items()} == dict.fromkeys("123", (A, B))
    third = together([UNIQUE_A, UNIQUE_B, replace(UNIQUE_A, solutions=(C,))]).refuted
    assert [one.solutions for one in third.values()] == [(A, B), (B, A), (C, A)]
    assert {one.sentence for one in found.values()} == {"two solutions passed the referee"}
    [lone] = together([UNIQUE_A, UNIQUE_A, NONE]).refuted.values()
    assert (lone.solutions, lone.sentence) == ((A,), "a solution passed the referee")
    [proof] = together([UNIQUE_A, MULTIPLE], PROVED_UNIQUE).refuted.values()
    words = "a checked proof says that there is no other solution"
    assert (proof.solutions, proof.sentence) == ((A,), words)
    [nothing] = together([COUNTED_1, NONE], PROVED_NONE).refuted.values()
    assert (nothing.solutions, nothing.sentence) == ((), "a checked proof says that there is no solution")
    [own] = together([REFUTED]).refuted.values()
    assert (own.solutions, own.sentence) == ((), "the referee refuses it")


def test_two_claimed_solutions_settle_multiple_although_no_engine_decided():
    for other in (replace(CLAIMED_A, solutions=(B,)), replace(UNKNOWN_A, solutions=(B,))):
        found = together([CLAIMED_A, other])
        assert (found.verdict, found.evidence, found.agree) == (Verdict.MULTIPLE, WITNESS, True)
        assert (found.decided_by, found.solutions) == (0, (A, B))


def test_a_proof_is_called_for_where_a_disagreement_leaves_less_than_two():
    for answers, calls in (
        ([UNIQUE_A, UNIQUE_A], False),
        ([UNIQUE_A], False),
        ([UNIQUE_A, NONE], True),  # what is left is one search
        ([UNIQUE_A, UNIQUE_A, NONE], False),
        ([UNIQUE_A, UNIQUE_B], False),
        ([NONE, CLAIMED_A], True),
        ([NONE, REFUTED], True),
        ([REFUTED, UNKNOWN], False),  # no engine decided, so nobody is contradicted
        ([MULTIPLE, MULTIPLE], True),  # nobody shows two solutions
        ([MULTIPLE, CLAIMED_A], True),
        ([MULTIPLE, MULTIPLE_AB], False),
        ([COUNTED_1, COUNTED_1], False),
    ):
        assert together(answers).calls_for_proof is calls, answers


def test_what_becomes_of_each_answer():
    """Nothing confirms itself; a solution that is all that is claimed is confirmed by the referee."""
    for answers, proof, standings in (
        ([UNIQUE_A, UNIQUE_A], None, "confirmed confirmed"),
        ([UNIQUE_A], None, "undecided"),
        ([UNIQUE_A], PROVED_UNIQUE, "confirmed"),
        ([UNIQUE_A, UNKNOWN], None, "undecided undecided"),
        ([UNIQUE_A, CRASHED], None, "undecided failed"),
        ([UNIQUE_A, UNKNOWN_A], None, "undecided undecided"),
        ([UNIQUE_A, CLAIMED_A], None, "undecided confirmed"),
        ([CLAIMED_A], None, "confirmed"),
        ([MULTIPLE_AB], None, "confirmed"),
        ([MULTIPLE_AB, MULTIPLE], None, "confirmed confirmed"),
        ([MULTIPLE, MULTIPLE], None, "confirmed confirmed"),
        ([MULTIPLE], None, "undecided"),
        ([MULTIPLE_AB, COUNTED_3], None, "confirmed undecided"),
        ([MULTIPLE_AB, COUNTED_3, COUNTED_3], None, "confirmed undecided undecided"),
        ([UNIQUE_A, COUNTED_3], PROVED_UNIQUE, "confirmed refuted"),
        ([UNIQUE_A, MULTIPLE], None, "undecided undecided"),
        ([UNIQUE_A, MULTIPLE], PROVED_UNIQUE, "confirmed refuted"),
        ([UNIQUE_A, NONE], None, "undecided refuted"),
        ([NONE, NONE, UNKNOWN_A], None, "refuted refuted undecided"),
        ([UNIQUE_A, UNIQUE_A, REFUTED, MISFIT_AB, CRASHED_A], None, "refuted refuted refuted refuted failed"),
    ):
        crosschecked = together(answers, proof)
        assert " ".join(crosschecked.standing(name) for name in crosschecked.answers) == standings


def test_a_proof_counts_only_where_engines_decided_and_for_the_solutions_that_it_names():
    """One that the referee contradicts would be a fault of prover or checker: nobody is refuted by it."""
    for answers in ([UNKNOWN], [CLAIMED_A], [UNKNOWN_A, CRASHED], [REFUTED]):
        found = together(answers, PROVED_UNIQUE)
        assert (found.verdict, found.evidence) == (Verdict.UNKNOWN, None), answers
        assert found.unproved == "no engine decided"
    assert Facts.of([COUNTED_1], PROVED_UNIQUE).solutions == (A,)
    assert Facts.of([NONE], PROVED_NONE).verdict is Verdict.NONE
    assert not Facts.of([UNIQUE_A], PROVED_NONE).is_proved
    assert not Facts.of([UNIQUE_A], UNIQUE_A).is_proved
    found = together([UNIQUE_A, UNIQUE_A], PROVED_NONE)
    assert (found.verdict, found.agree, found.refuted) == (Verdict.UNKNOWN, False, {})
    assert found.unproved == "what can be proved is something else"
    assert found.answers["proof"] is PROVED_NONE


@pytest.mark.parametrize(
    ("cells", "verdict", "evidence"),
    [
        ("1... ..2. .3.. ...4", Verdict.UNIQUE, AGREEMENT),
        ("12345678." + "." * 72, Verdict.MULTIPLE, WITNESS),
        ("11......." + "." * 72, Verdict.NONE, AGREEMENT),
    ],
)
def test_the_default_engines_agree(cells, verdict, evidence):
    crosschecked = crosscheck(cells)
    assert (crosschecked.verdict, crosschecked.evidence, crosschecked.agree) == (verdict, evidence, True)
    names = [engine(name).name for name in DEFAULT_ENGINES]
    asked = names if Puzzle(cells).geometry.size == 9 else names[:-1]
    assert (names[-1], list(crosschecked.answers)) == ("kernel", asked)
    assert crosschecked.decided_by == len(asked)


def test_an_engine_cannot_confirm_itself_under_another_name():
    """It would agree with every mistake of its own; alone it agrees with nobody."""
    for names in (["sat", "phases", "sat:@cadical153"], ["sat:minimal", "sat:cnf/minimal@cadical153"]):
        with pytest.raises(UnsupportedError, match="is named twice; it cannot confirm itself"):
            crosscheck("." * 16, engines=names)
    assert crosscheck("1... ..2. .3.. ...4", engines=["phases"]).evidence is SEARCH


def test_several_engines_are_given_in_a_list_and_functions_of_one_name_are_told_apart():
    given: list[tuple[Any, type[Exception], str]] = [
        ("sat,phases", TypeError, "engines are a list, .*, not 'sat,phases'"),
        (engine("phases"), TypeError, "engines are a list"),
        (handing_on, TypeError, "engines are a list, .*handing_on"),
        (5, TypeError, "engines are a list, .*, not 5"),
        ([], ValueError, "no engine is named"),
    ]
    for wrong, error, match in given:
        with pytest.raises(error, match=match):
            crosscheck("." * 16, engines=wrong)
    functions = [lambda cells: "unknown", lambda cells: 1, lambda cells: 1]
    names = [one.name for one in made_engines([*functions, "phases"])]
    assert names == ["<lambda>()", "<lambda>()#2", "<lambda>()#3", "phases"]
    with pytest.raises(UnsupportedError, match="is named twice"):
        made_engines([functions[0], functions[0]])


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_in_a_batch_what_is_no_puzzle_is_invalid_and_the_others_go_on(jobs):
    """In its place, with the error, and no engine asked; an empty text too."""
    batch = ["1... ..2. .3.. ...4", "", "1" * 82, "1..1 .... .... ...."]
    given = list(crosscheck_many(batch, engines=["phases", "sat"], jobs=jobs))
    assert [one.verdict for one in given] == [Verdict.UNIQUE, Verdict.INVALID, Verdict.INVALID, Verdict.NONE]
    assert [one.index for one in given] == [1, 2, 3, 4]
    for invalid in given[1:3]:
        assert (invalid.puzzle, invalid.evidence, invalid.answers, invalid.agree) == (None, None, {}, True)
        assert invalid.error is not None


def test_a_proof_is_asked_for_where_nothing_else_settles_it():
    """By `crosscheck` itself, for as long as an engine has; of pencilmarks there is no proof."""
    (found,) = crosscheck_many(["1... ..2. .3.. ...4"], engines=["phases", lambda cells: "multiple"])
    assert (found.verdict, found.evidence, found.unproved) == (Verdict.UNIQUE, PROOF, None)
    assert found.refuted["<lambda>()"].cause is Cause.PROVED_UNIQUE
    assert list(found.answers) == ["phases", "<lambda>()"]
    (asked,) = crosscheck_many(["1... ..2. .3.. ...4"], engines=["proof", lambda cells: "multiple"])
    assert asked.refuted.keys() == {"<lambda>()"}


@pytest.mark.parametrize("number", [3, 10**30])
def test_how_many_are_counted_is_not_confirmed_and_two_means_two_or_more(number):
    """The puzzle has two solutions; that there are several is right, and so it contradicts nobody."""
    two_solutions = ".2.4 .4.2 2143 4321"
    counts = [lambda cells: number, lambda cells: 2]
    found = crosscheck(two_solutions, engines=["phases", *counts])
    assert (found.verdict, found.agree) == (Verdict.MULTIPLE, True)
    assert [str(found.standing(name)) for name in found.answers] == ["confirmed", "undecided", "confirmed"]


def test_outsiders_confirm_nothing_by_agreeing_with_each_other_alone():
    """Two spellings of a solver that stops at the first solution agree; a proof is asked for."""
    first, again = (lambda cells: f"unique {A}"), (lambda cells: f"unique {A}")
    several = crosscheck("1... .... .... ....", engines=[first, again])
    assert (several.verdict, several.evidence, len(several.refuted)) == (Verdict.MULTIPLE, WITNESS, 2)
    none, nothing = (lambda cells: "none"), (lambda cells: "none")
    clash = crosscheck("11.. .... .... ....", engines=[none, nothing])
    assert (clash.verdict, clash.evidence, clash.refuted) == (Verdict.NONE, PROOF, {})
    with_ours = crosscheck("11.. .... .... ....", engines=[none, "phases"])
    assert with_ours.evidence is Evidence.AGREEMENT
