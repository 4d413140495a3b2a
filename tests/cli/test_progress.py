"""The share of the work that is done."""

import gzip
from pathlib import Path

import pytest

from sudocube.cli.progress import Progress
from tests.cli.command import UNIQUE, invoke, written


def expecting(*names: object) -> Progress:
    """Progress that expects some inputs."""
    progress = Progress(is_wanted=False)
    progress.expect([*map(str, names)])
    return progress


def test_the_share_is_that_of_the_bytes_scaled_down_by_the_puzzles_that_are_done(tmp_path):
    """Whatever was read ahead of them; several inputs count by their lengths, packed ones as they are."""
    first, second = written(tmp_path, *"abcd", name="1.txt"), tmp_path / "2.txt.gz"
    second.write_bytes(gzip.compress(b"a\n" * 9))
    progress = expecting(first, second)
    size, packed = first.stat().st_size, second.stat().st_size
    progress.reading(1)
    assert progress.share() is None
    progress.read(size, 10)
    progress.step(5)
    assert progress.share() == size / 2 / (size + packed)
    progress.step(5)
    progress.reading(2)
    progress.read(packed // 2, 10)
    progress.step(10)
    assert progress.share() == (size + packed // 2) / (size + packed)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_where_the_length_is_not_known_there_is_no_share(tmp_path):
    """A device, an empty file, no input at all."""
    for names in (["/dev/null", UNIQUE], [written(tmp_path)], []):
        progress = expecting(*names)
        progress.read(1, 1)
        progress.step()
        assert progress.share() is None


def test_other_work_says_its_share_itself():
    progress = expecting(UNIQUE)
    progress.work("shrinking", 0.25)
    assert progress.share() == 0.25


def test_whatever_ends_a_command_ends_its_bar(monkeypatch):
    """Also an option that does not fit another one, which is noticed before there is anything to do."""
    stopped = []
    monkeypatch.setattr(Progress, "stop", lambda progress: stopped.append(progress))
    assert invoke("check", UNIQUE, "--size", "4", "--box", "3x3").status == 2
    assert len(stopped) == 1
