"""`verify` holds a folder against a list: each puzzle in its shape, and as often as it stands there."""

import hashlib

import pytest

from sudocube import Certificate, Puzzle, certify, verify
from sudocube.geometry import Geometry
from sudocube.trusted.folder import MANIFEST
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts.certificates import (
    CertificateVerification,
    FolderVerification,
    certificates_said,
)
from tests.verdicts.samples import ALL_KINDS, NO_SOLUTION, SEVERAL, SINGLES, SIXTEEN_STEPS

MARKS = "12......." + 80 * "123456789"


@pytest.fixture
def folder(tmp_path):
    """The certificates of a puzzle with one solution, one with several and one with none."""
    certify([SINGLES, SEVERAL, NO_SOLUTION], tmp_path / "c")
    return tmp_path / "c"


def against(folder, puzzles) -> tuple[FolderVerification, list[CertificateVerification]]:
    """What is said of a folder and a list, and every row of it."""
    rows: list[CertificateVerification] = []
    return verify(folder, puzzles, on_result=rows.append), rows


def test_of_the_same_list_in_any_order_it_holds(folder):
    found, rows = against(folder, [NO_SOLUTION, SINGLES, SEVERAL])
    assert (found.holds, found.accepted.total(), found.listed) == (True, 3, 3)
    assert (found.refused, found.faults, found.missing, found.left_out) == (0, 0, 0, 0)
    assert [(row.index, row.verdict, row.evidence) for row in rows] == [
        (1, Verdict.UNIQUE, Evidence.PROOF),
        (2, Verdict.MULTIPLE, Evidence.WITNESS),
        (3, Verdict.NONE, Evidence.PROOF),
    ]
    assert (rows[0].puzzle, rows[0].box, bool(rows[0])) == (SINGLES, "2x2", True)
    alone, _ = against(folder, None)
    assert (alone.holds, alone.listed) == (True, None)
    listed = f"{SINGLES}\n{SEVERAL}\n{NO_SOLUTION}\n".replace("0", ".")
    found_in = f"puzzles: 3, SHA-256 {hashlib.sha256(listed.encode()).hexdigest()}\n"
    assert found_in in (folder / MANIFEST).read_text()
    with pytest.raises(TypeError, match="put a single one in a list"):
        verify(folder, SINGLES)


def test_a_certificate_for_boxes_of_another_shape_is_none(tmp_path):
    wide, tall = Puzzle("." * 36, Geometry(2, 3)), Puzzle("." * 36, Geometry(3, 2))
    certify([wide], tmp_path / "wide")
    found, rows = against(tmp_path / "wide", [tall])
    assert (found.holds, found.refused, found.missing, found.accepted.total()) == (False, 1, 1, 0)
    assert [(row.box, row.reason) for row in rows] == [
        ("2x3", "the list does not have it, or not so often"),
        ("3x2", "it has no certificate in the folder"),
    ]
    assert against(tmp_path / "wide", [wide])[0].holds
    certify([tall, wide], tmp_path / "both")
    assert against(tmp_path / "both", [wide, tall])[0].holds


def test_what_the_list_has_and_the_folder_has_not_is_named_with_its_place(folder):
    found, rows = against(folder, [SINGLES, SEVERAL, NO_SOLUTION, SINGLES, SIXTEEN_STEPS])
    assert (found.holds, found.missing, found.accepted.total(), found.listed) == (False, 2, 3, 5)
    missing = [(row.source, row.puzzle, row.box, row.index, row.verdict) for row in rows if row.source]
    assert missing == [
        ("argument:4", SINGLES, "2x2", None, None),
        ("argument:5", SIXTEEN_STEPS, "3x3", None, None),
    ]
    assert {row.reason for row in rows if row.source} == {"it has no certificate in the folder"}


def test_what_the_folder_has_and_the_list_has_not_is_refused(tmp_path):
    certify([SINGLES, SINGLES, SEVERAL], tmp_path / "c")
    found, rows = against(tmp_path / "c", [SINGLES])
    assert (found.holds, found.refused, found.missing) == (False, 2, 0)
    accepted = [(row.index, row.accepted, row.evidence is None) for row in rows]
    assert accepted == [(1, True, False), (2, False, True), (3, False, True)]
    assert rows[1].reason == "the list does not have it, or not so often"
    assert against(tmp_path / "c", [SINGLES] * 2 + [SEVERAL])[0].holds


def test_entries_that_can_have_no_certificate_are_told_and_are_no_fault(folder):
    found, rows = against(folder, [SINGLES, "no puzzle", SEVERAL, MARKS, NO_SOLUTION])
    assert (found.holds, found.left_out, found.listed, found.missing) == (True, 2, 3, 0)
    invalid, marks = [row for row in rows if row.source is not None]
    assert (invalid.source, invalid.verdict, invalid.puzzle) == ("argument:2", Verdict.INVALID, None)
    assert str(invalid.reason).startswith("argument:2: ")
    assert (marks.source, marks.verdict) == ("argument:4", Verdict.UNKNOWN)
    assert marks.reason == "certify takes no pencilmarks, only clues"


def test_a_fault_of_the_folder_is_no_refused_certificate(folder):
    (folder / "more").touch()
    found, rows = against(folder, None)
    assert (found.holds, found.faults, found.refused, found.accepted.total()) == (False, 1, 0, 3)
    assert (rows[0].index, rows[0].verdict) == (None, None)
    assert rows[0].reason == "'more': not named in the manifest"


def test_how_many_certificates_there_are_is_read_from_the_manifest(folder, tmp_path):
    """For a bar of progress; a manifest that does not say so counts none."""
    assert certificates_said(folder) == 3
    (folder / MANIFEST).write_text("nonsense\n")
    assert (certificates_said(folder), certificates_said(tmp_path)) == (0, 0)


def test_the_text_of_each_puzzle_is_its_certificate(tmp_path):
    """An undecided one has nothing to verify."""
    seen: list[Certificate] = []
    certify(ALL_KINDS, tmp_path / "c", on_result=seen.append)
    found = [one for one in seen if not one.is_left_out]
    assert all(one.verify() for one in found)
    assert [(one.verdict, one.evidence) for one in found][:2] == [
        (Verdict.UNIQUE, Evidence.PROOF),
        (Verdict.MULTIPLE, Evidence.WITNESS),
    ]
    assert [None if one.steps is None else len(one.steps) for one in found][0::4] == [16, 6]
    assert [len(one.solutions) for one in found][:2] == [1, 2]
    seen.clear()
    certify([SIXTEEN_STEPS], tmp_path / "late", timeout=1e-9, on_result=seen.append)
    late = seen[-1]
    assert (str(late.verdict), late.evidence, bool(late.verify())) == ("unknown", None, False)
