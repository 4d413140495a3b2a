"""`--html FILE`: the results of a command as one page that can be sent to anybody."""

import os
import re
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason='pip install "sudocube[html]"')

from sudocube.encoder.catalogue import root
from tests.cli.command import HANG, HARD, MULTIPLE, NONE, UNIQUE, invoke, started, written
from tests.report.parsed_page import Page

SOLVED = "1243342143122134"
HOSTILE = "<script>alert(1)<img src=x onerror=alert(2)>\"'&{{ 7 * 7 }}"
SMALL = ("1... ..2. .3.. ...4".replace(" ", ""), "1...............", "11..............")
"""A 4×4 puzzle with one solution, one with several, and one with none."""

HARDER = "...1..89..4...9.....2....6..9....65.5.4.9....2.......84..7....6...6..1..35...4..."
"""A puzzle that singles do not solve."""

CROSSCHECK = ("crosscheck", "-e", "phases,sat")
CERTIFY = ("certify", "-o", "DIR")
COMPARE = ("encodings", "compare", "-e", "minimal,extended")
COMMANDS = [CROSSCHECK, ("diagnose",), CERTIFY, COMPARE]


@pytest.fixture
def listed(tmp_path):
    """A list of puzzles with one solution, several and none, and a line that is no puzzle."""
    return written(tmp_path, *SMALL, "this is none")


