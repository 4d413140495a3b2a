"""`crosscheck` with engines that are wrong: who is named, what is shown, and the exit status."""

import pytest

from sudocube.engines.outside_answers import read_answer
from sudocube.engines.outsiders import Outsider
from sudocube.engines.proof_engine import ProofEngine
from sudocube.engines.registry import EngineFamily, families
from tests.cli.command import PUZZLES, SOLUTION, UNIQUE, invoke

CLUELESS = PUZZLES["2x2-empty-288-solutions"]
SMALL, SMALL_SOLUTION = "1.....2..3.....4", "1243342143122134"
A, B = "1234341221434321", "1234341243212143"
WRONG_GRID = SMALL_SOLUTION[:-2] + "43"


class Saying:
    """Says some words of every puzzle, as a program of somebody else would, and is as little trusted."""

    traits = Outsider.traits

    def __init__(self, words):
        self.name, self._words = f"says:{words}", words

    def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
        claimed = read_answer(self._words, puzzle.geometry)
        for grid in claimed.grids if on_result else ():
            on_result(grid)
        return claimed.answer(self.name, limit=limit)


@pytest.fixture(autouse=True)
def _engines_that_say_their_name(monkeypatch):
    family = EngineFamily("says", f"{__name__}:Saying", "says its name", syntax=":WORDS")
    monkeypatch.setitem(families(), "says", family)


def crosschecked(*arguments):
    """The status, the row of the only puzzle, and what became of the answer of the last engine."""
    outcome = invoke("crosscheck", *arguments, "--jobs", "1", "--json")
    row, last = outcome.rows
    *_, of_last = last["summary"]["by_engine"].values()
    return outcome.status, row, [name for name, number in of_last.items() if number]


def test_who_is_wrong_is_named_with_what_shows_it():
    """The verdict is that of the other engine. The status is 1: a settled disagreement is one, too."""
    no_grid = f"the referee refuses the solution {WRONG_GRID}: row 4, column 4 holds 3, but the clue is 4"
    for cells, words, verdict, evidence, sentence in (
        (CLUELESS, f"unique {A}", "multiple", "witness", "two solutions passed the referee"),
        (SMALL, "none", "unique", "proof", "a solution passed the referee"),
        (SMALL, "2", "unique", "proof", "a checked proof says that there is no other solution"),
        ("11" + 14 * ".", "multiple", "none", "proof", "a checked proof says that there is no solution"),
        (SMALL, WRONG_GRID, "unique", "proof", no_grid),
        (CLUELESS, f"unique {A} {B}", "multiple", "witness", "NAME says unique, and has shown 2 solutions"),
    ):
        mine = f"says:{words}"
        status, row, standing = crosschecked(cells, "-e", "sat", "-e", mine)
        assert (status, row["verdict"], row["evidence"], row["agree"]) == (1, verdict, evidence, False), words
        assert row["refuted"] == {mine: sentence.replace("NAME", mine)}
        assert (standing, "unproved" in row) == (["refuted"], False)


def test_one_engine_alone_is_refuted_by_its_own_words_or_by_a_proof_that_is_asked_for():
    status, row, standing = crosschecked(SMALL, "-e", f"says:{WRONG_GRID}")
    assert (status, row["verdict"], row["evidence"], standing) == (1, "unknown", None, ["refuted"])
    status, row, _ = crosschecked(UNIQUE, "-e", "says:multiple", "--prove")
    assert (status, row["verdict"], row["evidence"]) == (1, "unique", "proof")
    assert (row["solutions"], len(row["refuted"])) == ([SOLUTION], 1)


def test_a_disagreement_of_which_there_is_no_proof_is_open(monkeypatch):
    """Nobody is refuted by a majority, and nobody because a proof takes too long."""

    def late(*_):
        raise TimeoutError

    monkeypatch.setattr(ProofEngine, "search", late)
    given = [UNIQUE, "-e", "sat,phases", "-e", "says:multiple", "--timeout", "7"]
    status, row, standing = crosschecked(*given)
    assert (status, row["verdict"], row["agree"], row["refuted"]) == (1, "unknown", False, {})
    assert (row["unproved"], standing) == ("no proof: out of time after 7 s", ["undecided"])
    text = invoke("crosscheck", *given)
    assert text.out.startswith(
        "argument:1: the engines disagree\n  not proved: no proof: out of time after 7 s\n"
    )
    assert "(1 disagreement, 1 of them open, " in text.err
