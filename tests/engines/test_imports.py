"""Packages that are slow to import are imported only when they are needed."""

import subprocess
import sys

import pytest

SLOW = ("ortools", "numpy", "pandas", "pysat", "pysolvers")


def loaded_after(code: str) -> set[str]:
    """The slow packages that a new interpreter has loaded after running the code."""
    tail = f"import sys; sys.stderr.write(' '.join(set(sys.modules) & set({SLOW!r})))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{tail}"], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "code",
    [
        "import sudocube",
        "import sudocube.engines, sudocube.encoder, sudocube.jobs, sudocube.formats",
        "import sudocube.checking, sudocube.crosschecking, sudocube.cli",
        "from sudocube.engines import families; families()",
        "from sudocube import check; assert check('.' * 16, engine='phases').verdict == 'multiple'",
        "from sudocube.encoder import load, names; [load(name) for name in names()]",
    ],
)
def test_no_solver_is_imported(code):
    """So start-up is quick; `phases` needs no slow package."""
    assert loaded_after(code) == set()


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_imports_no_solver(argument):
    """Nor any other slow package."""
    code = (
        "import sys\n"
        f"sys.argv = ['sudocube', {argument!r}]\n"
        "from sudocube.__main__ import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    assert end.code in (0, None), end.code"
    )
    assert loaded_after(code) == set()


@pytest.mark.parametrize(("engine", "absent"), [("sat", "ortools"), ("cpsat", "pysat")])
def test_an_engine_does_not_import_what_the_other_needs(engine, absent):
    """Each engine works without the package of the other."""
    code = f"from sudocube import check; check('.' * 16, engine={engine!r})"
    loaded = loaded_after(code)
    assert absent not in loaded
    assert loaded  # its own is


def test_the_trusted_package_loads_nothing_else_of_ours():
    """The referee and the proof checker run with the standard library alone."""
    code = (
        "import sys, sudocube.trusted\n"
        "ours = {name for name in sys.modules if name.partition('.')[0] == 'sudocube'}\n"
        "others = {name for name in ours if not name.startswith('sudocube.trusted')}\n"
        "assert others == {'sudocube'}, others"
    )
    assert loaded_after(code) == set()
