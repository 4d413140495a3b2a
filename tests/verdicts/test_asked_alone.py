"""Nobody is refuted because of an answer that belongs to another puzzle."""

import sys
from pathlib import Path

import pytest

from sudocube import crosscheck_many
from sudocube.engines import Failed, Refuted, engine
from sudocube.engines.registry import AnyEngine
from sudocube.verdict import Verdict
from tests.engines.small_programs import SOLUTIONS, command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")

UNIQUE, CLASH, SEVERAL = next(iter(SOLUTIONS)), "11.. .... .... ....", "1... .... .... ...."
FIRST = "1234341221434321"
"""A solution of the last of them."""

KNOWN = {UNIQUE.replace(" ", ""): SOLUTIONS[UNIQUE]}
IN_A_FILE = f"def solve(cells): return 'unique ' + {KNOWN!r}.get(cells, {FIRST!r})"


@pytest.mark.parametrize("kind", ["function", "program"])
def test_who_is_asked_to_shrink_while_its_answers_are_read_is_refuted_where_it_is_wrong_only(kind, tmp_path):
    """It takes each puzzle for a unique one. Shrinking puts other puzzles to it meanwhile."""
    if kind == "function":
        file = tmp_path / "solver.py"
        file.write_text(IN_A_FILE)
        name = f"python:{file}:solve"
    else:
        code = f"for line in sys.stdin: say('unique', solution.get(line.strip(), {FIRST!r}))"
        name = f"command:{command(tmp_path, code)}"
    puzzles = [UNIQUE, SEVERAL, UNIQUE, SEVERAL, UNIQUE]
    results = [*crosscheck_many(puzzles, engines=["phases", name], shrink=True, tries=20)]
    assert [bool(one.refuted) for one in results] == [False, True, False, True, False]
    assert [one.agree for one in results] == [True, False, True, False, True]


def kept(folder: Path, said: str) -> AnyEngine:
    """A program that answers this, once it has answered the first puzzle, which it does right."""
    code = f"""
for number, line in enumerate(sys.stdin):
    cells = line.strip()
    say({said} if number else "unique " + solution[cells] if cells in solution else "none")
"""
    return engine(f"command:{command(folder, code)}")


STALE = [("'none'", "none"), ("0", "0"), ("'multiple'", "multiple"), (f"'{FIRST}'", "what is refused")]


def test_who_is_right_alone_and_wrong_after_others_has_failed(tmp_path):
    """It keeps something from one puzzle to the next; that is said, and it is no refutation."""
    for said, words in STALE:
        one = kept(tmp_path, said)
        first, second = crosscheck_many([CLASH, UNIQUE], engines=["phases", one, "sat"], jobs=1)
        assert (first.refuted, second.refuted, second.verdict) == ({}, {}, Verdict.UNIQUE)
        answer = second.answers[one.name]  # type: ignore[union-attr]
        assert (answer.verdict, isinstance(answer, Failed | Refuted)) == (Verdict.UNKNOWN, True)
        assert (words in str(answer.reason)) or "asked alone, it gives another answer" in str(answer.reason)


def test_so_has_a_function_in_a_process_of_its_own():
    def solve(cells, asked=[]):  # noqa: B006 — this is what it keeps
        asked.append(cells)
        return f"unique {KNOWN[cells]}" if len(asked) == 1 else "none"

    first, second = crosscheck_many([UNIQUE, UNIQUE], engines=["phases", solve], timeout=20, jobs=1)
    assert (first.refuted, second.refuted, second.verdict) == ({}, {}, Verdict.UNIQUE)
    assert "asked alone, it gives another answer" in str(second.answers["solve()"].reason)
