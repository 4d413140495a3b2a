"""`crosscheck` with programs that are wrong: who is named, what is shown, and the exit status."""

import sys
from pathlib import Path

import pytest

from tests.cli.command import MULTIPLE, PUZZLES, SOLUTION, UNIQUE, invoke, written

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others run on Unix only")

ECHO = "import sys\nfor line in sys.stdin: print(*sys.argv[1:], flush=True)\n"
CLUELESS = PUZZLES["2x2-empty-288-solutions"]
SMALL, SMALL_SOLUTION = "1.....2..3.....4", "1243342143122134"
A, B = "1234341221434321", "1234341243212143"
WRONG_GRID = SMALL_SOLUTION[:-2] + "43"


@pytest.fixture
def saying(tmp_path: Path):
    """For some words, the name of a program that says them of every puzzle."""
    script = tmp_path / "say.py"
    script.write_text(ECHO)
    return lambda words: f"command:{sys.executable} {script} {words}"


CASES = {
    "first solution only": (
        CLUELESS, f"unique {A}", "multiple", "witness", "two solutions passed the referee",
    ),
    "a count of one": (CLUELESS, "1", "multiple", "witness", "two solutions passed the referee"),
    "none of several": (CLUELESS, "none", "multiple", "witness", "two solutions passed the referee"),
    "none of one": (SMALL, "none", "unique", "proof", "a solution passed the referee"),
    "a count of two": (
        SMALL, "2", "unique", "proof", "a checked proof says that there is no other solution",
    ),
    "multiple of one": (
        SMALL, "multiple", "unique", "proof", "a checked proof says that there is no other solution",
    ),
    "multiple of none": (
        "11" + 14 * ".", "multiple", "none", "proof", "a checked proof says that there is no solution",
    ),
    "no solution": (
        SMALL, WRONG_GRID, "unique", "proof",
        f"the referee refuses the solution {WRONG_GRID}: row 4, column 4 holds 3, but the clue is 4",
    ),
    "two grids and unique": (
        CLUELESS, f"unique {A} {B}", "multiple", "witness", "NAME says unique, and has shown 2 solutions",
    ),
    "one grid twice": (
        SMALL, f"{SMALL_SOLUTION} {SMALL_SOLUTION}", "unique", "proof",
        f"the referee refuses the solution {SMALL_SOLUTION}: it was given twice",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("cells", "words", "verdict", "evidence", "sentence"), CASES.values(), ids=CASES)
def test_who_is_wrong_is_named_with_what_shows_it(saying, cells, words, verdict, evidence, sentence):
    """The verdict is that of the other engine. The status is 1: a settled disagreement is one, too."""
    mine = saying(words)
    outcome = invoke("crosscheck", cells, "-e", "sat", "-e", mine, "--json")
    row, last = outcome.rows
    assert outcome.status == 1
    assert (row["verdict"], row["evidence"], row["agree"]) == (verdict, evidence, False)
    assert row["refuted"] == {mine: sentence.replace("NAME", mine)}
    assert "unproved" not in row
    sat, own = last["summary"]["by_engine"].values()
    assert sat == {"confirmed": 1, "refuted": 0, "undecided": 0, "failed": 0}
    assert own == {"confirmed": 0, "refuted": 1, "undecided": 0, "failed": 0}
    text = invoke("crosscheck", cells, "-e", "sat", "-e", mine)
    assert text.status == 1
    assert f"argument:1  {verdict} ({evidence}); 1 engine refuted" in text.out
    assert f"{mine} is refuted: " in " ".join(text.out.split()).replace("- ", "-")


@pytest.mark.parametrize(
    ("cells", "words", "claims", "standing"),
    [
        (SMALL, f"unique {SMALL_SOLUTION}", "verdict", "confirmed"),
        (SMALL, SMALL_SOLUTION, "solution", "confirmed"),
        (SMALL, "1", "count", "confirmed"),
        (CLUELESS, A, "solution", "confirmed"),
        (CLUELESS, "multiple", "verdict", "confirmed"),
        (CLUELESS, f"288 {A}", "count", "undecided"),
        (SMALL, "unknown", "verdict", "undecided"),
        (SMALL, "what?", None, "failed"),
    ],
)
def test_what_an_answer_claims_is_told_and_what_became_of_it(saying, cells, words, claims, standing):
    """Nobody is refuted; where nobody else decided, the status is 3."""
    mine = saying(words)
    outcome = invoke("crosscheck", cells, "-e", "sat,phases", "-e", mine, "--json")
    row, last = outcome.rows
    assert (outcome.status, row["agree"], row["refuted"]) == (0, True, {})
    assert row["engines"][mine]["claims"] == claims
    assert last["summary"]["by_engine"][mine][standing] == 1
    assert sum(last["summary"]["by_engine"][mine].values()) == 1


def test_both_solutions_are_drawn_with_the_cells_marked_in_which_they_differ(saying):
    mine = saying(f"unique {A}")
    block, *_ = invoke("crosscheck", CLUELESS, "-e", "sat", "-e", mine, columns=400).out.split("\n\n")
    assert block.splitlines()[1:4] == [
        "  sat:extended@cadical153: multiple",
        f"  {mine} is refuted: it says unique, and these two solutions passed the referee",
        "  its solution     another",
    ]
    assert block.count("[") >= 8


def test_two_programs_that_say_unique_of_different_grids_are_both_refuted(saying):
    """Nobody else was asked; the referee is enough."""
    outcome = invoke(
        "crosscheck", CLUELESS, "-e", saying(f"unique {A}"), "-e", saying(f"unique {B}"), "--json"
    )
    row, _ = outcome.rows
    assert (outcome.status, row["verdict"], row["solutions"], len(row["refuted"])) == (
        1,
        "multiple",
        [A, B],
        2,
    )


def test_two_programs_that_only_show_different_grids_settle_multiple(saying):
    """Nobody contradicts anybody; but no engine has decided, and the status says so."""
    outcome = invoke("crosscheck", CLUELESS, "-e", saying(A), "-e", saying(B), "--json")
    row, _ = outcome.rows
    assert (outcome.status, row["verdict"], row["evidence"], row["agree"]) == (3, "multiple", "witness", True)
    assert row["refuted"] == {}


def test_why_a_program_failed_is_wrapped_to_the_page(saying, monkeypatch):
    monkeypatch.chdir(Path(saying("").split()[1]).parent)
    name = "command:python3 say.py as many words as one wants to print"
    lines = invoke("crosscheck", SMALL, "-e", "phases", "-e", name, columns=50).out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"  {name[:20]}"))
    assert max(map(len, lines[start : start + 5])) <= 50
    assert "garbled" in " ".join(lines[start : start + 5])


