"""`certify` and `verify`: what people and programs see, and the exit statuses."""

import errno
from pathlib import Path

import pytest

from sudocube.trusted.folder import UNFINISHED
from sudocube.verdicts.certifying import FolderWriter
from tests.cli.command import MULTIPLE, PUZZLES, invoke, written
from tests.verdicts.samples import NO_SOLUTION, SIXTEEN_STEPS

NO_LIST = "the list of puzzles was not given: what was left out cannot be seen\n"
SINGLES = PUZZLES["3x3-unique-one-blank"]
SHARD = "certificates-000001.txt"


@pytest.fixture
def place(tmp_path) -> Path:
    path: Path = tmp_path / "certificates"
    return path


def test_what_has_no_certificate_is_told_in_its_place_and_the_others_go_on(tmp_path, place):
    """A line that is no puzzle, and pencilmarks; in JSON, too, with the evidence for each verdict."""
    marks = "12......." + 80 * "123456789"
    file = written(tmp_path, SIXTEEN_STEPS, marks, MULTIPLE, SINGLES[:-1])
    outcome = invoke("certify", file, "-o", place)
    assert outcome.status == 2
    assert outcome.out.splitlines()[:2] == [
        f"{file}:2: unknown: certify takes no pencilmarks, only clues",
        f"{file}:3: multiple: two solutions shown",
    ]
    assert f"{file}:4: invalid" in outcome.out
    rows = invoke("verify", place, "--json").rows
    same = {"index": 1, "puzzle": SIXTEEN_STEPS, "box": "3x3", "verdict": "unique", "accepted": True}
    assert rows[0] == {**same, "reason": None, "evidence": "proof"}
    assert [row["index"] for row in rows] == [1, 3]
    unique, _, multiple, invalid = invoke("certify", file, "-o", tmp_path / "json", "--json").rows
    assert unique == {**rows[0], "source": f"{file}:1", "steps": 16}
    assert (multiple["evidence"], multiple["steps"]) == ("witness", None)
    assert (invalid["index"], invalid["verdict"]) == (4, "invalid")


def test_out_of_time_is_3_and_does_not_pass(tmp_path, place):
    """A finished folder is refused."""
    puzzles = written(tmp_path, SIXTEEN_STEPS, SINGLES)
    outcome = invoke("certify", puzzles, "-o", place, "--timeout", "0.000000001")
    assert (outcome.status, "unknown: out of time after 1e-09 s" in outcome.out) == (3, True)
    outcome = invoke("verify", place)
    assert outcome.status == 1
    assert outcome.out.startswith("refused: puzzle 1: there is no certificate: out of time")
    again = invoke("certify", puzzles, "-o", place)
    says = "it is finished (`sudocube verify` checks it); choose a folder that is not there yet"
    assert again == (2, "", f"error: {place}: {says}\n")


def test_what_is_refused_is_printed_with_its_reason_and_is_1(place):
    """What is wrong with a file is said once, and not again of each certificate in it."""
    invoke("certify", SIXTEEN_STEPS, SINGLES, SINGLES, "-o", place)
    (place / SHARD).write_text((place / SHARD).read_text().replace("solution 2", "solution 3"), newline="\n")
    (place / "more").touch()
    outcome = invoke("verify", place)
    altered = f"{SHARD}: altered, its SHA-256 is not that in the manifest"
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        f"the folder: {altered}",
        "the folder: 'more': not named in the manifest",
        "refused: puzzle 1: a solution that is none: row 1, column 1 holds 3, but the clue is 2",
        "0 certificates accepted; 3 refused; 2 faults of the folder",
        NO_LIST.rstrip(),
    ]


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (OSError(errno.ENOSPC, ""), 70)])
def test_ctrl_c_and_a_full_disk_keep_what_is_done_and_the_same_command_goes_on(
    tmp_path, place, monkeypatch, error, status
):
    """What is there is not made again."""
    file = written(tmp_path, SIXTEEN_STEPS, SINGLES, NO_SOLUTION)
    whole, added = FolderWriter.add, list[object]()

    def add(self, *arguments):
        if len(added) == 2:
            raise error
        added.append(arguments)
        return whole(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(FolderWriter, "add", add)
        outcome = invoke("certify", file, "-o", place, "--jobs", "1")
    assert outcome.status == status
    assert (place / UNFINISHED).exists()
    assert "has what is finished; the same command goes on with it" in outcome.err
    assert invoke("verify", place).status == 1
    done = (place / SHARD).read_text()
    assert done.count("\npuzzle ") == 2
    outcome = invoke("certify", file, "-o", place, "--json")
    assert (outcome.status, [row["index"] for row in outcome.rows]) == (0, [1, 2, 3])
    assert (place / SHARD).read_text().startswith(done)
    assert invoke("verify", place, file).status == 0


def test_a_folder_is_held_against_a_list_in_any_order(tmp_path, place):
    """In which one puzzle is there twice. What is missing, too many or no puzzle is told by its line."""
    puzzles = (SIXTEEN_STEPS, MULTIPLE, SINGLES, SIXTEEN_STEPS)
    file = written(tmp_path, *puzzles)
    assert invoke("certify", file, "-o", place, "-q").status == 0
    outcome = invoke("verify", place, *reversed(puzzles))
    assert (outcome.status, outcome.out.splitlines()[-1]) == (0, "held against 4 puzzles of the list")
    longer = written(tmp_path, *puzzles[:1], NO_SOLUTION, *puzzles, name="longer.txt")
    outcome = invoke("verify", place, longer)
    missing = [f"{longer}:{line}: missing: it has no certificate in the folder" for line in (6, 2)]
    assert (outcome.status, outcome.out.splitlines()[:2]) == (1, missing)
    assert "; none refused; 2 missing\n" in outcome.out
    outcome = invoke("verify", place, *puzzles[:3])
    refused = "refused: puzzle 4: the list does not have it, or not so often"
    assert (outcome.status, outcome.out.splitlines()[0]) == (1, refused)
    outcome = invoke("verify", place, file, "no puzzle")
    assert (outcome.status, "nothing refused" in outcome.out) == (2, True)
    assert "no puzzle: " in outcome.err
