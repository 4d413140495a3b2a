"""What a solver claims is found out by its answers, and its answers are read as it means them."""

from sudocube.conformance.solver_claims import SolverClaims, found_claims, found_sizes, judged
from sudocube.conformance.suite_cases import cases_of
from sudocube.engines import Failed, Found, Undecided
from sudocube.engines.asking import refereed_answer
from sudocube.engines.outsiders import FunctionEngine
from sudocube.verdict import Claim, Verdict
from sudocube.verdicts.judging import Cause


def ask(function):
    def asked(puzzle, limit):
        return refereed_answer(FunctionEngine(function), puzzle, limit=limit)

    return asked


def count(number):
    return Found(count=number, exhausted=number < 2, claims=Claim.COUNT)


class TestFoundClaims:
    def test_what_it_says_at_first_shows_what_it_claims(self):
        """Silence and garbage claim nothing; a grid that is refused claims a solution; `none` alone, too."""
        for said, claim in (
            ("unknown", None),
            ("what?", None),
            (81 * "1", Claim.SOLUTION),
            ("none", Claim.SOLUTION),
        ):
            claims = found_claims(ask(lambda cells, said=said: said))
            assert claims.claim is claim
        told = found_claims(ask(lambda cells: "none"), Claim.COUNT)
        assert told.claim is Claim.COUNT

    def test_where_counting_stops(self):
        known = {str(case.puzzle): case for name in KINDS for case in cases_of(name)}
        for limit, found in [(2, 2), (3, None), (5, 5), (100, 100)]:
            claims = found_claims(ask(lambda cells, limit=limit: min(known[cells].count, limit)))
            assert claims.counts_up_to == (3 if limit == 3 else found)


KINDS = ("easy", "three solutions", "hundreds of solutions", "a million solutions or more")


class TestCounts:
    three, hundreds = cases_of("three solutions")[0], cases_of("hundreds of solutions")[0]

    def test_two_is_two_or_more_and_other_numbers_are_exact(self):
        for number, passed in [(1, False), (2, True), (3, True), (4, False)]:
            answer = count(number)
            assert judged(self.three, answer, SolverClaims(Claim.COUNT)).passed is passed

    def test_the_number_at_which_it_stops_is_right_for_more_solutions_only(self):
        stops = SolverClaims(Claim.COUNT, counts_up_to=50)
        assert judged(self.hundreds, count(50), stops).passed is True
        assert judged(self.hundreds, count(51), stops).passed is False
        assert judged(self.three, count(50), stops).passed is False

    def test_above_a_million_any_number_that_large_will_do(self):
        [case] = cases_of("the empty grid")
        assert judged(case, count(10**6), SolverClaims(Claim.COUNT)).passed is True
        assert judged(case, count(6670903752021072936960), SolverClaims(Claim.COUNT)).passed is True
        assert judged(case, count(999_999), SolverClaims(Claim.COUNT)).passed is False

    def test_numbers_beside_verdicts_are_not_looked_at(self):
        answer = Found(count=2)
        assert judged(self.hundreds, answer, SolverClaims(Claim.VERDICT)).passed is True


class TestJudged:
    def test_a_grid_alone_is_right_for_several_solutions_unless_it_means_unique(self):
        case = cases_of("three solutions")[0]
        answer = Found(case.solutions[:1], 1, claims=Claim.SOLUTION)
        assert judged(case, answer, SolverClaims(Claim.SOLUTION)).passed is True
        result = judged(case, answer, SolverClaims(Claim.VERDICT, grid_is_unique=True))
        assert result.refutation is not None
        assert (result.passed, result.refutation.cause) == (False, Cause.TWO_SOLUTIONS)
        assert result.answer == str(case.solutions[0])

    WRONG_VERDICTS = (
        ("easy", Verdict.NONE, Cause.A_SOLUTION),
        ("easy", Verdict.MULTIPLE, Cause.PROVED_UNIQUE),
        ("none, clash in a box", Verdict.MULTIPLE, Cause.PROVED_NONE),
        ("three solutions", Verdict.NONE, Cause.TWO_SOLUTIONS),
    )

    def test_a_wrong_verdict_is_refuted_by_what_is_known(self):
        for category, verdict, cause in self.WRONG_VERDICTS:
            said = Found(count=0 if verdict is Verdict.NONE else 2, exhausted=True)
            result = judged(cases_of(category)[0], said, SolverClaims(Claim.VERDICT))
            assert result.refutation is not None
            assert (result.passed, result.refutation.cause, result.answer) == (False, cause, str(verdict))

    def test_a_failure_fails_and_a_timeout_is_undecided(self):
        case = cases_of("easy")[0]
        crash = judged(case, Failed("ended by signal 11"), SolverClaims(None))
        late = judged(case, Undecided("out of time after 1 s"), SolverClaims(None))
        assert (crash.passed, crash.reason, crash.answer) == (
            False,
            "ended by signal 11",
            "ended by signal 11",
        )
        assert (late.passed, late.refutation) == (None, None)


class TestFoundSizes:
    def test_a_grid_of_that_size_is_enough_even_a_wrong_one(self):
        assert found_sizes(ask(lambda cells: len(cells) * "1")) == (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)

    def test_a_word_or_another_size_is_not(self):
        for said in ["none", "unknown", "error", 81 * "1"]:
            assert found_sizes(ask(lambda cells, said=said: said)) == (9,)
