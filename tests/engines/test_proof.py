"""The engine `proof`: the checker accepts its refutations, and it gives none that does not hold."""

from collections.abc import Callable
from random import Random
from time import monotonic

import pysolvers
import pytest

from sudocube.engines import Answer, Failed, Refuted, engine, proof_engine
from sudocube.engines.asking import refereed_answer
from sudocube.engines.proof_engine import LearnedClause, ProofEngine, needed_clauses
from sudocube.errors import UnavailableError
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.sat import incremental, pysat_calls
from sudocube.trusted import ProofCheck, rules_of
from sudocube.verdict import Evidence, Verdict
from tests.puzzles import puzzle_with_known_answer, several_solutions, solved_grid, unique_puzzle
from tests.verdicts.samples import HARD, NO_SOLUTION, SIXTEEN_STEPS


def replayed(puzzle: Puzzle, answer: Answer) -> bool:
    """Whether the trusted checker accepts every step, and the last one completes the refutation."""
    refutation = ProofCheck(rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns), puzzle.cells)
    if answer.solutions:
        refutation.forbid(answer.solutions[0].cells)
    assert answer.steps is not None
    for step in answer.steps:
        assert not refutation.is_complete
        refutation.step(step)
    return refutation.is_complete


def test_unique_and_none_come_with_a_refutation():
    for geometry in [one for one in GEOMETRIES if one.size <= 9]:
        for kind in ["unique", "subtle", "row", "full"]:
            known = puzzle_with_known_answer(geometry, Random(4), kind)
            answer = ProofEngine().answer(known.puzzle)
            assert answer.verdict is (Verdict.UNIQUE if known.solutions else Verdict.NONE)
            assert answer.evidence is Evidence.PROOF
            assert replayed(known.puzzle, answer)


def test_hard_puzzles_are_proved_by_clauses_that_are_all_new():
    """The proof ends with the contradiction, and no step repeats another."""
    minimal = [unique_puzzle(solved_grid(Geometry(3, 3), Random(seed)), Random(seed)) for seed in range(2)]
    for cells in (*HARD, *minimal):
        puzzle = cells if isinstance(cells, Puzzle) else Puzzle(cells)
        answer = ProofEngine().answer(puzzle)
        assert replayed(puzzle, answer)
        clauses = [frozenset(step.split(" : ")[0].split(" ")[1:]) for step in answer.steps or ()]
        assert len(set(clauses)) == len(clauses)


def test_several_solutions_have_two_witnesses_and_no_proof():
    puzzle, count = several_solutions(solved_grid(Geometry(3, 3), Random(1)), Random(1), patterns=3)
    answer = ProofEngine().answer(puzzle)
    assert (answer.verdict, answer.evidence) == (Verdict.MULTIPLE, Evidence.WITNESS)
    assert answer.steps is None
    every = ProofEngine().answer(puzzle, limit=100)
    assert (every.count, every.exhausted) == (count, True)


def test_out_of_time_there_is_no_proof(monkeypatch):
    """Also where the solver has finished, but the time runs out before the steps are written."""
    answer = ProofEngine().answer(Puzzle(SIXTEEN_STEPS), timeout=1e-9)
    assert (answer.verdict, answer.evidence) == (Verdict.UNKNOWN, None)

    def slow(trace: bytes) -> list[LearnedClause]:
        monkeypatch.setattr("sudocube.clock.monotonic", lambda: monotonic() + 1000)
        return needed_clauses(trace)

    monkeypatch.setattr(proof_engine, "needed_clauses", slow)
    answer = ProofEngine().answer(Puzzle(SIXTEEN_STEPS), timeout=100)
    assert (answer.verdict, answer.reason) == (Verdict.UNKNOWN, "out of time after 100 s")


def test_a_trace_that_is_too_long_is_not_read(monkeypatch):
    monkeypatch.setattr(incremental, "LONGEST_TRACE", 0)
    answer = refereed_answer(engine("proof"), Puzzle(SIXTEEN_STEPS))
    assert (answer.verdict, isinstance(answer, Failed | Refuted)) == (Verdict.UNKNOWN, False)
    assert "its proof comes out of more than" in str(answer.reason)


BROKEN: list[Callable[[bytes], bytes]] = [
    lambda trace: trace[: len(trace) // 2],
    lambda trace: b"",
    lambda trace: b"1 0 99999999 0\n",
    lambda trace: b"99999999 0 1 2 3 0\n",
    lambda trace: b"x y z\n",
]


def test_a_trace_that_proves_nothing_gives_no_proof(monkeypatch):
    """A wrong trace is a fault of the engine, and the answer is `unknown`."""
    plain = pysat_calls.trace
    for broken in BROKEN:
        monkeypatch.setattr(pysat_calls, "trace", lambda solver, broken=broken: broken(plain(solver)))
        for cells in (SIXTEEN_STEPS, NO_SOLUTION):
            answer = refereed_answer(ProofEngine(), Puzzle(cells))
            assert (answer.verdict, isinstance(answer, Failed | Refuted)) == (Verdict.UNKNOWN, True)


def test_an_altered_trace_gives_a_proof_only_if_it_still_proves_something(monkeypatch):
    """Text lines swapped and numbers changed: the answer is `unknown`, or has a proof that holds."""
    rng, puzzle, plain = Random(0), Puzzle(SIXTEEN_STEPS), pysat_calls.trace

    def altered(solver: object) -> bytes:
        lines = plain(solver).split(b"\n")
        for _ in range(20):
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            words = lines[one].split(b" ")
            words[rng.randrange(len(words))] = rng.choice([b"0", b"1", b"-7", b"60", b"900", b"2000"])
            lines[one] = b" ".join(words)
        return b"\n".join(lines)

    monkeypatch.setattr(pysat_calls, "trace", altered)
    for _ in range(8):
        answer = refereed_answer(ProofEngine(), puzzle)
        if answer.steps is not None:
            assert replayed(puzzle, answer)
        else:
            assert (answer.verdict, isinstance(answer, Failed | Refuted)) == (Verdict.UNKNOWN, True)


def test_a_pysat_with_other_internals_raises_an_error(monkeypatch):
    monkeypatch.delattr(pysolvers, "cadical195_tracepr")
    with pytest.raises(UnavailableError, match="a PySAT that traces in LRAT"):
        ProofEngine().answer(Puzzle(SIXTEEN_STEPS))
