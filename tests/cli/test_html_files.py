"""`--html FILE`: the results of a command as one page that can be sent to anybody."""

import sys
from itertools import islice
from pathlib import Path

import pytest

from sudocube.engines.registry import EngineFamily, families
from sudocube.verdicts.crosschecking import crosscheck_many
from tests.cli.command import HARD, MULTIPLE, NONE, UNIQUE, invoke, written
from tests.report.parsed_page import Page

SMALL = ("1.....2..3.....4", "1...............", "11..............")
"""A 4×4 puzzle with one solution, one with several, and one with none."""

HARDER = "...1..89..4...9.....2....6..9....65.5.4.9....2.......84..7....6...6..1..35...4..."
"""A puzzle that singles do not solve."""

CROSSCHECK = ("crosscheck", "-e", "phases,sat")
CERTIFY = ("certify", "-o", "DIR")
COMPARE = ("encodings", "compare", "-e", "minimal,extended")


@pytest.fixture
def listed(tmp_path):
    """A list of puzzles with one solution, several and none, and a line that is no puzzle."""
    return written(tmp_path, *SMALL, SMALL[0][:-1])


@pytest.fixture(autouse=True)
def _in_its_own_folder(tmp_path, monkeypatch):
    """So that certificates are written there."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def page_of(tmp_path):
    """Runs a command with `--html`, and gives the page taken apart."""

    def made(*arguments, status=0):
        file = tmp_path / "page.html"
        outcome = invoke(*arguments, "--html", file)
        assert outcome.status == status, outcome
        return Page(file.read_text("utf-8"))

    return made


def attributes(page, tag):
    return [found for name, found in page.elements if name == tag]


COMMANDS = pytest.mark.parametrize(
    "command", [CROSSCHECK, ("diagnose",), CERTIFY, COMPARE], ids=lambda command: "-".join(command[:2])
)


@pytest.mark.skipif(sys.platform == "win32", reason="no such name of a file")
@COMMANDS
def test_it_is_sound_html_that_loads_nothing_and_runs_no_script(command, tmp_path, page_of):
    """Though the name of the file tries; it is text. No folder of this machine is named."""
    name = written(tmp_path, *SMALL, SMALL[0][:-1], name="<img src=x onerror=alert(1)>{{ 7 * 7 }}\u202e.txt")
    page = page_of(*command, name, status=2)
    assert page.faults == []
    assert not {tag for tag, _ in page.elements} & {"script", "img", "link", "iframe", "form", "object"}
    assert page.values("src") == []
    policies = [one["content"] for one in attributes(page, "meta") if "http-equiv" in one]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]
    ids = page.values("id")
    assert len(set(ids)) == len(ids)
    assert set(page.values("href")) <= {f"#{one}" for one in ids}
    assert "<img src=x onerror=alert(1)>{{ 7 * 7 }}\\u202e.txt" in page.said
    assert "\u202e" not in page.said
    assert str(tmp_path) not in page.said


def test_the_answer_is_the_same_with_it_and_the_command_on_it_finds_it_again(listed, tmp_path):
    """It is as it was typed, without the folders of this machine."""
    asked = (*CROSSCHECK, listed, "--timeout", "60", "--quiet", "--json")
    outcomes = (invoke(*asked), invoke(*asked, "--html", tmp_path / "page.html"))
    alone, beside = (
        (one.status, [(row.get("index"), row.get("verdict"), row.get("error")) for row in one.rows])
        for one in outcomes
    )
    assert alone == beside
    page = Page((tmp_path / "page.html").read_text("utf-8"))
    [line] = [one for one in page.said.splitlines() if one.startswith("sudocube ")]
    assert line == (
        "sudocube crosscheck -e phases,sat puzzles.txt --timeout 60 --quiet --json --html page.html"
    )


def test_ctrl_c_keeps_what_is_done_in_another_file_and_says_that_it_is_not_all(tmp_path, monkeypatch):
    """The old page stays."""

    def interrupted(*arguments, **options):
        yield from islice(crosscheck_many(*arguments, **options), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("sudocube.verdicts.crosschecking.crosscheck_many", interrupted)
    file, part = written(tmp_path, "old", name="page.html"), tmp_path / "page.part.html"
    outcome = invoke(*CROSSCHECK, UNIQUE, MULTIPLE, NONE, "--html", file)
    assert (outcome.status, file.read_text()) == (130, "old\n")
    said = Page(part.read_text("utf-8")).said
    assert ("Not complete." in said, "2 puzzles: 1 unique, 1 multiple." in said) == (True, True)
    assert f"what was finished is in {part}" in outcome.err


def test_what_was_found_is_told(page_of):
    """Two solutions are drawn side by side."""
    for arguments, words in (
        ((*CROSSCHECK, MULTIPLE), ["another", "Several solutions."]),
        ((*CROSSCHECK, NONE), ["both hold", "No solution.", "sat:extended@cadical153", "two engines agree"]),
        (("diagnose", "12.. ...3 ..3. ...4"), ["No solution.", "The puzzle is unique after"]),
        (("diagnose", MULTIPLE, "--repair"), ["There are 2 solutions.", "the solution below and no other"]),
        (("diagnose", "1... ..2. .3.. .1.4"), ["1 of its 5 clues can be dropped: r4c2", "its solution"]),
        ((*CERTIFY, MULTIPLE), ["two solutions shown", "another"]),
        (("certify", "-o", "NONE", NONE), ["So there is no solution."]),
        ((*COMPARE, UNIQUE), ["2 encodings compared.", "1 puzzle of 9×9", "Means per puzzle, 9×9"]),
    ):
        page = page_of(*arguments)
        assert [one for one in words if one not in page.said] == [], arguments
        if arguments == (*CROSSCHECK, MULTIPLE):
            assert sum(label.startswith("9×9 grid") for label in page.values("aria-label")) == 2
        if arguments == (*CROSSCHECK, NONE):  # nothing is wrong with the engines
            assert "good verdict" in page.values("class")


def test_who_is_refuted_is_said_and_what_somebody_elses_engine_says_is_text(page_of, monkeypatch):
    """It is quoted, and nothing of it is HTML."""
    family = EngineFamily("says", "tests.cli.test_blame:Saying", "says its name", syntax=":WORDS")
    monkeypatch.setitem(families(), "says", family)
    hostile = "says:<script>alert(1)<img src=x onerror=alert(2)>'&{{ 7 * 7 }}"
    page = page_of(*CROSSCHECK, "-e", "says:none", "-e", hostile, MULTIPLE, "--shrink", status=1)
    assert "is refuted: it says none, and two solutions passed the referee" in page.said
    assert "shrunk" in page.said
    assert "bad verdict" in page.values("class")
    assert "<script>alert(1)" in page.said
    assert not {name for name, _ in page.elements} & {"script", "img"}


def test_what_could_not_be_read_is_told_on_the_page_too(page_of, listed):
    """Or who reads it would believe that all was looked at. So are encodings that were not in time."""
    for arguments, status, words in (
        ((*CROSSCHECK, listed), 2, "4 puzzles: 1 unique, 1 multiple, 1 none, 1 invalid."),
        ((*CROSSCHECK, UNIQUE, "missing.txt"), 2, "missing.txt: there is no such file"),
        (("diagnose", "12......." + "123456789" * 80), 2, "pencilmarks"),
        ((*COMPARE, HARD, "--timeout", "0.000001"), 3, "minimal: 1 puzzle undecided"),
    ):
        assert words in page_of(*arguments, status=status).said


def test_an_old_page_is_replaced_and_a_list_is_not(tmp_path, listed):
    """A page among the certificates would make `verify` refuse them."""
    file = written(tmp_path, "old", name="page.html")
    assert invoke(*CROSSCHECK, listed, "--html", file).status == 2
    assert file.read_text("utf-8").startswith("<!doctype html>")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["here", "page.html", "puzzles.txt"]
    file = written(tmp_path, *SMALL, name="list.html")
    assert "is an input, too" in invoke(*CROSSCHECK, file, "--html", file).err
    assert file.read_text().splitlines() == [*SMALL]
    outcome = invoke(*CERTIFY, UNIQUE, "--html", "DIR/page.html")
    assert "name a file of --html outside of it" in " ".join(outcome.err.split())
    assert (outcome.status, Path("DIR").exists()) == (2, False)


def test_certificates_of_an_earlier_run_are_on_the_page_too(page_of, listed):
    """The folder is resumed after Ctrl-C; the page has all of it."""
    first = page_of(*CERTIFY, listed, status=2)
    manifest = Path("DIR", "manifest.txt")
    begun = manifest.read_text().splitlines(keepends=True)[:4]
    Path("DIR", "manifest.unfinished").write_text("".join(begun), newline="\n")
    manifest.unlink()
    assert page_of(*CERTIFY, listed, status=2).said == first.said


def test_of_a_proof_the_page_has_the_beginning_and_the_end(page_of, monkeypatch):
    whole = page_of("certify", "-o", "WHOLE", HARDER)
    for words in ("beside the one that was found.", "Contradiction: ", "So there is no other solution."):
        assert words in whole.said
    monkeypatch.setattr("sudocube.report.verdicts.EVENTS_AT_MOST", 4)
    page = page_of("certify", "-o", "LONG", HARDER)
    assert page.said.count("Suppose") + page.said.count("So ") >= 1
    assert "events of the proof are left out" in page.said
    assert "So there is no other solution." in page.said
