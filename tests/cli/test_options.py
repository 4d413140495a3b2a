"""What the options do that all commands share; which values are refused is in `refusals.toml`."""

import pytest

from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke, written


def test_crosscheck_has_a_time_limit_of_its_own():
    """And programs of others have another one, which each help says."""
    for command in ("check", "crosscheck", "bench"):
        out = " ".join(invoke(command, "--help", columns=200).out.split())
        assert "--solver-memory" in out
        assert "10 for programs and functions" in out
        assert ("[default: (60; 10 for programs" in out) == (command == "crosscheck")


@pytest.mark.parametrize("name", ["check", "crosscheck", "solve"])
def test_quiet_hushes_remarks_and_leaves_the_answer_alone(name, tmp_path):
    """As text and as JSON."""
    file = written(tmp_path, UNIQUE, MULTIPLE, NONE)
    engine = ["--engines", "phases,cube"] if name == "crosscheck" else ["--engine", "phases"]
    loud, quiet = invoke(name, file, *engine), invoke(name, file, *engine, "--quiet")
    assert (quiet.err, quiet.status) == ("", loud.status)
    assert quiet.out.partition("\nengine ")[0] == loud.out.partition("\nengine ")[0]  # the table has times
    rows = invoke(name, file, *engine, "--json", "--quiet").rows
    assert [row["index"] for row in rows[:3]] == [1, 2, 3]
