"""Names of engines: what they mean, what an unknown one was meant for, and engines of other packages."""

import importlib.util
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from sudocube.encoder import Formalism, names
from sudocube.engines import Traits, engine, kept_engine, registry
from sudocube.engines.protocol import SearchEngine
from sudocube.engines.registry import DEFAULT_ENGINES, default_engine, families, is_outside
from sudocube.errors import EncodingError, SudocubeError, UnavailableError, UnknownNameError, UnsupportedError
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import SOLVERS
from tests.encoder.toml_text import FAMILIES, toml

UNIQUE = Puzzle("1... ..2. .3.. ...4")
NAMES = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))


def test_the_full_name_says_what_was_left_to_defaults():
    """And it is a name itself; each default engine is of a family of its own."""
    for asked, name in (NAMES["full"] | {f"sat:@{one}": f"sat:extended@{one}" for one in SOLVERS}).items():
        assert engine(asked).name == name
        assert engine(name).name == name
    assert {default_engine(UNIQUE), default_engine(Puzzle(81 * "."))} <= set(DEFAULT_ENGINES)
    assert len({engine(name).name.partition(":")[0] for name in DEFAULT_ENGINES}) == len(DEFAULT_ENGINES)


UNKNOWN_VARIANTS = [
    ("sat:odd", "encoding", "odd", names(Formalism.CNF)),
    ("sat:@kissat404", "solver", "kissat404", SOLVERS),
    ("cpsat:extended", "encoding", "cpsat/extended", ["cpsat/alldifferent", "cpsat/cube"]),
]


def test_an_unknown_name_or_variant_is_refused_with_the_known_ones():
    """A family without variants does not accept one; an encoding for another engine is not known."""
    for asked in ("", "nothing", "Phases", ":minimal", "phases:x", "phases:"):
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        assert (caught.value.kind, caught.value.name) == ("engine", asked)
        assert {"phases", "sat[:ENCODING[@SOLVER|@command:CMD]]", "command:CMD"} <= set(caught.value.known)
        assert all(known in str(caught.value) for known in caught.value.known)
    for asked, kind, name, known in UNKNOWN_VARIANTS:
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        assert (caught.value.kind, caught.value.name) == (kind, name)
        assert set(known) <= set(caught.value.known)


def test_an_unknown_name_is_asked_back_by_what_it_was_meant_for():
    """A similar name, with what follows it."""
    for asked, meant in NAMES["meant"].items():
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        assert caught.value.near == meant, asked
        assert not meant or f"Did you mean {meant[0]!r}" in str(caught.value)


def test_what_runs_programs_and_functions_of_others_is_known_by_its_name():
    for name in ("command:./x", "python:x.py:f", "sat:@command:x", "sat:dual@command:x {}"):
        assert is_outside(name)
    for name in ("phases", "sat", "sat:@minisat22", "sat:command.toml", "cpsat:cube"):
        assert not is_outside(name)


EXACTLY_ONE = {family: {"exactly_one": "exactly-one"} for family in FAMILIES}


def test_a_path_to_an_encoding_of_ones_own_works_wherever_a_name_does(tmp_path):
    """Even with an @ or a space in it; a file of another kind, or none, is refused before any puzzle."""
    for family, place, solver in (
        ("sat", "mine.toml", ""),
        ("sat", "a@b.toml", "@minisat22"),
        ("sat", "with space/a@b/c@d.toml", "@minisat22"),
        ("cpsat", "cp.toml", ""),
    ):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(toml() if family == "sat" else toml(EXACTLY_ONE, formalism="cp-sat"), "utf-8")
        mine = engine(f"{family}:{path}{solver}")
        assert mine.name == f"{family}:{path}{solver or '@cadical153' * (family == 'sat')}"
        assert mine.answer(UNIQUE).verdict == "unique"
        assert engine(mine.name).name == mine.name  # a worker makes its engine by that name
    for name, message in (
        ("sat:cpsat/cube", r"cpsat/cube is in cp-sat; expected one in cnf: .*extended"),
        (f"sat:{tmp_path / 'cp.toml'}", "is in cp-sat; expected one in cnf"),
        (f"cpsat:{tmp_path / 'mine.toml'}", "is in cnf; expected one in cp-sat"),
    ):
        with pytest.raises(UnsupportedError, match=message):
            engine(name)
    for family in ("sat", "cpsat"):
        with pytest.raises(EncodingError, match=r"missing\.toml: found No such file"):
            engine(f"{family}:{tmp_path / 'missing.toml'}")


