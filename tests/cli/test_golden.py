"""What commands print of a small set of inputs is what the golden files show."""

import pytest

from tests.cli.golden.golden import COMMANDS, HERE, golden


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_printed_is_what_the_golden_file_shows(name, tmp_path, monkeypatch):
    """After a change that is meant: `python -m tests.cli.golden`, and read the difference."""
    monkeypatch.chdir(tmp_path)
    assert golden(name, tmp_path) == (HERE / f"{name}.txt").read_text("utf-8")
