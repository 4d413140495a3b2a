"""What `crosscheck` shows of a long list, and what it says of an engine alone."""

from tests.cli.command import MULTIPLE, NONE, UNIQUE, invoke, written


def test_of_a_long_list_the_first_ten_are_shown_unless_told_otherwise(tmp_path):
    """Those that are left out are counted, and the table of engines is last."""
    file = written(tmp_path, UNIQUE, *[MULTIPLE] * 2, *[NONE] * 12)
    for details, shown, left_out in (
        ("", 10, 4),
        ("--details=3", 3, 11),
        ("--details=all", 14, 0),
    ):
        outcome = invoke("crosscheck", file, "-e", "phases,cube", *details.split())
        lines = outcome.out.splitlines()
        assert outcome.status == 0
        assert sum(line.startswith(f"{file}:") for line in lines) == shown
        said = [line for line in outcome.err.splitlines() if "--details" in line]
        assert said == ([f"{left_out} more puzzles to look at; --details all shows all"] if left_out else [])
        assert [line.split()[0] for line in lines[-3:]] == ["engine", "phases", "cube"]


def test_one_engine_cross_checks_nothing():
    """The status says that the puzzle was decided by fewer than two, and a remark why; not so of two."""
    for more in ([], ["--prove"]):
        outcome = invoke("crosscheck", UNIQUE, "-e", "sat", *more)
        assert outcome.status == 3
        assert "only sat:extended@cadical153 was asked: one engine cross-checks nothing" in outcome.err
    assert invoke("crosscheck", UNIQUE, "-e", "sat", "--quiet").err == ""
    outcome = invoke("crosscheck", UNIQUE, "-e", "sat", "-e", "phases")
    assert (outcome.status, "cross-checks nothing" in outcome.err) == (0, False)
