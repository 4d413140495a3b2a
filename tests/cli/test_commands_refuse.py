"""What commands cannot understand, `refusals.toml`: status 2, one error, and nothing is done."""

import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.command import invoke
from tests.cli.test_cases import filled

TABLE = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text("utf-8"))
FILES = TABLE.pop("files")


@pytest.mark.parametrize("command", TABLE)
def test_what_cannot_be_understood_is_told_and_no_work_is_done(command, tmp_path, monkeypatch):
    """Status 2, the reason on standard error, nothing on standard output, and no file is made or changed."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(filled(text), "utf-8")
    for arguments, words in TABLE[command].items():
        if sys.platform == "win32" and words.endswith("is a directory"):
            continue  # Windows says otherwise
        outcome = invoke(*command.split(), *map(filled, shlex.split(arguments)), columns=10_000)
        said = " ".join(outcome.err.split())
        assert (outcome.status, outcome.out) == (2, ""), (arguments, outcome)
        assert words in said or words in said.replace("\\", "/"), arguments
        assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {
            name: filled(text) for name, text in FILES.items()
        }, arguments