@pytest.mark.parametrize(
    ("asked", "package", "install"),
    [("sat", "pysat", 'pip install "python-sat>=1.9.dev17"'), ("cpsat", "ortools", "pip install ortools")],
)
def test_a_missing_package_is_named_with_how_to_get_it(monkeypatch, asked, package, install):
    """The other engines work without it, and the families say what is not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr(registry, "find_spec", lambda name: None if name == package else find(name))
    with pytest.raises(UnavailableError, match=package) as caught:
        engine(asked)
    assert caught.value.install == install
    assert isinstance(caught.value, ImportError)
    assert engine("phases").answer(Puzzle("." * 16)).verdict == "multiple"
    missing = [one for one in families().values() if one.install]
    assert asked in [one.name for one in missing]
    assert {one.needs for one in missing} == {package}
    assert families()[asked].variants == {}


class Foreign(SearchEngine):
    """An engine of another package; it finds no solution."""

    traits = Traits()

    def __init__(self, variant: str) -> None:
        self.name = f"foreign:{variant}"

    def search(self, puzzle, found, clock):
        """End without a solution."""


def test_another_package_adds_an_engine_by_an_entry_point(monkeypatch):
    """It is made by its name, with a variant, and listed last; it cannot take the name of a built-in one."""
    points = EntryPoints(
        EntryPoint(name, f"{__name__}:Foreign", registry.ENTRY_POINTS) for name in ("foreign", "phases")
    )
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points.select(group=group))
    families.cache_clear()
    try:
        assert engine("foreign").name == "foreign:"
        assert engine("foreign:x@y").name == "foreign:x@y"
        assert list(families())[-1] == "foreign"
        assert families()["foreign"].install is None
        assert engine("foreign").answer(Puzzle("." * 16)).verdict == "none"
        assert engine("phases").name == "phases"
    finally:
        families.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="commands are split as on Unix")
def test_an_engine_is_kept_for_its_thread_unless_it_reads_a_file_or_a_program(tmp_path, monkeypatch):
    """A file may have changed, a program may have been built anew; and an error is raised again."""
    assert kept_engine("sat") is kept_engine("sat")
    assert engine("phases") is not engine("phases")
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(kept_engine, "phases").result() is not kept_engine("phases")
    (tmp_path / "mine.toml").write_text(toml(), "utf-8")
    for name in (f"sat:{tmp_path / 'mine.toml'}", f"command:{sys.executable}"):
        assert kept_engine(name) is not kept_engine(name)
    for _ in range(2):
        with pytest.raises(SudocubeError):
            kept_engine("odd")


IMPORTS = """
import sudocube.trusted, sys
ours = {name for name in sys.modules if name.partition(".")[0] == "sudocube"}
assert {name for name in ours if not name.startswith("sudocube.trusted")} == {"sudocube"}, ours
import sudocube.verdicts.crosschecking, sudocube.encoder, sudocube.engines.registry, sudocube.kernel
sudocube.engines.registry.families()
for name in sudocube.encoder.names():
    sudocube.encoder.load(name)
slow = {"ortools", "numpy", "pandas", "pysat", "pysolvers"}
assert not slow & set(sys.modules), slow & set(sys.modules)
sudocube.check("." * 16, engine="cpsat")
assert "ortools" in sys.modules and "pysat" not in sys.modules
"""


def test_no_solver_is_imported_before_it_is_needed():
    """So start-up is quick, each engine works without the others; the trusted package loads only itself."""
    command = [sys.executable, "-c", IMPORTS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
