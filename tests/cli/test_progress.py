"""The share of the work that is done, the time that is left, and how a bar fits a narrow terminal."""

import gzip
from pathlib import Path

import pytest

from sudocube.cli import progress
from sudocube.cli.progress import InputShare, Progress
from tests.cli.command import UNIQUE, written


def share_of(*names: object) -> InputShare:
    """The measured share of some inputs."""
    share = InputShare([*map(str, names)])
    share.measure()
    return share


def test_the_share_is_that_of_the_lines_that_are_done(tmp_path):
    """However many bytes were read ahead; a puzzle on the command line counts as a line."""
    first, second = written(tmp_path, *"abcd", name="1.txt"), written(tmp_path, *"ab" * 3, name="2.txt")
    share = share_of(first, second)
    assert share.at("") is None
    assert [share.at(f"{first}:{line}") for line in (1, 4)] == [0.1, 0.4]
    assert [share.at(f"{second}:{line}") for line in (1, 6, 99)] == [0.5, 1.0, 1.0]
    share = share_of(first, first)
    assert [share.at(f"{first}:{line}") for line in (2, 4, 2, 4)] == [0.25, 0.5, 0.75, 1.0]
    share = share_of(first, UNIQUE)
    assert [share.at(source) for source in (f"{first}:4", "argument:2")] == [0.8, 1.0]


def test_lines_are_counted_whatever_ends_them(tmp_path):
    """Also without an end of the last one, and packed."""
    file, packed = tmp_path / "a.txt", tmp_path / "a.txt.gz"
    for text in (b"a\nb\nc\nd", b"a\r\nb\r\nc\r\nd\r\n", b"a\rb\rc\rd"):
        file.write_bytes(text)
        assert share_of(file).at(f"{file}:3") == 0.75
    packed.write_bytes(gzip.compress(b"a\n" * 1000))
    assert share_of(packed).at(f"{packed}:500") == 0.5


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_where_the_length_is_not_known_there_is_no_share(tmp_path):
    """A device, a folder, an empty file, no input at all."""
    for name in ("/dev/null", tmp_path, written(tmp_path)):
        assert share_of(name).at(f"{name}:1") is None
    assert share_of().at("-:1") is None


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn for a width after some seconds, with a share of the work done."""

    def draw(seconds: float, width: int, *, share: float | None = 0.1, puzzles: int = 10_000, found=0) -> str:
        monkeypatch.setattr(progress, "monotonic", lambda: 0.0)
        bar = Progress(is_wanted=False)
        bar.start()
        monkeypatch.setattr(progress, "monotonic", lambda: seconds)
        monkeypatch.setattr(bar._inputs, "at", lambda _: share)
        if puzzles:
            bar.step("a.txt:1", puzzles)
        for _ in range(found):
            bar.found()
        return bar._drawn(width)

    return draw


def test_a_bar_has_a_percentage_the_number_done_the_rate_and_the_time_left(drawn):
    """Without a length, a rate; at the first puzzle, or its solutions, there is something to see."""
    assert drawn(10, 79) == f"{'━' * 2}{'─' * 22}  10%, 10,000 puzzles, 1,000/s, 90 s left"
    assert drawn(10, 79, share=0.999).split()[1] == "99%,"
    assert drawn(10, 79, share=None) == "10,000 puzzles, 1,000/s, 10 s"
    assert drawn(2, 79, share=None, puzzles=0) == "at the first puzzle, 2 s"
    assert drawn(2, 79, share=None, puzzles=0, found=3000) == "puzzle 1, 3,000 solutions, 1,500/s, 2 s"
    for seconds, left in [(11, "99 s"), (60, "9 min"), (3600, "9 h 00 min")]:
        assert drawn(seconds, 79).endswith(f"/s, {left} left")


def test_on_a_narrow_terminal_a_bar_loses_whole_parts(drawn):
    """The share and the time left stay longest, and nothing is ever wider than the terminal."""
    for width, shown in [
        (70, f"{'━' * 12}{'─' * 12}  50%, 1,234,567 puzzles, 123,457/s, 10 s left"),
        (58, f"{'━' * 6}{'─' * 6}  50%, 1,234,567 puzzles, 10 s left"),
        (46, f"{'━' * 6}{'─' * 6}  50%, 10 s left"),
        (13, "50%"),
        (2, "50"),
    ]:
        assert drawn(10, width, share=0.5, puzzles=1_234_567) == shown
