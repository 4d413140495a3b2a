"""How much of the work is done, as a bar shows it."""

import gzip
import sys

import pytest

from sudocube.cli.output import Progress
from tests.cli.command import UNIQUE, invoke, written


@pytest.fixture
def shares(monkeypatch):
    """Runs a command, and gives how many puzzles are expected after each one that is done."""

    def told(*arguments, stdin=""):
        found = []
        monkeypatch.setattr(Progress, "step", lambda self, number=1: found.append((number, self.expected)))
        invoke("check", *arguments, "-e", "phases", "--jobs", "1", stdin=stdin)
        return found

    return told


def test_how_many_puzzles_are_expected_follows_from_the_bytes_that_they_take(shares, tmp_path):
    """Several inputs count by their lengths, packed ones as they are."""
    first, second = written(tmp_path, *[UNIQUE] * 3), tmp_path / "2.txt.gz"
    second.write_bytes(gzip.compress(f"{UNIQUE}\n".encode() * 3))
    size, packed = first.stat().st_size, second.stat().st_size
    (number, expected), *_, (_, in_the_end) = shares(first, second)
    assert (number, round(expected, 3)) == (3, round(3 * (size + packed) / size, 3))
    assert in_the_end == 6
    assert shares(UNIQUE, UNIQUE)[-1][1] == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no devices here")
def test_where_the_length_is_not_known_nothing_is_expected(shares):
    """A device, and standard input."""
    assert {expected for _, expected in shares("/dev/null", UNIQUE)} == {None}
    assert {expected for _, expected in shares("-", stdin=UNIQUE)} == {None}


def test_whatever_ends_a_command_ends_its_bar(monkeypatch):
    """Also an option that does not fit another one, which is noticed before there is anything to do."""
    stopped = []
    monkeypatch.setattr(Progress, "stop", lambda progress: stopped.append(progress))
    assert invoke("check", UNIQUE, "--size", "4", "--box", "3x3").status == 2
    assert len(stopped) == 1
