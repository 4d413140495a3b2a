"""The commands of the panel Proof: the certificate, the events of its proof, and its check."""

import pytest

from sudocube import certificate_of
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE
from tests.serving.page_rows import rows_of

STEPS = ".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......"


@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [
        (UNIQUE, "unique"),
        (NONE, "none"),
        pytest.param(PUZZLES["4x4-unique"], "unique", marks=pytest.mark.slow),
        pytest.param(HARD, "none", marks=pytest.mark.slow),
    ],
    ids=["unique", "none", "16×16", "16×16, none"],
)
def test_a_proof_is_told_from_the_assumption_to_the_end_and_its_text_is_accepted(puzzle, verdict):
    first, *events, last = rows_of("proof", puzzle=puzzle)
    assert (first["verdict"], first["evidence"], first["accepted"]) == (verdict, "proof", True)
    assert (events[0]["kind"], events[-1]["kind"]) == ("clues", "complete")
    assert sum(event["kind"] == "learned" for event in events) == first["steps"]
    assert (last["accepted"], last["cut"]) == (True, False)
    assert last["line"] == len(first["certificate"].splitlines())


def test_two_solutions_are_the_certificate_of_an_ambiguous_puzzle():
    first, last = rows_of("proof", puzzle=MULTIPLE)
    assert (first["verdict"], first["evidence"], len(first["solutions"])) == ("multiple", "witness", 2)
    assert last["accepted"] is True


def test_a_long_proof_is_cut_and_its_text_is_checked_all_the_same():
    _, *events, last = rows_of("proof", puzzle=STEPS, most=3)
    assert len(events) == 3
    assert (last["cut"], last["accepted"]) == (True, True)


def test_without_time_there_is_no_certificate_and_no_claim(monkeypatch):
    monkeypatch.setattr("sudocube.serving.proof_rows.PROOF_SECONDS", 1e-9)
    [row] = rows_of("proof", puzzle=UNIQUE)
    assert (row["verdict"], row["accepted"], row["certificate"]) == ("unknown", False, None)
    assert row["reason"]


def test_an_altered_certificate_is_refused_at_its_line():
    text = certificate_of(UNIQUE).text
    [held] = rows_of("proof-check", certificate=text)
    assert held["accepted"] is True
    [refused] = rows_of("proof-check", certificate=text.replace("verdict unique", "verdict none"))
    assert refused["accepted"] is False
    assert refused["reason"]
    assert 7 <= refused["line"] <= held["line"]


def test_the_checker_can_be_read_and_has_300_lines_at_most():
    assert 0 < sum(row["code_lines"] for row in rows_of("checker")) <= 300
