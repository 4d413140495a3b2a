"""`certificate_of`: a certificate in memory, as a folder would hold it, judged by the trusted checker."""

from dataclasses import replace

import pytest

from sudocube import Puzzle, Verdict, certificate_of, certify
from sudocube.errors import PuzzleError, UnsupportedError

PUZZLES = {
    "1... ..2. .3.. ...4": Verdict.UNIQUE,
    "1... .... .... ....": Verdict.MULTIPLE,
    "12.. ...3 ..3. ...4": Verdict.NONE,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": Verdict.UNIQUE,
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......": Verdict.UNIQUE,
}


@pytest.mark.parametrize("cells", PUZZLES)
def test_a_certificate_holds_and_is_what_a_folder_would_hold(cells, tmp_path):
    certificate = certificate_of(cells)
    assert certificate.verdict is PUZZLES[cells]
    found = certificate.verify()
    assert (found.accepted, bool(found)) == (True, True)
    assert (found.verdict, found.evidence) == (certificate.verdict, certificate.evidence)
    folder = certify([cells], tmp_path / "certificates").folder
    assert (folder / "certificates-000001.txt").read_text() == certificate.text == str(certificate)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda c: replace(c, text=c.text.replace("ion 1243", "ion 2143")), "a solution that is none"),
        (lambda c: replace(c, text=c.text.replace("unique", "none")), "where"),
        (lambda c: replace(c, text=""), "it ends too early"),
        (lambda c: replace(c, text=c.text + c.text[c.text.index("\npuzzle") :]), "2 certificates"),
        (lambda c: replace(c, text=c.text.replace("box", "bóx")), "where"),
        (lambda c: replace(c, verdict=Verdict.NONE), "it is for another verdict: unique"),
        (lambda c: replace(c, puzzle=Puzzle("1243 .... .... ....")), "it is for another puzzle: 1.....2..3"),
    ],
)
def test_a_certificate_that_was_changed_is_refused_with_the_reason(change, why):
    changed = change(certificate_of("1... ..2. .3.. ...4")).verify()
    assert not changed
    assert why in (changed.reason or "")


def test_out_of_time_there_is_no_certificate_and_nothing_to_accept():
    certificate = certificate_of("." * 256, timeout=1e-9)
    assert (certificate.verdict, certificate.solutions, certificate.evidence) == (Verdict.UNKNOWN, (), None)
    assert (certificate.reason or "").startswith("out of time")
    assert certificate.verify().reason == f"there is no certificate: {certificate.reason}"


def test_what_is_no_puzzle_of_clues_is_refused():
    with pytest.raises(UnsupportedError, match="certificate_of takes no pencilmarks, only clues"):
        certificate_of("12......." + 80 * "123456789")
    with pytest.raises(PuzzleError, match="3 cells"):
        certificate_of("123")
    with pytest.raises(TypeError, match="a puzzle is a Puzzle, a text, rows, an array or a mapping, not int"):
        certificate_of(123)  # type: ignore[arg-type]
