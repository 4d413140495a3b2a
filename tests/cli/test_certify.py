"""`certify` and `verify`: what people and programs see, and the exit statuses."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube.certificate.folder_writing import FolderWriter
from sudocube.trusted.folder import MANIFEST, UNFINISHED
from tests.certificate.samples import NO_SOLUTION, SIXTEEN_STEPS
from tests.cli.command import (
    HANG,
    MULTIPLE,
    NONE,
    PUZZLES,
    command,
    environment,
    invoke,
    run,
    started,
    written,
)

NO_LIST = "the list of puzzles was not given: what was left out cannot be seen\n"
SINGLES = PUZZLES["3x3-unique-one-blank"]
SHARD = "certificates-000001.txt"
PROVE = ("crosscheck", SIXTEEN_STEPS, "--engines", "phases,sat", "--prove", "--jobs", "1")


@pytest.fixture
def place(tmp_path) -> Path:
    path: Path = tmp_path / "certificates"
    return path


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (SIXTEEN_STEPS, "unique: a proof of 16 steps\n"),
        (SINGLES, "unique: the proof is empty, naked and hidden singles solve it\n"),
        (MULTIPLE, "multiple: two solutions\n"),
        (NO_SOLUTION, "none: a proof of 7 steps\n"),
    ],
)
def test_of_one_puzzle_it_prints_the_verdict_and_what_backs_it(place, puzzle, said):
    outcome = invoke("certify", puzzle, "-o", place)
    assert (outcome.status, outcome.out, outcome.err) == (0, said, "")
    assert invoke("verify", place).status == 0


def test_what_is_wrong_with_a_file_is_not_said_again_of_each_certificate_in_it(tmp_path, place):
    many = written(tmp_path, *[SINGLES] * 3)
    assert invoke("certify", many, "-o", place).status == 0
    with (place / SHARD).open("ab") as stream:
        stream.write(b"\n")
    outcome = invoke("verify", place)
    assert "\n0 certificates accepted; 3 refused; 3 faults of the folder\n" in outcome.out
    altered = f"{SHARD}: altered, its SHA-256 is not that in the manifest"
    assert outcome.status == 1
    assert outcome.out.splitlines()[0] == f"the folder: {altered}"
    assert outcome.out.splitlines()[-3] == f"refused: 3 certificates: {altered}"
    rows = [json.loads(line) for line in invoke("verify", place, "--json").out.splitlines()]
    assert [row["reason"] for row in rows if row["index"]] == [altered] * 3


def test_pencilmarks_are_refused_by_name_and_the_others_go_on(tmp_path, place):
    marks = "12......." + 80 * "123456789"
    mixed = written(tmp_path, marks, MULTIPLE)
    outcome = invoke("certify", mixed, "-o", place)
    assert outcome.status == 2
    assert outcome.out == (
        f"{mixed}:1: unknown: certify takes no pencilmarks, only clues\n{mixed}:2: multiple: two solutions\n"
    )
    assert invoke("verify", place).status == 0


def test_where_clues_clash_it_names_them(place):
    outcome = invoke("certify", NONE, "-o", place)
    assert outcome.status == 0
    assert re.fullmatch(r"none: the proof is empty, r\dc\d and r\dc\d both hold \d in row \d\n", outcome.out)


def test_of_several_it_prints_those_that_are_not_unique_and_a_summary(tmp_path, place):
    file = written(tmp_path, SIXTEEN_STEPS, MULTIPLE, SINGLES, NO_SOLUTION)
    outcome = invoke("certify", file, "-o", place)
    assert outcome.status == 0
    assert outcome.out == f"{file}:2: multiple: two solutions\n{file}:4: none: a proof of 7 steps\n"
    first, second = outcome.err.splitlines()
    assert re.fullmatch(r"4 puzzles: 2 unique, 1 multiple, 1 none \([\d.]+ s\)", first)
    assert second == "1 proof is empty: naked and hidden singles are enough"
    outcome = invoke("verify", place)
    assert outcome.out == f"4 certificates accepted: 2 unique, 1 multiple, 1 none; nothing refused\n{NO_LIST}"
    assert outcome.status == 0


def test_json_of_both_commands(tmp_path, place):
    file = written(tmp_path, SIXTEEN_STEPS, MULTIPLE, SINGLES[:-1])
    outcome = invoke("certify", file, "-o", place, "--json")
    assert outcome.status == 2
    unique, multiple, invalid = outcome.rows
    assert unique == {
        "index": 1,
        "source": f"{file}:1",
        "puzzle": SIXTEEN_STEPS,
        "box": "3x3",
        "verdict": "unique",
        "accepted": True,
        "reason": None,
        "evidence": "proof",
        "steps": 16,
    }
    assert (multiple["evidence"], multiple["steps"]) == ("witness", None)
    assert (invalid["index"], invalid["verdict"]) == (3, "invalid")
    rows = invoke("verify", place, "--json").rows
    assert rows[0] == {
        "index": 1,
        "puzzle": SIXTEEN_STEPS,
        "box": "3x3",
        "verdict": "unique",
        "accepted": True,
        "reason": None,
        "evidence": "proof",
    }
    assert [row["index"] for row in rows] == [1, 2]


def test_invalid_lines_are_reported_and_the_others_are_certified(tmp_path, place):
    file = written(tmp_path, SIXTEEN_STEPS, SINGLES[:-1], SINGLES)
    outcome = invoke("certify", file, "-o", place)
    assert outcome.status == 2
    assert f"{file}:2: invalid" in outcome.out
    assert [row["index"] for row in invoke("verify", place, "--json").rows] == [1, 3]


def test_out_of_time_is_3_and_does_not_pass(place):
    outcome = invoke("certify", SIXTEEN_STEPS, SINGLES, "-o", place, "--timeout", "0.000000001")
    assert outcome.status == 3
    assert "unknown: out of time after 1e-09 s" in outcome.out
    outcome = invoke("verify", place)
    assert outcome.status == 1
    assert outcome.out.startswith("refused: puzzle 1: there is no certificate: out of time")


def test_a_finished_folder_or_another_one_is_2(tmp_path, place):
    invoke("certify", SINGLES, "-o", place)
    outcome = invoke("certify", SINGLES, "-o", place)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"error: {place}: it is finished; choose a folder that is not there yet\n"
    assert invoke("certify", SINGLES, "-o", tmp_path).status == 2
    assert invoke("certify", SINGLES).status == 2


def test_what_is_refused_is_printed_with_its_reason_and_is_1(place):
    invoke("certify", SIXTEEN_STEPS, SINGLES, "-o", place)
    (place / SHARD).write_text((place / SHARD).read_text().replace("solution 2", "solution 3"))
    (place / "more").touch()
    outcome = invoke("verify", place)
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        "the folder: certificates-000001.txt: altered, its SHA-256 is not that in the manifest",
        "the folder: 'more': not named in the manifest",
        "refused: puzzle 1: a solution that is none: row 1, column 1 holds 3, but the clue is 2",
        "refused: 1 certificate: certificates-000001.txt: altered, its SHA-256 is not that in the manifest",
        "0 certificates accepted; 2 refused; 2 faults of the folder",
        NO_LIST.rstrip(),
    ]
    rows = invoke("verify", place, "--json").rows
    assert [row["accepted"] for row in rows] == [False] * 4
    assert [row["index"] for row in rows] == [None, None, 1, 2]


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_where_there_is_no_folder_of_certificates_verify_is_2(tmp_path, name):
    outcome = invoke("verify", tmp_path / name)
    assert (outcome.status, outcome.out) == (2, "")
    assert str(tmp_path) in outcome.err


def test_a_file_that_cannot_be_read_leaves_no_folder(tmp_path, place):
    outcome = invoke("certify", tmp_path / "nowhere.txt", "-o", place)
    assert outcome.status == 2
    assert not place.exists()


def test_self_contained_writes_what_other_checkers_read(place):
    assert invoke("certify", SIXTEEN_STEPS, MULTIPLE, "-o", place, "--self-contained").status == 0
    names = sorted(path.name for path in place.iterdir())
    assert names == [SHARD, MANIFEST, "puzzle-000001.cnf", "puzzle-000001.drat"]
    assert invoke("verify", place).status == 0


def test_quiet_says_nothing_but_the_answer(place):
    outcome = invoke("certify", MULTIPLE, SINGLES, "-o", place, "--quiet")
    assert (outcome.out, outcome.err) == ("argument:1: multiple: two solutions\n", "")
    outcome = invoke("verify", place, "--quiet")
    assert outcome.err == ""
    assert outcome.out == f"2 certificates accepted: 1 unique, 1 multiple; nothing refused\n{NO_LIST}"


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_130_and_the_same_command_goes_on(tmp_path, place, jobs):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    file = written(tmp_path, *[SIXTEEN_STEPS, SINGLES] * 60)
    arguments = ["certify", str(file), "-o", str(place), "--json", "--jobs", jobs]
    try:
        with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
            assert process.stdout is not None
            seen = [process.stdout.readline() for _ in range(10)]
            os.killpg(process.pid, signal.SIGINT)
            rest, err = process.communicate(timeout=HANG)
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.returncode == 130
    assert f"{place} is unfinished; the same command goes on with it\n" in err.decode()
    done = len(seen) + len(rest.splitlines())
    assert done < 120
    assert (place / UNFINISHED).exists()
    outcome = run(*arguments)
    assert outcome.status == 0
    assert [row["index"] for row in outcome.rows] == list(range(1, 121))
    assert [json.loads(line)["verdict"] for line in seen] == ["unique"] * 10
    assert invoke("verify", place).status == 0


@pytest.mark.skipif(sys.platform != "linux", reason="limits of this kind")
def test_a_full_disk_is_said_and_the_same_command_goes_on(tmp_path, place):
    """Simulated by a limit on the size of a file."""
    file = written(tmp_path, *[SINGLES] * 60)
    arguments = command("certify", file, "-o", place)
    limited = ["bash", "-c", 'trap "" XFSZ; ulimit -f 4; exec "$@"', "bash", *arguments]
    done = subprocess.run(limited, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 70
    assert done.stderr == f"error: {place}: file too large; once that is mended, the same command goes on\n"
    assert invoke("verify", place).status == 1
    assert invoke("certify", file, "-o", place).status == 0
    assert invoke("verify", place, "-q", file).out.startswith("60 certificates accepted: 60 unique; nothing")


@pytest.mark.parametrize("command", ["certify", "encode"])
def test_a_name_that_is_too_long_for_the_system_is_said_in_a_line(command, tmp_path):
    """Even the question whether it exists is an error then."""
    place = tmp_path / (300 * "a") / "x"
    outcome = invoke(command, SINGLES, "-o", place)
    assert outcome.status == 2
    assert outcome.err == f"error: {place}: file name too long\n"


def test_a_folder_that_cannot_be_made_is_2_and_said(tmp_path):
    place = tmp_path / "no" / "where"
    outcome = invoke("certify", SINGLES, "-o", place)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"error: {place}: there is no folder {place.parent}\n"


def test_a_disk_that_fills_up_is_70_and_the_same_command_goes_on(place, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(FolderWriter, "add", full)
        outcome = invoke("certify", SINGLES, "-o", place)
    words = f"error: {place}: no space left on device; once that is mended, the same command goes on\n"
    assert (outcome.status, outcome.out, outcome.err) == (70, "", words)
    assert invoke("certify", SINGLES, "-o", place).status == 0


def test_crosscheck_prove_raises_the_evidence(tmp_path):
    file = written(tmp_path, SIXTEEN_STEPS, MULTIPLE, NO_SOLUTION)
    outcome = invoke("crosscheck", file, "--engines", "phases,sat", "--prove", "--json")
    *rows, summary = outcome.rows
    assert [row["evidence"] for row in rows] == ["proof", "witness", "proof"]
    assert [list(row["engines"]) for row in rows] == [["phases", "sat:extended@cadical153"]] * 3
    assert not any("unproved" in row for row in rows)
    assert outcome.status == 0
    assert summary["summary"]["engines"] == ["phases", "sat:extended@cadical153"]


def test_crosscheck_prove_says_why_there_is_no_proof(monkeypatch):
    from sudocube.engines.proof_engine import ProofEngine

    def late(*_: object) -> bool:
        raise TimeoutError

    monkeypatch.setattr(ProofEngine, "search", late)
    outcome = invoke(
        "crosscheck", SIXTEEN_STEPS, "--engines", "phases,sat", "--prove", "--json", "--jobs", "1"
    )
    [row, _] = outcome.rows
    assert (row["verdict"], row["evidence"], row["unproved"]) == (
        "unique",
        "agreement",
        "no proof: out of time after 60 s",
    )
    outcome = invoke(*PROVE)
    assert "not proved: no proof: out of time after 60 s" in outcome.out


def test_crosscheck_prove_takes_a_proof_of_something_else_for_a_disagreement(monkeypatch):
    from sudocube.engines.proof_engine import ProofEngine

    plain = ProofEngine.answer

    def other(self: ProofEngine, puzzle: object, **options: object) -> object:
        from sudocube.puzzle import Puzzle

        return plain(self, Puzzle(NO_SOLUTION))

    monkeypatch.setattr(ProofEngine, "answer", other)
    outcome = invoke(
        "crosscheck", SIXTEEN_STEPS, "--engines", "phases,sat", "--prove", "--json", "--jobs", "1"
    )
    [row, _] = outcome.rows
    assert (outcome.status, row["verdict"], row["agree"]) == (1, "unknown", False)
    assert row["unproved"] == "what can be proved is something else"


def test_the_certificate_in_the_manual_is_what_is_written(place):
    """And it is tested."""
    checkout = Path(__file__).parents[2]
    page = (checkout / "docs/certificates.md").read_text("utf-8")
    shown = page.split("\n```\npuzzle 6\n")[1].split("```")[0]
    outcome = invoke("certify", checkout / "examples" / "puzzles.txt", "-o", place)
    assert outcome.status == 0
    assert f"\npuzzle 6\n{shown}" in (place / SHARD).read_text()


@pytest.fixture
def list_and_folder(tmp_path, place):
    """A list with one puzzle twice, and its certificates."""
    puzzles = written(tmp_path, SIXTEEN_STEPS, MULTIPLE, SINGLES, SIXTEEN_STEPS)
    assert invoke("certify", puzzles, "-o", place, "-q").status == 0
    return puzzles, place


def test_a_folder_is_held_against_the_list_in_any_order(tmp_path, list_and_folder):
    puzzles, place = list_and_folder
    outcome = invoke("verify", place, puzzles)
    assert outcome.status == 0
    assert outcome.out.splitlines()[-1] == "held against 4 puzzles of the list"
    others = (SINGLES, MULTIPLE, SIXTEEN_STEPS, SIXTEEN_STEPS)
    assert invoke("verify", place, *others).status == 0
    assert all(row["accepted"] for row in invoke("verify", place, *others, "--json").rows)


def test_a_puzzle_without_a_certificate_is_told_by_its_line(tmp_path, list_and_folder):
    _, place = list_and_folder
    longer = written(tmp_path, SIXTEEN_STEPS, NO_SOLUTION, SIXTEEN_STEPS, SINGLES, MULTIPLE, SIXTEEN_STEPS)
    outcome = invoke("verify", place, longer)
    assert outcome.status == 1
    assert outcome.out.splitlines()[:2] == [
        f"{longer}:6: missing: it has no certificate in the folder",
        f"{longer}:2: missing: it has no certificate in the folder",
    ]
    missing = [row for row in invoke("verify", place, longer, "--json").rows if not row["accepted"]]
    assert [row["source"] for row in missing] == [f"{longer}:6", f"{longer}:2"]
    assert missing[1]["puzzle"] == NO_SOLUTION
    assert "; none refused; 2 missing\n" in outcome.out


def test_a_certificate_too_many_is_refused(tmp_path, list_and_folder):
    _, place = list_and_folder
    outcome = invoke("verify", place, SIXTEEN_STEPS, MULTIPLE, SINGLES)
    assert outcome.status == 1
    assert outcome.out.splitlines()[0] == "refused: puzzle 4: the list does not have it, or not so often"


def test_lines_of_the_list_that_are_no_puzzles_are_2(tmp_path, list_and_folder):
    puzzles, place = list_and_folder
    with puzzles.open("a") as stream:
        stream.write("no puzzle\n")
    outcome = invoke("verify", place, puzzles)
    assert outcome.status == 2
    assert outcome.out.startswith(f"{puzzles}:5: invalid: ")
    assert "nothing refused" in outcome.out
    assert invoke("verify", place, tmp_path / "nowhere.txt").status == 2


def test_what_does_not_hold_any_more_is_made_again_and_told(tmp_path, place):
    puzzles = written(tmp_path, SIXTEEN_STEPS, MULTIPLE, SINGLES)
    assert invoke("certify", puzzles, "-o", place, "-q").status == 0
    text = (place / SHARD).read_text()
    (place / MANIFEST).unlink()
    (place / UNFINISHED).write_text("")
    solution = text.partition("solution ")[2].partition("\n")[0]
    (place / SHARD).write_text(text.replace(solution, solution[::-1]))
    outcome = invoke("certify", puzzles, "-o", place)
    assert outcome.status == 0
    assert f"{puzzles}:1: made again, what was there does not hold: a solution that is none" in outcome.err
    assert (place / SHARD).read_text() == text
    assert invoke("verify", place, puzzles).status == 0


def test_a_finished_folder_with_undecided_puzzles_is_taken_up_again(tmp_path, place):
    puzzles = written(tmp_path, SIXTEEN_STEPS, SINGLES)
    assert invoke("certify", puzzles, "-o", place, "--timeout", "0.000000001").status == 3
    assert invoke("certify", SIXTEEN_STEPS, NO_SOLUTION, "-o", place).status == 2
    assert invoke("certify", puzzles, "-o", place).status == 0
    assert invoke("verify", place, puzzles).status == 0
    assert invoke("certify", puzzles, "-o", place).status == 2
