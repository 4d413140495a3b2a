"""The commands of the panel Proof: the certificate, the events of its proof, and its check."""

import json

import pytest

from sudocube import certificate_of
from sudocube.errors import UnsupportedError
from sudocube.serving.page_commands import Progress
from sudocube.serving.proof_rows import TEXT_AT_MOST, checker, proof, proof_check
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE
from tests.schemas.schema_files import misfits

FOUR = "1.....2..3.....4"
STEPS = ".2.........9.86.5.6..9..........18.4...3...9...2...1.6..1.2......8.4.7.19.5......"


def rows_of(**fields):
    """The rows without the progress; each fits the schema of the page."""
    return fitting(row for row in proof(RequestFields(fields)) if not isinstance(row, Progress))


def fitting(rows):
    made = json.loads(json.dumps(list(rows)))
    assert list(misfits("page/proof", made)) == []
    return made


CASES = {
    "4×4": (FOUR, "unique"),
    "9×9": (UNIQUE, "unique"),
    "16×16": (PUZZLES["4x4-unique"], "unique"),
    "none": (NONE, "none"),
    "none, found by search": (HARD, "none"),
}


@pytest.mark.parametrize(("puzzle", "verdict"), CASES.values(), ids=CASES.keys())
def test_a_proof_is_told_from_the_assumption_to_the_end_and_its_text_is_accepted(puzzle, verdict):
    first, *events, last = rows_of(puzzle=puzzle)
    assert (first["verdict"], first["evidence"], first["accepted"]) == (verdict, "proof", True)
    assert (events[0]["kind"], events[-1]["kind"]) == ("clues", "complete")
    assert sum(event["kind"] == "learned" for event in events) == first["steps"]
    assert (last["accepted"], last["cut"]) == (True, False)
    assert last["line"] == len(first["certificate"].splitlines())


def test_two_solutions_are_the_certificate_of_an_ambiguous_puzzle():
    first, last = rows_of(puzzle=MULTIPLE)
    assert (first["verdict"], first["evidence"], len(first["solutions"])) == ("multiple", "witness", 2)
    assert last["accepted"] is True


def test_a_long_proof_is_cut_and_its_text_is_checked_all_the_same():
    _, *events, last = rows_of(puzzle=STEPS, most=3)
    assert len(events) == 3
    assert (last["cut"], last["accepted"]) == (True, True)


def test_without_time_there_is_no_certificate_and_no_claim(monkeypatch):
    monkeypatch.setattr("sudocube.serving.proof_rows.PROOF_SECONDS", 1e-9)
    [row] = rows_of(puzzle=UNIQUE)
    assert (row["verdict"], row["accepted"], row["certificate"]) == ("unknown", False, None)
    assert row["reason"]


def test_an_altered_certificate_is_refused_at_its_line():
    text = certificate_of(UNIQUE).text
    [held] = fitting(proof_check(RequestFields({"certificate": text})))
    assert held["accepted"] is True
    [refused] = proof_check(RequestFields({"certificate": text.replace("verdict unique", "verdict none")}))
    assert refused["accepted"] is False
    assert refused["reason"]
    assert 7 <= refused["line"] <= held["line"]


def test_what_is_too_long_or_no_text_is_refused():
    with pytest.raises(RefusedRequestError, match="certificate: found 60,001 characters"):
        list(proof_check(RequestFields({"certificate": "x" * (TEXT_AT_MOST + 1)})))
    with pytest.raises(RefusedRequestError, match="certificate: found nothing"):
        list(proof_check(RequestFields({})))
    with pytest.raises(UnsupportedError, match="pencilmarks"):
        rows_of(puzzle="12......." + 80 * "123456789")


def test_the_checker_can_be_read_and_has_300_lines_at_most():
    rows = fitting(checker(RequestFields({})))
    assert 0 < sum(row["code_lines"] for row in rows) <= 300