@pytest.fixture(autouse=True)
def _in_its_own_folder(tmp_path, monkeypatch):
    """So that certificates are written there."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture
def page_of(tmp_path):
    """Runs a command with `--html`, and gives the page taken apart."""

    def made(*arguments, status=None):
        file = tmp_path / "page.html"
        outcome = invoke(*arguments, "--html", file)
        assert status is None or outcome.status == status, outcome
        return Page(file.read_text("utf-8"))

    return made


def attributes(page, tag):
    return [found for name, found in page.elements if name == tag]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: "-".join(command[:2]))
class TestEveryPage:
    def test_it_loads_nothing_and_runs_no_script(self, command, listed, page_of):
        """Also if something got through: the policy of the page forbids it."""
        page = page_of(*command, listed)
        names = {name for name, _ in page.elements}
        assert not names & {"script", "img", "link", "iframe", "form", "object", "base"}
        assert [value for value in page.values("href") if not value.startswith("#")] == []
        assert page.values("src") == []
        policies = [one for one in attributes(page, "meta") if "http-equiv" in one]
        assert [one["content"] for one in policies] == ["default-src 'none'; style-src 'unsafe-inline'"]

    def test_it_is_sound_html_with_a_title_and_a_language(self, command, listed, page_of):
        page = page_of(*command, listed)
        assert page.faults == []
        assert attributes(page, "html") == [{"lang": "en"}]
        assert "puzzles.txt" in page.said
        assert len(attributes(page, "h1")) == 1

    def test_each_link_within_it_has_its_target_and_no_id_is_there_twice(self, command, listed, page_of):
        page = page_of(*command, listed)
        ids = page.values("id")
        assert len(set(ids)) == len(ids)
        assert {value[1:] for value in page.values("href")} <= set(ids)

    def test_the_answer_on_standard_output_is_the_same_with_it(self, command, listed, tmp_path):
        """The page comes along, and changes nothing."""
        alone = invoke(*command, listed, "--json")
        shutil.rmtree("DIR", ignore_errors=True)
        beside = invoke(*command, listed, "--json", "--html", tmp_path / "page.html")
        assert beside.status == alone.status
        assert [*map(comparable, beside.rows)] == [*map(comparable, alone.rows)]

    def test_a_hostile_file_name_is_text(self, command, tmp_path, page_of):
        name = written(tmp_path, *SMALL, name="<img src=x onerror=alert(1)>{{ 7 * 7 }}\u202e.txt")
        page = page_of(*command, name)
        assert "img" not in {tag for tag, _ in page.elements}
        assert "<img src=x onerror=alert(1)>{{ 7 * 7 }}\\u202e.txt" in page.said
        assert "\u202e" not in page.said

    def test_it_names_no_folder_of_this_machine(self, command, listed, page_of, tmp_path):
        page = page_of(*command, listed)
        assert str(tmp_path) not in page.said

    def test_a_name_that_is_not_that_of_a_page_is_refused_before_any_work(self, command, listed):
        """`--html puzzles.txt` would else overwrite the list."""
        before = listed.read_text()
        outcome = invoke(*command, UNIQUE, "--html", listed)
        assert outcome.status == 2
        assert "ends in .html or .htm" in " ".join(outcome.err.split())
        assert listed.read_text() == before

    def test_a_folder_that_is_not_there_is_named_before_any_work(self, command, tmp_path):
        outcome = invoke(*command, UNIQUE, "--html", tmp_path / "no" / "page.html")
        assert (outcome.status, outcome.out) == (2, "")
        assert "there is no folder" in outcome.err

    def test_without_jinja2_it_says_how_to_get_it(self, command, tmp_path, monkeypatch):
        monkeypatch.setattr("sudocube.cli.html_file.find_spec", lambda name: None)
        outcome = invoke(*command, UNIQUE, "--html", tmp_path / "page.html")
        assert outcome.status == 2
        assert 'pip install "sudocube[html]"' in outcome.err
        assert not (tmp_path / "page.html").exists()

    def test_the_command_in_it_finds_the_same_again(self, command, listed, page_of):
        """What only decides how it is shown is left out."""
        page = page_of(*command, listed, "--timeout", "30", "--quiet")
        [line] = [one for one in page.said.splitlines() if one.startswith("sudocube ")]
        assert line.startswith(f"sudocube {' '.join(word for word in command[:2] if word[0] != '-')} ")
        assert line.endswith("puzzles.txt")
        assert "--timeout=30" in line
        assert "--html" not in line
        assert "--quiet" not in line


def comparable(row):
    """What is the same in every run: the fields of a JSON row, and what they say but for times and grids."""
    told = {
        name: value for name, value in row.items() if name in ("index", "source", "verdict", "steps", "error")
    }
    return row.keys(), told


class TestCrosscheck:
    def test_a_puzzle_with_two_solutions_shows_them_laid_over_each_other_and_side_by_side(self, page_of):
        page = page_of(*CROSSCHECK, MULTIPLE, status=0)
        labels = page.values("aria-label")
        assert sum(label.startswith("9×9 grid") for label in labels) == 3
        assert "both, laid over each other" in page.said
        assert "Several solutions." in page.said

    def test_the_engines_are_side_by_side_with_verdict_time_and_what_became_of_them(self, page_of):
        page = page_of(*CROSSCHECK, UNIQUE, status=0)
        for word in ("phases", "sat:extended@cadical153", "confirmed", "unique", "agreement"):
            assert word in page.said

    def test_clues_that_clash_are_named_and_drawn(self, page_of):
        page = page_of(*CROSSCHECK, NONE, status=0)
        assert "both hold" in page.said
        assert "No solution." in page.said

    def test_who_is_refuted_is_said_with_the_grids_that_show_it(self, page_of, tmp_path):
        engine = written(tmp_path, "def mine(cells):", "    return 'none'", name="wrong.py")
        page = page_of("crosscheck", MULTIPLE, "-e", f"phases,python:{engine}:mine", "--shrink", status=1)
        assert "is refuted: it says none, and these two solutions passed the referee." in page.said
        assert "shrunk" in page.said

    def test_what_a_function_of_somebody_else_says_is_text(self, page_of, tmp_path):
        """Its error is quoted, and nothing of it is HTML."""
        lines = ["def mine(cells):", f"    raise ValueError({HOSTILE!r})"]
        engine = written(tmp_path, *lines, name="hostile.py")
        page = page_of("crosscheck", UNIQUE, "-e", f"phases,python:{engine}:mine")
        assert not {name for name, _ in page.elements} & {"script", "img"}
        assert "<script>alert(1)" in page.said

    def test_an_input_that_is_no_puzzle_is_in_the_table_with_the_reason(self, page_of, listed):
        page = page_of(*CROSSCHECK, listed, status=2)
        assert "invalid" in page.said
        assert "4 puzzles: 1 unique, 1 multiple, 1 none, 1 invalid." in page.said

    def test_a_file_that_is_not_there_is_told_on_the_page_too(self, page_of, listed):
        """Or who reads it would believe that all was looked at."""
        page = page_of(*CROSSCHECK, listed, "missing.txt", status=2)
        assert "Not all input could be read." in page.said
        assert "missing.txt: there is no such file" in page.said

    def test_of_a_long_list_it_says_how_many_are_not_shown(self, page_of, tmp_path, monkeypatch):
        """In the table a thousand, those worth a look first; in full fifty of either kind."""
        monkeypatch.setattr("sudocube.report.puzzles_page.LISTED_AT_MOST", 100)
        list_ = written(tmp_path, *[SMALL[0]] * 110, *[SMALL[1]] * 60, name="long.txt")
        page = page_of("crosscheck", "-e", "phases,sat:minimal", list_, status=0)
        cards = [value for value in page.values("id") if value.startswith("puzzle-")]
        assert len(cards) == 100
        assert "puzzle-111" in cards
        assert "Not shown in full: 10 multiple (--details all shows them)." in page.said
        assert "And 60 more puzzles." in page.said
        assert "The table has 100 of 170 puzzles, first those that are worth a look" in page.said
        rows = re.findall(r"long\.txt:(\d+)", page.said.partition("Worth a look")[0])
        assert [*map(int, rows)] == [*range(1, 41), *range(111, 171)]

    @pytest.mark.parametrize(("details", "shown"), [("2", 2), ("all", 3), ("none", 0)])
    def test_details_says_how_many_are_shown_in_full_here_as_in_the_text(
        self, details, shown, page_of, tmp_path
    ):
        list_ = written(tmp_path, *[SMALL[1]] * 3)
        page = page_of(*CROSSCHECK, list_, "--details", details, status=0)
        assert len([value for value in page.values("id") if value.startswith("puzzle-")]) == shown

    @pytest.mark.parametrize("size", [4, 16])
    def test_puzzles_of_other_sizes_are_drawn(self, size, page_of):
        page = page_of(*CROSSCHECK, "1" + "." * (size * size - 1), "--timeout", "60")
        assert [label for label in page.values("aria-label") if label.startswith(f"{size}×{size} grid")]


class TestTheFile:
    def test_an_old_page_is_replaced_only_when_the_new_one_is_whole(self, tmp_path, listed):
        file = written(tmp_path, "old", name="page.html")
        assert invoke(*CROSSCHECK, listed, "--html", file).status == 2
        assert file.read_text().startswith("<!doctype html>")
        assert sorted(one.name for one in tmp_path.iterdir()) == ["here", "page.html", "puzzles.txt"]

    def test_the_same_name_as_the_output_is_refused(self, tmp_path, listed):
        file = tmp_path / "page.html"
        outcome = invoke(*CROSSCHECK, listed, "--html", file, "-o", file)
        assert outcome.status == 2
        assert "--html and --output name the same file" in outcome.err

    def test_a_list_that_ends_in_html_is_not_overwritten(self, tmp_path):
        file = written(tmp_path, *SMALL, name="list.html")
        before = file.read_text()
        outcome = invoke(*CROSSCHECK, file, "--html", file)
        assert "is an input, too" in outcome.err
        assert file.read_text() == before

    def test_with_nothing_to_show_no_page_is_left(self, tmp_path):
        outcome = invoke(*CROSSCHECK, written(tmp_path, "# only a comment"), "--html", tmp_path / "page.html")
        assert outcome.status == 2
        assert "page.html was not written, because there is nothing to show" in outcome.err
        assert not (tmp_path / "page.html").exists()

    @pytest.mark.skipif(sys.platform == "win32", reason="no signals as here")
    def test_ctrl_c_keeps_what_is_done_in_another_file_and_says_that_it_is_not_all(self, tmp_path):
        list_ = written(tmp_path, UNIQUE, MULTIPLE, HARD, *[UNIQUE] * 50)
        file = written(tmp_path, "old", name="page.html")
        arguments = [
            "crosscheck",
            str(list_),
            "-e",
            "sat:minimal",
            "--json",
            "--jobs",
            "1",
            "--html",
            str(file),
        ]
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with started(arguments, stderr=-1, start_new_session=True) as process:
                assert process.stdout is not None
                for _ in range(2):
                    process.stdout.readline()
                time.sleep(0.2)  # it may be within the third puzzle, or before it: both are right
                os.killpg(process.pid, signal.SIGINT)
                _, err = process.communicate(timeout=HANG)
        finally:
            signal.signal(signal.SIGINT, before)
        assert process.returncode == 130
        assert file.read_text() == "old\n"
        page = Page((tmp_path / "page.part.html").read_text("utf-8"))
        assert "Not complete." in page.said
        assert "2 puzzles: 1 unique, 1 multiple." in page.said
        assert f"what was finished is in {tmp_path / 'page.part.html'}" in err.decode()


class TestDiagnose:
    def test_clues_that_cannot_stand_together_are_drawn_with_the_changes_that_mend_them(self, page_of):
        page = page_of("diagnose", "12.. ...3 ..3. ...4", status=0)
        assert "No solution." in page.said
        assert "The puzzle is unique after" in page.said
        assert any(label.startswith("4×4 puzzle") for label in page.values("aria-label"))

    def test_of_several_solutions_it_shows_what_differs_and_the_clues_to_add(self, page_of):
        page = page_of("diagnose", MULTIPLE, "--repair", status=0)
        assert "There are 2 solutions." in page.said
        assert "the puzzle has the solution below and no other" in page.said
        assert [line for line in page.said.splitlines() if line.startswith("sudocube diagnose --repair")]

    def test_a_unique_puzzle_is_shown_with_its_solution_and_the_clues_that_can_be_dropped(self, page_of):
        page = page_of("diagnose", "1... ..2. .3.. .1.4", status=0)
        assert "1 of its 5 clues can be dropped: r4c2\xa0=\xa01." in page.said.replace(" = ", "\xa0=\xa0")
        assert "its solution" in page.said

    def test_puzzles_of_which_nothing_is_to_be_said_are_folded(self, page_of, tmp_path):
        list_ = written(tmp_path, SMALL[0], SMALL[1])
        page = page_of("diagnose", list_, status=0)
        folded = [found["id"] for tag, found in page.elements if tag == "details" and "id" in found]
        shown = [found["id"] for tag, found in page.elements if tag == "section"]
        assert (shown, folded) == (["puzzle-2"], ["puzzle-1"])

    def test_a_puzzle_that_is_refused_says_why(self, page_of):
        """Pencilmarks are not diagnosed."""
        page = page_of("diagnose", "12......." + "123456789" * 80, status=2)
        assert "Undecided." in page.said
        assert "pencilmarks" in page.said


class TestCertify:
    def test_a_proof_is_told_event_by_event_from_the_assumption_to_its_end(self, page_of):
        page = page_of(*CERTIFY, HARDER, status=0)
        assert re.search(r"The proof: \d+ steps", page.said)
        assert "Suppose that there is another solution, beside the one that was found." in page.said
        assert "Contradiction: " in page.said
        assert "So there is no other solution." in page.said

    def test_two_solutions_are_a_certificate_that_everybody_can_see(self, page_of):
        page = page_of(*CERTIFY, MULTIPLE, status=0)
        assert "Two solutions." in page.said
        assert "both, laid over each other" in page.said

    def test_a_clash_is_a_proof_without_steps(self, page_of):
        page = page_of(*CERTIFY, NONE, status=0)
        assert "So there is no solution." in page.said

    def test_certificates_of_an_earlier_run_are_on_the_page_too(self, page_of, listed):
        """The folder is resumed after Ctrl-C; the page has all of it."""
        first = page_of(*CERTIFY, listed, status=2)
        manifest = Path("DIR", "manifest.txt")
        begun = manifest.read_text().splitlines(keepends=True)[:4]
        Path("DIR", "manifest.unfinished").write_text("".join(begun))
        manifest.unlink()
        again = page_of(*CERTIFY, listed, status=2)
        assert again.said == first.said

    def test_of_a_long_proof_the_page_has_the_beginning_and_the_end(self, page_of, monkeypatch):
        monkeypatch.setattr("sudocube.report.certificate_page.EVENTS_AT_MOST", 4)
        page = page_of(*CERTIFY, HARDER, status=0)
        assert len([found for found in attributes(page, "li") if "class" in found]) == 5
        assert "events of the proof are left out" in page.said
        assert "So there is no other solution." in page.said

    def test_a_page_among_the_certificates_is_refused(self, listed):
        """`verify` would find it there, and refuse the folder."""
        outcome = invoke(*CERTIFY, listed, "--html", "DIR/page.html")
        assert outcome.status == 2
        assert "name a file of --html outside of it" in " ".join(outcome.err.split())
        assert not Path("DIR").exists()

    def test_a_certificate_that_was_changed_meanwhile_is_refused_in_words(self, page_of, monkeypatch):
        from dataclasses import replace

        from sudocube.certificate import folder_reading

        true = folder_reading.written_certificates

        def altered(folder, numbers):
            return {number: replace(one, steps=()) for number, one in true(folder, numbers).items()}

        monkeypatch.setattr("sudocube.report.certificate_page.written_certificates", altered)
        page = page_of(*CERTIFY, HARDER, status=0)
        assert "Refused: the proof does not come to a contradiction." in page.said


class TestCompare:
    def test_each_measure_is_a_chart_with_its_numbers_and_each_table_is_there(self, page_of):
        page = page_of(*COMPARE, UNIQUE, status=0)
        assert "2 encodings on 1 puzzle." in page.said
        for heading in ("Unit propagation", "Decisions", "Sizes of encodings: 9×9", "distinct clauses"):
            assert heading in page.said
        assert "Made by sudocube" in page.said

    def test_lists_side_by_side_have_bars_of_their_own_and_intervals(self, page_of, tmp_path):
        lists = [written(tmp_path, *SMALL[:2], name=f"{name}.txt") for name in ("one", "two")]
        page = page_of(*COMPARE, *lists, "--by-list", "--repeat", "2", status=0)
        assert page.said.count("95 % interval of the mean") == 1
        groups = [found for tag, found in page.elements if found.get("scope") == "colgroup"]
        assert groups
        assert page.faults == []

    def test_what_is_amiss_is_said_at_the_top(self, page_of):
        """As on standard error: puzzles that were not decided, and encodings that do not agree."""
        page = page_of(*COMPARE, HARD, "--timeout", "0.000001", status=3)
        assert "minimal: 1 puzzle undecided" in page.said

    def test_an_encoding_of_a_user_is_text(self, page_of, tmp_path):
        own = written(tmp_path, (root() / "cnf" / "minimal.toml").read_text(), name="<b>mine.toml")
        page = page_of("encodings", "compare", "-e", str(own), SMALL[0], status=0)
        assert "b" not in {tag for tag, _ in page.elements}
