"""Certificates are right for every kind and shape, and a run is resumed without loss or repetition."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudocube import Puzzle, certify, verify
from sudocube.engines import Undecided
from sudocube.engines.proof_engine import ProofEngine
from sudocube.errors import InputError
from sudocube.geometry import GEOMETRIES
from sudocube.trusted.folder import MANIFEST, UNFINISHED
from sudocube.verdict import Evidence, Verdict
from sudocube.verdicts import certifying
from sudocube.verdicts.certificates import Certificate, CertificateVerification
from tests.puzzles import KINDS, puzzle_with_known_answer
from tests.verdicts.samples import ALL_KINDS, HARD, SEVERAL, SINGLES, SIXTEEN_STEPS, files_of, written

TRUE = {0: Verdict.NONE, 1: Verdict.UNIQUE}


@pytest.mark.parametrize(
    "geometry",
    [pytest.param(one, id=str(one), marks=[pytest.mark.slow] * (one.size > 9)) for one in GEOMETRIES],
)
def test_every_kind_of_puzzle_in_every_box_shape_has_a_certificate_that_holds(tmp_path, geometry):
    rng = Random(11)
    kinds = KINDS if geometry.size <= 12 else ("full", "unique", "several", "row")
    known = [puzzle_with_known_answer(geometry, rng, kind) for kind in kinds]
    said: list[Certificate] = []
    made = certify([one.puzzle for one in known], tmp_path / "c", on_result=said.append)
    expected = [TRUE.get(one.solutions, Verdict.MULTIPLE) for one in known]
    assert [one.verdict for one in said] == expected
    assert all((one.evidence is Evidence.WITNESS) == (one.verdict is Verdict.MULTIPLE) for one in said)
    assert {one.evidence for one in said} <= {Evidence.WITNESS, Evidence.PROOF}
    assert (made.verdicts, made.is_whole) == (Counter(expected), True)
    result = verify(tmp_path / "c", [one.puzzle for one in known])
    assert (result.holds, result.accepted) == (True, Counter(expected))


def test_pencilmarks_are_passed_over_by_name_and_the_folder_holds(tmp_path):
    """Proofs do not support candidates; the other puzzles have their certificates, and keep their numbers."""
    marks = "12......." + 80 * "123456789"
    said: list[Certificate] = []
    made = certify([SINGLES, marks, SEVERAL], tmp_path / "c", on_result=said.append)
    assert [one.verdict for one in said] == [Verdict.UNIQUE, Verdict.UNKNOWN, Verdict.MULTIPLE]
    assert (said[1].is_left_out, said[1].reason) == (True, "certify takes no pencilmarks, only clues")
    assert not made.is_whole
    rows: list[CertificateVerification] = []
    assert verify(tmp_path / "c", on_result=rows.append).holds
    assert [row.index for row in rows] == [1, 3]
    whole = files_of(tmp_path / "c")
    (tmp_path / "c" / MANIFEST).rename(tmp_path / "c" / UNFINISHED)
    (tmp_path / "c" / UNFINISHED).write_bytes(b"")
    assert certify([SINGLES, marks, SEVERAL], tmp_path / "c").resumed == 2
    assert files_of(tmp_path / "c") == whole
    for others in ([marks], [], ["no puzzle"]):
        assert certify(others, tmp_path / "nothing else").verdicts.total() == len(others)
        assert not (tmp_path / "nothing else").exists()


def test_out_of_time_is_unknown_and_passes_for_no_certificate(tmp_path):
    made = certify([SIXTEEN_STEPS, SINGLES], tmp_path / "c", timeout=1e-9)
    assert (made.verdicts, made.is_whole) == (Counter({Verdict.UNKNOWN: 1, Verdict.UNIQUE: 1}), False)
    rows: list[CertificateVerification] = []
    assert not verify(tmp_path / "c", on_result=rows.append).holds
    assert [(row.verdict, row.accepted) for row in rows] == [(Verdict.UNKNOWN, False), (Verdict.UNIQUE, True)]
    assert str(rows[0].reason).startswith("there is no certificate: out of time")


class Killed(BaseException):
    """Stands for a process that is killed."""


def left_after(count: int, place: Path, puzzles: list[Puzzle | str], **options: bool) -> list[Certificate]:
    """Certify, and stop after so many puzzles; what was said of them."""
    done: list[Certificate] = []

    def on_result(one: Certificate) -> None:
        done.append(one)
        if len(done) == count:
            raise Killed

    with pytest.raises(Killed):
        certify(puzzles, place, on_result=on_result, **options)
    return done


@pytest.mark.parametrize("self_contained", [False, True])
def test_resumed_after_any_puzzle_it_comes_to_the_same_folder(tmp_path, monkeypatch, self_contained):
    """What is no puzzle stands before, among and after; each keeps its number."""
    monkeypatch.setattr(certifying, "PER_FILE", 2)
    puzzles = ["no puzzle", *ALL_KINDS[:2], "no puzzle", *ALL_KINDS[2:], "no puzzle"]
    certify(puzzles, tmp_path / "at once", self_contained=self_contained)
    for count in range(1, len(puzzles) + 1):
        place = tmp_path / f"{count}"
        left_after(count, place, puzzles, self_contained=self_contained)
        said: list[Certificate] = []
        made = certify(puzzles, place, self_contained=self_contained, on_result=said.append)
        assert files_of(place) == files_of(tmp_path / "at once"), count
        are_there = [number <= count and puzzle != "no puzzle" for number, puzzle in enumerate(puzzles, 1)]
        assert [one.was_there for one in said] == are_there
        assert [one.index for one in said] == [*range(1, 9)]
        assert (made.resumed, made.verdicts[Verdict.INVALID]) == (sum(are_there), 3)
        assert [one.steps and len(one.steps) for one in said] == [None, 16, None, None, (), 7, 6, None]
        assert [one.evidence for one in said][1:3] == [Evidence.PROOF, Evidence.WITNESS]


def test_broken_off_at_its_beginning_or_before_its_end_it_is_finished(tmp_path):
    """In the first line of the journal; between the manifest and the end, where everything is there."""
    certify(ALL_KINDS, tmp_path / "at once")
    whole = files_of(tmp_path / "at once")
    certify(ALL_KINDS, written({UNFINISHED: b"sudocube cert"}, tmp_path / "begun"))
    left_after(5, tmp_path / "ended", ALL_KINDS)
    (tmp_path / "ended" / MANIFEST).write_bytes(whole[MANIFEST])
    assert not verify(tmp_path / "ended").holds
    assert certify(ALL_KINDS, tmp_path / "ended").resumed == 5
    assert files_of(tmp_path / "begun") == files_of(tmp_path / "ended") == whole


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ([SEVERAL, *ALL_KINDS[1:]], "with other puzzles: puzzle 1"),
        ([*ALL_KINDS[:1], "no puzzle", *ALL_KINDS[1:]], "with other puzzles: puzzle 2"),
        (ALL_KINDS[:1], "with more puzzles: puzzle 2"),
        ([], "with more puzzles: puzzle 1"),
    ],
)
def test_an_unfinished_folder_for_other_puzzles_is_refused_and_not_touched(tmp_path, others, reason):
    left_after(2, tmp_path / "c", ALL_KINDS)
    before = files_of(tmp_path / "c")
    with pytest.raises(InputError, match=reason):
        certify(others, tmp_path / "c")
    assert files_of(tmp_path / "c") == before


@pytest.mark.parametrize("self_contained", [False, True])
def test_what_was_altered_between_two_runs_is_made_again(tmp_path, monkeypatch, self_contained):
    """A byte, a run of bytes, a line, a file: whatever is changed or lost, the end is the same folder."""
    monkeypatch.setattr(certifying, "PER_FILE", 2)
    place = tmp_path / "c"
    certify(ALL_KINDS, tmp_path / "at once", self_contained=self_contained)
    left_after(4, place, ALL_KINDS, self_contained=self_contained)
    before = files_of(place)
    for seed in range(12):
        rng = Random(seed)
        files = dict(before)
        for name in rng.sample([name for name in sorted(files) if name != UNFINISHED], 2):
            content = bytearray(files.pop(name))
            start = rng.randrange(len(content))
            end = rng.choice([start + 1, start + 90, len(content)])
            if rng.random() >= 0.2:
                content[start:end] = rng.choice([b"", b"7", b"\nend\n", bytes(content[: rng.randrange(200)])])
                files[name] = bytes(content)
        written(files, place)
        certify(ALL_KINDS, place, self_contained=self_contained)
        assert files_of(place) == files_of(tmp_path / "at once"), seed


def test_what_stands_behind_the_first_certificate_that_does_not_hold_is_made_again(tmp_path):
    left_after(3, tmp_path / "c", ALL_KINDS)
    path = tmp_path / "c" / "certificates-000001.txt"
    path.write_text(path.read_text().replace("puzzle 2\n", "puzzle 0\n"), newline="\n")
    said: list[Certificate] = []
    assert certify(ALL_KINDS, tmp_path / "c", on_result=said.append).resumed == 1
    assert [one.was_there for one in said] == [True, False, False, False, False]
    assert verify(tmp_path / "c", ALL_KINDS).holds


def test_what_is_undecided_stays_so_and_a_finished_folder_is_refused(tmp_path):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProofEngine, "answer", lambda *_, **__: Undecided("not today"))
        left_after(2, tmp_path / "c", ALL_KINDS)
    made = certify(ALL_KINDS, tmp_path / "c")
    assert (made.resumed, made.verdicts[Verdict.UNKNOWN]) == (2, 2)
    before = files_of(tmp_path / "c")
    with pytest.raises(InputError, match="it is finished"):
        certify(ALL_KINDS, tmp_path / "c")
    assert files_of(tmp_path / "c") == before


def test_a_folder_that_is_none_or_was_begun_otherwise_is_refused(tmp_path, monkeypatch):
    written({"letter.txt": b"Dear reader,"}, tmp_path / "other")
    written({UNFINISHED: b"", "letter.txt": b""}, tmp_path / "mixed")
    (tmp_path / "file").write_text("text")
    left_after(2, tmp_path / "begun", ALL_KINDS)
    refused: list[tuple[str, dict[str, Any], str]] = [
        ("other", {}, "it holds something else"),
        ("file", {}, "there is a file of that name"),
        ("mixed", {}, "letter.txt is no part of a folder of certificates"),
        ("begun", {"self_contained": True}, "begun by another version, or with another choice"),
    ]
    for name, options, reason in refused:
        with pytest.raises(InputError, match=reason):
            certify(ALL_KINDS, tmp_path / name, **options)
    monkeypatch.setattr(certifying, "made_by", lambda: "another version")
    with pytest.raises(InputError, match="begun by another version"):
        certify(ALL_KINDS, tmp_path / "begun")
    assert files_of(tmp_path / "other") == {"letter.txt": b"Dear reader,"}


@pytest.mark.skipif(sys.platform == "win32", reason="no such lock on this system")
def test_two_processes_do_not_write_to_one_folder(tmp_path):
    def meanwhile(_: Certificate) -> None:
        with pytest.raises(InputError, match="another process is writing to it"):
            certify([SINGLES], tmp_path / "c")

    certify([SINGLES], tmp_path / "c", on_result=meanwhile)
    assert verify(tmp_path / "c").holds


@pytest.mark.slow
def test_by_several_processes_it_comes_to_the_same_folder(tmp_path):
    puzzles: list[Puzzle | str] = [*ALL_KINDS, "no puzzle", *HARD] * 3
    certify(puzzles, tmp_path / "by one")
    certify(puzzles, tmp_path / "by two", jobs=2)
    assert files_of(tmp_path / "by one") == files_of(tmp_path / "by two")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal on this system")
def test_killed_half_way_and_resumed_nothing_is_lost_or_repeated(tmp_path):
    """Killed twice in a row, alone and with workers; then run to the end."""
    puzzles = [SIXTEEN_STEPS, SEVERAL] * 100
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{cells}\n" for cells in puzzles))
    place = tmp_path / "c"
    command = [sys.executable, "-m", "sudocube", "certify", str(file), "-o", str(place), "--quiet"]

    def size_of() -> int:
        return sum(path.stat().st_size for path in place.glob("certificates-*"))

    size = 0
    for jobs in "12":
        with subprocess.Popen([*command, "--jobs", jobs], stdout=subprocess.DEVNULL) as process:
            patience = time.monotonic() + 60
            while time.monotonic() < patience and process.poll() is None:
                if size_of() > size + 10_000:
                    break
                time.sleep(0.005)
            os.kill(process.pid, signal.SIGKILL)
        assert (place / UNFINISHED).exists()
        size = size_of()
    done = subprocess.run([*command, "--jobs", "1"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    certify(puzzles, tmp_path / "at once")
    assert files_of(place) == files_of(tmp_path / "at once")
    assert verify(place).accepted.total() == len(puzzles)
