"""A script may end, or be interrupted, while solutions are still searched for."""

import subprocess
import sys

import pytest

ENGINES = ["None", "'kernel'", "'phases'", "'sat'", "'cpsat'", "'proof'"]

BEGUN = "from sudocube import solutions; s = solutions(81 * '.', engine={}); next(s)"


def ended(code: str) -> tuple[int, str, str]:
    """The status, the output and the errors of a script."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_a_script_ends_though_solutions_are_left(engine):
    """The iterator is still alive when Python ends, and its thread is at work."""
    assert ended(f"{BEGUN.format(engine)}; print('one')") == (0, "one\n", "")


@pytest.mark.parametrize("engine", ENGINES)
def test_an_iterator_that_is_closed_ends_its_search(engine):
    code = (
        f"import threading; {BEGUN.format(engine)}\n"
        "[thread] = [one for one in threading.enumerate() if one.name == 'solutions']\n"
        "s.close(); thread.join(60); print(thread.is_alive())"
    )
    assert ended(code) == (0, "False\n", "")


@pytest.mark.parametrize("engine", ["phases", "sat", "cpsat"])
def test_an_error_of_the_caller_ends_the_script_as_any_other(engine):
    code = f"from sudocube import solutions\nfor grid in solutions(81 * '.', engine={engine!r}): 1 / 0"
    status, _, errors = ended(code)
    assert status == 1
    assert errors.rstrip().endswith("ZeroDivisionError: division by zero")