def test_one_program_alone_is_refuted_by_its_own_words(saying):
    outcome = invoke("crosscheck", SMALL, "-e", saying(WRONG_GRID), "--json")
    row, last = outcome.rows
    assert (outcome.status, row["verdict"], row["evidence"], len(row["refuted"])) == (1, "unknown", None, 1)
    assert (last["summary"]["unknown"], last["summary"]["disagreements"]) == (1, 1)


@pytest.mark.parametrize("words", ["2", "none", "multiple"])
def test_prove_refutes_a_program_that_was_asked_alone(saying, words):
    outcome = invoke("crosscheck", UNIQUE, "-e", saying(words), "--prove", "--json")
    row, _ = outcome.rows
    assert (outcome.status, row["verdict"], row["evidence"]) == (1, "unique", "proof")
    assert (row["solutions"], len(row["refuted"])) == ([SOLUTION], 1)


def test_a_disagreement_of_which_there_is_no_proof_is_open(saying, monkeypatch):
    """Nobody is refuted by a majority, and nobody because a proof takes too long."""
    from sudocube.engines.proof_engine import ProofEngine

    def late(*_: object) -> bool:
        raise TimeoutError

    monkeypatch.setattr(ProofEngine, "search", late)
    given = ["crosscheck", UNIQUE, "-e", "sat,phases", "-e", saying("multiple"), "--timeout", "7"]
    outcome = invoke(*given, "--json")
    row, last = outcome.rows
    assert (outcome.status, row["verdict"], row["agree"], row["refuted"]) == (1, "unknown", False, {})
    assert row["unproved"] == "no proof: out of time after 7 s"
    assert [one["undecided"] for one in last["summary"]["by_engine"].values()] == [1, 1, 1]
    text = invoke(*given)
    assert text.out.startswith(
        "argument:1  the engines disagree\n  not proved: no proof: out of time after 7 s\n"
    )
    assert "(1 disagreement, 1 of them open, " in text.err


def test_the_table_has_the_causes_of_all_that_is_not_confirmed(saying, tmp_path):
    file = written(tmp_path, UNIQUE, MULTIPLE, MULTIPLE)
    names = [saying(words) for words in ("none", "what?", "unknown")]
    engines = [one for name in names for one in ("-e", name)]
    outcome = invoke("crosscheck", file, "-e", "sat,phases", *engines, "--details", "none", columns=300)
    heading, *lines = outcome.out.splitlines()
    assert heading.split() == ["engine", "confirmed", "refuted", "undecided", "failed", "seconds", "/s"]
    rows = {line[: heading.index("  confirmed")].strip(): line.split() for line in lines[:5]}
    assert rows["phases"][1:5] == ["3", "0", "0", "0"]
    assert lines[5:] == [
        f"{names[0]}:",
        "  2 refuted: two solutions passed the referee",
        "  1 refuted: a solution passed the referee",
        f"{names[1]}:",
        "  3 failed: garbled: it says 'what?'",
        f"{names[2]}:",
        f"  3 undecided: {names[2]} says unknown",
    ]
    assert "(3 disagreements, " in outcome.err
