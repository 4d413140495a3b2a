"""The share of the work that is done, the time that is left, and how a bar fits a narrow terminal."""

import gzip
import io
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.cli import input_share, progress
from sudocube.cli.input_share import InputShare
from sudocube.cli.progress import Progress
from tests.cli.command import HARD, MULTIPLE, UNIQUE, invoke, written
from tests.cli.pseudo_terminal import CLEAR


def share_of(*names: object) -> InputShare:
    """The measured share of some inputs."""
    share = InputShare([*map(str, names)])
    share.measure()
    return share


def test_the_share_is_that_of_the_lines_that_are_done(tmp_path):
    """However many bytes were read ahead."""
    first, second = written(tmp_path, *"abcd", name="1.txt"), written(tmp_path, *"ab" * 3, name="2.txt")
    share = share_of(first, second)
    assert share.at("") is None
    assert [share.at(f"{first}:{line}") for line in (1, 4)] == [0.1, 0.4]
    assert [share.at(f"{second}:{line}") for line in (1, 6)] == [0.5, 1.0]
    assert share.at(f"{second}:99") == 1.0


def test_a_file_that_is_given_twice_counts_twice(tmp_path):
    file = written(tmp_path, *"abcde")
    share = share_of(file, file)
    assert [share.at(f"{file}:{line}") for line in (1, 5, 1, 5)] == [0.1, 0.5, 0.6, 1.0]


def test_a_puzzle_on_the_command_line_counts_as_a_line(tmp_path):
    file = written(tmp_path, UNIQUE, UNIQUE)
    share = share_of(file, UNIQUE, MULTIPLE)
    assert [share.at(source) for source in (f"{file}:2", "argument:2", "argument:3")] == [0.5, 0.75, 1.0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_lines_are_counted_whatever_ends_them(tmp_path, end, last):
    file = tmp_path / "a.txt"
    file.write_bytes(end.join(["a", "b", "c", "d", *([""] * last)]).encode())
    assert share_of(file).at(f"{file}:3") == 0.75


def test_of_long_files_the_bytes_that_were_read_are_counted(tmp_path, monkeypatch):
    """To count their lines would be to read them twice."""
    monkeypatch.setattr(input_share, "COUNTED_BYTES", 100)
    first, second = written(tmp_path, "a" * 299, name="1.txt"), written(tmp_path, "b" * 99, name="2.txt")
    share = share_of(first, second)
    with first.open("rb", buffering=0) as stream:
        share.begin(1, stream)
        stream.read(150)
        assert share.at(f"{first}:1") == 150 / 400
    share.begin(2, io.BytesIO(b""))
    assert share.at(f"{first}:1") == 300 / 400
    with second.open("rb") as stream:
        share.begin(2, stream)
        stream.read()
        assert share.at(f"{second}:1") == 1.0


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_where_the_length_is_not_known_there_is_no_share(tmp_path):
    """A device, a folder, an empty file, no input at all."""
    for name in ("/dev/null", tmp_path, written(tmp_path)):
        assert share_of(name).at(f"{name}:1") is None
    assert share_of().at("-:1") is None


def test_a_file_that_is_no_text_has_a_share_too(tmp_path):
    """Its lines cannot be counted; a line of it cannot be checked either."""
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xff\xfe" + b"1\0" * 20)
    assert share_of(file).at(f"{file}:1") == 0.0


@given(names=st.lists(st.sampled_from(["1", "2", "."]), max_size=4), line=st.integers(0, 10**9))
def test_a_share_is_between_0_and_1(names, line):
    """Also for places that are not in the inputs."""
    share = share_of(*names)
    for source in ("argument:1", f"argument:{line}", f"nowhere:{line}", "-:3", ""):
        found = share.at(source)
        assert found is None or 0 <= found <= 1


class Clock:
    """Seconds as the test wants them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        monkeypatch.setattr(progress, "monotonic", lambda: self.seconds)


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn after some seconds with a tenth of 100,000 lines done, for a width."""
    clock = Clock(monkeypatch)

    def draw(seconds: float, width: int, *, share: float | None = 0.1, puzzles: int = 10_000) -> str:
        bar = Progress(is_wanted=False)
        clock.seconds = 0.0
        bar.start()
        clock.seconds = seconds
        monkeypatch.setattr(bar._inputs, "at", lambda _: share)
        bar.step("a.txt:1", puzzles)
        return bar._drawn(width)

    return draw


@pytest.mark.parametrize(
    ("seconds", "left"), [(1, "9 s"), (11, "99 s"), (60, "9 min"), (660, "99 min"), (3600, "9 h 00 min")]
)
def test_the_time_left_is_said_as_people_say_it(drawn, seconds, left):
    assert drawn(seconds, 79).split(", ", 1)[1].endswith(f"/s, {left} left")


def test_a_bar_has_a_percentage_the_number_done_the_rate_and_the_time_left(drawn):
    assert drawn(10, 79) == f"{'━' * 2}{'─' * 22}  10%, 10,000 puzzles, 1,000/s, 90 s left"
    assert drawn(10, 79, share=0.999).split()[1] == "99%,"
    assert drawn(10, 79, share=1.0).split()[1] == "100%,"


def test_without_a_length_there_is_a_rate_and_no_percentage(drawn):
    assert drawn(10, 79, share=None) == "10,000 puzzles, 1,000/s, 10 s"


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (70, f"{'━' * 12}{'─' * 12}  50%, 1,234,567 puzzles, 123,457/s, 10 s left"),
        (69, f"{'━' * 12}{'─' * 12}  50%, 1,234,567 puzzles, 10 s left"),
        (58, f"{'━' * 6}{'─' * 6}  50%, 1,234,567 puzzles, 10 s left"),
        (46, f"{'━' * 6}{'─' * 6}  50%, 10 s left"),
        (27, "50%, 10 s left"),
        (13, "50%"),
        (2, "50"),
    ],
)
def test_on_a_narrow_terminal_a_bar_loses_whole_parts(drawn, width, shown):
    """The share and the time left stay longest."""
    assert drawn(10, width, share=0.5, puzzles=1_234_567) == shown


