"""Runs that were stopped go on by the same command; their journals are read with suspicion."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube.cli import going_on
from sudocube.cli.out import Out
from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke, written

LONG = [
    ("generate", "--seed", "3", "-n", "4"),
    ("rate", "LIST", "--format", "csv"),
    ("crosscheck", "LIST", "-e", "phases,cube", "--json"),
]


class StopError(KeyboardInterrupt):
    """A signal that ends the command."""


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    """A folder with a list; each result is kept at once."""
    monkeypatch.setattr(going_on, "FLUSH_SECONDS", -1.0)
    written(tmp_path, UNIQUE, MULTIPLE, NONE, UNIQUE, name="list.txt")
    return Path(tmp_path)


def stopped_after(number: int, typed: list[str], monkeypatch) -> tuple[int, int]:
    """The status of a command that is interrupted at that result, and how many results it has worked out."""
    kept, added = 0, 0
    keep, add = pickle.dump, Out.add

    def dump(result, journal):
        nonlocal kept
        kept += journal.tell() > 0  # what the command was stands at its head
        keep(result, journal)

    def add_and_stop(out, result):
        nonlocal added
        add(out, result)
        added += 1
        if added == number:
            raise StopError

    with monkeypatch.context() as patch:
        patch.setattr(pickle, "dump", dump)
        patch.setattr(Out, "add", add_and_stop)
        return invoke(*typed).status, kept


@pytest.mark.parametrize("arguments", LONG, ids=lambda given: given[0])
def test_the_same_command_goes_on_and_ends_as_if_nothing_had_happened(place, arguments, monkeypatch):
    """Nothing is worked out twice; nothing is left beside the output."""
    typed = [str(place / "list.txt") if one == "LIST" else one for one in arguments]
    whole = invoke(*typed, "-o", place / "whole")
    out = place / "out"
    assert stopped_after(2, [*typed, "-o", str(out)], monkeypatch) == (130, 2)
    assert not out.exists()
    with (place / "out.unfinished").open("ab") as journal:
        journal.write(pickle.dumps([1, 2, 3])[:-3])  # a batch that was cut
    assert stopped_after(99, [*typed, "-o", str(out)], monkeypatch) == (whole.status, 2)
    assert {path.name for path in place.iterdir()} == {"list.txt", "whole", "out"}
    if "--json" not in typed:  # there are times in it
        assert out.read_text() == (place / "whole").read_text()


def test_what_another_command_has_begun_is_left_as_it_is(place, monkeypatch):
    out = place / "out"
    stopped_after(2, ["generate", "--seed", "3", "-n", "4", "-o", str(out)], monkeypatch)
    before = (place / "out.unfinished").read_bytes()
    outcome = invoke("generate", "--seed", "4", "-n", "4", "-o", out)
    assert outcome.status == 2
    assert "is what another command has finished: run that again, or remove it" in outcome.err
    assert (place / "out.unfinished").read_bytes() == before


def test_another_seed_than_the_one_that_was_drawn_is_another_command(place, monkeypatch):
    out = place / "out"
    stopped_after(2, ["generate", "-n", "4", "-o", str(out)], monkeypatch)
    assert invoke("generate", "--seed", "4", "-n", "4", "-o", out).status == 2
    again = invoke("generate", "-n", "4", "-o", out)
    assert (again.status, len(out.read_text().splitlines())) == (0, 4)


class Hostile:
    """Writes a file when it is read."""

    def __reduce__(self):
        return os.system, ("touch hostile",)


@pytest.mark.parametrize("thing", [Hostile(), subprocess.Popen, sys.exit])
def test_a_journal_runs_nothing(place, thing, monkeypatch):
    """It is read as far as it holds values of this package, and begun anew where it does not."""
    monkeypatch.chdir(place)
    Path("out.unfinished").write_bytes(pickle.dumps(thing))
    assert invoke("generate", "--seed", "3", "-o", "out").status == 0
    assert not Path("hostile").exists()
