"""The suite in tests: programs that are quick, and parts of the suite."""

import sys

import pytest

from sudocube.conformance import examining
from sudocube.conformance.suite_cases import built_in_cases, cases_of, seeded_cases
from tests.conformance import solvers_to_test


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """The command of a solver as a program, which looks up what it is asked: so it starts ten times as fast.

    It is given the name of a function of `solvers_to_test`, and what it does at a line that is no puzzle.
    """
    if sys.platform == "win32":
        pytest.skip("programs are not run on Windows")
    answers = tmp_path_factory.mktemp("answers") / "answers.txt"
    cases = [*built_in_cases(), *seeded_cases(0)]
    answers.write_text("".join(f"{' '.join(map(str, (one.puzzle, *one.solutions)))}\n" for one in cases))
    start = f"command:{sys.executable} -S {solvers_to_test.__file__}"
    return lambda name, when_odd="answers": f"{start} {name} {when_odd} {answers}"


@pytest.fixture
def only(monkeypatch):
    """Leave all out but the built-in cases of some categories."""

    def use(*categories):
        cases = [case for name in categories for case in cases_of(name)]
        monkeypatch.setattr(examining, "built_in_cases", lambda: cases)
        monkeypatch.setattr(examining, "_written_with_zeros", list)
        monkeypatch.setattr(examining, "seeded_cases", lambda seed: [])
        monkeypatch.setattr(examining, "stream_results", lambda *_: iter(()))
        monkeypatch.setattr("sudocube.conformance.examining.odd_results", lambda *_: iter(()))
        monkeypatch.setattr(examining, "found_sizes", lambda _: (9,))
        monkeypatch.setattr(examining, "speeds", lambda *_: {})

    return use