@pytest.mark.parametrize("width", range(1, 90))
def test_a_bar_is_never_wider_than_the_terminal(drawn, width):
    for share in (0.5, None):
        assert len(drawn(100, width, share=share, puzzles=12_345_678)) <= width


def test_of_a_file_the_percentage_and_the_time_left_are_shown(terminal, tmp_path):
    file = written(tmp_path, MULTIPLE, HARD, HARD, HARD)
    run = terminal("crosscheck", file, "-e", "phases,cube", "--timeout", "0.8", "--jobs", "1")
    assert re.search(r"━━─+  \d+%, 2 puzzles, [\d.]+/s, \d+ s left", run.read())


def test_of_standard_input_there_is_a_rate(terminal, tmp_path):
    file = written(tmp_path, MULTIPLE, HARD, HARD, HARD)
    check = f"'{sys.executable}' -m sudocube check - -e phases --timeout 0.8 --jobs 1 < '{file}'"
    run = terminal(program=["sh", "-c", check])
    assert re.search(r"\d puzzles?, [\d.]+/s, \d+ s", run.read())
    assert "%" not in run.shown
    assert " left" not in run.shown


def test_of_a_packed_file_the_lines_are_counted_or_the_packed_bytes(tmp_path, monkeypatch):
    """The latter if it is long when it is unpacked, perhaps without end."""
    file = tmp_path / "a.txt.gz"
    file.write_bytes(gzip.compress(b"a\n" * 1000))
    assert share_of(file).at(f"{file}:500") == 0.5
    monkeypatch.setattr(input_share, "COUNTED_BYTES", 100)
    share = share_of(file)
    with file.open("rb", buffering=0) as stream:
        share.begin(1, stream)
        stream.read(10)
        assert share.at(f"{file}:1") == 10 / file.stat().st_size


def test_certificates_are_counted_against_the_manifest(terminal, tmp_path):
    """What it says is not believed, only shown."""
    from sudocube.certificate.folder_verifying import certificates_said

    folder = tmp_path / "certificates"
    invoke("certify", UNIQUE, MULTIPLE, "-o", folder, "--quiet")
    assert certificates_said(folder) == 2
    (folder / "manifest.txt").write_text("puzzles: many\n")
    assert certificates_said(folder) == certificates_said(tmp_path) == 0


def test_work_that_is_no_list_shows_its_share(terminal):
    run = terminal("bench", "--engines", "phases,cube", "--rounds", "4", "--puzzles", "60")
    shown = run.read()
    if CLEAR in shown:  # else it took less than a second
        assert re.search(r"  \d+%, sample, 60 puzzles, \d+ s", shown)
    compare = terminal("encodings", "compare", HARD, "--encodings", "minimal", "--timeout", "1.5").read()
    assert re.search(r"  \d+%, 1 puzzle, \d+ s", compare)
